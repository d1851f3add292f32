"""What the mutation run stored: how many changes the tests noticed, module by module."""

from pathlib import Path

import pytest
from trust.source import digest

from mlevalkit_book.sphinx.tables import read_rows

HERE = Path(__file__).parent


def rows(name: str) -> list[dict[str, str]]:
    """Return the rows of a stored table."""
    return read_rows(HERE / f"{name}.csv")


def test_nineteen_of_twenty_changes_are_noticed() -> None:
    found = rows("mutation")
    mutants, killed = (sum(int(row[column]) for row in found) for column in ("mutants", "killed"))
    assert killed >= 0.95 * mutants
    for row in found:
        assert int(row["killed"]) >= 0.9 * int(row["mutants"]), row["module"]


@pytest.mark.slow
def test_the_figures_are_of_the_code_as_it_is() -> None:
    """Else they are old: `mutate.py` makes them anew."""
    assert [r["module"] for r in rows("mutation") if r["source"] != digest(r["module"])] == []
