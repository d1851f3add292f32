"""The book as a reader gets it, built once for all tests that look at it."""

import atexit
import os
import shutil
import subprocess
import sys
import tempfile
from dataclasses import dataclass
from functools import cache
from pathlib import Path

import yaml

ROOT = Path(__file__).parents[1]


def _pages():
    toc = yaml.safe_load((ROOT / "_toc.yml").read_text(encoding="utf-8"))
    names = [c["file"] for part in toc["parts"] for c in part["chapters"]]
    return [f"{name}.html" for name in [toc["root"], *names, "search", "search-en"]]


PAGES = _pages()  # as the table of contents has them, and the search of each edition
CHAPTERS = [page for page in PAGES if page.startswith(("book/zh/", "book/en/"))]


@dataclass(frozen=True)
class Book:
    html: Path
    log: str | None  # None for a book that was built before


@cache
def built_book():
    """Return the book named by MLEVALKIT_BOOK (its html folder), or build it."""
    ready = os.environ.get("MLEVALKIT_BOOK")
    return Book(Path(ready).resolve(), None) if ready else build()


def build():
    folder = tempfile.mkdtemp(prefix="mlevalkit-book-")
    atexit.register(shutil.rmtree, folder, ignore_errors=True)
    code = "from jupyter_book.cli.main import main; main()"
    command = [sys.executable, "-c", code, "build", str(ROOT), "--path-output", folder]
    done = subprocess.run(command, capture_output=True, text=True, check=False, cwd=folder)
    assert done.returncode == 0, done.stdout[-3000:] + done.stderr[-3000:]
    return Book(Path(folder, "_build", "html"), done.stdout + done.stderr)
