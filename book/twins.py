"""Writes and rewrites the twin notebooks, Chinese and English, from one text.

The notebooks are what the repository keeps. To edit a pair::

    python book/twins.py unpack roc-auc      # writes book/roc-auc.twin
    python book/twins.py pack roc-auc        # runs the code once, writes both notebooks

A ``.twin`` text is a list of cells. A line ``#% md NAME`` opens a text cell: Chinese, a line
``#~``, English. A line ``#% code NAME TAG TAG`` opens a code cell; its first lines may be
``#| alt.zh: ...`` and ``#| alt.en: ...``, the words that stand for its figure. A third word
``slide:subslide`` among the tags marks where a slide begins.
"""

from __future__ import annotations

import argparse
import re
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import nbformat
from nbclient import NotebookClient

BOOK = Path(__file__).parent
EDITIONS = ("zh", "en")
KERNEL = {"display_name": "Python 3", "language": "python", "name": "python3"}
KEPT = ("text/plain", "text/html", "text/latex", "text/markdown", "image/png")


@dataclass
class Cell:
    """One cell of both editions."""

    kind: str
    name: str
    text: dict[str, str]
    tags: list[str] = field(default_factory=list)
    slide: str = ""
    alt: dict[str, str] = field(default_factory=dict)


def parse(source: str) -> list[Cell]:
    """Return the cells of a .twin text."""
    cells = []
    for block in re.split(r"^#% ", source, flags=re.MULTILINE)[1:]:
        head, _, body = block.partition("\n")
        kind, name, *tags = head.split()
        slide = next((t[6:] for t in tags if t.startswith("slide:")), "")
        cell = Cell(kind, name, {}, [t for t in tags if not t.startswith("slide:")], slide)
        if kind == "md":
            zh, mark, en = body.partition("\n#~\n")
            if not mark:
                raise SystemExit(f"cell {name}: no line #~ between the two languages")
            cell.text = {"zh": zh.strip(), "en": en.strip()}
        else:
            cell.alt = dict(re.findall(r"^#\| alt\.(\w+): (.*)$", body, flags=re.MULTILINE))
            code = re.sub(r"^#\| .*\n", "", body, flags=re.MULTILINE).strip()
            cell.text = dict.fromkeys(EDITIONS, code)
        cells.append(cell)
    return cells


def notebook(cells: list[Cell], edition: str) -> nbformat.NotebookNode:
    """Return one edition as a notebook without outputs."""
    nodes = []
    for cell in cells:
        make = nbformat.v4.new_markdown_cell if cell.kind == "md" else nbformat.v4.new_code_cell
        node = make(cell.text[edition], id=cell.name)
        if cell.tags:
            node.metadata["tags"] = cell.tags
        if cell.slide:
            node.metadata["slideshow"] = {"slide_type": cell.slide}
        if cell.alt:
            node.metadata["mystnb"] = {"image": {"alt": cell.alt[edition]}}
        nodes.append(node)
    language = {"zh": "zh-CN", "en": "en"}[edition]
    metadata = {"kernelspec": KERNEL, "language_info": {"name": "python"}, "lang": language}
    return nbformat.v4.new_notebook(cells=nodes, metadata=metadata)


def run(book: nbformat.NotebookNode) -> None:
    """Run the code cells once, from the edition's folder, and keep what a page can show."""
    NotebookClient(book, timeout=900, store_widget_state=False,
                   coalesce_streams=True,
                   resources={"metadata": {"path": str(BOOK / "en")}}).execute()  # fmt: skip
    for cell in book.cells:
        cell.metadata.pop("execution", None)
        for output in cell.get("outputs", []):
            _keep(output)


def _keep(output: Any) -> None:
    if "data" in output:
        output["data"] = {k: v for k, v in output["data"].items() if k in KEPT}
        output["metadata"] = {}


def pack(name: str) -> None:
    """Write both notebooks from the .twin text, running the code once."""
    cells = parse((BOOK / f"{name}.twin").read_text(encoding="utf-8"))
    books = {edition: notebook(cells, edition) for edition in EDITIONS}
    run(books["en"])
    for zh, en in zip(books["zh"].cells, books["en"].cells, strict=True):
        if en.cell_type == "code":
            zh.outputs, zh.execution_count = en.outputs, en.execution_count
    for edition, book in books.items():
        path = BOOK / edition / f"{name}.ipynb"
        path.parent.mkdir(exist_ok=True)
        nbformat.validate(book)
        path.write_text(nbformat.writes(book, indent=1) + "\n", encoding="utf-8")


def unpack(name: str) -> None:
    """Write the .twin text from both notebooks."""
    books = [nbformat.read(BOOK / e / f"{name}.ipynb", as_version=4) for e in EDITIONS]
    blocks = []
    for zh, en in zip(books[0].cells, books[1].cells, strict=True):
        slide = zh.metadata.get("slideshow", {}).get("slide_type", "")
        marks = [*zh.metadata.get("tags", []), *([f"slide:{slide}"] if slide else [])]
        kind = "md" if zh.cell_type == "markdown" else "code"
        head = " ".join(["#%", kind, zh.id, *marks])
        if kind == "md":
            blocks.append(f"{head}\n{zh.source}\n#~\n{en.source}\n")
            continue
        alts = [(e, c.metadata.get("mystnb", {}).get("image", {}).get("alt"))
                for e, c in zip(EDITIONS, (zh, en), strict=True)]  # fmt: skip
        lines = [f"#| alt.{e}: {alt}" for e, alt in alts if alt]
        blocks.append("\n".join([head, *lines, zh.source]) + "\n")
    (BOOK / f"{name}.twin").write_text("\n".join(blocks), encoding="utf-8")


def main() -> None:
    """Run the command line."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("action", choices=["pack", "unpack"])
    parser.add_argument("names", nargs="+", help="file names without .ipynb")
    options = parser.parse_args()
    for name in options.names:
        {"pack": pack, "unpack": unpack}[options.action](name)


if __name__ == "__main__":
    main()
