/* The search. A word that stands nowhere is left out, a term or a synonym leads to its place. */
"use strict";
(() => {
  const { pages, sections, terms } = window.bookIndex;
  const HAN = /\p{Script=Han}/u;
  const COMMON = new Set("的 是 在 和 与 了 吗 呢 怎么 怎样 么样 如何 什么 为什 哪个 哪些 一个 可以 应该 the a an of to in is are and or for how what why when do does i it be with on which choose should can my".split(" "));
  const fold = (text) => text.normalize("NFKC").toLowerCase().replace(/\s*×\s*/g, "x").replace(/\^/g, "").replace(/[’‘]/g, "'").replace(/[‐‑–−]/g, "-");
  const squeeze = (text) => fold(text).replace(/[\s"“”()（）?？!！,，。、:：]+/g, "");
  const stem = (word) => word.length > 4 ? word.replace(/(?:ies|es|s|ing|ed)$/, (end) => (end === "ies" ? "y" : "")) : word;

  /* Latin words, and pairs of Chinese characters: Chinese needs no dictionary that way. */
  const cut = (text) => (fold(text).match(/\p{Script=Han}+|[\p{Letter}\p{Number}_.+']+/gu) ?? []).flatMap((run) =>
    !HAN.test(run) ? [stem(run.replace(/^[.']+|[.'+]+$/g, ""))].filter(Boolean)
      : run.length === 1 ? [run] : [...run].slice(1).map((c, i) => run[i] + c));

  const count = (tokens) => tokens.reduce((m, t) => m.set(t, (m.get(t) ?? 0) + 1), new Map());
  const read = sections.map(([page, anchor, heading, text]) => ({
    page, anchor, heading, text, title: pages[page][1],
    head: count(cut(heading)), own: count(cut(pages[page][1])), body: count(cut(text)), size: text.length,
  }));
  const holders = new Map();
  read.forEach((s) => new Set([...s.head.keys(), ...s.body.keys()]).forEach((t) => holders.set(t, (holders.get(t) ?? 0) + 1)));
  const rarity = (t) => Math.log(1 + read.length / (1 + (holders.get(t) ?? 0)));
  const names = terms.map(([name, section, anchor, term]) => ({ name, section, anchor, term, key: squeeze(name) })).filter((t) => t.key);

  /* One letter too many, missing, wrong, or two swapped. */
  const near = (a, b) => {
    if (Math.abs(a.length - b.length) > 1) return false;
    let i = 0;
    while (i < a.length && a[i] === b[i]) i += 1;
    const [x, y] = [a.slice(i), b.slice(i)];
    return x.slice(1) === y.slice(1) || x === y.slice(1) || x.slice(1) === y || (x[0] === y[1] && x[1] === y[0] && x.slice(2) === y.slice(2));
  };
  const mended = (token) => {
    if (holders.has(token) || HAN.test(token) || token.length < 4) return token;
    const same = [...holders.keys()].filter((t) => near(t, token) || (t.length > token.length && t.startsWith(token)));
    return same.sort((a, b) => holders.get(b) - holders.get(a))[0] ?? token;
  };

  /* Terms inside the question, longest first; what one covers is not looked at again. */
  const termsIn = (query) => {
    let rest = squeeze(query);
    const whole = rest.length;
    const padded = ` ${fold(query).replace(/[^\p{Letter}\p{Number}+.'-]+/gu, " ")} `;
    const says = (t) => rest.includes(t.key) && (HAN.test(t.key) || t.key === squeeze(query) || padded.includes(` ${fold(t.name)} `) || padded.includes(` ${fold(t.name)}s `));
    const found = [];
    for (const t of [...names].sort((a, b) => b.key.length - a.key.length)) {
      if (found.some((f) => f.key === t.key)) found.push({ ...t, share: found.find((f) => f.key === t.key).share });
      else if (says(t)) {
        found.push({ ...t, share: t.key.length / whole });
        rest = rest.replace(t.key, " ");
      }
    }
    return found;
  };

  const find = (query) => {
    const known = termsIn(query);
    const synonyms = [...new Map(known.filter((t) => t.term).map((t) => [t.term, t.name])).entries()];
    const asked = [query, ...synonyms.map(([term]) => term)].flatMap(cut).filter((t) => !COMMON.has(t));
    const tokens = new Map([...new Set(asked)].map((t) => [mended(t), t]).filter(([t]) => holders.has(t)));
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
        score += rarity(t) * ((2.2 * times) / (times + 1.2 * (0.5 + s.size / 1600)) + 2.5 * Math.min(1, s.head.get(t) ?? 0) + 1.2 * Math.min(1, s.own.get(t) ?? 0));
      }
      if (!score) continue;
      if (phrase.length > 1 && squeeze(s.heading) === phrase) score += 12;
      else if (phrase.length > 1 && squeeze(s.text).includes(phrase)) score += 3;
      add(s, score);
    }
    known.forEach((t) => add(read[t.section], 40 * t.share, t.anchor));
    const changed = [...tokens].filter(([to, from]) => to !== from).map(([to]) => to);
    return { hits: [...scores.values()].sort((a, b) => b.score - a.score).slice(0, 20), tokens: [...tokens.keys(), ...known.map((t) => t.key)], changed, synonyms };
  };
  window.bookSearch = (query) => find(query).hits.map(({ section, at }) => `${pages[section.page][0]}#${at}`);

  /* The sentence that says most of what was asked; a quoted one brings what is said of it. */
  const sentence = (text, tokens) => {
    const worth = (part) => tokens.filter((t) => squeeze(part).includes(t)).reduce((sum, t) => sum + rarity(t), 0);
    const parts = text.match(/(?:[^。！？.!?\n]|[.!?](?!\s|$)|[。！？](?=”))+[。！？.!?]?/gu) ?? [text];
    return parts.map((p) => [worth(p) / Math.sqrt(1 + p.length / 120), p.trim()]).reduce((a, b) => (b[0] > a[0] ? b : a), [0, parts[0]?.trim() ?? ""])[1].slice(0, 220);
  };

  const element = (tag, text, className) => Object.assign(document.createElement(tag), { textContent: text, className: className ?? "" });
  const marked = (text, tokens) => {
    const line = element("p", "");
    const wanted = tokens.filter((t) => t.length > 1 || HAN.test(t)).map((t) => t.replace(/[.*+?^${}()|[\]\\]/g, "\\$&")).sort((a, b) => b.length - a.length);
    const pattern = wanted.length ? new RegExp(`(${wanted.join("|")})`, "giu") : /$^/;
    text.split(pattern).forEach((part, i) => part && line.append(i % 2 ? element("mark", part) : part));
    return line;
  };

  const show = (query) => {
    const status = document.getElementById("search-status");
    const list = document.getElementById("search-results");
    const root = document.documentElement.dataset.content_root;
    const { hits, tokens, changed, synonyms } = find(query);
    const says = (section) => tokens.some((t) => squeeze(section.text).includes(t));
    const wordsOf = (section) => (says(section) ? [section] : read.filter((s) => s.page === section.page)).map((s) => s.text).join("\n");
    list.replaceChildren(...hits.map(({ section, at }) => {
      const item = document.createElement("li");
      const link = element("a", section.heading === section.title ? section.title : `${section.title} › ${section.heading}`);
      link.href = `${root}${pages[section.page][0]}#${at}`;
      item.append(link, marked(sentence(wordsOf(section), tokens), tokens));
      return item;
    }));
    const words = status.dataset;
    status.textContent = !hits.length ? words.none.replace("{}", query)
      : [...synonyms.map(([term, name]) => `${name} = ${term}.`.replace(/\.$/, HAN.test(term) ? "。" : ".")), changed.length && words.instead.replace("{}", changed.join(" ")),
        words.some.replace("{}", hits.length)].filter(Boolean).join(" ");
    document.getElementById("search-other").search = `?q=${encodeURIComponent(query)}`;
  };

  const query = new URLSearchParams(location.search).get("q")?.trim() ?? "";
  document.querySelectorAll("input[name=q]").forEach((box) => { box.value = query; });
  if (query) show(query);
})();
