"""Compare what cells show in the page's Python with the stored outputs of their notebook."""

import re
from dataclasses import dataclass
from itertools import zip_longest

ADDRESS = re.compile(r"0x[0-9a-f]+")
FIGURES = ("image/svg+xml", "image/png")


@dataclass(frozen=True)
class Difference:
    page: str
    cell: str
    what: str  # "stdout", "text/html", "text/plain", "figures"
    stored: str
    live: str

    def __str__(self):
        letters = enumerate(zip(self.stored, self.live, strict=False))
        start = max(0, next((i for i, (a, b) in letters if a != b), 0) - 40)
        ours, theirs = (repr(text[start : start + 100]) for text in (self.stored, self.live))
        return f"{self.page} {self.cell} {self.what}: stored {ours}, live {theirs}"


def stored_outputs(cell):
    """Return the stored outputs as messages of the runtime, see live/runtime/README.md."""
    messages = []
    for output in cell.outputs:
        if output.output_type == "stream":
            messages.append({"type": "stream", "name": output.name, "text": output.text})
        elif output.output_type in ("display_data", "execute_result"):
            messages.append({"type": "display", "data": output.data})
    return messages


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
    return [
        Difference(page, cell.id, what or other, ours, theirs)
        for (what, ours), (other, theirs) in zip_longest(stored, live, fillvalue=("", ""))
        if (what, ours) != (other, theirs)
    ]
