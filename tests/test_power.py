"""The stored table of sizes and powers: shown as stored, and made again from its seed."""

from __future__ import annotations

import csv
import importlib.util
import json
from pathlib import Path

import numpy as np
import pytest

BOOK = Path(__file__).parents[1] / "book"
TABLE = (BOOK / "data" / "power.csv").read_text(encoding="utf-8")


@pytest.mark.parametrize("edition", ["en", "zh"])
def test_the_page_shows_the_stored_table(edition: str) -> None:
    page = json.loads((BOOK / edition / "which-test.ipynb").read_text(encoding="utf-8"))
    (cell,) = (cell for cell in page["cells"] if cell["id"] == "power-data")
    shown = "".join(cell["source"]).split('"""')[1].replace("\\\n", "")
    rows = [list(csv.reader(text.strip().splitlines())) for text in (shown, TABLE)]
    words = 0, 3  # of the edition: the learner and the test
    for row, stored in zip(*rows, strict=True):
        for column in set(range(6)) - (set(words) if edition == "zh" else set()):
            assert row[column] == stored[column]


@pytest.mark.slow
def test_the_table_is_made_again_from_its_seed() -> None:
    spec = importlib.util.spec_from_file_location("power", BOOK / "data" / "power.py")
    power = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(power)
    rows = list(csv.DictReader(TABLE.splitlines()))
    made = power.decisions(40, 0, False, np.random.default_rng(0))
    for row, (name, results) in zip(rows, made, strict=False):
        share = np.mean([np.any(r.reject) for r in results])
        assert (row["test"], row["rejected"]) == (name, f"{share:.3f}")
