import assert from "node:assert/strict";
import test from "node:test";
import { load } from "./load.mjs";

const { bookFinder } = load(["search-find.js"]);
const index = {
  pages: [
    ["roc.html", "ROC 曲线与 AUC"],
    ["errata.html", "勘误"],
    ["which.html", "Which test?"],
    ["mcnemar.html", "McNemar's test in use"],
  ],
  sections: [
    [0, "auc", "AUC 的计算", "AUC 是 ROC 曲线下的面积。"],
    [1, "e51", "例 2.2 的得分是什么", "得分是什么？这里的是什么没有说清。"],
    [2, "which", "Which test?", "A flow chart."],
    [3, "use", "McNemar's test in use", "Use this test; use it when a test is what you use."],
    [3, "delong", "Two AUCs on one test set", "How far two AUCs differ. Calibrated or not."],
    [3, "references", "References", "AUCs, AUCs and calibration; AUCs and splitting.", 1],
  ],
  terms: [["召回率", 0, "auc", "查全率"]],
  questions: [["compare many/several classifiers/models", 2, "which"]],
};
const { find } = bookFinder(index);
const first = (query) => find(query).hits[0]?.section.anchor;

for (const query of ["AUC是什么", "什么是AUC", "AUC怎么算", "AUC 是什么？", "auc"]) {
  test(`a Latin word beside Chinese is found: ${query}`, () => {
    assert.equal(first(query), "auc");
  });
}

test("a question of the table leads to its page, in any order of words", () => {
  assert.equal(first("how to compare many classifiers"), "which");
  assert.equal(first("many classifiers: compare?"), "which");
});

test("a question may be asked in other words that its row names", () => {
  assert.equal(first("comparing several models"), "which");
  assert.notEqual(first("comparing models"), "which");
});

test("forms of a word are one, short words too, and lessons come before references", () => {
  for (const query of ["two AUC", "two AUCs", "calibrate", "calibrating"])
    assert.equal(first(query), "delong", query);
});

test("British and American spelling are one, and so is an adverb with its adjective", () => {
  const known = { ...index, questions: [["normalize before/significant", 2, "which"]] };
  const { find: ask } = bookFinder(known);
  for (const query of ["normalise before", "normalizing before", "normalize significantly"])
    assert.equal(ask(query).hits[0]?.section.anchor, "which", query);
});

test("a word that the book does not have is named, and the rest is found", () => {
  const { hits, missing } = find("conformal AUC");
  assert.deepEqual([...missing], ["conformal"]);
  assert.equal(hits[0].at, "auc");
  assert.deepEqual([...find("电冰箱的面积").missing], ["电冰箱"]);
  assert.deepEqual([...find("什么是面积意力机制").missing], ["面积意力机制"]);
  assert.deepEqual([...find("KS of the AUC").missing], ["ks"]);
  assert.deepEqual([...find("what is the AUC").missing], []);
});

test("signs in a question are text", () => {
  for (const query of ["$&", "$1 AUC", "(", "\\", "*"]) assert.ok(find(query).hits);
});

test("a synonym says what the book calls it", () => {
  const { hits, synonyms } = find("召回率");
  assert.equal(hits[0].at, "auc");
  assert.deepEqual(JSON.parse(JSON.stringify(synonyms)), [["查全率", "召回率"]]);
});

test("a letter too many is mended, a word that stands nowhere is left out", () => {
  assert.equal(first("McNemarr zzzzzz"), "use");
  assert.deepEqual([...find("zzzzzz").hits], []);
});
