/* An explorer that a cell has shown: its controls ask Python for the picture of each setting. */
"use strict";
(() => {
  const live = (window.liveBook ??= {});
  const SOON = 350; // ms: an answer that comes before is not waited for

  const fromHtml = (html) => {
    const holder = document.createElement("template");
    holder.innerHTML = html;
    return holder.content.firstElementChild;
  };
  live.fromHtml = fromHtml;

  /* Ask Python; null, and a sentence in the panel, if there is no answer. */
  const asking = (box, key) => {
    const message = box.querySelector(":scope > .mk-message");
    const { epoch } = live.session;
    return async (name, ...args) => {
      if (message.textContent) message.textContent = "";
      if (epoch !== live.session.epoch) {
        message.textContent = live.say("explorer_gone");
        return null;
      }
      const late = setTimeout(() => box.setAttribute("aria-busy", "true"), SOON);
      const result = await live.session.askExplorer(name, key, ...args);
      clearTimeout(late);
      if (box.hasAttribute("aria-busy")) box.removeAttribute("aria-busy");
      if (result.status === "ok" && !result.value.error) return result.value;
      message.textContent = result.value?.error ?? result.error?.last ?? live.say("explorer_gone");
      return null;
    };
  };

  live.explorer = (box) => {
    const { value } = window.bookControls;
    const ask = asking(box, box.dataset.liveExplorer);
    const own = box.querySelector(".mk-editor");
    const table = own?.querySelector("textarea");
    let told = table?.value; // the table as Python has last written it
    const first = {
      picture: box.querySelector(".mk-picture").innerHTML,
      alt: box.querySelector(".mk-verdict").innerHTML,
      numbers: [...box.querySelectorAll(".mk-numbers dd")].map((cell) => cell.textContent),
      handles: JSON.parse(box.dataset.handles),
    };
    const explorer = new window.BookExplorer(box, {
      first,
      state: (setting) => ask("turn", setting),
      shown: (state) => {
        if (table && state.table && state.table !== told) told = table.value = state.table;
      },
    });

    const replace = async (name, ...args) => {
      const state = await ask(name, ...args);
      if (!state) return;
      const fresh = fromHtml(state.html);
      box.replaceWith(fresh);
      fresh.querySelector(".mk-editor").open = true;
      live.explorer(fresh);
      fresh.querySelector(`.mk-editor [data-do="${name}"]`).focus({ preventScroll: true });
    };

    own?.querySelector('[data-do="edit"]').addEventListener("click", () => {
      const chosen = [...own.querySelectorAll(".mk-control")].map(value);
      replace("edit", table.value, explorer.setting, chosen);
    });
    own?.querySelector('[data-do="again"]').addEventListener("click", () => replace("again"));
  };
})();
