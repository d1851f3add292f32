/* What a cell answers: streams, displays and errors, in the look of the book. */
"use strict";
(() => {
  const live = window.liveBook;
  const { element } = live;
  const BEST = [
    "text/html",
    "image/svg+xml",
    "image/png",
    "image/jpeg",
    "text/latex",
    "text/markdown",
    "text/plain",
  ];

  const COLOUR = new RegExp(`${String.fromCharCode(27)}\\[[\\d;]*[A-Za-z]`, "g");

  /* What a terminal would show: a carriage return begins the line anew, colours are left out. */
  const asTerminal = (text) =>
    text
      .replaceAll(COLOUR, "")
      .replace(/[^\n]*\r(?!\n)/g, "")
      .replace(/\r\n/g, "\n");

  const textBox = (className, text) => {
    const box = element("div", `output ${className}`);
    const pre = element("pre", "", text);
    const frame = element("div", "highlight");
    frame.append(pre);
    box.append(frame);
    return box;
  };

  /* MathJax looks for \( \) and \[ \], because a dollar in a page is money. */
  const delimited = (latex) =>
    latex.replace(/\$\$([\s\S]+?)\$\$/g, "\\[$1\\]").replace(/\$([^$]+)\$/g, "\\($1\\)");

  const image = (source, words) => {
    const picture = element("img");
    picture.src = source;
    picture.alt = words;
    return picture;
  };

  const RENDER = {
    "text/html": (data) => {
      const box = element("div", "output text_html mathjax_process");
      box.innerHTML = data;
      return box;
    },
    "image/svg+xml": (data, words) => {
      if (!data.includes("var(--mk-"))
        return image(`data:image/svg+xml;charset=utf-8,${encodeURIComponent(data)}`, words);
      const box = element("div", "mk-figure"); // it takes the colours of the page
      box.innerHTML = data.slice(data.indexOf("<svg"));
      box.firstChild.setAttribute("role", "img");
      box.firstChild.setAttribute("aria-label", words);
      return box;
    },
    "image/png": (data, words) => image(`data:image/png;base64,${data}`, words),
    "image/jpeg": (data, words) => image(`data:image/jpeg;base64,${data}`, words),
    "text/latex": (data) =>
      element("div", "output text_latex math mathjax_process", delimited(data)),
    "text/markdown": (data) =>
      element("div", "output live-markdown mathjax_process", delimited(data)),
    "text/plain": (data) => textBox("text_plain", data),
  };

  /* The book's formulas are MathML; LaTeX that a cell prints is set by MathJax, fetched only
     then. */
  let mathjax = null;
  const fetchMathJax = () =>
    (mathjax ??= new Promise((done) => {
      window.MathJax = { startup: { typeset: false } };
      const script = document.head.appendChild(element("script"));
      script.src = new URL(
        "_static/mathjax/tex-chtml.js",
        new URL(document.documentElement.dataset.content_root, location.href),
      );
      script.onload = () => window.MathJax.startup.promise.then(done);
      script.onerror = () => done();
    }));

  const typeset = async (node) => {
    if (
      node.querySelector(".mathjax_process, .text_latex") &&
      /\$\$|\\[([]/.test(node.textContent)
    ) {
      await fetchMathJax();
      if (node.isConnected) await window.MathJax.typesetPromise?.([node]);
    }
    window.dispatchEvent(new Event("resize")); // what is too wide gets its scroll box
  };

  const busy = new WeakMap(); // of a stream's box: its whole text, while a frame is awaited

  /* Pieces of text come faster than a screen shows them: one change for each frame. */
  const write = (pre, piece) => {
    if (busy.has(pre)) busy.set(pre, busy.get(pre) + piece);
    else {
      busy.set(pre, (pre.raw ?? "") + piece);
      requestAnimationFrame(() => flush(pre));
    }
  };
  const flush = (pre) => {
    if (!busy.has(pre)) return;
    pre.raw = busy.get(pre);
    busy.delete(pre);
    pre.textContent = asTerminal(pre.raw);
  };

  live.Output = class {
    /* `box` holds the stored output, which stays until something new has come; `describe` and
       `caption` return the words of a figure, from those that Python has for it. */
    constructor(box, describe, caption) {
      Object.assign(this, { box, describe, caption });
      this.stored = [...box.childNodes];
    }

    begin() {
      this.node = element("div", "cell_output live-output");
      this.label = this.node.appendChild(element("p", "live-label"));
      this.body = this.node.appendChild(element("div"));
      this.named = new Map();
      this.printing = null; // the box that the last stream writes to
      this.wiping = false;
      this.said = "";
    }

    show() {
      if (this.node.isConnected) return;
      window.MathJax?.typesetClear?.([this.box]);
      this.box.replaceChildren(this.node);
    }

    restore() {
      window.MathJax?.typesetClear?.([this.box]);
      this.box.replaceChildren(...this.stored);
    }

    take(message) {
      if (message.type === "clear" && message.wait) this.wiping = true;
      else if (message.type === "clear") this.wipe();
      else {
        if (this.wiping) this.wipe();
        if (message.type === "stream") this.print(message);
        else if (message.type === "truncated") this.note(live.say("truncated", message));
        else this.display(message);
        this.show();
      }
    }

    wipe() {
      this.wiping = false;
      this.printing = null;
      this.body.replaceChildren();
    }

    print({ name, text }) {
      if (this.printing?.name !== name) {
        const box = textBox(`stream ${name}`, "");
        this.body.append(box);
        this.printing = { name, pre: box.querySelector("pre") };
      }
      write(this.printing.pre, text);
      if (this.said.length < 300) this.said += text;
    }

    display({ type, data, id }) {
      this.printing = null;
      const node = this.render(data);
      if (type === "update" && this.named.has(id)) this.named.get(id).replaceWith(node);
      else this.body.append(node);
      if (id) this.named.set(id, node);
    }

    render(data) {
      const kind = BEST.find((mime) => data[mime] !== undefined);
      if (!kind) return element("p", "live-note", live.say("no_display"));
      if (!kind.startsWith("image/")) this.said += `${data["text/plain"] ?? ""}\n`;
      const node = RENDER[kind](data[kind], this.describe(data["text/x-description"]));
      node
        .querySelectorAll(".mk-explorer[data-live-explorer]")
        .forEach((box) => live.explorer(box));
      const caption = kind.startsWith("image/") && this.caption(data["text/x-caption"]);
      if (!caption) return node;
      const figure = element("figure");
      figure.append(node, caption);
      return figure;
    }

    note(text, ...buttons) {
      const line = element("p", "live-note", text);
      line.append(...buttons);
      this.body.append(line);
    }

    /* An error: what is wrong comes first, the way there can be unfolded. */
    fail({ last, traceback }) {
      const box = element("div", "output traceback live-error");
      const pre = element("pre", "live-last");
      const [name] = /^[\w.]+(?=:|$)/.exec(last) ?? [""];
      pre.append(element("strong", "", name), last.slice(name.length));
      box.append(pre);
      if (traceback) {
        const fold = element("details", "code-fold");
        fold.append(element("summary", "", live.say("traceback")), element("pre", "", traceback));
        box.append(fold);
      }
      this.body.append(box);
      this.said += last;
    }

    async finish() {
      this.body.querySelectorAll("pre").forEach(flush);
      this.show();
      await typeset(this.node);
    }
  };
})();
