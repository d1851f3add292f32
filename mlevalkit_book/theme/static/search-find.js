// @ts-check
/* The search. A word that stands nowhere is left out, a term or a synonym leads to its place, and
   so does a question of the table of questions that says as much in other words. */
"use strict";

/**
 * @typedef {[number, string, string, string]} SearchSection page, anchor, heading, text
 * @typedef {[string, number, string, string]} SearchTerm name, section, anchor, what the book says
 * @typedef {{pages: [string, string][], sections: SearchSection[], terms: SearchTerm[],
 *   questions: [string, number, string][]}} SearchIndex
 */

/** @param {SearchIndex} index */
window.bookFinder = ({ pages, sections, terms, questions }) => {
  const HAN = /\p{Script=Han}/u;
  const COMMON = new Set(
    [
      "的 是 在 和 与 了 吗 呢 什么 怎么 怎样 么样 如何 为什 哪个 哪些 一个 可以 应该 么用 么算 是什",
      "the a an of to in is are and or for how what why when do does i it be with on which choose",
      "should can my use",
    ].flatMap((line) => line.split(" ")),
  );
  const fold = (text) =>
    text
      .normalize("NFKC")
      .toLowerCase()
      .replace(/\s*×\s*/g, "x")
      .replace(/\^/g, "")
      .replace(/[’‘]/g, "'")
      .replace(/[‐‑–−]/g, "-");
  const squeeze = (text) => fold(text).replace(/[\s"“”()（）?？!！,，。、:：]+/g, "");
  const stem = (word) =>
    word.length > 4
      ? word.replace(/(?:ies|es|s|ing|ed)$/, (end) => (end === "ies" ? "y" : ""))
      : word;

  /* Latin words, and pairs of Chinese characters: Chinese needs no dictionary that way. A Latin
     word ends where Chinese begins, as in "AUC是什么". */
  const RUN = /\p{Script=Han}+|(?:(?!\p{Script=Han})[\p{Letter}\p{Number}_.+'])+/gu;
  const latin = (run) => [stem(run.replace(/^[.']+|[.'+]+$/g, ""))].filter(Boolean);
  const pairs = (run) => (run.length === 1 ? [run] : [...run].slice(1).map((c, i) => run[i] + c));
  const cut = (text) =>
    (fold(text).match(RUN) ?? []).flatMap((run) => (HAN.test(run) ? pairs(run) : latin(run)));

  const count = (tokens) => tokens.reduce((m, t) => m.set(t, (m.get(t) ?? 0) + 1), new Map());
  const read = sections.map(([page, anchor, heading, text]) => ({
    page,
    anchor,
    heading,
    text,
    title: pages[page][1],
    head: count(cut(heading)),
    own: count(cut(pages[page][1])),
    body: count(cut(text)),
    size: text.length,
  }));
  const holders = new Map();
  read.forEach((s) =>
    new Set([...s.head.keys(), ...s.body.keys()]).forEach((t) =>
      holders.set(t, (holders.get(t) ?? 0) + 1),
    ),
  );
  const rarity = (t) => Math.log(1 + read.length / (1 + (holders.get(t) ?? 0)));
  const names = terms
    .map(([name, section, anchor, term]) => ({ name, section, anchor, term, key: squeeze(name) }))
    .filter((t) => t.key);

  const known = questions.map(([text, section, anchor]) => ({
    section,
    anchor,
    tokens: [...new Set(cut(text))],
  }));

  /* The questions whose words the reader says all, with their share of what he says. */
  const questionsIn = (query) => {
    const said = new Set(cut(query));
    return known
      .filter(({ tokens }) => tokens.every((t) => said.has(t)))
      .map((question) => ({ ...question, share: question.tokens.length / said.size }));
  };

  /* One letter too many, missing, wrong, or two swapped. */
  const near = (a, b) => {
    if (Math.abs(a.length - b.length) > 1) return false;
    let i = 0;
    while (i < a.length && a[i] === b[i]) i += 1;
    const [x, y] = [a.slice(i), b.slice(i)];
    return (
      x.slice(1) === y.slice(1) ||
      x === y.slice(1) ||
      x.slice(1) === y ||
      (x[0] === y[1] && x[1] === y[0] && x.slice(2) === y.slice(2))
    );
  };
  const mended = (token) => {
    if (holders.has(token) || HAN.test(token) || token.length < 5) return token;
    const same = [...holders.keys()].filter(
      (t) => near(t, token) || (t.length > token.length && t.startsWith(token)),
    );
    return same.sort((a, b) => holders.get(b) - holders.get(a))[0] ?? token;
  };

  /* Terms inside the question, longest first; what one covers is not looked at again. */
  const termsIn = (query) => {
    let rest = squeeze(query);
    const whole = rest.length;
    const padded = ` ${fold(query).replace(/[^\p{Letter}\p{Number}+.'-]+/gu, " ")} `;
    const says = (t) =>
      rest.includes(t.key) &&
      (HAN.test(t.key) ||
        t.key === squeeze(query) ||
        padded.includes(` ${fold(t.name)} `) ||
        padded.includes(` ${fold(t.name)}s `));
    const found = [];
    for (const t of [...names].sort((a, b) => b.key.length - a.key.length)) {
      if (found.some((f) => f.key === t.key))
        found.push({ ...t, share: found.find((f) => f.key === t.key).share });
      else if (says(t)) {
        found.push({ ...t, share: t.key.length / whole });
        rest = rest.replace(t.key, " ");
      }
    }
    return found;
  };

  const find = (query) => {
    const inside = termsIn(query);
    const synonyms = [
      ...new Map(inside.filter((t) => t.term).map((t) => [t.term, t.name])).entries(),
    ];
    const asked = [query, ...synonyms.map(([term]) => term)]
      .flatMap(cut)
      .filter((t) => !COMMON.has(t));
    /** @type {Map<string, string>} a word that stands somewhere, and the word that was typed */
    const tokens = new Map();
    for (const t of new Set(asked)) if (holders.has(mended(t))) tokens.set(mended(t), t);
    const scores = new Map();
    const add = (s, value, at) => {
      const entry = scores.get(s) ?? { section: s, score: 0, at: s.anchor };
      entry.score += value;
      if (at) entry.at = at;
      scores.set(s, entry);
    };
    const phrase = squeeze(query);
    for (const s of read) {
      let score = 0;
      for (const t of tokens.keys()) {
        const times = s.body.get(t) ?? 0;
        score +=
          rarity(t) *
          ((2.2 * times) / (times + 1.2 * (0.5 + s.size / 1600)) +
            2.5 * Math.min(1, s.head.get(t) ?? 0) +
            1.2 * Math.min(1, s.own.get(t) ?? 0));
      }
      if (!score) continue;
      if (phrase.length > 1 && squeeze(s.heading) === phrase) score += 12;
      else if (phrase.length > 1 && squeeze(s.text).includes(phrase)) score += 3;
      add(s, score);
    }
    inside.forEach((t) => add(read[t.section], 40 * t.share, t.anchor));
    questionsIn(query).forEach((q) => add(read[q.section], 30 + 40 * q.share, q.anchor));
    const changed = [...tokens].filter(([to, from]) => to !== from).map(([to]) => to);
    return {
      hits: [...scores.values()].sort((a, b) => b.score - a.score).slice(0, 20),
      tokens: [...tokens.keys(), ...inside.map((t) => t.key)],
      changed,
      synonyms,
    };
  };
  return { find, read, rarity, squeeze };
};
