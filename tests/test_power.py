"""The stored table of sizes and powers: explored as stored, and made again from its seed."""

import csv
import importlib.util
from pathlib import Path

import numpy as np
import pytest

import mlevalkit as mk

BOOK = Path(__file__).parents[1] / "book"
TABLE = (Path(mk.__file__).parent / "datasets" / "power.csv").read_text(encoding="utf-8")
ROWS = list(csv.DictReader(TABLE.splitlines()))


@pytest.mark.parametrize("learner", ["unstable", "stable"])
@pytest.mark.parametrize("n", [40, 100])
@pytest.mark.parametrize("gap", [0.5, 1.0])
def test_the_explorer_shows_the_stored_table(learner: str, n: int, gap: float) -> None:
    view = mk.explorers.size_and_power().view(learner=learner, n=n, gap=gap)
    shown = [v.text for v in view.numbers]
    part = [r for r in ROWS if (r["learner"], int(r["n"])) == (learner, n)]
    size, power = ([float(r["rejected"]) for r in part if float(r["gap"]) == g] for g in (0, gap))
    assert shown == [f"{a:.1%} | {b:.1%}" for a, b in zip(size, power, strict=True)]


def test_tests_that_keep_their_level_are_named() -> None:
    said = mk.explorers.size_and_power().view(learner="unstable", n=100).alt.texts["en"]
    assert said.endswith("level: corrected t.")


@pytest.mark.slow
def test_the_table_is_made_again_from_its_seed() -> None:
    spec = importlib.util.spec_from_file_location("power", BOOK / "data" / "power.py")
    power = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(power)
    made = power.decisions(40, 0, False, np.random.default_rng(0))
    for row, (name, results) in zip(ROWS, made, strict=False):
        share = np.mean([np.any(r.reject) for r in results])
        assert (row["test"], row["rejected"]) == (name, f"{share:.3f}")
