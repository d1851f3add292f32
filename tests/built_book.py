"""The book as a reader gets it, built once for all tests that look at it."""

import os
import shutil
import subprocess
import sys
from dataclasses import dataclass
from functools import cache
from pathlib import Path

import nbformat
import pytest
import yaml
from filelock import FileLock
from nbclient import NotebookClient

ROOT = Path(__file__).parents[1]
BOOK = ROOT / "book"
NAMES = sorted(p.stem for p in (BOOK / "en").glob("*.ipynb"))  # of page pairs


def _pages():
    toc = yaml.safe_load((ROOT / "_toc.yml").read_text(encoding="utf-8"))
    names = [c["file"] for part in toc["parts"] for c in part["chapters"]]
    return [f"{name}.html" for name in [toc["root"], *names, "search", "search-en"]]


PAGES = _pages()  # as the table of contents has them, and the search of each edition
CHAPTERS = [page for page in PAGES if page.startswith(("book/zh/", "book/en/"))]


def in_turn(pages):
    """Return pages as parameters: of each pair one edition, in turn; the other one is slow."""
    names = sorted({Path(page).name for page in CHAPTERS})

    def is_second(page):
        edition = "en" if names.index(Path(page).name) % 2 else "zh"
        return page.startswith(f"book/{edition}/")

    slow = {page for page in pages if page in CHAPTERS and is_second(page)}
    return [pytest.param(p, marks=[pytest.mark.slow] * (p in slow)) for p in pages]


def _has_explorers(page):
    sources = (ROOT / page).with_suffix(".ipynb"), (ROOT / page).with_suffix(".md")
    found = next((path for path in sources if path.exists()), None)
    return bool(found and "explorer" in found.read_text(encoding="utf-8"))


EXPLORED = [page for page in PAGES if _has_explorers(page)]  # pages that may show an explorer


@dataclass(frozen=True)
class Book:
    html: Path

    def read(self, page):
        return (self.html / page).read_text(encoding="utf-8")


@cache
def notebook(lang, name):
    """Return a page's notebook; nobody changes it."""
    return nbformat.read(BOOK / lang / f"{name}.ipynb", as_version=4)


@cache
def built_book():
    """Return the book in the folder MLEVALKIT_BOOK, or bring the one in _build up to date.

    Only one of several processes of a test run builds it.
    """
    if ready := os.environ.get("MLEVALKIT_BOOK"):
        return Book(Path(ready).resolve())
    folder = ROOT / "_build"
    folder.mkdir(exist_ok=True)
    stamp, this_run = folder / "tests.run", os.environ.get("PYTEST_XDIST_TESTRUNUID", "")
    with FileLock(folder / "tests.lock"):
        if not (this_run and stamp.exists() and stamp.read_text(encoding="utf-8") == this_run):
            build(ROOT, ROOT)
            stamp.write_text(this_run, encoding="utf-8")
    return Book(folder / "html")


def copy_of_repository(folder):
    """Copy what a build needs, with the drawings that are there already; return the folder."""
    shutil.copytree(ROOT, folder, ignore=shutil.ignore_patterns("_build", ".git", ".*_cache"))
    if (drawings := ROOT / "_build" / "drawings").exists():
        shutil.copytree(drawings, folder / "_build" / "drawings")
    return folder


def build(source, output):
    """Build the book as the README says; a warning is an error.

    Sphinx warns of a page only when it reads it, so what was read is forgotten after an error.
    """
    code = "import mlevalkit_book; from jupyter_book.cli.main import main; main()"
    command = [sys.executable, "-c", code, "build", str(source), "--path-output", str(output)]
    done = subprocess.run(
        [*command, "--warningiserror", "--keep-going"],
        capture_output=True, text=True, encoding="utf-8", check=False,
        env=os.environ | {"PYTHONUTF8": "1", "PYTHONPATH": str(ROOT)},
    )  # fmt: skip
    if done.returncode:
        shutil.rmtree(output / "_build" / ".doctrees", ignore_errors=True)
        pytest.fail(done.stdout[-2000:] + done.stderr[-4000:], pytrace=False)
    return Book(output / "_build" / "html")


def run_notebook(*cells, stdin=False):
    """Run cells in a kernel, as a front end with a person before it (`stdin`) or as a batch."""
    page = nbformat.v4.new_notebook(cells=[nbformat.v4.new_code_cell(text) for text in cells])
    client = NotebookClient(page, timeout=120, kernel_name="python3")
    with client.setup_kernel():
        client.kc.allow_stdin = stdin
        for i, cell in enumerate(page.cells):
            client.execute_cell(cell, i)
    return page
