"""How many errors are too many: the binomial test's bars, its critical region, the errors seen."""

from __future__ import annotations

from functools import partial

import mlevalkit as mk

from .._validation import inside, real, size
from .._workings import digits
from ._base import Explorer, Parameter, Value, View, say
from ._picture import figure

_SIZES = (10, 30, 100)
_RATES = (0.1, 0.3)
_LEVELS = (0.01, 0.05, 0.1)
_SEEN = tuple(i / 10 for i in range(8))  # whole numbers of errors for every size
_MOST = 200  # positions of the slider for a reader's own m


def binomial_test(
    m: int | None = None, error_rate_0: float = 0.3, *, alpha: float = 0.05
) -> Explorer:
    """Explore the binomial test (2.27): sample size, rate under test, significance, errors seen.

    Parameters
    ----------
    m : int, optional
        Your own number of test samples; the slider then counts errors one by one.
    error_rate_0 : float, default 0.3
        The error rate under test, with `m`.
    alpha : float, default 0.05
        A fourth significance beside 0.01, 0.05 and 0.1, with `m`.

    Returns
    -------
    Explorer

    Raises
    ------
    ValueError, TypeError
        If `m` is no count, a rate is outside 0 to 1, or `alpha` is not inside 0 to 1.
    ImportError
        When it is shown, if matplotlib is not installed.

    Examples
    --------
    >>> import mlevalkit as mk
    >>> mk.explorers.binomial_test()
    binomial_test: test samples m 10, tested rate ε_0 0.3, significance α 0.05, test error rate 0.6
    errors                6
    p-value               0.0473
    P(reject) at ε = ε_0  0.0473
    reject if ε^ > ε_bar  0.6 > 0.5

    Source
    ------
    Zhou, Machine Learning, (2.27) and Figure 2.6.
    """
    title = say("binomial.title")
    if m is None:
        prepared = (
            Parameter("m", say("binomial.m"), _SIZES, 10, choice=True),
            Parameter("rate", say("binomial.rate"), _RATES, 0.3, choice=True),
            Parameter("alpha", say("label.alpha"), _LEVELS, 0.05, choice=True),
            Parameter("seen", say("binomial.seen"), _SEEN, 0.6),
        )
        return Explorer("binomial_test", title, prepared, _draw_rate)
    m, rate = size(m, "m"), real(error_rate_0, "error_rate_0", least=0, most=1)
    levels = tuple(sorted({*_LEVELS, inside(alpha, "alpha")}))
    step = -(-m // _MOST)
    errors = tuple(sorted({*range(0, m + 1, step), m}))
    parameters = (
        Parameter("alpha", say("label.alpha"), levels, alpha, choice=True),
        Parameter("errors", say("binomial.errors"), errors, errors[len(errors) // 2]),
    )
    return Explorer("binomial_test", title, parameters, partial(_draw, m, rate), prepared=False)


def _compared(result: mk.BinomialTestResult) -> str:
    return f"{result.statistic:.4g} {'>' if result.reject else '≤'} {result.critical_value:.4g}"


def _draw_rate(m: int, rate: float, alpha: float, seen: float) -> View:
    return _draw(m, rate, alpha, round(seen * m))


def _draw(m: int, rate: float, alpha: float, errors: int) -> View:
    result = mk.binomial_test(errors, m, error_rate_0=rate, alpha=alpha)
    with figure(4.6, 4.2) as picture:
        mk.plots.binomial_test(result, ax=picture.subplots())
        picture.subplots_adjust(0.145, 0.125, 0.975, 0.79)
    numbers = (
        Value(say("binomial.errors"), errors),
        Value(say("label.p"), result.pvalue),
        Value(say("binomial.size"), result.size),
        Value(say("binomial.compared"), _compared(result)),
    )
    decision = say("label.rejected" if result.reject else "label.not_rejected")
    alt = say("binomial.alt", errors=errors, m=m, seen=f"{result.statistic:g}", rate=f"{rate:g}",
              critical=f"{result.critical_value:g}", alpha=f"{alpha:g}", decision=decision,
              p=digits(result.pvalue), size=digits(result.size))  # fmt: skip
    return View(picture, numbers, alt)
