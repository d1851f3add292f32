"""Every figure of the chapter, in one look. Each function returns the Axes it drew on."""

from __future__ import annotations

from .comparisons import critical_difference, friedman, paired_errors, rejections, sizes
from .costs import best_threshold, calibration, cost_curve, cost_segments
from .error_measures import confusion_matrix, constant_losses, error_region, predictions
from .hypothesis_tests import binomial_test, error_likelihood, mcnemar_test, t_test
from .overfitting import bias_variance, learning_curve, validation_curve
from .ranking import one_vs_rest_roc, precision_recall, ranking_pairs, roc
from .splitting import estimates, splits

__all__ = [
    "best_threshold", "bias_variance", "binomial_test", "calibration", "confusion_matrix",
    "constant_losses", "cost_curve", "cost_segments", "critical_difference", "error_likelihood",
    "error_region", "estimates", "friedman", "learning_curve", "mcnemar_test", "one_vs_rest_roc",
    "paired_errors", "precision_recall", "predictions", "ranking_pairs", "rejections", "roc",
    "sizes", "splits", "t_test", "validation_curve",
]  # fmt: skip


def __dir__() -> list[str]:
    return __all__
