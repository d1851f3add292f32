"""What the mutation run stored: how many changes the tests noticed, module by module."""

import math
from pathlib import Path

import pytest
from trust.source import digest

from mlevalkit_book.paths import read_rows

HERE = Path(__file__).parent


def rows(name: str) -> list[dict[str, str]]:
    """Return the rows of a stored table."""
    return read_rows(HERE / f"{name}.csv")


def share(found: list[dict[str, str]]) -> float:
    """Return how many of all changes are noticed; of every sixth, each stands for six."""
    mutants, killed = (
        sum(int(row[column]) * int(row["every"]) for row in found)
        for column in ("mutants", "killed")
    )
    return killed / mutants


def reaches(found: list[dict[str, str]], wanted: float) -> bool:
    """Tell whether the share is as wanted, up to two standard errors of the sample."""
    tried = [(int(row["every"]), int(row["mutants"])) for row in found]
    effective = sum(w * n for w, n in tried) ** 2 / sum(w * w * n for w, n in tried)
    return share(found) >= wanted - 2 * math.sqrt(wanted * (1 - wanted) / effective)


def test_nineteen_of_twenty_changes_are_noticed() -> None:
    found = rows("mutation")
    assert reaches(found, 0.95)
    packages = {row["module"].rpartition("/")[0] for row in found}
    for package in packages:
        own = [row for row in found if row["module"].rpartition("/")[0] == package]
        assert reaches(own, 0.9), package


@pytest.mark.slow
def test_the_figures_are_of_the_code_as_it_is() -> None:
    """Else they are old: `mutate.py` makes them anew."""
    assert [r["module"] for r in rows("mutation") if r["source"] != digest(r["module"])] == []
