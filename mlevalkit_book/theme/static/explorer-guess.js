/* The question before an explorer: the reader guesses, then the answer compares. Whoever moves a
   control, or presses Escape, goes on without a guess; the answer is then folded below. */
"use strict";
window.bookGuess = (box) => {
  const ask = box.querySelector(":scope > [data-guess='']");
  const answer = box.querySelector(":scope > [data-guess='answer']");
  if (!ask) return;
  const key = `guess:${ask.textContent}`;
  const choices = [...ask.querySelectorAll("[data-choice]")];
  const skip = ask.querySelector("[data-skip]");
  const said = answer.querySelector(".mk-said");

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

  const choose = (choice) => {
    choices.forEach((other) => {
      other.setAttribute("aria-pressed", String(other === choice));
      other.classList.toggle("mk-right", "right" in other.dataset);
      other.disabled = other !== choice && !("right" in other.dataset);
    });
    said.textContent = choice.dataset.said;
    said.hidden = false;
    unlock();
    answer.open = true;
    keep(choice.dataset.choice);
  };

  const goOn = () => {
    if (!box.classList.contains("mk-asked")) return;
    unlock();
    keep("skipped");
  };

  box.classList.add("mk-asked");
  answer.hidden = true;
  answer.setAttribute("aria-live", "polite");
  choices.forEach((choice) => choice.addEventListener("click", () => choose(choice)));
  skip.addEventListener("click", () => {
    goOn();
    box.querySelector(".mk-controls input")?.focus();
  });
  box.addEventListener("keydown", (event) => event.key === "Escape" && goOn());
  box.querySelector(".mk-controls").addEventListener("input", goOn);

  const before = recall();
  if (before === "skipped") goOn();
  else if (before !== null && choices[before]) choose(choices[before]);
};
