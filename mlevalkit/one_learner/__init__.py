"""Is one learner's error rate what it should be? Section 2.4.1, (2.26)-(2.30)."""

from ._binomial import BinomialTestResult, binomial_test, critical_error_rate
from ._interval import ConfidenceInterval, error_rate_interval
from ._likelihood import error_likelihood
from ._t import TTestResult, t_test

__all__ = [
    "BinomialTestResult",
    "ConfidenceInterval",
    "TTestResult",
    "binomial_test",
    "critical_error_rate",
    "error_likelihood",
    "error_rate_interval",
    "t_test",
]
