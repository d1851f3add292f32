"""Is one learner better than another? Sections 2.4.2 and 2.4.3, (2.31)-(2.33)."""

from ._five_by_two import FiveByTwoResult, five_by_two_cv_test
from ._mcnemar import McNemarResult, mcnemar_test
from ._paired import PairedTTestResult, paired_t_test

__all__ = [
    "FiveByTwoResult",
    "McNemarResult",
    "PairedTTestResult",
    "five_by_two_cv_test",
    "mcnemar_test",
    "paired_t_test",
]
