"""What makes the book, and the homework, use public names of the library alone."""

import ast
from pathlib import Path

ROOT = Path(__file__).parents[1]
FILES = [
    *ROOT.glob("mlevalkit_book/**/*.py"),
    *ROOT.glob("book/**/*.py"),
    *ROOT.glob("teaching/**/*.py"),
]
# one form of errors, one reader of text, one way to say which extra is missing
SHARED = "mlevalkit._validation.", "mlevalkit._tables.", "mlevalkit._optional."


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


def test_only_public_names_of_the_library_are_imported() -> None:
    found = {path: private_names(path.read_text(encoding="utf-8")) for path in FILES}
    assert {path: names for path, names in found.items() if names} == {}
