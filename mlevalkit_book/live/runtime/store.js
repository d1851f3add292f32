// Fetches the parts of the runtime, and keeps them in the browser: IndexedDB, which plain http has
// too.

const SHELF = "parts";

class Store {
  // Without IndexedDB (a private window, say) nothing is kept, and nothing fails.
  static async open(name) {
    const store = new Store();
    store.base = await new Promise((resolve) => {
      try {
        const asked = indexedDB.open(name, 1);
        asked.onupgradeneeded = () => asked.result.createObjectStore(SHELF);
        asked.onsuccess = () => resolve(asked.result);
        asked.onerror = asked.onblocked = () => resolve(null);
      } catch {
        resolve(null);
      }
    });
    return store;
  }

  async ask(mode, request) {
    if (!this.base) return undefined;
    return new Promise((resolve) => {
      try {
        const asked = request(this.base.transaction(SHELF, mode).objectStore(SHELF));
        // not before all is written: a worker that ends sooner takes it back
        asked.transaction.oncomplete = () => resolve(asked.result);
        asked.onerror = asked.transaction.onabort = () => resolve(undefined);
      } catch {
        resolve(undefined);
      }
    });
  }

  names = async () => (await this.ask("readonly", (shelf) => shelf.getAllKeys())) ?? [];
  get = (name) => this.ask("readonly", (shelf) => shelf.get(name));
  put = (name, value) => this.ask("readwrite", (shelf) => shelf.put(value, name));
  remove = (name) => this.ask("readwrite", (shelf) => shelf.delete(name));

  async removeAllBut(names) {
    for (const name of await this.names()) if (!names.includes(name)) await this.remove(name);
  }
}

// What went wrong, for the page: code is "fetch", "memory", "unsupported" or "broken".
function failure(code, message) {
  return Object.assign(new Error(message), { code });
}

// A part is a script, LivePython.part("NAME","..."); whose string holds bytes. Only the four
// that a string literal cannot hold are escaped, so that the same file serves fetch() and <script>.
const BACKSLASH = 92;
const ESCAPED = new Map([
  [110, 10],
  [114, 13],
  [34, 34],
  [92, 92],
]); // n, r, quote, backslash

function bytesOfScript(script, name) {
  const from = `LivePython.part("${name}","`.length;
  const to = script.lastIndexOf(34);
  const bytes = new Uint8Array(to - from);
  let size = 0;
  for (let at = from; at < to; at++) {
    const byte = script[at];
    bytes[size++] = byte === BACKSLASH ? ESCAPED.get(script[++at]) : byte;
  }
  return bytes.subarray(0, size);
}

// Kept parts may have been damaged, or written by another page of this origin. Browsers compute
// digests on https and localhost only; elsewhere the length is all that is compared here, and the
// checksum that ends each archive is what finds damage.
async function isWhole(part, { size, sha256 }) {
  if (part.length !== size) return false;
  if (!globalThis.crypto?.subtle) return true;
  const digest = new Uint8Array(await crypto.subtle.digest("SHA-256", part));
  return [...digest]
    .map((byte) => byte.toString(16).padStart(2, "0"))
    .join("")
    .startsWith(sha256);
}

// Where parts come from: the store, the network, or (from file://) the page, which loads scripts.
class Parts {
  constructor({ base, files, store, askPage, onprogress }) {
    Object.assign(this, { base, store, askPage, onprogress });
    this.files = new Map(files.map((file) => [file.name, file]));
    this.loaded = new Map();
    this.waiting = new Map();
  }

  progress(name, bytes) {
    this.loaded.set(name, bytes);
    this.onprogress([...this.loaded.values()].reduce((sum, n) => sum + n, 0));
  }

  // Whoever waits for a part gets it; after that nobody keeps it in memory.
  get(name) {
    if (!this.waiting.has(name)) {
      const part = this.load(name).finally(() => this.waiting.delete(name));
      part.catch((error) => {
        this.failure ??= error;
      }); // streams do not pass it on as it is
      this.waiting.set(name, part);
    }
    return this.waiting.get(name);
  }

  async load(name) {
    const file = this.files.get(name);
    const kept = this.askPage ? undefined : await this.store.get(name);
    if (kept) {
      const part = new Uint8Array(await kept.arrayBuffer());
      if (await isWhole(part, file)) return this.have(name, part);
      await this.store.remove(name); // and fetch it anew
    }
    const part = await this.bring(name);
    if (!(await isWhole(part, file))) {
      throw failure("broken", `${name} is not what was shipped (${part.length} bytes)`);
    }
    if (!this.askPage) await this.store.put(name, new Blob([part]));
    return this.have(name, part);
  }

  have(name, part) {
    this.progress(name, this.files.get(name).bytes);
    return part;
  }

  async bring(name) {
    if (this.askPage) return this.askPage(name);
    let answer = await this.ask(name, "force-cache");
    if (!answer.ok) answer = await this.ask(name, "reload"); // a refusal may have been cached
    if (!answer.ok) throw failure("fetch", `${name}: the server answers ${answer.status}`);
    const pieces = [];
    let size = 0;
    const reader = answer.body.getReader();
    for (;;) {
      const { done, value } = await reader.read().catch((error) => {
        throw failure("fetch", `${name}: ${error.message}`);
      });
      if (done) break;
      pieces.push(value);
      size += value.length;
      this.progress(name, size);
    }
    return bytesOfScript(joined(pieces, size), name);
  }

  async ask(name, cache) {
    try {
      return await fetch(this.base + name, { cache });
    } catch (error) {
      throw failure("fetch", `${name}: ${error.message}`);
    }
  }

  // The parts one behind the other, some of them ahead, unpacked.
  unpacked(names, type) {
    const ahead = 3;
    let next = 0;
    const source = new ReadableStream(
      {
        pull: async (stream) => {
          if (next === names.length) return stream.close();
          for (const name of names.slice(next, next + ahead)) this.get(name).catch(() => {});
          stream.enqueue(await this.get(names[next++]));
        },
      },
      { highWaterMark: 1 },
    );
    const unzipped = source.pipeThrough(new DecompressionStream("gzip"));
    return new Response(unzipped, { headers: { "content-type": type } });
  }
}

function joined(pieces, size) {
  const whole = new Uint8Array(size);
  let at = 0;
  for (const piece of pieces) {
    whole.set(piece, at);
    at += piece.length;
  }
  return whole;
}
