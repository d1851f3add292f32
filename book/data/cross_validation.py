"""When does an interval of a cross-validated error cover? Makes `cross_validation.csv`.

    python book/data/cross_validation.py

It writes ``mlevalkit/datasets/cross_validation.csv`` and takes some fifteen minutes of one core,
with numba (``pip install numba``), which makes trees and forests much faster. Each setting has a
seed of its own, and a second start goes on where the first ended.

Features are independent and standard normal. Of a class, the log-odds are 2.4 times the sum of the
first five features divided by the root of five, so that the Bayes error is about 20 %; a number is
the sum of the first five features and normal noise of variance 1. The error of a trained model is
the mean, over NEW fresh samples, of its expected loss given the features, which is known here. The
mean error of the algorithm is the mean of that over all data sets of the setting.

A data set of n samples is cut into ten folds at random, not stratified, because all theory is about
such folds. The intervals are 95 % intervals, around the mean loss out of fold:

- fold t: ten fold errors, their standard deviation over the root of ten, t with 9 degrees;
- corrected t: the same with sqrt(1/10 + 1/9) (Nadeau and Bengio 2003, there for differences);
- repeated: five times ten folds, sqrt(1/50 + 1/9), t with 49 degrees (n up to 200, no forests);
- per sample: the standard deviation of the n losses out of fold over the root of n, with t of n - 1
  degrees (Bayle et al. 2020);
- nested: nested cross validation (Bates, Hastie and Tibshirani 2023), ten repetitions, with the
  correction of its bias and its limits (n = 100, the first NESTED data sets, no forests, and no
  trees of numbers).

A row has, for each interval, the share of data sets where it covers the error of the final model,
trained on all n, and the mean error of the algorithm, and its mean width. The standard error of a
share p is sqrt(p (1 - p) / sets).
"""

import csv
from itertools import product
from pathlib import Path

import numpy as np
from scipy import special, stats

import mlevalkit

try:
    from numba import njit
except ImportError:

    def njit(function):
        """Return the function as it is."""
        return function


TABLE = Path(mlevalkit.__file__).parent / "datasets" / "cross_validation.csv"
SIZES = 50, 100, 200, 500, 1000
K = 10
NEW = 2000
NESTED = 200
NESTED_REPEATS = 10
LEVEL = 0.95
TREES = 20
INTERVALS = "fold_t", "corrected_t", "repeated", "per_sample", "nested"


# -- Learners: from known samples, their truth and new samples to predictions ----------------------


def least_squares(known, y, new):
    """Predict by a linear function."""
    known, new = (np.insert(x, 0, 1.0, axis=1) for x in (known, new))
    return new @ np.linalg.lstsq(known, y, rcond=None)[0]


def logistic_regression(known, y, new):
    """Predict by scikit-learn's default, C=1, whose optimum is found by Newton's method."""
    known, new = (np.insert(x, 0, 1.0, axis=1) for x in (known, new))
    penalty = np.ones(known.shape[1])
    penalty[0] = 0  # the intercept
    weights = np.zeros(known.shape[1])
    for _ in range(50):
        p = special.expit(known @ weights)
        curvature = (known * (p * (1 - p))[:, None]).T @ known + np.diag(penalty)
        step = np.linalg.solve(curvature, known.T @ (p - y) + penalty * weights)
        weights -= step
        if abs(step).max() < 1e-6:
            break
    return (new @ weights > 0).astype(float)


def nearest_neighbour(known, y, new):
    """Predict what the nearest known sample has."""
    products = new @ known.T
    return y[((known**2).sum(axis=1) - 2 * products).argmin(axis=1)]


def tree(known, y, new):
    """Predict by a tree grown until its leaves are pure or single; ties count as class 1."""
    return _forest(known, y, new, 1, known.shape[1], False, 0)


def forest(known, y, new):
    """Predict by the mean of trees on bootstrap samples, two features a split."""
    return _forest(known, y, new, TREES, 2, True, 0)


@njit
def _forest(known, y, new, n_trees, n_tried, resample, seed):
    np.random.seed(seed)
    n = len(known)
    total = np.zeros(len(new))
    for _ in range(n_trees):
        rows = np.random.randint(0, n, n) if resample else np.arange(n)
        total += _tree(known, y, rows, new, n_tried)
    return total / n_trees


@njit
def _tree(known, y, rows, new, n_tried):
    """Grow a tree of least squares, which for labels 0 and 1 is Gini's, and predict."""
    n = len(rows)
    feature = np.full(2 * n, -1)
    threshold = np.zeros(2 * n)
    child = np.zeros(2 * n, dtype=np.int64)
    value = np.zeros(2 * n)
    begin = np.zeros(2 * n, dtype=np.int64)
    end = np.zeros(2 * n, dtype=np.int64)
    end[0] = n
    nodes = 1
    node = 0
    columns = np.arange(known.shape[1])
    while node < nodes:
        part = rows[begin[node] : end[node]]
        value[node] = y[part].mean()
        if y[part].max() > y[part].min():
            np.random.shuffle(columns)
            _best_split(known, y, part, columns, n_tried, node, feature, threshold)
        if feature[node] >= 0:
            right = known[part, feature[node]] > threshold[node]
            rows[begin[node] : end[node]] = np.concatenate((part[~right], part[right]))
            middle = end[node] - right.sum()
            child[node] = nodes
            begin[nodes], end[nodes] = begin[node], middle
            begin[nodes + 1], end[nodes + 1] = middle, end[node]
            nodes += 2
        node += 1
    found = np.empty(len(new))
    for i in range(len(new)):
        at = 0
        while feature[at] >= 0:
            at = child[at] + (new[i, feature[at]] > threshold[at])
        found[i] = value[at]
    return found


@njit
def _best_split(known, y, part, columns, n_tried, node, feature, threshold):
    """Put down the split with the least sum of squares; more features if the first have none."""
    best = -1.0
    size = len(part)
    total = y[part].sum()
    for tried in range(len(columns)):
        if tried >= n_tried and best >= 0:
            break
        x = known[part, columns[tried]]
        order = np.argsort(x)
        left = 0.0
        for i in range(size - 1):
            left += y[part[order[i]]]
            low, high = x[order[i]], x[order[i + 1]]
            if high > low:
                gain = left**2 / (i + 1) + (total - left) ** 2 / (size - i - 1)
                if gain > best:
                    best = gain
                    feature[node] = columns[tried]
                    threshold[node] = (low + high) / 2


# -- The problems ----------------------------------------------------------------------------------


class Classes:
    """Two classes; predictions from one half on are class 1."""

    def signal(self, x):
        return special.expit(2.4 * x[:, :5].sum(axis=1) / np.sqrt(5))

    def draw(self, x, rng):
        return (rng.uniform(size=len(x)) < self.signal(x)).astype(float)

    def losses(self, y, f):
        return (y != (f >= 0.5)).astype(float)

    def error(self, x, f):
        p = self.signal(x)
        return np.where(f >= 0.5, 1 - p, p).mean()


class Numbers:
    """Numbers with noise of variance 1, and squared errors."""

    def signal(self, x):
        return x[:, :5].sum(axis=1)

    def draw(self, x, rng):
        return self.signal(x) + rng.normal(size=len(x))

    def losses(self, y, f):
        return (y - f) ** 2

    def error(self, x, f):
        return ((self.signal(x) - f) ** 2).mean() + 1


PROBLEMS = {"classes": Classes(), "numbers": Numbers()}
LEARNERS = {  # by name: the learner of classes and of numbers, and the number of data sets
    "linear": (logistic_regression, least_squares, 1000),
    "nearest_neighbour": (nearest_neighbour, nearest_neighbour, 500),
    "tree": (tree, tree, 500),
    "forest": (forest, forest, 200),
}
KINDS = [("linear", 5), ("linear", 20), ("nearest_neighbour", 5), ("tree", 5), ("forest", 5)]
SETTINGS = list(product(PROBLEMS, KINDS, SIZES))


# -- One data set ----------------------------------------------------------------------------------


def random_folds(n, rng):
    """Return the positions of each fold."""
    return np.array_split(rng.permutation(n), K)


def fit_without(learn, x, y, folds, left_out):
    """Return predictions of the samples in the folds left out, by a model of the others."""
    train = np.concatenate([f for i, f in enumerate(folds) if i not in left_out])
    test = np.concatenate([folds[i] for i in left_out])
    return learn(x[train], y[train], x[test])


def out_of_fold(problem, learn, x, y, folds):
    """Return the losses of each fold."""
    return [
        problem.losses(y[fold], fit_without(learn, x, y, folds, [i]))
        for i, fold in enumerate(folds)
    ]


def t_interval(mean, error, df):
    """Return the ends of a t interval."""
    half = stats.t.isf((1 - LEVEL) / 2, df) * error
    return mean - half, mean + half


def corrected(means, factor):
    """Return the t interval of fold means with variance `factor` times sigma**2."""
    error = np.sqrt(factor * np.var(means, ddof=1))
    return t_interval(np.mean(means), error, len(means) - 1)


def nested(problem, learn, x, y, cv_error, se, rng):
    """Return the interval of nested cross validation."""
    inner_means, squares, variances = [], [], []
    for _ in range(NESTED_REPEATS):
        folds = random_folds(len(y), rng)
        sums = np.zeros((K, K))
        for i in range(K):
            for j in range(i):
                f = fit_without(learn, x, y, folds, [i, j])
                truth = y[np.concatenate([folds[i], folds[j]])]
                losses = problem.losses(truth, f)
                sums[j, i] = losses[: len(folds[i])].sum()  # fold i, in the absence of j
                sums[i, j] = losses[len(folds[i]) :].sum()
        for i, outer in enumerate(out_of_fold(problem, learn, x, y, folds)):
            inner = sums[i].sum() / (len(y) - len(folds[i]))
            inner_means.append(inner)
            squares.append((inner - outer.mean()) ** 2)
            variances.append(outer.var(ddof=1) / len(outer))
    mse = max(0, np.mean(squares) - np.mean(variances)) * (K - 1) / K
    error = np.clip(np.sqrt(mse), se, np.sqrt(K) * se)
    bias = (1 + (K - 2) / K) * (np.mean(inner_means) - cv_error)
    middle = np.mean(inner_means) - bias
    half = stats.norm.isf((1 - LEVEL) / 2) * error
    return middle - half, middle + half


def intervals(setting, number, x, y, rng):
    """Return the ends of each interval, NaN where it is not made."""
    name, (learner, _), n = setting
    problem = PROBLEMS[name]
    learn = LEARNERS[learner][list(PROBLEMS).index(name)]
    losses = out_of_fold(problem, learn, x, y, random_folds(n, rng))
    every = np.concatenate(losses)
    means = [fold.mean() for fold in losses]
    se = every.std(ddof=1) / np.sqrt(n)
    found = dict.fromkeys(INTERVALS, (np.nan, np.nan))
    found["fold_t"] = corrected(means, 1 / K)
    found["corrected_t"] = corrected(means, 1 / K + 1 / (K - 1))
    found["per_sample"] = t_interval(every.mean(), se, n - 1)
    if n <= 200 and learner != "forest":
        for _ in range(4):
            more = out_of_fold(problem, learn, x, y, random_folds(n, rng))
            means += [fold.mean() for fold in more]
        found["repeated"] = corrected(means, 1 / len(means) + 1 / (K - 1))
    slow = learner == "forest" or (learner == "tree" and name == "numbers")
    if n == 100 and not slow and number < NESTED:
        found["nested"] = nested(problem, learn, x, y, every.mean(), se, rng)
    return [found[kind] for kind in INTERVALS], every.mean()


def sets_of(setting):
    """Return the number of data sets of a setting; trees of numbers and large forests take long."""
    name, (learner, _), n = setting
    if learner == "forest" and n > 200:
        return 100 if name == "classes" else 60
    if name == "numbers" and learner != "linear":
        return {"nearest_neighbour": 300, "tree": 200, "forest": 100}[learner]
    return LEARNERS[learner][2]


def run(setting):
    """Return the row of a setting."""
    name, (learner, features), n = setting
    problem = PROBLEMS[name]
    learn = LEARNERS[learner][list(PROBLEMS).index(name)]
    rng = np.random.default_rng(np.random.SeedSequence(0, spawn_key=(SETTINGS.index(setting),)))
    ends, finals, estimates = [], [], []
    for number in range(sets_of(setting)):
        x, new = rng.normal(size=(n, features)), rng.normal(size=(NEW, features))
        y = problem.draw(x, rng)
        found, estimate = intervals(setting, number, x, y, rng)
        ends.append(found)
        estimates.append(estimate)
        finals.append(problem.error(new, learn(x, y, new)))
    return row(setting, np.array(ends), np.array(finals), np.mean(estimates))


def row(setting, ends, finals, estimate):
    """Return a row of the table."""
    name, (learner, features), n = setting
    found = {"problem": name, "learner": learner, "features": features, "n": n}
    found |= {"sets": len(finals), "error": f"{finals.mean():.4f}", "estimate": f"{estimate:.4f}"}
    targets = {"final": finals, "mean": np.full(len(finals), finals.mean())}
    for i, kind in enumerate(INTERVALS):
        made = ~np.isnan(ends[:, i, 0])
        low, high = ends[made, i].T
        for target, truth in targets.items():
            covered = (low <= truth[made]) & (truth[made] <= high)
            found[f"{kind}_{target}"] = f"{covered.mean():.4f}" if made.any() else ""
        found[f"{kind}_width"] = f"{(high - low).mean():.4f}" if made.any() else ""
    return found


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
