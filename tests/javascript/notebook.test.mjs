import assert from "node:assert/strict";
import test from "node:test";
import { load } from "./load.mjs";

const { liveBook } = load(["page/notebook.js"]);
const answer = "def area(y):\n    return 1";
const notebook = {
  cells: [
    { id: "a", cell_type: "code", source: "x = 1", outputs: ["old"], execution_count: 3 },
    {
      id: "q",
      cell_type: "markdown",
      source: ["<details>\n", `\`\`\`python\n${answer}\n\`\`\`\n</details>`],
    },
  ],
};
const changed = (...changes) => {
  const { cells } = liveBook.withChanges(notebook, changes);
  return JSON.parse(JSON.stringify(cells));
};

test("a changed cell has the reader's code and no output of the book's", () => {
  const [first] = changed({ id: "a", original: "x = 1", text: "x = 2" });
  assert.deepEqual([first.source, first.outputs, first.execution_count], ["x = 2", [], null]);
});

test("a changed answer, which stands in a fold, follows its question as a cell", () => {
  const cells = changed({ id: "b", original: answer, text: "def area(y):\n    return 0.5" });
  assert.deepEqual(
    cells.map(({ id }) => id),
    ["a", "q", "b"],
  );
  assert.equal(cells[2].source, "def area(y):\n    return 0.5");
  assert.equal(cells[2].cell_type, "code");
});

test("nothing changed, nothing added", () => {
  assert.deepEqual(
    changed().map(({ id }) => id),
    ["a", "q"],
  );
});
