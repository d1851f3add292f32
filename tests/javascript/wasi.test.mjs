import assert from "node:assert/strict";
import test from "node:test";
import { defined, load } from "./load.mjs";

const world = load(["runtime/files.js", "runtime/wasi.js", "runtime/wasi_calls.js"]);
const [Folder, File, WasiHost] = ["Folder", "File", "WasiHost"].map((n) => defined(world, n));
const ERRNO = defined(world, "ERRNO");
const CREATE = 1;
const RIGHTS = 0n;

/** A host with 64 kB of memory, a file `a.txt`, and calls that take text. */
const host = () => {
  const root = new Folder();
  root.put("a.txt", new File(new TextEncoder().encode("melon")));
  const printed = [];
  const made = new WasiHost({ root, args: ["prog", "x"], devices: { 1: (b) => printed.push(b) } });
  const memory = new WebAssembly.Memory({ initial: 1 });
  made.attach(memory);
  const calls = made.imports();
  const put = (at, text) => new Uint8Array(memory.buffer).set(new TextEncoder().encode(text), at);
  const vector = (at, from, length) => {
    made.view.setUint32(at, from, true);
    made.view.setUint32(at + 4, length, true);
  };
  const open = (path, flags = 0) => {
    put(0, path);
    const errno = calls.path_open(3, 0, 0, path.length, flags, RIGHTS, RIGHTS, 0, 100);
    return [errno, made.view.getUint32(100, true)];
  };
  return { made, calls, put, vector, open, printed, root };
};

test("a file is opened, read and closed; then its number is unknown", () => {
  const { made, calls, vector, open } = host();
  const [errno, fd] = open("a.txt");
  assert.equal(errno, ERRNO.ok);
  vector(200, 300, 16);
  assert.equal(calls.fd_read(fd, 200, 1, 104), ERRNO.ok);
  assert.equal(made.view.getUint32(104, true), 5);
  assert.equal(made.text(300, 5), "melon");
  assert.equal(calls.fd_close(fd), ERRNO.ok);
  assert.equal(calls.fd_read(fd, 200, 1, 104), ERRNO.badf);
});

test("a path that is missing is an error, or a new file when it is asked for", () => {
  const { calls, put, vector, open, root } = host();
  assert.equal(open("b.txt")[0], ERRNO.noent);
  const [errno, fd] = open("b.txt", CREATE);
  assert.equal(errno, ERRNO.ok);
  put(300, "seed");
  vector(200, 300, 4);
  assert.equal(calls.fd_write(fd, 200, 1, 104), ERRNO.ok);
  assert.equal(new TextDecoder().decode(root.entries.get("b.txt").bytes()), "seed");
});

test("what is written to a device reaches it", () => {
  const { calls, put, vector, printed } = host();
  put(300, "hello");
  vector(200, 300, 5);
  assert.equal(calls.fd_write(1, 200, 1, 104), ERRNO.ok);
  assert.equal(new TextDecoder().decode(printed[0]), "hello");
});

test("folders are made, and only empty ones are removed", () => {
  const { calls, put } = host();
  put(0, "d");
  assert.equal(calls.path_create_directory(3, 0, 1), ERRNO.ok);
  assert.equal(calls.path_create_directory(3, 0, 1), ERRNO.exist);
  put(0, "d/e");
  assert.equal(calls.path_create_directory(3, 0, 3), ERRNO.ok);
  put(0, "d");
  assert.equal(calls.path_remove_directory(3, 0, 1), ERRNO.notempty);
});

test("the program's arguments are written one after the other", () => {
  const { made, calls } = host();
  assert.equal(calls.args_sizes_get(0, 4), ERRNO.ok);
  assert.equal(made.view.getUint32(0, true), 2);
  assert.equal(calls.args_get(16, 64), ERRNO.ok);
  assert.equal(made.text(64, 6), "prog\0x");
});
