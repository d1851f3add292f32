"""How many errors are too many: the binomial test's bars, its critical region, the errors seen."""

from __future__ import annotations

from functools import partial

import mlevalkit as mk

from .._validation import real, size
from ._base import Explorer, View, Words
from ._picture import Handle, panels
from ._views import level

_words = Words("binomial_test")


def binomial_test(
    m: int | None = None, error_rate_0: float = 0.3, *, alpha: float = 0.05
) -> Explorer:
    """Explore the binomial test (2.27): sample size, rate under test, level, observed errors.

    Parameters
    ----------
    m : int, optional
        Your own number of test samples; the slider then counts errors one by one.
    error_rate_0 : float, default 0.3
        The error rate under test, with `m`.
    alpha : float, default 0.05
        A fourth significance level beside 0.01, 0.05 and 0.1, with `m`.

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
    if m is None:
        return _words.explorer(
            lambda m, rate, alpha, seen: _draw(m, rate, alpha, round(seen * m), "seen"),
            _words.choice("m", (10, 30, 100), 10),
            _words.choice("rate", (0.1, 0.3), 0.3),
            level(_words),
            _words.slider("seen", [i / 10 for i in range(8)], 0.6),  # whole numbers of errors
        )
    m, rate = size(m, "m"), real(error_rate_0, "error_rate_0", least=0, most=1)
    errors = sorted({*range(0, m + 1, -(-m // 200)), m})  # about 200 of them at most
    return _words.explorer(
        partial(_draw, m, rate),
        level(_words, alpha),
        _words.slider("errors", errors, errors[len(errors) // 2]),
        prepared=False,
    )


def _draw(m: int, rate: float, alpha: float, errors: int, moved: str = "errors") -> View:
    result = mk.binomial_test(errors, m, error_rate_0=rate, alpha=alpha)
    with panels("a", 4.2, (0.145, 0.125, 0.975, 0.79)) as (picture, ax):
        mk.plots.binomial_test(result, ax=ax)
    seen, critical = result.statistic, result.critical_value
    compared = f"{seen:.4g} {'>' if result.reject else '≤'} {critical:.4g}"
    numbers = {"errors": errors, "p": result.pvalue, "size": result.size, "compared": compared}
    decision = _words("reject", str(result.reject))
    handle = Handle(moved, "x", ax, lambda v: v * m if moved == "seen" else v)
    return _words.view(picture, numbers, handle, m=m, seen=f"{seen:g}", rate=f"{rate:g}",
                       critical=f"{critical:g}", alpha=f"{alpha:g}", decision=decision)  # fmt: skip
