/* Makes a page of the book ready for paper, and returns its headings as [level, id, text].
   Folded code is opened, or all code and the problems are left out. Folded answers move to the end
   of the page, with the code that belongs to them. */
({ root, here, answers, code, leftOut }) => {
  const article = document.querySelector("article");
  if (!code)
    article
      .querySelectorAll(".cell_input, .cell:not(:has(.cell_output)), .mk-problem")
      .forEach((e) => e.remove());
  article.querySelectorAll(".mk-editor").forEach((e) => e.remove()); // nobody pastes into paper
  document.querySelectorAll("details.code-fold").forEach((fold) => {
    fold.open = true;
  });

  const folded = [...article.querySelectorAll("details:not(.code-fold)")];
  if (folded.length) {
    const end = document.createElement("section");
    end.id = "answers";
    end.innerHTML = "<h2></h2>";
    end.firstChild.textContent = answers;
    const alone = new Set(
      folded.filter(
        (fold) => fold.closest("section").querySelectorAll("details:not(.code-fold)").length === 1,
      ),
    );
    folded.forEach((fold, n) => {
      const summary = fold.querySelector("summary");
      const answer = document.createElement("div");
      answer.className = "answer";
      answer.id = `answer-${n + 1}`;
      const title = document.createElement("h3");
      const heading =
        fold
          .closest(".mk-problem, .mk-explorer")
          ?.querySelector(".mk-title b, .mk-explorer-title") ||
        (alone.has(fold) && fold.closest("section").querySelector("h2, h3"));
      const words = heading || summary;
      title.append(...words.cloneNode(true).childNodes);
      title.querySelector(".headerlink")?.remove();
      const cells = [];
      for (
        let next = fold.nextElementSibling;
        next?.matches(".tag_hide-cell");
        next = next.nextElementSibling
      )
        cells.push(next);
      const question = document.createElement("p");
      question.innerHTML = `<a href="#${answer.id}"></a>`;
      question.firstChild.append(...summary.childNodes);
      summary.remove();
      fold.replaceWith(question);
      answer.append(title, ...fold.childNodes, ...cells);
      end.append(answer);
    });
    article.firstElementChild.append(end);
  }

  /* A formula that is too wide for paper cannot scroll there. */
  article.querySelectorAll(".math, .mk-line").forEach((box) => {
    if (box.scrollWidth > box.clientWidth)
      box.style.zoom = Math.floor((100 * box.clientWidth) / box.scrollWidth) / 100;
  });

  /* Links within the book get a scheme of their own, links to what is not printed are none. */
  article.querySelectorAll("a[href]").forEach((link) => {
    const url = new URL(link.href);
    if (url.protocol !== "file:") return;
    const page = url.href.startsWith(root) && url.pathname.slice(new URL(root).pathname.length);
    const name = page?.replace(/\.html$/, "");
    if (page && !leftOut.some((start) => name.startsWith(start)) && /^book\/.*\.html$/.test(page))
      link.href = here + name + url.hash;
    else link.removeAttribute("href");
  });

  /* Chromium notes the place of an id only if the page links to it. */
  const places = document.createElement("nav");
  places.hidden = true;
  article.querySelectorAll("[id]:not(svg *)").forEach((e) => {
    const link = document.createElement("a");
    link.href = `#${e.id}`;
    places.append(link);
  });
  document.body.append(places);

  const text = (heading) => {
    const copy = heading.cloneNode(true);
    copy.querySelectorAll(".headerlink, .further-mark").forEach((e) => e.remove());
    return copy.textContent.replace(/\s+/g, " ").trim();
  };
  return [...article.querySelectorAll("h1, section > h2, section > h3")].map((h) => [
    Number(h.tagName[1]),
    h.closest("[id]").id,
    text(h),
  ]);
};
