/* Python for this page: asked for once, loaded after the reader's yes, and started anew when it
   was stopped. */
"use strict";
(() => {
  const live = (window.liveBook ??= {});
  const { element, say, button, script, onPhone } = live;
  const AGREED = "live:agreed";
  const TOOK = "live:took"; // seconds, of the last start
  const LATER = [
    "from mlevalkit_book.live import explorers",
    "from mlevalkit_book.live import everything",
    "from mlevalkit_book.live import evaluate",
    "import scipy.stats",
    "import tqdm",
    "from matplotlib import pyplot",
    "import pandas",
    "from sklearn import datasets, linear_model, metrics, model_selection, pipeline, preprocessing",
    "from sklearn import naive_bayes, neighbors, tree",
  ];
  /* Seconds of a first start, with scikit-learn or pandas and without: benchmarks/README.md. */
  const LONG = 8;
  const SHORT = 6;
  const isLarge = (statement) => /\b(sklearn|pandas)\b/.test(statement);
  const pause = (ms) => new Promise((done) => setTimeout(done, ms));

  /* One question at a time; the answer is the name of the button, or "no" when it is closed. */
  class Question {
    constructor() {
      this.dialog = element("dialog", "live-dialog");
      this.title = this.dialog.appendChild(element("h2"));
      this.title.id = "live-question";
      this.dialog.setAttribute("aria-labelledby", this.title.id);
      this.text = this.dialog.appendChild(element("div"));
      this.buttons = this.dialog.appendChild(element("div", "live-buttons"));
      document.body.append(this.dialog);
    }

    ask(title, lines, answers) {
      this.title.textContent = title;
      this.text.replaceChildren(...lines.map((line) => element("p", "", line)));
      this.dialog.returnValue = "no";
      this.buttons.replaceChildren(
        ...answers.map(([answer, text, mark], i) =>
          button(text, {
            mark,
            className: i ? "live-button" : "live-button strong",
            onclick: () => this.dialog.close(answer),
          }),
        ),
      );
      return new Promise((done) => {
        this.dialog.addEventListener("close", () => done(this.dialog.returnValue), { once: true });
        this.dialog.showModal();
        this.buttons.firstChild.focus();
      });
    }
  }

  live.Session = class {
    /* `epoch` counts how often the variables were lost; `page` says where Python lies. */
    constructor(page, bar) {
      this.page = page;
      this.bar = bar;
      this.epoch = 0;
      this.question = new Question();
      this.agreed = false;
      this.intended = false;
      this.wanted = false;
    }

    get alive() {
      return Boolean(this.python?.alive);
    }

    /* In a frame: the Python of the page around it, which its reader has agreed to. */
    borrow(port) {
      this.agreed = true;
      this.python = new live.LentPython(port, (progress) => this.progress(progress));
    }

    progress(progress) {
      if (!this.bar.root.hidden) this.bar.loading(progress);
    }

    async load() {
      if (this.python) return;
      await (this.loading ??= script(this.page.base + this.page.script).catch((error) => {
        this.loading = null;
        throw error;
      }));
      this.refusal = LivePython.supported();
      if (this.refusal) return;
      this.python ??= new LivePython({
        base: this.page.base,
        language: this.page.language,
        onprogress: (progress) => {
          this.progress(progress);
          live.lend(progress);
        },
        onstate: () => live.lend(),
      });
    }

    /* The reader points at *Run* or is being asked: what he would wait for begins, except where
       bytes are dear. Python itself starts only for who has agreed on an earlier page. */
    async intend() {
      if (this.intended || this.agreed) return;
      this.intended = true;
      try {
        await this.load();
        if (this.refusal) return;
        const { kept } = await this.python.size();
        if (!this.intended) return; // declined meanwhile
        if (kept && live.recall(AGREED)) await this.prepare();
        else if (!onPhone()) await this.python.prefetch();
      } catch {
        this.intended = false; // whoever starts Python is told why it fails
      }
    }

    /* Import until Python is wanted; what is imported by then, later pages find done. */
    async prepare() {
      await this.python.start();
      for (const statement of [...this.page.imports, ...LATER]) {
        if (this.wanted) return;
        await this.python.warm(statement);
      }
    }

    /* What the cells that are to run import, of all that the page does. */
    get imports() {
      const isNeeded = (statement) => {
        const [, name] = /\w+ ([\w.]+)/.exec(statement);
        return !this.codes || this.codes.some((code) => code.includes(name));
      };
      return this.page.imports.filter(isNeeded);
    }

    /* Tell what will happen and wait for the answer: "all", "only" (without the cells above) or
       "no". `codes` are the texts of the cells. */
    async agree(above, codes = null) {
      this.codes = codes;
      if (this.agreed) return "all";
      if (this.asking) return "no"; // a second click while the question is on its way
      this.asking = true;
      try {
        return await this.decide(above);
      } finally {
        this.asking = false;
      }
    }

    async decide(above) {
      await this.load();
      if (this.refusal) {
        const lines = [say(`refused_${this.refusal}`), say("refused_instead")];
        await this.question.ask(say("refused_title"), lines, [["no", say("close")]]);
        return "no";
      }
      const { bytes, kept } = await this.python.size();
      const answer = kept && live.recall(AGREED) ? "all" : await this.ask(bytes, kept, above);
      this.agreed = answer !== "no";
      if (this.agreed) live.keep(AGREED, "yes");
      else this.decline();
      return answer;
    }

    /* What has begun meanwhile ends. */
    decline() {
      this.intended = false;
      this.python.stop();
    }

    ask(bytes, kept, above) {
      this.intend();
      const size = live.megabytes(bytes);
      const fetches = !kept && location.protocol !== "file:";
      const how = fetches ? "fetch" : location.protocol === "file:" ? "file" : "kept";
      const lines = [
        say(`confirm_${how}`, { size }),
        this.took ?? say("first_start", { s: this.imports.some(isLarge) ? LONG : SHORT }),
        say("confirm_what", { versions: this.page.versions }),
      ];
      if (fetches) lines.splice(1, 0, say(onPhone() ? "confirm_phone" : "confirm_begun"));
      if (above) lines.push(say("confirm_above", { n: above }));
      const answers = [
        ["all", say("confirm"), "confirm"],
        ["no", say("cancel")],
      ];
      if (above) answers.splice(1, 0, ["only", say("confirm_only")]);
      return this.question.ask(say("confirm_title"), lines, answers);
    }

    get took() {
      const seconds = live.recall(TOOK);
      return seconds && say("last_start", { s: seconds });
    }

    async start() {
      const began = performance.now();
      this.bar.show();
      this.bar.expected = this.took ?? "";
      this.wanted = true;
      await this.python.start();
      for (const statement of this.imports) {
        this.bar.loading({ phase: "library", name: /\w+ (\w+)/.exec(statement)[1] });
        await this.python.warm(statement);
      }
      this.bar.loading({ phase: "ready" });
      live.keep(TOOK, ((performance.now() - began) / 1000).toFixed(1));
    }

    /* While nothing else is asked for: what a cell below may need. */
    async rest() {
      for (const statement of LATER) {
        await pause(500);
        if (!(await this.python.warm(statement))) return;
      }
      await this.provide();
    }

    /* What later visits begin with, imported in a Python apart. */
    async provide() {
      const isLent = this.python instanceof live.LentPython;
      if (this.provided || !this.alive || isLent || onPhone() || location.protocol === "file:")
        return;
      this.provided = true;
      if (LATER.every((statement) => this.python.restored.includes(statement))) return;
      const { base, language } = this.page;
      const other = new LivePython({ base, language });
      for (const statement of LATER) await other.warm(statement);
      await other.keep();
      await other.stop();
    }

    /* True if the cell that runs is being ended without a loss. */
    interrupt() {
      return Boolean(this.python?.interrupt());
    }

    async run(code, options) {
      live.changed("elsewhere");
      const result = await this.python.run(code, options);
      if (result.status === "crash") live.changed("lost");
      return result;
    }

    /* Call a function of ../explorers.py; it answers with JSON. */
    async askExplorer(name, ...args) {
      const code = `from mlevalkit_book.live import explorers\nexplorers.${name}(*args)`;
      return this.python.call(code, { args });
    }

    async end(restart) {
      this.epoch += 1;
      if (!this.agreed) return;
      live.changed("lost");
      await (restart ? this.python.restart() : this.python.stop());
    }
  };
})();
