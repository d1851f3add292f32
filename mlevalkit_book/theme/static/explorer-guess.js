/* The question before an explorer: the reader guesses, then the answer compares, and the picture
   moves to what was asked. Until then the style sheet covers what tells the answer. Whoever moves a
   control, or presses Escape, goes on without a guess; the answer is then folded below. */
"use strict";
/* A number may be drawn as a level in the picture: a click there takes it. */
window.bookLevel = (box, field) => {
  const [left, right, zero, one] = JSON.parse(field.dataset.line);
  const canvas = box.querySelector(".mk-canvas");
  const level = document.createElement("span");
  level.className = "mk-level";
  level.hidden = true;
  level.style.left = `${100 * left}%`;
  level.style.width = `${100 * (right - left)}%`;
  canvas.append(level);
  const show = () => {
    level.hidden = field.value === "";
    level.style.top = `${100 * (zero + field.value * (one - zero))}%`;
  };
  field.addEventListener("input", show);
  canvas.addEventListener(
    "click",
    (event) => {
      if (!box.classList.contains("mk-asked")) return;
      event.stopImmediatePropagation();
      const { top, height } = canvas.getBoundingClientRect();
      const share = ((event.clientY - top) / height - zero) / (one - zero);
      field.value = Math.round(100 * Math.min(Math.max(share, 0), 1)) / 100;
      show();
    },
    true,
  );
  return show;
};
window.bookGuess = (box) => {
  const ask = box.querySelector(":scope > [data-guess='']");
  const answer = box.querySelector(":scope > [data-guess='answer']");
  if (!ask) return;
  const key = `guess:${ask.textContent}`;
  const choices = [...ask.querySelectorAll("[data-choice]")];
  const skip = ask.querySelector("[data-skip]");
  const said = answer.querySelector(".mk-said");
  const field = ask.querySelector("[data-number]");
  const level = field?.dataset.line && window.bookLevel(box, field);

  const recall = () => {
    try {
      return sessionStorage.getItem(key);
    } catch {
      return null;
    }
  };
  const keep = (text) => {
    try {
      sessionStorage.setItem(key, text);
    } catch {
      /* no storage: the question comes again */
    }
  };

  const unlock = () => {
    box.classList.remove("mk-asked");
    answer.hidden = false;
    skip.hidden = true;
  };

  /* Move the controls to what was asked, as a reader's hand would. */
  const moveOn = () => {
    const controls = box.querySelectorAll(".mk-controls > .mk-control");
    for (const [number, place] of JSON.parse(ask.dataset.then)) {
      const control = controls[number];
      const inputs = control.querySelectorAll("input");
      const last = Number(inputs[0].max);
      const input = inputs.length > 1 ? inputs[place] : inputs[0];
      if (input.type === "radio") input.checked = true;
      else input.value = String("falls" in control.dataset ? last - place : place);
      input.dispatchEvent(new Event("input", { bubbles: true }));
    }
  };

  const compare = (words, kept) => {
    said.textContent = words;
    said.hidden = false;
    unlock();
    answer.open = true;
    keep(kept);
    queueMicrotask(moveOn); // an answer that is recalled comes before the explorer listens
  };

  const choose = (choice) => {
    choices.forEach((other) => {
      other.setAttribute("aria-pressed", String(other === choice));
      other.classList.toggle("mk-right", "right" in other.dataset);
      other.disabled = other !== choice && !("right" in other.dataset);
    });
    compare(choice.dataset.said, choice.dataset.choice);
  };

  const give = () => {
    if (field.value === "" || !field.checkValidity()) {
      field.focus();
      return;
    }
    const { number, within, close, off } = field.dataset;
    const far = Math.abs(field.value - number) > Number(within);
    level?.();
    compare((far ? off : close).replace("{guess}", field.value), field.value);
  };

  const goOn = () => {
    if (!box.classList.contains("mk-asked")) return;
    unlock();
    keep("skipped");
  };

  box.classList.add("mk-asked");
  box.querySelector(".mk-canvas").dataset.covered = ask.dataset.covered;
  answer.hidden = true;
  answer.setAttribute("aria-live", "polite");
  choices.forEach((choice) => choice.addEventListener("click", () => choose(choice)));
  ask.querySelector("[data-give]")?.addEventListener("click", give);
  field?.addEventListener("keydown", (event) => event.key === "Enter" && give());
  skip.addEventListener("click", () => {
    goOn();
    box.querySelector(".mk-controls input")?.focus();
  });
  box.addEventListener("keydown", (event) => event.key === "Escape" && goOn());
  box.querySelector(".mk-controls").addEventListener("input", goOn);

  const before = recall();
  if (before === "skipped") goOn();
  else if (before !== null && field) {
    field.value = before;
    give();
  } else if (choices[before]) choose(choices[before]);
};
