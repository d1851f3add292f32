"""When one mistake is dearer than another: section 2.3.4, (2.23)-(2.25)."""

from ._curve import CostCurve, cost_curve, expected_total_cost
from ._error import cost_sensitive_error, normalized_cost, positive_cost
from ._threshold import BestThreshold, best_threshold, iso_cost_slope

__all__ = [
    "BestThreshold",
    "CostCurve",
    "best_threshold",
    "cost_curve",
    "cost_sensitive_error",
    "expected_total_cost",
    "iso_cost_slope",
    "normalized_cost",
    "positive_cost",
]
