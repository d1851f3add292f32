"""What the mutation run stored: all changes, nine tenths noticed."""

from pathlib import Path

import pytest
from trust.source import digest

from mlevalkit_book.sphinx.tables import read_rows

HERE = Path(__file__).parent


def rows(name: str) -> list[dict[str, str]]:
    """Return the rows of a stored table."""
    return read_rows(HERE / f"{name}.csv")


def test_nine_of_ten_changes_are_noticed_in_every_package() -> None:
    for row in rows("mutation"):
        assert int(row["killed"]) >= 0.9 * int(row["mutants"]), row["package"]
        assert row["mutants"] == row["drawn_from"], "all that could be changed was"


@pytest.mark.slow
def test_the_figures_are_of_the_code_as_it_is() -> None:
    """Else they are old: `mutate.py` makes them anew."""
    assert [r["package"] for r in rows("mutation") if r.get("source") != digest(r["package"])] == []
