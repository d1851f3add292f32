/* Two settings for Sphinx's search, read before it. */
"use strict";

/* The index holds words, a Chinese query has no spaces: cut it into the longest words that the index knows. */
var splitQuery = (query) =>
  query.split(/[^\p{Letter}\p{Number}_]+/u).flatMap((chunk) =>
    (chunk.match(/\p{Script=Han}+|[^\p{Script=Han}]+/gu) || []).flatMap((run) =>
      /\p{Script=Han}/u.test(run) ? cutChinese(run) : [run]));

function cutChinese(text) {
  const known = (word) => word in Search._index.terms || word in Search._index.titleterms;
  const words = [];
  for (let start = 0; start < text.length; ) {
    let end = Math.min(text.length, start + 12);
    while (end > start + 1 && !known(text.slice(start, end))) end -= 1;
    if (end > start + 1) words.push(text.slice(start, end));
    start = end;
  }
  return words.length ? words : [text];
}

/* The reader's own edition comes first. */
var Scorer = {
  score: ([docname, , , , score]) =>
    score + (docname.startsWith(`book/${document.documentElement.lang.slice(0, 2)}/`) ? 1000 : 0),
  objNameMatch: 11, objPartialMatch: 6, objPrio: { 0: 15, 1: 5, 2: -5 }, objPrioDefault: 0,
  title: 15, partialTitle: 7, term: 5, partialTerm: 2,
};
