"""What is compared: each case makes its data, our call and the peer's call."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any

import numpy as np

import mlevalkit as mk


@dataclass(frozen=True)
class Case:
    """Two calls with equal results: `pick` takes from each what is compared."""

    name: str
    n: int
    goal: float | None
    ours: Callable[[], Any]
    peer: Callable[[], Any]
    pick: Callable[[Any], Any] = np.asarray
    rtol: float = 1e-9


def _first(result: Any) -> Any:
    return np.asarray(result[0])


def cases(n: int) -> Iterator[Case]:
    """Yield the cases on n samples, with the goals of 100 and of 1,000,000."""
    column = {100: 0, 1_000_000: 1}.get(n)

    def goal(*goals: float | None) -> float | None:
        return None if column is None else goals[column]

    yield from _labels(n, goal)
    yield from _numbers(n, goal)
    yield from _scores(n, goal)
    if n <= 1000:
        yield from _tests(n)


def _labels(n: int, goal: Any) -> Iterator[Case]:
    from sklearn import metrics

    random = np.random.RandomState(0)
    y, p = random.randint(0, 3, (2, n))
    words = np.array(["ham", "spam", "other"])
    a, b = words[y], words[p]
    for name, goals in (("accuracy_score", (100, 60)), ("confusion_matrix", (40, 25))):
        ours, peer = getattr(mk, name), getattr(metrics, name)
        yield Case(name, n, goal(*goals), lambda f=ours: f(y, p), lambda f=peer: f(y, p))
    for name in ("precision_score", "recall_score", "f1_score"):
        ours, peer = getattr(mk, name), getattr(metrics, name)
        yield Case(f"{name}, macro", n, goal(50, 30), lambda f=ours: f(y, p, average="macro"),
                   lambda f=peer: f(y, p, average="macro"))  # fmt: skip
    yield Case("precision_score, macro, strings", n, goal(40, 20),
               lambda: mk.precision_score(a, b, average="macro"),
               lambda: metrics.precision_score(a, b, average="macro"))  # fmt: skip


def _numbers(n: int, goal: Any) -> Iterator[Case]:
    from sklearn import metrics

    y, f = np.random.RandomState(1).normal(size=(2, n))
    for name in ("mean_squared_error", "root_mean_squared_error", "mean_absolute_error"):
        ours, peer = getattr(mk, name), getattr(metrics, name)
        yield Case(name, n, goal(60, 3.5), lambda g=ours: g(y, f), lambda g=peer: g(y, f))


def _scores(n: int, goal: Any) -> Iterator[Case]:
    from sklearn import metrics

    random = np.random.RandomState(2)
    y = random.randint(0, 2, n)
    s = random.normal(size=n) + y
    goals = {"roc_curve": (12, 2.4), "precision_recall_curve": (12, 3)}
    for name, wanted in goals.items():
        ours, peer = getattr(mk, name), getattr(metrics, name)
        yield Case(name, n, goal(*wanted), lambda f=ours: f(y, s), lambda f=peer: f(y, s), _first)
    goals = {"roc_auc_score": (80, 9), "average_precision_score": (12, 3)}
    for name, wanted in goals.items():
        ours, peer = getattr(mk, name), getattr(metrics, name)
        yield Case(name, n, goal(*wanted), lambda f=ours: f(y, s), lambda f=peer: f(y, s))
    yield Case("roc_auc_score beside np.sort", n, goal(None, 1 / 4),
               lambda: mk.roc_auc_score(y, s), lambda: np.sort(s), lambda _: 0)  # fmt: skip
    if n == 1000:
        ours, peer = mk.metric_at_thresholds, metrics.metric_at_thresholds
        yield Case("metric_at_thresholds, F1", n, 10_000, lambda: ours(y, s, mk.f1_score),
                   lambda: peer(y, s, metrics.f1_score), _first)  # fmt: skip


def _tests(n: int) -> Iterator[Case]:
    from scipy import stats

    random = np.random.RandomState(3)
    errors, others = random.uniform(0.1, 0.3, (2, 10))
    yield Case("t_test, k = 10", n, 15, lambda: mk.t_test(errors, 0.2),
               lambda: stats.ttest_1samp(errors, 0.2), lambda r: r.pvalue)  # fmt: skip
    yield Case("paired_t_test, k = 10", n, 15, lambda: mk.paired_t_test(errors, others),
               lambda: stats.ttest_rel(errors, others), lambda r: r.pvalue)  # fmt: skip
    scores = random.uniform(size=(20, 5))
    yield Case("friedman_test (chi2), 20 x 5", n, 20, lambda: mk.friedman_test(scores).chi2_pvalue,
               lambda: stats.friedmanchisquare(*scores.T).pvalue)  # fmt: skip
    alphas = iter(np.linspace(0.01, 0.2, 10_000))  # a new one each time: nothing is remembered
    exact = stats.studentized_range.isf
    yield Case("critical_difference, k = 6", n, 20,
               lambda: mk.critical_difference(6, 1, alpha=next(alphas)),
               lambda: exact(next(alphas), 6, np.inf), lambda _: 0)  # fmt: skip
    yield from _splitters(n)


def _splitters(n: int) -> Iterator[Case]:
    from sklearn import model_selection

    X = np.arange(100_000)
    y = X % 2
    for name in ("KFold", "StratifiedKFold"):
        ours, peer = getattr(mk, name)(10), getattr(model_selection, name)(10)
        yield Case(f"{name}, 1e5 samples", n, 3, lambda f=ours: [t for _, t in f.split(X, y)],
                   lambda f=peer: [t for _, t in f.split(X, y)], np.concatenate)  # fmt: skip
