"""The bootstrap: train on m draws with replacement, test on what was not drawn. Section 2.2.3."""

from __future__ import annotations

import math
from numbers import Real
from typing import Any

import numpy as np

from .._random import RandomState, random_stream
from .._validation import fail, size
from ..display.equations import equations as eq
from ..display.workings import Found, Line, Messages, Step, line, measure
from .base import Indices, both_parts, rows_of

_say = Messages(__package__)

_EXACT = 60  # up to so many samples, (1 - 1/m)^m is computed as a fraction of whole numbers
_SERIES = 10**6  # from here on two terms of its series are exact to twelve digits


def bootstrap_indices(n: int, rng: np.random.RandomState) -> tuple[Indices, Indices]:
    """Return n >= 2 draws with replacement, and the samples never drawn, ascending.

    Draws that leave no sample out are thrown away, and drawn again.
    """
    while True:
        train: Indices = rng.randint(0, n, n, dtype=np.intp)
        left_out = np.ones(n, dtype=bool)
        left_out[train] = False
        test = np.flatnonzero(left_out)
        if len(test):
            return train, test


@measure
def bootstrap_split(*arrays: Any, random_state: RandomState = None) -> Found[list[Any]]:
    """Return a training set drawn with replacement, and a test set of the samples not drawn.

    The textbook's 自助法 (section 2.2.3): the training set D' has as many draws as D has samples;
    the test set is D without D' (not D). About 36.8 % of the samples are in it, see
    `out_of_bag_probability`. It is never empty: draws that leave no sample out are thrown away
    and drawn again. Before that the probability of an empty test set is m!/m^m: 0.5 for m = 2,
    0.0004 for m = 10, so only tiny sets notice.

    Parameters
    ----------
    *arrays : arrays, data frames, Series or lists of n_samples rows
        What to split, all in the same way; each comes back as what it is. At least two rows:
        a single one is always drawn. Positions instead of rows: ``bootstrap_split(range(m))``.
    random_state : int, RandomState or Generator, optional
        Seed: the same number, the same draws, those of ``RandomState.randint(0, m, m)``.

    Returns
    -------
    list of length 2 * len(arrays)
        Training rows (in the order drawn, some more than once) and test rows (in the order of D)
        of the first array, then of the second, ...

    Raises
    ------
    ValueError, TypeError
        If the arrays have different lengths, or fewer than two rows.

    Examples
    --------
    >>> import mlevalkit as mk
    >>> train, test = mk.bootstrap_split(range(8), random_state=0)
    >>> train, test
    ([4, 7, 5, 0, 3, 3, 3, 7], [1, 2, 6])

    Source
    ------
    Zhou, Machine Learning, section 2.2.3; Efron and Tibshirani, An Introduction to the Bootstrap.
    """
    m = rows_of(arrays)
    if m < 2:
        fail("arrays", "at least 2 rows (of one sample, none is ever left out)", str(m))
    train, test = bootstrap_indices(m, random_stream(random_state))

    def steps() -> list[Step]:
        return [
            _say("drawn", m=m, different=m - len(test)),
            _say("left_out", m_test=len(test)),
            line('"share"', "m_test / m", note=_say("share_left_out"), m_test=len(test), m=m),
            _probability_line(m),
        ]

    return Found(both_parts(arrays, train, test), steps)


@measure
def out_of_bag_probability(m: float) -> Found[float]:
    """Return the probability that a sample is never drawn in m draws with replacement: (2.1).

    It is (1 - 1/m)^m, the expected share of the samples in the test set of `bootstrap_split`. It
    grows with m to its limit 1/e, about 0.368; 0.632 is the share that is drawn.

    Parameters
    ----------
    m : int >= 1, or inf
        Number of samples, and of draws; ``float("inf")`` gives the limit.

    Returns
    -------
    float
        From 0 (m = 1) to 1/e.

    Raises
    ------
    ValueError, TypeError
        If `m` is no whole number from 1 on, nor infinite.

    Examples
    --------
    >>> import mlevalkit as mk
    >>> mk.out_of_bag_probability(1000)
    0.36769542477096...
    >>> print(mk.out_of_bag_probability.working(10))
    (2.1)    P = (1 - 1 / m)^m = (1 - 1 / 10)^10 ≈ 0.3487

    Source
    ------
    Zhou, Machine Learning, (2.1).
    """
    if isinstance(m, Real) and m == math.inf:
        value = math.exp(-1)
    else:
        m = size(m, "m")
        value = math.exp(m * math.log1p(-1 / m)) if m > 1 else 0.0
    return Found(value, lambda: [_probability_line(m)])


def _probability_line(m: float) -> Line:
    if m == math.inf:
        return eq["2.1"](form="exp(-1)", note=_say("limit"))
    if m >= _SERIES:
        return eq["2.1"](form="exp(-1)*(1 - 1/(2*m))", m=m, note=_say("series"))
    return eq["2.1"](m=m if m <= _EXACT else float(m))
