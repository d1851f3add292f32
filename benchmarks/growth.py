"""How time and memory grow with the samples: ``python benchmarks/growth.py``.

For n from 100 to 10,000,000 each call is timed in turns with its limit, what it could not do
without: one read of the same columns, one sort of the scores, one draw, one write of the result.
Shown are the time in limits, the slope of log time over log n from one n to the next (1 is
linear) and the peak memory in bytes a sample, the result included. ``--store`` writes the table
to `growth.csv`; ``--largest 100000`` stops there, ``--only roc`` takes a part of it.
"""

from __future__ import annotations

import argparse
import csv
import math
import tracemalloc
from collections.abc import Iterator
from dataclasses import asdict, dataclass
from functools import partial
from pathlib import Path
from statistics import median
from typing import Any

from timing import Call, turns  # before numpy: it sets the number of threads

# isort: split
import numpy as np

import mlevalkit as mk

RESULTS = Path(__file__).with_name("growth.csv")
SIZES = [10**i for i in range(2, 8)]


@dataclass(frozen=True)
class Growing:
    """A call on n samples beside its limit."""

    call: str
    limit: str
    ours: Call
    bound: Call


@dataclass(frozen=True)
class Row:
    """A line of the table; the fields are the columns of the CSV file."""

    call: str
    limit: str
    n: int
    limits: float
    slope: float | None
    bytes_per_sample: float

    def __str__(self) -> str:
        slope = "" if self.slope is None else f"{self.slope:.2f}"
        return (
            f"{self.call:32} {self.n:11,} {self.limits:9,g} {slope:>6} "
            f"{self.bytes_per_sample:9,g}   {self.limit}"
        )


HEAD = f"{'call':32} {'n':>11} {'limits':>9} {'slope':>6} {'bytes/n':>9}   limit"


# -- the calls and their limits ---------------------------------------------------------------


def read(*columns: Any) -> None:
    """Read every column once, with the least work that numpy can do on it."""
    for column in columns:
        width = np.uint64 if column.dtype.itemsize == 8 else np.uint32
        np.bitwise_or.reduce(column.view(width))


def calls(n: int) -> Iterator[Growing]:
    """Yield all calls on n samples."""
    yield from _labels(n)
    yield from _numbers(n)
    yield from _scores(n)
    yield from _splits(n)
    scores = np.random.RandomState(4).uniform(size=(n, 5))
    yield Growing("friedman_test, 5 learners", "one sort of each row",
                  partial(mk.friedman_test, scores), partial(np.sort, scores, axis=1))  # fmt: skip


def _labels(n: int) -> Iterator[Growing]:
    y, a, b = np.random.RandomState(0).randint(0, 3, (3, n))
    once = "one read"
    for name in ("accuracy_score", "confusion_matrix"):
        yield Growing(name, once, partial(getattr(mk, name), y, a), partial(read, y, a))
    yield Growing("mcnemar_test", once, partial(mk.mcnemar_test, y, a, b), partial(read, y, a, b))
    words = np.array(["ham", "spam", "other"])
    for kind, data in (("", (y, a)), (", strings", (words[y], words[a]))):
        f1 = partial(mk.f1_score, *data, average="macro")
        yield Growing("f1_score, macro" + kind, once, f1, partial(read, *data))


def _numbers(n: int) -> Iterator[Growing]:
    y, f = np.random.RandomState(1).normal(size=(2, n))
    for name in ("mean_squared_error", "root_mean_squared_error", "mean_absolute_error"):
        yield Growing(name, "one read", partial(getattr(mk, name), y, f), partial(read, y, f))


def _scores(n: int) -> Iterator[Growing]:
    random = np.random.RandomState(2)
    y = random.randint(0, 2, n)
    s = random.normal(size=n) + y
    for name in ("roc_auc_score", "roc_curve", "precision_recall_curve", "average_precision_score"):
        yield Growing(name, "one sort", partial(getattr(mk, name), y, s), partial(np.sort, s))


def _splits(n: int) -> Iterator[Growing]:
    y = np.random.RandomState(3).randint(0, 2, n)

    def run(cv: Any) -> None:
        for _ in cv.split(y, y):
            pass

    def write() -> None:
        for _ in range(10):
            np.arange(n)

    def draw(method: str, *given: int) -> None:
        getattr(np.random.RandomState(0), method)(*given)

    once, shuffle = "one write of all folds", "one shuffle"
    yield Growing("KFold, 10 folds", once, partial(run, mk.KFold(10)), write)
    yield Growing("StratifiedKFold, 10 folds", once, partial(run, mk.StratifiedKFold(10)), write)
    one = mk.ShuffleSplit(1, random_state=0)
    yield Growing("ShuffleSplit, 1 split", shuffle, partial(run, one),
                  partial(draw, "permutation", n))  # fmt: skip
    yield Growing("train_test_split", shuffle, partial(mk.train_test_split, y, random_state=0),
                  partial(draw, "permutation", n))  # fmt: skip
    yield Growing("bootstrap_split", "one draw", partial(mk.bootstrap_split, y, random_state=0),
                  partial(draw, "randint", 0, n, n))  # fmt: skip


# -- measuring --------------------------------------------------------------------------------


def times(case: Growing) -> tuple[float, float]:
    """Return the median time of the call, and the median of its ratios to its limit."""
    pairs = turns(case.ours, case.bound, least=2, most=9)
    return median(ours for ours, _ in pairs), median(ours / bound for ours, bound in pairs)


def peak(call: Call) -> int:
    """Return how many bytes a call needs at most beyond what is there already."""
    tracemalloc.start()
    try:
        call()
        return tracemalloc.get_traced_memory()[1]
    finally:
        tracemalloc.stop()


def grown(largest: int, only: str) -> Iterator[Row]:
    """Yield the lines of the table, n by n."""
    before: dict[str, float] = {}
    for n in SIZES:
        if n > largest:
            return
        for case in calls(n):
            if only in case.call:
                time, limits = times(case)
                last = before.get(case.call)
                slope = None if last is None else round(math.log10(time / last), 2)
                before[case.call] = time
                yield Row(
                    case.call, case.limit, n, short(limits), slope, short(peak(case.ours) / n)
                )


def short(number: float) -> float:
    """Return the number with three digits."""
    return float(f"{number:.3g}")


def main() -> None:
    """Print the table, and store it if asked to."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--largest", type=int, default=SIZES[-1])
    parser.add_argument("--only", default="", help="part of a call's name")
    parser.add_argument("--store", action="store_true", help="write growth.csv")
    asked = parser.parse_args()
    rows = []
    print(HEAD)
    for row in grown(asked.largest, asked.only):
        rows.append(row)
        print(row, flush=True)
    if asked.store:
        with RESULTS.open("w", newline="", encoding="utf-8") as file:
            writer = csv.DictWriter(file, list(asdict(rows[0])), lineterminator="\n")
            writer.writeheader()
            writer.writerows(map(asdict, sorted(rows, key=lambda row: row.call)))


if __name__ == "__main__":
    main()
