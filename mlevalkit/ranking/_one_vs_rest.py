"""Curves for more than two classes: one for each class against the rest."""

from typing import Any

from numpy.typing import ArrayLike

from .._validation import Floats, one_of
from .._workings import Table, Working, exact, shows
from ._areas import columns
from ._precision_recall import average_precision_score, precision_recall_curve
from ._roc import roc_auc_score, roc_curve

_CURVES: dict[str, Any] = {"roc": roc_curve, "precision_recall": precision_recall_curve}
_AREAS: dict[str, tuple[str, Any]] = {
    "roc": ("AUC", roc_auc_score),
    "precision_recall": ("AP", average_precision_score),
}


def _show(value: Any, curve: str, **options: Any) -> Working:
    c = columns(**options)
    symbol, area = _AREAS[curve]
    total = exact(sum(c.support()))
    rows = []
    for j, (k, n) in enumerate(zip(c.classes.tolist(), c.support(), strict=True)):
        measure = area(c.y == k, c.scores[:, j], sample_weight=c.weight)
        points = len(value[k][0])
        rows.append((str(k), exact(n), total - exact(n), points, measure))
    caption = (
        "each class in turn is the positive one, scored by its own column",
        "依次把每个类别作为正类，用其对应列的得分排序",
    )
    return Working(value, Table(["positive", "m_pos", "m_neg", "points", symbol], rows, caption))


@shows(_show)
def one_vs_rest_curves(
    y_true: ArrayLike,
    y_score: ArrayLike,
    *,
    curve: str = "roc",
    labels: ArrayLike | None = None,
    sample_weight: ArrayLike | None = None,
) -> dict[Any, tuple[Floats, Floats, Floats]]:
    """Return a ROC or P-R curve for each of several classes against all others.

    Parameters
    ----------
    y_true : array-like of shape (n_samples,)
        True labels: whole numbers, booleans or strings.
    y_score : array-like of shape (n_samples, n_classes)
        A column of scores for each class; the higher, the more likely that class.
    curve : {"roc", "precision_recall"}, default "roc"
        Which curve: what `roc_curve` or `precision_recall_curve` returns.
    labels : array-like of shape (n_classes,), optional
        The classes in the order of the columns; by default all that occur, sorted.
    sample_weight : array-like of shape (n_samples,), optional
        What each sample counts; 1 by default.

    Returns
    -------
    dict
        For each class ``(fpr, tpr, thresholds)`` or ``(precision, recall, thresholds)``.

    Raises
    ------
    ValueError, TypeError
        If a class has no column or no sample, or the scores are not finite.

    Examples
    --------
    >>> import mlevalkit as mk
    >>> scores = [[.7, .2, .1], [.3, .6, .1], [.2, .5, .3], [.1, .3, .6]]
    >>> curves = mk.one_vs_rest_curves(["a", "b", "c", "c"], scores)
    >>> fpr, tpr, thresholds = curves["c"]
    >>> tpr
    array([0. , 0.5, 1. , 1. ])

    Source
    ------
    Provost and Domingos, Well-trained PETs, 2000; the textbook has two classes only.
    """
    one_of(curve, "curve", tuple(_CURVES))
    c = columns(y_true, y_score, labels, sample_weight)
    draw, w = _CURVES[curve], c.weight
    return {
        k: draw(c.y == k, c.scores[:, j], sample_weight=w) for j, k in enumerate(c.classes.tolist())
    }
