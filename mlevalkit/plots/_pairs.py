"""The pairs that the AUC counts, as cells under the ROC curve."""

from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import ArrayLike

from .._validation import fail, ranked
from ..ranking import roc_curve
from ._style import BLUE, GREY, SHADE, axes

if TYPE_CHECKING:
    from matplotlib.axes import Axes

_MOST = 60  # positives or negatives: beyond that the cells are too small to see


def ranking_pairs(
    y_true: ArrayLike, y_score: ArrayLike, *, pos_label: object = None, ax: Axes | None = None
) -> Axes:
    """Draw the ROC curve over one cell for each pair of a positive and a negative.

    A column is a negative, a row a positive, both by falling score. A cell is shaded if the
    positive scores higher, and half shaded, below the diagonal, if the two tie: what is shaded
    is the AUC (2.20), the rest the ranking loss (2.21).

    Parameters
    ----------
    y_true : array-like of shape (n_samples,)
        True labels, two classes (or more, with `pos_label`); at most 60 of either kind.
    y_score : array-like of shape (n_samples,)
        Scores; the higher, the more likely positive.
    pos_label : label, optional
        The positive class; may be left out if the labels are in {0, 1} or {-1, 1}.
    ax : matplotlib Axes, optional
        Where to draw; a new one by default.

    Returns
    -------
    matplotlib Axes

    Raises
    ------
    ValueError, TypeError
        As `roc_curve`, or if there are too many samples to see.

    Examples
    --------
    >>> import mlevalkit as mk
    >>> ax = mk.plots.ranking_pairs([1, 0, 1, 0, 0], [0.9, 0.6, 0.6, 0.6, 0.2])
    >>> ax.get_ylabel()
    'positives, by falling score'

    Source
    ------
    Zhou, Machine Learning, (2.20)-(2.22).
    """
    positive, score, _ = ranked(y_true, y_score, pos_label)
    s_pos, s_neg = np.sort(score[positive])[::-1], np.sort(score[~positive])[::-1]
    if max(len(s_pos), len(s_neg)) > _MOST:
        expected = f"at most {_MOST} positives and {_MOST} negatives"
        fail("y_true", expected, f"{len(s_pos)} and {len(s_neg)}")
    ax = axes(ax)
    fpr, tpr, _ = roc_curve(positive, score)
    across, up = fpr * len(s_neg), tpr * len(s_pos)
    ax.fill_between(across, up, color=BLUE, alpha=2 * SHADE, linewidth=0)
    ax.hlines(range(len(s_pos) + 1), 0, len(s_neg), color=GREY, linewidth=0.4, zorder=1)
    ax.vlines(range(len(s_neg) + 1), 0, len(s_pos), color=GREY, linewidth=0.4, zorder=1)
    ax.plot(across, up, color=BLUE, linewidth=2)
    ax.set(xlabel="negatives, by falling score", ylabel="positives, by falling score")
    names = [f"{s:g}" for s in s_neg]
    turn = 90 if sum(map(len, names)) > 24 else 0
    ax.set_xticks(np.arange(len(s_neg)) + 0.5, names, rotation=turn)
    ax.set_yticks(np.arange(len(s_pos)) + 0.5, [f"{s:g}" for s in s_pos])
    ax.tick_params(length=0)
    return ax
