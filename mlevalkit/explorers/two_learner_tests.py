"""Sections 2.4.2 and 2.4.3: McNemar's table, and how often tests of two learners reject."""

from __future__ import annotations

from functools import cache, partial
from typing import Any

import numpy as np

import mlevalkit as mk

from .._distributions import f_sf, t_sf
from .._validation import ArrayLike, Floats, fail, integer, one_of
from ..display.workings import digits
from ..plots.axes import Axes, bare, ticks
from ..plots.style import BLUE, GREY, INK, PAPER, SOFT_BLUE, SOFT_VERMILION, VERMILION
from .engine import Explorer, Value, View, Words
from .estimates import fold_errors
from .picture import Handle, panels, shares_rejected, text, two_by_two

# -- mcnemar ----------------------------------------------------------------------------------
# Two counts decide McNemar's test: Table 2.4, and what a coin makes of as many samples.

_mcnemar = Words("mcnemar")


def mcnemar(
    y_true: ArrayLike | None = None,
    y_pred_a: ArrayLike | None = None,
    y_pred_b: ArrayLike | None = None,
    *,
    table: ArrayLike | None = None,
    alpha: float = 0.05,
) -> Explorer:
    """Explore McNemar's test (2.33): the two counts that decide, and the continuity correction.

    Shows Table 2.4, B in the rows and A in the columns, and how many of the discordant samples B
    would get right if both learners were equally good: exactly, and by the normal curve.

    Parameters
    ----------
    y_true, y_pred_a, y_pred_b : array-like of shape (m,), optional
        True labels and the predictions of learners A and B, for a table of one's own.
    table : array-like of shape (2, 2), optional
        The table itself, ``[[e00, e01], [e10, e11]]``.
    alpha : float, default 0.05
        The significance level.

    Returns
    -------
    Explorer
        One's own table is where its sliders start.

    Raises
    ------
    ValueError, TypeError
        As `mcnemar_test`.

    Examples
    --------
    >>> import mlevalkit as mk
    >>> mk.explorers.mcnemar()
    mcnemar: e01: B right, A wrong 10, e10: B wrong, A right 25, correction yes
    τ_chi2 and critical value  5.6 > 3.8415
    p-value                    0.0180
    exact p-value              0.0167

    Source
    ------
    Zhou, Machine Learning, section 2.4.3, (2.33) and Table 2.4.
    """
    given = any(v is not None for v in (y_true, y_pred_a, y_pred_b, table))
    start = table if given else ((60, 10), (25, 5))
    result = mk.mcnemar_test(y_true, y_pred_a, y_pred_b, table=start, alpha=alpha)
    (e00, e01), (e10, e11) = result.table
    top = max(2 * e01, 2 * e10, 10)
    least = 0 if e00 + e11 else 1  # one sample is left at least
    own = np.linspace(least, top, 9).round().astype(int).tolist()
    grid = own if given else (0, 2, 5, 8, 10, 15, 20, 25)
    return _mcnemar.explorer(
        partial(_draw_mcnemar, agreed=(e00, e11), alpha=alpha, most=max(*grid, e01, e10)),
        _mcnemar.slider("e01", sorted({*grid, e01}), e01),
        _mcnemar.slider("e10", sorted({*grid, e10}), e10),
        _mcnemar.choice("correction", (True, False), True),
        prepared=not given and alpha == 0.05,
        data=lambda e01, e10, **_: {"table": ((e00, e01), (e10, e11)), "alpha": alpha},
    )


def _draw_mcnemar(
    e01: int, e10: int, correction: bool, agreed: tuple[int, int], alpha: float, most: int
) -> View:
    table = [[agreed[0], e01], [e10, agreed[1]]]
    result = mk.mcnemar_test(table=table, alpha=alpha, correction=correction)
    exact = mk.mcnemar_test(table=table, alpha=alpha, exact=True)
    picture, top, bottom = panels("a;b", 5.4, left=0.74, top=0, hspace=0.6, rows=(3, 4))
    _table(top, table, most)
    if e01 + e10:
        mk.plots.mcnemar_test(result, ax=bottom)
    else:
        bare(bottom).text(0.5, 0.5, text("nothing_discordant"), ha="center", va="center")
    tau, limit = (Value("", v).text for v in (result.statistic, result.critical_value))
    compared = f"{tau} {'>' if result.reject else '≤'} {limit}"
    numbers = {"compared": compared, "p": result.pvalue, "exact": exact.pvalue}
    used = _mcnemar("used", str(correction))
    decision = _mcnemar("reject", str(result.reject))
    handles = (
        Handle("e01", "y", top, lambda v: _level(0, v, most), (1, 0, 2, 1)),
        Handle("e10", "y", top, lambda v: _level(1, v, most), (0, 1, 1, 2)),
    )
    cells = {"e00": agreed[0], "e01": e01, "e10": e10, "e11": agreed[1]}
    return _mcnemar.view(picture, numbers, *handles, **cells, used=used, decision=decision)


def _level(row: int, count: int, most: int) -> float:
    """Return how high a cell is filled: to its top by the largest count."""
    return row + 1 - count / most


def _table(ax: Axes, table: list[list[int]], most: int) -> None:
    """Draw Table 2.4; what both get right or both wrong is grey, what decides fills its cell."""
    bare(ax).set(xlim=(-1.3, 2.7), ylim=(2.08, -0.4))
    for i, state in enumerate(("right", "wrong")):
        ax.text(-0.08, i + 0.5, text(f"B_{state}"), color=BLUE, ha="right", va="center")
        ax.text(i + 0.5, -0.18, text(f"A_{state}"), color=VERMILION, ha="center", va="center")
    for i, colour, soft in ((0, BLUE, SOFT_BLUE), (1, VERMILION, SOFT_VERMILION)):
        top = _level(i, table[i][1 - i], most)
        ax.fill_between([1 - i, 2 - i], i + 1, top, color=soft, zorder=1.5)
        for left in (1 - i, 1.75 - i):  # a line from side to side would cross out the count
            ax.plot([left, left + 0.25], [top, top], color=colour, linewidth=2)
    names = ("e00", "e01"), ("e10", "e11")
    two_by_two(ax, table, names, ((PAPER, PAPER),) * 2, ((GREY, INK), (INK, GREY)), 16)


# -- sizes ------------------------------------------------------------------------------------
# How often do the tests of 2.4.2 see a difference, where there is none and where there is one?

_TESTS = ("t", "corrected", "hold-out", "textbook", "dietterich", "alpaydin")
_DISTANCE = 1.5
_BINS = np.linspace(0, 1, 21)
_sizes = Words("sizes")


def sizes(*, tests: str = "all", m: int = 60, n_sets: int = 2000, seed: int = 0) -> Explorer:
    """Explore how often k-fold t tests and 5x2cv tests reject, by simulation.

    Learners A and B are of one kind, but each sees a feature of its own: with gap 0 the two
    are in truth equal, and every rejection is wrong. Each p-value comes from one data set of m
    samples with two equally large classes.

    Parameters
    ----------
    tests : {"all", "folds"}, default "all"
        All six tests, or the t test on ten folds alone.
    m : int, default 60
        Samples of each data set: a multiple of 20, up to 400.
    n_sets : int, default 2000
        The number of data sets, from 20 to 20000.
    seed : int, default 0
        Another seed draws other data sets.

    Returns
    -------
    Explorer

    Raises
    ------
    ValueError, TypeError
        If `m` is no such multiple, another number is out of range, or `tests` is none of these.

    Examples
    --------
    >>> import mlevalkit as mk
    >>> view = mk.explorers.sizes(n_sets=200).view(test="hold-out")
    >>> view.numbers[0].value > 0.3  # at a nominal 0.05, with equal learners
    True

    Source
    ------
    Zhou, Machine Learning, section 2.4.2; Dietterich, Approximate statistical tests, 1998.
    """
    one_of(tests, "tests", ("all", "folds"))
    m = integer(m, "m", least=20, most=400)
    n = integer(n_sets, "n_sets", least=20, most=20_000)
    if m % 20:
        fail("m", "a multiple of 20", str(m))
    seed = integer(seed, "seed", most=2**32 - 1)
    names = _TESTS if tests == "all" else _TESTS[:1]
    choice = (_sizes.choice("test", names, "t"),) if tests == "all" else ()
    return _sizes.explorer(
        partial(_draw_sizes, names, m, n, seed),
        *choice,
        _sizes.choice("learner", ("nearest", "mean"), "nearest"),
        _sizes.choice("alpha", (0.05, 0.1), 0.05),
        _sizes.slider("gap", (0.0, 0.3, 0.6, 0.9, 1.2), 0.0),
        prepared=(m, n, seed) == (60, 2000, 0),
        given={} if tests == "all" else {"tests": tests},
        n=n,
    )


@cache
def _simulated(
    learner: str, gap: float, m: int, n_sets: int, seed: int
) -> tuple[Floats, dict[str, Floats]]:
    """Return mean errors in ten folds and p-values by test, of A against B on many data sets.

    The data sets share their labels, and so their folds. A sees one feature, B another. The classes
    are `_DISTANCE` apart in A's, `gap` less in B's: with gap 0 both learners are in truth equal.
    """
    rng = np.random.RandomState(seed)
    y = np.repeat([0, 1], m // 2)
    shift = np.array([_DISTANCE, _DISTANCE - gap])
    X = rng.normal(size=(n_sets, m, 2)) + shift * y[:, np.newaxis]

    def errors(cv: Any) -> Floats:
        """Return errors of shape (data set, learner, fold)."""
        return np.stack([fold_errors(learner, X[:, :, [i]], y, cv) for i in (0, 1)], axis=1)

    ten = errors(mk.StratifiedKFold(10, shuffle=True, random_state=0))
    held_out = errors(mk.StratifiedShuffleSplit(30, test_size=0.1, random_state=0))
    halves = errors(mk.RepeatedStratifiedKFold(n_splits=2, n_repeats=5, random_state=0))
    test_to_train = (m // 10) / (m - m // 10)
    pvalues = {
        "t": _paired_t(ten[:, 0] - ten[:, 1]),
        "corrected": _paired_t(ten[:, 0] - ten[:, 1], test_to_train),
        "hold-out": _paired_t(held_out[:, 0] - held_out[:, 1]),
        **_five_by_two((halves[:, 0] - halves[:, 1]).reshape(n_sets, 5, 2)),
    }
    return ten.mean(axis=(0, 2)), pvalues


# The p-values of all data sets at once: those of `paired_t_test` and `five_by_two_cv_test`.


def _paired_t(differences: Floats, test_to_train: float = 0.0) -> Floats:
    """Return the p-value of (2.31), or of its correction, for each row."""
    k = differences.shape[1]
    mean = differences.mean(axis=1)
    std = differences.std(axis=1, ddof=1)
    statistic = _quotient(abs(mean), np.sqrt(1 / k + test_to_train) * std)
    return np.asarray(2 * t_sf(statistic, k - 1))


def _five_by_two(pairs: Floats) -> dict[str, Floats]:
    """Return the p-values of (2.32) and its two originals; `pairs` has the shape (n, 5, 2)."""
    total = (np.diff(pairs, axis=2) ** 2 / 2).sum(axis=(1, 2))
    spread = np.sqrt(total / 5)
    return {
        "textbook": 2 * t_sf(_quotient(abs(pairs[:, 0].mean(axis=1)), spread), 5),
        "dietterich": 2 * t_sf(_quotient(abs(pairs[:, 0, 0]), spread), 5),
        "alpaydin": f_sf(_quotient((pairs**2).sum(axis=(1, 2)), 2 * total), 10, 5),
    }


def _quotient(a: Floats, b: Floats) -> Floats:
    """Return a / b, where 0/0 is 0; what is rounding error is 0."""
    tiny = 1e-12
    with np.errstate(divide="ignore"):
        return np.where(a <= tiny, 0.0, a / np.where(b <= tiny, 0.0, b))


# -- the picture ------------------------------------------------------------------------------


def _draw_sizes(
    tests: tuple[str, ...],
    m: int,
    n_sets: int,
    seed: int,
    learner: str,
    alpha: float,
    gap: float,
    test: str = "t",
) -> View:
    errors, pvalues = _simulated(learner, gap, m, n_sets, seed)
    shares = {name: float((pvalues[name] < alpha).mean()) for name in tests}
    layout, height = ("a;b", 4.9) if len(tests) > 1 else ("a", 2.7)
    rows = (1, 1.05)[: len(tests)]
    picture, top, *others = panels(layout, height, left=1.62, top=0.15, rows=rows)
    _pvalues(top, pvalues[test], alpha)
    for ax in others:
        shares_rejected(ax, [str(_sizes("test", name)) for name in tests], alpha)
        for row, (name, share) in enumerate(shares.items()):
            colour, size = (VERMILION, 8) if name == test else (GREY, 5)
            ax.plot([0, share], [row, row], color=colour)
            ax.plot(share, row, "o", color=colour, markersize=size)
    a, b = (digits(error, 3) for error in errors)
    numbers = {"share": shares[test], "alpha": alpha, "a": a, "b": b}
    said = {name: _sizes(name, value) for name, value in (("test", test), ("learner", learner))}
    handles = (Handle("test", "y", ax, tests.index) for ax in others)
    return _sizes.view(picture, numbers, *handles, **said, truth=_sizes("truth", str(gap == 0)))


def _pvalues(ax: Axes, pvalues: Floats, alpha: float) -> None:
    """Draw how the p-values are distributed; all heights are equal if they are what they claim."""
    counts, _ = np.histogram(pvalues, _BINS)
    heights = counts / len(pvalues)
    left = _BINS[:-1]
    low = left < alpha - 1e-9
    for bars, colour in ((low, VERMILION), (~low, BLUE)):
        ax.bar(left[bars] + 0.025, heights[bars], 0.046, color=colour)
    ax.axhline(1 / len(left), color=GREY, linestyle=":", linewidth=1.2)
    ax.set(xlim=(0, 1), ylim=(0, 1.08 * max(heights.max(), 0.1)))
    ax.set(xlabel=text("p_value"), ylabel=text("share"))
    ticks(ax, (0, 0.5, 1))
