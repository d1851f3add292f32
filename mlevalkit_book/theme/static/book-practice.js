/* The page for practice: problems of the chosen sections, mixed; what went wrong comes again. */
"use strict";
(() => {
  const { Problem, load, progress, random } = window.bookProblem;
  const words = window.bookProblemWords;
  const page = document.querySelector("[data-practice]");
  const version = page.dataset.practice;
  const { lang } = page;
  const kinds = JSON.parse(page.dataset.kinds);
  const choice = page.querySelector(".mk-choose");
  const AFTER = 2; // so many others come before a kind that went wrong

  const element = (name, className = "", text = "") => {
    const made = document.createElement(name);
    made.className = className;
    made.textContent = text;
    return made;
  };
  const button = (text, act) => {
    const made = element("button", "", text);
    made.type = "button";
    made.addEventListener("click", act);
    return made;
  };

  const said = element("p", "mk-said");
  said.setAttribute("role", "status");
  const place = element("div");
  const score = element("p", "mk-score");
  page.append(said, place, score);

  const sections = [...choice.querySelectorAll("[name=section]")];
  const all = button(words.all_or_none, () => {
    const on = !sections.every((box) => box.checked);
    sections.forEach((box) => (box.checked = on));
  });
  choice.querySelector(".mk-actions").append(all);

  // -- what comes next ----------------------------------------------------------------------------

  const session = { answered: 0, right: 0, last: null };
  let waiting = []; // kinds that come again, each with how many others come before

  const chosen = () => {
    const ticked = (name) => new FormData(choice).getAll(name);
    const sections = ticked("section");
    const levels = ticked("difficulty").map(Number);
    return Object.keys(kinds).filter(
      (kind) => sections.includes(kinds[kind].section) && levels.includes(kinds[kind].difficulty),
    );
  };

  /* A kind that waits and is due; otherwise one of those that were seen least. */
  const nextKind = (pool) => {
    const due = waiting.find(({ kind, after }) => after <= 0 && pool.includes(kind));
    if (due) {
      waiting = waiting.filter((other) => other !== due);
      return due.kind;
    }
    waiting.forEach((other) => (other.after -= 1));
    const others = pool.filter((kind) => kind !== session.last);
    const left = others.length ? others : pool;
    const seen = (kind) => progress.kinds[kind]?.seen.length ?? 0;
    const least = Math.min(...left.map(seen));
    return random(left.filter((kind) => seen(kind) === least));
  };

  const tell = () => {
    const again = chosen().filter((kind) => progress.kinds[kind]?.again).length;
    score.textContent = words.score
      .replace("{n}", session.answered)
      .replace("{right}", session.right)
      .replace("{again}", again);
  };

  const answered = (kind) => {
    const { again } = progress.of(kind);
    session.answered += 1;
    session.right += Number(!again);
    if (again) waiting.push({ kind, after: AFTER });
    tell();
    tellKept();
  };

  const formOf = (kind) => {
    const form = element("form", "mk mk-problem");
    Object.assign(form.dataset, { problem: kind, version });
    form.lang = lang;
    form.autocomplete = "off";
    const title = element("p", "mk-title");
    const name = element("b");
    name.innerHTML = `${kinds[kind].section} ${kinds[kind].title}`;
    title.append(name, element("small", "", kinds[kind].level));
    const status = element("p", "mk-said");
    status.setAttribute("role", "status");
    form.append(title, element("div", "mk-asked-for"), status);
    return form;
  };

  const next = async () => {
    const pool = chosen();
    said.textContent = pool.length ? "" : words.nothing;
    if (!pool.length) return;
    const kind = nextKind(pool);
    session.last = kind;
    const wasWrong = progress.kinds[kind]?.again;
    const { variants } = await load(`${lang}/${kind}`, version);
    const { seen } = progress.of(kind);
    const left = variants.filter((variant) => !seen.includes(variant.seed));
    const form = formOf(kind);
    const problem = new Problem(form, { done: () => answered(kind), next });
    place.replaceChildren(form);
    problem.put(random(left.length ? left : variants));
    form.querySelector("[data-do=another]").textContent = words.next;
    if (wasWrong) form.querySelector(".mk-title").append(element("small", "", words.comes_again));
    tell();
  };

  choice.addEventListener("submit", (event) => {
    event.preventDefault();
    waiting = chosen()
      .filter((kind) => progress.kinds[kind]?.again)
      .map((kind) => ({ kind, after: 0 }));
    next().catch((error) => {
      said.textContent = words.not_loaded;
      console.error(error);
    });
  });

  // -- progress -----------------------------------------------------------------------------------

  const kept = element("p");
  const tellKept = () => {
    const why = progress.failed ? words.store_full : words.not_kept;
    kept.textContent = progress.kept ? words.kept_here : why;
  };

  const save = () => {
    const text = JSON.stringify(progress.kinds, null, 1);
    const link = element("a");
    link.href = URL.createObjectURL(new Blob([text], { type: "application/json" }));
    link.download = "mlevalkit-practice.json";
    link.click();
    setTimeout(() => URL.revokeObjectURL(link.href));
  };

  const file = element("input");
  file.type = "file";
  file.accept = "application/json,.json";
  file.hidden = true;
  file.addEventListener("change", async () => {
    try {
      progress.take(JSON.parse(await file.files[0].text()));
      said.textContent = words.imported;
    } catch {
      said.textContent = words.not_imported;
    }
    file.value = "";
    tellKept();
    tell();
  });

  const forget = () => {
    if (!confirm(words.forget_ask)) return;
    progress.forget();
    tellKept();
    tell();
  };

  const fold = element("details", "mk-progress");
  const actions = element("p", "mk-actions");
  actions.append(
    button(words.export, save),
    button(words.import, () => file.click()),
    button(words.forget, forget),
  );
  fold.append(element("summary", "", words.keeping), kept, actions, file);
  page.append(fold);
  tellKept();
})();
