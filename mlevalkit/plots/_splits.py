"""Which samples go where (Figure 2.2), and how scores change with data and parameters."""

from collections.abc import Iterable
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import ArrayLike

from .._validation import Array, Floats, as_array, encode, fail, flag, as_floats, integer, as_labels
from ..evaluation._folds import folds_of
from ..evaluation._learners import sample_of
from ._style import (
    GREEN,
    GREY,
    INK,
    OCHRE,
    PALE,
    PURPLE,
    SHADE,
    VERMILION,
    axes,
    line_style,
    spread,
)

if TYPE_CHECKING:
    from matplotlib.axes import Axes

_OUT, _TRAIN, _TEST = range(3)
_ROLES = {"left out": "white", "training set": "#b9d7ea", "test set": VERMILION}
_CLASSES = (GREEN, "#cbb3d6", OCHRE, "#a9d6c4", PURPLE, "#e3d3a1")  # dark and light in turn
_FEW = 40  # up to so many samples, each gets a box of its own
_ROWS = 25  # up to so many splits, each gets a number


# -- splits -----------------------------------------------------------------------------------


def _roles(cv: Any, X: Any, y: Any) -> Array:
    """Return what each split (row) does with each sample (column)."""
    sample = sample_of(X, y)
    folds = folds_of(cv, sample, classifier=sample.holds_labels)
    roles = np.full((len(folds), sample.n), _OUT)
    for row, (train, test) in zip(roles, folds, strict=True):
        row[train], row[test] = _TRAIN, _TEST
    return roles


def _cells(ax: Axes, codes: Array, colours: Iterable[str], top: float, height: float = 1) -> None:
    """Draw rows of coloured cells from `top` downwards; few samples get boxes of their own."""
    from matplotlib.colors import to_rgb

    rows, n = codes.shape
    bottom = top + rows * height
    picture = np.array([to_rgb(c) for c in colours])[codes]
    ax.imshow(picture, aspect="auto", interpolation="nearest", extent=(0, n, bottom, top), zorder=1)
    if rows <= _ROWS:
        ax.hlines(np.linspace(top, bottom, rows + 1), 0, n, color="white", linewidth=3, zorder=2)
    if n <= _FEW:
        ax.vlines(np.arange(1, n), top, bottom, color="white", linewidth=1.5, zorder=2)


def _legend(ax: Axes, colours: dict[str, str]) -> None:
    from matplotlib.patches import Patch

    handles = [Patch(facecolor=c, edgecolor=GREY, label=name) for name, c in colours.items()]
    ax.legend(
        handles=handles, loc="lower left", bbox_to_anchor=(0, 1.01), ncols=min(len(handles), 6),
        frameon=False, fontsize=9, borderaxespad=0, handlelength=1.2, columnspacing=1.4,
    )  # fmt: skip


def _bare(ax: Axes) -> None:
    ax.spines[:].set_visible(False)
    ax.tick_params(length=0)


def splits(cv: Any, X: Any, y: ArrayLike | None = None, *, ax: Axes | None = None) -> Axes:
    """Draw which samples every split trains on, tests on and leaves out.

    One row a split, one column a sample; below them the classes, where `y` is given: test sets
    that miss a class show at once.

    Parameters
    ----------
    cv : splitter, iterable of (train, test), or int
        Such as `KFold(5)`, pairs of index arrays, or a number of folds as in `cross_validate`.
    X : array, data frame or list of n_samples rows
        The samples; only their number matters, so ``range(n_samples)`` will do.
    y : array-like of shape (n_samples,), optional
        Their classes.
    ax : matplotlib Axes, optional
        Where to draw; a new one by default.

    Returns
    -------
    matplotlib Axes

    Raises
    ------
    ValueError, TypeError
        As the splitter's ``split``; or if `cv` is neither a splitter nor pairs.

    Examples
    --------
    >>> import mlevalkit as mk
    >>> ax = mk.plots.splits(mk.StratifiedKFold(4), *mk.datasets.example("2.5"))
    >>> ax.get_xlabel()
    'sample'

    Source
    ------
    Zhou, Machine Learning, section 2.2.
    """
    roles = _roles(cv, X, y)
    rows, n = roles.shape
    ax = axes(ax, size=(5.6, 1.2 + 0.24 * min(rows + 2 * (y is not None), 24)))
    _cells(ax, roles, _ROLES.values(), top=0)
    shown = [name for i, name in enumerate(_ROLES) if i != _OUT or (roles == _OUT).any()]
    legend = {name: _ROLES[name] for name in [*shown[-2:], *shown[:-2]]}
    numbers = range(1, rows + 1) if rows <= _ROWS else sorted({1, rows // 2, rows})
    ticks = {i - 0.5: str(i) for i in numbers}
    bottom = float(rows)
    if y is not None:
        height = max(1.0, rows / _ROWS)
        bottom += 1.5 * height
        ticks[rows + height] = "class"
        legend |= _class_strip(ax, as_labels(y, "y"), rows + height / 2, height)
    ax.set(xlim=(0, n), ylim=(bottom, 0), xlabel="sample", ylabel="split")
    ax.set_yticks(list(ticks), list(ticks.values()))
    _sample_ticks(ax, n)
    _bare(ax)
    _legend(ax, legend)
    return ax


def _class_strip(ax: Axes, column: Array, top: float, height: float) -> dict[str, str]:
    """Draw the samples' classes; return what the legend says of them."""
    classes, (codes,) = encode(column)
    colours = [_CLASSES[i % len(_CLASSES)] for i in range(len(classes))]
    _cells(ax, codes[np.newaxis], colours, top, height)
    names = [str(c) for c in classes.tolist()]
    few = len(codes) <= _FEW and max(map(len, names)) <= 2
    for i, code in enumerate(codes if few else []):
        dark = code % 2 == 0
        ax.text(i + 0.5, top + height / 2, names[code], ha="center", va="center", fontsize=8,
                color="white" if dark else INK)  # fmt: skip
    if few or len(classes) > len(_CLASSES):
        return {}
    return {f"class {name}": c for name, c in zip(names, colours, strict=True)}


def _sample_ticks(ax: Axes, n: int) -> None:
    """Number the samples from 0, as arrays do."""
    step = 1
    if n > 20:
        tens = 10 ** int(np.log10(n / 10))
        step = next(f * tens for f in (1, 2, 5, 10) if f * tens >= n / 10)
    at = np.arange(0, n, step)
    ax.set_xticks(at + 0.5, [str(i) for i in at])


def k_fold_scheme(n_splits: int = 10, *, ax: Axes | None = None) -> Axes:
    """Draw the scheme of k-fold cross validation: each part is the test set once (Figure 2.2).

    Parameters
    ----------
    n_splits : int from 2 to 20, default 10
        k, the number of parts.
    ax : matplotlib Axes, optional
        Where to draw; a new one by default.

    Returns
    -------
    matplotlib Axes

    Raises
    ------
    ValueError, TypeError
        If `n_splits` is no whole number from 2 to 20.

    Examples
    --------
    >>> import mlevalkit as mk
    >>> ax = mk.plots.k_fold_scheme(5)

    Source
    ------
    Zhou, Machine Learning, Figure 2.2.
    """
    k = integer(n_splits, "n_splits", least=2, most=20)
    ax = axes(ax, size=(6.2, 1.1 + 0.27 * k))
    roles = np.where(np.eye(k, dtype=bool), _TEST, _TRAIN)
    _cells(ax, roles, _ROLES.values(), top=0)
    for (row, column), role in np.ndenumerate(roles):
        ax.text(column + 0.5, row + 0.5, f"$D_{{{column + 1}}}$", ha="center", va="center",
                fontsize=8, color="white" if role == _TEST else INK)  # fmt: skip
    _results(ax, k)
    ax.set(xlim=(0, 1.45 * k), ylim=(k, 0))
    ax.set_xticks([])
    ax.set_yticks(np.arange(k) + 0.5, [str(i + 1) for i in range(k)])
    ax.set_ylabel("round")
    _bare(ax)
    _legend(ax, {name: _ROLES[name] for name in ("training set", "test set")})
    return ax


def _results(ax: Axes, k: int) -> None:
    """Draw the result of each round, and the arrows to their mean."""
    for i in range(k):
        ax.text(1.03 * k, i + 0.5, f"result {i + 1}", va="center", fontsize=9, color=INK)
        ax.annotate(
            "", xy=(1.31 * k, k / 2), xytext=(1.18 * k, i + 0.5),
            arrowprops={"arrowstyle": "-", "color": GREY, "linewidth": 0.8},
        )  # fmt: skip
    ax.text(1.32 * k, k / 2, "mean", va="center", fontsize=10, weight="bold", color=INK)


# -- curves of scores -------------------------------------------------------------------------


def _scores(values: ArrayLike, name: str, n: int) -> Floats:
    """Return scores with one row a value on the x axis, one column a split."""
    table = as_floats(values, name, (1, 2))
    if len(table) != n:
        fail(name, f"{n} rows, one for each value on the x axis", f"{len(table)}")
    return table.reshape(n, -1)


def _score_curves(
    ax: Axes | None,
    x: Array,
    train_scores: ArrayLike,
    test_scores: ArrayLike,
    score_name: str,
    test_name: str,
) -> Axes:
    """Draw the mean training and test scores, and their spread (one standard deviation)."""
    tables = [
        _scores(values, name, len(x))
        for name, values in (("train_scores", train_scores), ("test_scores", test_scores))
    ]
    ax = axes(ax)
    for i, (table, name) in enumerate(zip(tables, ("training", test_name), strict=True)):
        style, mean = line_style(i), table.mean(axis=1)
        ax.plot(x, mean, **style, marker="os"[i], markersize=4, label=f"{name} {score_name}")
        if table.shape[1] > 1:
            s = spread(table, axis=1)
            ax.fill_between(x, mean - s, mean + s, color=style["color"], alpha=SHADE, linewidth=0)
    ax.set_ylabel(score_name)
    ax.grid(color=PALE, linewidth=0.6)
    ax.legend(frameon=False, fontsize=9)
    return ax


def learning_curve(
    train_sizes: ArrayLike,
    train_scores: ArrayLike,
    test_scores: ArrayLike,
    *,
    score_name: str = "score",
    test_name: str = "test",
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
    score_name : str, default "score"
        What the scores are: "accuracy", "error rate".
    test_name : str, default "test"
        What the second scores were taken on: "validation", if they serve to choose.
    ax : matplotlib Axes, optional
        Where to draw; a new one by default.

    Returns
    -------
    matplotlib Axes

    Raises
    ------
    ValueError, TypeError
        If the scores do not have one row a size.

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
    ax.set_xlabel("training samples")
    return ax


def validation_curve(
    param_range: ArrayLike,
    train_scores: ArrayLike,
    test_scores: ArrayLike,
    *,
    param_name: str = "parameter",
    score_name: str = "score",
    test_name: str = "test",
    log: bool = False,
    ax: Axes | None = None,
) -> Axes:
    """Draw how training and test scores change with one parameter of the learner.

    Lines are means over the splits, bands one standard deviation (divisor n - 1) to each side.
    Where the lines part, the learner begins to overfit.

    Parameters
    ----------
    param_range : array-like of shape (n_values,)
        The parameter's values: numbers, or names (drawn at equal distances).
    train_scores, test_scores : array-like of shape (n_values, n_splits) or (n_values,)
        Scores (or errors) on the training and on the test samples; what scikit-learn's
        `validation_curve` returns.
    param_name, score_name : str, default "parameter" and "score"
        What they are, for the labels.
    test_name : str, default "test"
        What the second scores were taken on: "validation", if they serve to choose.
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
        If the scores do not have one row a value, or `log` is asked for values that are not all
        positive.

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
    values = as_array(param_range, "param_range")
    named = values.dtype.kind == "U"
    x = np.arange(len(values)) if named else as_floats(values, "param_range")
    if flag(log, "log") and (named or (x <= 0).any()):
        fail("log", "False where param_range holds names or numbers <= 0", "True")
    ax = _score_curves(ax, x, train_scores, test_scores, score_name, test_name)
    if named:
        ax.set_xticks(x, values.tolist())
    elif log:
        ax.set_xscale("log")
    ax.set_xlabel(param_name)
    return ax
