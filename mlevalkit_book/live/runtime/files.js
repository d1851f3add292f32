// @ts-check
// Files in memory: folders are Maps, files are byte arrays that are copied when first written to.

let inodes = 1n;

class File {
  constructor(data = new Uint8Array(0), shared = false) {
    this.data = data;
    this.size = data.length;
    this.shared = shared; // a view of what was loaded: never to be written to
    this.inode = inodes++;
    this.changed = Date.now();
  }

  bytes() {
    return this.data.subarray(0, this.size);
  }

  resize(size) {
    if (this.shared || size > this.data.length) {
      const grown = new Uint8Array(Math.max(size, this.shared ? size : 2 * this.data.length));
      grown.set(this.data.subarray(0, Math.min(this.size, size)));
      this.data = grown;
      this.shared = false;
    } else if (size > this.size) {
      this.data.fill(0, this.size, size);
    }
    this.size = size;
    this.changed = Date.now();
  }

  write(bytes, at) {
    this.resize(Math.max(this.size, at + bytes.length));
    this.data.set(bytes, at);
    return bytes.length;
  }

  read(into, at) {
    const piece = this.data.subarray(at, Math.min(this.size, at + into.length));
    into.set(piece);
    return piece.length;
  }
}

// A piece of what the browser keeps, read when it is first asked for.
class KeptFile extends File {
  constructor(blob, from, size) {
    super();
    this.kept = { blob, from };
    this.size = size;
  }

  load() {
    if (!this.kept) return;
    const { blob, from } = this.kept;
    const piece = blob.slice(from, from + this.size);
    this.data = new Uint8Array(new FileReaderSync().readAsArrayBuffer(piece));
    this.kept = null;
  }

  bytes() {
    this.load();
    return super.bytes();
  }

  resize(size) {
    this.load();
    super.resize(size);
  }

  read(into, at) {
    this.load();
    return super.read(into, at);
  }
}

// What is written here is gone: /dev/null.
class Sink extends File {
  write(bytes) {
    return bytes.length;
  }
}

class Folder {
  constructor() {
    this.entries = new Map();
    this.inode = inodes++;
    this.changed = Date.now();
  }

  // Python looks at a folder's time before it looks for a module there again.
  set(name, node) {
    this.entries.set(name, node);
    this.touch();
  }

  delete(name) {
    this.touch();
    return this.entries.delete(name);
  }

  touch() {
    this.changed = Math.max(Date.now(), this.changed + 1);
  }

  // The folder at a path of names, made where it is missing.
  folder(names) {
    let here = this;
    for (const name of names) {
      if (!here.entries.has(name)) here.set(name, new Folder());
      here = here.entries.get(name);
      if (!(here instanceof Folder)) throw new Error(`${name} is a file, not a folder`);
    }
    return here;
  }

  put(path, file) {
    const names = path.split("/").filter((name) => name && name !== "." && name !== "..");
    const last = names.pop();
    this.folder(names).set(last, file);
  }

  // Takes a file away, and says whether there was one.
  remove(path) {
    const names = path.split("/");
    const last = names.pop();
    let here = this;
    for (const name of names) here = here?.entries?.get(name);
    return here?.entries?.get(last) instanceof File && here.delete(last);
  }

  *files(prefix = "") {
    for (const [name, node] of this.entries) {
      if (node instanceof Folder) yield* node.files(`${prefix}${name}/`);
      else yield [prefix + name, node];
    }
  }
}

// A pack is: the length of the list (4 bytes), the list as JSON [[path, size], ...], the bytes.
function unpack(bytes, into) {
  const start = startOfPack(bytes);
  const list = bytes.subarray(4, start);
  putAll(list, start, into, (at, size) => new File(bytes.subarray(at, at + size), true));
}

// The same of a pack that the browser keeps, of which only the list is read.
async function unpackKept(blob, into) {
  const piece = async (from, to) => new Uint8Array(await blob.slice(from, to).arrayBuffer());
  const start = startOfPack(await piece(0, 4));
  const list = await piece(4, start);
  const end = putAll(list, start, into, (at, size) => new KeptFile(blob, at, size));
  if (end !== blob.size) throw new Error(`a pack of ${blob.size} bytes, not ${end}`);
}

function startOfPack(bytes) {
  return 4 + new DataView(bytes.buffer, bytes.byteOffset).getUint32(0, true);
}

function putAll(list, start, into, fileAt) {
  let at = start;
  for (const [path, size] of JSON.parse(new TextDecoder().decode(list))) {
    into.put(path, fileAt(at, size));
    at += size;
  }
  return at;
}
