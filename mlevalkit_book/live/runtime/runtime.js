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
  #warmed = []; // imports that were executed apart from any cell
  #restored = []; // those that an image brought
  #kept = 0; // how many of them the image for the next start has
  #fresh = true; // no cell has run yet
  #alarm = null; // address of a blob: the cell that runs is interrupted when it is taken back
  #interruptible = false; // whether the worker can hear it: known from its first cell on

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
    if ("interruptible" in data) {
      this.#interruptible = data.interruptible;
      return this.#options.onstate(this.#state);
    }
    const { resolve, reject, onoutput } = this.#waiting.get(data.id);
    if (data.output) return onoutput?.(data.output);
    this.#waiting.delete(data.id);
    if (data.failed)
      return reject(Object.assign(words(data.failed.message), { code: data.failed.code }));
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
    this.#disarm();
    this.#interruptible = false;
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
    return this.#started ?? this.#send(this.#request("load"));
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
      const { versions, module, warmed } = await this.#send(this.#request("start"));
      this.#module ??= module;
      this.#restored = [...warmed];
      this.#warmed = warmed;
      this.#kept = warmed.length;
      this.#fresh = true;
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
    this.keep().catch(() => {});
    this.#fresh = false;
    this.#become("running");
    if (question.op === "run") this.#alarm = URL.createObjectURL(new Blob(["go on"]));
    const answer = await this.#send({ op: "ask", question, alarm: this.#alarm }, onoutput);
    this.#disarm();
    if (answer.status === "crash") this.#dismiss("crashed");
    else this.#become("ready");
    return answer;
  }

  // Pages in both languages may share an interpreter; what it says from now on has this one.
  async speak(language) {
    if (language === this.#options.language) return;
    this.#options.language = language;
    if (this.alive)
      await this.call("from _live import startup; startup.speak(args)", { args: language });
  }

  get interruptible() {
    return Boolean(this.#alarm) && this.#interruptible;
  }

  // Lets the cell that runs end with KeyboardInterrupt, so that variables stay; false if there is
  // none, or if it cannot be.
  interrupt() {
    const can = this.interruptible;
    if (can) this.#disarm();
    return can;
  }

  #disarm() {
    if (this.#alarm) URL.revokeObjectURL(this.#alarm);
    this.#alarm = null;
  }

  get restored() {
    return this.#restored;
  }

  // Executes an import while nothing else is asked for, so that cells that need it are quick;
  // false if something is.
  async warm(statement) {
    await this.start();
    if (this.#warmed.includes(statement)) return true;
    if (this.#state !== "ready") return false;
    this.#warmed.push(statement);
    await this.#send({ op: "ask", question: { op: "warm", statement } });
    return true;
  }

  // The interpreter as it is before its first cell is kept for later starts.
  async keep() {
    if (!this.#fresh || this.#warmed.length === this.#kept) return;
    this.#kept = this.#warmed.length;
    const { language } = this.#options;
    await this.#send({ op: "keep", language, warmed: this.#warmed });
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
