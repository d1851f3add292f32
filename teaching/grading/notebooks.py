"""What was handed in: only plain files of a student's own folder are opened."""

from __future__ import annotations

import logging
import os
import stat
import unicodedata
import warnings
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import nbformat
from nbformat.reader import parse_json
from nbformat.v4.rwbase import rejoin_lines

LARGEST = 2**26  # bytes of a notebook
NO_SUBMISSION = {"__MACOSX", "desktop.ini", "Thumbs.db"}  # what systems leave, and hidden files
KINDS = {stat.S_IFLNK: "a link", stat.S_IFIFO: "a pipe", stat.S_IFDIR: "a folder",
         stat.S_IFSOCK: "a socket", stat.S_IFCHR: "a device", stat.S_IFBLK: "a device"}  # fmt: skip

logging.getLogger("traitlets").setLevel(logging.CRITICAL)  # nbformat's; what is wrong is said here


class ProblemError(Exception):
    """Why a submission cannot be graded."""


def read(content: bytes, name: str) -> nbformat.NotebookNode:
    """Return a notebook of this content."""
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")  # ids that are missing or stand twice do no harm
            text = content.decode("utf-8-sig")
            book = nbformat.from_dict(parse_json(text))
            if "cells" not in book:  # of version 3
                book = nbformat.reads(text, as_version=4)
            book = rejoin_lines(book)  # all else of a cell may be wrong or missing
        whole = all(type(cell.source) is str and cell.cell_type for cell in book.cells)
        if whole and isinstance(book.metadata, dict):
            return book
    except Exception as error:  # a notebook may be wrong in any way
        raise ProblemError(f"{name} is not a notebook: {type(error).__name__}: {error}") from error
    raise ProblemError(f"{name} is not a notebook: expected cells with text, and metadata")


def tests_in(book: nbformat.NotebookNode) -> dict[str, Any]:
    """Return the tests that otter has written into a notebook."""
    otter = book.metadata.get("otter")
    tests = otter.get("tests") if isinstance(otter, dict) else None
    return tests if isinstance(tests, dict) else {}


def content_of(path: Path) -> bytes:
    """Return the content of a plain file; nothing else is opened, nor waited for."""
    kind = stat.S_IFMT(path.lstat().st_mode)
    if kind != stat.S_IFREG:
        raise ProblemError(f"{path.name} is {KINDS.get(kind, 'no file')}, not a plain file")
    own = getattr(os, "O_NOFOLLOW", 0) | getattr(os, "O_NONBLOCK", 0) | getattr(os, "O_BINARY", 0)
    with open(os.open(path, os.O_RDONLY | own), "rb") as file:
        size = os.fstat(file.fileno()).st_size
        if size > LARGEST:
            raise ProblemError(
                f"{path.name} has {size / 2**20:.0f} MB; expected at most {LARGEST / 2**20:.0f}: "
                "clear its outputs"
            )
        return file.read(LARGEST)


def handed_in(submissions: Path, tables: list[Path]) -> dict[str, Path]:
    """Return what lies in the folder of a class by the name that a table shows."""
    if not submissions.is_dir():
        raise SystemExit(f"{submissions}: there is no such folder")
    found: dict[str, Path] = {}
    for path in _entries(submissions.resolve()):
        if path not in tables:
            name = name_of(path)
            found[f"{name} (2)" if name in found else name] = path
    if not found:
        raise SystemExit(f"{submissions}: expected a folder for each student, found none")
    return found


def _is_left_by_systems(name: str) -> bool:
    return (name.startswith(".") and not name.startswith("..")) or name in NO_SUBMISSION


def the_notebook(student: Path) -> Path:
    """Return the one notebook in a student's folder; it may lie in a folder below."""
    kind = stat.S_IFMT(student.lstat().st_mode)
    if kind == stat.S_IFREG:
        raise ProblemError("lies loose: move it into a folder with the student's name")
    if kind != stat.S_IFDIR:
        raise ProblemError(f"is {KINDS.get(kind, 'no file')}, not a folder of the student's own")
    found: list[Path] = []
    folders = [student]
    while folders and not found:
        inside = [path for folder in folders for path in _entries(folder)]
        folders = [path for path in inside if path.is_dir() and not path.is_symlink()]
        found = [path for path in inside if _is_notebook(path) and path not in folders]
    if len(found) != 1:
        raise ProblemError(f"expected one notebook, found {len(found)}")
    return found[0]


def _entries(folder: Path) -> Iterator[Path]:
    for path in sorted(folder.iterdir()):
        if not _is_left_by_systems(path.name):
            yield path


def _is_notebook(path: Path) -> bool:
    return path.suffix.lower() == ".ipynb"


def name_of(path: Path) -> str:
    """Return the name of a file as it is shown; a zip of Chinese Windows is not UTF-8."""
    try:
        path.name.encode()
        return shown(path.name)
    except UnicodeEncodeError:
        pass
    try:
        return shown(os.fsencode(path.name).decode("gb18030"))
    except UnicodeError:
        return shown(path.name)


def shown(text: str) -> str:
    """Return a text with what a terminal acts on, or UTF-8 cannot write, as codes."""
    return "".join(_as_code(c) if _is_no_text(c) else c for c in text)


def _is_no_text(character: str) -> bool:
    joins = character in "\u200c\u200d"  # in names of some scripts, and in emoji
    return unicodedata.category(character) in ("Cc", "Cf", "Cs", "Zl", "Zp") and not joins


def _as_code(character: str) -> str:
    return character.encode("unicode_escape").decode()
