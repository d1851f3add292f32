// Calls a WasiHost as a program would: through pointers into a memory.
// The runtime's files.js, wasi.js and wasi_calls.js stand in front of this file.

class Guest {
  constructor(devices = {}) {
    this.root = new Folder();
    this.host = new WasiHost({ root: this.root, args: ["python", "-x"], env: { HOME: "/home" }, devices });
    this.memory = new WebAssembly.Memory({ initial: 4 });
    this.host.attach(this.memory);
    this.calls = this.host.imports();
  }

  view = () => new DataView(this.memory.buffer);
  number = (at) => this.view().getUint32(at, true);
  long = (at) => Number(this.view().getBigUint64(at, true));
  bytes = (at, length) => new Uint8Array(this.memory.buffer, at, length);
  text = (at, length) => new TextDecoder().decode(this.bytes(at, length).slice());

  // A string at an address; returns address and length, as most calls want it.
  say(text, at = 1024) {
    const bytes = new TextEncoder().encode(text);
    this.bytes(at, bytes.length).set(bytes);
    return [at, bytes.length];
  }

  open(path, how = 0, flags = 0) {
    const error = this.calls.path_open(3, 0, ...this.say(path), how, 0n, 0n, flags, 64);
    return error ? -error : this.number(64);
  }

  // One vector over the text, or over a place to read into.
  vector(at, length) {
    this.view().setUint32(128, at, true);
    this.view().setUint32(132, length, true);
    return [128, 1];
  }

  write(fd, text) {
    const error = this.calls.fd_write(fd, ...this.vector(...this.say(text)), 64);
    return error ? -error : this.number(64);
  }

  read(fd, length = 100) {
    const error = this.calls.fd_read(fd, ...this.vector(4096, length), 64);
    return error ? -error : this.text(4096, this.number(64));
  }

  seek(fd, offset, whence = 0) {
    const error = this.calls.fd_seek(fd, BigInt(offset), whence, 64);
    return error ? -error : this.long(64);
  }

  names(fd, length = 4096) {
    const found = [];
    for (let cookie = 0n; ; ) {
      this.calls.fd_readdir(fd, 8192, length, cookie, 64);
      const end = 8192 + this.number(64);
      let at = 8192;
      while (at + 24 <= end && at + 24 + this.number(at + 16) <= end) {
        found.push(this.text(at + 24, this.number(at + 16)));
        cookie = this.view().getBigUint64(at, true);
        at += 24 + this.number(at + 16);
      }
      if (end - 8192 < length) return found;
    }
  }

  at = (call, path, ...more) => this.calls[call](3, ...this.say(path), ...more);
}
