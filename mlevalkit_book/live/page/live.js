/* The live page: its cells, in which order they run, and what the reader is told of it. */
"use strict";
(() => {
  const live = window.liveBook;
  const { say, button } = live;
  const main = document.getElementById("main");

  const queue = []; // cells that wait, in their order
  let working = false;

  const cells = [];
  const bar = new live.Bar(main, {
    stop: () => stop(),
    canInterrupt: () => Boolean(session.python?.interruptible),
    restart: () => end(true),
    runAll: () => go(cells, null),
    files: () => live.files.toggle(),
    originals: () => confirm(say("originals_ask")) && cells.forEach((cell) => cell.restore()),
  });
  const session = new live.Session(live.page, bar);
  live.session = session;
  live.bar = bar;

  const isCurrent = (cell) => cell.epoch === session.epoch;
  const above = (cell) =>
    cells
      .slice(0, cells.indexOf(cell))
      .filter((other) => !isCurrent(other) && other.state !== "running");
  const runWithAbove = (cell) => go([...above(cell), cell], cell);

  /* Cells that ran with other code than the book's, or used what such a cell has changed. */
  const changedAbove = (cell) =>
    cells.filter(
      (other) =>
        other.number < cell.number && isCurrent(other) && other.text !== other.editor.original,
    );
  const usesChanged = (cell) =>
    changedAbove(cell).some((other) => live.dependents(cells, other).includes(cell));

  /* After a cell ran that differs from what ran before: what depends on it is out of date. */
  const markStale = (cell) => {
    const before = cell.ranText ?? cell.editor.original;
    cell.ranText = cell.text;
    if (before === cell.text) return;
    const late = live.dependents(cells, cell).filter((other) => !queue.includes(other));
    const last = late.at(-1)?.number ?? 0;
    const rest = () =>
      cells.filter(
        (other) =>
          late.includes(other) ||
          (other.number > cell.number && other.number < last && !isCurrent(other)),
      );
    late.forEach((other) => other.stale(cell.number, () => go(rest(), null)));
  };

  const actions = {
    usesChanged,
    run: runWithAbove,
    runAbove: (cell) => go(cells.slice(0, cells.indexOf(cell)), null),
    goOn: runWithAbove,
    changed: () => {
      const any = cells.some((cell) => cell.editor.isChanged);
      bar.anyChange(any);
      live.offerDownload(any);
    },
  };

  /* Run cells in their order. What stands above `target` runs first, and the reader is told so. */
  const go = async (list, target) => {
    let chosen = list.filter((cell) => cell.state !== "running");
    if (!chosen.length || (target && !chosen.includes(target))) return;
    const first = chosen.length - 1;
    try {
      const codes = chosen.map((cell) => cell.editor.text);
      const answer = await session.agree(target ? first : 0, codes);
      if (answer === "no") return;
      if (answer === "only") chosen = [target];
    } catch (error) {
      (target ?? chosen[0]).refuse(error);
      return;
    }
    target?.open();
    chosen.forEach((cell) => {
      cell.target = cell === target ? null : target;
      cell.ranFirst = cell === target ? chosen.length - 1 : 0;
      cell.wait(null);
    });
    queue.push(...chosen);
    tellWaiting();
    if (!working) await work();
  };

  /* What each waiting cell waits for; the one that was asked for can be run alone after all. */
  const tellWaiting = () => {
    queue.forEach((cell) => {
      const before = queue.filter((other) => other.target === cell).length;
      if (!before) return cell.ranFirst || cell.target ? cell.hint(null) : cell.hint(say("waits"));
      const only = button(say("confirm_only"), { onclick: () => alone(cell) });
      return cell.hint(say("waits_above", { n: before }), only);
    });
  };

  const alone = (target) => {
    drop((cell) => cell.target === target);
    target.editor.focus();
  };

  const drop = (which, words = null) => {
    queue.filter(which).forEach((cell) => cell.leave(cell.target ? null : words));
    queue.splice(0, queue.length, ...queue.filter((cell) => !which(cell)));
    tellWaiting();
  };

  const work = async () => {
    working = true;
    bar.show();
    bar.busy(true);
    const many = queue.length > 1;
    let last = null;
    try {
      while (queue.length) {
        if (!session.alive) await session.start();
        last = queue.shift();
        if (last && !(await runOne(last))) break;
      }
    } catch (error) {
      await refused(error);
      last = null;
    }
    working = false;
    bar.busy(false);
    if (last?.state === "done" && many && cells.every(isCurrent)) bar.say(say("said_all"));
    if (session.alive) session.rest().catch(() => {}); // stopped meanwhile
  };

  const refused = async (error) => {
    const cell = queue.find((other) => !other.target) ?? queue[0];
    drop((other) => other !== cell);
    queue.length = 0;
    bar.loading({ phase: "ready" });
    bar.say(say("off"));
    if (!cell) return;
    cell.leave(null);
    if (error.code !== "stopped") cell.refuse(error);
  };

  /* Run one cell; false if the others must not follow. */
  const runOne = async (cell) => {
    const { epoch } = session;
    cell.begin();
    bar.say(say(queue.length ? "running_more" : "running", { n: cell.number, more: queue.length }));
    tellWaiting();
    const options = {
      name: say("cell", { n: cell.number }),
      onoutput: (message) => cell.output.take(message),
    };
    const result = await session.run(cell.text, options);
    if (result.status === "crash") forget();
    await cell.finish(
      result,
      result.status === "stopped" || result.status === "crash" ? -1 : epoch,
    );
    if (result.status === "ok" || result.status === "error") cell.stale(null);
    if (result.status === "ok") markStale(cell);
    announce(cell, result);
    await live.files.look(cell);
    if (cell.state === "done" || (cell.mayFail && result.status === "error")) return true;
    const lost = result.status === "stopped" || result.status === "crash";
    drop(() => true, lost ? null : say("above_failed", { n: cell.number }));
    return false;
  };

  const announce = (cell, result) => {
    if (result.status === "stopped" || result.status === "crash") {
      bar.say(say(result.status === "stopped" ? "ended" : `crash_${result.error.reason}`));
      return;
    }
    if (result.status === "interrupted") {
      bar.say(say("interrupted_short"));
      return;
    }
    bar.say(
      say(cell.state === "done" ? "said_done" : "said_error", { n: cell.number }),
      cell.output.said,
    );
  };

  /* The variables are gone: results stay on the page, and say that they are from before. */
  const forget = () => {
    session.epoch += 1;
    cells.forEach((cell) => {
      if (cell.epoch >= 0) cell.relabel("from_before");
      cell.epoch = -1;
    });
  };

  /* The page is left for another one, or shown again: what waits here would run between the other's
     cells, and those may have changed the variables. */
  live.turned = ({ shown, since }) => {
    if (!shown) return drop(() => true);
    if (since === "lost") forget();
    if (since === "elsewhere") outdate();
    return session.python.speak(live.page.language);
  };

  const outdate = () =>
    cells.forEach((cell) => {
      if (isCurrent(cell)) cell.relabel("from_elsewhere");
      cell.epoch = -1;
    });

  const borrow = () => {
    session.borrow(window.bookPython);
    bar.show();
    bar.say(say("goes_on"));
  };

  /* The cell ends and variables stay, where that can be. Where it cannot, or if the cell does not
     listen, the bar says what is lost, and the next click takes it. */
  const stop = () => {
    if (session.interrupt()) {
      drop(() => true);
      bar.say(say("interrupting"));
    } else if (session.alive && !bar.saysLoss) bar.tellLoss();
    else end(false);
  };

  const end = async (restart) => {
    forget();
    drop(() => true);
    try {
      await session.end(restart);
      bar.say(say(restart ? "restarted" : "ended"));
    } catch (error) {
      if (error.code !== "stopped") bar.say(say("failed_broken"));
    }
  };

  live.roots.forEach((root, i) =>
    cells.push(new live.Cell(root, live.page.cells[i], i + 1, actions)),
  );
  live.cells = cells;

  main.querySelector("[data-live=run-all]").onclick = () => go(cells, null);
  main.querySelector("[data-live=use-file]").onclick = () => live.files.toggle();
  live.files.watch();
  actions.changed();
  if (window.bookPython) borrow();
  else addEventListener("book-python", borrow);

  /* The same page in another tab: what is typed there is shown here as well, unless it is being
     typed here. */
  addEventListener("storage", ({ key }) => {
    const cell = cells.find((other) => other.key === key);
    if (!cell || cell.editor.hasFocus) return;
    cell.editor.text = live.recall(key) ?? cell.editor.original;
  });
})();
