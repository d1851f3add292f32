"""What costs and prior make of a learner: the cost plane, the ROC plane, the best threshold."""

from __future__ import annotations

import math

import mlevalkit as mk

from .._validation import Array, ArrayLike
from ..plots.style import GREEN
from ._base import Explorer, View, Words
from ._picture import Handle, panels, text
from ._views import RATIO, cost_plane, mark, on_samples, own_samples, roc, samples

_words = Words("cost")


def cost(
    y_true: ArrayLike | None = None,
    y_score: ArrayLike | None = None,
    *,
    case: str = "2.13",
    pos_label: object = None,
) -> Explorer:
    """Explore which threshold is the cheapest, and what it costs, as costs and prior change.

    Shows (2.23)-(2.25) and the line of equal cost at the best threshold.

    Parameters
    ----------
    y_true : array-like of shape (n_samples,), optional
        True labels, two classes; the prepared examples if left out.
    y_score : array-like of shape (n_samples,), optional
        Scores; the higher, the more likely positive.
    case : {"2.13", "2.11"}, default "2.13"
        The example to start with if no data are given.
    pos_label : label, optional
        The positive class; by default 1 of labels in {0, 1} or {-1, 1}, of any other two the one
        that sorts last.

    Returns
    -------
    Explorer

    Raises
    ------
    ValueError, TypeError
        If only one of `y_true` and `y_score` is given, or they do not fit together.
    ImportError
        When it is shown, if matplotlib is not installed.

    Examples
    --------
    Figure 2.5, and the point that equal costs pick out:

    >>> import mlevalkit as mk
    >>> mk.explorers.cost()
    cost: data Example 2.13, miss : false alarm 1 : 1, share of positives p 0.50
    P(+)cost   0.5
    threshold  0.54
    FPR        0.1
    FNR        0.5
    cost_norm  0.3
    E          0.3
    slope      1

    Source
    ------
    Zhou, Machine Learning, section 2.3.4 and Figure 2.5; Examples 2.13 and 2.11.
    """
    ratios = [*((1, c) for c in (20, 10, 5, 2, 1)), *((c, 1) for c in (2, 5, 10, 20))]
    sliders = (
        _words.slider("ratio", ratios, (1, 1), RATIO),
        _words.slider("prior", (0.01, 0.05, 0.1, 0.25, 0.5, 0.75, 0.9, 0.95), 0.5, "{:.2f}"),
    )
    own = own_samples(y_true, y_score, pos_label)
    return on_samples(_words, cost, _draw, own, ("2.13", "2.11"), case, *sliders)


def _draw(y_true: Array, y_score: Array, ratio: tuple[int, int], prior: float) -> View:
    best = mk.best_threshold(y_true, y_score, cost_fn=ratio[0], cost_fp=ratio[1], prior=prior)
    at, price = (best.fpr, best.tpr), (best.positive_cost, best.normalized_cost)
    margins = (0.14, 0.11, 0.975, 0.925, 0.5, 0.36)
    with panels("ss;rc", 4.1, margins, rows=(1, 2)) as (picture, strip, left, right):
        samples(strip, y_true, y_score, best.threshold)
        roc(left, y_true, y_score, at)
        across = (best.fpr + 1, best.tpr + best.slope) if best.slope < 1e3 else (best.fpr, 2)
        left.axline(at, across, color=GREEN, linestyle="--")
        left.set_title(text("line_of_equal_cost"), color=GREEN, loc="left")
        cost_plane(right, y_true, y_score, at)
        mark(right, price)
        right.set_title(text("cost_curve"), loc="left")
    x, y = (round(value, 4) for value in price)  # for a narrow column
    numbers = {"P(+)cost": x, "at": best.threshold, "FPR": best.fpr, "FNR": 1 - best.tpr,
               "cost_norm": y, "E": best.cost, "slope": best.slope}  # fmt: skip
    kind = "nothing" if math.isinf(best.threshold) else "something"
    choice = _words(kind, at=f"{best.threshold:g}")

    def cost_at(prior: float) -> float:
        return float(mk.positive_cost(prior, cost_fn=ratio[0], cost_fp=ratio[1]))

    handle = Handle("prior", "x", right, cost_at)
    return _words.view(picture, numbers, handle, ratio=RATIO.format(ratio), prior=f"{prior:g}",
                       choice=choice, tpr=f"{best.tpr:.4g}")  # fmt: skip
