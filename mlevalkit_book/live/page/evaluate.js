/* The reader's own predictions: a table in, the report out; nothing leaves the page.

The form stands in [data-evaluate=page]. Python is that of the live page (`liveBook.session`); what
it is asked stands in live/evaluate.py. For tests: [data-evaluate=input] takes text,
[data-evaluate=run] starts, [data-evaluate=report] holds the answer. */
"use strict";
(() => {
  const root = document.querySelector("[data-evaluate=page]");
  if (!root) return;
  const live = window.liveBook;
  const { element, say, button } = live;
  const ROLES = ["y_true", "y_pred", "y_score", "id", "group", "weight", "fold", "ignored"];
  const TAKE = {
    html: "text/html",
    json: "application/json",
    csv: "text/csv",
    txt: "text/plain",
    zip: "application/zip",
  };

  let files = [];
  let roles = {};
  let busy = false;

  const part = (tag, mark, className = "", text = "") => {
    const found = element(tag, className, text);
    found.dataset.evaluate = mark;
    return found;
  };

  const labelled = (control, text) => {
    const label = element("label", "live-evaluate-field");
    label.append(element("span", "", text), control);
    return label;
  };

  const number = (mark) =>
    Object.assign(part("input", mark), { type: "number", step: "any", min: "0" });

  // -- the form
  const input = Object.assign(part("textarea", "input", "live-evaluate-input"), {
    rows: 8,
    spellcheck: false,
    placeholder: say("ev_example"),
  });
  const chooser = Object.assign(part("input", "file"), { type: "file", multiple: true });
  const chosen = element("p", "live-quiet");
  const costFn = number("cost-fn");
  const costFp = number("cost-fp");
  const margin = number("margin");
  const lower = Object.assign(part("input", "lower"), { type: "checkbox" });
  const drop = Object.assign(part("input", "drop-missing"), { type: "checkbox" });
  const task = part("select", "task");
  for (const kind of ["", "classification", "regression", "scores"])
    task.append(new Option(say(`ev_task_${kind || "guess"}`), kind));
  const options = element("div", "live-evaluate-options");
  options.append(
    labelled(costFn, say("ev_cost_fn")),
    labelled(costFp, say("ev_cost_fp")),
    labelled(margin, say("ev_margin")),
    labelled(task, say("ev_task")),
    labelled(lower, say("ev_lower")),
    labelled(drop, say("ev_drop")),
  );
  const status = part("p", "status", "live-status");
  status.setAttribute("role", "status");
  const guess = part("div", "guess");
  const taken = part("div", "take", "live-buttons");
  const report = part("div", "report");
  report.tabIndex = -1;

  /* What the controls say, as keyword arguments of read_predictions and of evaluate. */
  const asked = () => {
    const reading = {
      roles,
      higher_is_positive: !lower.checked,
      missing: drop.checked ? "drop" : "refuse",
      task: task.value || null,
    };
    const positive = guess.querySelector("[data-evaluate=positive]");
    if (positive?.dataset.changed) reading.pos_label = positive.value;
    const evaluating = {};
    for (const [name, control] of Object.entries({ cost_fn: costFn, cost_fp: costFp, margin })) {
      if (control.value !== "") evaluating[name] = Number(control.value);
    }
    return [reading, evaluating];
  };

  const sources = async () => {
    if (!files.length) return [input.value];
    for (const file of files) await live.session.python.put(file.name, await file.arrayBuffer());
    return files.map((file) => file.name);
  };

  const run = async () => {
    if (busy) return;
    if (!files.length && !input.value.trim()) {
      status.textContent = say("ev_nothing");
      input.focus();
      return;
    }
    busy = true;
    live.enable(start, false);
    try {
      if ((await live.session.agree(0)) === "no") return;
      status.textContent = say("ev_running");
      live.bar.show();
      live.bar.busy(true);
      if (!live.session.alive) await live.session.start();
      status.textContent = say("ev_running");
      const args = [await sources(), ...asked()];
      const code = "from mlevalkit_book.live import evaluate as page\npage.evaluate(*args)";
      show(await live.session.python.call(code, { args, onoutput: progress }));
    } catch (error) {
      status.textContent = error.code === "stopped" ? say("ended") : say("failed_broken");
    } finally {
      busy = false;
      live.enable(start, true);
      live.bar.busy(false);
    }
  };

  /* A bar of tqdm writes its line again and again; the last one counts. */
  const progress = (message) => {
    if (message.type !== "stream") return;
    const line = message.text
      .split(/[\r\n]/)
      .filter((text) => text.trim())
      .pop();
    const bar = /^(.*?): +(?:\d+%\|.*\| *(\d+\/\d+)|(\d+)it)/.exec(line ?? "");
    if (line) status.textContent = bar ? `${bar[1]} (${bar[2] ?? bar[3]})` : line.trim();
  };

  const show = ({ status: end, value, error }) => {
    taken.replaceChildren();
    report.replaceChildren();
    if (end === "stopped") {
      status.textContent = say("ended");
      return;
    }
    if (end !== "ok" || value.refused) {
      status.textContent = value?.refused ?? error?.last ?? say("failed_broken");
      return;
    }
    status.textContent = say("ev_done");
    showGuess(value);
    report.innerHTML = value.html; // made by the library, which escapes what the table holds
    taken.append(
      ...Object.keys(TAKE).map((kind) =>
        button(say(`ev_take_${kind}`), { onclick: () => take(kind) }),
      ),
    );
    report.focus({ preventScroll: true });
  };

  const take = async (kind) => {
    const code = "from mlevalkit_book.live import evaluate as page\npage.take(*args)";
    const { status: end, value } = await live.session.python.call(code, { args: [kind] });
    if (end !== "ok") {
      status.textContent = say("ev_again");
      return;
    }
    const content = kind === "zip" ? await live.session.python.get(value) : value;
    live.save(`report.${kind}`, content, TAKE[kind]);
  };

  // -- the guess, to be corrected
  const showGuess = ({ said, roles: found, labels, positive }) => {
    const list = element("ul");
    list.append(...said.map((sentence) => element("li", "", sentence)));
    guess.replaceChildren(element("h3", "", say("ev_guess")), list);
    const fields = element("div", "live-evaluate-options");
    if (positive !== null)
      fields.append(
        labelled(
          choice("positive", labels, positive, (select) => {
            select.dataset.changed = "yes";
          }),
          say("ev_positive"),
        ),
      );
    for (const [name, role] of Object.entries(found)) {
      const [kind, ...rest] = role.split(":");
      const change = (select) => {
        roles[name] = [
          select.value,
          ...(select.value.startsWith("y_") && select.value !== "y_true" ? rest : []),
        ].join(":");
      };
      const select = choice("role", ROLES, kind, change, (option) => say(`ev_role_${option}`));
      select.dataset.column = name;
      fields.append(labelled(select, say("ev_column", { name: name || "·" })));
    }
    guess.append(fields, button(say("ev_run_again"), { onclick: run }));
  };

  const choice = (mark, values, current, onchange, text = (value) => value) => {
    const select = part("select", mark);
    for (const value of values)
      select.append(new Option(text(value), value, value === current, value === current));
    select.addEventListener("change", () => onchange(select));
    return select;
  };

  // -- files: chosen, or dropped anywhere on the form
  const give = (list) => {
    files = [...list].slice(0, 2);
    roles = {};
    guess.replaceChildren();
    chosen.textContent = files.length
      ? say("ev_files", { names: files.map(({ name }) => name).join(", ") })
      : "";
  };
  chooser.addEventListener("change", () => give(chooser.files));
  for (const kind of ["dragenter", "dragover", "drop"]) {
    root.addEventListener(kind, (event) => {
      if (![...(event.dataTransfer?.types ?? [])].includes("Files")) return;
      event.preventDefault();
      event.stopPropagation(); // the page would hand the file to Python's folder instead
      if (kind === "drop") give(event.dataTransfer.files);
    });
  }
  input.addEventListener("input", () => {
    chooser.value = "";
    give([]);
  });

  const start = button(say("ev_run"), { className: "live-button strong", onclick: run });
  start.dataset.evaluate = "run";
  root.replaceChildren(
    labelled(input, say("ev_paste")),
    labelled(chooser, say("ev_choose")),
    chosen,
    element("p", "live-quiet", say("ev_limit")),
    options,
    start,
    status,
    guess,
    taken,
    report,
  );
})();
