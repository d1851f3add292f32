"""The same data in every container and type people have: the same number as scikit-learn's.

`pytest tests/trust/test_containers.py` tries some hundred calls, `-m slow` as many as fit into two
minutes. The calls are the same in every run.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import Any

import numpy as np
import pandas as pd
import pytest
from sklearn import metrics

import mlevalkit as mk

SLOW_SECONDS = 120
Container = Callable[[np.ndarray], Any]

LABELS: dict[str, Container] = {
    "array": np.asarray,
    "list": list,
    "tuple": tuple,
    "Series": pd.Series,
    "Series with an odd index": lambda y: pd.Series(y, index=np.arange(len(y))[::-1] * 7),
    "Categorical": lambda y: pd.Series(pd.Categorical(y)),
    "object array": lambda y: np.array(list(y), dtype=object),
    "read-only": lambda y: _read_only(np.asarray(y)),
    "strided": lambda y: np.repeat(y, 2)[::2],
    "reversed view": lambda y: np.asarray(y)[::-1].copy()[::-1],
}
TEXTS: dict[str, Container] = {
    "StringDtype": lambda y: pd.Series(y, dtype="string"),
    "numpy's strings": lambda y: np.array(list(y), dtype=np.dtypes.StringDType()),
}
NUMBERS: dict[str, Container] = {
    "Int64": lambda y: pd.Series(y).astype("Int64"),
    "big-endian": lambda y: np.asarray(y).astype(np.asarray(y).dtype.newbyteorder(">")),
    "masked, with nothing masked": np.ma.asarray,
}
SCORES: dict[str, Container] = {
    "array": np.asarray,
    "list": list,
    "Series": pd.Series,
    "Float64": lambda s: pd.Series(s, dtype="Float64"),
    "longdouble": lambda s: np.asarray(s, dtype=np.longdouble),
    "big-endian": lambda s: np.asarray(s).astype(">f8"),
    "read-only": lambda s: _read_only(np.asarray(s)),
}
OF_LABELS: dict[str, Callable[..., Any]] = {
    "accuracy_score": metrics.accuracy_score,
    "balanced_accuracy_score": metrics.balanced_accuracy_score,
    "confusion_matrix": metrics.confusion_matrix,
}
OF_SCORES: dict[str, Callable[..., Any]] = {
    "roc_auc_score": metrics.roc_auc_score,
    "average_precision_score": metrics.average_precision_score,
    "brier_score_loss": metrics.brier_score_loss,
    "log_loss": metrics.log_loss,
}
OF_NUMBERS: dict[str, Callable[..., Any]] = {
    "mean_absolute_error": metrics.mean_absolute_error,
    "mean_squared_error": metrics.mean_squared_error,
    "root_mean_squared_error": metrics.root_mean_squared_error,
}


def _read_only(array: np.ndarray) -> np.ndarray:
    array = array.copy()
    array.flags.writeable = False
    return array


def _pick(random: np.random.RandomState, options: dict[str, Any]) -> tuple[str, Any]:
    name = list(options)[random.randint(len(options))]
    return name, options[name]


def _weights(random: np.random.RandomState, m: int) -> dict[str, Any]:
    if random.rand() < 0.6:
        return {}
    return {"sample_weight": random.rand(m) * 10.0 ** random.randint(-300, 300)}


def _labels(random: np.random.RandomState, m: int) -> tuple[np.ndarray, dict[str, Container]]:
    kinds = [np.array(["cat", "dog", "狗"]), np.array([0, 1, 7]), np.array([False, True])]
    names = kinds[random.randint(3)]
    y = names[random.randint(len(names), size=m)]
    y[:2] = names[:2]
    return y, LABELS | (TEXTS if y.dtype.kind == "U" else NUMBERS)


def _trial(random: np.random.RandomState) -> tuple[str, Any, Any]:
    """Return what was called, our number and scikit-learn's."""
    m = random.randint(2, 40)
    weights = _weights(random, m)
    part = random.randint(3)
    if part == 0:
        truth, containers = _labels(random, m)
        found = random.permutation(truth)
        name, theirs = _pick(random, OF_LABELS)
    elif part == 1:
        truth = random.randint(2, size=m)
        truth[:2] = [0, 1]
        found = random.rand(m).round(random.randint(1, 4)) * 0.98 + 0.01
        containers = LABELS | NUMBERS
        name, theirs = _pick(random, OF_SCORES)
    else:
        truth = random.normal(size=m)
        found = truth + random.normal(size=m)
        containers = SCORES
        name, theirs = _pick(random, OF_NUMBERS)
    first, of_truth = _pick(random, containers)
    second, of_found = _pick(random, containers if part != 1 else SCORES)
    given = of_truth(truth), of_found(found)
    ours = getattr(mk, name)(*given, **weights)
    return f"{name}({first}, {second}, {list(weights)})", ours, theirs(truth, found, **weights)


def _tried(seed: int) -> None:
    what, ours, theirs = _trial(np.random.RandomState(seed))
    np.testing.assert_allclose(np.asarray(ours), theirs, rtol=1e-9, atol=1e-12, err_msg=what)


def test_a_container_changes_no_number() -> None:
    for seed in range(400):
        _tried(seed)


@pytest.mark.slow
def test_no_container_changes_a_number_in_two_minutes() -> None:
    end = time.monotonic() + SLOW_SECONDS
    seed = 400
    while time.monotonic() < end:
        _tried(seed)
        seed += 1
    print(f"{seed} calls")
    assert seed > 1000
