"""The table of contents, and the notebooks, each parsed once while its file stays as it is."""

import re
from functools import cache
from pathlib import Path
from typing import NamedTuple

import nbformat
from nbformat import NotebookNode

from mlevalkit_book.paths import ROOT

PICTURE = re.compile(r'<p class="mk-picture">.*?</p>')


class Part(NamedTuple):
    """A part of the table of contents, with the names of its pages: "book/zh/roc-auc"."""

    lang: str
    caption: str
    pages: list[str]


@cache
def contents() -> list[Part]:
    """Return the parts of the table of contents."""
    import yaml  # which is not there where only the library is tested

    toc = yaml.safe_load((ROOT / "_toc.yml").read_text(encoding="utf-8"))
    found = ((part["caption"], [c["file"] for c in part["chapters"]]) for part in toc["parts"])
    return [Part(pages[0].split("/")[1], caption, pages) for caption, pages in found]


def read(path: str | Path) -> NotebookNode:
    """Return a notebook; nobody changes it."""
    path = Path(path)
    found = path.stat()
    return _parsed(path, found.st_mtime_ns, found.st_size)


@cache
def _parsed(path: Path, changed: int, size: int) -> NotebookNode:
    # without the schema, which takes longer than all else: myst-nb and nbval hold pages against it
    found: NotebookNode = nbformat.v4.reads(path.read_text(encoding="utf-8"))
    return found


def cells_of(path: str | Path) -> list[NotebookNode]:
    """Return the cells of a page: none if it is no notebook."""
    return read(path).cells if Path(path).suffix == ".ipynb" else []


def leave_out_pictures(data: dict[str, str]) -> None:
    """Take an explorer's picture out of what a cell shows: a page of the book draws it itself."""
    if "data-explorer=" in (html := data.get("text/html", "")):
        data["text/html"] = PICTURE.sub("", html)
