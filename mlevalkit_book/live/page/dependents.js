// @ts-check
/* Which cells depend on which, read from their code: a cell that uses a name depends on the last
   cell above that gives it. What cannot be read so (a changed array, say) counts as given, too. */
"use strict";
(() => {
  const live = (window.liveBook ??= {});
  const TEXT = /"""[\s\S]*?"""|'''[\s\S]*?'''|"(?:\\.|[^"\\\n])*"|'(?:\\.|[^'\\\n])*'|#[^\n]*/g;
  const NAME = /(?<![\w.])[\p{L}_]\w*/gu;

  /* Names before an equals sign, a bracket or a dot that is assigned to, of functions, classes,
     loops and imports; and names whose method is called, which may change them. */
  const GIVES = [
    new RegExp(
      String.raw`^[ \t]*(?:[\w.[\]()* ]+,\s*)*[\w.[\]()*, ]+?(?:\[[^\n]*\])?\s*` +
        String.raw`(?:[-+*/%&|^@]|\/\/|\*\*)?=(?!=)`,
      "gmu",
    ),
    /^[ \t]*(?:def|class|for|import|from|with|global)\b[^:\n]*/gmu,
    /^[ \t]*[\p{L}_]\w*(?=\.\w+\()/gmu,
  ];

  const names = (code) => new Set(code.match(NAME) ?? []);

  live.namesGiven = (code) => {
    const plain = code.replaceAll(TEXT, " ");
    return names(GIVES.flatMap((pattern) => plain.match(pattern) ?? []).join(" "));
  };
  live.namesUsed = (code) => names(code.replaceAll(/f(["'])/g, "f$1").replaceAll(TEXT, keepBraces));

  /* Of a text only what an f-string may compute. */
  const keepBraces = (text) =>
    text.startsWith("#") ? " " : (text.match(/\{[^}]*\}/g) ?? []).join(" ");

  /* The cells below that use a name which `cell` gives, or one that such a cell gives in turn. */
  live.dependents = (cells, cell) => {
    const touched = live.namesGiven(cell.text ?? cell.editor.text);
    return cells.filter((other) => {
      if (other.number <= cell.number) return false;
      const code = other.editor.text;
      const uses = live.namesUsed(code);
      if (![...touched].some((name) => uses.has(name))) return false;
      for (const name of live.namesGiven(code)) touched.add(name);
      return true;
    });
  };
})();
