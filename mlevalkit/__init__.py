"""mlevalkit: how machine-learning models are judged, equation by equation.

>>> import mlevalkit as mk
>>> mk.f1_score([1, 1, 0, 1], [1, 0, 1, 1])
0.6666666666666666
>>> print(mk.f1_score.working([1, 1, 0, 1], [1, 0, 1, 1]))
(2.8)    P = TP / (TP + FP) = 2 / (2 + 1) = 2/3 ≈ 0.6667
(2.9)    R = TP / (TP + FN) = 2 / (2 + 1) = 2/3 ≈ 0.6667
(2.10)   F1 = 2·P·R / (P + R) = 2 · 2/3 · 2/3 / (2/3 + 2/3) = 2/3 ≈ 0.6667
(2.10)   F1 = 2·TP / (m + TP - TN) = 2 · 2 / (4 + 2 - 0) = 2/3 ≈ 0.6667
"""

import sys
from importlib import import_module
from typing import Any

__version__ = "0.1.0"

# Names are imported when they are first asked for: `import mlevalkit` alone costs next to nothing.
_ROOMS = {
    "_catalogue": ["equations"],
    "_checks": ["UndefinedMetricWarning"],
    "_display": ["Working"],
    "bias_variance": ["bias_variance_decomposition", "zero_one_decomposition"],
    "classification": [
        "BinaryCounts",
        "accuracy_score",
        "binary_counts",
        "classification_report",
        "confusion_matrix",
        "error_rate",
        "expected_accuracy",
        "expected_error_rate",
        "f1_score",
        "fbeta_score",
        "macro_f1",
        "one_vs_rest_counts",
        "pairwise_counts",
        "precision_recall_fscore_support",
        "precision_score",
        "recall_score",
    ],
    "cost": [
        "best_threshold",
        "cost_curve",
        "cost_sensitive_error",
        "expected_total_cost",
        "iso_cost_slope",
        "normalized_cost",
        "positive_cost",
    ],
    "critical_values": [
        "friedman_critical_value",
        "nemenyi_critical_value",
        "t_critical_value",
        "table_2_3",
        "table_2_6",
        "table_2_7",
    ],
    "evaluation": [
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
    ],
    "one_learner": [
        "binomial_test",
        "critical_error_rate",
        "error_likelihood",
        "error_rate_interval",
        "t_test",
    ],
    "many_learners": [
        "compare_learners",
        "critical_difference",
        "friedman_test",
        "nemenyi_test",
    ],
    "ranking": [
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
    ],
    "regression": [
        "expected_squared_error",
        "mean_absolute_error",
        "mean_squared_error",
        "r2_score",
        "root_mean_squared_error",
    ],
    "scaling": ["minmax_scale", "zscore"],
    "splitting": [
        "KFold",
        "LeaveOneOut",
        "RepeatedKFold",
        "RepeatedStratifiedKFold",
        "ShuffleSplit",
        "StratifiedKFold",
        "StratifiedShuffleSplit",
        "bootstrap_split",
        "out_of_bag_probability",
        "train_test_split",
    ],
    "two_learners": ["five_by_two_cv_test", "mcnemar_test", "paired_t_test"],
}
_HOME = {name: room for room, names in _ROOMS.items() for name in names}
_MODULES = ["datasets", "exercises", "explorers", "plots"]

__all__ = [*_HOME, *_MODULES]


def __getattr__(name: str) -> Any:
    if name in _HOME:
        value = getattr(import_module(f".{_HOME[name]}", __name__), name)
    elif name in _MODULES:
        value = import_module(f".{name}", __name__)
    else:
        message = f"module {__name__!r} has no attribute {name!r}"
        raise AttributeError(message, name=name, obj=sys.modules[__name__])  # "Did you mean ...?"
    globals()[name] = value
    return value


def __dir__() -> list[str]:
    return sorted({*__all__, *(name for name in globals() if name.startswith("__"))})
