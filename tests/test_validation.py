"""Input validation: what passes; what is refused stands in trust/errors.txt."""

from functools import partial

import numpy as np
import pandas as pd
import pytest
from numpy.testing import assert_equal

import mlevalkit as mk


@pytest.mark.parametrize(
    "column",
    [
        list, tuple, pd.Series, pd.Categorical, partial(np.array, dtype=object),
        lambda labels: [np.str_(label) for label in labels],
    ],
)  # fmt: skip
def test_labels_that_differ_only_by_nul_are_not_taken_for_the_same(column):
    for y_true, y_pred in [(["a", "a\0"], ["a", "a"]), (["a", "a"], ["a", "a\0"])]:
        with pytest.raises(ValueError, match="expected strings that do not end with NUL"):
            mk.accuracy_score(column(y_true), column(y_pred))
    with pytest.raises(ValueError, match="pos_label: expected strings that do not end with NUL"):
        mk.f1_score(column(["a", "a"]), column(["a", "a"]), pos_label="a\0")
    assert mk.accuracy_score(column(["a\0b", "a"]), column(["a\0c", "a"])) == 0.5


# -- columns ----------------------------------------------------------------------------------

CALLS = {
    "y_true and y_pred": mk.f1_score,
    "y_true and y_score": mk.roc_auc_score,
    "y_true and y_proba": mk.log_loss,
    "y_true and y_prob": mk.calibration_curve,
    "y_true and sample_weight": lambda y, w: mk.accuracy_score(y, list(y), sample_weight=w),
    "y_score_a and y_score_b": lambda a, b: mk.delong_test([0, 1, 0, 1], a, b),
    "y_true and y_pred_b": lambda y, b: mk.mcnemar_test(y, list(y), b),
    "errors_a and errors_b": mk.paired_t_test,
}
COLUMN = [0, 1, 0, 1]


@pytest.mark.parametrize("names", CALLS)
def test_columns_of_pandas_in_another_order_are_warned_of(names):
    left = pd.Series(COLUMN, index=["a", "b", "c", "d"])
    right = pd.Series(COLUMN, index=["d", "b", "c", "a"])
    with pytest.warns(UserWarning, match=f"{names} have the same index labels in another order"):
        found = CALLS[names](left, right)
    assert_equal(found, CALLS[names](left.to_numpy(), right.to_numpy()))


@pytest.mark.parametrize(
    ("left", "right"),
    [
        ("abcd", "abcd"),
        (None, None),  # a default index
        (None, [3, 5, 7, 9]),  # labels of the whole table, as after a split
        ("aabc", "abbc"),
        ("abcd", None),
    ],
)
def test_other_columns_of_pandas_are_not_warned_of(left, right):
    one, other = (pd.Series(COLUMN, index=index and list(index)) for index in (left, right))
    assert mk.accuracy_score(one, other, sample_weight=other + 1) == 1
    assert mk.accuracy_score(one, other.to_numpy()) == 1


def test_labels_that_repeat_and_data_frames_count_as_well():
    y = pd.Series(COLUMN, index=[1, 1, 2, 3])
    with pytest.warns(UserWarning, match="another order"):
        mk.accuracy_score(y, pd.Series(COLUMN, index=[3, 1, 2, 1]))
    table = pd.DataFrame({"no": [0.5] * 4, "yes": [0.5] * 4}, index=[3, 1, 2, 1])
    with pytest.warns(UserWarning, match="y_true and y_proba"):
        mk.brier_score_loss(y, table)


# -- weights ---------------------------------------------------------------------------------


@pytest.mark.parametrize("top", [2**61, 2**62, 2**63])
def test_large_whole_weights_do_not_wrap_around(top):
    weights = np.array([top, top, 0], dtype=np.uint64)
    assert mk.accuracy_score([1, 0, 0], [1, 1, 0], sample_weight=weights) == 0.5
    assert mk.confusion_matrix([1, 0], [1, 0], sample_weight=weights[:2]).sum() == 2.0 * top
