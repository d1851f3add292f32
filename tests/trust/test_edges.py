"""At the ends of what numbers can hold, against mpmath and exact fractions."""

import math
from fractions import Fraction

import mpmath
import numpy as np
import pytest
from agreement import agree

import mlevalkit as mk
from mlevalkit import _distributions as d

ALPHAS = [1e-10, 0.001, 0.05, 0.5, 0.95, 1 - 1e-9]


def edge(what, ours, expected, rel, absolute=0.0):
    first = expected[0] if isinstance(expected, list) else expected
    source = "mpmath" if isinstance(first, mpmath.mpf) else "exact fractions"
    agree("edge", source, what, ours, expected, rel=rel, absolute=absolute)


# -- counts beyond 2**31 -------------------------------------------------------------------------

WEIGHTS = {f"2^{n}": [2**n + i for i in range(4)] for n in (31, 40, 50)}
WEIGHTS["2^50 beside 1"] = [2**50, 1, 1, 2**50]


@pytest.mark.parametrize("size", WEIGHTS)
@pytest.mark.parametrize("dtype", [np.int64, np.uint64, np.float64])
def test_large_counts(size, dtype):
    a, b, c, e = WEIGHTS[size]
    y, s, p = [0, 0, 1, 1], [0.1, 0.4, 0.35, 0.8], [0, 1, 1, 1]
    w = {"sample_weight": np.array(WEIGHTS[size], dtype=dtype)}
    # falling scores: e (true), b (false), c (true), a (false)
    pairs, m = (a + b) * (c + e), a + b + c + e
    steps = (Fraction(e) + c * Fraction(e + c, e + b + c)) / (c + e)
    cost = mk.cost_sensitive_error(y, p, cost_fn=5, cost_fp=3, **w)
    exact = {
        "AUC": (mk.roc_auc_score(y, s, **w), Fraction(e * (a + b) + c * a, pairs)),
        "ranking loss": (mk.ranking_loss(y, s, **w), Fraction(c * b, pairs)),
        "average precision": (mk.average_precision_score(y, s, **w), steps),
        "accuracy": (mk.accuracy_score(y, p, **w), Fraction(a + c + e, m)),
        "error rate": (mk.error_rate(y, p, **w), Fraction(b, m)),
        "precision": (mk.precision_score(y, p, **w), Fraction(c + e, b + c + e)),
        "recall": (mk.recall_score(y, [0, 1, 0, 1], **w), Fraction(e, c + e)),
        "F1": (mk.f1_score(y, p, **w), Fraction(2 * (c + e), b + 2 * (c + e))),
        "cost-sensitive error": (cost, Fraction(3 * b, m)),
    }
    for what, (ours, expected) in exact.items():
        edge(f"{what}, counts of 2^31 to 2^50", ours, expected, rel=1e-15)
    table = mk.confusion_matrix(y, p, **w)
    edge("confusion matrix, counts of 2^31 to 2^50", table, [[a, b], [0, c + e]], rel=0)


@pytest.mark.parametrize("n", [2**31, 2**40, 2**52])
def test_mcnemar_of_large_counts(n):
    more = n + 3 * math.isqrt(n)
    result = mk.mcnemar_test(table=[[1, n], [more, 1]])
    statistic = Fraction((abs(n - more) - 1) ** 2, n + more)
    edge("McNemar of counts to 2^52", result.statistic, statistic, rel=1e-15)
    with mpmath.workdps(30):
        p = mpmath.erfc(mpmath.sqrt(mpmath.mpf(statistic.numerator) / statistic.denominator / 2))
        edge("McNemar of counts to 2^52: p-value", result.pvalue, p, rel=1e-12)


@pytest.mark.parametrize("n", [100_000, pytest.param(10_000_000, marks=pytest.mark.slow)])
def test_more_pairs_than_an_int_holds(n):
    """9 10^8 and 9 10^12 pairs of a positive and a negative."""
    s = np.arange(n, dtype=np.int32)
    y = s % 10 == 9
    # the k-th positive from below has 9 (k + 1) negatives below it
    pos, neg = n // 10, n - n // 10
    won = 9 * pos * (pos + 1) // 2
    edge("AUC of 10^7 samples, 9·10^12 pairs", mk.roc_auc_score(y, s), Fraction(won, pos * neg),
         rel=1e-15)  # fmt: skip
    edge("confusion matrix of 10^7 samples", mk.confusion_matrix(y, s >= n // 2),
         [[neg // 2, neg // 2], [pos // 2, pos // 2]], rel=0)  # fmt: skip


# -- numbers of any size -----------------------------------------------------------------------


@pytest.mark.parametrize("unit", [1e-150, 1.0, 1e150])
def test_numbers_of_any_size(unit):
    y = np.array([3, -1, 4, 1, -5, 9, 2]) * unit
    p = np.array([2, 7, 1, -8, 2, 8, 1]) * unit
    exact = [(Fraction(a) - Fraction(b)) for a, b in zip(y.tolist(), p.tolist(), strict=True)]
    mae = sum(map(abs, exact)) / 7
    edge("MAE of numbers from 1e-150 to 1e150", mk.mean_absolute_error(y, p), mae, rel=1e-15)
    squares = sum(e * e for e in exact)
    with mpmath.workdps(40):
        mse = mpmath.mpf(squares.numerator) / squares.denominator / 7
        edge("RMSE of numbers from 1e-150 to 1e150", mk.root_mean_squared_error(y, p),
             mpmath.sqrt(mse), rel=1e-15)  # fmt: skip
    mean = sum(map(Fraction, y.tolist())) / 7
    spread = sum((Fraction(a) - mean) ** 2 for a in y.tolist())
    edge("R2 of numbers from 1e-150 to 1e150", mk.r2_score(y, p), 1 - squares / spread, rel=1e-14)


# -- quantiles: what a test statistic must exceed ------------------------------------------------


def f_tail(f, dfn, dfd):
    """P(F > f), to 60 digits."""
    dfn, dfd = mpmath.mpf(dfn), mpmath.mpf(dfd)
    return mpmath.betainc(dfd / 2, dfn / 2, 0, dfd / (dfd + dfn * f), regularized=True)


def back(what, tail, alpha, rel=1e-10):
    """The tail at a critical value is alpha, and what is left of it is 1 - alpha."""
    edge(what, alpha, tail, rel=rel)
    edge(f"{what}, from below", 1 - alpha, 1 - tail, rel=rel)


@pytest.mark.parametrize("alpha", ALPHAS)
@pytest.mark.parametrize("k", [2, 3, 5, 10, 30, 100])
def test_t_critical_values(alpha, k):
    t = mk.t_critical_value(k, alpha=alpha)
    with mpmath.workdps(60):
        tail = f_tail(mpmath.mpf(t) ** 2, 1, k - 1)
        back("t, k to 100, alpha 1e-10 to 1 - 1e-9", tail, alpha)


@pytest.mark.parametrize("alpha", ALPHAS)
@pytest.mark.parametrize(("k", "n"), [(2, 2), (3, 5), (4, 6), (10, 20), (100, 2), (100, 10**6),
                                      (2, 10**6)])  # fmt: skip
def test_friedman_critical_values(alpha, k, n):
    f = mk.friedman_critical_value(k, n, alpha=alpha)
    with mpmath.workdps(60):
        if math.isinf(f):  # F(1, 1): alpha is 2 / (pi sqrt(F))
            assert (k, n) == (2, 2)
            assert (2 / (mpmath.pi * alpha)) ** 2 > 1e308
        else:
            # SciPy before 1.12 knows this tail to 7 digits only where N is a million
            back("F, k to 100, N to 10^6, alpha 1e-10 to 1 - 1e-9",
                 f_tail(mpmath.mpf(f), k - 1, (k - 1) * (n - 1)), alpha, rel=1e-6)  # fmt: skip


def range_tail(q, k):
    """P(Q > q) for the range of k normal values."""

    def rest(z):
        below, apart = mpmath.ncdf(z), mpmath.ncdf(z - q)
        lost = -mpmath.expm1((k - 1) * mpmath.log1p(-apart / below))
        return k * mpmath.npdf(z) * below ** (k - 1) * lost

    size = rest(q / 2)  # mpmath stops where an integral looks like 0
    return size * mpmath.quad(lambda z: rest(z) / size, [q / 2 + x for x in (-9, -4, -1, 1, 4, 9)])


@pytest.mark.parametrize("alpha", [1e-10, 0.05])
@pytest.mark.parametrize("k", [2, 10, 100])
def test_nemenyi_critical_values(alpha, k):
    q = mk.nemenyi_critical_value(k, alpha=alpha)
    with mpmath.workdps(25):
        tail = range_tail(mpmath.mpf(q) * mpmath.sqrt(2), k)
        edge("studentized range, k to 100, alpha from 1e-10", alpha, tail, rel=1e-9)
        cd = q * mpmath.sqrt(mpmath.mpf(k * (k + 1)) / (6 * 10**6))
        edge("critical difference, k to 100, N = 10^6",
             mk.critical_difference(k, 10**6, alpha=alpha), cd, rel=1e-14)  # fmt: skip


# -- the binomial distribution up to a million samples -------------------------------------------


@pytest.mark.parametrize(
    ("m", "rate", "errors"),
    [(10**6, 0.3, 301_000), (10**6, 0.3, 299_000), (10**6, 1e-6, 5), (10**6, 0.5, 502_500),
     (10**5, 0.001, 200), (100, 0.3, 90), (60, 0.9, 60)],
)  # fmt: skip
def test_binomial_of_many_samples(m, rate, errors):
    with mpmath.workdps(40):
        p = mpmath.mpf(rate)
        term = mpmath.binomial(m, errors) * p**errors * (1 - p) ** (m - errors)
        edge("likelihood, m to 10^6", mk.error_likelihood(errors, m, rate), term, rel=1e-10)
        tail = total = term
        for e in range(errors, m):
            tail *= mpmath.mpf(m - e) / (e + 1) * p / (1 - p)
            total += tail
            if tail < total * mpmath.mpf(10) ** -25 and e > m * rate:
                break
        pvalue = mk.binomial_test(errors, m, error_rate_0=rate).pvalue
        edge("binomial test, m to 10^6", pvalue, total, rel=1e-8)


@pytest.mark.parametrize("m", [10, 1000, 10**6, 10**9])
@pytest.mark.parametrize("alpha", [1e-12, 0.05, 0.999])
def test_critical_error_rate_of_many_samples(m, alpha):
    """The critical count is the smallest whose tail is at most alpha."""
    critical = round(mk.binomial_critical_value(m, 0.3, alpha=alpha) * m)
    assert d.binom_sf(critical, m, 0.3) <= alpha
    assert critical == 0 or d.binom_sf(critical - 1, m, 0.3) > alpha
    edge("critical error rate is a whole number of errors, m to 10^9",
         mk.binomial_critical_value(m, 0.3, alpha=alpha),
         Fraction(critical, m), rel=1e-15)  # fmt: skip


# -- many learners, many data sets ---------------------------------------------------------------


@pytest.mark.parametrize(
    ("n", "k"),
    [pytest.param(10**6, 3, marks=pytest.mark.slow), (50_000, 10), (2, 100), (1000, 100)],
)
def test_friedman_of_many(n, k):
    rng = np.random.RandomState(k)
    scores = rng.randint(0, 5 * k, (n, k)) + np.arange(k) // 3
    r = mk.friedman_test(scores)
    doubled = (2 * r.ranks).astype(np.int64).sum(axis=0).tolist()  # exact: halves at most
    squares = sum(Fraction(t, 2 * n) ** 2 for t in doubled)
    chi2 = Fraction(12 * n, k * (k + 1)) * (squares - Fraction(k * (k + 1) ** 2, 4))
    f = (n - 1) * chi2 / (n * (k - 1) - chi2)
    edge("Friedman (2.34), k to 100, N to 10^6", r.chi2, chi2, rel=1e-13)
    edge("Friedman's F (2.35), k to 100, N to 10^6", r.statistic, f, rel=1e-12)
