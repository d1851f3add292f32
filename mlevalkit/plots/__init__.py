"""Every figure of the chapter, in one look. Each function returns the Axes it drew on."""

from ._bias_variance import bias_variance
from ._costs import best_threshold, cost_curve
from ._curves import confusion_matrix, precision_recall, roc
from ._discordant import mcnemar_test
from ._error_region import error_region
from ._estimates import estimates
from ._fits import fitted_curve
from ._leaves import leaves
from ._likelihood import error_likelihood
from ._one_vs_rest import one_vs_rest_roc
from ._paired import paired_errors
from ._pairs import ranking_pairs
from ._ranks import critical_difference, friedman
from ._regression import constant_losses, predictions
from ._rejections import rejections
from ._segments import cost_segments
from ._sizes import sizes
from ._sketch import precision_recall_sketch
from ._splits import k_fold_scheme, learning_curve, splits, validation_curve
from ._tests import binomial_test, t_test
from ._tuning import tuning_scheme

__all__ = [
    "best_threshold",
    "bias_variance",
    "binomial_test",
    "confusion_matrix",
    "constant_losses",
    "cost_curve",
    "cost_segments",
    "critical_difference",
    "error_likelihood",
    "error_region",
    "estimates",
    "fitted_curve",
    "friedman",
    "k_fold_scheme",
    "learning_curve",
    "leaves",
    "mcnemar_test",
    "one_vs_rest_roc",
    "paired_errors",
    "precision_recall",
    "precision_recall_sketch",
    "predictions",
    "ranking_pairs",
    "rejections",
    "roc",
    "sizes",
    "splits",
    "t_test",
    "tuning_scheme",
    "validation_curve",
]
