"""Confusion matrix, P-R curves (Figure 2.3) and ROC curves (Figure 2.4)."""

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import ArrayLike

from .._validation import as_array, fail, flag, as_floats, as_labels as class_labels
from ..ranking import break_even_point, precision_recall_curve, roc_auc_score, roc_curve
from ._style import BLUE, GREY, INK, SHADE, axes, line_style, named, unit_square

if TYPE_CHECKING:
    from matplotlib.axes import Axes


def confusion_matrix(
    matrix: ArrayLike, *, labels: ArrayLike | None = None, ax: Axes | None = None
) -> Axes:
    """Draw a confusion matrix, rows true and columns predicted, darker where there are more.

    Parameters
    ----------
    matrix : array-like of shape (n_classes, n_classes)
        What `confusion_matrix` returns.
    labels : array-like of shape (n_classes,), optional
        The names of the classes; 0, 1, ... by default.
    ax : matplotlib Axes, optional
        Where to draw; a new one by default.

    Returns
    -------
    matplotlib Axes

    Raises
    ------
    ValueError, TypeError
        If the matrix is not square or `labels` has another length.

    Examples
    --------
    >>> import mlevalkit as mk
    >>> ax = mk.plots.confusion_matrix([[4, 0, 1], [1, 1, 0], [0, 2, 1]])
    >>> ax.get_ylabel()
    'true class'

    Source
    ------
    Zhou, Machine Learning, Table 2.1.
    """
    table = as_array(matrix, "matrix", 2)
    if (as_floats(table, "matrix", 2) < 0).any():
        fail("matrix", "no negative number", f"{table.min()}")
    n = len(table)
    if table.shape != (n, n):
        fail("matrix", "as many columns as rows", f"shape {table.shape}")
    names = [str(v) for v in (range(n) if labels is None else class_labels(labels, "labels"))]
    if len(names) != n:
        fail("labels", f"{n} names, one a class", f"{len(names)}")
    texts = [f"{v:.2f}" if table.dtype.kind == "f" else f"{v}" for v in table.flat]
    # many cells are drawn close, so that their numbers can be read on a narrow screen
    cell = 0.6 if n < 6 else min(0.6, 0.15 + 0.09 * max(map(len, texts)))
    ax = axes(ax, size=(2.2 + cell * n, 1.8 + 0.9 * cell * n))
    _cells(ax, table, texts)
    ax.set(xlabel="predicted class", ylabel="true class")
    ax.set_xticks(range(n), names)
    ax.set_yticks(range(n), names)
    return ax


def _cells(ax: Axes, table: Any, texts: list[str]) -> None:
    shade = table / max(float(table.max()), 1e-300)
    ax.imshow(shade, cmap="Blues", vmin=0, vmax=1.25)
    for (i, j), text in zip(np.ndindex(table.shape), texts, strict=True):
        colour = "white" if shade[i, j] > 0.6 else INK
        ax.text(j, i, text, ha="center", va="center", color=colour, fontsize=11)
    ax.spines[:].set_visible(False)
    ax.tick_params(length=0)


def roc(
    y_true: ArrayLike,
    y_score: ArrayLike | Mapping[str, ArrayLike],
    *,
    pos_label: object = None,
    shade: bool = False,
    ax: Axes | None = None,
) -> Axes:
    """Draw the ROC curve of one learner or several, with their AUC (Figure 2.4).

    Parameters
    ----------
    y_true : array-like of shape (n_samples,)
        True labels, two classes (or more, with `pos_label`).
    y_score : array-like of shape (n_samples,), or mapping of names to such
        Scores; the higher, the more likely positive.
    pos_label : label, optional
        The positive class; may be left out if the labels are in {0, 1} or {-1, 1}.
    shade : bool, default False
        Shade the area under the (first) curve.
    ax : matplotlib Axes, optional
        Where to draw; a new one by default.

    Returns
    -------
    matplotlib Axes

    Raises
    ------
    ValueError, TypeError
        As `roc_curve`.

    Examples
    --------
    >>> import mlevalkit as mk
    >>> ax = mk.plots.roc(*mk.datasets.example("2.13"))
    >>> ax.get_xlabel()
    'false positive rate FPR'

    Source
    ------
    Zhou, Machine Learning, Figure 2.4.
    """
    first = flag(shade, "shade")
    ax = unit_square(axes(ax), "false positive rate FPR", "true positive rate TPR")
    ax.plot([0, 1], [0, 1], color=GREY, linestyle=":", linewidth=1)
    for i, (name, score) in enumerate(named(y_score).items()):
        fpr, tpr, _ = roc_curve(y_true, score, pos_label=pos_label)
        area = roc_auc_score(_as_binary(y_true, pos_label), score)
        ax.plot(fpr, tpr, **line_style(i), label=f"{name} AUC {area:.3f}".strip())
        if first and i == 0:
            ax.fill_between(fpr, tpr, color=BLUE, alpha=SHADE, linewidth=0)
    ax.legend(loc="lower right", frameon=False, fontsize=9)
    return ax


def _as_binary(y_true: ArrayLike, pos_label: object) -> Any:
    return y_true if pos_label is None else np.asarray(y_true) == pos_label


def precision_recall(
    y_true: ArrayLike,
    y_score: ArrayLike | Mapping[str, ArrayLike],
    *,
    pos_label: object = None,
    break_even: bool = True,
    ax: Axes | None = None,
) -> Axes:
    """Draw the P-R curve of one learner or several, with their break-even points (Figure 2.3).

    Only points that belong to a threshold are drawn: no line runs to the invented point (0, 1).

    Parameters
    ----------
    y_true : array-like of shape (n_samples,)
        True labels, two classes (or more, with `pos_label`).
    y_score : array-like of shape (n_samples,), or mapping of names to such
        Scores; the higher, the more likely positive.
    pos_label : label, optional
        The positive class; may be left out if the labels are in {0, 1} or {-1, 1}.
    break_even : bool, default True
        Draw the line P = R and mark each curve's break-even point.
    ax : matplotlib Axes, optional
        Where to draw; a new one by default.

    Returns
    -------
    matplotlib Axes

    Raises
    ------
    ValueError, TypeError
        As `precision_recall_curve`.

    Examples
    --------
    >>> import mlevalkit as mk
    >>> ax = mk.plots.precision_recall(*mk.datasets.example("2.11"))
    >>> ax.get_ylabel()
    'precision P'

    Source
    ------
    Zhou, Machine Learning, Figure 2.3.
    """
    marked = flag(break_even, "break_even")
    ax = unit_square(axes(ax), "recall R", "precision P")
    if marked:
        ax.plot([0, 1], [0, 1], color=GREY, linestyle=":", linewidth=1)
    for i, (name, score) in enumerate(named(y_score).items()):
        p, r, _ = precision_recall_curve(y_true, score, pos_label=pos_label)
        style = line_style(i)
        level = break_even_point(y_true, score, pos_label=pos_label)
        text = f"{name} BEP {level:.3f}".strip() if marked else name
        ax.plot(r[:-1], p[:-1], **style, marker="." if len(p) < 40 else "", label=text or None)
        if marked:
            ax.plot(level, level, marker="o", color=style["color"], markersize=6)
    if ax.get_legend_handles_labels()[0]:
        ax.legend(loc="lower left", frameon=False, fontsize=9)
    return ax
