/* Python for this page: asked for once, loaded after the reader's yes, and started anew when it was stopped. */
"use strict";
(() => {
  const live = (window.liveBook ??= {});
  const { element, say, button } = live;
  const AGREED = "live:agreed";

  const onPhone = () =>
    navigator.connection?.type === "cellular" || navigator.connection?.saveData || matchMedia("(pointer: coarse) and (max-width: 44rem)").matches;
  live.onPhone = onPhone;

  const script = (source) =>
    new Promise((done, fail) => {
      const tag = element("script");
      tag.src = source;
      tag.onload = done;
      tag.onerror = () => {
        tag.remove();
        fail(Object.assign(new Error(source), { code: "fetch" }));
      };
      document.head.append(tag);
    });
  live.script = script;

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
          button(text, { mark, className: i ? "live-button" : "live-button strong", onclick: () => this.dialog.close(answer) }),
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
    }

    get alive() { return Boolean(this.python?.alive); }

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
        onprogress: (progress) => this.bar.loading(progress),
      });
    }

    /* Tell what will happen and wait for the answer: "all", "only" (without the cells above) or "no". */
    async agree(above) {
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
      return answer;
    }

    ask(bytes, kept, above) {
      const size = live.megabytes(bytes);
      const fetches = !kept && location.protocol !== "file:";
      const how = fetches ? "fetch" : location.protocol === "file:" ? "file" : "kept";
      const lines = [say(`confirm_${how}`, { size }), say("confirm_what", { versions: this.page.versions })];
      if (fetches && onPhone()) lines.splice(1, 0, say("confirm_phone"));
      if (above) lines.push(say("confirm_above", { n: above }));
      const answers = [["all", say("confirm"), "confirm"], ["no", say("cancel")]];
      if (above) answers.splice(1, 0, ["only", say("confirm_only")]);
      return this.question.ask(say("confirm_title"), lines, answers);
    }

    async start() {
      this.bar.show();
      await this.python.start();
      this.bar.loading({ phase: "ready" });
    }

    run(code, options) { return this.python.run(code, options); }

    /* Call a function of ../explorers.py; it answers with JSON. */
    async askExplorer(name, ...args) {
      const code = `from mlevalkit_book.live import explorers\nexplorers.${name}(*args)`;
      return this.python.call(code, { args });
    }

    async end(restart) {
      this.epoch += 1;
      if (!this.agreed) return;
      await (restart ? this.python.restart() : this.python.stop());
    }
  };
})();
