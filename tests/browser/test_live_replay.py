"""Every page run from top to bottom where it is read: the outputs are the stored ones.

Differences that have a reason stand in ``live_differences.csv``, with the reason.
"""

import json
import re
from dataclasses import dataclass
from itertools import zip_longest
from pathlib import Path

import pytest
from built_book import NAMES, notebook
from live_page import LivePage, memory

from mlevalkit_book.paths import read_rows

DIFFERENCES = read_rows(Path(__file__).parent / "live_differences.csv")
KNOWN = {(row["page"], row["cell"]) for row in DIFFERENCES}
PAGES = [f"{lang}/{name}" for lang in ("zh", "en") for name in NAMES]
QUICK = ["en/error-rate-accuracy", "zh/mcnemar"]
IN_FIREFOX = ["en/roc-auc", "zh/precision-recall", "zh/two-learner-tests"]
IN_A_FOLDER = "en/mcnemar", True
LIMIT = 20 * 60 * 1000  # ms, on a busy machine
MEMORY = 700e6  # bytes of a tab
SEEN = []  # (page, compared, different)

REPLAY = (Path(__file__).parent / "live_replay.js").read_text(encoding="utf-8")
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


def cells_of(page):
    """Return the code cells of a page's notebook by their names, in order."""
    lang, name = page.split("/")
    return {c.id: c for c in notebook(lang, name).cells if c.cell_type == "code"}


def judge(page, answer, report):
    """Compare what a page has shown with the outputs of its notebook."""
    cells, shown = cells_of(page), json.loads(answer)
    assert [name for name, *_ in shown] == list(cells)
    failed = [(name, said) for name, state, _, said in shown if state != "done"]
    assert not failed, failed
    differences = [d for name, _, told, _ in shown for d in compare(page, cells[name], told)]
    for difference in differences:
        report("live outputs that differ from the stored ones", str(difference))
    count = sum(len(compared(stored_outputs(cell))) for cell in cells.values())
    SEEN.append((page, count, len(differences)))
    line = f"{page:29} {count:4} {len(differences):4}"
    report("replayed pages: outputs compared, different", line)
    unknown = [str(d) for d in differences if (page, d.cell) not in KNOWN]
    assert not unknown, "\n".join(unknown)


def replayed(tab, address):
    """Open a page in a tab of either browser, run it from the top, return what it shows."""
    tab.goto(address)
    return tab.evaluate(REPLAY)


@pytest.mark.parametrize(
    "page", [p if p in QUICK else pytest.param(p, marks=pytest.mark.slow) for p in PAGES]
)
def test_a_page_replays(page, chromium, site, report):
    context = chromium.new_context()
    try:
        live = LivePage(context, site)
        live.tab.set_default_timeout(LIMIT)
        answer = replayed(live.tab, f"{site}/book/{page}.html")
        held = memory(chromium)
        report("memory of a tab that has run its page, MB", f"{page:29} {(held or 0) / 1e6:4.0f}")
        assert held is None or held < MEMORY
        judge(page, answer, report)
        assert live.faults == []
    finally:
        context.close()


@pytest.mark.slow
def test_at_least_99_of_100_outputs_are_the_stored_ones(report):
    if len(SEEN) < len(PAGES):
        pytest.skip("only some pages were replayed")
    count, different = (sum(column) for column in list(zip(*SEEN, strict=True))[1:])
    report("replayed pages: outputs compared, different", f"{'all':29} {count:4} {different:4}")
    assert different <= 0.01 * count


def test_every_known_difference_has_a_reason_and_a_cell():
    for row in DIFFERENCES:
        assert row["cell"] in cells_of(row["page"]), row
        assert len(row["reason"]) > 20, row


@pytest.mark.slow
@pytest.mark.parametrize(("page", "folder"), [*((p, False) for p in IN_FIREFOX), IN_A_FOLDER])
def test_firefox_replays_a_page(page, folder, firefox, book, site, report):
    address = book.html.as_uri() if folder else site
    judge(page, replayed(firefox, f"{address}/book/{page}.html"), report)
