"""The errata: every one has an executed cell that shows it."""

from __future__ import annotations

import re
from pathlib import Path

import nbformat
import pytest

BOOK = Path(__file__).parents[1] / "book"
LETTERS_ONLY = {53, 54, 55, 58, 59, 60, 61}  # slips that change no number
UNUSED = {57, 65, 66}  # numbers that were never given out
SHOWN = set(range(1, 70)) - LETTERS_ONLY - UNUSED


def headings(edition: str) -> list[tuple[int, int]]:
    """Return (number of the erratum, index of its cell)."""
    cells = nbformat.read(BOOK / edition / "errata.ipynb", as_version=4).cells
    found = ((re.match(r"### E(\d+) ", c.source), i) for i, c in enumerate(cells))
    return [(int(m[1]), i) for m, i in found if m]


@pytest.mark.parametrize("edition", ["zh", "en"])
def test_every_erratum_is_shown_by_a_cell_of_its_own(edition: str) -> None:
    cells = nbformat.read(BOOK / edition / "errata.ipynb", as_version=4).cells
    for number, i in headings(edition):
        cell = cells[i + 1]
        assert cell.cell_type == "code", f"E{number}"
        assert cell.outputs, f"E{number}"
    assert {number for number, _ in headings(edition)} == SHOWN


@pytest.mark.parametrize("edition", ["zh", "en"])
def test_slips_of_the_pen_are_listed(edition: str) -> None:
    cells = nbformat.read(BOOK / edition / "errata.ipynb", as_version=4).cells
    listed = next(c.source for c in cells if c.id == "typos")
    assert {int(n) for n in re.findall(r"\*\*E(\d+)\*\*", listed)} == LETTERS_ONLY
