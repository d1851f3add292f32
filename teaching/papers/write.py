"""Writes a paper and all that goes with it into a folder."""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Iterator
from pathlib import Path

from mlevalkit.display.workings import Messages

from . import moodle, qti, sheets
from .browser import find_browser, to_pdf
from .plan import Paper

_say = Messages(__package__)

_PAGES: dict[str, Callable[[Paper], str]] = {
    "papers": sheets.sheets,
    "key": sheets.key,
    "contact": sheets.contact,
}


def write(
    paper: Paper, folder: Path, *, pdf: bool = True, also: Collection[str] = ()
) -> Iterator[str]:
    """Write a paper, its key and the sheet of all answers; yield what was written."""
    folder.mkdir(parents=True, exist_ok=True)
    browser = find_browser() if pdf else None
    if pdf and browser is None:
        yield str(_say("sheet.no_browser"))
    for name, made in _PAGES.items():
        html = folder / f"{name}.html"
        html.write_text(made(paper), "utf-8")
        yield str(to_pdf(browser, html) if browser else html)
    for number, (kind, n) in enumerate(zip(paper.marks, paper.versions(), strict=True), start=1):
        if n < len(paper.variants):
            found = {"number": number, "kind": kind, "n": n, "all": len(paper.variants)}
            yield str(_say("sheet.repeated", **found))
    marks = ", ".join(f"{section}: {n}" for section, n in paper.by_section().items())
    yield str(_say("written.sections", marks=marks))
    paper.save(folder / "paper.json")
    yield str(folder / "paper.json")
    if also:
        preview = folder / "preview.html"
        preview.write_text(sheets.preview(paper), "utf-8")
        yield str(preview)
        if paper.written:
            yield str(_say("written.printed_only", n=len(paper.written)))
    for name in also:
        yield from _EXPORTS[name](paper, folder)


def _moodle(paper: Paper, folder: Path) -> Iterator[str]:
    path = folder / "moodle.xml"
    path.write_text(moodle.moodle(paper), "utf-8")
    yield str(path)


def _qti(paper: Paper, folder: Path) -> Iterator[str]:
    path = folder / "qti.zip"
    qti.write_qti(paper, path)
    yield str(path)


def _otter(paper: Paper, folder: Path) -> Iterator[str]:
    from .notebook import notebook  # needs nbformat

    (folder / "otter").mkdir(exist_ok=True)
    for i, variant in enumerate(paper.variants):
        name = re.sub(r"[^\w-]+", "_", f"{variant.label}-{variant.name}-{variant.seed}")
        path = folder / "otter" / f"{name}.ipynb"
        path.write_text(notebook(paper, i, path.name), "utf-8")
        yield str(path)


_EXPORTS = {"moodle": _moodle, "qti": _qti, "otter": _otter}
FORMATS = tuple(_EXPORTS)
