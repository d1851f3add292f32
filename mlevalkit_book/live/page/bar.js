// @ts-check
/* The bar at the lower edge of the page: what Python is doing, and what can be done about it. */
"use strict";
(() => {
  const live = (window.liveBook ??= {});
  const { element, say } = live;

  /* Unlike `disabled`, this leaves the focus where it is. */
  live.enable = (button, on) => button.setAttribute("aria-disabled", String(!on));

  live.Bar = class {
    constructor(main, actions) {
      this.root = main.querySelector(".live-bar");
      this.status = this.root.firstChild;
      this.expected = ""; // how long a start takes
      this.clock = element("span", "live-clock");
      this.clock.setAttribute("aria-hidden", "true");
      this.progress = element("progress", "live-progress");
      this.progress.setAttribute("aria-label", say("fetching"));
      this.progress.hidden = true;
      this.stop = live.button(say("stop"), { mark: "stop", onclick: actions.stop });
      this.restart = live.button(say("restart"), { mark: "restart", onclick: actions.restart });
      this.files = live.button(say("files"), { mark: "files", onclick: actions.files });
      this.originals = live.button(say("originals"), {
        name: say("originals_long"),
        mark: "originals",
        onclick: actions.originals,
      });
      const buttons = element("div", "live-buttons");
      buttons.append(
        this.stop,
        live.button(say("run_all"), { onclick: actions.runAll }),
        this.restart,
        this.files,
        this.originals,
      );
      const words = element("div", "live-words");
      words.append(this.status, this.clock);
      this.canInterrupt = actions.canInterrupt;
      this.loses = element("span", "live-quiet");
      this.loses.id = "live-stop-loses";
      this.loses.hidden = true;
      this.stop.setAttribute("aria-describedby", this.loses.id);
      words.append(this.loses);
      this.root.append(words, this.progress, buttons);
      this.busy(false);
      this.anyChange(false);
    }

    show() {
      this.root.hidden = false;
    }

    /* `more` is for a screen reader alone: others see it in the page. */
    say(text, more = "") {
      const rest = element(
        "span",
        "live-hidden",
        ` ${more.trim().replace(/\s+/g, " ").slice(0, 120)}`,
      );
      if (this.status.textContent !== text + rest.textContent)
        this.status.replaceChildren(text, rest);
    }

    anyChange(any) {
      this.originals.hidden = !any;
    }

    /* While Python works there is something to stop, and after a second its time is shown. */
    busy(on) {
      live.enable(this.stop, on);
      this.root.classList.toggle("is-busy", on);
      clearInterval(this.ticking);
      this.clock.textContent = "";
      this.loses.hidden = true;
      this.stop.textContent = say("stop");
      if (!on) return;
      const start = performance.now();
      this.ticking = setInterval(() => {
        this.tellLoss();
        if (this.progress.hidden)
          this.clock.textContent = say("seconds", {
            s: Math.round((performance.now() - start) / 1000),
          });
      }, 1000);
    }

    /* What a click on *Stop* would cost, before it is made. */
    tellLoss() {
      const keeps = this.canInterrupt();
      this.loses.hidden = !this.progress.hidden;
      this.loses.textContent = say(keeps ? "stop_keeps" : "stop_loses");
      this.stop.textContent = say(keeps ? "stop" : "stop_python");
    }

    get saysLoss() {
      return !this.loses.hidden && this.loses.textContent === say("stop_loses");
    }

    /* Bytes go to the bar itself, and to a screen reader only as a progress bar. */
    loading({ phase, loaded, total, name }) {
      const fetching = phase === "fetch";
      this.progress.hidden = phase === "ready";
      if (fetching && total) {
        this.progress.max = total;
        this.progress.value = loaded;
        const said = { loaded: live.megabytes(loaded), total: live.megabytes(total) };
        this.clock.textContent = say("loading_fetch", said);
        this.progress.setAttribute("aria-valuetext", `${said.loaded} / ${said.total}`);
        this.say(say("fetching"));
      } else {
        this.progress.removeAttribute("value");
        this.clock.textContent = this.progress.hidden ? "" : this.expected;
        this.say(say(`loading_${phase}`, { name }));
      }
    }
  };
})();
