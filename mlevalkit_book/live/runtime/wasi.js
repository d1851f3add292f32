// A host for WASI preview 1 whose files are in memory (files.js).
// https://github.com/WebAssembly/WASI/blob/main/legacy/preview1/docs.md has the calls.

const ERRNO = {
  ok: 0,
  badf: 8,
  exist: 20,
  inval: 28,
  isdir: 31,
  noent: 44,
  nosys: 52,
  notdir: 54,
  notempty: 55,
  notsup: 58,
  spipe: 70,
};
const TYPE = { device: 2, folder: 3, file: 4 };
const EVERY_RIGHT = (1n << 30n) - 1n;
const OPEN = { create: 1, folder: 2, exclusive: 4, truncate: 8 };
const APPEND = 1;

// Ends the program: proc_exit cannot return.
class Exit extends Error {
  constructor(code) {
    super(`exit ${code}`);
    this.code = code;
  }
}

// What a call throws to return an error number.
class Refused extends Error {
  constructor(name) {
    super(name);
    this.errno = ERRNO[name];
  }
}

const refuse = (name) => {
  throw new Refused(name);
};

// root: Folder; devices: {number: function that takes the bytes written}.
class WasiHost {
  constructor({ root, args = ["program"], env = {}, devices = {} }) {
    this.root = root;
    this.args = args;
    this.env = Object.entries(env).map(([name, value]) => `${name}=${value}`);
    this.open = new Map();
    this.open.set(0, { device: () => refuse("notsup") });
    for (const [fd, device] of Object.entries(devices)) this.open.set(Number(fd), { device });
    this.open.set(3, { node: root, preopened: "/" });
  }

  // Give the program's memory: before its first call.
  attach(memory) {
    this.memory = memory;
  }

  // What is open, to be opened again later; null if a file lies in no folder any more.
  get openFiles() {
    const paths = new Map([...this.root.files()].map(([path, node]) => [node, path]));
    const files = [...this.open].filter(([, { device, preopened }]) => !device && !preopened);
    const found = files.map(([fd, { node, ...how }]) => ({ fd, path: paths.get(node), how }));
    return found.every(({ path }) => path) ? found : null;
  }

  reopen(files) {
    const nodes = files.length ? new Map(this.root.files()) : null;
    for (const { fd, path, how } of files) {
      this.open.set(fd, { ...how, node: nodes.get(path) ?? refuse("noent") });
    }
  }

  get view() {
    return new DataView(this.memory.buffer);
  }

  bytes(at, length) {
    return new Uint8Array(this.memory.buffer, at >>> 0, length >>> 0);
  }

  // TextDecoder does not take resizable or shared memory everywhere, so text is copied first.
  text(at, length) {
    return new TextDecoder().decode(this.bytes(at, length).slice());
  }

  descriptor(fd) {
    return this.open.get(fd) ?? refuse("badf");
  }

  file(fd) {
    const open = this.descriptor(fd);
    if (open.device) refuse("spipe");
    if (open.node instanceof Folder) refuse("isdir");
    return open;
  }

  folder(fd) {
    const open = this.descriptor(fd);
    return open.node instanceof Folder ? open.node : refuse("notdir");
  }

  newDescriptor(open) {
    let fd = 4;
    while (this.open.has(fd)) fd++;
    this.open.set(fd, open);
    return fd;
  }

  // The folder that holds the last name of a path, that name, and the node (if there is one).
  // Links do not exist here, so ".." is simply one step back.
  find(fd, at, length) {
    const path = this.text(at, length);
    const way = [this.folder(fd)];
    const names = path.split("/").filter((name) => name && name !== ".");
    let name = ".";
    for (const [i, step] of names.entries()) {
      const here = way.at(-1);
      if (!(here instanceof Folder)) refuse(here ? "notdir" : "noent");
      if (step === "..") {
        if (way.length > 1) way.pop();
        name = ".";
      } else {
        way.push(here.entries.get(step));
        name = step;
        if (!way.at(-1) && i < names.length - 1) refuse("noent");
      }
    }
    const node = way.at(-1);
    if (path.endsWith("/") && node instanceof File) refuse("notdir");
    return { parent: way.length > 1 ? way.at(-2) : null, name, node };
  }

  existing(fd, at, length) {
    const found = this.find(fd, at, length);
    return found.node ? found : refuse("noent");
  }

  // Each vector is a pointer and a length; what takes bytes says how many it took.
  vectors(at, count, take) {
    let total = 0;
    for (let i = 0; i < count; i++) {
      const piece = this.bytes(
        this.view.getUint32(at + 8 * i, true),
        this.view.getUint32(at + 8 * i + 4, true),
      );
      const taken = take(piece, total);
      total += taken;
      if (taken < piece.length) break;
    }
    return total;
  }

  writeStat(at, node) {
    const view = this.view;
    const when = BigInt(Math.round((node?.changed ?? 0) * 1e6));
    const type = !node ? TYPE.device : node instanceof Folder ? TYPE.folder : TYPE.file;
    this.bytes(at, 64).fill(0);
    view.setBigUint64(at, 1n, true);
    view.setBigUint64(at + 8, node?.inode ?? 0n, true);
    view.setUint8(at + 16, type);
    view.setBigUint64(at + 24, 1n, true);
    view.setBigUint64(at + 32, BigInt(node?.size ?? 0), true);
    for (const field of [40, 48, 56]) view.setBigUint64(at + field, when, true);
  }

  writeStrings(strings, pointers, at) {
    for (const [i, string] of strings.entries()) {
      const bytes = new TextEncoder().encode(`${string}\0`);
      this.view.setUint32(pointers + 4 * i, at, true);
      this.bytes(at, bytes.length).set(bytes);
      at += bytes.length;
    }
  }

  writeSizes(strings, count, size) {
    const length = (string) => new TextEncoder().encode(string).length + 1;
    this.view.setUint32(count, strings.length, true);
    this.view.setUint32(
      size,
      strings.reduce((sum, string) => sum + length(string), 0),
      true,
    );
  }

  // Nanoseconds; the browser rounds its clocks to hide from timing attacks.
  now(clock) {
    const ms = clock === 0 ? performance.timeOrigin + performance.now() : performance.now();
    return BigInt(Math.round(ms * 1e6));
  }

  // A worker cannot sleep while the program waits for an answer, except by looking at the clock.
  sleep(until) {
    while (this.now(1) < until);
  }

  // The imports of a program: each call returns an error number; a Refused becomes one.
  imports() {
    const table = {};
    for (const [name, call] of Object.entries(CALLS)) {
      table[name] = (...given) => {
        try {
          return call.apply(this, given) ?? ERRNO.ok;
        } catch (error) {
          if (error instanceof Refused) return error.errno;
          throw error;
        }
      };
    }
    return table;
  }
}
