/* An explorer on a page: its controls choose among settings that were drawn when the book was built. */
"use strict";
document.querySelectorAll(".mk-explorer[data-explorer]").forEach((box) => {
  const { texts, states } = window.bookExplorers[box.dataset.explorer];
  const sizes = JSON.parse(box.dataset.sizes);
  const controls = [...box.querySelectorAll(".mk-control")];
  const picture = box.querySelector(".mk-picture");
  const cells = box.querySelectorAll(".mk-numbers dd");
  const language = document.documentElement.lang.startsWith("zh") ? 1 : 0;

  const value = (control) => Number(control.querySelector("input[type=range], input:checked").value);

  const label = (control, i) => {
    if (!control.dataset.values) return;
    const input = control.querySelector("input");
    const text = JSON.parse(control.dataset.values)[i];
    control.querySelector("output").textContent = text;
    input.setAttribute("aria-valuetext", text);
    input.style.setProperty("--at", `${(100 * i) / Math.max(input.max, 1)}%`);
  };

  const show = () => {
    const at = controls.map(value);
    const state = states[at.reduce((k, i, n) => k * sizes[n] + i, 0)];
    picture.innerHTML = state.picture.map((i) => texts[i]).join("\n");
    picture.setAttribute("aria-label", texts[state.alt[language]]);
    state.numbers.forEach((i, n) => { if (cells[n].textContent !== texts[i]) cells[n].textContent = texts[i]; });
    controls.forEach((control, n) => label(control, at[n]));
  };

  box.addEventListener("input", show);
});
