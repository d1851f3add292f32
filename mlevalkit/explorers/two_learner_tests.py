"""Sections 2.4.2 and 2.4.3: how often tests of two learners reject, and with what power."""

from __future__ import annotations

import csv
from functools import cache, partial
from importlib.resources import files
from typing import Any

import numpy as np

import mlevalkit as mk

from .._distributions import f_sf, t_sf
from .._validation import ArrayLike, Floats, fail, integer, one_of
from ..display.workings import digits, word
from ..plots.axes import Axes, bare, ticks
from ..plots.style import BLUE, GREY, INK, PALE, PAPER, SOFT, VERMILION
from .engine import Explorer, Value, View, Words
from .evaluation_methods import fold_errors
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
    for i, colour in enumerate((BLUE, VERMILION)):
        top = _level(i, table[i][1 - i], most)
        ax.fill_between([1 - i, 2 - i], i + 1, top, color=SOFT[colour], zorder=1.5)
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
        partial(_draw_sizes, names, lambda *case: _simulated(*case, m, n, seed)),
        *choice,
        _sizes.choice("learner", ("nearest", "mean"), "nearest"),
        _sizes.choice("alpha", (0.05, 0.1), 0.05),
        _sizes.slider("gap", (0.0, 0.3, 0.6, 0.9, 1.2), 0.0),
        prepared=(m, n, seed) == (60, 2000, 0),
        given={} if tests == "all" else {"tests": tests},
        n=n,
    )


@cache
def _simulated(learner: str, gap: float, *drawn: int) -> tuple[Floats, dict[str, Floats]]:
    """Return mean errors in ten folds and p-values by test, of A against B on many data sets.

    A sees one feature, B another. The classes are `_DISTANCE` apart in A's, `gap` less in B's: with
    gap 0 both learners are in truth equal. `drawn` are the samples, the data sets and the seed.
    """
    both = [_errors(learner, i, _DISTANCE - i * gap, *drawn) for i in (0, 1)]
    ten, held_out, halves = (a - b for a, b in zip(*both, strict=True))
    pvalues = {
        "t": _paired_t(ten),
        "corrected": _paired_t(ten, 1 / 9),  # nine folds train, one tests
        "hold-out": _paired_t(held_out),
        **_five_by_two(halves.reshape(-1, 5, 2)),
    }
    return np.array([errors[0].mean() for errors in both]), pvalues


@cache
def _errors(learner: str, feature: int, distance: float, *drawn: int) -> tuple[Floats, ...]:
    """Return one learner's errors in ten folds, splits and halves, of shape (data sets, folds)."""
    m, n_sets, seed = drawn
    y = np.repeat([0, 1], m // 2)
    X = np.random.RandomState(seed).normal(size=(n_sets, m, 2))[:, :, [feature]]
    X += distance * y[:, np.newaxis]
    ways = (
        mk.StratifiedKFold(10, shuffle=True, random_state=0),
        mk.StratifiedShuffleSplit(30, test_size=0.1, random_state=0),
        mk.RepeatedStratifiedKFold(n_splits=2, n_repeats=5, random_state=0),
    )
    return tuple(fold_errors(learner, X, y, cv) for cv in ways)


# The p-values of all data sets at once: those of `paired_t_test` and `five_by_two_cv_test`.


def _paired_t(differences: Floats, test_to_train: float = 0.0) -> Floats:
    """Return the p-value of (2.31), or of its correction, for each row."""
    k = differences.shape[1]
    std = differences.std(axis=1, ddof=1)
    statistic = _quotient(abs(differences.mean(axis=1)), np.sqrt(1 / k + test_to_train) * std)
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
    tests: tuple[str, ...], simulate: Any, learner: str, alpha: float, gap: float, test: str = "t"
) -> View:
    errors, pvalues = simulate(learner, gap)
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


# -- size_and_power ---------------------------------------------------------------------------
# Size and power of ten tests of two learners, from a stored simulation.

_LEVEL = 0.05
_GAP = 0.1
_OTHER_SAMPLES = 3  # McNemar's tests, the last of the ten
_size_and_power = Words("size_and_power")
_Rates = dict[str, tuple[float, float]]  # by test: the share rejected and its standard error


def size_and_power() -> Explorer:
    """Explore which of ten tests of two learners to choose, by type I error rate and power.

    A and B are the same learner on different columns of one data set; B's Bayes error is smaller
    by the gap. The type I error rate is the largest of four cases with gap 0: one or five columns,
    separate or shared. The power is the mean of these cases with a gap of 10%. A test keeps its
    level of 0.05 if its type I error rate is at most two standard errors above it. McNemar's tests
    use another 200 test samples, so that their power cannot be compared with that of the others.

    Returns
    -------
    Explorer

    Examples
    --------
    >>> import mlevalkit as mk
    >>> mk.explorers.size_and_power().starting_at(n=100)
    size_and_power: learner 1-NN, samples n 100
    tests of at most 5%     1
    most power of these    corrected t
    its type I error rate  0.043
    its power              0.327

    Source
    ------
    A simulation, `book/data/power.py` in the repository, as in Dietterich, Approximate statistical
    tests, 1998. Not in the textbook.
    """
    learners = ("1-NN", "nearest mean", "depth-3 tree", "full tree", "logistic regression")
    return _size_and_power.explorer(
        _draw_rates,
        _size_and_power.choice("learner", learners, "1-NN"),
        _size_and_power.choice("n", (40, 100, 200), 40),
    )


@cache
def _stored_rates(learner: str, n: int) -> tuple[_Rates, _Rates]:
    """Return the largest type I error rate and the mean power of each test."""
    stored = (files("mlevalkit.datasets") / "power.csv").read_text(encoding="ascii")
    rows = csv.DictReader(stored.splitlines())
    found = [row for row in rows if (row["learner"], row["n"]) == (learner, str(n))]
    names = list(found[0])
    size = {}
    power = {}
    for test in names[names.index("error_b") + 1 :]:
        rates = {g: [float(r[test]) for r in found if float(r["gap"]) == g] for g in (0, _GAP)}
        sets = int(found[0]["sets"])
        largest = max(rates[0])
        mean = sum(rates[_GAP]) / len(rates[_GAP])
        size[test] = largest, (largest * (1 - largest) / sets) ** 0.5
        power[test] = mean, (mean * (1 - mean) / sets / len(rates[_GAP])) ** 0.5
    return size, power


def _draw_rates(learner: str, n: int) -> View:
    size, power = _stored_rates(learner, n)
    keep = [test for test, (share, error) in size.items() if share - 2 * error <= _LEVEL]
    compared = [test for test in keep if test in list(size)[:-_OTHER_SAMPLES]]
    best = max(compared, key=lambda test: power[test][0], default="")
    picture, left, right = panels("ab", 4.6, left=1.66, top=0.07, wspace=0.12)
    for ax, rates, name in ((left, size, "size"), (right, power, "power")):
        _dots(ax, rates, keep, best)
        ax.set_xlabel(text(name))
    left.set_xlim(0, max(0.27, 1.1 * max(share for share, _ in size.values())))
    right.set_xlim(0, 1.03)
    names = {row: str(_size_and_power(test)) for row, test in enumerate(size)}
    ticks(left, (_LEVEL, 0.15, 0.25), names)
    ticks(right, (0, 0.5, 1), {})
    numbers = {
        "kept": len(keep),
        "best": _size_and_power(best) if best else "-",
        "its_size": digits(size[best][0], 3) if best else "-",
        "its_power": digits(power[best][0], 3) if best else "-",
    }
    kept = word("semicolon").join([_size_and_power(test) for test in keep]) or "-"
    said = {"learner": _size_and_power("learner", learner), "n": n, "names": kept}
    return _size_and_power.view(picture, numbers, **said)


def _dots(ax: Axes, rates: _Rates, keep: list[str], best: str) -> None:
    """Draw a row for each test: its rate, with two standard errors to either side."""
    ax.axvline(_LEVEL, color=GREY, linestyle=":", linewidth=1.2)
    ax.axhline(len(rates) - _OTHER_SAMPLES - 0.5, color=PALE, linewidth=1)
    ax.grid(axis="x", color=PALE, linewidth=0.6)
    ax.set_ylim(len(rates) - 0.5, -0.5)
    ax.tick_params(axis="y", length=0)
    for row, (test, (share, error)) in enumerate(rates.items()):
        colour = BLUE if test in keep else VERMILION
        face, marker = (colour, "o") if test in keep else (PAPER, "D")
        if test == best:
            ax.axhspan(row - 0.45, row + 0.45, color=SOFT[BLUE], zorder=0)
        ax.plot([share - 2 * error, share + 2 * error], [row, row], color=colour)
        ax.plot(share, row, marker, color=colour, mfc=face, markersize=5)
