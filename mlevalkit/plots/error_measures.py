"""Sections 2.3 to 2.3.2: regression errors, (2.6) as an area, the confusion matrix."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
from numpy.typing import ArrayLike

from .._expectation import values_of
from .._validation import as_array, as_floats, as_labels, fail, interval, label_pair, number_pair
from ..measures.classification.accuracy import expected_error_rate
from ..measures.classification.counts import confusion_matrix as count_pairs
from ..measures.regression.errors import mean_absolute_error, root_mean_squared_error
from .axes import Axes, axes, bare, figure, legend, text
from .style import BLUE, DOTTED, GREY, INK, VERMILION, line_style

_FEW = 60  # samples whose differences are drawn one by one


@figure
def predictions(y_true: ArrayLike, y_pred: ArrayLike, *, ax: Axes | None = None) -> Axes:
    """Draw predicted against true numbers; on the diagonal they are equal.

    Up to 60 samples, a vertical line from the diagonal to each point shows f(x) - y, the
    difference that (2.2) squares.

    Parameters
    ----------
    y_true, y_pred : array-like of shape (n_samples,)
        True and predicted numbers.
    ax : matplotlib Axes, optional
        Where to draw; a new one by default.

    Returns
    -------
    matplotlib Axes

    Raises
    ------
    ValueError, TypeError
        If the input is no pair of columns of finite numbers.

    Examples
    --------
    >>> import mlevalkit as mk
    >>> ax = mk.plots.predictions([1, 5, 4], [1, 4.5, 3.5])
    >>> ax.get_ylabel()
    'predicted f(x)'

    Source
    ------
    Zhou, Machine Learning, (2.2).
    """
    y, f = number_pair(y_true, y_pred)
    ax = axes(ax, grid="both")
    ends = [min(y.min(), f.min()), max(y.max(), f.max())]
    ax.plot(ends, ends, **DOTTED, linewidth=1)
    if len(y) <= _FEW:
        ax.vlines(y, y, f, color=VERMILION, linewidth=1.5)
    ax.plot(y, f, "o", color=BLUE, markersize=5 if len(y) <= _FEW else 3, alpha=0.8)
    ax.set(xlabel=text("true_y"), ylabel=text("predicted_f"), aspect="equal")
    return ax


@figure
def constant_losses(y: ArrayLike, *, ax: Axes | None = None) -> Axes:
    """Draw RMSE and MAE of predicting one and the same number c for all samples.

    RMSE is lowest where c is the mean of y, MAE where it is the median.

    Parameters
    ----------
    y : array-like of shape (n_samples,)
        True numbers.
    ax : matplotlib Axes, optional
        Where to draw; a new one by default.

    Returns
    -------
    matplotlib Axes

    Raises
    ------
    ValueError, TypeError
        If `y` is no column of finite numbers.

    Examples
    --------
    >>> import mlevalkit as mk
    >>> ax = mk.plots.constant_losses([1, 2, 9])
    >>> [text.get_text() for text in ax.get_legend().get_texts()]
    ['RMSE, lowest at the mean 4', 'MAE, lowest at the median 2']

    Source
    ------
    Not in the textbook.
    """
    true = as_floats(y, "y")
    ax = axes(ax)
    c = np.linspace(true.min(), true.max(), 401)
    rmse = "RMSE", root_mean_squared_error, "lowest_at_mean", float(true.mean())
    mae = "MAE", mean_absolute_error, "lowest_at_median", float(np.median(true))
    for i, (name, loss, what, at) in enumerate((rmse, mae)):
        style = line_style(i)
        *curve, least = [loss(true, np.full(len(true), v)) for v in (*c, at)]
        ax.plot(c, curve, **style, label=text(what, name=name, at=at))
        ax.plot(at, least, "o", color=style["color"])
    ax.plot(true, np.zeros(len(true)), "|", color=GREY, markersize=9, clip_on=False)
    ax.set(xlabel=text("predicted_for_all"), ylabel=text("loss"), ylim=(0, None))
    return legend(ax, "above")


@figure
def error_region(
    f: Callable[[Any], Any],
    y: Callable[[Any], Any],
    p: Any,
    bounds: tuple[float, float],
    *,
    ax: Axes | None = None,
) -> Axes:
    """Draw the density p(x), and shade where f(x) is not y: the area is (2.6).

    Parameters
    ----------
    f, y : callable
        The learner and the truth: from an array of x to labels.
    p : frozen SciPy distribution
        The distribution of x.
    bounds : (float, float)
        The stretch of x that is drawn; both ends finite.
    ax : matplotlib Axes, optional
        Where to draw; a new one by default.

    Returns
    -------
    matplotlib Axes

    Raises
    ------
    ValueError, TypeError
        If the bounds are not two rising numbers, or as `expected_error_rate`.

    Examples
    --------
    >>> import mlevalkit as mk
    >>> from scipy.stats import norm
    >>> ax = mk.plots.error_region(lambda x: x > 0.5, lambda x: x > 0, norm(), (-3, 3))
    >>> ax.get_title(loc="left")
    'E = 0.1915'

    Source
    ------
    Zhou, Machine Learning, (2.6).
    """
    ends = interval(bounds, "bounds")
    error = expected_error_rate(f, y, p)  # over all x, not only what is drawn
    x = np.linspace(ends[0], ends[1], 1001)
    height = p.pdf(x)
    predicted, true = label_pair(values_of(f, x, "f"), values_of(y, x, "y"), ("f", "y"))
    ax = axes(ax, 2.9)
    ax.plot(x, height, color=INK, linewidth=1.5)
    wrong = np.asarray(predicted != true)
    ax.fill_between(x, height, where=wrong.tolist(), color=VERMILION, alpha=0.35, linewidth=0)
    for edge in x[1:][np.diff(wrong)]:
        ax.axvline(edge, **DOTTED, linewidth=0.8)
    ax.set(xlabel="x", ylabel="p(x)", xlim=ends, ylim=(0, None))
    ax.set_title(f"E = {error:.4f}", loc="left", color=VERMILION, fontsize=10)
    return ax


@figure
def confusion_matrix(
    matrix: ArrayLike,
    y_pred: ArrayLike | None = None,
    *,
    labels: ArrayLike | None = None,
    ax: Axes | None = None,
) -> Axes:
    """Draw a confusion matrix, rows true and columns predicted, darker where there are more.

    Parameters
    ----------
    matrix : array-like of shape (n_classes, n_classes) or (n_samples,)
        What `confusion_matrix` returns; or the true labels, with `y_pred`.
    y_pred : array-like of shape (n_samples,), optional
        The predicted labels.
    labels : array-like of shape (n_classes,), optional
        The names of the classes, by default 0, 1, ...; of labels, the classes to show, by
        default all that occur.
    ax : matplotlib Axes, optional
        Where to draw; a new one by default.

    Returns
    -------
    matplotlib Axes

    Raises
    ------
    ValueError, TypeError
        If the matrix is not square, `labels` has another length, or the labels do not match.

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
    if y_pred is not None:
        true, pred = label_pair(matrix, y_pred, ("matrix", "y_pred"))
        if labels is None:
            labels = np.unique([*true.tolist(), *pred.tolist()])
        matrix = count_pairs(true, pred, labels=labels)
    table = as_array(matrix, "matrix", 2)
    if (as_floats(table, "matrix", 2) < 0).any():
        fail("matrix", "no negative number", f"{table.min()}")
    n = len(table)
    if table.shape != (n, n):
        fail("matrix", "as many columns as rows", f"shape {table.shape}")
    names = [str(v) for v in (range(n) if labels is None else as_labels(labels, "labels"))]
    if len(names) != n:
        fail("labels", f"one name per class ({n})", f"{len(names)}")
    texts = [f"{v:.2f}" if table.dtype.kind == "f" else f"{v}" for v in table.flat]
    # many cells are drawn close, so that their numbers can be read on a narrow screen
    cell = 0.7 if n < 5 else min(0.6, 0.04 + 0.085 * max(map(len, texts)))
    ax = bare(axes(ax, 0.8 + cell * n, 1.1 + cell * n))
    shade = table / (table.max() or 1)
    _shaded_cells(ax, shade)
    for (i, j), shown in zip(np.ndindex(table.shape), texts, strict=True):
        ink = "white" if shade[i, j] > 0.6 else INK
        ax.text(j, i, shown, ha="center", va="center", color=ink, fontsize=11 if n < 5 else 10)
    ax.set(xlabel=text("predicted_class"), ylabel=text("true_class"))
    wide = 0.09 * max(map(len, names)) > cell  # names would run into each other
    ax.set_xticks(range(n), names, rotation=90 if wide else 0)
    ax.set_yticks(range(n), names)
    return ax


def _shaded_cells(ax: Axes, shade: Any) -> None:
    """Draw a square around each (column, row), the darker the nearer to 1 its number is."""
    from matplotlib.collections import PolyCollection

    corners = (-0.5, -0.5), (0.5, -0.5), (0.5, 0.5), (-0.5, 0.5)
    cells = [np.add(corners, (j, i)) for i, j in np.ndindex(shade.shape)]
    ax.add_collection(PolyCollection(cells, facecolors=[(BLUE, 0.85 * a) for a in shade.flat]))
    n = len(shade)
    ax.set(xlim=(-0.5, n - 0.5), ylim=(n - 0.5, -0.5), aspect="equal")
