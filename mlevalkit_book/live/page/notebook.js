// @ts-check
/* The page's notebook with the reader's changes, to be taken along. */
"use strict";
(() => {
  const live = (window.liveBook ??= {});
  let offer;

  /* A notebook with the reader's code in `changes`, each {id, original, text}, and without outputs
     of what stood there before. An answer stands in the fold of its question and is no cell: the
     reader's own version follows it as one. */
  live.withChanges = (notebook, changes) => {
    const left = new Map(changes.map((change) => [change.id, change]));
    const code = (id, source, cell) => {
      left.delete(id);
      return { ...cell, id, source, outputs: [], execution_count: null };
    };
    const inFold = (source) =>
      [...left.values()].filter(({ original }) => source.includes(`\`\`\`python\n${original}\n`));
    const cells = notebook.cells.flatMap((cell) => {
      if (cell.cell_type === "code")
        return code(cell.id, left.get(cell.id)?.text ?? cell.source, cell);
      const own = inFold([cell.source].flat().join(""));
      return [
        cell,
        ...own.map(({ id, text }) => code(id, text, { cell_type: "code", metadata: {} })),
      ];
    });
    return { ...notebook, cells };
  };

  const download = async () => {
    const notebook = JSON.parse(await window.bookNotebookText());
    const changes = live.cells
      .filter(({ editor }) => editor.isChanged)
      .map(({ id, editor }) => ({ id, original: editor.original, text: editor.text }));
    const text = JSON.stringify(live.withChanges(notebook, changes), null, 1);
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
