"""The notebooks of the book, each parsed once for all who ask while its file stays as it is."""

import re
from functools import cache
from pathlib import Path

import nbformat
from nbformat import NotebookNode

PICTURE = re.compile(r'<p class="mk-picture">.*?</p>')


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
