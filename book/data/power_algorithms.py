"""Size and power of tests of two different algorithms: makes `power_algorithms.csv`.

    python book/data/power_algorithms.py

It writes ``mlevalkit/datasets/power_algorithms.csv`` and takes some ten minutes of one core with
numba. Each setting has a seed of its own. `power.py` compares a learner with itself on other
features; here the two algorithms see the same five features, there are up to 3000 samples, and the
classes may be unequal. The first settings are of the kind of `power.py`, for 10 x 10 folds.

Features are independent and standard normal. The log-odds of a class are
s ((1 - w) l + w x1 x2) + c with l the sum of the five features over the root of five. The larger w,
the worse is logistic regression beside a tree or the nearest neighbour. For each setting w is
searched such that the mean error of A less that of B, both trained on nine tenths of n samples, is
0 (then a rejection is a type I error), or that B is better by `gap`; c gives the share of the
positives. The search uses SEARCHED data sets, and the gap that was found is in the table.

A row says on which share of `sets` data sets each test rejects at 0.05. All folds are stratified.
McNemar's test (mid-p) trains on two thirds of the samples and tests on the others. The standard
error of a share r is sqrt(r (1 - r) / sets).
"""

import csv
from pathlib import Path

import numpy as np
from cross_validation import logistic_regression, nearest_neighbour, tree
from scipy import optimize, special, stats

import mlevalkit as mk

TABLE = Path(mk.__file__).parent / "datasets" / "power_algorithms.csv"
SETS = {100: 200, 300: 100, 1000: 60, 3000: 40}
MOST_REPEATED = 300  # samples: beyond, 10 x 10 folds are left out
SEARCHED = 60
NEW = 2000
ALPHA = 0.05
LEARNERS = {
    "logistic_regression": logistic_regression,
    "nearest_neighbour": nearest_neighbour,
    "tree": tree,
}
# A, B, whether on features of their own, share of positives, gap that is wanted, n
SETTINGS = [
    *((name, name, True, 0.5, 0, 100) for name in LEARNERS),
    *(
        ("logistic_regression", b, False, share, gap, n)
        for share, gap in ((0.5, 0), (0.1, 0), (0.5, 0.05))
        for n in SETS
        for b in ("tree", "nearest_neighbour")
    ),
]


def log_odds(x, w, strength, shift):
    """Return the log-odds of class 1."""
    return strength * ((1 - w) * x[:, :5].sum(axis=1) / np.sqrt(5) + w * x[:, 0] * x[:, 1]) + shift


def shift_of(w, strength, share):
    """Return the constant with which the share of class 1 is as wanted."""
    x = np.random.default_rng(1).normal(size=(20_000, 5))
    return optimize.brentq(
        lambda c: special.expit(log_odds(x, w, strength, c)).mean() - share, -30, 30
    )


class Problem:
    """Two classes on shared features, by the weight of the product of two."""

    def __init__(self, w, share):
        self.strength = 2.4 if share == 0.5 else 8
        self.w = w
        self.shift = 0 if share == 0.5 else shift_of(w, self.strength, share)

    def probability(self, x):
        return special.expit(log_odds(x, self.w, self.strength, self.shift))

    def draw(self, n, rng):
        x = rng.normal(size=(n, 5))
        y = (rng.uniform(size=n) < self.probability(x)).astype(float)
        return (x, x), y

    def error(self, x, f):
        p = self.probability(x)
        return np.where(f >= 0.5, 1 - p, p).mean()


class OwnFeatures:
    """Two classes of equal size; A and B see one normal feature each, equally good."""

    def draw(self, n, rng):
        y = np.repeat([0.0, 1.0], n // 2)
        x = rng.normal(size=(2, n, 1)) + 2 * stats.norm.isf(0.2) * y[:, None]
        return (x[0], x[1]), y


def difference(w, setting):
    """Return the mean error of A less that of B, both trained on nine tenths of n samples."""
    a, b, _, share, _, n = setting
    problem = Problem(w, share)
    rng = np.random.default_rng(2)
    found = []
    for _ in range(SEARCHED):
        (x, _), y = problem.draw(n * 9 // 10, rng)
        new = rng.normal(size=(NEW, 5))
        errors = [problem.error(new, LEARNERS[name](x, y, new)) for name in (a, b)]
        found.append(errors[0] - errors[1])
    return np.mean(found)


def problem_of(setting):
    """Return the problem of a setting and the gap that was found."""
    *_, own, share, gap, _ = setting
    if own:
        return OwnFeatures(), 0.0
    w = optimize.brentq(lambda w: difference(w, setting) - gap, 0, 1, xtol=0.002)
    return Problem(w, share), difference(w, setting)


def folds(y, k, rng):
    """Return the fold of each sample, stratified."""
    order = np.lexsort((rng.uniform(size=len(y)), y))
    found = np.empty(len(y), dtype=int)
    found[order] = np.arange(len(y)) % k
    return found


def differences(setting, x, y, k, repeats, rng):
    """Return how much A's error rate exceeds B's, by repeat and fold."""
    found = []
    for _ in range(repeats):
        fold = folds(y, k, rng)
        found.append([gap(setting, x, y, fold != i, fold == i) for i in range(k)])
    return np.array(found)


def wrong(setting, x, y, train, test):
    """Return which test samples A and B predict wrong."""
    return [
        (LEARNERS[name](seen[train], y[train], seen[test]) >= 0.5) != y[test]
        for name, seen in zip(setting[:2], x, strict=True)
    ]


def gap(setting, x, y, train, test):
    """Return how much A's error rate exceeds B's."""
    a, b = wrong(setting, x, y, train, test)
    return a.mean() - b.mean()


def t_rejects(d, factor):
    """Return whether the t test with variance `factor` times sigma**2 rejects."""
    bar = stats.t.isf(ALPHA / 2, d.size - 1) * np.sqrt(factor * d.var(ddof=1))
    return abs(d.mean()) > bar + 1e-12


def decisions(setting, x, y, rng):
    """Return what each test decides on one data set."""
    n = len(y)
    repeats = 10 if n <= MOST_REPEATED else 1
    tens = differences(setting, x, y, 10, repeats, rng)
    ten = tens[0]
    halves = differences(setting, x, y, 2, 5, rng)
    found = {
        "paired_t": t_rejects(ten, 1 / 10),
        "corrected_t": t_rejects(ten, 1 / 10 + 1 / 9),
        "corrected_t_10x10": t_rejects(tens, 1 / 100 + 1 / 9) if repeats > 1 else None,
    }
    variance = ((halves[:, 0] - halves[:, 1]) ** 2 / 2).sum()
    bar = stats.t.isf(ALPHA / 2, 5) * np.sqrt(variance / 5)
    found["5x2cv_textbook"] = abs(halves[0].mean()) > bar
    found["5x2cv_dietterich"] = abs(halves[0, 0]) > bar
    found["5x2cv_alpaydin"] = (halves**2).sum() > stats.f.isf(ALPHA, 10, 5) * 2 * variance
    scores = np.column_stack([ten, np.zeros(10)])
    found["Wilcoxon_on_folds"] = bool(np.any(mk.pairwise_tests(scores, alpha=ALPHA).reject))
    train = folds(y, 3, rng) > 0
    a, b = wrong(setting, x, y, train, ~train)
    table = [[int((~a & ~b).sum()), int((a & ~b).sum())], [int((~a & b).sum()), int((a & b).sum())]]
    found["McNemar"] = mk.mcnemar_test(table=table, alpha=ALPHA, mid_p=True).reject
    return found


def run(setting):
    """Return the row of a setting."""
    a, b, own, share, wanted, n = setting
    problem, found_gap = problem_of(setting)
    seed = np.random.SeedSequence(0, spawn_key=(SETTINGS.index(setting),))
    rng = np.random.default_rng(seed)
    rows = []
    for _ in range(SETS[n]):
        x, y = problem.draw(n, rng)
        rows.append(decisions(setting, x, y, rng))
    names = {"a": a, "b": b, "features": "own" if own else "same", "share": share, "n": n}
    names |= {"wanted": wanted, "gap": f"{found_gap:.4f}", "sets": SETS[n]}
    made = {test: [row[test] for row in rows] for test in rows[0]}
    shares = {t: "" if None in found else f"{np.mean(found):.4f}" for t, found in made.items()}
    return {**names, **shares}


def main():
    """Write the table; settings that it has already are kept."""
    done = TABLE.read_text(encoding="utf-8").splitlines() if TABLE.exists() else []
    with TABLE.open("a", newline="", encoding="utf-8") as file:
        for setting in SETTINGS[max(0, len(done) - 1) :]:
            found = run(setting)
            out = csv.DictWriter(file, found, lineterminator="\n")
            if not file.tell():
                out.writeheader()
            out.writerow(found)
            file.flush()


if __name__ == "__main__":
    main()
