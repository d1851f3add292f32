// @ts-check
/* Files between the reader's computer and Python: handed over by a button or by drag and drop,
   and downloaded. */
"use strict";
(() => {
  const live = (window.liveBook ??= {});
  const { element, say, button } = live;
  const MOST = 200e6; // bytes
  let panel, list;
  let seen = new Map(); // name to size, after the last cell

  const carriesFiles = (event) => [...(event.dataTransfer?.types ?? [])].includes("Files");

  live.save = (name, content, type = "application/octet-stream") => {
    const url = URL.createObjectURL(new Blob([content], { type }));
    const link = element("a");
    link.href = url;
    link.download = name.split("/").pop();
    link.click();
    setTimeout(() => URL.revokeObjectURL(url), 60_000);
  };

  const download = (name) =>
    button(name, {
      name: say("file_download", { name }),
      className: "live-link",
      onclick: async () => live.save(name, await live.session.python.get(name)),
    });

  /* How pandas or plain Python reads it. */
  const reader = (name) => {
    if (/\.(csv|txt)$/i.test(name)) return `pd.read_csv("${name}")`;
    if (/\.tsv$/i.test(name)) return `pd.read_csv("${name}", sep="\\t")`;
    if (/\.npy$/i.test(name)) return `np.load("${name}")`;
    return `open("${name}")`;
  };

  const refresh = async () => {
    const found = live.session.python ? await live.session.python.list() : [];
    list.replaceChildren(
      ...found.map(({ name, size }) => {
        const line = element("li");
        const remove = button("×", {
          name: say("file_remove", { name }),
          onclick: async () => {
            await live.session.python.remove(name);
            await refresh();
            panel.querySelector("button").focus();
          },
        });
        line.append(download(name), element("span", "live-quiet", live.megabytes(size)), remove);
        return line;
      }),
    );
    if (!found.length) list.append(element("li", "live-quiet", say("files_none")));
  };

  const open = async (on) => {
    live.bar.show();
    panel.hidden = !on;
    live.bar.files.setAttribute("aria-expanded", String(on));
    if (on) await refresh();
  };

  const give = async (files) => {
    if ((await live.session.agree(0)) === "no") return;
    for (const file of files) {
      const size = live.megabytes(file.size);
      if (file.size > MOST) live.bar.say(say("file_too_large", { name: file.name, size }));
      else {
        await live.session.python.put(file.name, await file.arrayBuffer());
        seen.set(file.name, file.size);
        live.bar.say(say("file_given", { name: file.name, code: reader(file.name) }));
      }
    }
    await open(true);
  };

  const build = () => {
    const input = element("input");
    Object.assign(input, { type: "file", multiple: true, hidden: true });
    input.dataset.live = "file";
    input.setAttribute("aria-label", say("files_add"));
    input.addEventListener("change", () => {
      give([...input.files]);
      input.value = "";
    });
    panel = element("div", "live-files");
    panel.hidden = true;
    list = element("ul");
    const choose = button(say("files_add"), { onclick: () => input.click() });
    panel.append(
      element("strong", "", say("files_title")),
      list,
      element("p", "live-quiet", say("files_hint")),
      choose,
      input,
    );
    live.bar.root.prepend(panel);
    live.bar.files.setAttribute("aria-expanded", "false");
  };

  const drop = () => {
    const target = element("div", "live-drop", say("files_drop"));
    target.hidden = true;
    document.body.append(target);
    addEventListener("dragenter", (event) => {
      if (carriesFiles(event)) target.hidden = false;
    });
    addEventListener("dragover", (event) => {
      if (carriesFiles(event)) event.preventDefault();
    });
    addEventListener("dragleave", (event) => {
      if (!event.relatedTarget) target.hidden = true;
    });
    addEventListener("drop", (event) => {
      target.hidden = true;
      if (!carriesFiles(event)) return;
      event.preventDefault();
      give([...event.dataTransfer.files]);
    });
  };

  live.files = {
    watch() {
      build();
      drop();
    },

    async toggle() {
      await open(panel.hidden);
    },

    /* What a cell has written is offered below it. */
    async look(cell) {
      if (!live.session.alive) return;
      const found = await live.session.python.list();
      const written = found.filter(({ name, size }) => seen.get(name) !== size);
      seen = new Map(found.map(({ name, size }) => [name, size]));
      if (written.length)
        cell.output.note(`${say("file_written")} `, ...written.map(({ name }) => download(name)));
      if (!panel.hidden) await refresh();
    },
  };
})();
