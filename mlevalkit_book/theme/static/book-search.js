/* The page of the search: what was found, with the sentence that says most of it. */
"use strict";
(() => {
  const { pages } = window.bookIndex;
  const { find, read, rarity, squeeze } = window.bookFinder(window.bookIndex);
  const HAN = /\p{Script=Han}/u;
  window.bookSearch = (query) =>
    find(query).hits.map(({ section, at }) => `${pages[section.page][0]}#${at}`);

  /* The sentence that says most of what was asked; a quoted one brings what is said of it. */
  const sentence = (text, tokens) => {
    const worth = (part) =>
      tokens.filter((t) => squeeze(part).includes(t)).reduce((sum, t) => sum + rarity(t), 0);
    const parts = text.match(/(?:[^。！？.!?\n]|[.!?](?!\s|$)|[。！？](?=”))+[。！？.!?]?/gu) ?? [
      text,
    ];
    return parts
      .map((p) => [worth(p) / Math.sqrt(1 + p.length / 120), p.trim()])
      .reduce((a, b) => (b[0] > a[0] ? b : a), [0, parts[0]?.trim() ?? ""])[1]
      .slice(0, 220);
  };

  const element = (tag, text, className) =>
    Object.assign(document.createElement(tag), { textContent: text, className: className ?? "" });
  const marked = (text, tokens) => {
    const line = element("p", "");
    const wanted = tokens
      .filter((t) => t.length > 1 || HAN.test(t))
      .map((t) => t.replace(/[.*+?^${}()|[\]\\]/g, "\\$&"))
      .sort((a, b) => b.length - a.length);
    const pattern = wanted.length ? new RegExp(`(${wanted.join("|")})`, "giu") : /$^/;
    text
      .split(pattern)
      .forEach((part, i) => part && line.append(i % 2 ? element("mark", part) : part));
    return line;
  };

  const show = (query) => {
    const status = document.getElementById("search-status");
    const list = document.getElementById("search-results");
    const root = document.documentElement.dataset.content_root;
    const { hits, tokens, missing, changed, synonyms } = find(query);
    const says = (section) => tokens.some((t) => squeeze(section.text).includes(t));
    const wordsOf = (section) =>
      (says(section) ? [section] : read.filter((s) => s.page === section.page))
        .map((s) => s.text)
        .join("\n");
    list.replaceChildren(
      ...hits.map(({ section, at }) => {
        const item = document.createElement("li");
        const link = element(
          "a",
          section.heading === section.title
            ? section.title
            : `${section.title} › ${section.heading}`,
        );
        link.href = `${root}${pages[section.page][0]}#${at}`;
        item.append(link, marked(sentence(wordsOf(section), tokens), tokens));
        return item;
      }),
    );
    const words = status.dataset;
    const comma = document.documentElement.lang.startsWith("zh") ? "、" : ", ";
    const fill = (sentence, what) => sentence.replace("{}", () => what);
    status.textContent = !hits.length
      ? fill(words.none, query)
      : [
          missing.length && fill(words.missing, missing.join(comma)),
          ...synonyms.map(([term, name]) =>
            `${name} = ${term}.`.replace(/\.$/, HAN.test(term) ? "。" : "."),
          ),
          changed.length && fill(words.instead, changed.join(" ")),
          fill(missing.length ? words.rest : words.some, hits.length),
        ]
          .filter(Boolean)
          .join(" ");
    document.getElementById("search-other").search = `?q=${encodeURIComponent(query)}`;
  };

  /* Results come while the reader types; the address follows, so that it can be passed on. */
  const boxes = document.querySelectorAll("input[name=q]");
  const address = new URL(location.href);
  const ask = (query) => {
    if (query) show(query);
    else {
      document.getElementById("search-results").replaceChildren();
      document.getElementById("search-status").textContent = "";
    }
  };
  let waiting = 0;
  const typed = ({ currentTarget, isComposing }) => {
    if (isComposing) return;
    const query = currentTarget.value.trim();
    boxes.forEach((box) => {
      if (box !== currentTarget) box.value = query;
    });
    clearTimeout(waiting);
    waiting = setTimeout(() => {
      ask(query);
      address.searchParams.set("q", query);
      try {
        history.replaceState(history.state, "", address);
      } catch {
        /* a page in a frame */
      }
    }, 120);
  };
  const query = address.searchParams.get("q")?.trim() ?? "";
  boxes.forEach((box) => {
    box.value = query;
    box.addEventListener("input", typed);
    box.addEventListener("compositionend", typed);
  });
  ask(query);
})();
