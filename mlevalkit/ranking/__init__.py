"""How well do the scores rank? P-R curve, ROC curve, AUC: sections 2.3.2-2.3.3, (2.18)-(2.22)."""

from ._interval import auc_confidence_interval
from ._one_vs_rest import one_vs_rest_curves
from ._precision_recall import (
    average_precision_score,
    break_even_point,
    dominates,
    precision_recall_curve,
)
from ._prior import precision_from_roc
from ._roc import auc, ranking_loss, roc_auc_score, roc_curve
from ._thresholds import (
    best_f_threshold,
    confusion_matrix_at_thresholds,
    metric_at_thresholds,
)

__all__ = [
    "auc",
    "auc_confidence_interval",
    "average_precision_score",
    "best_f_threshold",
    "break_even_point",
    "confusion_matrix_at_thresholds",
    "dominates",
    "metric_at_thresholds",
    "one_vs_rest_curves",
    "precision_from_roc",
    "precision_recall_curve",
    "ranking_loss",
    "roc_auc_score",
    "roc_curve",
]
