// Python for the page: see README.md, "To the page". pack.py puts MANIFEST and the worker in front.

// A function type with an exnref parameter: the form of exceptions that the interpreter uses.
const WITH_EXCEPTIONS = Uint8Array.of(0, 97, 115, 109, 1, 0, 0, 0, 1, 5, 1, 96, 1, 105, 0);
const loading = new Map(); // parts that scripts bring, from file://
const words = (name) => new Error(`LivePython: ${name}`);

class LivePython {
  static manifest = MANIFEST;

  static supported() {
    if (typeof Worker !== "function" || typeof WebAssembly !== "object") return "worker";
    if (typeof DecompressionStream !== "function") return "decompression";
    if (!WebAssembly.validate(WITH_EXCEPTIONS)) return "wasm-exceptions";
    if (navigator.deviceMemory < 2) return "memory"; // gigabytes; not every browser tells
    return null;
  }

  // Called by the parts when they are loaded as scripts: each character is a byte.
  static part(name, text) {
    const bytes = new Uint8Array(text.length);
    for (let i = 0; i < text.length; i++) bytes[i] = text.charCodeAt(i) & 255;
    loading.get(name)?.(bytes);
  }

  #options;
  #worker = null;
  #waiting = new Map();
  #requests = 0;
  #queue = Promise.resolve();
  #started = null;
  #module = null; // compiled once, also for the interpreter after a stop
  #files = new Map();
  #state = "off";
  #life = 0; // how often it was stopped

  constructor({ base, language = "en", setup = "", onprogress = () => {}, onstate = () => {} }) {
    const folder = new URL(base.endsWith("/") ? base : `${base}/`, document.baseURI).href;
    this.#options = { base: folder, language, setup, onprogress, onstate };
  }

  get state() {
    return this.#state;
  }

  get alive() {
    return this.#state === "ready" || this.#state === "running";
  }

  #become(state) {
    if (state === this.#state) return;
    this.#state = state;
    this.#options.onstate(state);
  }

  async size() {
    const { bytes, files } = MANIFEST;
    if (this.#options.base.startsWith("file:")) return { bytes, kept: true };
    const names = await (await Store.open("live-python")).names();
    return { bytes, kept: files.every(({ name }) => names.includes(name)) };
  }

  // ---- the worker

  #send(message, onoutput = null) {
    if (!this.#worker) this.#hire();
    const id = ++this.#requests;
    return new Promise((resolve, reject) => {
      this.#waiting.set(id, { resolve, reject, onoutput });
      this.#worker.postMessage({ ...message, id });
    });
  }

  #hire() {
    const source = new Blob([`(${liveWorker})()`], { type: "text/javascript" });
    const url = URL.createObjectURL(source);
    const worker = new Worker(url);
    this.#worker = worker;
    worker.onmessage = ({ data }) => worker === this.#worker && this.#hear(data);
    worker.onerror = (event) => worker === this.#worker && this.#fail("broken", event.message);
  }

  #hear(data) {
    if (data.progress) return this.#options.onprogress(data.progress);
    if (data.need) return this.#bring(data.need);
    const { resolve, reject, onoutput } = this.#waiting.get(data.id);
    if (data.output) return onoutput?.(data.output);
    this.#waiting.delete(data.id);
    if (data.failed) return reject(Object.assign(words(data.failed.message), { code: data.failed.code }));
    return resolve(data.done);
  }

  #fail(code, message) {
    const waiting = [...this.#waiting.values()];
    this.#dismiss("off");
    for (const { reject } of waiting) reject(Object.assign(words(message), { code }));
  }

  #dismiss(state) {
    this.#worker?.terminate();
    this.#worker = null;
    this.#started = null;
    this.#waiting.clear();
    this.#become(state);
  }

  // From file:// nothing can be fetched, but a script can be loaded. x-user-defined maps each
  // byte to one character.
  async #bring(name) {
    const worker = this.#worker;
    const script = document.createElement("script");
    script.charset = "x-user-defined";
    const bytes = await new Promise((resolve) => {
      loading.set(name, resolve);
      script.onerror = () => resolve(null);
      script.src = this.#options.base + name;
      document.head.append(script);
    });
    loading.delete(name);
    script.remove();
    worker.postMessage({ part: name, bytes }, bytes ? [bytes.buffer] : []);
  }

  // ---- what the page calls

  #request(op) {
    const { base, language, setup } = this.#options;
    return { op, base, language, setup, manifest: MANIFEST, module: this.#module };
  }

  prefetch() {
    return this.#started ?? this.#send(this.#request("fetch"));
  }

  start() {
    this.#started ??= this.#start();
    return this.#started;
  }

  async #start() {
    const reason = LivePython.supported();
    if (reason) throw Object.assign(words(reason), { code: "unsupported" });
    this.#become("starting");
    try {
      const { versions, module } = await this.#send(this.#request("start"));
      this.#module ??= module;
      for (const [name, bytes] of this.#files) await this.#send({ op: "put", name, bytes });
      this.#become("ready");
      return { versions };
    } catch (error) {
      if (error.code !== "stopped") this.#dismiss("off");
      throw error;
    }
  }

  run(code, { onoutput = null, name = null } = {}) {
    return this.#enqueue({ op: "run", code, name }, onoutput);
  }

  call(code, { args = null, onoutput = null } = {}) {
    return this.#enqueue({ op: "call", code, args }, onoutput);
  }

  // One after the other; what still waits when stop() is called is not run.
  #enqueue(question, onoutput) {
    const life = this.#life;
    const stopped = { status: "stopped", error: null, ms: 0 };
    const answer = this.#queue.then(async () => {
      if (life !== this.#life) return stopped;
      try {
        return await this.#ask(question, onoutput);
      } catch (error) {
        if (error.code === "stopped") return stopped;
        throw error;
      }
    });
    this.#queue = answer.catch(() => {});
    return answer;
  }

  async #ask(question, onoutput) {
    await this.start();
    this.#become("running");
    const answer = await this.#send({ op: "ask", question }, onoutput);
    if (answer.status === "crash") this.#dismiss("crashed");
    else this.#become("ready");
    return answer;
  }

  // Imports modules while nothing else is asked for, so that the cells that need them are quick.
  async warm(modules) {
    await this.start();
    for (const module of modules) {
      if (this.#state !== "ready") return;
      await this.#send({ op: "ask", question: { op: "warm", module } });
    }
  }

  async stop() {
    this.#life++;
    const waiting = [...this.#waiting.values()];
    this.#dismiss("off");
    for (const { reject } of waiting) reject(Object.assign(words("stopped"), { code: "stopped" }));
  }

  async restart() {
    await this.stop();
    return this.start();
  }

  // ---- files

  async put(name, data) {
    const bytes = new Uint8Array(await new Blob([data]).arrayBuffer());
    this.#files.set(name, bytes);
    if (this.alive) await this.#send({ op: "put", name, bytes });
  }

  async get(name) {
    if (this.alive) return this.#send({ op: "get", name });
    return this.#files.get(name) ?? null;
  }

  async list() {
    if (this.alive) return this.#send({ op: "list" });
    return [...this.#files].map(([file, bytes]) => ({ name: file, size: bytes.length }));
  }

  async remove(name) {
    const known = this.#files.delete(name);
    return this.alive ? this.#send({ op: "remove", name }) : known;
  }
}

self.LivePython = LivePython;
