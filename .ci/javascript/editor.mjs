/* What of CodeMirror the book's cells use; `npm run editor` makes live/vendor/codemirror.js of it. */
import {
  acceptCompletion,
  autocompletion,
  closeBrackets,
  closeBracketsKeymap,
  completionKeymap,
} from "@codemirror/autocomplete";
import {
  defaultKeymap,
  history,
  historyKeymap,
  indentLess,
  indentMore,
} from "@codemirror/commands";
import { python } from "@codemirror/lang-python";
import {
  bracketMatching,
  HighlightStyle,
  indentOnInput,
  indentUnit,
  syntaxHighlighting,
} from "@codemirror/language";
import { EditorState, Prec } from "@codemirror/state";
import { drawSelection, EditorView, keymap } from "@codemirror/view";
import { tags } from "@lezer/highlight";

/* The class names of Pygments, which coloured the page's code when the book was built. */
const COLOURS = HighlightStyle.define([
  { tag: tags.comment, class: "c1" },
  { tag: [tags.string, tags.special(tags.string)], class: "s" },
  { tag: tags.number, class: "mi" },
  { tag: [tags.bool, tags.null], class: "kc" },
  {
    tag: [tags.keyword, tags.controlKeyword, tags.definitionKeyword, tags.moduleKeyword],
    class: "k",
  },
  { tag: tags.operatorKeyword, class: "ow" },
  { tag: tags.function(tags.definition(tags.variableName)), class: "nf" },
  { tag: tags.definition(tags.className), class: "nc" },
  { tag: tags.meta, class: "nd" },
]);

const indentAtCursor = ({ state, dispatch }) => {
  if (!state.selection.main.empty) return indentMore({ state, dispatch });
  const { from } = state.selection.main;
  const column = from - state.doc.lineAt(from).from;
  dispatch(
    state.update(state.replaceSelection(" ".repeat(4 - (column % 4))), { userEvent: "input" }),
  );
  return true;
};

/* Show an editor in `parent`; `complete(source, position)` may return completions or a promise. */
window.bookEditor = ({ parent, text, selection, attributes, onchange, onrun, complete }) => {
  const run = () => onrun() || true;
  const keys = [
    { key: "Shift-Enter", run },
    { key: "Mod-Enter", run },
    { key: "Tab", run: acceptCompletion },
    { key: "Tab", run: indentAtCursor, shift: indentLess },
  ];
  const extensions = [
    Prec.highest(keymap.of(keys)),
    history(),
    drawSelection(),
    indentOnInput(),
    bracketMatching(),
    closeBrackets(),
    autocompletion({ activateOnTyping: true, icons: false }),
    python(),
    EditorState.languageData.of(() => [{ autocomplete: complete }]),
    indentUnit.of("    "),
    EditorState.tabSize.of(4),
    syntaxHighlighting(COLOURS),
    keymap.of([...closeBracketsKeymap, ...defaultKeymap, ...historyKeymap, ...completionKeymap]),
    EditorView.contentAttributes.of(attributes),
    EditorView.updateListener.of((update) => update.docChanged && onchange()),
  ];
  return new EditorView({
    parent,
    state: EditorState.create({ doc: text, selection, extensions }),
  });
};
