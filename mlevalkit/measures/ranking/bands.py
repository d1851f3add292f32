"""Confidence bands of the ROC curve and of the P-R curve."""

from __future__ import annotations

import math
from typing import Any, Literal

import numpy as np

from ..._distributions import binom_rate
from ..._validation import Array, ArrayLike, Floats
from ...display.results import Explained
from ...display.workings import Messages, Table, Working, measure, word
from .sweep import Sweep, ranked, sweep

_say = Messages(__package__)

_ROWS = 24
Kind = Literal["pointwise", "simultaneous"]


class CurveBand(Explained):
    """A curve with its confidence band: at each threshold a rectangle around the point.

    Attributes
    ----------
    thresholds : ndarray of shape (n_thresholds,)
        Falling: every distinct score, predicted positive from it on.
    x, y : ndarray of shape (n_thresholds,)
        The curve: FPR and TPR, or recall and precision.
    x_low, x_high, y_low, y_high : ndarray of shape (n_thresholds,)
        The rectangle at each threshold.
    confidence_level : float
        How often the rectangle of one threshold, or all of them at once, cover the true point.
    curve, kind : str
        "roc" or "precision_recall"; "pointwise" or "simultaneous".
    """

    thresholds: Floats
    x: Floats
    y: Floats
    x_low: Floats
    x_high: Floats
    y_low: Floats
    y_high: Floats
    confidence_level: float
    curve: str
    kind: str

    _per_row = ("thresholds", "x", "y", "x_low", "x_high", "y_low", "y_high")

    def __repr__(self) -> str:
        level = f"confidence_level={self.confidence_level:g}"
        return f"CurveBand({self.curve}, {self.kind}, {len(self.x)} thresholds, {level})"

    def working(self) -> Working:
        """Show the rectangles around the curve's points."""
        names = ("FPR", "TPR") if self.curve == "roc" else ("R", "P")
        header: list[Any] = [word("threshold")]
        for name in names:
            header += [name, f"{name}_L", f"{name}_U"]
        x = self.x, self.x_low, self.x_high
        y = self.y, self.y_low, self.y_high
        rows = [list(row) for row in zip(self.thresholds, *x, *y, strict=True)]
        level = f"{100 * self.confidence_level:g}"
        said = _say(f"band.{self.kind}", percent=level)
        return Working(self, (Table(header, rows, _say("band.table"), _ROWS), said))


@measure
def roc_band(
    y_true: ArrayLike,
    y_score: ArrayLike,
    *,
    confidence_level: float = 0.95,
    kind: Kind = "pointwise",
    pos_label: object = None,
) -> CurveBand:
    """Return a confidence band of the ROC curve.

    At each threshold TPR and FPR are shares of two separate samples, the positives and the
    negatives. "pointwise" gives each an exact binomial interval; together, as a rectangle, they
    cover the true point of a threshold fixed beforehand. "simultaneous" covers the whole curve.

    Parameters
    ----------
    y_true : array-like of shape (n_samples,)
        True labels, two classes (or more, with `pos_label`).
    y_score : array-like of shape (n_samples,)
        Scores; the higher, the more likely positive.
    confidence_level : float, default 0.95
        How often the rectangle of one threshold, or the whole band, covers the truth at least.
    kind : {"pointwise", "simultaneous"}, default "pointwise"
        For one threshold, or for all at once (wider).
    pos_label : label, optional
        The positive class; by default 1 of labels in {0, 1} or {-1, 1}, of any other two the one
        that sorts last.

    Returns
    -------
    CurveBand
        With `thresholds`, `x` (FPR), `y` (TPR), `x_low`, `x_high`, `y_low`, `y_high`, `working()`.

    Raises
    ------
    ValueError, TypeError
        As `roc_curve`.

    Examples
    --------
    >>> import mlevalkit as mk
    >>> band = mk.roc_band(*mk.datasets.example("2.13"))
    >>> band
    CurveBand(roc, pointwise, 20 thresholds, confidence_level=0.95)
    >>> float(band.y_low[9].round(3)), float(band.y[9]), float(band.y_high[9].round(3))
    (0.229, 0.6, 0.9)

    Source
    ------
    Hilgers, Distribution-free confidence bounds for ROC curves, 1991 (pointwise); Campbell,
    Advances in statistical methodology for the evaluation of diagnostic and laboratory tests,
    1994, with Massart's constant (simultaneous). Not in the textbook.
    """
    s = sweep(*ranked(y_true, y_score, pos_label))
    each = math.sqrt(confidence_level)  # positives and negatives are independent
    if kind == "pointwise":
        x_ends = _exact(s.fps, s.m_neg, each)
        y_ends = _exact(s.tps, s.m_pos, each)
    else:
        x_ends = _uniform(s.fpr, s.m_neg, each)
        y_ends = _uniform(s.tpr, s.m_pos, each)
    return _band(s, (s.fpr, *x_ends), (s.tpr, *y_ends), confidence_level, "roc", kind)


@measure
def precision_recall_band(
    y_true: ArrayLike,
    y_score: ArrayLike,
    *,
    confidence_level: float = 0.95,
    pos_label: object = None,
) -> CurveBand:
    """Return a pointwise confidence band of the P-R curve.

    At each threshold recall and precision get an exact binomial interval, each at half of the
    error probability (Bonferroni), because they share the true positives.

    Parameters
    ----------
    y_true, y_score, pos_label
        As in `roc_band`.
    confidence_level : float, default 0.95
        How often the rectangle of a threshold fixed beforehand covers the true point at least.

    Returns
    -------
    CurveBand
        With `thresholds`, `x` (recall), `y` (precision), `x_low`, `x_high`, `y_low`, `y_high`.

    Raises
    ------
    ValueError, TypeError
        As `precision_recall_curve`.

    Examples
    --------
    >>> import mlevalkit as mk
    >>> band = mk.precision_recall_band(*mk.datasets.example("2.13"))
    >>> float(band.y_low[9].round(3)), float(band.y[9]), float(band.y_high[9].round(3))
    (0.228, 0.6, 0.901)

    Source
    ------
    Clopper and Pearson, 1934. Not in the textbook.
    """
    s = sweep(*ranked(y_true, y_score, pos_label))
    each = 1 - (1 - confidence_level) / 2
    x_ends = _exact(s.tps, s.m_pos, each)
    y_ends = _exact(s.tps, s.tps + s.fps, each)
    points = (s.tpr, *x_ends), (s.precision, *y_ends)
    return _band(s, *points, confidence_level, "precision_recall", "pointwise")


def _band(s: Sweep, x: Any, y: Any, level: float, curve: str, kind: str) -> CurveBand:
    return CurveBand(s.thresholds, x[0], y[0], x[1], x[2], y[1], y[2], level, curve, kind)


def _exact(k: Array, n: Any, level: float) -> tuple[Floats, Floats]:
    """Return both ends of Clopper and Pearson's interval for each k of n."""
    tail = (1 - level) / 2
    return binom_rate(k, n, tail), 1 - binom_rate(n - k, n, tail)


def _uniform(rates: Floats, n: Any, level: float) -> tuple[Floats, Floats]:
    """Return the band of Dvoretzky, Kiefer and Wolfowitz around a distribution function."""
    half = math.sqrt(math.log(2 / (1 - level)) / (2 * n))
    return np.maximum(rates - half, 0), np.minimum(rates + half, 1)
