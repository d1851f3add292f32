/* What LivePython promises (mlevalkit_book/live/runtime/README.md), with a worker that only plays
   Python: the page's half of the contract, without the package and without a browser. */
import assert from "node:assert/strict";
import test from "node:test";
import { load } from "./load.mjs";

const MANIFEST = { bytes: 9, files: [{ name: "a.js" }], versions: { Python: "3" }, key: "k" };
const OK = { status: "ok", error: null, ms: 1 };

/** LivePython, the messages that its workers got, and how they answer by name of the request. */
const setUp = (answers = {}, options = {}) => {
  const self = {};
  const workers = [];
  const revoked = [];
  class FakeWorker {
    constructor() {
      this.got = [];
      workers.push(this);
    }
    async postMessage(message) {
      this.got.push(message);
      const name = message.question?.op ?? message.op;
      const tell = (data) => this.onmessage?.({ data });
      const usual = { start: { versions: MANIFEST.versions, module: "compiled", warmed: [] } };
      const answer = answers[name] ?? (() => usual[name] ?? OK);
      try {
        tell({ id: message.id, done: await answer(message, tell, this) });
      } catch (failed) {
        tell({ id: message.id, failed });
      }
    }
    terminate() {
      this.onmessage = null;
    }
  }
  const addresses = { createObjectURL: () => `blob:${addresses.made++}`, made: 0 };
  addresses.revokeObjectURL = (address) => revoked.push(address);
  load(["runtime/store.js", "runtime/runtime.js"], {
    MANIFEST,
    self,
    liveWorker: () => {},
    Worker: FakeWorker,
    URL: Object.assign(URL, addresses),
    Blob,
    WebAssembly: { validate: () => true },
    DecompressionStream: class {},
    navigator: {},
    document: { baseURI: "http://book/page.html" },
  });
  const python = new self.LivePython({ base: "python", ...options });
  const asked = () => workers.flatMap(({ got }) => got.map((m) => m.question?.op ?? m.op));
  return { python, workers, revoked, asked, LivePython: self.LivePython };
};

/** An answer that comes when it is asked for. */
const later = () => {
  let give;
  const promise = new Promise((done) => {
    give = done;
  });
  return { answer: () => promise, give };
};
const turns = () => new Promise((done) => setTimeout(done, 5));

test("cells run in the order of their calls, each with its own output", async () => {
  const heard = [];
  const run = ({ question, id }, tell) => {
    tell({ id, output: { type: "stream", name: "stdout", text: question.code } });
    return OK;
  };
  const { python, asked } = setUp({ run });
  const hear = (name) => ({ onoutput: ({ text }) => heard.push([name, text]) });
  await Promise.all([python.run("1", hear("first")), python.run("2", hear("second"))]);
  assert.deepEqual(heard, [
    ["first", "1"],
    ["second", "2"],
  ]);
  assert.deepEqual(asked(), ["start", "run", "run"]);
  assert.equal(python.state, "ready");
});

test("a start is made once; its phases and states are told", async () => {
  const said = [];
  const start = (_message, tell) => {
    tell({ progress: { phase: "fetch", loaded: 4, total: 9 } });
    return { versions: MANIFEST.versions, module: "compiled", warmed: [] };
  };
  const onprogress = ({ phase }) => said.push(phase);
  const { python, asked } = setUp({ start }, { onprogress, onstate: (state) => said.push(state) });
  const [first, second] = await Promise.all([python.start(), python.start()]);
  assert.equal(first, second);
  assert.deepEqual(first.versions, MANIFEST.versions);
  assert.deepEqual(said, ["starting", "fetch", "ready"]);
  assert.deepEqual(asked(), ["start"]);
});

test("a start that fails says why, and can be tried again", async () => {
  let fails = true;
  const start = () => {
    if (fails) throw { code: "fetch", message: "a.js: 404" };
    return { versions: {}, module: null, warmed: [] };
  };
  const { python } = setUp({ start });
  await assert.rejects(python.start(), { code: "fetch" });
  assert.equal(python.state, "off");
  fails = false;
  assert.equal((await python.run("1")).status, "ok");
});

test("stop ends what runs and what waits; the next run starts anew without compiling", async () => {
  const { python, workers } = setUp({ run: later().answer });
  const both = [python.run("while True: pass"), python.run("2")];
  await turns();
  assert.equal(python.state, "running");
  await python.stop();
  assert.deepEqual(
    (await Promise.all(both)).map(({ status }) => status),
    ["stopped", "stopped"],
  );
  assert.equal(python.state, "off");
  await python.start();
  assert.equal(workers.length, 2);
  assert.equal(workers[1].got[0].module, "compiled");
});

test("after a crash the state says so, and the next run starts anew", async () => {
  let crashes = true;
  const run = () => (crashes ? { ...OK, status: "crash", error: { reason: "memory" } } : OK);
  const { python, workers } = setUp({ run });
  assert.equal((await python.run("1")).error.reason, "memory");
  assert.deepEqual([python.state, python.alive], ["crashed", false]);
  crashes = false;
  assert.equal((await python.run("1")).status, "ok");
  assert.equal(workers.length, 2);
});

test("a cell that can be interrupted is, once; nothing that does not run", async () => {
  const cell = later();
  const run = (_message, tell) => {
    tell({ interruptible: true });
    return cell.answer();
  };
  const { python, workers, revoked } = setUp({ run });
  assert.equal(python.interrupt(), false);
  const running = python.run("while True: pass");
  await turns();
  assert.equal(python.interruptible, true);
  assert.equal(python.interrupt(), true);
  const [{ alarm }] = workers[0].got.filter(({ question }) => question?.op === "run");
  assert.deepEqual(revoked.slice(-1), [alarm]);
  assert.equal(python.interrupt(), false);
  cell.give({ ...OK, status: "interrupted" });
  assert.equal((await running).status, "interrupted");
  assert.equal(python.state, "ready");
});

test("files that were put are put again after a stop", async () => {
  const { python, workers } = setUp();
  await python.put("a.csv", "x\n1\n");
  assert.equal(JSON.stringify(await python.list()), '[{"name":"a.csv","size":4}]');
  await python.start();
  await python.restart();
  const put = workers.map(({ got }) => got.filter(({ op }) => op === "put").map((m) => m.name));
  assert.deepEqual(put, [["a.csv"], ["a.csv"]]);
  await python.remove("a.csv");
  await python.stop();
  assert.equal((await python.list()).length, 0);
});

test("imports are made once, and not while a cell runs; the image is kept before the first", async () => {
  const cell = later();
  const { python, asked } = setUp({ run: cell.answer });
  assert.equal(await python.warm("import numpy"), true);
  assert.equal(await python.warm("import numpy"), true);
  const running = python.run("1");
  await turns();
  assert.equal(await python.warm("import scipy"), false);
  cell.give(OK);
  await running;
  await python.run("2");
  assert.deepEqual(asked(), ["start", "warm", "keep", "run", "run"]);
});

test("a start from an image imports nothing of it again", async () => {
  const start = () => ({ versions: {}, module: null, warmed: ["import numpy"] });
  const { python, asked } = setUp({ start });
  assert.equal(await python.warm("import numpy"), true);
  await python.run("1");
  assert.deepEqual(asked(), ["start", "run"]);
});

test("call hands arguments over and gives the value back", async () => {
  const call = ({ question }) => ({ ...OK, value: question.args[0] + 1 });
  const { python } = setUp({ call });
  assert.equal((await python.call("args[0] + 1", { args: [41] })).value, 42);
});
