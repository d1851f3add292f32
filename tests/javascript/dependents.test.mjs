import assert from "node:assert/strict";
import test from "node:test";
import { load } from "./load.mjs";

const { liveBook } = load(["page/dependents.js"]);
const given = (code) => [...liveBook.namesGiven(code)];

for (const [code, name] of [
  ["score = [1, 2]", "score"],
  ["fpr, tpr, _ = mk.roc_curve(ripe, score)", "tpr"],
  ["score[0] = 3", "score"],
  ["total += 1", "total"],
  ["def auc(a):\n    return a", "auc"],
  ["rows.append(1)", "rows"],
]) {
  test(`gives ${name}: ${code.split("\n")[0]}`, () => assert.ok(given(code).includes(name)));
}

test("a comparison, a keyword and a text give nothing", () => {
  assert.deepEqual(given("a == b"), []);
  assert.deepEqual(given("'x = 1'  # y = 2"), []);
});

test("what uses a changed name is late, and what uses that; the rest is not", () => {
  const codes = ["score = [1]", "other = 3", "best = max(score)", "print(f'{best:.2f}')", "other"];
  const cells = codes.map((text, i) => ({ number: i + 1, editor: { text }, text }));
  assert.deepEqual(
    [...liveBook.dependents(cells, cells[0])].map((cell) => cell.number),
    [3, 4],
  );
});
