"""Run the cells of a notebook in the page's Python and compare with the stored outputs."""

import json
import re
from dataclasses import dataclass

from built_book import ROOT

ADDRESS = re.compile(r"0x[0-9a-f]+")
FIGURES = ("image/svg+xml", "image/png")


@dataclass(frozen=True)
class Difference:
    page: str
    cell: str
    what: str  # "stdout", "text/html", "text/plain", "figures", or how the cell failed
    stored: str
    live: str

    def __str__(self):
        at = next(
            (i for i, (a, b) in enumerate(zip(self.stored, self.live, strict=False)) if a != b), 0
        )
        start = max(0, at - 40)
        ours, theirs = (repr(text[start : at + 60]) for text in (self.stored, self.live))
        return f"{self.page} {self.cell} {self.what}: stored {ours}, live {theirs}"


@dataclass
class Replay:
    cells: int
    compared: int
    differences: list[Difference]


def code_cells(notebook):
    """Return the code cells of a notebook (a path below book/), in order."""
    text = (ROOT / "book" / notebook).read_text(encoding="utf-8")
    return [cell for cell in json.loads(text)["cells"] if cell["cell_type"] == "code"]


def stored_outputs(cell):
    """Return the stored outputs as messages of the runtime, see book/live/runtime/README.md."""
    messages = []
    for output in cell["outputs"]:
        if output["output_type"] == "stream":
            messages.append(
                {"type": "stream", "name": output["name"], "text": "".join(output["text"])}
            )
        elif output["output_type"] in ("display_data", "execute_result"):
            data = {mime: _text(part) for mime, part in output["data"].items()}
            messages.append({"type": "display", "data": data})
    return messages


def _text(part):
    return "".join(part) if isinstance(part, list) else part


def compared(messages):
    """Return what of a cell's outputs is compared: a list of (what, text)."""
    printed = "".join(
        m["text"] for m in messages if m["type"] == "stream" and m["name"] == "stdout"
    )
    found = [("stdout", printed)] if printed else []
    figures = 0
    for message in messages:
        if message["type"] != "display":
            continue
        data = message["data"]
        if "mk-explorer" in data.get("text/html", "")[:40]:
            found.append(("explorer", ""))  # a live one has other markup than a prepared one
        elif any(mime in data for mime in FIGURES):
            figures += 1  # drawn by another version of matplotlib, in another format
        else:
            what = "text/html" if "text/html" in data else "text/plain"
            found.append((what, ADDRESS.sub("0x", data[what])))
    return found + ([("figures", str(figures))] if figures else [])


def compare(page, cell, messages):
    """Return the differences between a cell's stored outputs and those of a run."""
    stored, live = compared(stored_outputs(cell)), compared(messages)
    length = max(len(stored), len(live))
    nothing = ("nothing", "")
    pairs = [
        (rows[i] if i < len(rows) else nothing) for i in range(length) for rows in (stored, live)
    ]
    return [
        Difference(page, cell["id"], what if what != "nothing" else other, ours, theirs)
        for (what, ours), (other, theirs) in zip(pairs[::2], pairs[1::2], strict=True)
        if (what, ours) != (other, theirs)
    ]


def replay(notebook, run):
    """Run all cells of a notebook; run(code, name) returns the result and the messages."""
    cells = code_cells(notebook)
    count, differences = 0, []
    for cell in cells:
        result, messages = run("".join(cell["source"]), f"<{cell['id']}>")
        count += len(compared(stored_outputs(cell)))
        if result["status"] != "ok":
            last = (result["error"] or {}).get("last", "")
            differences.append(Difference(notebook, cell["id"], result["status"], "", last))
        else:
            differences += compare(notebook, cell, messages)
    return Replay(len(cells), count, differences)
