"""Sections 2.1, 2.2.4 and 2.5: scores against data size and parameters, bias and variance."""

from __future__ import annotations

from collections.abc import Sequence
from numbers import Real
from typing import Any

import numpy as np

from .._validation import Array, ArrayLike, Floats, as_array, as_floats, as_list, fail, flag
from ..bias_variance.squared_error import BiasVarianceResult
from ..evaluation.tuning import TuningResult
from .axes import Axes, axes, check_result, figure, label, legend, text
from .style import BLUE, DOTTED, GREEN, GREY, INK, SHADE, VERMILION, Style, line_style


def _score_curves(
    ax: Axes | None, x: Array, train: Any, test: Any, score: str | None, tested_on: str | None
) -> Axes:
    """Draw the mean training and test scores, and their spread (one standard deviation)."""
    score = label(score, "score")
    tested_on = label(tested_on, "test")
    drawn = {
        "train_scores": (text("training_scores", name=score).strip(), train),
        "test_scores": (text("test_scores", test=tested_on, name=score).strip(), test),
    }
    ax = axes(ax, grid="both")
    for i, (argument, (name, values)) in enumerate(drawn.items()):
        if values is None:
            continue
        table = _scores(values, argument, len(x))
        style = line_style(i)
        mean = table.mean(axis=1)
        ax.plot(x, mean, **style, marker="os"[i], markersize=4, label=name)
        if table.shape[1] > 1:
            with np.errstate(over="ignore"):
                s = table.std(axis=1, ddof=1)
            ax.fill_between(x, mean - s, mean + s, color=style["color"], alpha=SHADE, linewidth=0)
    ax.set_ylabel(score)
    return legend(ax)


def _scores(values: ArrayLike, name: str, n: int) -> Floats:
    """Return scores with one row for each value on the x axis, one column for each split."""
    table = as_floats(values, name, (1, 2))
    if len(table) != n:
        fail(name, f"one row per value on the x axis ({n})", f"{len(table)}")
    return table.reshape(n, -1)


@figure
def learning_curve(
    train_sizes: ArrayLike,
    train_scores: ArrayLike,
    test_scores: ArrayLike,
    *,
    score_name: str | None = None,
    test_name: str | None = None,
    ax: Axes | None = None,
) -> Axes:
    """Draw how training and test scores change as the training set grows.

    Lines are means over the splits, bands one standard deviation (divisor n - 1) to each side.
    The gap between the lines is overfitting; where both are bad, the learner underfits.

    Parameters
    ----------
    train_sizes : array-like of shape (n_sizes,)
        Numbers of training samples.
    train_scores, test_scores : array-like of shape (n_sizes, n_splits) or (n_sizes,)
        Scores (or errors) on the training and on the test samples; what scikit-learn's
        `learning_curve` returns.
    score_name : str, optional
        What the scores are: "accuracy", "error rate"; by default "score".
    test_name : str, optional
        What the second scores were taken on: "validation", if they serve to choose; by default
        "test".
    ax : matplotlib Axes, optional
        Where to draw; a new one by default.

    Returns
    -------
    matplotlib Axes

    Raises
    ------
    ValueError, TypeError
        If the scores do not have one row per size.

    Examples
    --------
    >>> import mlevalkit as mk
    >>> ax = mk.plots.learning_curve([10, 20, 40], [1, 1, 0.9], [0.6, 0.7, 0.8])
    >>> ax.get_xlabel()
    'training samples'

    Source
    ------
    Zhou, Machine Learning, sections 2.1 and 2.2.
    """
    sizes = as_floats(train_sizes, "train_sizes")
    ax = _score_curves(ax, sizes, train_scores, test_scores, score_name, test_name)
    ax.set_xlabel(text("training_samples"))
    return ax


@figure
def validation_curve(
    param_range: ArrayLike | TuningResult,
    train_scores: ArrayLike | None = None,
    test_scores: ArrayLike | None = None,
    *,
    param_name: str | None = None,
    score_name: str | None = None,
    test_name: str | None = None,
    log: bool = False,
    ax: Axes | None = None,
) -> Axes:
    """Draw how training and test scores change with one parameter of the learner.

    Lines are means over the splits, bands one standard deviation (divisor n - 1) to each side.
    Where the lines part, the learner begins to overfit.

    Parameters
    ----------
    param_range : array-like of shape (n_values,), or TuningResult
        The parameter's values: numbers, or names (drawn at equal distances). Or what `tune`
        returns for one parameter, and no scores.
    train_scores, test_scores : array-like of shape (n_values, n_splits) or (n_values,)
        Scores (or errors) on the training and on the test samples; what scikit-learn's
        `validation_curve` returns.
    param_name, score_name : str, optional
        What they are, for the labels; by default "parameter" and "score", or what was tuned.
    test_name : str, optional
        What the second scores were taken on; by default "test", and "validation" of a
        TuningResult.
    log : bool, default False
        Draw the parameter on a logarithmic scale; its values must be positive.
    ax : matplotlib Axes, optional
        Where to draw; a new one by default.

    Returns
    -------
    matplotlib Axes

    Raises
    ------
    ValueError, TypeError
        If the scores do not have one row per value, or `log` is asked for values that are not all
        positive, or several parameters were tuned.

    Examples
    --------
    >>> import mlevalkit as mk
    >>> ax = mk.plots.validation_curve(
    ...     [1, 2, 9], [0.32, 0.07, 0.03], [0.30, 0.11, 0.15], param_name="degree"
    ... )
    >>> ax.get_xlabel()
    'degree'

    Source
    ------
    Zhou, Machine Learning, section 2.2.4.
    """
    if isinstance(param_range, TuningResult):
        tuned = param_range
        test_name = label(test_name, "validation")
        key, param_range = _only_parameter(tuned)
        train_scores = tuned.train_scores
        test_scores = tuned.scores
        param_name = key if param_name is None else param_name
        score_name = tuned.scoring if score_name is None else score_name
    elif train_scores is None or test_scores is None:
        fail("train_scores and test_scores", "both, or a TuningResult alone", "None", TypeError)
    values = as_array(param_range, "param_range")
    words = values.dtype.kind == "U"
    x = np.arange(len(values)) if words else as_floats(values, "param_range")
    if flag(log, "log") and (words or (x <= 0).any()):
        fail("log", "False where param_range holds names or numbers <= 0", "True")
    ax = _score_curves(ax, x, train_scores, test_scores, score_name, test_name)
    if words:
        ax.set_xticks(x, values.tolist())
    elif log:
        ax.set_xscale("log")
    ax.set_xlabel(label(param_name, "parameter"))
    return ax


def _only_parameter(tuned: TuningResult) -> tuple[str, list[Any]]:
    """Return the one parameter that was tuned, and its values: as text, if not all are numbers."""
    keys = {key for params in tuned.params for key in params}
    if len(keys) != 1:
        fail("param_range", "the result of tuning one parameter", f"{len(keys)} parameters")
    (key,) = keys
    values = [params.get(key) for params in tuned.params]
    return key, values if all(isinstance(v, Real) for v in values) else list(map(str, values))


# -- bias and variance ------------------------------------------------------------------------


@figure
def bias_variance(
    results: Sequence[BiasVarianceResult],
    capacity: ArrayLike | None = None,
    *,
    xlabel: str | None = None,
    ax: Axes | None = None,
) -> Axes:
    """Draw squared bias, variance, noise and measured error against capacity (Figure 2.9).

    A dotted line marks the smallest measured error: to its left the learners underfit, to its right
    they overfit.

    Parameters
    ----------
    results : sequence of BiasVarianceResult
        What `bias_variance_decomposition` returns, one for every learner.
    capacity : array-like of shape (len(results),), optional
        The capacity of each learner: a degree, a depth, a number of rounds; numbers in ascending
        order, or words. 1, 2, ... by default.
    xlabel : str, optional
        What that is; by default "capacity".
    ax : matplotlib Axes, optional
        Where to draw; a new one by default.

    Returns
    -------
    matplotlib Axes

    Raises
    ------
    ValueError, TypeError
        If there are no results or `capacity` does not go with them.

    Examples
    --------
    >>> import mlevalkit as mk
    >>> simple = mk.bias_variance_decomposition([[2, 2], [3, 3]], [1, 4])
    >>> flexible = mk.bias_variance_decomposition([[0, 5], [3, 3]], [1, 4])
    >>> ax = mk.plots.bias_variance([simple, flexible], ["mean", "line"], xlabel="model")
    >>> ax.get_legend_handles_labels()[1]
    ['measured error', 'bias²', 'variance']

    Source
    ------
    Zhou, Machine Learning, Figure 2.9, which is a sketch without noise.
    """
    if isinstance(results, BiasVarianceResult):  # which unpacks, but into numbers
        fail("results", "a sequence of results", "one; put it in a list", TypeError)
    found = as_list(results, "results")
    if not found:
        fail("results", "at least one result", "none")
    for r in found:
        check_result(r, BiasVarianceResult, "bias_variance_decomposition", "results")
    ax = axes(ax, grid="y")
    x, words = _places(capacity, len(found))
    error = np.array([r.error for r in found])
    best = int(error.argmin())
    ax.axvline(x[best], **DOTTED, linewidth=1)
    for word, side, there in (
        (text("underfitting"), "right", best > 0),
        (text("overfitting"), "left", best < len(x) - 1),
    ):
        if there:
            away = (-6 if side == "right" else 6, 3)  # points
            above: Style = {"xycoords": ax.get_xaxis_transform(), "textcoords": "offset points"}
            ax.annotate(word, (x[best], 1), away, ha=side, color=GREY, **above)
    dots: Style = {"marker": "o", "markersize": 4} if len(found) <= 30 else {}
    ax.plot(x, error, color=INK, linewidth=2, label=text("measured_error"), **dots)
    ax.plot(x, [r.bias2 for r in found], "--", color=BLUE, label=text("bias2"), **dots)
    ax.plot(x, [r.variance for r in found], "-.", color=VERMILION, label=text("variance"), **dots)
    if any(r.noise for r in found):
        ax.plot(x, [r.noise for r in found], ":", color=GREEN, label=text("noise"), **dots)
    if words is not None:
        ax.set_xticks(x, words)
    ax.set(xlabel=label(xlabel, "capacity"), ylabel=text("squared_error"), ylim=(0, None))
    return legend(ax)


def _places(capacity: ArrayLike | None, n: int) -> tuple[Array, list[str] | None]:
    """Return where on the axis the results belong, and their names if they have any."""
    places = np.arange(1, n + 1)
    if capacity is None:
        return places, [str(i) for i in places] if n <= 12 else None
    values = as_array(capacity, "capacity")
    if len(values) != n:
        fail("capacity", f"one value per result ({n})", f"{len(values)}")
    if values.dtype.kind == "U":
        return places, values.tolist()
    if not (values[1:] > values[:-1]).all():
        fail("capacity", "ascending numbers", "another order")
    return values, None
