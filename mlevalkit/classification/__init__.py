"""How often is it right, and for which class? Section 2.3.1-2.3.2, (2.4)-(2.17)."""

from ._accuracy import accuracy_score, error_rate
from ._all_three import precision_recall_fscore_support
from ._confusion import confusion_matrix
from ._expected import expected_accuracy, expected_error_rate
from ._f import f1_score, fbeta_score, macro_f1
from ._precision_recall import precision_score, recall_score
from ._report import classification_report
from ._tables import BinaryCounts, binary_counts, one_vs_rest_counts, pairwise_counts

__all__ = [
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
]
