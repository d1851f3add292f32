/* An explorer on a page: its controls choose among settings that were drawn when the book was built. */
"use strict";
/* What its controls say; a live page reads them in the same way. */
window.bookControls = {
  /* A falling list of values stands the other way round: the largest is on the right. */
  place: (control, i) => ("falls" in control.dataset ? control.querySelector("input").max - i : i),

  value: (control) => window.bookControls.place(control, Number(control.querySelector("input[type=range], input:checked").value)),

  label: (control, i) => {
    if (!control.dataset.values) return;
    const input = control.querySelector("input");
    const text = JSON.parse(control.dataset.values)[i];
    control.querySelector("output").textContent = text;
    input.setAttribute("aria-valuetext", text);
    input.style.setProperty("--at", `${(100 * input.value) / Math.max(input.max, 1)}%`);
  },

  turn: (control, i) => {
    const range = control.querySelector("input[type=range]");
    if (range) range.value = window.bookControls.place(control, i);
    else control.querySelectorAll("input")[i].checked = true;
  },

  speak: (box, words) => { box.querySelector("[role=status].mk-verdict").innerHTML = words; },
};
(() => {
  const { value, label, turn, speak } = window.bookControls;
  const chinese = document.documentElement.lang.startsWith("zh");
  const WORDS = chinese
    ? { reset: "复原", pin: "留作对照", unpin: "去掉", idle: "在这种设置下不起作用" }
    : { reset: "Reset", pin: "Keep to compare", unpin: "Remove", idle: "has no effect with this setting" };
  const address = new URLSearchParams(location.search);

  const button = (text, action) => {
    const made = document.createElement("button");
    made.type = "button";
    made.textContent = text;
    made.addEventListener("click", action);
    return made;
  };

  document.querySelectorAll(".mk-explorer[data-explorer]").forEach((box, serial) => {
    const { texts: drawn, own, states } = window.bookExplorers[box.dataset.explorer];
    const texts = Object.assign([...drawn], own[chinese ? "zh" : "en"]); // the words in the page's language
    const sizes = JSON.parse(box.dataset.sizes);
    const controls = [...box.querySelectorAll(".mk-control")];
    const picture = box.querySelector(".mk-picture");
    const cells = box.querySelectorAll(".mk-numbers dd");
    const verdict = box.querySelector(".mk-verdict");
    const first = controls.map(value);
    const key = `${box.dataset.explorer}${document.querySelectorAll(`[data-explorer="${box.dataset.explorer}"]`).length > 1 ? serial : ""}`;

    const state = (at) => states[at.reduce((k, i, n) => k * sizes[n] + i, 0)];

    /* A control that changes nothing says so, and rests. */
    const rest = (at) => controls.forEach((control, n) => {
      const same = Array.from({ length: sizes[n] }, (_, i) => state(at.map((v, m) => (m === n ? i : v))).picture.join()).every((p, _, all) => p === all[0]);
      control.querySelectorAll("input").forEach((input) => { input.disabled = same && sizes[n] > 1; });
      control.classList.toggle("mk-idle", same);
      control.title = same ? WORDS.idle : "";
    });

    const show = () => {
      const at = controls.map(value);
      const now = state(at);
      picture.innerHTML = now.picture.map((i) => texts[i]).join("\n");
      speak(box, texts[now.alt]);
      now.numbers.forEach((i, n) => { if (cells[n].textContent !== texts[i]) cells[n].textContent = texts[i]; });
      controls.forEach((control, n) => label(control, at[n]));
      rest(at);
      const moved = at.join() !== first.join();
      reset.hidden = !moved;
      return moved ? at.join(".") : null;
    };

    /* The address names the setting, so that a link leads to it. */
    const keep = (setting) => {
      const here = new URL(location.href);
      if (setting) here.searchParams.set(key, setting);
      else here.searchParams.delete(key);
      try { history.replaceState(history.state, "", here); } catch (e) { /* a page in a frame */ }
    };

    const set = (at) => {
      controls.forEach((control, n) => turn(control, at[n]));
      return show();
    };

    const pin = () => {
      const kept = document.createElement("figure");
      kept.className = "mk-pinned";
      const words = verdict.cloneNode(true);
      words.removeAttribute("role");
      kept.append(picture.cloneNode(true), words, button(WORDS.unpin, () => kept.remove()));
      box.append(kept);
    };

    const reset = button(WORDS.reset, () => { keep(set(first)); controls[0].querySelector("input").focus(); });
    const tools = document.createElement("p");
    tools.className = "mk-tools";
    tools.append(reset, button(WORDS.pin, pin));
    verdict.after(tools);

    let waiting = 0;
    box.addEventListener("input", () => {
      const setting = show();
      clearTimeout(waiting); // browsers limit how often an address may change
      waiting = setTimeout(() => keep(setting), 300);
    });
    const asked = address.get(key)?.split(".").map(Number) ?? [];
    const known = asked.length === sizes.length && asked.every((i, n) => Number.isInteger(i) && i >= 0 && i < sizes[n]);
    if (known) set(asked);
    else { reset.hidden = true; rest(first); }
  });
})();
