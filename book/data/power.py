"""Size and power of ten tests of two learners: makes `mlevalkit/datasets/power.csv`.

    python book/data/power.py --jobs 2                      # on this machine
    python book/data/power.py --cluster tcp://host:8786     # on a Dask cluster, through joblib

It took 57 minutes with two processes on two busy cores, with numba (`pip install numba`), which
makes the trees much faster. A setting has a seed of its own, so that the table does
not depend on the number of workers. Finished settings are kept in `power.partial.csv`; a second
start goes on from there.

A setting is a learner, a number of features, a number n of samples and a design. A and B are the
same learner on different columns of the same samples. Labels are balanced by design: n/2 samples
of each class. Columns are independent and normal with variance 1 in each class.

- design "separate": A sees `features` columns, B as many others.
- design "shared": A and B both see the same `features` columns, and each one column of its own.

The columns of A share the distance between its classes equally, so that its Bayes error is 20 %
in every setting. B's Bayes error is 20 % less `gap`: with gap 0 A and B are exchangeable, and every
rejection is a type I error (of a test of the two algorithms); with a gap of 5 or 10 percentage
points B is better. In the design "separate" B's columns share its greater distance equally, in
"shared" B's own column provides it alone.

A row says on which share of `sets` data sets each test rejects at 0.05, and the mean error rates of
A and B in ten-fold cross validation. The standard error of a share r is sqrt(r (1 - r) / sets).
All folds are stratified. McNemar's tests train on all n samples and test on NEW new ones, which
are balanced too.
"""

import argparse
import csv
import time
from functools import cache, partial
from itertools import product
from pathlib import Path

import joblib
import numpy as np
from scipy import special, stats

import mlevalkit as mk

try:
    from numba import njit
except ImportError:

    def njit(function):
        """Return the function as it is."""
        return function


TABLE = Path(mk.__file__).parent / "datasets" / "power.csv"
SETS = 4000
AT_A_TIME = 250
NEW = 200
ALPHA = 0.05
BAYES_ERROR = 0.2
GAPS = 0, 0.05, 0.1


# -- Learners: from (sets, n, columns), (n,) and (sets, m, columns) to labels, (sets, m) --------


def nearest_neighbour(known, labels, new):
    """Predict the label of the nearest known sample."""
    distance = np.zeros((len(new), new.shape[1], known.shape[1]))
    for column in range(new.shape[2]):
        distance += (new[:, :, None, column] - known[:, None, :, column]) ** 2
    return labels[distance.argmin(axis=2)]


def nearest_mean(known, labels, new):
    """Predict the class whose mean is nearest."""
    means = [known[:, None, labels == c].mean(axis=2) for c in (0, 1)]
    distances = [((new - mean) ** 2).sum(axis=2) for mean in means]
    return (distances[1] < distances[0]).astype(int)


def logistic_regression(known, labels, new):
    """Predict by scikit-learn's default, C=1, whose optimum is found by Newton's method."""
    known, new = (np.insert(x, 0, 1.0, axis=2) for x in (known, new))
    penalty = np.ones(known.shape[2])
    penalty[0] = 0  # the intercept
    weights = np.zeros((len(known), known.shape[2]))
    for _ in range(50):
        p = special.expit((known @ weights[..., None])[..., 0])
        gradient = ((p - labels)[:, None] @ known)[:, 0] + penalty * weights
        curvature = known.transpose(0, 2, 1) @ (known * (p * (1 - p))[..., None])
        step = np.linalg.solve(curvature + np.diag(penalty), gradient[..., None])[..., 0]
        weights -= step
        if abs(step).max() < 1e-6:
            break
    return ((new @ weights[..., None])[..., 0] > 0).astype(int)


def tree(known, labels, new, depth=None):
    """Predict by CART with Gini's index; ties of two features are broken at random.

    The study grows 23 million trees; a fit of scikit-learn takes about 1 ms, mostly for checks.
    """
    depth = len(labels) if depth is None else depth
    order = known.argsort(axis=1, kind="stable")
    guesses = np.empty(new.shape[:2], dtype=np.int64)
    _grow_all(known, labels, order, new, depth, guesses)
    return guesses


@njit
def _grow_all(known, labels, order, new, depth, guesses):
    np.random.seed(0)
    for i in range(len(known)):
        guesses[i] = _grow(known[i], labels, order[i], new[i], depth)


@njit
def _grow(known, labels, order, new, depth):
    """Grow a tree level by level; `at` and `to` are the nodes of known and of new samples."""
    at = np.zeros(len(known), dtype=np.int64)
    to = np.zeros(len(new), dtype=np.int64)
    nodes = 1
    columns = np.arange(known.shape[1])
    for _ in range(depth):
        np.random.shuffle(columns)
        feature, threshold = _best_splits(known, labels, order, at, nodes, columns)
        splits = feature >= 0
        if not splits.any():
            break
        first_child = np.arange(nodes) + np.cumsum(splits) - splits
        _descend(known, at, feature, threshold, first_child)
        _descend(new, to, feature, threshold, first_child)
        nodes += splits.sum()
    ones = np.bincount(at, labels, minlength=nodes)
    return (2 * ones > np.bincount(at, minlength=nodes))[to]


@njit
def _best_splits(known, labels, order, at, nodes, columns):
    """Return for each node the feature, -1 if it is pure, and the threshold of its best split."""
    size = np.bincount(at, minlength=nodes)
    ones = np.bincount(at, labels, minlength=nodes)
    best = np.full(nodes, -1.0)
    feature = np.full(nodes, -1)
    threshold = np.zeros(nodes)
    for j in columns:
        left = np.zeros(nodes)
        left_ones = np.zeros(nodes)
        last = np.zeros(nodes)
        for i in order[:, j]:
            k = at[i]
            if ones[k] == 0 or ones[k] == size[k]:
                continue
            value = known[i, j]
            if left[k] > 0 and value > last[k]:
                right, right_ones = size[k] - left[k], ones[k] - left_ones[k]
                pure = (left_ones[k] ** 2 + (left[k] - left_ones[k]) ** 2) / left[k]
                pure += (right_ones**2 + (right - right_ones) ** 2) / right
                if pure > best[k]:
                    best[k], feature[k], threshold[k] = pure, j, (last[k] + value) / 2
            left[k] += 1
            left_ones[k] += labels[i]
            last[k] = value
    return feature, threshold


@njit
def _descend(x, node, feature, threshold, first_child):
    """Move each sample to its child."""
    for i in range(len(x)):
        k = node[i]
        j = feature[k]
        right = j >= 0 and x[i, j] > threshold[k]
        node[i] = first_child[k] + right


LEARNERS = {
    "1-NN": nearest_neighbour,
    "nearest mean": nearest_mean,
    "depth-3 tree": partial(tree, depth=3),
    "full tree": tree,
    "logistic regression": logistic_regression,
}
SETTINGS = list(product(LEARNERS, (1, 5), (40, 100, 200), ("separate", "shared")))


# -- Data ----------------------------------------------------------------------------------------


def class_distances(features, design, gap):
    """Return the distance between the class means in each column that B sees (A: gap 0)."""
    wanted = 2 * stats.norm.isf(BAYES_ERROR - gap)
    if design == "separate":
        return np.full(features, wanted / np.sqrt(features))
    of_equals = 2 * stats.norm.isf(BAYES_ERROR) / np.sqrt(features + 1)
    own = np.sqrt(wanted**2 - features * of_equals**2)
    return np.append(np.full(features, of_equals), own)


def noise(rng, sets, n, features, design):
    """Return what A and B see of samples without classes: two arrays (sets, n, columns)."""
    if design == "separate":
        a, b = rng.normal(size=(2, sets, n, features))
        return a, b
    common = rng.normal(size=(sets, n, features))
    own_a, own_b = rng.normal(size=(2, sets, n, 1))
    return np.concatenate([common, own_a], axis=2), np.concatenate([common, own_b], axis=2)


# -- One setting ---------------------------------------------------------------------------------


def balanced(n):
    """Return the labels of n samples, half of them of each class."""
    return np.repeat([0, 1], n // 2)


@cache
def cuts(n, k):
    """Return the training and test positions of five times k folds."""
    cv = mk.RepeatedStratifiedKFold(n_splits=k, n_repeats=5, random_state=0)
    return list(cv.split(balanced(n), balanced(n)))


def error_counts(learn, x, k):
    """Return how many test samples are predicted wrong, by data set and fold."""
    labels = balanced(x.shape[1])
    counts = []
    for train, test in cuts(len(labels), k):
        guesses = learn(x[:, train], labels[train], x[:, test])
        counts.append((guesses != labels[test]).sum(axis=1))
    return np.stack(counts, axis=1)


def errors(setting, x, new, gap):
    """Return the error counts in 5 x 10 and 5 x 2 folds, and which new samples are wrong."""
    learner, features, n, design = setting
    learn = LEARNERS[learner]
    distances = class_distances(features, design, gap)
    x = x + balanced(n)[:, None] * distances
    new = new + balanced(NEW)[:, None] * distances
    wrong = learn(x, balanced(n), new) != balanced(NEW)
    return error_counts(learn, x, 10), error_counts(learn, x, 2), wrong


def run(setting, sets=SETS):
    """Return the rows of a setting, one for each gap."""
    _, features, n, design = setting
    seed = np.random.SeedSequence(0, spawn_key=(SETTINGS.index(setting),))
    rng = np.random.default_rng(seed)
    found = {gap: [] for gap in GAPS}
    for start in range(0, sets, AT_A_TIME):
        some = min(AT_A_TIME, sets - start)
        x_a, x_b = noise(rng, some, n, features, design)
        new_a, new_b = noise(rng, some, NEW, features, design)
        a = errors(setting, x_a, new_a, 0)
        for gap in GAPS:
            b = errors(setting, x_b, new_b, gap)
            found[gap].append((*a, *b))
    together = {gap: map(np.concatenate, zip(*found[gap], strict=True)) for gap in GAPS}
    return [row(setting, gap, *together[gap]) for gap in GAPS]


def row(setting, gap, folds_a, halves_a, wrong_a, folds_b, halves_b, wrong_b):
    """Return a row of the table."""
    learner, features, n, design = setting
    names = {"learner": learner, "features": features, "n": n, "design": design, "gap": gap}
    errors_a, errors_b = (10 * folds[:, :10].mean() / n for folds in (folds_a, folds_b))
    rates = {"error_a": f"{errors_a:.4f}", "error_b": f"{errors_b:.4f}"}
    rejected = decisions(folds_a - folds_b, halves_a - halves_b, wrong_a, wrong_b)
    shares = {test: f"{np.mean(reject):.4f}" for test, reject in rejected.items()}
    return {**names, "sets": len(wrong_a), **rates, **shares}


# -- Decisions of the tests, for many data sets at a time ----------------------------------------


def decisions(folds, halves, wrong_a, wrong_b):
    """Return by test whether it rejects, from numbers of errors: A less B in folds and halves."""
    ten = folds[:, :10]
    rejected = {
        "paired t": t_rejects(ten, 1 / 10),
        "corrected t": t_rejects(ten, 1 / 10 + 1 / 9),
        "corrected t, 5 x 10 folds": t_rejects(folds, 1 / 50 + 1 / 9),
    }
    pairs = halves.reshape(-1, 5, 2)
    variances = ((pairs[..., 0] - pairs[..., 1]) ** 2 / 2).sum(axis=1)
    bar = stats.t.isf(ALPHA / 2, 5) * np.sqrt(variances / 5)
    rejected["5x2cv textbook"] = abs(pairs[:, 0].mean(axis=1)) > bar
    rejected["5x2cv dietterich"] = abs(pairs[:, 0, 0]) > bar
    f_bar = stats.f.isf(ALPHA, 10, 5) * 2 * variances
    rejected["5x2cv alpaydin"] = (pairs**2).sum(axis=(1, 2)) > f_bar
    rejected["Wilcoxon on folds"] = by_library(np.sort(ten, axis=1), wilcoxon)
    discordant = np.stack([wrong_a & ~wrong_b, ~wrong_a & wrong_b], axis=2).sum(axis=1)
    for name, form in {"(2.33)": {}, "exact": {"exact": True}, "mid-p": {"mid_p": True}}.items():
        rejected[f"McNemar {name}"] = by_library(discordant, partial(mcnemar, **form))
    return rejected


def t_rejects(differences, factor):
    """Return whether the t test with variance `factor` times sigma**2 rejects, for each row."""
    bar = stats.t.isf(ALPHA / 2, differences.shape[1] - 1)
    spread = np.sqrt(factor * differences.var(axis=1, ddof=1))
    return abs(differences.mean(axis=1)) > bar * spread


def by_library(rows, test):
    """Return what a test decides on each row; the same rows are tested once."""
    different, which = np.unique(rows, axis=0, return_inverse=True)
    return np.array([test(r) for r in different])[which]


def wilcoxon(differences):
    """Return whether Wilcoxon's signed-rank test rejects."""
    scores = np.column_stack([differences, np.zeros_like(differences)])
    return bool(np.any(mk.pairwise_tests(scores, alpha=ALPHA).reject))


def mcnemar(discordant, **form):
    """Return whether McNemar's test rejects."""
    e01, e10 = (int(e) for e in discordant)
    return mk.mcnemar_test(table=[[NEW - e01 - e10, e01], [e10, 0]], alpha=ALPHA, **form).reject


# -- All settings --------------------------------------------------------------------------------


def read(path):
    """Return the rows of a table, none if there is no such file."""
    if not path.exists():
        return []
    with path.open(newline="", encoding="utf-8") as file:
        return list(csv.DictReader(file))


def write(path, rows, mode="w"):
    """Write rows, or append them (mode "a")."""
    with path.open(mode, newline="", encoding="utf-8") as file:
        out = csv.DictWriter(file, rows[0].keys(), lineterminator="\n")
        if not file.tell():
            out.writeheader()
        out.writerows(rows)


def setting_of(row):
    """Return the setting that a stored row belongs to."""
    return row["learner"], int(row["features"]), int(row["n"]), row["design"]


def main():
    """Write the table."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--jobs", type=int, default=-1, help="processes; -1 for all cores")
    parser.add_argument("--cluster", help="address of a Dask scheduler")
    parser.add_argument("--partial", type=Path, default=Path("power.partial.csv"))
    options = parser.parse_args()
    where = {"n_jobs": options.jobs}
    if options.cluster:
        from dask.distributed import Client

        client = Client(options.cluster)
        client.upload_file(__file__)
        where = {"backend": "dask"}
    done = {setting_of(r) for r in read(options.partial)}
    todo = [s for s in SETTINGS if s not in done]
    begin = time.perf_counter()
    with joblib.parallel_config(**where):
        parallel = joblib.Parallel(return_as="generator_unordered")
        for i, rows in enumerate(parallel(joblib.delayed(run)(s) for s in todo), start=1):
            write(options.partial, rows, mode="a")
            minutes = (time.perf_counter() - begin) / 60
            print(f"{i} of {len(todo)} settings, {minutes:.1f} minutes", flush=True)
    rows = read(options.partial)
    write(TABLE, sorted(rows, key=lambda r: (SETTINGS.index(setting_of(r)), float(r["gap"]))))


if __name__ == "__main__":
    main()
