"""A prediction moves, and with it the mean squared error much more than the mean absolute one."""

from __future__ import annotations

import numpy as np

import mlevalkit as mk

from .._validation import ArrayLike, Floats, number_pair
from ..plots.style import BLUE, INK, PALE, SOFT_BLUE, VERMILION, Axes
from ._base import Explorer, View, Words
from ._picture import Handle, panels, text, ticks

_words = Words("squared_error")


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
    ImportError
        When it is shown, if matplotlib is not installed.

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
        moves, form = np.array([*range(-6, 0), -0.5, 0, 0.5, *range(1, 7)]), "{:+g}"
    else:
        y, f = number_pair(y_true, y_pred)  # type: ignore[arg-type]
        reach = 3 * (mk.root_mean_squared_error(y, f) or 1.0)
        moves, form = np.linspace(-reach, reach, 25), "{:+.3g}"
    pick = _words.choice if len(y) <= 10 else _words.slider
    return _words.explorer(
        lambda sample, moved: _draw(y, f, sample - 1, moved, moves),
        pick("sample", range(1, len(y) + 1), int(np.argmax(abs(f - y))) + 1),
        _words.slider("moved", moves.tolist(), 0.0, form),
        prepared=y_true is None,
    )


def _draw(y: Floats, f: Floats, i: int, moved: float, moves: Floats) -> View:
    now = np.where(np.arange(len(f)) == i, f + moved, f)
    d = now - y
    margins = (0.12, 0.08, 0.945, 0.93, 0.45)
    with panels("a;b", 5.2, margins, rows=(2.2, 1)) as (picture, plane, bars):
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
    said = {name: f"{share[i]:.0%}" for name, share in shares.items()}
    return _words.view(picture, numbers, handle, sample=i + 1, y=f"{y[i]:g}", f=f"{now[i]:g}",
                       **said)  # fmt: skip


def _differences(ax: Axes, y: Floats, f: Floats, i: int) -> None:
    """Draw each sample's true and predicted number, and the difference between them."""
    at = np.arange(1, len(y) + 1)
    colours = [VERMILION if n == i else BLUE for n in range(len(y))]
    ax.vlines(at, y, f, color=colours, linewidth=2)
    ax.plot(at, y, "_", color=INK, markersize=12, markeredgewidth=2)
    ax.scatter(at, f, s=45, c=colours, zorder=3)
    ax.set_title(text("true_and_predicted"), loc="left")
    if len(y) <= 10:
        ax.set_xticks(at)
    ax.set_xlabel(str(_words("sample")))
    ax.locator_params(axis="y", integer=True)


def _bars(ax: Axes, shares: dict[str, Floats], i: int) -> None:
    """Draw what each sample contributes to both sums, side by side; the chosen one first."""
    for row, share in enumerate(shares.values()):
        order = [i, *(n for n in np.argsort(-share)[:30] if n != i)]
        left = np.cumsum([0, *share[order]])[:-1]
        faces = [VERMILION, *([SOFT_BLUE, PALE] * len(order))][: len(order)]
        ax.barh([row] * len(order), share[order], left=left, color=faces, height=0.55)
        ax.text(min(share[i], 0.86) + 0.015, row, f"{share[i]:.0%}", va="center")
    ax.set(xlim=(0, 1), ylim=(1.5, -0.5))
    ticks(ax, {0: "0", 0.5: "50%", 1: "100%"}, {0: "d²", 1: "|d|"})
    ax.set_title(text("share_of_sum"), loc="left")
    ax.tick_params(axis="y", length=0)
