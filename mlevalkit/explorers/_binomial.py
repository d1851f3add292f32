"""How many errors are too many: the binomial test's bars, its critical region, the errors seen."""

from functools import partial

from .._validation import inside, real, size
from .._workings import digits
from ..one_learner.binomial import BinomialTestResult, binomial_test as _test
from ..plots import binomial_test as _plot
from ._base import Explorer, Parameter, Value, View
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
    title = ("How many errors are too many?", "错多少才算太多？")
    if m is None:
        prepared = (
            Parameter("m", ("test samples m", "测试样本数 m"), _SIZES, 10, choice=True),
            Parameter("rate", ("tested rate ε_0", "待检验的 ε_0"), _RATES, 0.3, choice=True),
            Parameter("alpha", ("significance α", "显著性水平 α"), _LEVELS, 0.05, choice=True),
            Parameter("seen", ("test error rate", "测试错误率"), _SEEN, 0.6),
        )
        return Explorer("binomial_test", title, prepared, _draw_rate)
    m, rate = size(m, "m"), real(error_rate_0, "error_rate_0", least=0, most=1)
    levels = tuple(sorted({*_LEVELS, inside(alpha, "alpha")}))
    step = -(-m // _MOST)
    errors = tuple(sorted({*range(0, m + 1, step), m}))
    parameters = (
        Parameter("alpha", ("significance α", "显著性水平 α"), levels, alpha, choice=True),
        Parameter("errors", ("errors", "错误数"), errors, errors[len(errors) // 2]),
    )
    return Explorer("binomial_test", title, parameters, partial(_draw, m, rate), prepared=False)


def _compared(result: BinomialTestResult) -> str:
    return f"{result.statistic:.4g} {'>' if result.reject else '≤'} {result.critical_value:.4g}"


def _draw_rate(m: int, rate: float, alpha: float, seen: float) -> View:
    return _draw(m, rate, alpha, round(seen * m))


def _draw(m: int, rate: float, alpha: float, errors: int) -> View:
    result = _test(errors, m, error_rate_0=rate, alpha=alpha)
    with figure(4.6, 4.2) as picture:
        _plot(result, ax=picture.subplots())
        picture.subplots_adjust(0.145, 0.125, 0.975, 0.79)
    numbers = (
        Value(("errors", "错误数"), errors),
        Value(("p-value", "p 值"), result.pvalue),
        Value(("P(reject) at ε = ε_0", "ε = ε_0 时拒绝的概率"), result.size),
        Value(("reject if ε^ > ε_bar", "ε^ > ε_bar 则拒绝"), _compared(result)),
    )
    p, size = digits(result.pvalue), digits(result.size)
    alt = (
        f"{errors} of {m} wrong, test error rate {result.statistic:g}; for ε <= {rate:g} the "
        f"critical error rate is {result.critical_value:g}, at significance {alpha:g}: "
        f"{'rejected' if result.reject else 'not rejected'}, p = {p}. "
        f"The critical region has probability {size}.",
        f"{m} 个样本错 {errors} 个，测试错误率 {result.statistic:g}；假设 ε ≤ {rate:g}，"
        f"显著性水平 {alpha:g} 下临界错误率为 {result.critical_value:g}："
        f"{'拒绝' if result.reject else '不能拒绝'}，p = {p}。拒绝域的概率为 {size}。",
    )
    return View(picture, numbers, alt)
