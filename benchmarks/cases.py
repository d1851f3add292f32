"""What is compared: each case has our call and the reference's, whose results must be equal."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import partial
from itertools import cycle
from types import FunctionType
from typing import Any

import numpy as np
from timing import Call

import mlevalkit as mk

MANY = 1_000_000


@dataclass(frozen=True)
class Case:
    """Our call and the reference's on the same data; `pick` says what is compared."""

    call: str
    reference: str
    n: int | None
    goal: float | None
    ours: Call
    theirs: Call
    pick: Callable[[Any], Any] = np.asarray
    rtol: float = 1e-9

    def check(self) -> None:
        """Raise AssertionError if the two results differ."""
        ours, theirs = self.pick(self.ours()), self.pick(self.theirs())
        np.testing.assert_allclose(ours, theirs, rtol=self.rtol, atol=1e-12)


def sized(n: int) -> Iterator[Case]:
    """Yield the measures of n samples; of a million none should take longer than the reference."""
    yield from _labels(n)
    yield from _numbers(n)
    yield from _scores(n)
    yield from _predictions(n)
    yield _negatives(n)


def fixed() -> Iterator[Case]:
    """Yield the cases that have a size of their own."""
    yield from _one_or_two_learners(10)
    yield from _intervals(1000)
    yield from _many_learners(20, 5)
    yield from _five_by_two(100)
    yield from _splitters(100_000)
    yield _out_of_bag(100_000)
    yield from _display(100)


def _goal(n: int) -> float | None:
    return 1 if n == MANY else None


# -- measures: scikit-learn has them all under the same names ---------------------------------


def _beside_sklearn(name: str, n: int, *data: Any, **options: Any) -> Case:
    from sklearn import metrics

    kind = ", strings" if data[0].dtype.kind == "U" else ""
    kind = ", macro" + kind if options.get("average") == "macro" else kind
    of_tuple = "curve" in name
    return Case(
        name + kind,
        f"scikit-learn {name}",
        n,
        _goal(n),
        partial(getattr(mk, name), *data, **options),
        partial(getattr(metrics, name), *data, **options),
        np.concatenate if of_tuple else np.asarray,
    )


def _labels(n: int) -> Iterator[Case]:
    from sklearn.metrics import zero_one_loss

    y, p = np.random.RandomState(0).randint(0, 3, (2, n))
    words = np.array(["ham", "spam", "other"])
    yield _beside_sklearn("accuracy_score", n, y, p)
    yield Case("error_rate", "scikit-learn zero_one_loss", n, _goal(n),
               lambda: mk.error_rate(y, p), lambda: zero_one_loss(y, p))  # fmt: skip
    yield _beside_sklearn("confusion_matrix", n, y, p)
    for data in ((y, p), (words[y], words[p])):
        for name in ("precision_score", "recall_score", "f1_score"):
            yield _beside_sklearn(name, n, *data, average="macro")


def _negatives(n: int) -> Case:
    from sklearn.metrics import recall_score

    y, p = np.random.RandomState(12).randint(0, 2, (2, n))
    return Case("specificity_score", "scikit-learn recall_score of the other class", n, _goal(n),
                lambda: mk.specificity_score(y, p),
                lambda: recall_score(y, p, pos_label=0))  # fmt: skip


def _numbers(n: int) -> Iterator[Case]:
    y, f = np.random.RandomState(1).normal(size=(2, n))
    for name in ("mean_squared_error", "root_mean_squared_error", "mean_absolute_error"):
        yield _beside_sklearn(name, n, y, f)


def _scores(n: int) -> Iterator[Case]:
    random = np.random.RandomState(2)
    y = random.randint(0, 2, n)
    s = random.normal(size=n) + y
    yield _beside_sklearn("roc_curve", n, y, s)
    yield _beside_sklearn("roc_auc_score", n, y, s)
    yield Case("roc_auc_score", "one np.sort of the scores", n, 1 / 4 if n == MANY else None,
               lambda: mk.roc_auc_score(y, s), lambda: np.sort(s), lambda _: 0)  # fmt: skip
    yield _beside_sklearn("precision_recall_curve", n, y, s)
    yield _beside_sklearn("average_precision_score", n, y, s)


# -- tests ------------------------------------------------------------------------------------


def _pvalue(result: Any) -> float:
    return float(result[1] if isinstance(result, tuple) else result.pvalue)


def _predictions(n: int) -> Iterator[Case]:
    from mlxtend.evaluate import mcnemar, mcnemar_table
    from sklearn.metrics import confusion_matrix
    from statsmodels.stats.contingency_tables import mcnemar as of_table

    y, a, b = np.random.RandomState(3).randint(0, 3, (3, n))
    ours = partial(mk.mcnemar_test, y, a, b)
    yield Case("mcnemar_test", "mlxtend mcnemar_table, mcnemar", n, _goal(n), ours,
               lambda: mcnemar(mcnemar_table(y, a, b)), _pvalue)  # fmt: skip
    yield Case("mcnemar_test", "scikit-learn confusion_matrix, statsmodels mcnemar", n, None, ours,
               lambda: of_table(confusion_matrix(a == y, b == y), exact=False),
               _pvalue)  # fmt: skip


def _one_or_two_learners(k: int) -> Iterator[Case]:
    from scipy import stats

    errors, others = np.random.RandomState(5).uniform(0.1, 0.3, (2, k))
    yield Case("t_test", "SciPy ttest_1samp", k, 15, lambda: mk.t_test(errors, 0.2),
               lambda: stats.ttest_1samp(errors, 0.2), _pvalue)  # fmt: skip
    yield Case("paired_t_test", "SciPy ttest_rel", k, 15, lambda: mk.paired_t_test(errors, others),
               lambda: stats.ttest_rel(errors, others), _pvalue)  # fmt: skip


def _intervals(n: int) -> Iterator[Case]:
    from scipy import stats
    from sklearn.metrics import confusion_matrix, roc_auc_score
    from statsmodels.stats.proportion import proportion_confint, proportions_ztest
    from statsmodels.stats.weightstats import ttost_paired

    random = np.random.RandomState(13)
    y, p = random.randint(0, 2, (2, n))
    score = random.normal(size=n) + y

    def of_recall() -> Any:
        _, _, fn, tp = confusion_matrix(y, p).ravel()
        return proportion_confint(tp, tp + fn, method="beta")

    yield Case("rate_interval, recall", "scikit-learn, statsmodels proportion_confint", n, None,
               lambda: mk.rate_interval("recall", y, p), of_recall)  # fmt: skip
    yield Case("unpaired_test", "statsmodels proportions_ztest", n, None,
               lambda: mk.unpaired_test(30, 48, m_a=200, m_b=220),
               lambda: proportions_ztest([30, 48], [200, 220]), _pvalue)  # fmt: skip
    a, b = random.uniform(0.1, 0.3, (2, 10))
    yield Case("paired_t_test + equivalence_test", "statsmodels ttost_paired", 10, None,
               lambda: mk.equivalence_test(mk.paired_t_test(a, b), 0.05),
               lambda: ttost_paired(a, b, -0.05, 0.05)[0],
               lambda found: getattr(found, "pvalue", found), rtol=1e-6)  # fmt: skip
    yield Case("auc_confidence_interval", "scikit-learn roc_auc_score (no interval)", n, None,
               lambda: mk.auc_confidence_interval(y, score), lambda: roc_auc_score(y, score),
               lambda found: getattr(found, "estimate", found))  # fmt: skip

    def by_scipy() -> Any:
        parts = np.flatnonzero(y), np.flatnonzero(1 - y)
        return stats.bootstrap(
            parts, lambda *drawn: mk.roc_auc_score(*(c[np.concatenate(drawn)] for c in (y, score))),
            n_resamples=200, vectorized=False, random_state=0,
        )  # fmt: skip

    yield Case("bootstrap_interval, AUC", "SciPy bootstrap of the same function", n, None,
               lambda: mk.bootstrap_interval(mk.roc_auc_score, y, score, n_resamples=200,
                                             random_state=0),
               by_scipy, lambda _: 0)  # fmt: skip


def _many_learners(n: int, k: int) -> Iterator[Case]:
    from scikit_posthocs import posthoc_nemenyi_friedman
    from scipy import stats

    scores = np.random.RandomState(6).uniform(size=(n, k))

    def ours() -> list[float]:
        friedman, nemenyi = mk.friedman_test(scores), mk.nemenyi_test(scores)
        return [friedman.chi2, friedman.statistic, friedman.pvalue, *nemenyi.pvalue.ravel()]

    def theirs() -> list[float]:
        chi2 = stats.friedmanchisquare(*scores.T).statistic
        f = (n - 1) * chi2 / (n * (k - 1) - chi2)
        pvalue = stats.f.sf(f, k - 1, (k - 1) * (n - 1))
        return [chi2, f, pvalue, *posthoc_nemenyi_friedman(scores).to_numpy().ravel()]

    yield Case("friedman_test + nemenyi_test",
               "SciPy friedmanchisquare, f.sf, scikit-posthocs posthoc_nemenyi_friedman",
               n, 20, ours, theirs, rtol=1e-6)  # fmt: skip
    yield Case("friedman_test", "SciPy friedmanchisquare (no F)", n, None,
               lambda: mk.friedman_test(scores).chi2_pvalue,
               lambda: stats.friedmanchisquare(*scores.T).pvalue)  # fmt: skip
    # A new alpha each time: what is computed once is remembered.
    levels = np.linspace(0.01, 0.2, 20_001).tolist()
    mine, other = cycle(levels), cycle(levels)
    yield Case("nemenyi_critical_value, k = 5", "SciPy studentized_range.isf", None, 1,
               lambda: mk.nemenyi_critical_value(k, alpha=next(mine)),
               lambda: stats.studentized_range.isf(next(other), k, np.inf) / np.sqrt(2),
               rtol=1e-6)  # fmt: skip


# -- learners and splits ----------------------------------------------------------------------


def _five_by_two(n: int) -> Iterator[Case]:
    from mlxtend.evaluate import paired_ttest_5x2cv
    from sklearn.base import BaseEstimator, ClassifierMixin
    from sklearn.metrics import accuracy_score
    from sklearn.model_selection import train_test_split

    class Free(ClassifierMixin, BaseEstimator):
        """Learns nothing and reads its answers off: what is timed is the test around it."""

        def __init__(self, column: int = 0) -> None:
            self.column = column

        def fit(self, X: Any, y: Any) -> Free:
            self.classes_ = np.array([0, 1])
            return self

        def predict(self, X: Any) -> Any:
            return X[:, self.column]

    X = np.random.RandomState(7).randint(0, 2, (n, 2))
    y = np.random.RandomState(8).randint(0, 2, n)

    def ours() -> Any:
        differences = mk.five_by_two_cv_differences(Free(0), Free(1), X, y, random_state=0)
        return mk.five_by_two_cv_test(differences)

    def theirs() -> Any:
        return paired_ttest_5x2cv(Free(0), Free(1), X, y, scoring="accuracy", random_seed=0)

    def on_their_halves() -> float:
        """Return the p-value of our test in Dietterich's form, which mlxtend has."""
        random, differences = np.random.RandomState(0), []
        for _ in range(5):
            halves = train_test_split(X, y, test_size=0.5, random_state=random.randint(0, 32767))
            wrong = [[1 - accuracy_score(halves[i + 2], halves[i][:, j]) for j in (0, 1)]
                     for i in (1, 0)]  # fmt: skip
            differences.append([a - b for a, b in wrong])
        return mk.five_by_two_cv_test(differences, form="dietterich").pvalue

    np.testing.assert_allclose(on_their_halves(), theirs()[1])
    yield Case("five_by_two_cv_differences + test", "mlxtend paired_ttest_5x2cv", n, 10, ours,
               theirs, lambda _: 0)  # fmt: skip


def _splitters(n: int) -> Iterator[Case]:
    from sklearn import model_selection

    X = np.arange(n)
    y = np.random.RandomState(9).randint(0, 2, n)

    def run(cv: Any) -> None:
        for _ in cv.split(X, y):  # a fold is dropped when the next one comes
            pass

    every: list[tuple[str, dict[str, Any]]] = [
        ("KFold", {}),
        ("KFold", {"shuffle": True}),
        ("StratifiedKFold", {}),
        ("StratifiedKFold", {"shuffle": True}),
        ("ShuffleSplit", {}),
        ("StratifiedShuffleSplit", {}),
    ]
    for name, options in every:
        seed = {} if options == {} and name.endswith("Fold") else {"random_state": 0}
        mine, theirs = (getattr(m, name)(10, **options, **seed) for m in (mk, model_selection))
        for pair, other in zip(mine.split(X, y), theirs.split(X, y), strict=True):
            np.testing.assert_array_equal(np.concatenate(pair), np.concatenate(other))
        label = name + (", shuffled" if options else "")
        yield Case(label, f"scikit-learn {name}", n, 3, partial(run, mine), partial(run, theirs),
                   lambda _: 0)  # fmt: skip


def _out_of_bag(n: int) -> Case:
    from mlxtend.evaluate import BootstrapOutOfBag

    rows = np.arange(n)
    return Case("bootstrap_split", "mlxtend BootstrapOutOfBag", n, 50,
                lambda: mk.bootstrap_split(rows, random_state=0),
                lambda: next(BootstrapOutOfBag(1, random_seed=0).split(rows)),
                lambda pair: [*pair[0], *sorted(pair[1])])  # fmt: skip


# -- what is not asked for --------------------------------------------------------------------


def _display(n: int) -> Iterator[Case]:
    """Yield calls beside themselves without what shows their working."""

    def bare(function: Any, **stubs: Any) -> Any:
        """Return the function without its decorator, some of its globals replaced."""
        function = function.__wrapped__
        names = {**function.__globals__, **stubs}
        copy = FunctionType(function.__code__, names, None, function.__defaults__)
        copy.__kwdefaults__ = function.__kwdefaults__
        return copy

    y, p, q = np.random.RandomState(10).randint(0, 2, (3, n))
    alone = bare(mk.f1_score)
    yield Case("f1_score", "itself without .working", n, 1, lambda: mk.f1_score(y, p),
               lambda: alone(y, p), lambda f: getattr(f, "value", f))  # fmt: skip
    errors = np.random.RandomState(11).uniform(size=10)
    tests: list[tuple[Any, str, tuple[Any, ...]]] = [
        (mk.t_test, "TTestResult", (errors, 0.2)),
        (mk.mcnemar_test, "McNemarResult", (y, p, q)),
    ]
    for test, result, data in tests:
        no_object = bare(test, **{result: lambda *values, **named: None})
        yield Case(test.__name__, f"itself without its {result}", len(data[0]), 1,
                   partial(test, *data), partial(no_object, *data), lambda _: 0)  # fmt: skip
