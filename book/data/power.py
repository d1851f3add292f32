"""How often do tests of two learners reject? Type I error rates and powers.

`python book/data/power.py` writes `mlevalkit/datasets/power.csv` (some minutes; the same numbers
each time). A is a learner on one feature, B the same learner on another; `gap` is how much further
apart B's classes lie, so that at 0 both are equally good. Nearest neighbour is unstable, nearest
mean stable. Each data set has n samples; McNemar's tests train on all of them and test on 200 new
ones. Every row is the share of 1000 data sets on which a test rejects at 0.05, with its standard
error.
"""

import csv
from pathlib import Path

import numpy as np

import mlevalkit as mk

TABLE = Path(mk.__file__).parent / "datasets" / "power.csv"
SETS, NEW, ALPHA = 1000, 200, 0.05


def errors(x, y, train, test, stable):
    """Return for each data set whether its test samples are predicted wrong."""
    known, name = x[:, train], y[train]
    if stable:
        known = np.stack([known[:, name == c].mean(axis=1) for c in (0, 1)], axis=1)
        name = np.array([0, 1])
    nearest = abs(x[:, test, None] - known[:, None, :]).argmin(axis=2)
    return name[nearest] != y[test]


def rates(xs, y, cv, stable):
    """Return the error rates of A and B: a row for each data set, a column for each fold."""
    cuts = list(cv.split(y, y))
    return [np.stack([errors(x, y, *cut, stable).mean(axis=1) for cut in cuts], axis=1)
            for x in xs]  # fmt: skip


def decisions(n, gap, stable, rng):
    """Return by test what it decides on each data set."""
    y = np.repeat([0, 1], [n // 2, n // 2])
    xs = [rng.normal(size=(SETS, n)) + y * (1 + extra) for extra in (0, gap)]
    folds = mk.StratifiedKFold(10, shuffle=True, random_state=0)
    often = mk.RepeatedStratifiedKFold(n_splits=10, n_repeats=5, random_state=0)
    halves = mk.RepeatedStratifiedKFold(n_splits=2, n_repeats=5, random_state=0)
    ten, fifty, five = (rates(xs, y, cv, stable) for cv in (folds, often, halves))
    sizes = {"n_train": n - n // 10, "n_test": n // 10}
    yield "paired t", [mk.paired_t_test(*e) for e in zip(*ten, strict=True)]
    yield "corrected t", [mk.paired_t_test(*e, **sizes) for e in zip(*ten, strict=True)]
    yield (
        "corrected t, 5 x 10 folds",
        [mk.paired_t_test(*e, **sizes) for e in zip(*fifty, strict=True)],
    )
    pairs = (five[0] - five[1]).reshape(-1, 5, 2)
    for form in ("textbook", "dietterich", "alpaydin"):
        yield f"5x2cv {form}", [mk.five_by_two_cv_test(d, form=form) for d in pairs]
    yield (
        "Wilcoxon on folds",
        [mk.pairwise_tests(np.column_stack(e)) for e in zip(*ten, strict=True)],
    )
    both = np.concatenate([y, np.arange(NEW) % 2])
    wrong = []
    for x, extra in zip(xs, (0, gap), strict=True):
        new = rng.normal(size=(SETS, NEW)) + both[n:] * (1 + extra)
        positions = np.arange(n), np.arange(n, n + NEW)
        wrong.append(errors(np.hstack([x, new]), both, *positions, stable))
    a, b = wrong
    tables = np.stack([~a & ~b, a & ~b, ~a & b, a & b]).sum(axis=2).T.reshape(-1, 2, 2)
    for name, form in {"(2.33)": {}, "exact": {"exact": True}, "mid-p": {"mid_p": True}}.items():
        yield f"McNemar {name}", [mk.mcnemar_test(table=t, **form) for t in tables]


def main():
    """Write the table."""
    rng = np.random.default_rng(0)
    with TABLE.open("w", newline="", encoding="utf-8") as file:
        out = csv.writer(file, lineterminator="\n")
        out.writerow(["learner", "n", "gap", "test", "rejected", "standard_error"])
        for learner in ("unstable", "stable"):
            for n in (40, 100):
                for gap in (0, 0.5, 1):
                    for test, results in decisions(n, gap, learner == "stable", rng):
                        share = np.mean([np.any(r.reject) for r in results])
                        error = np.sqrt(share * (1 - share) / SETS)
                        out.writerow([learner, n, gap, test, f"{share:.3f}", f"{error:.3f}"])


if __name__ == "__main__":
    main()
