"""Tables of the built pages, and the CSV files they are made from."""

import csv
from itertools import groupby
from pathlib import Path

from docutils import nodes


def read_rows(path: Path):
    """Return the lines of a CSV file by the names of its columns."""
    with path.open(encoding="utf-8", newline="") as file:
        return list(csv.DictReader(file))


def table(head, rows, widths, kind):
    """Return a table; a cell is a text or a list of nodes, widths are in per cent."""
    group = nodes.tgroup("", *(nodes.colspec(colwidth=width) for width in widths), cols=len(head))
    group += nodes.thead("", row(head))
    group += nodes.tbody("", *map(row, rows))
    return nodes.table("", group, classes=[kind, "colwidths-given"])


def row(cells):
    return nodes.row("", *(nodes.entry("", *blocks(cell)) for cell in cells))


def blocks(cell):
    """Yield the nodes of a cell, with its inline ones in paragraphs."""
    inside = [nodes.Text(cell)] if isinstance(cell, str) else cell
    for is_block, run in groupby(inside, lambda node: isinstance(node, nodes.math_block)):
        found = list(run)
        yield from found if is_block else [nodes.paragraph("", "", *found)]
