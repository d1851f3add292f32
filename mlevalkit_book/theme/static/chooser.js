/* The six questions of `decisions` on the page. Answers and names of columns stand in the address, so
   that it can be kept and handed on. */
"use strict";
document.querySelectorAll("[data-chooser]").forEach((box) => {
  const { read, choose, code, paper, KINDS } = window.bookChooser;
  const data = JSON.parse(box.querySelector("script").textContent);
  const form = box.querySelector("form");
  const part = (name) => box.querySelector(`[data-part=${name}]`);
  const columns = [...part("code").querySelectorAll("input")];
  const radios = [...form.querySelectorAll("input")];

  const answered = () => Object.fromEntries(new FormData(form));
  const named = () => Object.fromEntries(columns.map(({ name, value }) => [name, value]));

  const show = () => {
    const now = read(data, answered());
    for (const radio of radios) {
      radio.checked = now.answers[radio.name] === radio.value;
      radio.closest("label").hidden = !now.offered[radio.name].includes(radio.value);
    }
    const found = choose(data, now);
    for (const kind of KINDS) {
      part(kind).hidden = !found[kind];
      for (const rule of part(kind).querySelectorAll("[data-rule]"))
        rule.hidden = rule.dataset.rule !== found[kind]?.name;
    }
    const left = Object.keys(data.questions).filter((name) => !(name in now.answers));
    mark(found.measure);
    tell(found, left.length);
    write(now, left.length === 0);
    keep(now.answers);
  };

  /* The first sentence of what a screen reader says: the functions, and what is still to answer. */
  const tell = (found, left) => {
    const names = KINDS.flatMap((kind) => found[kind]?.take ?? []).join(", ");
    const more = left ? data.said.left.replace("{n}", left) : "";
    box.querySelector("[data-chosen]").textContent = [names, more].filter(Boolean).join(" · ");
  };

  const write = (now, complete) => {
    part("code").hidden = part("paper").hidden = !complete;
    if (!complete) return;
    const { used, text } = code(data, now, named());
    for (const column of columns) column.closest("label").hidden = !used.has(column.name);
    part("code").querySelector("code").textContent = text;
    part("paper").querySelector("p").textContent = paper(data, now);
  };

  /* The row of the page's table that the measure is from. */
  const mark = (measure) => {
    document.querySelector("tr.mk-chosen")?.classList.remove("mk-chosen");
    const names = [...document.querySelectorAll("tr td:nth-child(2) code")];
    const name = names.find((code) => code.textContent === measure?.take[0]);
    name?.closest("tr").classList.add("mk-chosen");
  };

  const keep = (answers) => {
    const query = new URLSearchParams(answers);
    for (const { name, value, defaultValue } of columns)
      if (value !== defaultValue) query.set(name, value);
    const text = query.size ? `?${query}` : location.pathname;
    history.replaceState(null, "", text + location.hash);
    const other = document.getElementById("switch");
    if (other) other.search = query.size ? `?${query}` : "";
  };

  const restore = () => {
    for (const [name, value] of new URLSearchParams(location.search)) {
      const column = columns.find((one) => one.name === name);
      if (column) column.value = value;
      const radio = radios.find((one) => one.name === name && one.value === value);
      if (radio) radio.checked = true;
    }
  };

  form.addEventListener("change", show);
  form.addEventListener("submit", (event) => event.preventDefault());
  form.addEventListener("reset", () => setTimeout(show));
  part("code").addEventListener("input", show);
  for (const button of box.querySelectorAll("[data-copy]"))
    button.addEventListener("click", async () => {
      const from = button.closest("section").querySelector("pre, section > p");
      await navigator.clipboard?.writeText(from.textContent);
      box.querySelector("[data-chosen]").textContent = data.said.copied;
    });
  restore();
  box.hidden = false;
  show();
});
