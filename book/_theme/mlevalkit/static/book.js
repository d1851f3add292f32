/* What the pages need beyond HTML and CSS. Everything here may be missing: the text stays readable. */
"use strict";
(() => {
  const root = document.documentElement;

  /* Colours: the button overrides the system, and the choice is kept. */
  const mode = document.getElementById("mode");
  const keep = (theme) => { try { localStorage.setItem("theme", theme); } catch (e) { /* no storage */ } };
  mode.hidden = false;
  mode.addEventListener("click", () => {
    root.dataset.theme = root.dataset.theme === "dark" ? "light" : "dark";
    keep(root.dataset.theme);
  });

  /* The heading that the reader is at: marked in the page's contents, and where the language switch goes. */
  const sections = [...document.querySelectorAll("main section[id]")];
  const links = new Map([...document.querySelectorAll(".on-page a[href^='#']")].map((a) => [a.hash.slice(1), a]));
  const current = () => sections.filter((s) => s.getBoundingClientRect().top < 120).pop();
  const mark = () => {
    const here = current();
    links.forEach((a) => a.removeAttribute("aria-current"));
    const names = here ? [here.id, ...[...here.querySelectorAll(":scope > span[id]")].map((s) => s.id)] : [];
    const marked = names.map((n) => links.get(n)).filter(Boolean);
    marked.forEach((a) => a.setAttribute("aria-current", "location"));
    const list = marked[0]?.closest(".on-page");
    if (list) list.scrollTop = marked[0].offsetTop - list.clientHeight / 2; // what is marked stays in sight
  };
  let waiting = false;
  addEventListener("scroll", () => {
    if (waiting) return;
    waiting = true;
    requestAnimationFrame(() => { waiting = false; mark(); });
  }, { passive: true });
  mark();
  document.querySelector(".contents [aria-current]")?.scrollIntoView({ block: "nearest" });
  document.getElementById("switch")?.addEventListener("click", (event) => {
    const here = current();
    event.currentTarget.hash = here && here !== sections[0] ? here.id : "";
  });

  /* The package lies beside the pages: pip takes it from there, wherever the book is. */
  const install = document.getElementById("install");
  let told = (text) => text; // a notebook, told where its package is
  if (install?.dataset.wheels) {
    const wheels = new URL(install.dataset.wheels, location.href);
    /* pip asks for this before it takes a package from a plain http server on another computer */
    const remote = wheels.protocol === "http:" && !["localhost", "127.0.0.1"].includes(wheels.hostname);
    const trust = remote ? `--trusted-host ${wheels.hostname} ` : "";
    install.textContent = `pip install ${trust}--find-links ${wheels} "mlevalkit[notebook]"`;
    told = (text) => text.replace("--find-links . ", `${trust}--find-links ${wheels} `);
  }

  /* In a folder a page may not fetch, and a link would show the file's text; a script may be loaded. */
  const fromScript = (address) => new Promise((done, fail) => {
    const script = document.createElement("script");
    script.src = address;
    script.onload = () => done(window.bookNotebook);
    script.onerror = fail;
    document.head.append(script);
  });
  const link = document.querySelector(".tools a[download]");
  link?.addEventListener("click", async (event) => {
    event.preventDefault();
    const text = location.protocol.startsWith("http") ? await (await fetch(link.href)).text() : await fromScript(`${link.href}.js`);
    const saved = document.createElement("a");
    saved.href = URL.createObjectURL(new Blob([told(text)], { type: "application/x-ipynb+json" }));
    saved.download = link.pathname.split("/").pop();
    saved.click();
    setTimeout(() => URL.revokeObjectURL(saved.href), 1000);
  });

  /* What is too wide scrolls in its own box, and the box can be reached by keyboard. */
  const boxes = () => {
    document.querySelectorAll('main math:not([display="block"])').forEach((formula) => {
      const line = formula.closest("p, li, dt, dd, td, th, h1, h2, h3, h4");
      formula.classList.remove("wide");
      if (line && formula.getBoundingClientRect().width > line.clientWidth) formula.classList.add("wide");
    });
    document.querySelectorAll("main :is(pre, .scroll, .output, .math, .mk-line, math.wide)").forEach((box) => {
      if (box.scrollWidth > box.clientWidth && box.clientWidth) box.tabIndex = 0;
      else box.removeAttribute("tabindex");
    });
  };
  addEventListener("resize", boxes);
  document.fonts.addEventListener("loadingdone", boxes);
  addEventListener("load", boxes);
})();
