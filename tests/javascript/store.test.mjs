/* Parts of Python that a browser keeps: what was damaged there is fetched anew, not run. */
import assert from "node:assert/strict";
import { createHash } from "node:crypto";
import test from "node:test";
import { defined, load } from "./load.mjs";

const bytes = new TextEncoder().encode("the interpreter");
const sha256 = createHash("sha256").update(bytes).digest("hex").slice(0, 32);
const script = new TextEncoder().encode(`LivePython.part("a.js","the interpreter");`);

/** Parts of one file, with what is kept and what the server sends. */
const setUp = (kept, sent = script) => {
  const shelf = new Map(kept ? [["a.js", new Blob([kept])]] : []);
  const asked = [];
  const fetch = async (address) => {
    asked.push(address);
    return new Response(sent);
  };
  const world = load(["runtime/store.js"], { fetch, Blob, Response });
  const store = {
    get: async (name) => shelf.get(name),
    put: async (name, value) => shelf.set(name, value),
    remove: async (name) => shelf.delete(name),
  };
  const files = [{ name: "a.js", bytes: script.length, size: bytes.length, sha256 }];
  const parts = new (defined(world, "Parts"))({
    base: "python/",
    files,
    store,
    askPage: null,
    onprogress: () => {},
  });
  return { parts, asked, shelf };
};

const text = (part) => new TextDecoder().decode(part);

test("what is kept whole is not fetched", async () => {
  const { parts, asked } = setUp(bytes);
  assert.equal(text(await parts.get("a.js")), "the interpreter");
  assert.deepEqual(asked, []);
});

test("what was changed where it is kept is fetched anew, and kept", async () => {
  const damaged = bytes.slice();
  damaged[3] ^= 1;
  const { parts, asked, shelf } = setUp(damaged);
  assert.equal(text(await parts.get("a.js")), "the interpreter");
  assert.deepEqual(asked, ["python/a.js"]);
  assert.equal(await shelf.get("a.js").text(), "the interpreter");
});

test("what a server sends changed is refused, and not kept", async () => {
  const changed = new TextEncoder().encode(`LivePython.part("a.js","the interpreteR");`);
  const { parts, shelf } = setUp(null, changed);
  await assert.rejects(parts.get("a.js"), { code: "broken" });
  assert.equal(shelf.size, 0);
});
