"""What the mutation run stored: all changes, nine tenths noticed, the others with a reason."""

from collections import Counter
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


def test_every_survivor_is_listed_with_a_reason() -> None:
    listed = Counter(row["package"] for row in rows("survivors"))
    assert listed == Counter({row["package"]: int(row["survived"]) for row in rows("mutation")})
    assert all(row["why"] for row in rows("survivors"))


@pytest.mark.slow
def test_the_figures_are_of_the_code_as_it_is() -> None:
    """Else they are old: `mutate.py` makes them anew."""
    assert [r["package"] for r in rows("mutation") if r.get("source") != digest(r["package"])] == []
