"""How often do the report's intervals cover? Makes `mlevalkit/datasets/intervals.csv`.

    python book/data/intervals.py

It takes a few minutes; the same numbers each time. A row is an interval of the library at 95 %, a
kind of data, a size, and on which share of `sets` simulated test sets it covers the true value. The
standard error of a share p is sqrt(p (1 - p) / sets). Intervals of AUCs are in `delong.csv`, those
of cross-validated scores in `cross_validation.csv`.

- errors "equal": normal with one variance; "unequal": normal, the logarithm of the standard
  deviation being normal with standard deviation 0.7; "t5", "t3": Student's t with 5 and 3 degrees
  of freedom (the squares of the latter have no variance);
- probabilities: uniform and calibrated;
- labels: a class of a tenth, recall 0.8, false alarms 0.1;
- three classes: two large ones, the size is that of the small one; each sample is right with
  probability 0.7, otherwise any of the other two;
- groups of ten samples: the probit of a group's accuracy is normal around 1 with variance 0.5;
- scores: normal, the positives 1.5 standard deviations higher, one positive to ten negatives; for
  AUCs the positives are spread twice as much as the negatives, and two models' scores correlate by
  0.5.
"""

import csv
import warnings
from functools import partial
from pathlib import Path

import numpy as np
from scipy.stats import norm

import mlevalkit as mk

TABLE = Path(mk.__file__).parent / "datasets" / "intervals.csv"
MANY, SOME = 2000, 150
RESAMPLES = 499


def errors(kind, n, rng):
    """Return n errors, and the true mean of their squares and of their absolute values."""
    if kind in ("t3", "t5"):
        df = int(kind[1])
        absolute = {3: 2 * np.sqrt(3) / np.pi, 5: 0.9490}[df]
        return rng.standard_t(df, n), df / (df - 2), absolute
    spread = 0.7 if kind == "unequal" else 0
    own = np.exp(spread * rng.normal(size=n)) * rng.normal(size=n)
    return own, np.exp(2 * spread**2), np.exp(spread**2 / 2) * np.sqrt(2 / np.pi)


def loss(measure, kind, n, rng):
    """Return whether the interval of an error of numbers covers."""
    e, square, absolute = errors(kind, n, rng)
    f = rng.normal(size=n)
    truth = {"mean_squared_error": square, "mean_absolute_error": absolute}
    truth["r2_score"] = 1 - square / (square + 1)
    return covers(mk.loss_interval(measure, f + e, f), truth[measure])


def difference(kind, n, rng):
    """Return whether the interval of the difference of two models' squared errors covers 0."""
    e = np.array([errors(kind, n, rng)[0] for _ in range(2)]) + errors(kind, n, rng)[0]
    return covers(mk.paired_t_test(*e**2).confidence_interval(), 0)


def probabilities(measure, n, rng):
    """Return whether the interval of calibrated, uniform probabilities covers."""
    p = rng.uniform(size=n)
    y = (rng.uniform(size=n) < p).astype(int)
    truth = {"brier_score_loss": 1 / 6, "log_loss": 0.5}
    return covers(mk.loss_interval(measure, y, p), truth[measure])


def rate(measure, n, rng):
    """Return whether the interval of a measure of labels covers."""
    y = np.arange(n) % 10 == 0
    pred = rng.uniform(size=n) < np.where(y, 0.8, 0.1)
    truth = {"f1": 0.16 / (0.16 + 0.02 + 0.09), "balanced_accuracy": 0.85, "recall": 0.8}
    return covers(mk.rate_interval(measure, y.astype(int), pred.astype(int)), truth[measure])


def macro_f1(smallest, rng):
    """Return whether the interval of macro-F1 with a small class covers."""
    y = np.repeat([0, 1, 2], [smallest, 100, 100])
    pred = np.where(rng.uniform(size=len(y)) < 0.7, y, (y + rng.integers(1, 3, len(y))) % 3)
    share = np.bincount(y) / len(y)
    precision = np.mean(0.7 * share / (0.7 * share + 0.15 * (1 - share)))
    truth = 2 * precision * 0.7 / (precision + 0.7)  # the textbook's form
    drawn = partial(mk.bootstrap_interval, method="percentile", n_resamples=RESAMPLES)
    return covers(drawn(mk.macro_f1, y, pred, random_state=rng), truth)


def by_group(groups, rng):
    """Return whether the interval of an accuracy of samples in groups covers."""
    p = norm.cdf(1 + np.sqrt(0.5) * rng.normal(size=groups))
    right = rng.uniform(size=(groups, 10)) < p[:, None]
    of = np.repeat(np.arange(groups), 10)
    y = np.ones(10 * groups, dtype=int)
    drawn = partial(mk.bootstrap_interval, method="percentile", n_resamples=RESAMPLES)
    found = drawn(mk.accuracy_score, y, right.ravel().astype(int), groups=of, random_state=rng)
    return covers(found, norm.cdf(1 / np.sqrt(1.5)))


def average_precision(n, rng):
    """Return whether the interval of average precision covers."""
    y = (np.arange(n) % 11 == 0).astype(int)
    score = rng.normal(size=n) + 1.5 * y
    return covers(mk.average_precision_interval(y, score), TRUE_PRECISION)


def true_precision():
    """Return the average precision of these scores, by integrating over thresholds."""
    at = np.linspace(8, -6, 20001)
    recall = norm.sf(at - 1.5)
    precision = recall / (recall + 10 * norm.sf(at))
    return float(np.trapezoid(precision, recall))


TRUE_PRECISION = true_precision()


def covers(interval, value):
    """Return whether an interval contains a value."""
    return interval.low <= value <= interval.high


def spread_auc(auc, n, rng):
    """Return whether the interval of an AUC covers; the positives are spread twice as much."""
    y = (np.arange(n) % 11 == 0).astype(int)
    score = rng.normal(size=n) * (1 + y) + y * np.sqrt(5) * norm.ppf(auc)
    return covers(mk.auc_confidence_interval(y, score), auc)


def spread_difference(auc, n, rng):
    """Return whether the interval of the difference of two AUCs covers, spread the same way."""
    y = (np.arange(n) % 11 == 0).astype(int)
    worse = norm.cdf(norm.ppf(auc) - 0.5 / np.sqrt(2))
    common, *own = rng.normal(size=(3, n)) * (1 + y)
    a, b = (
        (common + x) / np.sqrt(2) + y * np.sqrt(5) * norm.ppf(area)
        for x, area in zip(own, (auc, worse), strict=True)
    )
    return covers(mk.delong_test(y, a, b).confidence_interval(), auc - worse)


# The interval, the kind of data, the sizes, the simulation of one set, and how many sets
CASES = [
    *(
        (measure, f"errors {kind}", (30, 100, 250, 1000), partial(loss, measure, kind), MANY)
        for measure in ("mean_squared_error", "mean_absolute_error", "r2_score")
        for kind in ("equal", "unequal", "t5", "t3")
    ),
    *(
        ("difference of squared errors", f"errors {kind}", (30, 100, 250, 1000), simulate, MANY)
        for kind, simulate in ((k, partial(difference, k)) for k in ("equal", "unequal", "t5"))
    ),
    *(
        (measure, "probabilities", (30, 100, 250), partial(probabilities, measure), MANY)
        for measure in ("brier_score_loss", "log_loss")
    ),
    *(
        (measure, "labels", (50, 100, 400), partial(rate, measure), MANY)
        for measure in ("recall", "f1", "balanced_accuracy")
    ),
    ("average_precision", "scores", (55, 110, 440, 1100), average_precision, MANY),
    *(
        (f"AUC of {auc}", "scores, positives spread", (55, 110, 220, 440),
         partial(spread_auc, auc), 1000)
        for auc in (0.9, 0.95, 0.99)
    ),
    *(
        (f"difference from an AUC of {auc}", "scores, positives spread", (55, 110, 220, 440),
         partial(spread_difference, auc), 1000)
        for auc in (0.9, 0.95, 0.99)
    ),
    ("macro_f1", "three classes", (5, 10, 20, 50), macro_f1, SOME),
    ("accuracy", "groups", (10, 15, 25, 50), by_group, SOME),
]  # fmt: skip


def main():
    """Write the table; rows that it has already are kept."""
    done = TABLE.read_text(encoding="utf-8").splitlines() if TABLE.exists() else []
    todo = [(i, *case[:2], n, *case[3:]) for i, case in enumerate(CASES) for n in case[2]]
    with TABLE.open("a", newline="", encoding="utf-8") as file, warnings.catch_warnings():
        warnings.simplefilter("ignore")
        out = csv.writer(file, lineterminator="\n")
        if not done:
            out.writerow(["interval", "data", "n", "sets", "coverage"])
        for i, name, data, n, simulate, sets in todo[max(0, len(done) - 1) :]:
            rng = np.random.default_rng([i, n])
            share = np.mean([simulate(n, rng) for _ in range(sets)])
            out.writerow([name, data, n, sets, f"{share:.4f}"])
            file.flush()


if __name__ == "__main__":
    main()
