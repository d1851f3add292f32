// @ts-check
/* A live page before anything of it is used: each cell has its name, its code in a field, a place
   for its output and a button. The rest of the scripts comes with the first click, or once the
   reader rests on a button or goes into the code. */
"use strict";
(() => {
  const live = window.liveBook;
  const { say } = live;
  const START = /** @type {HTMLScriptElement} */ (document.currentScript).src;
  const USED = "[data-live=run], [data-live=run-all], [data-live=use-file], [data-own-data] button";
  const main = document.getElementById("main");
  const page = JSON.parse(document.getElementById("live-page").textContent);
  live.page = page;

  // -- what the other scripts use too

  /** @type {(tag: string, className?: string, text?: string) => any} */
  live.element = (tag, className, text) => {
    const node = document.createElement(tag);
    if (className) node.className = className;
    if (text !== undefined) node.textContent = text;
    return node;
  };

  /** @type {(text: string, options?: any) => HTMLButtonElement} */
  live.button = (text, { name, mark, onclick, className = "live-button" } = {}) => {
    const button = live.element("button", className, text);
    button.type = "button";
    if (name) {
      button.setAttribute("aria-label", name);
      button.title = name;
    }
    if (mark) button.dataset.live = mark;
    button.addEventListener("click", (event) => {
      if (button.getAttribute("aria-disabled") !== "true") onclick?.(event);
    });
    return button;
  };

  live.megabytes = (bytes) =>
    bytes < 1e6
      ? `${Math.max(1, Math.round(bytes / 1e3))} kB`
      : `${(bytes / 1e6).toFixed(bytes < 1e7 ? 1 : 0)} MB`;

  /* Storage that may be forbidden or full: the page works without it. */
  live.recall = (key) => {
    try {
      return localStorage.getItem(key);
    } catch {
      return null;
    }
  };

  live.keyOf = (id) => `live:${page.name}:${id}`;

  live.onPhone = () => {
    const { connection } = /** @type {any} */ (navigator);
    return (
      connection?.type === "cellular" ||
      connection?.saveData ||
      matchMedia("(pointer: coarse) and (max-width: 44rem)").matches
    );
  };

  live.script = (source) =>
    new Promise((done, fail) => {
      const tag = live.element("script");
      tag.src = source;
      tag.onload = done;
      tag.onerror = () => {
        tag.remove();
        fail(Object.assign(new Error(source), { code: "fetch" }));
      };
      document.head.append(tag);
    });

  // -- the cells

  /* A textarea over the coloured code. */
  const field = (pre, n) => {
    const area = live.element("textarea");
    Object.assign(area, {
      value: pre.textContent.replace(/\n+$/, ""),
      spellcheck: false,
      autocapitalize: "off",
      autocomplete: "off",
      rows: 1,
    });
    const attributes = {
      "data-live": "editor",
      "aria-label": say("code_of_cell", { n }),
      "aria-describedby": "live-keys",
      autocorrect: "off",
      translate: "no",
    };
    for (const [name, value] of Object.entries(attributes)) area.setAttribute(name, value);
    const box = live.element("div", "live-code");
    pre.replaceWith(box);
    pre.setAttribute("aria-hidden", "true");
    box.append(pre, area);
  };

  const outputBox = (root, input, fold) => {
    const stored = root.querySelector(".cell_output");
    const box = live.element("div");
    box.dataset.live = "output";
    if (stored) {
      stored.before(box);
      box.append(stored);
    } else if (fold?.contains(input) && root.classList.contains("tag_hide-cell")) fold.append(box);
    else root.append(box);
  };

  live.roots = [...main.querySelectorAll("article .cell")];
  live.roots.forEach((root, i) => {
    const n = i + 1;
    const input = root.querySelector(".cell_input");
    const fold = root.querySelector(":scope > details.code-fold");
    root.dataset.liveCell = page.cells[i];
    root.dataset.state = "stored";
    root.classList.toggle("live-folded", Boolean(fold));
    outputBox(root, input, fold);
    field(input.querySelector("pre"), n);
    const name = say("run_cell", { n });
    const tools = live.element("div", "live-tools");
    tools.append(live.button(say("run"), { name, mark: "run", className: "live-run" }));
    (fold ? root : input).append(tools); // after what a fold shows, as the focus goes
    const copy = input.querySelector(".copybtn");
    if (copy) input.querySelector(".highlight").append(copy);
  });

  const keys = live.element("p", "live-hidden", say("keys"));
  keys.id = "live-keys";
  keys.hidden = true;
  main.append(keys);

  /* Where the page says what Python does: a screen reader must know the place before. */
  const bar = live.element("section", "live-bar");
  bar.setAttribute("aria-label", say("python"));
  bar.hidden = true;
  const status = bar.appendChild(live.element("p", "live-status"));
  status.dataset.live = "status";
  status.setAttribute("role", "status");
  main.append(bar);

  // -- the line at the end of the page; its place is kept in the page, so that nothing moves
  const hint = live.onPhone() ? "run_page_phone" : "run_page_size";
  const size = { size: live.megabytes(page.bytes) };
  main
    .querySelector(".live-page")
    .append(
      live.button(say("run_page"), { mark: "run-all", className: "live-button strong" }),
      ` ${location.protocol === "file:" ? "" : say(hint, size)} `,
      live.button(say("files_yours"), { mark: "use-file", className: "live-link" }),
    );

  /* Whether the Tab key has just moved the focus: in an editor it then moves on, until something
     is typed. */
  live.tabbed = false;
  document.addEventListener(
    "keydown",
    ({ key }) => {
      live.tabbed = key === "Tab";
      if (live.tabbed)
        setTimeout(() => {
          live.tabbed = false;
        });
    },
    true,
  );

  // -- the rest
  let loading = null;
  const bring = async () => {
    for (const part of page.parts) await live.script(new URL(part, START).href);
  };
  live.load = () =>
    (loading ??= bring().catch((error) => {
      loading = null;
      throw error;
    }));
  const begin = () => live.load().catch(() => {}); // whoever clicks is told why it fails

  /* The click that brought the rest happens once it is there. */
  main.addEventListener(
    "click",
    async (event) => {
      const used = /** @type {Element} */ (event.target).closest(USED);
      if (!used || live.cells) return;
      event.stopImmediatePropagation();
      try {
        await live.load();
        /** @type {HTMLElement} */ (used).click();
      } catch {
        used.after(live.element("p", "live-note", say("failed_fetch")));
      }
    },
    true,
  );

  /* Who rests on a button that runs something means it: what he would wait for begins. */
  let dwelling = 0;
  const dwell = ({ target }) => {
    clearTimeout(dwelling);
    if (!target.closest?.("[data-live=run], [data-live=run-all]")) return;
    dwelling = setTimeout(() => begin().then(() => live.session?.intend()), 250);
  };
  main.addEventListener("pointerover", dwell);
  main.addEventListener("focusin", (event) => {
    dwell(event);
    if (!(/** @type {Element} */ (event.target).matches("[data-live=editor]"))) return;
    live.arrivedByTab = live.tabbed;
    begin();
  });
  addEventListener("dragenter", begin, { once: true });
  addEventListener("storage", ({ key }) => key?.startsWith(live.keyOf("")) && begin());
  const isKept = page.cells.some((id) => live.recall(live.keyOf(id)) !== null);
  if (isKept || document.querySelector("[data-evaluate=page]")) begin();
  addEventListener("book-python", begin); // Python of the page around this one
  if (window.bookPython) begin();

  /* From a folder the address of a page that was turned to stands behind a #, see turning.js. */
  const turned = /^#\/([\w/-]+\.html.*)/.exec(location.hash);
  if (turned)
    location.replace(
      new URL(document.documentElement.dataset.content_root + turned[1], location.href),
    );
})();
