// @ts-check
/* The search. A word that stands nowhere is named and left out, a term or a synonym leads to its
   place, and so does a question of the table of questions that says as much in other words. */
"use strict";

/**
 * @typedef {[number, string, string, string, number]} SearchSection page, anchor, heading, text, and
 *   whether it stands beside the lessons: references, exercises, indexes, what is looked up
 * @typedef {[string, number, string, string]} SearchTerm name, section, anchor, what the book says
 * @typedef {{pages: [string, string][], sections: SearchSection[], terms: SearchTerm[],
 *   questions: [string, number, string][]}} SearchIndex
 */

/** @param {SearchIndex} index */
window.bookFinder = ({ pages, sections, terms, questions }) => {
  const HAN = /\p{Script=Han}/u;
  const COMMON = new Set(
    [
      "的 是 在 和 与 了 吗 呢 我 要 有 能 会 用 做 好 吧 该 才 都 还 把 被 给 请 什么 怎么 怎样 么样 如何 为什",
      "哪个 哪些 一个 可以 应该 么用 么算 是什 多少 几个 是不 不是 能不 有没 没有 为何 哪种 哪里 我的 怎么办 么办",
      "a about all am an and any are as at be been but by can could did do does doing each for from get",
      "had has have how i if in into is it its just like make me mean means much my need no not of on or",
      "our out please say should so some someone tell than that the their them then there these they",
      "thing this to too use used uses using want was we were what when where whether which who why will",
      "with without work would you your choose explain difference between",
    ].flatMap((line) => line.split(" ")),
  );
  const ASIDE = 0.45; // of what a lesson counts
  const fold = (text) =>
    text
      .normalize("NFKC")
      .toLowerCase()
      .replace(/\s*×\s*/g, "x")
      .replace(/\^/g, "")
      .replace(/[’‘]/g, "'")
      .replace(/[‐‑–−]/g, "-");
  const squeeze = (text) => fold(text).replace(/[\s"“”()（）?？!！,，。、:：]+/g, "");

  const singular = (word) =>
    word
      .replace(/ies$/, "y")
      .replace(/(ss|x|ch|sh)es$/, "$1")
      .replace(/([^suia])s$/, "$1");
  /* The forms of a word are one: AUC and AUCs, calibrate and calibration, split and splitting,
     significant and significantly, normalize and normalise. */
  const stem = (word) => {
    const plain = word.replace(/'s?$/, "");
    if (!/^[a-z]{4,}$/.test(plain)) return plain;
    const one = singular(plain);
    const base = one.replace(/(?:ion|ing|ed|e|ly)$/, "").replace(/([bdgmnprt])\1$/, "$1");
    if (base.length < 4) return one;
    return base.length > 5 ? base.replace(/is(at)?$/, "iz$1") : base;
  };

  /* Latin words, and pairs of Chinese characters: Chinese needs no dictionary that way. A Latin
     word ends where Chinese begins, as in "AUC是什么". */
  const RUN = /\p{Script=Han}+|(?:(?!\p{Script=Han})[\p{Letter}\p{Number}_.+'])+/gu;
  const bare = (run) => run.replace(/^[.']+|[.'+]+$/g, "");
  const latin = (run) => [stem(bare(run))].filter(Boolean);
  const pairs = (run) => (run.length === 1 ? [run] : [...run].slice(1).map((c, i) => run[i] + c));
  const runs = (text) => fold(text).match(RUN) ?? [];
  const cut = (text) => runs(text).flatMap((run) => (HAN.test(run) ? pairs(run) : latin(run)));

  const count = (tokens) => tokens.reduce((m, t) => m.set(t, (m.get(t) ?? 0) + 1), new Map());
  const read = sections.map(([page, anchor, heading, text, aside]) => ({
    page,
    anchor,
    heading,
    text,
    aside: Boolean(aside),
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
    .filter((t) => t.key)
    .sort((a, b) => b.key.length - a.key.length);

  /* A question is words that must all be said, each with its alternatives: "compare/test AUC". */
  const known = questions.map(([text, section, anchor]) => ({
    section,
    anchor,
    asks: text.split(" ").map((word) => word.split("/").map((other) => [other, cut(other)])),
  }));
  const questionsIn = (query) => {
    const whole = squeeze(query);
    const said = new Set(cut(query));
    const content = [...said].filter((t) => !COMMON.has(t)).length || 1;
    const says = ([text, tokens]) =>
      HAN.test(text) ? whole.includes(fold(text)) : tokens.every((t) => said.has(t));
    return known
      .filter(({ asks }) => asks.every((others) => others.some(says)))
      .map((question) => ({ ...question, share: Math.min(1, question.asks.length / content) }));
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
  /* The words of the book by what is left of them without endings, to mend and to show them. */
  const spelled = new Map();
  read.forEach(({ heading, text }) =>
    runs(`${heading} ${text}`).forEach((run) => {
      const word = bare(run);
      if (!HAN.test(word)) spelled.set(word, (spelled.get(word) ?? 0) + 1);
    }),
  );
  const most = (words) => words.sort((a, b) => spelled.get(b) - spelled.get(a))[0];
  const mended = (word) => {
    if (holders.has(stem(word)) || word.length < 5) return word;
    const same = [...spelled.keys()].filter(
      (w) => near(w, word) || (w.length > word.length && w.startsWith(word)),
    );
    return most(same) ?? word;
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
    for (const t of names) {
      const before = found.find((f) => f.key === t.key);
      if (before) found.push({ ...t, share: before.share });
      else if (says(t)) {
        found.push({ ...t, share: t.key.length / whole });
        rest = rest.replace(t.key, () => " ");
      }
    }
    return found;
  };

  /* A run of Chinese, cut at its common words. */
  const phrases = (run) => {
    const letters = [...run];
    const common = (i) => COMMON.has(letters[i] + letters[i + 1]);
    return letters
      .map((c, i) => (COMMON.has(c) || common(i) || (i > 0 && common(i - 1)) ? " " : c))
      .join("")
      .split(/ +/);
  };
  /* What of it the book never writes: with two letters side by side that stand in no pair it has. */
  const unknownHan = (run) =>
    phrases(run).filter((phrase) => {
      const letters = [...phrase];
      const has = (i) => holders.has(letters[i] + letters[i + 1]);
      const strange = letters.map((_, i) => !has(i) && !(i > 0 && has(i - 1)));
      return strange.some((it, i) => it && strange[i + 1]);
    });
  const missing = (query, covered) => {
    const rest = covered.reduce((text, key) => text.split(key).join(" "), fold(query));
    const isName = (word) => query.includes(word.toUpperCase()); // KS is one, of is none
    const words = runs(rest).flatMap((run) => {
      if (HAN.test(run)) return unknownHan(run);
      const word = bare(run);
      const counts = /^\p{Letter}[\p{Letter}']+$/u.test(word) && (word.length > 2 || isName(word));
      return counts && !COMMON.has(word) && !holders.has(stem(mended(word))) ? [word] : [];
    });
    return [...new Set(words)];
  };

  const find = (query) => {
    const inside = termsIn(query);
    const synonyms = [
      ...new Map(inside.filter((t) => t.term).map((t) => [t.term, t.name])).entries(),
    ];
    /** @type {Set<string>} what is looked for */
    const tokens = new Set();
    const changed = new Set();
    for (const run of [query, ...synonyms.map(([term]) => term)].flatMap(runs)) {
      const word = bare(run);
      if (HAN.test(run)) pairs(run).forEach((t) => tokens.add(t));
      else if (!COMMON.has(word)) {
        const right = mended(word);
        if (right !== word) changed.add(right);
        tokens.add(stem(right));
      }
    }
    for (const t of [...tokens]) if (!holders.has(t) || COMMON.has(t)) tokens.delete(t);
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
      for (const t of tokens) {
        const times = s.body.get(t) ?? 0;
        score +=
          rarity(t) *
          ((2.2 * times) / (times + 1.2 * (0.5 + s.size / 1600)) +
            2.5 * Math.min(1, s.head.get(t) ?? 0) +
            1.2 * Math.min(1, s.own.get(t) ?? 0));
      }
      if (!score) continue;
      if (s.aside) score *= ASIDE;
      if (phrase.length > 1 && squeeze(s.heading) === phrase) score += 30;
      else if (phrase.length > 1 && squeeze(s.text).includes(phrase)) score += s.aside ? 1 : 3;
      add(s, score);
    }
    inside.forEach((t) => add(read[t.section], 40 * t.share, t.anchor));
    questionsIn(query).forEach((q) =>
      add(read[q.section], 40 + 10 * q.asks.length + 40 * q.share, q.anchor),
    );
    return {
      hits: [...scores.values()].sort((a, b) => b.score - a.score).slice(0, 20),
      tokens: [...tokens, ...inside.map((t) => t.key)],
      missing: missing(
        query,
        inside.map((t) => fold(t.name)),
      ),
      changed: [...changed],
      synonyms,
    };
  };
  return { find, read, rarity, squeeze };
};
