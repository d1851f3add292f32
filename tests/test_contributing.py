"""Documents and pages name what the library has."""

import re
from operator import attrgetter
from pathlib import Path

import mlevalkit as mk

ROOT = Path(__file__).parents[1]
DOCUMENTS = ["CONTRIBUTING.md", "README.md", "README.zh-CN.md", "teaching/README.md"]


def text(name: str | Path) -> str:
    return (ROOT / name).read_text(encoding="utf-8")


def test_documents_and_pages_name_what_the_library_has() -> None:
    pages = ("book/*/*.ipynb", "book/*/*.md", "teaching/assignments/*.ipynb")
    for path in [*DOCUMENTS, *(path for page in pages for path in ROOT.glob(page))]:
        for name in re.findall(r"\bmk\.([a-z]\w+(?:\.[a-z]\w+)?)", text(path)):
            assert attrgetter(name)(mk) is not None, path
