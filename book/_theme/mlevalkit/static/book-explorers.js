/* An explorer on a page: its controls choose among settings that were drawn when the book was built. */
"use strict";
/* What its controls say; a live page reads them in the same way. */
window.bookControls = {
  chinese: document.documentElement.lang.startsWith("zh") ? 1 : 0,

  value: (control) => Number(control.querySelector("input[type=range], input:checked").value),

  label: (control, i) => {
    if (!control.dataset.values) return;
    const input = control.querySelector("input");
    const text = JSON.parse(control.dataset.values)[i];
    control.querySelector("output").textContent = text;
    input.setAttribute("aria-valuetext", text);
    input.style.setProperty("--at", `${(100 * i) / Math.max(input.max, 1)}%`);
  },
};
document.querySelectorAll(".mk-explorer[data-explorer]").forEach((box) => {
  const { value, label, chinese } = window.bookControls;
  const { texts, states } = window.bookExplorers[box.dataset.explorer];
  const sizes = JSON.parse(box.dataset.sizes);
  const controls = [...box.querySelectorAll(".mk-control")];
  const picture = box.querySelector(".mk-picture");
  const cells = box.querySelectorAll(".mk-numbers dd");

  const show = () => {
    const at = controls.map(value);
    const state = states[at.reduce((k, i, n) => k * sizes[n] + i, 0)];
    picture.innerHTML = state.picture.map((i) => texts[i]).join("\n");
    picture.setAttribute("aria-label", texts[state.alt[chinese]]);
    state.numbers.forEach((i, n) => { if (cells[n].textContent !== texts[i]) cells[n].textContent = texts[i]; });
    controls.forEach((control, n) => label(control, at[n]));
  };

  box.addEventListener("input", show);
});
