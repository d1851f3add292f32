"""The comparisons of speed: results are equal, and what is stored is what would be measured."""

import sys
from pathlib import Path

import pytest

from mlevalkit_book.paths import read_rows

HOME = Path(__file__).parents[1] / "benchmarks"


@pytest.fixture(scope="module", autouse=True)
def scripts():
    """Let the scripts be imported as they import each other."""
    sys.path.insert(0, str(HOME))
    yield
    sys.path.remove(str(HOME))


def test_results_equal_the_reference_and_are_stored():
    import cases

    every = [*cases.sized(100), *cases.fixed()]
    for case in every:
        case.check()
    rows = {(row["call"], row["reference"]) for row in read_rows(HOME / "results.csv")}
    assert {(case.call, case.reference) for case in every} <= rows


def test_growth_is_stored_for_every_call():
    import growth

    calls = list(growth.calls(100))
    for case in calls:
        case.ours()
        case.bound()
    rows = {(row["call"], row["limit"]) for row in read_rows(HOME / "growth.csv")}
    assert rows == {(case.call, case.limit) for case in calls}
