"""Sections 2.3 and 2.3.2: errors squared or absolute, averages over classes large and small."""

from __future__ import annotations

from functools import cache, partial
from typing import Any

import numpy as np

import mlevalkit as mk

from .._validation import ArrayLike, Floats, number_pair
from ..plots.axes import Axes, bare, ticks
from ..plots.style import BLUE, GREEN, GREY, INK, PALE, PAPER, SOFT, VERMILION
from .engine import Explorer, Value, View, Words
from .picture import Handle, course, legend_at, panels, text

# -- squared_error ----------------------------------------------------------------------------
# A prediction moves, and with it the mean squared error much more than the mean absolute one.

_squared_error = Words("squared_error")


def squared_error(y_true: ArrayLike | None = None, y_pred: ArrayLike | None = None) -> Explorer:
    """Explore how much one prediction adds to the squared error (2.2) and to the absolute error.

    Parameters
    ----------
    y_true, y_pred : array-like of shape (n_samples,), optional
        True and predicted numbers; Example 2.7 if both are left out.

    Returns
    -------
    Explorer

    Raises
    ------
    ValueError, TypeError
        If only one of the two is given, or they are no pair of columns of finite numbers.

    Examples
    --------
    >>> import mlevalkit as mk
    >>> mk.explorers.squared_error().starting_at(moved=-6)
    squared_error: sample 5, shift -6
    f(x) - y  0
    MSE       2.9643
    RMSE      1.7217
    MAE       1.0714

    Source
    ------
    Zhou, Machine Learning, (2.2); Example 2.7.
    """
    if y_true is None and y_pred is None:
        y, f = mk.datasets.example("2.7")
        moves = np.array([*range(-6, 0), -0.5, 0, 0.5, *range(1, 7)])
        form = "{:+g}"
    else:
        y, f = number_pair(y_true, y_pred)  # type: ignore[arg-type]
        reach = 3 * (mk.root_mean_squared_error(y, f) or 1.0)
        moves = np.linspace(-reach, reach, 25)
        form = "{:+.3g}"
    pick = _squared_error.choice if len(y) <= 10 else _squared_error.slider
    return _squared_error.explorer(
        lambda sample, moved: _draw_squared_error(y, f, sample - 1, moved, moves),
        pick("sample", range(1, len(y) + 1), int(np.argmax(abs(f - y))) + 1),
        _squared_error.slider("moved", moves.tolist(), 0.0, form),
        prepared=y_true is None,
    )


def _draw_squared_error(y: Floats, f: Floats, i: int, moved: float, moves: Floats) -> View:
    now = np.where(np.arange(len(f)) == i, f + moved, f)
    d = now - y
    picture, plane, bars = panels("a;b", 5.2, left=0.55, right=0.25, rows=(2.2, 1))
    _differences(plane, y, now, i)
    reach = [*y, *f, *(f[i] + moves)]
    air = 0.05 * float(np.ptp(reach) or 1.0)
    plane.set(xlim=(0.4, len(y) + 0.6), ylim=(min(reach) - air, max(reach) + air))
    parts = {"squares": d**2, "absolute": abs(d)}
    shares = {name: part / (part.sum() or 1.0) for name, part in parts.items()}
    _bars(bars, shares, i)
    numbers = {
        "difference": float(d[i]),
        "MSE": mk.mean_squared_error(y, now),
        "RMSE": mk.root_mean_squared_error(y, now),
        "MAE": mk.mean_absolute_error(y, now),
    }
    column = (i + 0.6, plane.get_ylim()[0], i + 1.4, plane.get_ylim()[1])
    handle = Handle("moved", "y", plane, lambda v: float(f[i] + v), column)
    said = {name: share[i] for name, share in shares.items()}
    return _squared_error.view(picture, numbers, handle, **said, sample=i + 1, y=y[i], f=now[i])


def _differences(ax: Axes, y: Floats, f: Floats, i: int) -> None:
    """Draw each sample's true and predicted number, and the difference between them."""
    at = np.arange(1, len(y) + 1)
    for here, colour in ((at - 1 != i, BLUE), (at - 1 == i, VERMILION)):
        ax.vlines(at[here], y[here], f[here], color=colour, linewidth=2)
        ax.plot(at[here], f[here], "o", color=colour, markersize=6.7, mew=0, zorder=3)
    ax.plot(at, y, "_", color=INK, markersize=12, markeredgewidth=2)
    ax.set_title(text("true_and_predicted"), loc="left")
    if len(y) <= 10:
        ax.set_xticks(at)
    ax.set_xlabel(str(_squared_error("sample")))
    ax.locator_params(axis="y", integer=True)


def _bars(ax: Axes, shares: dict[str, Floats], i: int) -> None:
    """Draw what each sample contributes to both sums, side by side; the chosen one first."""
    for row, share in enumerate(shares.values()):
        order = [i, *(n for n in np.argsort(-share)[:30] if n != i)]
        left = np.cumsum([0, *share[order]])[:-1]
        faces = [VERMILION, *([SOFT[BLUE], PALE] * len(order))][: len(order)]
        ax.barh([row] * len(order), share[order], left=left, color=faces, height=0.55)
        ax.text(min(share[i], 0.86) + 0.015, row, f"{share[i]:.0%}", va="center")
    ax.set(xlim=(0, 1), ylim=(1.5, -0.5))
    ticks(ax, {0: "0", 0.5: "50%", 1: "100%"}, {0: "d²", 1: "|d|"})
    ax.set_title(text("share_of_sum"), loc="left")
    ax.tick_params(axis="y", length=0)


# -- macro_micro ------------------------------------------------------------------------------
# One class grows rare: what the averages over classes make of it.

_SHARES = (1 / 3, 0.25, 0.2, 0.15, 0.1, 0.07, 0.05, 0.03, 0.02, 0.01)
_USUAL = 0.9  # recall of A and of B
_COLOURS = {"A": BLUE, "B": GREEN, "C": VERMILION}
_CLASSES = list(_COLOURS)
_Y_TRUE = np.repeat(_CLASSES, 3)
_Y_PRED = np.tile(_CLASSES, 3)  # the nine cells of the matrix
_macro_micro = Words("macro_micro")


def macro_micro() -> Explorer:
    """Explore macro and micro averages as class C of three becomes rare.

    Of the classes A and B a share of 0.9 is recognized, of C as much as the reader likes; errors
    are halved between the other two classes. Only the sizes of the classes change with the share
    of C. Shows (2.12)-(2.17), and the mean of the classes' F1.

    Returns
    -------
    Explorer

    Examples
    --------
    One sample in a hundred is C, and half of those are recognized:

    >>> import mlevalkit as mk
    >>> mk.explorers.macro_micro().starting_at(share=0.01)
    macro_micro: share of C 1%, recall of C 0.5
    macro-P           0.6588
    macro-R           0.7667
    macro-F1          0.7087
    mean of F1        0.6655
    weighted F1       0.9130
    micro = accuracy  0.896

    Source
    ------
    Zhou, Machine Learning, (2.12)-(2.17); no example there.
    """
    return _macro_micro.explorer(
        _draw_macro_micro,
        _macro_micro.slider("share", _SHARES, _SHARES[0], "{:.0%}"),
        _macro_micro.slider("recall", (0.0, 0.25, 0.5, 0.75, 0.9), 0.5),
    )


@cache
def _scores(share: float, recall: float) -> tuple[Floats, dict[str, Floats], dict[str, float]]:
    """Return the share of each cell (true by predicted), the classes' measures, the averages."""
    size = np.array([[(1 - share) / 2], [(1 - share) / 2], [share]])
    right = np.array([[_USUAL], [_USUAL], [recall]])
    cells = size * np.where(np.eye(3, dtype=bool), right, (1 - right) / 2)

    data: Any = {"y_true": _Y_TRUE, "y_pred": _Y_PRED, "sample_weight": cells.ravel()}
    scores = partial(mk.precision_recall_fscore_support, **data, zero_division=0)
    macro_p, macro_r, mean, _ = scores(average="macro")
    averages = {
        "macro-P": macro_p,
        "macro-R": macro_r,
        "macro-F1": mk.macro_f1(**data, zero_division=0),
        "mean": mean,
        "weighted": scores(average="weighted")[2],
        "micro": scores(average="micro")[2],
    }
    return cells, dict(zip(("P", "R", "F1"), scores(), strict=False)), averages


def _draw_macro_micro(share: float, recall: float) -> View:
    cells, per_class, averages = _scores(share, recall)
    picture, mosaic, bars, ax = panels("mc;tt", 5.0, left=0.53)
    _mosaic(mosaic, cells)
    _classes(bars, per_class)
    _averages(ax, share, recall)
    p, f1 = (Value("", float(per_class[name][2])).text for name in ("P", "F1"))
    handles = (
        Handle("share", "x", ax, float),
        Handle("share", "y", mosaic, lambda v: 1 - v),
        Handle("recall", "x", mosaic, lambda v: 1 - v, (0, 1 - share, 1, 1)),
    )
    return _macro_micro.view(picture, averages, *handles, p=p, f1=f1, share=share, recall=recall)


def _mosaic(ax: Axes, cells: Floats) -> None:
    """Draw the confusion matrix: a row is as high as its class is large."""
    heights = cells.sum(axis=1)
    middle = np.cumsum(heights) - heights / 2
    left = np.zeros(3)
    for colour, parts in zip(_COLOURS.values(), (cells / heights[:, None]).T, strict=True):
        ax.barh(middle, parts, heights, left, color=colour, edgecolor=PAPER, linewidth=0.8)
        left = left + parts
    bare(ax).set(xlim=(0, 1), ylim=(1, 0), xlabel=text("predicted"))
    ax.set_yticks(middle, _CLASSES, fontweight="bold")
    ax.set_title(text("true_class"), loc="left", x=-0.08)


def _classes(ax: Axes, per_class: dict[str, Floats]) -> None:
    """Draw P, R and F1 of each class."""
    for i, (name, colour) in enumerate(_COLOURS.items()):
        values = [column[i] for column in per_class.values()]
        places = np.arange(3) + 0.22 * (i - 1)
        ax.bar(places, values, 0.2, color=colour)
        for x, value in zip(places, values, strict=True):
            ax.text(x, value + 0.01, name, color=colour, ha="center", va="bottom")
    ax.set(xlim=(-0.5, 2.5), ylim=(0, 1.06))
    ticks(ax, dict(enumerate(per_class)), (0, 0.5, 1))
    ax.tick_params(axis="x", length=0)


def _averages(ax: Axes, share: float, recall: float) -> None:
    """Draw the averages over the share of C."""
    averages = [_scores(s, recall)[2] for s in _SHARES]
    ax.set_xscale("log")
    ax.axvline(share, color=PALE, linewidth=3, zorder=0)
    for name, label, colour, dash in (
        ("micro", "micro", BLUE, "-"),
        ("macro-F1", "macro_f1", VERMILION, "--"),
        ("mean", "mean_f1", GREEN, "-."),
    ):
        line: Any = {"color": colour, "linestyle": dash, "label": text(label)}
        course(ax, _SHARES, [a[name] for a in averages], _SHARES.index(share), **line)
    ax.set(xlim=(0.0092, 0.36), ylim=(0.4, 1), xlabel=text("share_of_c"))
    ticks(ax, {0.01: "1%", 0.03: "3%", 0.1: "10%", 0.3: "30%"}, (0.4, 0.6, 0.8, 1))
    ax.grid(axis="y", color=PALE, linewidth=0.6)
    legend_at(ax, "lower left", (-0.03, 0.98), 3, labelcolor=GREY)
