"""Compare mlevalkit with the reference implementations: ``python benchmarks/compare.py``.

What is reported is the median of the ratios reference time / our time, with its quartiles. The
results of both are checked for equality before anything is timed. ``--store`` writes the table to
`results.csv`; ``--sizes 100 1000`` and ``--only roc`` take a part of it.
"""

from __future__ import annotations

import argparse
import csv
import os
import subprocess
import sys
from collections.abc import Iterator
from dataclasses import asdict, dataclass
from pathlib import Path
from statistics import median, quantiles
from tempfile import TemporaryDirectory
from typing import Any

from timing import turns

RESULTS = Path(__file__).with_name("results.csv")
IMPORT_GOAL = 0.015  # seconds that an import may take beyond numpy's


@dataclass(frozen=True)
class Row:
    """A line of the table; the fields are the columns of the CSV file."""

    call: str
    reference: str
    n: int | None
    ratio: float
    low: float
    high: float
    goal: float | None

    @staticmethod
    def of(call: str, reference: str, n: int | None, found: list[float], goal: float | None) -> Row:
        """Return the line of a list of ratios."""
        low, _, high = quantiles(found, n=4)
        return Row(
            call, reference, n, *(float(f"{x:.3g}") for x in (median(found), low, high)), goal
        )

    def __str__(self) -> str:
        n = "" if self.n is None else f"{self.n:,}"
        goal = "" if self.goal is None else f"{self.goal:.3g}"
        spread = f"{self.low:,g} - {self.high:,g}"
        return f"{self.call:34} {n:>9} {self.ratio:10,g}  {spread:>17} {goal:>6}   {self.reference}"


HEAD = f"{'call':34} {'n':>9} {'ratio':>10}  {'quartiles':>17} {'goal':>6}   reference"


def compared(sizes: list[int], only: str) -> Iterator[Row]:
    """Time the cases whose name contains `only`."""
    import cases

    every = [c for n in sizes for c in cases.sized(n)]
    for case in [*every, *cases.fixed()]:
        if only in case.call:
            case.check()
            found = [reference / ours for ours, reference in turns(case.ours, case.theirs)]
            yield Row.of(case.call, case.reference, case.n, found, case.goal)


# -- the import -------------------------------------------------------------------------------


def imported(statement: str, compiled: str) -> float:
    """Return how long a fresh process takes for an import, compiled files at hand."""
    clock = "from time import process_time as t; s = t()"
    command = f"{clock}; {statement}; print(t() - s)"
    environment = {**os.environ, "PYTHONPYCACHEPREFIX": compiled, "PYTHONDONTWRITEBYTECODE": ""}
    done = subprocess.run(
        [sys.executable, "-c", command], env=environment, capture_output=True, check=True
    )
    return float(done.stdout)


def import_row(rounds: int = 21) -> Row:
    """Time an import with its first call beside numpy's, in turns; the goal follows from numpy."""
    first_call = "import mlevalkit as mk; mk.accuracy_score([0, 1], [1, 1])"
    with TemporaryDirectory() as compiled:
        imported(first_call, compiled)
        times = [
            (imported(first_call, compiled), imported("import numpy", compiled))
            for _ in range(rounds)
        ]
    numpy = median(n for _, n in times)
    goal = float(f"{numpy / (numpy + IMPORT_GOAL):.3g}")
    return Row.of("import and a first call", "import numpy", None, [n / o for o, n in times], goal)


def main() -> None:
    """Print the table, and store it if asked to."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--sizes", type=int, nargs="*", default=[100, 1000, 1_000_000])
    parser.add_argument("--only", default="", help="part of a call's name")
    parser.add_argument("--store", action="store_true", help="write what was timed to results.csv")
    asked = parser.parse_args()
    rows = []
    print(HEAD)
    for row in compared(asked.sizes, asked.only):
        rows.append(row)
        print(row, flush=True)
    if asked.only in "import":
        rows.append(import_row())
        print(rows[-1])
    if asked.store:
        store([asdict(row) for row in rows], keep=bool(asked.only))


def store(rows: list[dict[str, Any]], *, keep: bool) -> None:
    """Write the table; where a part was timed, keep the other rows, new ones at the end."""
    with RESULTS.open(newline="", encoding="utf-8") as file:
        known = list(csv.DictReader(file)) if keep else []
    every = {_key(row): row for row in [*known, *rows]}
    with RESULTS.open("w", newline="", encoding="utf-8") as file:
        writer = csv.DictWriter(file, list(rows[0]), lineterminator="\n")
        writer.writeheader()
        writer.writerows(every.values())


def _key(row: dict[str, Any]) -> tuple[str, str, str]:
    n = row["n"]
    return row["call"], row["reference"], "" if n is None else str(n)


if __name__ == "__main__":
    main()
