/* The page's notebook with the reader's changes, to be taken along. */
"use strict";
(() => {
  const live = (window.liveBook ??= {});
  let offer;

  /* The page's own download, with the reader's code and without the outputs of what stood there before. */
  const download = async () => {
    const notebook = JSON.parse(await window.bookNotebookText());
    const changed = new Map(live.cells.filter((cell) => cell.editor.isChanged).map((cell) => [cell.id, cell.editor.text]));
    const cells = notebook.cells.map((cell) =>
      cell.cell_type === "code" ? { ...cell, source: changed.get(cell.id) ?? cell.source, outputs: [], execution_count: null } : cell,
    );
    const text = JSON.stringify({ ...notebook, cells }, null, 1);
    live.save(`${live.page.name.split("/").pop()}.ipynb`, `${text}\n`, "application/x-ipynb+json");
  };

  live.offerDownload = (any) => {
    if (!offer) {
      offer = live.button(live.say("download_mine"), {
        name: live.say("download_mine_long"),
        mark: "download",
        className: "live-link",
        onclick: download,
      });
      document.querySelector(".tools a[download]").after(offer);
    }
    offer.hidden = !any;
  };
})();
