"""The bootstrap: train on m draws with replacement, test on what was not drawn. Section 2.2.3."""

import math
from collections.abc import Sequence
from numbers import Real
from typing import Any

import numpy as np
from numpy.random import RandomState

from .._validation import fail, integer, random_stream
from .._workings import Line, Words, Working, computes, shows
from ._base import Seed
from ._hold_out import both_parts, rows_of
from ._rows import Indices, n_rows

_EXACT = 60  # up to so many samples, (1 - 1/m)^m is computed as a fraction of whole numbers
_SERIES = 10**6  # from here on two terms of its series are exact to twelve digits

# -- which samples ----------------------------------------------------------------------------


def bootstrap_indices(n: int, rng: RandomState) -> tuple[Indices, Indices]:
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


def _working(value: list[Any], arrays: Sequence[Any], random_state: Seed) -> Working:
    m, m_test = rows_of(arrays), n_rows(value[1], "arrays")
    values = {"m_test": m_test, "m": m}
    return Working(
        value,
        Words(
            f"D': {m} draws from the {m} samples of D, each sample put back after its draw; "
            f"{m - m_test} different samples were drawn.",
            f"D'：从 D 的 {m} 个样本中有放回地抽取 {m} 次，抽到 {m - m_test} 个不同的样本。",
        ),
        Words(
            f"Test set: the {m_test} samples of D that are not in D'.",
            f"测试集 D∖D'：D 中没有被抽到的 {m_test} 个样本。",
        ),
        Line(None, '"share"', "m_test / m", values, ("left out of D'", "未出现在 D' 中的比例")),
        _probability_line(m),
    )


@shows(_working)
def bootstrap_split(*arrays: Any, random_state: Seed = None) -> list[Any]:
    """Draw a training set with replacement; test on the samples that were not drawn.

    The textbook's 自助法 (section 2.2.3): the training set D' has as many draws as D has samples;
    the test set is D without D' (not D). About 36.8 % of the samples are in it, see
    `out_of_bag_probability`. It is never empty: draws that leave no sample out are thrown away
    and drawn again. Before that the chance of an empty test set is m!/m^m: 0.5 for m = 2,
    0.0004 for m = 10, so only tiny sets notice.

    Parameters
    ----------
    *arrays : arrays, data frames, Series or lists of n_samples rows
        What to split, all in the same way; each comes back as what it is. At least two rows:
        a single one is always drawn. Positions instead of rows: ``bootstrap_split(range(m))``.
    random_state : int or numpy.random.RandomState, optional
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
    n = rows_of(arrays)
    if n < 2:
        fail("arrays", "at least 2 rows (of one sample, none is ever left out)", str(n))
    return both_parts(arrays, *bootstrap_indices(n, random_stream(random_state)))


# -- (2.1) ------------------------------------------------------------------------------------


def _samples(m: object) -> float:
    """Return m as a whole number, or infinity."""
    if isinstance(m, Real) and not isinstance(m, (bool, np.bool_)) and m == math.inf:
        return math.inf
    return integer(m, "m", least=1)


def _probability_line(m: float) -> Line:
    if m == math.inf:
        return Line("2.1", "P", "exp(-1)", note=("the limit for m -> ∞", "m → ∞ 时的极限"))
    if m >= _SERIES:
        note = ("two terms of the series in 1/m", "按 1/m 展开的前两项")
        return Line("2.1", "P", "exp(-1)*(1 - 1/(2*m))", {"m": m}, note)
    return Line("2.1", "P", "(1 - 1/m)**m", {"m": m if m <= _EXACT else float(m)})


def _probability_working(value: float, m: float) -> Working:
    return Working(value, _probability_line(_samples(m)))


@computes(eq_2_1=r"\lim_{m \to \infty} \left(1 - \frac{1}{m}\right)^m = \frac{1}{e} \approx 0.368")
@shows(_probability_working)
def out_of_bag_probability(m: float) -> float:
    """Return the chance that a sample is never drawn in m draws with replacement: (2.1).

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
    size = _samples(m)
    if size == 1:
        return 0.0
    if size > 2**53:  # 1/m is lost in rounding
        return math.exp(-1)
    return math.exp(size * math.log1p(-1 / size))
