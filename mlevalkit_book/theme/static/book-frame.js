/* While Python runs in a page, that page shows the next ones in frames, so that Python goes on: see
   ../../live/page/turning.js. There `bookTurn` turns the page; in a frame it asks for it. */
"use strict";
(() => {
  if (window.bookFollows) return; // a live page in a frame asks for this twice
  window.bookFollows = true;
  const site = new URL(document.documentElement.dataset.content_root, location.href).href;
  const isFile = location.protocol === "file:";

  const follow = (event, address, element) => {
    const { pathname, href } = new URL(address, location.href);
    if (!window.bookTurn || event.defaultPrevented || pathname === location.pathname) return;
    if (!href.startsWith(site) || !pathname.endsWith(".html")) {
      if (window.bookPython) element.target = "_top"; // other hosts do not show in a frame
    } else if (window.bookTurn(href)) event.preventDefault();
  };
  addEventListener("click", (event) => {
    const link = event.target.closest?.("a[href]");
    const { button, ctrlKey, metaKey, shiftKey, altKey } = event;
    if (!link || link.target || link.hasAttribute("download")) return;
    if (!(button || ctrlKey || metaKey || shiftKey || altKey)) follow(event, link.href, link);
  });
  addEventListener("submit", (event) => {
    const form = event.target;
    const asked = new URLSearchParams(new FormData(form));
    if (form.method === "get" && form.getAttribute("action"))
      follow(event, `${form.action}?${asked}`, form);
  });
  if (parent === window) return;

  // -- in a frame
  const tellAround = (message) => parent.postMessage(message, isFile ? "*" : location.origin);
  const tellPlace = (isNew) =>
    tellAround({ at: location.href, title: document.title, isNew: isNew === true });
  addEventListener("message", ({ source, origin, data, ports }) => {
    if (source !== parent || (origin !== location.origin && !isFile)) return;
    if (data.book !== "python") return;
    window.bookTurn = (to) => {
      tellAround({ to });
      return true;
    };
    window.bookPython = ports[0];
    dispatchEvent(new Event("book-python"));
  });
  const replace = history.replaceState.bind(history);
  history.replaceState = (...args) => {
    replace(...args);
    tellPlace();
  };
  addEventListener("hashchange", tellPlace);
  addEventListener("keydown", (event) => {
    if (!window.bookPython || event.key !== "p" || !(event.ctrlKey || event.metaKey)) return;
    event.preventDefault(); // the window prints what is seen of a frame, and this all of it
    print();
  });
  tellPlace(true);
})();
