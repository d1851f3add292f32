"""How often do the tests of 2.4.2 see a difference, where there is none and where there is one?"""

from __future__ import annotations

from functools import cache, partial
from typing import Any

import numpy as np

import mlevalkit as mk

from .._validation import Floats, fail, integer
from .._workings import digits
from ..plots.style import BLUE, GREY, VERMILION, Axes
from ._base import Explorer, View, Words
from ._k_folds import fold_errors
from ._picture import Handle, panels, shares_rejected, text, ticks

_FORMS: tuple[Any, ...] = ("textbook", "dietterich", "alpaydin")
_TESTS = ("t", "corrected", "hold-out", *_FORMS)
_DISTANCE = 1.5
_BINS = np.linspace(0, 1, 21)
_words = Words("sizes")


def sizes(*, m: int = 60, n_sets: int = 2000, seed: int = 0) -> Explorer:
    """Explore how often k-fold t tests and 5x2cv tests reject, by simulation.

    Learners A and B are of one kind, but each sees a feature of its own: with gap 0 the two
    are in truth equal, and every rejection is wrong. Each p-value comes from one data set of m
    samples with two equally large classes.

    Parameters
    ----------
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
        If `m` is no such multiple, or another number is out of range.
    ImportError
        When it is shown, if matplotlib is not installed.

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
    m, n = integer(m, "m", least=20, most=400), integer(n_sets, "n_sets", least=20, most=20_000)
    if m % 20:
        fail("m", "a multiple of 20", str(m))
    seed = integer(seed, "seed", most=2**32 - 1)
    return _words.explorer(
        partial(_draw, m, n, seed),
        _words.choice("test", _TESTS, "t"),
        _words.choice("learner", ("nearest", "mean"), "nearest"),
        _words.choice("alpha", (0.05, 0.1), 0.05),
        _words.slider("gap", (0.0, 0.3, 0.6, 0.9, 1.2), 0.0),
        prepared=(m, n, seed) == (60, 2000, 0),
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
    pairs = (halves[:, 0] - halves[:, 1]).reshape(n_sets, 5, 2)
    folds = {"n_train": m - m // 10, "n_test": m // 10}
    pvalues = {
        "t": [mk.paired_t_test(*pair).pvalue for pair in ten],
        "corrected": [mk.paired_t_test(*pair, **folds).pvalue for pair in ten],
        "hold-out": [mk.paired_t_test(*pair).pvalue for pair in held_out],
        **{f: [mk.five_by_two_cv_test(d, form=f).pvalue for d in pairs] for f in _FORMS},
    }
    return ten.mean(axis=(0, 2)), {test: np.array(each) for test, each in pvalues.items()}


# -- the picture ------------------------------------------------------------------------------


def _draw(
    m: int, n_sets: int, seed: int, test: str, learner: str, alpha: float, gap: float
) -> View:
    errors, pvalues = _simulated(learner, gap, m, n_sets, seed)
    shares = {name: float((pvalues[name] < alpha).mean()) for name in _TESTS}
    margins = (0.325, 0.1, 0.965, 0.965, 0.42)
    with panels("a;b", 4.9, margins, rows=(1, 1.05)) as (picture, top, bottom):
        _pvalues(top, pvalues[test], alpha)
        shares_rejected(bottom, [str(_words("test", name)) for name in _TESTS], alpha)
        for row, (name, share) in enumerate(shares.items()):
            colour, size = (VERMILION, 8) if name == test else (GREY, 5)
            bottom.plot([0, share], [row, row], color=colour)
            bottom.plot(share, row, "o", color=colour, markersize=size)
    a, b = (digits(error, 3) for error in errors)
    numbers = {"share": shares[test], "alpha": alpha, "a": a, "b": b}
    said = {name: _words(name, value) for name, value in (("test", test), ("learner", learner))}
    handle = Handle("test", "y", bottom, _TESTS.index)
    return _words.view(picture, numbers, handle, **said, truth=_words("truth", str(gap == 0)))


def _pvalues(ax: Axes, pvalues: Floats, alpha: float) -> None:
    """Draw how the p-values are distributed; all heights are equal if they are what they claim."""
    counts, _ = np.histogram(pvalues, _BINS)
    heights, left = counts / len(pvalues), _BINS[:-1]
    low = left < alpha - 1e-9
    for bars, colour in ((low, VERMILION), (~low, BLUE)):
        ax.bar(left[bars] + 0.025, heights[bars], 0.046, color=colour)
    ax.axhline(1 / len(left), color=GREY, linestyle=":", linewidth=1.2)
    ax.set(xlim=(0, 1), ylim=(0, 1.08 * max(heights.max(), 0.1)))
    ax.set(xlabel=text("p_value"), ylabel=text("share"))
    ticks(ax, (0, 0.5, 1))
