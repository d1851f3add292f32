// Run a live page from the top; return what each cell shows, as JSON.
async () => {
  const until = async (test) => {
    while (!test()) await new Promise((done) => setTimeout(done, 500));
  };
  const recorded = {};
  const record = (cell) => {
    const take = cell.output.take.bind(cell.output);
    recorded[cell.id] = [];
    cell.output.take = (message) => {
      recorded[cell.id].push(message);
      take(message);
    };
  };
  await until(() => window.liveBook?.load);
  await liveBook.load();
  liveBook.cells.forEach(record);
  document.querySelector("[data-live=run-all]").click();
  const confirm = "dialog[open] [data-live=confirm]";
  await until(() => document.querySelector(confirm));
  document.querySelector(confirm).click();
  await until(() => {
    const states = liveBook.cells.map((cell) => cell.state);
    return states.includes("error") || states.every((state) => state === "done");
  });
  return JSON.stringify(
    liveBook.cells.map((cell) => [
      cell.id,
      cell.state,
      recorded[cell.id],
      cell.state === "error" ? cell.output.said : "",
    ]),
  );
};
