/* The reader's own predictions: a table in, the report out; nothing leaves the page.

The form stands in [data-evaluate=page]. Python is that of the live page (`liveBook.session`); what
it is asked stands in live/evaluate.py. First the table is read: its first rows are shown, above
each column its role; while a question is open, nothing is evaluated. For tests:
[data-evaluate=input] takes text, [data-evaluate=run] starts, [data-evaluate=choice] answers,
[data-evaluate=report] holds the report. */
"use strict";
(() => {
  const root = document.querySelector("[data-evaluate=page]");
  if (!root) return;
  const live = window.liveBook;
  const { element, say, button } = live;
  const TAKE = {
    html: "text/html",
    json: "application/json",
    csv: "text/csv",
    txt: "text/plain",
    zip: "application/zip",
  };

  let files = [];
  let reading = {}; // keyword arguments of read_predictions: what the reader has chosen
  let open = false; // whether a question waits for its answer
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

  const choice = (mark, values, current, onchange, text = (value) => value) => {
    const select = part("select", mark);
    for (const value of values)
      select.append(new Option(text(value), value, value === current, value === current));
    select.addEventListener("change", () => onchange(select.value));
    return select;
  };

  // -- examples, one for each shape of table
  const noise = (i, k) => ((i * 7919 + k * 3571 + i * i * 31) % 97) / 97;
  const count = (n, row) => Array.from({ length: n }, (_, i) => row(i));
  const chance = (i, k) =>
    Math.min(0.99, Math.max(0.01, (i % 3 ? 0.25 : 0.7) + 0.8 * (noise(i, k) - 0.5))).toFixed(2);
  const ill = (yes) => (yes ? "ill" : "well");
  const EXAMPLES = {
    sample: () => [
      "id,truth,pred_net,pred_tree,prob_net,prob_tree",
      ...count(60, (i) => {
        const [net, tree] = [chance(i, 1), chance(i, 2)];
        return [i + 1, ill(i % 3 === 0), ill(net >= 0.5), ill(tree >= 0.5), net, tree].join(",");
      }),
    ],
    long: () => [
      "id,model,truth,prediction",
      ...count(120, (i) => {
        const sample = i >> 1;
        const model = i % 2 ? "v2" : "v1";
        const said = chance(sample, i % 2 ? 5 : 9) >= 0.5;
        return [sample + 1, model, ill(sample % 3 === 0), ill(said)].join(",");
      }),
    ],
    item: () => [
      "question,small,large",
      ...count(60, (i) =>
        [`q${i + 1}`, ...[0.45, 0.3].map((p, k) => (noise(i, k) > p ? "pass" : "fail"))].join(","),
      ),
    ],
    dataset: () => [
      "dataset,learner,accuracy",
      ...count(36, (i) => {
        const [row, k] = [Math.floor(i / 3), i % 3];
        const value = 0.7 + 0.02 * (row % 7) + 0.025 * k + 0.03 * noise(row, k);
        return [`data ${row + 1}`, ["tree", "svm", "forest"][k], value.toFixed(3)].join(",");
      }),
    ],
    count: () => [",predicted ill,predicted well", "actual ill,42,8", "actual well,11,139"],
  };

  // -- the form
  const input = Object.assign(part("textarea", "input", "live-evaluate-input"), {
    rows: 8,
    spellcheck: false,
    placeholder: say("ev_example"),
  });
  const chooser = Object.assign(part("input", "file"), { type: "file", multiple: true });
  const chosen = element("p", "live-quiet");
  const examples = part("div", "examples", "live-buttons");
  const costFn = number("cost-fn");
  const costFp = number("cost-fp");
  const options = element("div", "live-evaluate-options");
  options.append(labelled(costFn, say("ev_cost_fn")), labelled(costFp, say("ev_cost_fp")));
  const status = part("p", "status", "live-status");
  status.setAttribute("role", "status");
  const question = part("div", "question");
  const guess = part("div", "guess");
  const taken = part("div", "take", "live-buttons");
  const report = part("div", "report");
  report.tabIndex = -1;

  const asked = () => {
    const evaluating = {};
    for (const [name, control] of Object.entries({ cost_fn: costFn, cost_fp: costFp })) {
      if (control.value !== "") evaluating[name] = Number(control.value);
    }
    return evaluating;
  };

  const sources = async () => {
    if (!files.length) return [input.value];
    for (const file of files) await live.session.python.put(file.name, await file.arrayBuffer());
    return files.map((file) => file.name);
  };

  const call = (name, args) =>
    live.session.python.call(
      `from mlevalkit_book.live import evaluate as page\npage.${name}(*args)`,
      { args, onoutput: progress },
    );

  /* Read the table; then, if nothing is open and `goOn`, evaluate it. */
  const run = async (goOn = true) => {
    if (busy || (goOn && open)) return;
    if (!files.length && !input.value.trim()) {
      status.textContent = say("ev_nothing");
      input.focus();
      return;
    }
    busy = true;
    live.enable(start, false);
    try {
      if ((await live.session.agree(0)) === "no") return;
      status.textContent = say("ev_reading");
      live.bar.show();
      live.bar.busy(true);
      if (!live.session.alive) await live.session.start();
      const found = answer(await call("look", [await sources(), reading]));
      if (!found) return;
      showTable(found);
      if (open || !goOn) return;
      status.textContent = say("ev_running");
      show(answer(await call("evaluate", [asked()])));
    } catch (error) {
      status.textContent = error.code === "stopped" ? say("ended") : say("failed_broken");
    } finally {
      busy = false;
      live.enable(start, !open);
      live.bar.busy(false);
      live.session.provide().catch(() => {}); // stopped meanwhile
    }
  };

  /* What Python returns, or null after saying why there is nothing. */
  const answer = ({ status: end, value, error }) => {
    taken.replaceChildren();
    report.replaceChildren();
    if (end === "ok") return value;
    status.textContent = end === "stopped" ? say("ended") : (error?.last ?? say("failed_broken"));
    return null;
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

  const show = (value) => {
    if (!value) return;
    if (value.refused) {
      status.textContent = value.refused;
      return;
    }
    status.textContent = say("ev_done");
    report.innerHTML = value.html; // made by the library, which escapes what the table holds
    drawFigures();
    taken.append(
      ...Object.keys(TAKE).map((kind) =>
        button(say(`ev_take_${kind}`), { onclick: () => take(kind) }),
      ),
    );
    report.focus({ preventScroll: true });
  };

  /* Numbers come first: a figure is drawn when it comes near, one after another. */
  const drawFigures = () => {
    let drawn = Promise.resolve();
    const draw = async (place) => {
      if (!place.isConnected) return;
      const { status: end, value } = await call("figure", [place.dataset.figure]);
      if (end === "ok") place.outerHTML = value;
    };
    const near = new IntersectionObserver(
      (entries) => {
        for (const { isIntersecting, target } of entries) {
          if (!isIntersecting) continue;
          near.unobserve(target);
          drawn = drawn.then(() => draw(target)).catch(() => {});
        }
      },
      { rootMargin: "300px" },
    );
    for (const place of report.querySelectorAll("figure[data-empty]")) near.observe(place);
  };

  const take = async (kind) => {
    const { status: end, value } = await call("take", [kind]);
    if (end !== "ok") {
      status.textContent = say("ev_again");
      return;
    }
    const content = kind === "zip" ? await live.session.python.get(value) : value;
    live.save(`report.${kind}`, content, TAKE[kind]);
  };

  // -- what was read: the first rows, above each column its role; the question, if one is open
  const showTable = (found) => {
    open = Boolean(found.asked);
    status.textContent = found.asked ?? say("ev_read");
    question.replaceChildren();
    if (found.choices?.length) {
      question.append(
        element("p", "live-evaluate-question", say("ev_choose_reading")),
        ...found.choices.map(([sentence, chosen]) => {
          const own = button(sentence.replace(/[:：]$/, ""), { onclick: () => choose(chosen) });
          own.dataset.evaluate = "choice";
          return own;
        }),
      );
    }
    guess.replaceChildren();
    if (!found.columns.length) return;
    guess.append(element("h3", "", say("ev_guess")), preview(found));
    const fields = element("div", "live-evaluate-options");
    if (found.positive)
      fields.append(
        labelled(
          choice("positive", found.labels, found.positive, (label) => choose({ pos_label: label })),
          say("ev_positive"),
        ),
      );
    if (!open) {
      const now = { true: "high", false: "low" }[reading.higher_is_positive] ?? "";
      const turn = (value) =>
        choose({ higher_is_positive: value === "" ? null : value === "high" });
      const text = (value) => say(`ev_direction_${value || "named"}`);
      const select = choice("direction", ["", "high", "low"], now, turn, text);
      fields.append(labelled(select, say("ev_direction")));
    }
    guess.append(fields);
    if (found.said) {
      const list = element("ul");
      list.append(...found.said.map((sentence) => element("li", "", sentence)));
      guess.append(list);
    }
  };

  const preview = ({ columns, roles: all }) => {
    const frame = element("div", "live-evaluate-preview");
    const table = part("table", "table");
    const roles = table.createTHead().insertRow();
    const names = table.tHead.insertRow();
    for (const [name, role] of columns) {
      const [kind, ...rest] = role.split(":");
      const change = (value) => {
        const own = value === kind ? [value, ...rest] : [value];
        choose({ roles: { [name]: own.join(":") } });
      };
      const values = kind ? all : ["", ...all];
      const select = choice("role", values, kind, change, (own) => say(`ev_role_${own || "open"}`));
      select.dataset.column = name;
      select.setAttribute("aria-label", say("ev_column", { name: name || "·" }));
      if (!kind) select.classList.add("open");
      const cell = element("td");
      cell.append(select);
      roles.append(cell);
      names.append(Object.assign(element("th", "", name || "·"), { scope: "col" }));
    }
    const body = table.createTBody();
    columns[0][2].forEach((_, i) => {
      const row = body.insertRow();
      row.append(...columns.map(([, , cells]) => element("td", "", cells[i])));
    });
    frame.append(table);
    return frame;
  };

  /* Take over what the reader chose, and read again. */
  const choose = (chosen) => {
    reading = {
      ...reading,
      ...chosen,
      roles: { ...reading.roles, ...chosen.roles },
      rows: { ...reading.rows, ...chosen.rows },
    };
    return run(false);
  };

  // -- files: chosen, or dropped anywhere on the form
  const give = (list) => {
    files = [...list].slice(0, 2);
    reading = {};
    open = false;
    guess.replaceChildren();
    question.replaceChildren();
    if (!busy) live.enable(start, true);
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
  const load = (name) => {
    input.value = `${EXAMPLES[name]().join("\n")}\n`;
    input.dispatchEvent(new Event("input"));
    start.focus();
  };
  examples.append(
    element("span", "live-quiet", say("ev_examples")),
    ...Object.keys(EXAMPLES).map((name) => {
      const own = button(say(`ev_shape_${name}`), { onclick: () => load(name) });
      own.dataset.example = name;
      return own;
    }),
  );

  const start = button(say("ev_run"), { className: "live-button strong", onclick: () => run() });
  start.dataset.evaluate = "run";
  root.replaceChildren(
    labelled(input, say("ev_paste")),
    labelled(chooser, say("ev_choose")),
    chosen,
    examples,
    element("p", "live-quiet", say("ev_limit")),
    options,
    start,
    status,
    question,
    guess,
    taken,
    report,
  );
})();
