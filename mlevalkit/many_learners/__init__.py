"""Do several learners differ over several data sets? Section 2.4.4, (2.34)-(2.36)."""

from ._comparison import LearnerComparison, compare_learners
from ._friedman import FriedmanResult, friedman_test
from ._nemenyi import NemenyiResult, critical_difference, nemenyi_test

__all__ = [
    "FriedmanResult",
    "LearnerComparison",
    "NemenyiResult",
    "compare_learners",
    "critical_difference",
    "friedman_test",
    "nemenyi_test",
]
