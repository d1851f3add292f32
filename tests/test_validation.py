"""Input validation: what passes; what is refused stands in trust/errors.txt."""

from functools import partial

import numpy as np
import pandas as pd
import pytest
from hypothesis import given, strategies as st
from numpy.testing import assert_array_equal, assert_equal

import mlevalkit as mk
from mlevalkit import _validation as checks
from mlevalkit._random import random_stream, seed


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


# -- classes as codes -------------------------------------------------------------------------

LABELS = {
    "small whole numbers": st.integers(-5, 5),
    "wide whole numbers": st.integers(-(2**62), 2**62),
    "strings": st.text(max_size=4).map(lambda s: s.rstrip("\0")),
    "many strings": st.integers(0, 60).map(str),
    "long strings": st.sampled_from(["x" * 40 + c for c in "abcde"] + ["x" * 41]),
    "booleans": st.booleans(),
    "floats": st.integers(-1000, 1000).map(float),
}


@pytest.mark.parametrize("kind", LABELS)
def test_encode_agrees_with_unique(kind):
    @given(st.lists(LABELS[kind], min_size=1, max_size=80), st.integers(0, 80))
    def agree(values, cut):
        whole = checks.as_labels(values, "y")
        classes, codes = checks.encode(*(c for c in (whole[:cut], whole[cut:]) if len(c)))
        expected, expected_codes = np.unique(whole, return_inverse=True)
        assert_array_equal(classes, expected)
        assert_array_equal(np.concatenate(codes), expected_codes)
        assert classes.dtype.kind == whole.dtype.kind

    agree()


@pytest.mark.parametrize("kind", [bool, np.int8, np.uint8, np.int64])
@pytest.mark.parametrize("start", [-(2**62), -128, 0, 2**40])
@pytest.mark.parametrize("width", [2, 250, 70_000])  # counted, but for the last
def test_whole_numbers_are_encoded_whatever_their_range(kind, start, width):
    values = np.arange(start, start + width, 1 + width // 90)
    with np.errstate(over="ignore"):
        column = np.random.default_rng(0).choice(values, 500).astype(kind)
    classes, (codes, part) = checks.encode(column, column[:7])
    assert classes.dtype == column.dtype
    assert_array_equal(classes, np.unique(column))
    assert_array_equal(classes[codes], column)
    assert_array_equal(part, codes[:7])


def test_encode_of_columns_of_unlike_types():
    classes, (a, b) = checks.encode(np.array([True, False]), np.array([2, 1], dtype=np.int8))
    assert classes.tolist() == [0, 1, 2]
    assert (a.tolist(), b.tolist()) == ([1, 0], [2, 1])
    classes, (a, b) = checks.encode(np.array(["a", "c"]), np.array(["long", "a"]))
    assert classes.tolist() == ["a", "c", "long"]
    assert (a.tolist(), b.tolist()) == ([0, 1], [2, 0])


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


# -- single values ----------------------------------------------------------------------------


def test_random_streams():
    first, again = (random_stream(3).randint(1000, size=5) for _ in range(2))
    assert_array_equal(first, again)
    stream = np.random.RandomState(0)
    assert random_stream(stream) is seed(stream) is stream
    assert seed(None) is None
    np.random.seed(5)
    assert random_stream(None).randint(1000) == np.random.RandomState(5).randint(1000)
    generator, same = np.random.default_rng(7), np.random.default_rng(7)
    drawn = [random_stream(generator).randint(1000) for _ in range(3)]
    assert drawn == [random_stream(same).randint(1000) for _ in range(3)]
    assert len(set(drawn)) == 3  # each draw goes on where the last one ended


@pytest.mark.parametrize("top", [2**61, 2**62, 2**63])
def test_large_whole_weights_do_not_wrap_around(top):
    weights = checks.as_weights(np.array([top, top, 0], dtype=np.uint64), [0, 1, 1])
    assert weights.tolist() == [top, top, 0]
    assert float(weights.sum()) == 2.0 * top
