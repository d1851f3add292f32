"""Why is a learner wrong: bias, variance or noise? Section 2.5, (2.37)-(2.42)."""

from ._squared import BiasVarianceResult, SquaredTerms, bias_variance_decomposition
from ._zero_one import ZeroOneResult, ZeroOneTerms, zero_one_decomposition

__all__ = [
    "BiasVarianceResult",
    "SquaredTerms",
    "ZeroOneResult",
    "ZeroOneTerms",
    "bias_variance_decomposition",
    "zero_one_decomposition",
]
