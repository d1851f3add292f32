"""ROC curves of several classes, each against the rest."""

from typing import TYPE_CHECKING

from numpy.typing import ArrayLike

from ..ranking import auc, one_vs_rest_curves
from ._style import GREY, axes, line_style, unit_square

if TYPE_CHECKING:
    from matplotlib.axes import Axes


def one_vs_rest_roc(
    y_true: ArrayLike,
    y_score: ArrayLike,
    *,
    labels: ArrayLike | None = None,
    ax: Axes | None = None,
) -> Axes:
    """Draw a ROC curve for each class against all others, with its AUC.

    Parameters
    ----------
    y_true : array-like of shape (n_samples,)
        True labels: whole numbers, booleans or strings.
    y_score : array-like of shape (n_samples, n_classes)
        A column of scores for each class; the higher, the more likely that class.
    labels : array-like of shape (n_classes,), optional
        The classes in the order of the columns; by default all that occur, sorted.
    ax : matplotlib Axes, optional
        Where to draw; a new one by default.

    Returns
    -------
    matplotlib Axes

    Raises
    ------
    ValueError, TypeError
        As `one_vs_rest_curves`.

    Examples
    --------
    >>> import mlevalkit as mk
    >>> scores = [[.7, .2, .1], [.3, .6, .1], [.2, .5, .3], [.1, .3, .6]]
    >>> ax = mk.plots.one_vs_rest_roc(["a", "b", "c", "c"], scores)
    >>> [text.get_text() for text in ax.get_legend().get_texts()]
    ['a AUC 1.000', 'b AUC 1.000', 'c AUC 1.000']

    Source
    ------
    Not in the textbook, which has two classes.
    """
    curves = one_vs_rest_curves(y_true, y_score, labels=labels)
    ax = unit_square(axes(ax), "false positive rate FPR", "true positive rate TPR")
    ax.plot([0, 1], [0, 1], color=GREY, linestyle=":", linewidth=1)
    for i, (name, (fpr, tpr, _)) in enumerate(curves.items()):
        ax.plot(fpr, tpr, **line_style(i), label=f"{name} AUC {auc(fpr, tpr):.3f}")
    ax.legend(loc="lower right", frameon=False, fontsize=9)
    return ax
