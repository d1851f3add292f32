"""What makes the book, and the homework, use public names of the library alone."""

import ast
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
FILES = [
    *ROOT.glob("mlevalkit_book/**/*.py"),
    *ROOT.glob("book/**/*.py"),
    *ROOT.glob("teaching/**/*.py"),
]
SHARED = "mlevalkit._validation.", "mlevalkit._tables."  # one form of errors, one reader of text


def private_names(source: str) -> list[str]:
    """Return the private modules and names that a file takes from the library."""
    found = []
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.Import):
            names = [alias.name for alias in node.names]
        elif isinstance(node, ast.ImportFrom):
            names = [f"{node.module}.{alias.name}" for alias in node.names]
        else:
            continue
        found += [n for n in names if n.startswith("mlevalkit") and "._" in n]
    return [name for name in found if not name.startswith(SHARED)]


def test_a_private_name_is_found() -> None:
    source = "import mlevalkit._random\nfrom mlevalkit.plots import _x, roc\nfrom os import _exit"
    assert private_names(source) == ["mlevalkit._random", "mlevalkit.plots._x"]


@pytest.mark.parametrize("path", FILES, ids=lambda p: p.relative_to(ROOT).as_posix())
def test_only_public_names_of_the_library_are_imported(path: Path) -> None:
    assert private_names(path.read_text(encoding="utf-8")) == []
