"""Confidence intervals of the rates of a confusion matrix: inside [0, 1], never of width 0."""

from __future__ import annotations

from typing import Literal

import numpy as np

from .. import _validation as check
from .._validation import ArrayLike
from ..display.results import ConfidenceInterval, interval_of_growing, interval_of_lines
from ..display.workings import Line, Messages, Table, line, measure, word
from ..hypothesis_tests.one_learner.error_rates import Method, ends_of_share, interval_of_share
from ..measures.classification.counts import Counts, label_counts

_say = Messages(__package__)

Rate = Literal[
    "accuracy", "error_rate", "recall", "precision", "specificity", "negative_predictive_value",
    "fpr", "fnr", "prevalence", "f1", "balanced_accuracy",
]  # fmt: skip

# What is counted, and out of what: each is binomial if the samples are independent.
_SHARES = {
    "recall": ("R", "TP", "TP + FN"),
    "precision": ("P", "TP", "TP + FP"),
    "specificity": ("S", "TN", "TN + FP"),
    "negative_predictive_value": ("NPV", "TN", "TN + FN"),
    "fpr": ("FPR", "FP", "TN + FP"),
    "fnr": ("FNR", "FN", "TP + FN"),
    "prevalence": ("p", "TP + FN", "TP + FP + FN + TN"),
    "f1": ("J", "TP", "TP + FP + FN"),
}
_OVERALL = ("accuracy", "error_rate", "balanced_accuracy")


@measure
def rate_interval(
    rate: Rate,
    y_true: ArrayLike,
    y_pred: ArrayLike,
    *,
    pos_label: object = 1,
    sample_weight: ArrayLike | None = None,
    confidence_level: float = 0.95,
    method: Method = "exact",
) -> ConfidenceInterval:
    """Return a confidence interval of a rate of the confusion matrix.

    It lies inside [0, 1] and is never of width 0: where all predictions that the rate counts are
    right, the other end is an exact bound. Accuracy, recall, precision and the like are shares of
    a number of samples and have an interval of a binomial proportion.

    Parameters
    ----------
    rate : {"accuracy", "error_rate", "recall", "precision", "specificity", \
"negative_predictive_value", "fpr", "fnr", "prevalence", "f1", "balanced_accuracy"}
        The rate. All but "accuracy", "error_rate" and "balanced_accuracy" are of one class
        against the rest.
    y_true, y_pred : array-like of shape (n_samples,)
        True and predicted labels: whole numbers, booleans or strings.
    pos_label : label, default 1
        The positive class; it must occur.
    sample_weight : array-like of int of shape (n_samples,), optional
        How many samples each row stands for, in a table of counts. Other weights:
        `bootstrap_interval`.
    confidence_level : float, default 0.95
        How often such an interval covers the true rate.
    method : {"exact", "wilson"}, default "exact"
        "exact" (Clopper and Pearson) covers at least that often; "wilson" is mostly shorter
        and covers about that often.

    Returns
    -------
    ConfidenceInterval
        With `estimate`, `low`, `high`, `working()`; unpacks as both ends.

    Raises
    ------
    ValueError, TypeError
        If the input is no pair of label columns, `pos_label` does not occur, or the rate is 0/0.

    Notes
    -----
    The samples are independent; where several come from one person or machine, use
    `bootstrap_interval` with its `groups`. F1 = 2J / (1 + J) with J = TP / (TP + FP + FN), which is
    a binomial share of the samples that are not true negatives, so that the ends of J's interval
    become those of F1's. Balanced accuracy is a mean of independent recalls, whose Wilson
    intervals are combined as by Zou and Donner; `method` is ignored. The F1 of weighted or
    macro-averaged classes: `bootstrap_interval`.

    Examples
    --------
    >>> import mlevalkit as mk
    >>> y_true, y_pred = [1] * 20 + [0] * 80, [1] * 18 + [0] * 82
    >>> mk.rate_interval("recall", y_true, y_pred)
    ConfidenceInterval(estimate=0.9, low=0.6830, high=0.9877, confidence_level=0.95)
    >>> mk.rate_interval("precision", y_true, y_pred)
    ConfidenceInterval(estimate=1, low=0.8147, high=1, confidence_level=0.95)
    >>> mk.rate_interval("f1", y_true, y_pred)
    ConfidenceInterval(estimate=0.9474, low=0.8117, high=0.9938, confidence_level=0.95)

    Source
    ------
    Clopper and Pearson, 1934; Wilson, 1927; Zou and Donner, Construction of confidence limits
    about effect measures, Statistics in Medicine 27, 2008. SciPy:
    ``binomtest(TP, TP + FN).proportion_ci(...)``.
    """
    check.one_of(rate, "rate", (*_OVERALL, *_SHARES))
    if sample_weight is not None:
        sample_weight = check.as_counts(sample_weight, "sample_weight")
    counts = label_counts(y_true, y_pred, sample_weight)
    if rate == "balanced_accuracy":
        return _balanced(counts, confidence_level)
    if rate in _OVERALL:
        right = int(counts.right.sum())
        total = int(counts.total)
        part = right if rate == "accuracy" else total - right
        share = line("r", "k / m", k=part, m=total)
        return _interval(share, part, total, confidence_level, method)
    tp, fp, fn, tn = _one_vs_rest(counts, pos_label)
    symbol, top, bottom = _SHARES[rate]
    values = {"TP": tp, "FP": fp, "FN": fn, "TN": tn}
    n = sum(values[name] for name in bottom.split(" + "))
    part = sum(values[name] for name in top.split(" + "))
    if n == 0:
        check.fail("rate", "a rate that is defined", f"{rate} = 0/0 of class {pos_label!r}")
    share = line(symbol, f"({top}) / ({bottom})", values)
    found = _interval(share, part, n, confidence_level, method)
    if rate != "f1":
        return found
    return interval_of_growing(found, ("J", "J_L", "J_U"), "F1", "2*{0} / (1 + {0})")


def _one_vs_rest(counts: Counts, pos_label: object) -> tuple[int, int, int, int]:
    """Return TP, FP, FN and TN of a class."""
    classes = counts.classes.tolist()
    if not check.among(pos_label, classes):
        check.fail("pos_label", f"one of the labels {check.shown(classes)}", repr(pos_label))
    c = counts.take(np.array([pos_label]))
    tp, predicted, true = (int(x[0]) for x in (c.right, c.predicted, c.true))
    return tp, predicted - tp, true - tp, int(c.total) - predicted - true + tp


def _interval(share: Line, k: int, n: int, level: float, method: Method) -> ConfidenceInterval:
    closing = [_say(f"rate_interval.{method}")]
    if k in (0, n):
        closing.append(_say("rate_interval.bound"))
    return interval_of_share(share, k, n, level, method, closing, _say("rate_interval.rate"))


def _balanced(counts: Counts, level: float) -> ConfidenceInterval:
    """Return the interval of the mean recall, from the Wilson intervals of the recalls."""
    true = counts.true > 0
    sizes = counts.true[true].tolist()
    right = counts.right[true].tolist()
    recalls = [k / n for k, n in zip(right, sizes, strict=True)]
    ends = [ends_of_share(k, n, level, "wilson") for k, n in zip(right, sizes, strict=True)]
    names = counts.classes[true].tolist()
    rows = [[str(c), n, r, *e] for c, n, r, e in zip(names, sizes, recalls, ends, strict=True)]
    table = Table([word("class_"), "n", "R", "l", "u"], rows, _say("rate_interval.recalls"))
    mean = line("BA", "sum(R) / c", R=recalls, c=len(recalls))
    lower, upper = zip(*ends, strict=True)
    # Zou and Donner's, of a mean of independent rates
    return interval_of_lines(
        float(mean.value),
        level,
        ("max(0, BA - sqrt(sum((R - l)**2)) / c)", "min(1, BA + sqrt(sum((R - u)**2)) / c)"),
        {"BA": mean.value, "R": recalls, "l": lower, "u": upper, "c": len(recalls)},
        before=[table, mean],
        after=[_say("rate_interval.combined")],
        of=_say("rate_interval.rate"),
    )
