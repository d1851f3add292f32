"""Where do test sets come from? Hold-out, cross validation, bootstrap. Section 2.2, (2.1)."""

from ._bootstrap import bootstrap_split, out_of_bag_probability
from ._folds import (
    KFold,
    LeaveOneOut,
    RepeatedKFold,
    RepeatedStratifiedKFold,
    StratifiedKFold,
)
from ._hold_out import train_test_split
from ._shuffled import ShuffleSplit, StratifiedShuffleSplit

__all__ = [
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
]
