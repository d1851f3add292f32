"""Everything that runs learners. Section 2.2, and the inputs that sections 2.4 and 2.5 need."""

from ._bootstrap import BootstrapEstimates, bootstrap_estimates
from ._comparison import five_by_two_cv_differences, paired_cv_errors, paired_predictions
from ._cross_validation import cross_val_predict, cross_val_score, cross_validate
from ._hold_out import RepeatedHoldOut, repeated_hold_out
from ._training_sets import predictions_over_training_sets
from ._tune import TuningResult, tune

__all__ = [
    "BootstrapEstimates",
    "RepeatedHoldOut",
    "TuningResult",
    "bootstrap_estimates",
    "cross_val_predict",
    "cross_val_score",
    "cross_validate",
    "five_by_two_cv_differences",
    "paired_cv_errors",
    "paired_predictions",
    "predictions_over_training_sets",
    "repeated_hold_out",
    "tune",
]
