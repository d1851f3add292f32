"""Section 2.2: which samples go where (Figure 2.2), and how estimates scatter."""

from __future__ import annotations

import math
from collections.abc import Iterable
from typing import Any

import numpy as np

from .._validation import Array, ArrayLike, Floats, as_floats, as_labels, encode, fail, real
from ..evaluation.inputs import folds_of, sample_of
from ..evaluation.resampling import BootstrapEstimates, RepeatedHoldOut
from .axes import Axes, axes, bare, by_name, figure, label, legend, rows, text
from .style import BLUE, CLASSES, GREEN, GREY, INK, MID_BLUE, SHADE, VERMILION, DrawsItself, Style

_OUT, _TRAIN, _TEST = range(3)
_ROLES = {"left_out": "white", "training_set": MID_BLUE, "test_set": VERMILION}
_FEW = 40  # up to so many samples, each gets a box of its own
_ROWS = 25  # up to so many splits, each gets a number


# -- splits -----------------------------------------------------------------------------------


@figure
def splits(cv: Any, X: Any, y: ArrayLike | None = None, *, ax: Axes | None = None) -> Axes:
    """Draw which samples every split trains on, tests on and leaves out.

    One row per split, one column per sample; below them the classes, where `y` is given: test sets
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
    Zhou, Machine Learning, section 2.2 and Figure 2.2.
    """
    sample = sample_of(X, y, optional=True)
    folds = folds_of(cv, sample, classifier=sample.holds_labels)
    roles = np.full((len(folds), sample.n), _OUT)
    for row, (train, test) in zip(roles, folds, strict=True):
        row[train] = _TRAIN
        row[test] = _TEST
    count, n = roles.shape
    ax = bare(axes(ax, 1.2 + 0.24 * min(count + 4 * (y is not None), 24)))
    draw_boxes(ax, roles, _ROLES.values(), top=0)
    shown = [name for i, name in enumerate(_ROLES) if i != _OUT or (roles == _OUT).any()]
    colours = {text(name): _ROLES[name] for name in [*shown[-2:], *shown[:-2]]}
    numbers = range(1, count + 1) if count <= _ROWS else sorted({1, count // 2, count})
    ticks = {i - 0.5: str(i) for i in numbers}
    bottom = float(count)
    if y is not None:
        height = max(1.0, count / _ROWS)
        bottom += 1.5 * height
        ticks[count + height] = text("class_")
        colours |= _class_strip(ax, as_labels(y, "y"), count + height / 2, height)
    ax.set(xlim=(0, n), ylim=(bottom, 0), xlabel=text("sample"), ylabel=text("split"))
    ax.set_yticks(list(ticks), list(ticks.values()))
    _sample_ticks(ax, n)
    return _colour_legend(ax, colours)


def draw_boxes(
    ax: Axes, codes: Array, colours: Iterable[str], top: float, height: float = 1
) -> None:
    """Draw rows of coloured boxes from `top` downwards: `codes` are indexes into `colours`."""
    count, n = codes.shape
    bottom = top + count * height
    for code, colour in enumerate(colours):
        boxes = [box for i, row in enumerate(codes == code) for box in _runs(row, top + i * height)]
        corners = [[(a, y), (b, y), (b, y + height), (a, y + height)] for a, b, y in boxes]
        _fill_boxes(ax, corners, colour)
    if count <= _ROWS:
        lines = np.linspace(top, bottom, count + 1)
        ax.hlines(lines, 0, n, color="white", linewidth=3, zorder=2)
    if n <= _FEW:
        ax.vlines(np.arange(1, n), top, bottom, color="white", linewidth=1.5, zorder=2)


def _fill_boxes(ax: Axes, corners: list[Any], colour: str) -> None:
    if isinstance(ax, DrawsItself):
        ax.polygons(corners, color=colour)
        return
    from matplotlib.collections import PolyCollection

    ax.add_collection(PolyCollection(corners, facecolor=colour, linewidth=0, zorder=1))


def _runs(here: Array, y: float) -> list[tuple[int, int, float]]:
    """Return where each run of true values begins and ends, and its y."""
    ends = np.flatnonzero(np.diff(here, prepend=False, append=False))
    return [(a, b, y) for a, b in ends.reshape(-1, 2).tolist()]


def _colour_legend(ax: Axes, colours: dict[str, str]) -> Axes:
    from matplotlib.patches import Patch

    handles = [Patch(facecolor=c, edgecolor=GREY, label=name) for name, c in colours.items()]
    spacing = {"borderaxespad": 0, "handlelength": 1.2, "columnspacing": 1.4}
    columns = min(len(handles), 6)
    return legend(ax, "above", handles=handles, bbox_to_anchor=(0, 1.01), ncols=columns, **spacing)


def _class_strip(ax: Axes, column: Array, top: float, height: float) -> dict[str, str]:
    """Draw the samples' classes; return what the legend says of them."""
    classes, (codes,) = encode(column)
    colours = [CLASSES[i % len(CLASSES)] for i in range(len(classes))]
    draw_boxes(ax, codes[np.newaxis], colours, top, height)
    names = [str(c) for c in classes.tolist()]
    few = len(codes) <= _FEW and max(map(len, names)) <= 2
    for i, code in enumerate(codes if few else []):
        ink = "white" if code % 2 == 0 else INK
        middle = top + height / 2
        ax.text(i + 0.5, middle, names[code], ha="center", va="center", fontsize=10, color=ink)
    if few or len(classes) > len(CLASSES):
        return {}
    return {text("class", name=name): c for name, c in zip(names, colours, strict=True)}


def _sample_ticks(ax: Axes, n: int) -> None:
    """Number the samples from 0, as arrays do."""
    step = 1
    if n > 20:
        tens = 10 ** int(np.log10(n / 10))
        step = next(f * tens for f in (1, 2, 5, 10) if f * tens >= n / 10)
    at = np.arange(0, n, step)
    ax.set_xticks(at + 0.5, [str(i) for i in at])


# -- estimates --------------------------------------------------------------------------------

_MOST_BARS = 40


@figure
def estimates(
    values: Any, *, truth: float | None = None, xlabel: str | None = None, ax: Axes | None = None
) -> Axes:
    """Draw how several kinds of estimates are distributed, each with mean and standard deviation.

    Parameters
    ----------
    values : mapping of str to array-like, or array-like of shape (n_estimates,)
        The estimates of each kind, in the order of the rows from the top; they may differ in
        number. What `repeated_hold_out` and `bootstrap_estimates` return serves, too.
    truth : float, optional
        What they estimate.
    xlabel : str, optional
        What they are: "error rate"; by default "estimate".
    ax : matplotlib Axes, optional
        Where to draw; a new one by default.

    Returns
    -------
    matplotlib Axes
        A dot is the mean of its row, the bar one standard deviation (divisor n - 1) to each side.

    Raises
    ------
    ValueError, TypeError
        If a row holds no finite numbers, or there is no row.

    Examples
    --------
    >>> import mlevalkit as mk
    >>> ax = mk.plots.estimates({"single": [0.2, 0.5, 0.3], "mean of 3": [0.31, 0.35]}, truth=0.3)
    >>> [label.get_text() for label in ax.get_yticklabels()]
    ['single', 'mean of 3']

    Source
    ------
    Zhou, Machine Learning, section 2.2, on how reliable an estimate is.
    """
    table = {name: _estimates(v, name or "values") for name, v in by_name(values).items()}
    if not table:
        fail("values", "at least one row of estimates", "none")
    ax = axes(ax, 0.9 + 0.55 * len(table))
    for base, row in zip(rows(ax, list(table)), table.values(), strict=True):
        centres, heights, width = _heights(row)
        shares = 0.72 * heights / heights.max()
        look: Style = {"color": BLUE, "alpha": 2 * SHADE, "linewidth": 0}
        ax.bar(centres, shares, width, bottom=base, **look)
        s = row.std(ddof=1) if len(row) > 1 else 0.0
        ax.plot(row.mean() + s * np.array([-1, 1]), [base, base], color=INK, linewidth=2)
        ax.plot(row.mean(), base, "o", color=INK, markersize=5)
    if truth is not None:
        at = real(truth, "truth")
        ax.axvline(at, color=GREEN, linestyle="--", linewidth=1.4, label=text("truth"))
        legend(ax, "lower right", bbox_to_anchor=(1.01, 0.97))
    ax.set(xlabel=label(xlabel, "estimate"), ylim=(-0.35, len(table) - 0.15))
    ax.spines["left"].set_visible(False)
    return ax


def _estimates(values: Any, name: str) -> Floats:
    if isinstance(values, RepeatedHoldOut):
        return values.scores
    return as_floats(values.errors if isinstance(values, BootstrapEstimates) else values, name)


def _heights(row: Floats) -> tuple[Floats, Floats, float]:
    """Return where the bars stand, how high, and how wide: one bar per value, if values recur."""
    values, counts = np.unique(row.round(9), return_counts=True)
    if len(values) == 1:
        return values, counts.astype(float), 1e-3
    gaps = np.diff(values)
    if len(values) <= min(_MOST_BARS, len(row) / 3) and gaps.min() > np.median(gaps) / 2:
        return values, counts.astype(float), 0.9 * float(gaps.min())
    bins = int(np.clip(math.sqrt(len(row)), 6, _MOST_BARS))
    counts, edges = np.histogram(row, bins)
    return (edges[1:] + edges[:-1]) / 2, counts.astype(float), float(edges[1] - edges[0])
