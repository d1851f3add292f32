/* What the pages need beyond HTML and CSS. Everything here may be missing: the text stays
   readable. */
"use strict";
(() => {
  const root = document.documentElement;

  /* Colours: the button overrides the system, and the choice is kept. */
  const mode = document.getElementById("mode");
  const keep = (theme) => {
    try {
      localStorage.setItem("theme", theme);
    } catch (_e) {
      /* no storage */
    }
  };
  mode.hidden = false;
  mode.addEventListener("click", () => {
    root.dataset.theme = root.dataset.theme === "dark" ? "light" : "dark";
    keep(root.dataset.theme);
  });

  /* The front page speaks one language at a time; a click changes it. */
  const asked = document.querySelector("[data-en-hint]");
  const [ownHint, ownAction] = [asked?.placeholder, asked?.form.action];
  const speak = () => {
    const isEnglish = root.dataset.reader === "en";
    asked.placeholder = isEnglish ? asked.dataset.enHint : ownHint;
    asked.setAttribute("aria-label", asked.placeholder);
    asked.form.action = isEnglish ? asked.dataset.enAction : ownAction;
  };
  if (asked) speak();
  document.querySelectorAll("[data-reader-choice]").forEach((button) =>
    button.addEventListener("click", () => {
      const { readerChoice } = button.dataset;
      root.dataset.reader = readerChoice;
      root.lang = button.lang;
      speak();
      try {
        localStorage.setItem("reader", readerChoice);
      } catch {
        /* no storage */
      }
    }),
  );

  /* In a frame of the page that runs Python: what follows links there. */
  const own = location.pathname;
  if (parent !== window) {
    const tag = document.createElement("script");
    tag.src = document.currentScript.src.replace("book.js", "book-frame.js");
    document.head.append(tag);
  }
  addEventListener("popstate", () => {
    // back to a page that stood in a frame before this one was loaded anew
    const isOther = location.pathname !== own;
    if (isOther && !root.hasAttribute("data-turning")) location.reload();
  });

  /* The heading that the reader is at: marked in the page's contents, and where the language
     switch goes. */
  const sections = [...document.querySelectorAll("main section[id]")];
  const links = [...document.querySelectorAll(":is(.on-page, .in-page) a[href^='#']")];
  const isShown = (element) => element.getClientRects().length > 0;
  const current = () =>
    sections.filter((s) => isShown(s) && s.getBoundingClientRect().top < 120).pop();
  /* What is marked stays in sight, with what stands before and after it. */
  const center = (link) => {
    const list = link.closest(".on-page, .contents");
    list.scrollTop = link.offsetTop - list.clientHeight / 2;
  };
  const mark = () => {
    const here = current();
    links.forEach((a) => a.removeAttribute("aria-current"));
    const names = here
      ? [here.id, ...[...here.querySelectorAll(":scope > span[id]")].map((s) => s.id)]
      : [];
    const marked = links.filter((a) => names.includes(a.hash.slice(1)));
    marked.forEach((a) => a.setAttribute("aria-current", "location"));
    const shown = marked.find((a) => a.offsetParent);
    if (shown) center(shown);
  };
  let waiting = false;
  addEventListener(
    "scroll",
    () => {
      if (waiting) return;
      waiting = true;
      requestAnimationFrame(() => {
        waiting = false;
        mark();
      });
    },
    { passive: true },
  );
  mark();
  const contents = document.getElementById("contents");
  const showHere = () => {
    const marked = [...contents.querySelectorAll("[aria-current]")];
    const here = marked.filter((a) => a.offsetParent).pop();
    if (here) center(here);
  };
  showHere();
  contents.addEventListener("toggle", showHere); // the menu of a narrow screen
  contents.addEventListener("click", (event) => {
    if (event.target.closest(".in-page") && contents.matches(":popover-open"))
      contents.hidePopover();
  });
  document.getElementById("switch")?.addEventListener("click", (event) => {
    const here = current();
    event.currentTarget.hash = here && here !== sections[0] ? here.id : "";
  });

  /* The cell that imports is out of sight until somebody wants it. */
  const SETUP = "article > section > .cell.tag_hide-input:not(.cell ~ .cell)";
  const setup = document.getElementById("setup");
  const cell = document.querySelector(SETUP);
  if (setup && cell && !cell.querySelector(".cell_output")) {
    setup.hidden = false;
    setup.addEventListener("click", () => {
      const on = root.toggleAttribute("data-setup");
      setup.setAttribute("aria-pressed", String(on));
      if (!on) return;
      cell.querySelector("details").open = true;
      cell.scrollIntoView({ block: "center" });
    });
  }

  /* The package lies beside the pages: pip takes it from there, wherever the book is. */
  const install = document.getElementById("install");
  let told = (text) => text; // a notebook, told where its package is
  if (install?.dataset.wheels) {
    const wheels = new URL(install.dataset.wheels, location.href);
    /* pip asks for this before it takes a package from a plain http server on another computer */
    const remote =
      wheels.protocol === "http:" && !["localhost", "127.0.0.1"].includes(wheels.hostname);
    const trust = remote ? `--trusted-host ${wheels.hostname} ` : "";
    install.textContent = `pip install ${trust}--find-links ${wheels} "mlevalkit[notebook]"`;
    told = (text) => text.replace("--find-links . ", `${trust}--find-links ${wheels} `);
  }

  /* In a folder a page may not fetch, and a link would show the file's text; a script may be
     loaded. */
  const unzipped = (text) => {
    const bytes = Uint8Array.from(atob(text), (c) => c.charCodeAt(0));
    const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream("gzip"));
    return new Response(stream).text();
  };
  const fromScript = (address) =>
    new Promise((done, fail) => {
      const script = document.createElement("script");
      script.src = address;
      script.onload = () => done(unzipped(window.bookNotebook));
      script.onerror = fail;
      document.head.append(script);
    });
  const link = document.querySelector(".tools a[download]");
  window.bookNotebookText = async () =>
    told(
      location.protocol.startsWith("http")
        ? await (await fetch(link.href)).text()
        : await fromScript(`${link.href}.js`),
    );
  link?.addEventListener("click", async (event) => {
    event.preventDefault();
    const text = await window.bookNotebookText();
    const saved = document.createElement("a");
    saved.href = URL.createObjectURL(new Blob([text], { type: "application/x-ipynb+json" }));
    saved.download = link.pathname.split("/").pop();
    saved.click();
    setTimeout(() => URL.revokeObjectURL(saved.href), 1000);
  });

  /* Where code is cut, a button wraps its lines; the choice is kept. */
  const wrap = document.getElementById("wrap");
  const setWrap = (on) => {
    root.toggleAttribute("data-wrap", on);
    wrap.setAttribute("aria-pressed", on);
  };
  try {
    setWrap(localStorage.getItem("wrap") === "on");
  } catch (_e) {
    /* no storage */
  }
  const holdStill = (change) => {
    // what is read stays where it was, or its heading takes its place
    const at = [...document.querySelectorAll("article :is(p, .cell, h1, h2, h3)")].find(
      (e) => e.getBoundingClientRect().bottom > 120,
    );
    const top = at?.getBoundingClientRect().top;
    change();
    const now = at && !isShown(at) ? at.closest(".folded") : at;
    if (now) scrollBy(0, now.getBoundingClientRect().top - top);
  };
  wrap.addEventListener("click", () => {
    const on = !root.hasAttribute("data-wrap");
    holdStill(() => setWrap(on));
    try {
      localStorage.setItem("wrap", on ? "on" : "");
    } catch (_e) {
      /* no storage */
    }
  });
  const offerWrap = () => {
    const cut = (box) => box.clientWidth && box.scrollWidth > box.clientWidth + 1;
    const code = [
      ...document.querySelectorAll("main .highlight :is(.live-code, pre:not(.live-code > pre))"),
    ];
    wrap.hidden = !root.hasAttribute("data-wrap") && !code.some(cut);
  };

  /* What is too wide scrolls in its own box, and the box can be reached by keyboard. */
  const boxes = () => {
    document.querySelectorAll('main math:not([display="block"])').forEach((formula) => {
      const line = formula.closest("p, li, dt, dd, td, th, h1, h2, h3, h4");
      formula.classList.remove("wide");
      if (line && formula.getBoundingClientRect().width > line.clientWidth)
        formula.classList.add("wide");
    });
    document
      .querySelectorAll("main :is(pre, .scroll, .output, .math, .mk-line, math.wide)")
      .forEach((box) => {
        if (box.scrollWidth > box.clientWidth && box.clientWidth) box.tabIndex = 0;
        else box.removeAttribute("tabindex");
      });
    offerWrap();
  };
  document.addEventListener("toggle", boxes, true); // what was folded can be measured now
  addEventListener("resize", boxes);
  document.fonts.addEventListener("loadingdone", boxes);
  addEventListener("load", boxes);

  /* What goes beyond the textbook: a section folds at the mark of its heading. In the view
     of the textbook alone all begin folded, and so do single cells; the view is kept, and a link
     into what is folded opens it. */
  const folds = [...document.querySelectorAll("main section section.further")].map((section) => {
    const mark = section.querySelector(":scope > :is(h2, h3, h4) > .further-mark");
    const button = Object.assign(document.createElement("button"), {
      type: "button",
      className: mark.className,
      textContent: mark.textContent,
    });
    links
      .filter((a) => a.hash === `#${section.id}`)
      .forEach((a) => {
        a.dataset.mark = mark.textContent;
      });
    mark.replaceWith(button);
    const name = [...button.parentElement.childNodes].filter(
      (n) => n !== button && !n.classList?.contains("headerlink"),
    );
    button.setAttribute(
      "aria-label",
      `${button.textContent}: ${name
        .map((n) => n.textContent)
        .join("")
        .trim()}`,
    );
    const show = (open) => {
      section.classList.toggle("opened", open);
      section.classList.toggle("folded", !open);
      button.setAttribute("aria-expanded", open);
    };
    button.addEventListener("click", () => {
      show(section.classList.contains("folded"));
      boxes();
    });
    return { section, show };
  });
  const textbook = document.getElementById("textbook");
  const setTextbook = (on) => {
    root.toggleAttribute("data-textbook", on);
    textbook?.setAttribute("aria-pressed", on);
    folds.forEach(({ show }) => show(!on));
  };
  const idIn = (hash) => {
    try {
      return decodeURIComponent(hash.slice(1));
    } catch {
      return hash.slice(1); // an address that was cut, such as #%E0%A4%A
    }
  };
  const reveal = (hash) => {
    const target = document.getElementById(idIn(hash));
    target?.closest("div.further")?.classList.add("opened");
    const closed =
      target?.closest(".folded") && folds.filter(({ section }) => section.contains(target));
    if (!closed) return;
    closed.forEach(({ show }) => show(true));
    target.scrollIntoView();
  };
  setTextbook(root.hasAttribute("data-textbook"));
  addEventListener("storage", ({ key, newValue }) => {
    if (key === "theme" && newValue) root.dataset.theme = newValue;
    if (key === "textbook") setTextbook(newValue === "on");
  });
  reveal(location.hash);
  addEventListener("hashchange", () => reveal(location.hash));
  document.addEventListener("click", ({ target }) =>
    reveal(target.closest("a[href^='#']")?.hash ?? ""),
  );
  textbook?.addEventListener("click", () => {
    const on = !root.hasAttribute("data-textbook");
    holdStill(() => setTextbook(on));
    boxes();
    try {
      localStorage.setItem("textbook", on ? "on" : "");
    } catch (_e) {
      /* no storage */
    }
  });
})();
