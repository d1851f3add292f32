/* Progress of practice: two pages, a file that is none, and a full store lose nothing. */
import assert from "node:assert/strict";
import test from "node:test";
import { load } from "./load.mjs";

const KEY = "mlevalkit:problems";
const record = (right, ...seen) => ({ right, wrong: 0, again: false, seen });

/** A browser's storage, which takes so many characters at most. */
const storage = (most = Infinity) => {
  const held = new Map();
  return {
    held,
    most,
    getItem: (key) => held.get(key) ?? null,
    setItem(key, text) {
      if (text.length > this.most) throw new Error("QuotaExceededError");
      held.set(key, text);
    },
  };
};

/** The progress of a page that has just been opened. */
const opened = (localStorage) => {
  const document = {
    currentScript: { src: "file:///_static/book-problems.js" },
    querySelectorAll: () => [],
  };
  const given = { localStorage, document, URL, addEventListener: () => {} };
  return load(["book-problems.js"], given).bookProblem.progress;
};
const stored = ({ held }) => JSON.parse(held.get(KEY));

test("two pages that are open both keep what was answered there", () => {
  const store = storage();
  const [first, second] = [opened(store), opened(store)];
  first.answered("roc_point", true);
  second.answered("mcnemar", false);
  first.answered("roc_point", true);
  assert.deepEqual(Object.keys(stored(store)).sort(), ["mcnemar", "roc_point"]);
  assert.equal(stored(store).roc_point.right, 2);
});

test("a file that is no progress is refused and changes nothing", () => {
  const store = storage();
  const progress = opened(store);
  progress.answered("auc", true);
  for (const text of ["[]", "{}", "null", "3", '{"auc": []}', '{"auc": {"right": -1}}']) {
    assert.throws(() => progress.take(JSON.parse(text)));
  }
  assert.equal(stored(store).auc.right, 1);
});

test("what is imported is joined with what is here, and twice is not more", () => {
  const progress = opened(storage());
  progress.answered("auc", true);
  progress.saw("auc", 1);
  for (const _ of [1, 2]) progress.take({ auc: record(3, 2), roc: record(1) });
  assert.equal(progress.kinds.auc.right, 3);
  assert.deepEqual([...progress.kinds.auc.seen], [1, 2]);
  assert.equal(progress.kinds.roc.right, 1);
  progress.take(JSON.parse('{"__proto__": {"right": 9, "wrong": 0, "seen": []}}'));
  assert.equal({}.right, undefined);
});

test("a full store is said, and what is here is kept and stored when there is room", () => {
  const store = storage();
  const progress = opened(store);
  progress.answered("auc", true);
  store.most = 0;
  progress.answered("auc", true);
  assert.deepEqual([progress.kept, progress.failed, progress.kinds.auc.right], [false, true, 2]);
  store.most = Infinity;
  progress.answered("roc", true);
  assert.deepEqual([progress.kept, progress.failed, stored(store).auc.right], [true, false, 2]);
});

test("what is stored and cannot be read is put aside", () => {
  const store = storage();
  store.held.set(KEY, '{"auc": "from another version"}');
  opened(store).answered("roc", true);
  assert.equal(store.held.get(`${KEY}:unread`), '{"auc": "from another version"}');
});
