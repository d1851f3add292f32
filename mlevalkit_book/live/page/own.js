// @ts-check
/* A reader's own data, pasted below an explorer of the book: Python draws them in its place. The
   data are kept for the other explorers of the book that take the same kind of table. */
"use strict";
(() => {
  const live = window.liveBook;
  const keyOf = (box) => `own:${box.dataset.kind}`;

  const recall = (key) => {
    try {
      return sessionStorage.getItem(key);
    } catch {
      return null;
    }
  };
  const keep = (key, text) => {
    try {
      sessionStorage.setItem(key, text);
    } catch {
      /* no storage: the data stay on this page */
    }
  };

  /* Start Python if need be, and ask it for the explorer of a text; null if the reader declines. */
  const ask = async (name, text, chosen) => {
    const { session, bar } = live;
    if ((await session.agree(0)) === "no") return null;
    bar.show();
    bar.busy(true);
    try {
      if (!session.alive) await session.start();
      return await session.askExplorer("own", name, text, chosen);
    } finally {
      bar.busy(false);
    }
  };

  const draw = async (box, button) => {
    const message = box.querySelector(".mk-message");
    const area = box.querySelector("textarea");
    const chosen = [...box.querySelectorAll(".mk-control")].map(window.bookControls.value);
    message.textContent = "";
    live.enable(button, false);
    try {
      const result = await ask(box.dataset.ownData, area.value, chosen);
      const failed = result && (result.value?.error ?? result.error?.last);
      if (failed) message.textContent = failed;
      else if (result) show(box, result.value.html, area.value);
    } catch (error) {
      if (error.code !== "stopped") message.textContent = live.say("failed_broken");
    }
    live.enable(button, true);
  };

  const show = (box, html, text) => {
    keep(keyOf(box), text);
    const fresh = live.fromHtml(html);
    fresh.dataset.own = "";
    box.closest(".mk-explorer").replaceWith(fresh);
    live.explorer(fresh);
    fresh.tabIndex = -1;
    fresh.focus({ preventScroll: true });
  };

  document.querySelectorAll("[data-own-data]").forEach((box) => {
    const button = box.querySelector(":scope > p > button");
    const kept = recall(keyOf(box));
    if (kept) box.querySelector("textarea").value = kept;
    button.addEventListener("click", () => {
      if (button.getAttribute("aria-disabled") !== "true") draw(box, button);
    });
  });
})();
