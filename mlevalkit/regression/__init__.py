"""How far off are predicted numbers? (2.2), (2.3), and RMSE, MAE, R2 beside them."""

from ._expected import expected_squared_error
from ._measures import mean_absolute_error, mean_squared_error, r2_score, root_mean_squared_error

__all__ = [
    "expected_squared_error",
    "mean_absolute_error",
    "mean_squared_error",
    "r2_score",
    "root_mean_squared_error",
]
