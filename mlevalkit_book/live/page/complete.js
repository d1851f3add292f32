// @ts-check
/* What may come next in a cell, by the names that Python has now: nothing while it is busy or off. */
"use strict";
(() => {
  const live = (window.liveBook ??= {});
  const CALL = "from mlevalkit_book.live import complete\ncomplete.names(*args)";

  /* For CodeMirror, whose `context` knows the text before the cursor. */
  live.complete = async (context) => {
    const found = context.matchBefore(/[\p{L}_][\p{L}\p{N}_.]*/u);
    if (live.session.python?.state !== "ready" || !(found || context.explicit)) return null;
    const path = found?.text ?? "";
    const { value } = await live.session.python.call(CALL, { args: [path] });
    if (!value?.length) return null;
    return {
      from: context.pos - path.length + path.lastIndexOf(".") + 1,
      options: value.map((label) => ({ label })),
      validFor: /^[\p{L}\p{N}_]*$/u,
    };
  };
})();
