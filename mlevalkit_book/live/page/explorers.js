/* An explorer that a cell has shown: its controls ask Python for the picture of each setting. */
"use strict";
(() => {
  const live = (window.liveBook ??= {});

  const fromHtml = (html) => {
    const holder = document.createElement("template");
    holder.innerHTML = html;
    return holder.content.firstElementChild;
  };

  live.explorer = (box) => {
    const { value, label, speak } = window.bookControls;
    const key = box.dataset.liveExplorer;
    const { epoch } = live.session;
    const own = box.querySelector(".mk-editor");
    const controls = [...box.querySelectorAll(":scope > .mk-controls > .mk-control")];
    const picture = box.querySelector(".mk-picture");
    const message = box.querySelector(".mk-message");
    const table = own?.querySelector("textarea");
    let told = table?.value; // the table as Python has last written it
    const drag = window.bookDrag(box, controls);
    let asked = false, drawing = false;

    const setting = () => controls.map(value);

    const show = (state) => {
      picture.innerHTML = state.picture;
      speak(box, state.alt);
      drag.show(state.handles);
      box.querySelectorAll(".mk-numbers dd").forEach((cell, n) => {
        if (cell.textContent !== state.numbers[n]) cell.textContent = state.numbers[n];
      });
      if (table && state.table !== told) told = table.value = state.table;
    };

    /* Ask Python; null, and a sentence in the panel, if there is no answer. */
    const ask = async (name, ...args) => {
      message.textContent = "";
      if (epoch !== live.session.epoch) {
        message.textContent = live.say("explorer_gone");
        return null;
      }
      box.setAttribute("aria-busy", "true");
      const result = await live.session.askExplorer(name, key, ...args);
      box.setAttribute("aria-busy", "false");
      if (result.status === "ok" && !result.value.error) return result.value;
      message.textContent = result.value?.error ?? result.error?.last ?? live.say("explorer_gone");
      return null;
    };

    /* A slider moves faster than Python draws: of what it passed, only the last place is asked for. */
    const draw = async () => {
      asked = true;
      if (drawing) return;
      drawing = true;
      while (asked) {
        asked = false;
        const state = await ask("turn", setting());
        if (state) show(state);
      }
      drawing = false;
    };

    const replace = async (name, ...args) => {
      const state = await ask(name, ...args);
      if (!state) return;
      const fresh = fromHtml(state.html);
      box.replaceWith(fresh);
      fresh.querySelector(".mk-editor").open = true;
      live.explorer(fresh);
      fresh.querySelector(`.mk-editor [data-do="${name}"]`).focus({ preventScroll: true });
    };

    controls.forEach((control, n) =>
      control.addEventListener("input", () => {
        label(control, setting()[n]);
        draw();
      }),
    );
    own?.querySelector('[data-do="edit"]').addEventListener("click", () => {
      const chosen = [...own.querySelectorAll(".mk-control")].map(value);
      replace("edit", table.value, setting(), chosen);
    });
    own?.querySelector('[data-do="again"]').addEventListener("click", () => replace("again"));
  };
})();
