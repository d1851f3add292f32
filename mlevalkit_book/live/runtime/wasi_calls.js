// The calls of WASI preview 1, with `this` a WasiHost. Rights are not enforced: all is the reader's.

const seekable = (offset) => (offset < 0n ? refuse("inval") : Number(offset));
const done = () => ERRNO.ok;
const unsupported = () => ERRNO.notsup;

const CALLS = {
  args_get(pointers, at) { this.writeStrings(this.args, pointers, at); },
  args_sizes_get(count, size) { this.writeSizes(this.args, count, size); },
  environ_get(pointers, at) { this.writeStrings(this.env, pointers, at); },
  environ_sizes_get(count, size) { this.writeSizes(this.env, count, size); },

  clock_res_get(clock, at) { this.view.setBigUint64(at, 100_000n, true); },
  clock_time_get(clock, precision, at) { this.view.setBigUint64(at, this.now(clock), true); },
  random_get(at, length) {
    const most = 65536; // per call of the browser
    for (let i = 0; i < length; i += most) {
      const random = crypto.getRandomValues(new Uint8Array(Math.min(most, length - i)));
      this.bytes(at + i, random.length).set(random);
    }
  },
  sched_yield: done,
  proc_exit(code) { throw new Exit(code); },

  fd_advise: done,
  fd_datasync: done,
  fd_sync: done,
  fd_fdstat_set_flags(fd, flags) { this.descriptor(fd).append = Boolean(flags & APPEND); },
  fd_close(fd) {
    if (this.descriptor(fd).device) return; // the ways to the page stay open
    this.open.delete(fd);
  },
  fd_fdstat_get(fd, at) {
    const { device, node, append } = this.descriptor(fd);
    const type = device ? TYPE.device : node instanceof Folder ? TYPE.folder : TYPE.file;
    this.bytes(at, 24).fill(0);
    this.view.setUint8(at, type);
    this.view.setUint16(at + 2, append ? APPEND : 0, true);
    // A device that claims to seek and tell would be a file to the C library.
    const rights = device ? EVERY_RIGHT & ~0b100100n : EVERY_RIGHT;
    this.view.setBigUint64(at + 8, rights, true);
    this.view.setBigUint64(at + 16, rights, true);
  },
  fd_filestat_get(fd, at) { this.writeStat(at, this.descriptor(fd).node); },
  fd_filestat_set_size(fd, size) { this.file(fd).node.resize(seekable(size)); },
  fd_filestat_set_times: done,
  fd_prestat_get(fd, at) {
    const { preopened } = this.descriptor(fd);
    if (preopened === undefined) refuse("badf");
    this.view.setUint32(at, 0, true);
    this.view.setUint32(at + 4, preopened.length, true);
  },
  fd_prestat_dir_name(fd, at, length) {
    const name = new TextEncoder().encode(this.descriptor(fd).preopened ?? refuse("badf"));
    this.bytes(at, length).set(name.subarray(0, length));
  },

  fd_read(fd, vectors, count, at) {
    const open = this.file(fd);
    const read = this.vectors(vectors, count, (piece, before) => open.node.read(piece, open.at + before));
    open.at += read;
    this.view.setUint32(at, read, true);
  },
  fd_pread(fd, vectors, count, offset, at) {
    const { node } = this.file(fd);
    const from = seekable(offset);
    const read = this.vectors(vectors, count, (piece, before) => node.read(piece, from + before));
    this.view.setUint32(at, read, true);
  },
  fd_write(fd, vectors, count, at) {
    const open = this.descriptor(fd);
    if (open.device) {
      const sent = this.vectors(vectors, count, (piece) => (open.device(piece.slice()), piece.length));
      this.view.setUint32(at, sent, true);
      return;
    }
    const { node } = this.file(fd);
    if (open.append) open.at = node.size;
    const written = this.vectors(vectors, count, (piece, before) => node.write(piece, open.at + before));
    open.at += written;
    this.view.setUint32(at, written, true);
  },
  fd_pwrite(fd, vectors, count, offset, at) {
    const { node } = this.file(fd);
    const from = seekable(offset);
    const written = this.vectors(vectors, count, (piece, before) => node.write(piece, from + before));
    this.view.setUint32(at, written, true);
  },
  fd_seek(fd, offset, whence, at) {
    const open = this.file(fd);
    const from = [0, open.at, open.node.size][whence] ?? refuse("inval");
    open.at = seekable(BigInt(from) + offset);
    this.view.setBigUint64(at, BigInt(open.at), true);
  },
  fd_tell(fd, at) { this.view.setBigUint64(at, BigInt(this.file(fd).at), true); },
  fd_readdir(fd, at, length, cookie, used) {
    const entries = [...this.folder(fd).entries];
    const buffer = this.bytes(at, length);
    let filled = 0;
    for (let i = Number(cookie); i < entries.length && filled < length; i++) {
      const [name, node] = entries[i];
      const bytes = new TextEncoder().encode(name);
      const entry = new Uint8Array(24 + bytes.length);
      const view = new DataView(entry.buffer);
      view.setBigUint64(0, BigInt(i + 1), true);
      view.setBigUint64(8, node.inode, true);
      view.setUint32(16, bytes.length, true);
      view.setUint8(20, node instanceof Folder ? TYPE.folder : TYPE.file);
      entry.set(bytes, 24);
      buffer.set(entry.subarray(0, length - filled), filled); // a cut entry says: ask again
      filled += Math.min(entry.length, length - filled);
    }
    this.view.setUint32(used, filled, true);
  },

  path_open(fd, follow, at, length, how, rights, inherited, flags, result) {
    const { parent, name, node } = this.find(fd, at, length);
    if (node && how & OPEN.create && how & OPEN.exclusive) refuse("exist");
    if (!node && !(how & OPEN.create)) refuse("noent");
    if (how & OPEN.folder && !(node instanceof Folder)) refuse(node ? "notdir" : "noent");
    const opened = node ?? new File();
    if (!node) parent.set(name, opened);
    if (how & OPEN.truncate) opened instanceof Folder ? refuse("isdir") : opened.resize(0);
    const number = this.newDescriptor({ node: opened, at: 0, append: Boolean(flags & APPEND) });
    this.view.setUint32(result, number, true);
  },
  path_filestat_get(fd, follow, at, length, result) {
    this.writeStat(result, this.existing(fd, at, length).node);
  },
  path_filestat_set_times(fd, follow, at, length) {
    this.existing(fd, at, length).node.changed = Date.now();
  },
  path_create_directory(fd, at, length) {
    const { parent, name, node } = this.find(fd, at, length);
    if (node) refuse("exist");
    parent.set(name, new Folder());
  },
  path_remove_directory(fd, at, length) {
    const { parent, name, node } = this.existing(fd, at, length);
    if (!(node instanceof Folder)) refuse("notdir");
    if (node.entries.size) refuse("notempty");
    if (!parent) refuse("inval");
    parent.delete(name);
  },
  path_unlink_file(fd, at, length) {
    const { parent, name, node } = this.existing(fd, at, length);
    if (node instanceof Folder) refuse("isdir");
    parent.delete(name);
  },
  path_rename(fd, at, length, toFd, toAt, toLength) {
    const from = this.existing(fd, at, length);
    const to = this.find(toFd, toAt, toLength);
    if (!from.parent || !to.parent) refuse("inval");
    if (to.node === from.node) return;
    if (to.node instanceof Folder) {
      if (!(from.node instanceof Folder)) refuse("isdir");
      if (to.node.entries.size) refuse("notempty");
    } else if (to.node && from.node instanceof Folder) refuse("notdir");
    if (from.node instanceof Folder && holds(from.node, to.parent)) refuse("inval");
    from.parent.delete(from.name);
    to.parent.set(to.name, from.node);
  },
  path_link: unsupported,
  path_symlink: unsupported,
  path_readlink(fd, at, length) {
    this.existing(fd, at, length);
    return ERRNO.inval; // nothing is a link
  },

  // A clock among the subscriptions is waited for; files and the page are always ready.
  poll_oneoff(subscriptions, events, count, at) {
    if (count === 0) refuse("inval");
    const view = this.view;
    const all = Array.from({ length: count }, (_, i) => {
      const from = subscriptions + 48 * i;
      const tag = view.getUint8(from + 8);
      const subscription = { user: view.getBigUint64(from, true), tag };
      if (tag !== 0) return subscription;
      const clock = view.getUint32(from + 16, true);
      const time = view.getBigUint64(from + 24, true);
      const absolute = view.getUint16(from + 40, true) & 1;
      const wait = absolute ? time - this.now(clock) : time;
      return { ...subscription, until: this.now(1) + wait };
    });
    let ready = all.filter(({ tag }) => tag !== 0);
    if (!ready.length) {
      const first = all.reduce((a, b) => (b.until < a.until ? b : a));
      this.sleep(first.until);
      ready = all.filter(({ until }) => until <= first.until);
    }
    for (const [i, { user, tag }] of ready.entries()) {
      const to = events + 32 * i;
      this.bytes(to, 32).fill(0);
      this.view.setBigUint64(to, user, true);
      this.view.setUint8(to + 10, tag);
    }
    this.view.setUint32(at, ready.length, true);
  },

  sock_accept: unsupported,
  sock_recv: unsupported,
  sock_send: unsupported,
  sock_shutdown: unsupported,
};

// Is this folder the other, or above it?
function holds(folder, other) {
  if (folder === other) return true;
  return [...folder.entries.values()].some((node) => node instanceof Folder && holds(node, other));
}
