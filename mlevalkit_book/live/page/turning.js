// @ts-check
/* One Python for the whole book. The page that has started it stays: links lead to frames that
   cover it, with a history of their own, and the pages in them call its Python through a port.
   Frames pass messages from a folder as well, where pages may not see each other otherwise.
   What a page in a frame does stands in ../../theme/static/book-frame.js and lent.js. */
"use strict";
(() => {
  const live = window.liveBook;
  const MOST = 4; // pages in frames that stay as the reader left them
  const LENT = [
    ...["size", "start", "run", "call", "warm", "keep", "speak", "stop", "restart", "interrupt"],
    ...["put", "get", "list", "remove"],
  ];
  const ENDS = ["stop", "restart"];
  const root = document.documentElement;
  const site = new URL(root.dataset.content_root, location.href).href;
  const isFile = location.protocol === "file:";
  const target = isFile ? "*" : location.origin;
  const path = (address) => address.split(/[?#]/)[0];

  const own = {
    address: location.href,
    title: document.title,
    frame: null,
    port: null,
    since: null,
  };
  let pages = []; // in frames, the one that was shown last at the end
  let shown = own;

  const tell = (page, message) =>
    page === own ? live.turned(message) : page.port?.postMessage(message);

  /* What another page did to the variables, for when a page is shown again. */
  const note = (by, since) => {
    for (const page of [own, ...pages])
      if (page !== by && page.since !== "lost") page.since = since;
  };

  // -- the pages and the history

  /* From a folder the address of another page may not be shown: it stands behind a #. */
  const place = (address) =>
    isFile && path(address) !== path(own.address) ? `#/${address.slice(site.length)}` : address;

  const open = (address) => {
    const frame = live.element("iframe", "live-frame");
    frame.src = address;
    document.body.append(frame);
    return { address, title: document.title, frame, port: null, since: null };
  };

  /* Show a page, which may be here already; `goTo` is the place in it, if one was asked for. */
  const show = (address, goTo = "") => {
    tell(shown, { shown: false });
    const known = [own, ...pages].find((page) => path(page.address) === path(address));
    shown = known ?? open(address);
    if (shown !== own) pages = [...pages.filter((page) => page !== shown), shown];
    for (const { frame } of pages.splice(0, pages.length - MOST)) frame.remove();
    pages.forEach(({ frame }) => frame.classList.toggle("shown", frame === shown.frame));
    root.toggleAttribute("data-turned", shown !== own);
    if (known && goTo && shown === own)
      document.getElementById(goTo.split("#")[1])?.scrollIntoView();
    else if (known && goTo) shown.frame.contentWindow.location.replace(address);
    document.title = shown.title;
    shown.frame?.focus();
    tell(shown, { shown: true, since: shown.since });
    shown.since = null;
  };

  const isOn = () => live.session.agreed && live.session.python.state !== "off";

  const goBack = ({ state }) => {
    const address = state?.turned ?? (isFile ? own.address : location.href);
    if (path(address) !== path(shown.address)) show(address);
  };

  /* Turn to another page of the book; false where the browser may as well go there by itself. */
  const turn = (address) => {
    if (!isOn()) return false;
    if (!root.hasAttribute("data-turning")) addEventListener("popstate", goBack);
    root.setAttribute("data-turning", "");
    history.pushState({ turned: address }, "", place(address));
    show(address, /[?#].*/.exec(address)?.[0]);
    return true;
  };
  window.bookTurn ??= turn; // in a frame, book-frame.js has one that asks for it

  // -- what the pages in frames say and ask

  const connect = (page) => {
    const { port1, port2 } = new MessageChannel();
    page.port?.close();
    page.port = port1;
    port1.onmessage = ({ data }) => serve(page, port1, data);
    page.frame.contentWindow.postMessage({ book: "python" }, target, [port2]);
    live.lend();
    tell(page, { shown: page === shown, since: null });
  };

  const serve = async (page, port, { id, name, args, listens }) => {
    const answer = (message) => port.postMessage({ id, ...message });
    if (listens) args[1] = { ...args[1], onoutput: (output) => answer({ output }) };
    if (name === "run") note(page, "elsewhere");
    if (ENDS.includes(name)) note(page, "lost");
    try {
      if (!LENT.includes(name)) throw new Error(`pages do not call ${name}`);
      const done = await live.session.python[name](...args);
      if (done?.status === "crash") note(page, "lost");
      answer({ done });
    } catch (error) {
      answer({ failed: { code: error.code, message: error.message } });
    }
  };

  addEventListener("message", ({ source, origin, data }) => {
    const page = pages.find(({ frame }) => frame.contentWindow === source);
    if (!page || (origin !== location.origin && !isFile)) return;
    if (data.to && !turn(data.to)) location.href = data.to;
    if (!data.at) return;
    Object.assign(page, { address: data.at, title: data.title });
    page.frame.title = data.title;
    if (data.isNew) connect(page);
    if (page !== shown) return;
    document.title = data.title;
    history.replaceState({ turned: data.at }, "", place(data.at));
  });

  /* What the pages in frames must know of Python at once. */
  live.lend = (progress = null) => {
    const { state = "off", interruptible = false } = live.session.python ?? {};
    for (const { port } of pages) port?.postMessage({ state, interruptible, progress });
  };

  /* The page here ran a cell ("elsewhere", for the others), or ended Python ("lost"). */
  live.changed = (since) => note(own, since);
})();
