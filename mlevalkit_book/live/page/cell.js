/* One code cell: its editor, its buttons, its output and its state. */
"use strict";
(() => {
  const live = (window.liveBook ??= {});
  const { element, say, button } = live;

  /* False where storage is forbidden or full: the page works without it. */
  live.keep = (key, text) => {
    try {
      if (text === null) localStorage.removeItem(key);
      else localStorage.setItem(key, text);
      return true;
    } catch {
      return false;
    }
  };

  live.Cell = class {
    /* `actions` are run, runAbove, changed and goOn, each called with the cell. */
    constructor(root, id, number, actions) {
      Object.assign(this, {
        root,
        id,
        number,
        actions,
        epoch: -1,
        text: null,
        key: live.keyOf(id),
      });
      this.mayFail = root.classList.contains("tag_raises-exception");
      this.fold = root.querySelector(":scope > details.code-fold");
      const box = root.querySelector("[data-live=output]");
      this.figure =
        box.querySelector(".mk-figure svg")?.getAttribute("aria-label") ??
        box.querySelector("img")?.alt ??
        null;
      this.caption = box.querySelector("figcaption");
      this.output = new live.Output(
        box,
        (words) => this.describe(words),
        (words) => this.captionOf(words),
      );
      this.editor = new live.Editor(root.querySelector(".live-code"), {
        onchange: (text) => this.changed(text),
        onrun: () => actions.run(this),
      });
      this.addButtons(root.querySelector(".live-tools"));
      this.state = "stored";
      this.load();
    }

    addButtons(tools) {
      const n = this.number;
      this.above = button(say("run_above"), {
        name: say("run_above_cell", { n }),
        mark: "run-above",
        onclick: () => this.actions.runAbove(this),
      });
      this.reset = button(say("original"), {
        name: say("original_cell", { n }),
        mark: "original",
        onclick: () => this.restore(),
      });
      tools.prepend(...(n > 1 ? [this.above] : []), this.reset);
      tools.querySelector("[data-live=run]").onclick = () => this.actions.run(this);
    }

    get state() {
      return this.root.dataset.state;
    }

    set state(state) {
      this.root.dataset.state = state;
      this.root.setAttribute("aria-busy", String(state === "running"));
      this.reset.hidden = !this.editor.isChanged && this.text === null;
    }

    /* Neither its code nor what it uses of the cells above was changed. */
    get isAsInBook() {
      return !this.editor.isChanged && !this.actions.usesChanged(this);
    }

    /* Until its code or its data are changed, a cell draws the figure that the page describes;
       then Python has the words. */
    describe(words) {
      return (this.isAsInBook && this.figure) || words || say("figure", { n: this.number });
    }

    captionOf(words) {
      if (this.isAsInBook) return this.caption?.cloneNode(true);
      return words && element("figcaption", "", words);
    }

    // -- what is typed is kept

    load() {
      const kept = live.recall(this.key);
      if (kept !== null) this.editor.text = kept;
      else if (this.editor.isChanged) this.editor.changed(); // typed before this script came
    }

    changed(text) {
      this.root.classList.toggle("live-changed", this.editor.isChanged);
      const kept = live.keep(this.key, this.editor.isChanged ? text : null);
      this.warn(kept ? null : say("not_kept"));
      this.state = this.state; // the button back to the original comes and goes
      this.relabel();
      this.actions.changed(this);
    }

    warn(text) {
      this.warning?.remove();
      this.warning = text && element("p", "live-note", text);
      if (text) this.editor.box.after(this.warning);
    }

    restore() {
      if (this.state === "running") return;
      this.text = null;
      this.epoch = -1; // what may have run is not this code
      this.output.restore();
      this.editor.text = this.editor.original;
      this.state = "stored";
      if (document.activeElement === document.body || this.reset.hidden) this.editor.focus();
    }

    /* What stands here was made before a cell above changed; null: it is up to date. */
    stale(above, runRest) {
      this.staleNote?.remove();
      this.staleNote = null;
      this.root.toggleAttribute("data-stale", Boolean(above));
      if (!above) return;
      const rest = button(say("run_rest"), { mark: "run-rest", onclick: runRest });
      this.staleNote = element("p", "live-stale", say("stale", { n: above }));
      this.staleNote.append(rest);
      this.output.box.before(this.staleNote);
    }

    // -- running

    wait(words) {
      this.before = this.state === "running" ? "stored" : this.state;
      this.state = "running";
      this.hint(words);
    }

    /* A line about a cell that waits; the output that stands there stays. */
    hint(text, ...buttons) {
      this.waiting?.remove();
      this.waiting = null;
      if (!text) return;
      this.waiting = element("p", "live-note live-waiting", text);
      this.waiting.append(...buttons);
      this.output.box.before(this.waiting);
    }

    leave(words) {
      this.hint(words);
      this.state = this.before;
    }

    begin() {
      this.hint(null);
      this.state = "running";
      this.text = this.editor.text;
      this.began = performance.now();
      this.output.begin();
    }

    /* `result` is the runtime's answer; `epoch` tells later whether its variables still exist. */
    async finish(result, epoch) {
      this.epoch = epoch;
      this.lost = null;
      const lost = result.status === "stopped" || result.status === "crash";
      this.ms = lost ? performance.now() - this.began : result.ms;
      if (result.error && result.status === "error") this.output.fail(result.error);
      else if (result.status === "exit") this.output.note(say("exited"));
      else if (result.status === "interrupted")
        this.output.note(say("interrupted", { s: seconds(this.ms) }));
      else if (result.status === "stopped") this.say_lost("stopped");
      else if (result.status === "crash") this.say_lost(`crash_${result.error.reason}`);
      this.relabel();
      this.state = result.status === "ok" || result.status === "exit" ? "done" : "error";
      await this.output.finish();
    }

    say_lost(key) {
      const goOn = button(say("go_on"), { onclick: () => this.actions.goOn(this) });
      this.output.note(say(key, { s: seconds(this.ms) }), goOn);
    }

    /* A start that failed: why, and once more. */
    refuse(error) {
      this.output.begin();
      const known = ["fetch", "memory"].includes(error.code);
      const again = button(say("again"), { onclick: () => this.actions.run(this) });
      this.output.note(
        `${say(`failed_${known ? error.code : "broken"}`)} ${known ? "" : error.message}`,
        again,
      );
      this.output.show();
      this.state = "error";
    }

    relabel(lost = this.lost) {
      this.lost = lost;
      if (this.text === null || !this.output.label) return;
      const empty = !this.output.body.childNodes.length && !this.output.said;
      const parts = [say(empty ? "yours_none" : "yours"), say("seconds", { s: seconds(this.ms) })];
      if (this.ranFirst) parts.push(say("ran_above", { n: this.ranFirst }));
      if (this.lost) parts.push(say(this.lost));
      if (this.editor.text !== this.text) parts.push(say("changed_since"));
      this.output.label.replaceChildren(
        ...parts.map((part, i) => element(i ? "span" : "strong", "", part)),
      );
    }

    open() {
      if (!this.root.classList.contains("tag_hide-cell")) return;
      for (let fold = this.fold; fold; fold = fold.parentElement.closest("details"))
        fold.open = true;
    }
  };

  const seconds = (ms) => (ms < 995 ? (ms / 1000).toFixed(2) : (ms / 1000).toFixed(1));
})();
