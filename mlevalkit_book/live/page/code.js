// @ts-check
/* The code of a cell, to be changed in place: a textarea over a coloured copy of its text, and
   CodeMirror in its place from the first focus on, if it can be loaded. */
"use strict";
(() => {
  const live = (window.liveBook ??= {});
  const NAMED = ["data-live", "aria-label", "aria-describedby", "autocorrect", "translate"];
  const COLOURED = 50_000; // characters; a longer text is shown plain, or typing would be slow
  const WORDS = {
    k: [
      "as assert async await break case class continue def del elif else except finally for",
      "global if lambda match nonlocal pass raise return try while with yield",
    ].join(" "),
    kn: "from import",
    kc: "False None True",
    ow: "and in is not or",
    nb: [
      "abs all any bool bytes callable chr dict dir divmod enumerate eval exec filter float",
      "format frozenset getattr hasattr hash help id input int isinstance issubclass iter",
      "len list map max min next object open ord pow print property range repr reversed",
      "round set setattr slice sorted staticmethod str sum super tuple type vars zip",
    ].join(" "),
  };
  const KIND = new Map(
    Object.entries(WORDS).flatMap(([kind, words]) => words.split(" ").map((w) => [w, kind])),
  );
  const PREFIX = "(?:[rbfu]|rb|br|fr|rf)";
  const LONG = String.raw`(?:"""[\s\S]*?(?:"""|$)|'''[\s\S]*?(?:'''|$))`;
  const SHORT = String.raw`(?:"(?:\\.|[^"\\\n])*"?|'(?:\\.|[^'\\\n])*'?)`;
  const TOKEN = new RegExp(
    [
      String.raw`(?<c1>#[^\n]*)`,
      `(?<s>(?:\\b${PREFIX})?(?:${LONG}|${SHORT}))`,
      String.raw`(?<name>[\p{L}_][\p{L}\p{N}_]*)`,
      String.raw`(?<mi>(?:0x[\da-f_]+|(?:\d[\d_]*\.?[\d_]*|\.\d[\d_]*)(?:e[+-]?\d+)?)j?)`,
      String.raw`(?<nd>(?<=^\s*)@[\w.]+)`,
    ].join("|"),
    "giu",
  );

  const ESCAPES = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;" };
  live.escape = (text) => text.replace(/[&<>"]/g, (c) => ESCAPES[c]);

  /* HTML with the class names of Pygments, which has coloured the page's code before. */
  live.colour = (text) => {
    let html = "",
      end = 0,
      before = "";
    for (const match of text.matchAll(TOKEN)) {
      const [token] = match;
      let [kind] = Object.entries(match.groups).find(([, found]) => found !== undefined);
      if (kind === "name") {
        if (before === "def") kind = "nf";
        else if (before === "class") kind = "nc";
        else kind = text[match.index - 1] === "." ? "n" : (KIND.get(token) ?? "n");
        before = token;
      } else before = "";
      html += live.escape(text.slice(end, match.index));
      html +=
        kind === "n" ? live.escape(token) : `<span class="${kind}">${live.escape(token)}</span>`;
      end = match.index + token.length;
    }
    return html + live.escape(text.slice(end));
  };

  const CODEMIRROR = new URL(
    "codemirror.js",
    /** @type {HTMLScriptElement} */ (document.currentScript).src,
  ).href;
  const fingers = matchMedia("(pointer: coarse)"); // they select and scroll in a textarea
  let loading = null;
  const loadCodeMirror = async () => {
    try {
      await (loading ??= live.script(CODEMIRROR));
      return true;
    } catch {
      loading = null;
      return false;
    }
  };

  live.Editor = class {
    constructor(box, { onchange, onrun }) {
      this.box = box;
      this.pre = box.querySelector("pre");
      this.area = box.querySelector("textarea");
      this.original = this.pre.textContent.replace(/\n+$/, "");
      this.onchange = onchange;
      this.onrun = onrun;
      this.leaving = false;
      this.view = null;
      this.area.addEventListener("input", () => this.changed());
      this.area.addEventListener("focus", () => this.entered(live.tabbed));
      this.area.addEventListener("pointerdown", () => {
        this.leaving = false;
      });
      this.area.addEventListener("keydown", (event) => this.key(event));
      this.area.addEventListener("paste", (event) => this.paste(event));
      if (this.hasFocus) this.entered(live.arrivedByTab);
    }

    entered(byTab) {
      this.leaving = byTab;
      if (!fingers.matches) this.upgrade();
    }

    async upgrade() {
      if (!(await loadCodeMirror()) || this.view) return;
      const { area } = this;
      const isHeld = this.hasFocus;
      this.view = window.bookEditor({
        parent: this.box,
        text: area.value,
        selection: { anchor: area.selectionStart, head: area.selectionEnd },
        attributes: Object.fromEntries(NAMED.map((name) => [name, area.getAttribute(name)])),
        onchange: () => this.onchange(this.text),
        onrun: this.onrun,
        complete: live.complete,
      });
      area.remove();
      this.pre.remove();
      this.box.classList.remove("plain");
      this.letTabLeave(this.view);
      if (!isHeld) return;
      this.view.focus();
      this.view.setTabFocusMode(this.leaving);
    }

    /* After Escape, or if Tab brought the reader here, Tab moves on until something is typed. */
    letTabLeave(view) {
      const { contentDOM } = view;
      contentDOM.addEventListener("focus", () => view.setTabFocusMode(live.tabbed));
      contentDOM.addEventListener("pointerdown", () => view.setTabFocusMode(false));
      contentDOM.addEventListener("keydown", ({ key }) => {
        if (!["Tab", "Shift"].includes(key)) view.setTabFocusMode(key === "Escape");
      });
    }

    focus() {
      (this.view ?? this.area).focus({ preventScroll: true });
    }

    get hasFocus() {
      return this.view?.hasFocus ?? document.activeElement === this.area;
    }

    get text() {
      return this.view?.state.doc.toString() ?? this.area.value;
    }

    set text(text) {
      if (text === this.text) return;
      if (this.view) {
        const { length } = this.view.state.doc;
        this.view.dispatch({ changes: { from: 0, to: length, insert: text } });
      } else {
        this.area.value = text;
        this.changed();
      }
    }

    get isChanged() {
      return this.text !== this.original;
    }

    changed() {
      const text = this.text;
      this.box.classList.toggle("plain", text.length > COLOURED);
      if (text.length > COLOURED) this.pre.textContent = "";
      else this.pre.innerHTML = `${live.colour(text)}\n`;
      this.onchange(text);
    }

    key(event) {
      if (event.isComposing || event.altKey) return;
      const command = event.ctrlKey || event.metaKey;
      if (event.key === "Escape") this.leaving = true;
      else if (event.key === "Enter" && (event.shiftKey || command)) {
        event.preventDefault();
        this.onrun();
      } else if (event.key === "Tab" && !command) {
        if (this.leaving) return;
        event.preventDefault();
        this.indent(event.shiftKey);
      } else if (event.key === "Enter") {
        event.preventDefault();
        this.newLine();
      } else if (event.key !== "Shift") this.leaving = false;
    }

    /* A table of many rows would take a browser minutes if it were inserted as if typed. */
    paste(event) {
      const text = event.clipboardData?.getData("text/plain") ?? "";
      if (text.length < COLOURED) return;
      event.preventDefault();
      this.box.classList.add("plain"); // before it is laid out
      this.area.setRangeText(
        text.replace(/\r\n?/g, "\n"),
        this.area.selectionStart,
        this.area.selectionEnd,
        "end",
      );
      this.changed();
    }

    /* As if typed, so that the browser's own undo takes it back. */
    insert(text) {
      const done = text
        ? document.execCommand("insertText", false, text)
        : document.execCommand("delete");
      if (done) return;
      this.area.setRangeText(text, this.area.selectionStart, this.area.selectionEnd, "end");
      this.changed();
    }

    newLine() {
      this.leaving = false;
      const line = this.text.slice(0, this.area.selectionStart).split("\n").pop();
      this.insert(`\n${/^[ \t]*/.exec(line)[0]}${/:\s*(#.*)?$/.test(line) ? "    " : ""}`);
    }

    indent(back) {
      const { selectionStart: start, selectionEnd: end, value } = this.area;
      const from = start ? value.lastIndexOf("\n", start - 1) + 1 : 0;
      if (!back && start === end) return this.insert(" ".repeat(4 - ((start - from) % 4)));
      const lineEnd = value.indexOf("\n", end);
      const to = lineEnd < 0 ? value.length : lineEnd;
      const lines = value.slice(from, to);
      const moved = lines.replace(back ? /^ {1,4}/gm : /^(?=.)/gm, back ? "" : "    ");
      if (moved === lines) return undefined;
      this.area.setSelectionRange(from, to);
      this.insert(moved);
      const shift = moved.length - lines.length;
      const first =
        moved.length - moved.trimStart().length - (lines.length - lines.trimStart().length);
      this.area.setSelectionRange(Math.max(from, start + first), end + shift);
      return undefined;
    }
  };
})();
