// The interpreter in its worker. One request after the other; pack.py bundles this file behind
// files.js, wasi.js, wasi_calls.js and store.js into one function.

const STDOUT = 1;
const STDERR = 2;
const PAGE = 100; // Python writes one JSON text per line here, see python/_live/page.py
const ALARM = 101; // Python writes here to ask whether it is to stop: an error says yes
const MOST_SHOWN = 500_000; // printed characters of one request
const HOME = "/home/reader";
const ENVIRONMENT = {
  HOME,
  PWD: HOME,
  TMPDIR: "/tmp",
  PYTHONTZPATH: "",
  NO_COLOR: "1",
  MPLBACKEND: "module://_live.backend",
  MPLCONFIGDIR: "/tmp/matplotlib",
  JOBLIB_MULTIPROCESSING: "0",
  OMP_NUM_THREADS: "1",
};

const root = new Folder();
const home = root.folder(["home", "reader"]);
let host = null;
let program = null;
let started = false;
let running = null; // the number of the request
let printed = 0;
let said = "";
let decoders = {};
let told = [];
let result = null;

const post = (message, transfer = []) => self.postMessage(message, transfer);
const output = (message) => post({ id: running, output: message });

function print(name, bytes) {
  decoders[name] ??= new TextDecoder();
  const text = decoders[name].decode(bytes, { stream: true });
  const shown = text.slice(0, Math.max(0, MOST_SHOWN - printed));
  printed += text.length;
  if (!started) said += text; // why a start fails
  if (shown) output({ type: "stream", name, text: shown });
}

function tell(bytes) {
  told.push(bytes);
  if (bytes.at(-1) !== 10) return;
  const size = told.reduce((sum, piece) => sum + piece.length, 0);
  const message = JSON.parse(new TextDecoder().decode(joined(told, size)));
  told = [];
  if (message.type === "result") result = message;
  else output(message);
}

// ---- start

let page = null; // answers of the page to askPage
function askPage(name) {
  return new Promise((resolve, reject) => {
    page.set(name, { resolve, reject });
    post({ need: name });
  });
}

let parts = null;
let manifest = null;
async function prepare(options) {
  if (parts) return;
  manifest = options.manifest;
  const fromPage = options.base.startsWith("file:");
  page = new Map();
  const store = fromPage ? null : await Store.open("live-python");
  parts = new Parts({
    base: options.base,
    files: manifest.files,
    store,
    askPage: fromPage ? askPage : null,
    onprogress: (loaded) => {
      progress("fetch", loaded);
      if (loaded === manifest.bytes) progress("compile"); // what is left of it
    },
  });
}

const progress = (phase, loaded = 0) =>
  post({ progress: { phase, loaded, total: manifest.bytes } });

// What a start needs before Python itself runs: the compiled module, and the library's files.
let loaded = null;
function load(options) {
  loaded ??= bring(options).catch((error) => {
    loaded = null;
    const why = parts?.failure ?? error;
    parts = null;
    throw why;
  });
  return loaded;
}

async function bring(options) {
  await prepare(options);
  const { python, library, kit } = manifest.archives;
  const module = options.module ?? compile(python);
  // The module is compiled in other threads meanwhile.
  if (!(await useKept(library))) unpacked = await bringArchive(library);
  await bringArchive(kit);
  const compiled = await module;
  root.folder(["tmp"]);
  root.put("dev/null", new Sink());
  const names = manifest.files.map(({ name }) => name);
  const kept = [keptName(library), keptName(python), ...LANGUAGES.map(imageName)];
  await parts.store?.removeAllBut([...names, ...kept]);
  return compiled;
}

async function bringArchive(names) {
  const answer = parts.unpacked(names, "application/octet-stream");
  const bytes = new Uint8Array(await answer.arrayBuffer());
  unpack(bytes, root);
  return bytes;
}

// ---- interpreter and library as they are once unpacked, kept for later starts

const keptName = ([first]) => `unpacked-${first}`;
let unpacked = null; // the library, until it is kept

async function compile(names) {
  const kept = await parts.store?.get(keptName(names));
  if (kept) {
    try {
      const module = await WebAssembly.compile(await kept.arrayBuffer());
      for (const name of names) parts.have(name, null);
      return module;
    } catch {
      await parts.store.remove(keptName(names));
    }
  }
  return WebAssembly.compileStreaming(parts.unpacked(names, "application/wasm"));
}

// Later starts read of the library what they need.

// False if it is not there, or cannot be used.
async function useKept(names) {
  const kept = await parts.store?.get(keptName(names));
  if (!kept) return false;
  try {
    await unpackKept(kept, root);
  } catch {
    await parts.store.remove(keptName(names));
    return false;
  }
  for (const name of names) parts.have(name, null);
  return true;
}

// The interpreter has to be unpacked once more for that: not in a first start, whose reader waits.
async function keepUnpacked() {
  const { python, library } = manifest.archives;
  if (!unpacked) return keepModule(keptName(python), python);
  const bytes = unpacked;
  unpacked = null;
  return parts.store.put(keptName(library), new Blob([bytes]));
}

async function keepModule(name, names) {
  if ((await parts.store.names()).includes(name)) return;
  await parts.store.put(name, await parts.unpacked(names, "application/wasm").blob());
}

async function start(options) {
  await prepare(options);
  const reading = openImage(options.language).catch(() => null); // while the module is compiled
  const compiled = await load(options);
  const image = await reading;
  let warmed = [];
  try {
    warmed = await begin(compiled, options, image);
  } catch (error) {
    if (unpacked && !image) throw error;
    await forget(options.language);
    await begin(compiled, options, null);
  }
  started = true;
  progress("ready");
  return { versions: manifest.versions, module: options.module ? null : compiled, warmed };
}

async function openImage(language) {
  const image = await parts.store?.get(imageName(language));
  return image && { ...image, memory: new Uint8Array(await image.memory.arrayBuffer()) };
}

// What was kept beside the parts cannot be used.
async function forget(language) {
  const { library } = manifest.archives;
  await parts.store.remove(imageName(language));
  await parts.store.remove(keptName(library));
  unpacked = await bringArchive(library);
}

// With an image Python goes on from where it was; return the modules that it has imported.
async function begin(compiled, options, image) {
  host = new WasiHost({
    root,
    args: ["python"],
    env: { ...ENVIRONMENT, LIVE_LANGUAGE: options.language },
    devices: {
      [STDOUT]: (b) => print("stdout", b),
      [STDERR]: (b) => print("stderr", b),
      [PAGE]: tell,
      [ALARM]: () => rings() && refuse("notsup"),
    },
  });
  const imports = { wasi_snapshot_preview1: host.imports(), host: { call: () => -1 } };
  const instance = await WebAssembly.instantiate(compiled, imports);
  const { memory } = instance.exports;
  host.attach(memory);
  program = instance.exports;
  progress("import");
  if (image) {
    memory.grow((image.memory.length - memory.buffer.byteLength) / WASM_PAGE);
    new Uint8Array(memory.buffer).set(image.memory);
    host.reopen(image.files);
  } else {
    program._initialize();
    turn(`__import__("sys").path.insert(0, "${manifest.kit_path}"); __import__("_live")`);
  }
  const answer = ask({ op: image ? "resume" : "start", setup: options.setup });
  if (answer.status !== "ok") throw failure("broken", answer.error.traceback || answer.error.last);
  return image?.warmed ?? [];
}

// ---- an image of the interpreter, for the next start: its memory and its open files are all
// that it is between two requests. Messages have the language of the page, so each has its own.

const LANGUAGES = ["en", "zh"];
const WASM_PAGE = 65_536;
const imageName = (language) => ["image", language, manifest.key].join("-");

async function keep({ language, warmed }) {
  const files = host.openFiles;
  if (!parts.store?.base || !files) return;
  const memory = new Blob([program.memory.buffer]);
  await parts.store.put(imageName(language), { memory, files, warmed });
  await keepUnpacked();
}

// ---- the alarm: a blob that is there until the page takes it back. Reading it is the one question
// that a busy worker can put to its page.

let alarm = null;
let canRing = null; // whether such a blob can be read here at all: not from file://

function rings() {
  if (!alarm) return false;
  const asked = new XMLHttpRequest();
  try {
    asked.open("GET", alarm, false);
    asked.send();
    return asked.status !== 200;
  } catch {
    return true;
  }
}

function setAlarm(address) {
  alarm = canRing === false ? null : address;
  canRing ??= alarm ? !rings() : null;
  if (!canRing) alarm = null;
  if (address) post({ interruptible: Boolean(alarm) });
}

// ---- requests

function turn(code) {
  const bytes = new TextEncoder().encode(code);
  const at = program.host_alloc(bytes.length) >>> 0;
  new Uint8Array(program.memory.buffer, at, bytes.length).set(bytes);
  return program.turn(at, bytes.length);
}

// Why the interpreter ended.
function reason(error) {
  if (error instanceof Exit) return "exit";
  if (/call stack|too much recursion/i.test(error.message)) return "stack";
  const full = program.memory.buffer.byteLength > 3.5 * 2 ** 30;
  return full || (/memory/i.test(error.message) && !/out of bounds/.test(error.message))
    ? "memory"
    : "unknown";
}

function ask(question) {
  printed = 0;
  decoders = {};
  result = null;
  const began = performance.now();
  try {
    // A JSON string is a Python string, and no name is left behind in __main__.
    turn(`__import__("_live").answer(${JSON.stringify(JSON.stringify(question))})`);
    if (!result) throw new Error("no answer");
  } catch (error) {
    const last = String(error.message);
    result = {
      status: "crash",
      error: { ename: "Crash", evalue: last, last, traceback: "", reason: reason(error) },
    };
    program = null;
  }
  if (printed > MOST_SHOWN) output({ type: "truncated", shown: MOST_SHOWN, total: printed });
  const { status, error = null, value } = result;
  return {
    status,
    error,
    value,
    ms: performance.now() - began,
    memory: program?.memory.buffer.byteLength,
  };
}

const REQUESTS = {
  load: async (options) => void (await load(options)),
  start,
  keep,
  ask: (asked) => {
    setAlarm(asked.alarm ?? null);
    return ask(asked.question);
  },
  put: ({ name, bytes }) => void home.put(name, new File(bytes)),
  get: ({ name }) => new Map(home.files()).get(name)?.bytes().slice() ?? null,
  list: () => [...home.files()].map(([name, file]) => ({ name, size: file.size })),
  remove: ({ name }) => home.remove(name),
};

self.onmessage = async ({ data }) => {
  if (data.part) {
    const { resolve, reject } = page.get(data.part);
    return data.bytes
      ? resolve(data.bytes)
      : reject(failure("fetch", `${data.part} cannot be read`));
  }
  running = data.id;
  try {
    post({ id: data.id, done: await REQUESTS[data.op](data) });
  } catch (error) {
    const code = error.code ?? (/memory|allocation/i.test(error.message) ? "memory" : "broken");
    post({
      id: data.id,
      failed: { code: String(code), message: `${error.message ?? error} ${said}`.trim() },
    });
  }
};
