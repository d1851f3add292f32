/* The page's notebook with the reader's changes, to be taken along. */
"use strict";
(() => {
  const live = (window.liveBook ??= {});
  let offer;

  /* The notebook lies beside the page as a script, which a page may load from a folder as well. */
  const download = async () => {
    if (!live.notebook) await live.script(live.page.notebook);
    const changed = new Map(live.cells.map((cell) => [cell.id, cell.editor.text]));
    const cells = live.notebook.cells.map((cell) =>
      cell.cell_type === "code" ? { ...cell, source: changed.get(cell.id) ?? cell.source } : cell,
    );
    const text = JSON.stringify({ ...live.notebook, cells }, null, 1);
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
