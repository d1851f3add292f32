"""Input validation: what comes out clean, and what is refused with which words."""

from __future__ import annotations

import math
from fractions import Fraction

import numpy as np
import pandas as pd
import pytest
from hypothesis import given, strategies as st
from numpy.testing import assert_array_equal

from mlevalkit import _validation as checks
from mlevalkit.ranking.sweep import is_positive, ranked

# -- what passes ------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("values", "kind"),
    [
        ([1, 2], "i"),
        ((True, False), "b"),
        (["a", "bc"], "U"),
        (np.array([1, 2], dtype=np.uint64), "i"),
        (np.array([1.0, 2.0], dtype=np.float32), "f"),
        (np.array(["a", "bc"], dtype=object), "U"),
        (np.array([1, 2], dtype=object), "i"),
        (pd.Series([1, 2], index=[7, 7]), "i"),
        (pd.Series(["a", "bc"]), "U"),
        (pd.Series(["a", "bc"], dtype="category"), "U"),
        (pd.Series([1, 2], dtype="Int64"), "i"),
        (range(2), "i"),
        (np.array([2, 1]), "i"),
        (np.ma.MaskedArray([1, 2]), "i"),
    ],
)
def test_labels_take_every_usual_container(values, kind):
    got = checks.as_labels(values, "y")
    assert got.dtype.kind == kind
    assert got.tolist() == list(values)


@pytest.mark.skipif(not hasattr(np.dtypes, "StringDType"), reason="came with numpy 2")
def test_labels_take_strings_of_any_length():
    got = checks.as_labels(np.array(["a", "bc"], dtype=np.dtypes.StringDType()), "y")
    assert got.dtype.kind == "U"
    assert got.tolist() == ["a", "bc"]


def test_input_is_never_changed_nor_copied_without_need():
    given_array = np.arange(4.0)
    given_array.flags.writeable = False
    assert np.shares_memory(checks.as_floats(given_array, "x"), given_array)


def test_floats_accept_a_sum_that_overflows():
    assert checks.as_floats([1.7e308, 1.7e308], "x").tolist() == [1.7e308, 1.7e308]


# -- what is refused --------------------------------------------------------------------------

BAD_COLUMNS = [
    (None, TypeError, "y: expected a sequence, got NoneType"),
    ("abc", TypeError, "y: expected a sequence, got str"),
    ({1, 2}, TypeError, "y: expected a sequence, got set"),
    ({0: 1}, TypeError, "y: expected a sequence, got dict"),
    ([], ValueError, "y: expected at least one value, got none"),
    (3, ValueError, r"y: expected 1 dimension, got shape \(\)"),
    ([[1, 2]], ValueError, r"y: expected 1 dimension, got shape \(1, 2\)"),
    ([[1], [1, 2]], ValueError, "y: expected a rectangular array"),
    ([1, "a"], TypeError, "y: expected labels of one type, got a mix of int, str"),
    (np.array([1, "a"], dtype=object), TypeError, "a mix of int, str"),
    (["a", math.nan], ValueError, r"y: .* a missing value \(nan\) at position 1"),
    (pd.Series(["a", None, "b"]), ValueError, "a missing value"),
    ([[1], [2]], ValueError, r"y: expected 1 dimension, got shape \(2, 1\); give its only column"),
    ([1, None], TypeError, r"y: expected numbers or strings, got None \(NoneType\)"),
    ([1, [2]], ValueError, "rectangular"),
    ([1j], TypeError, "y: expected numbers or strings, got values of type complex128"),
    ([b"a"], TypeError, "y: expected numbers or strings, got values of type |S1"),
    (np.array(["2020-01-01"], dtype="M8[D]"), TypeError, "datetime64"),
    ([2**70], TypeError, "Python objects that numpy cannot hold"),
    (np.ma.MaskedArray([1, 2], mask=[0, 1]), ValueError, "y: expected values without a mask"),
    (pd.Series([1, pd.NA], dtype="Int64"), ValueError, "got nan at position 1"),
    (pd.Series([1, pd.NA], dtype=object), TypeError, "NAType"),
]


@pytest.mark.parametrize(("values", "error", "match"), BAD_COLUMNS)
def test_no_column_of_labels(values, error, match):
    with pytest.raises(error, match=match):
        checks.as_labels(values, "y")


@pytest.mark.parametrize(
    ("values", "error", "match"),
    [
        ([0.0, 0.5], ValueError, "y: expected class labels .*, got the number 0.5"),
        ([0.0, np.nan], ValueError, "y: expected finite numbers, got nan at position 1"),
        ([2.0**53], ValueError, "got the number 9007199254740992.0"),
        (np.array([2**63], dtype=np.uint64), ValueError, r"y: expected class labels below 2\*\*63"),
    ],
)
def test_numbers_that_are_no_labels(values, error, match):
    with pytest.raises(error, match=match):
        checks.as_labels(values, "y")


@pytest.mark.parametrize(
    ("values", "ndim", "error", "match"),
    [
        (["1"], 1, TypeError, "x: expected numbers, got strings"),
        ([1, math.inf], 1, ValueError, "x: expected finite numbers, got inf at position 1"),
        ([math.inf, -math.inf], 1, ValueError, "got inf at position 0"),
        ([[1, 2], [3, math.nan]], 2, ValueError, r"got nan at position \(1, 1\)"),
        ([1, 2], 2, ValueError, r"x: expected 2 dimensions, got shape \(2,\)"),
        (np.array([Fraction(1, 2)]), 1, TypeError, "Python objects"),
    ],
)
def test_no_numbers(values, ndim, error, match):
    with pytest.raises(error, match=match):
        checks.as_floats(values, "x", ndim)


@pytest.mark.parametrize(
    ("pair", "error", "match"),
    [
        (([1, 2], [1]), ValueError, "y_true and y_pred: .* got 2 y_true, 1 y_pred"),
        (
            ([1, 2], ["a", "b"]),
            TypeError,
            "y_true and y_pred: .*same type, got numbers and strings",
        ),
        ((["a"], [1]), TypeError, "got strings and numbers"),
    ],
)
def test_labels_that_do_not_pair(pair, error, match):
    with pytest.raises(error, match=match):
        checks.label_pair(*pair)


def test_columns_that_pair():
    left, right = checks.label_pair(["a"], ["b"])
    assert (left.tolist(), right.tolist()) == (["a"], ["b"])
    left, right = checks.number_pair([1], [2])
    assert (left.tolist(), right.tolist()) == ([1], [2])
    assert checks.number_pair([1], [math.inf], finite=False)[1].tolist() == [math.inf]
    checks.same_length(a=left, b=right, c=None)


def test_numbers_that_do_not_pair():
    with pytest.raises(ValueError, match="y_true and y_pred: expected the same length"):
        checks.number_pair([1, 2], [1])


@pytest.mark.parametrize(
    ("weight", "error", "match"),
    [
        ([1], ValueError, "sample_weight: expected 2 values, one per sample, got 1"),
        ([1, -1], ValueError, "sample_weight: expected no negative weight, got -1"),
        ([0, 0], ValueError, "sample_weight: expected at least one positive weight"),
        ([1, math.nan], ValueError, "sample_weight: expected finite numbers, got nan"),
        (["a", "b"], TypeError, "sample_weight: expected numbers, got strings"),
        ([1.7e308, 1.7e308], ValueError, "sample_weight: expected weights with a finite sum"),
    ],
)
def test_bad_weights(weight, error, match):
    with pytest.raises(error, match=match):
        checks.as_weights(weight, 2)


def test_weights_keep_whole_numbers():
    assert checks.as_weights(None, 2) is None
    assert checks.as_weights([True, False], 2).dtype == np.int64
    assert checks.as_weights(np.array([1, 2], dtype=np.uint8), 2).dtype == np.int64
    assert checks.as_weights([0.5, 1], 2).dtype == np.float64


# -- two classes ------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("y", "pos_label", "expected"),
    [
        ([0, 1, 1], None, [False, True, True]),
        ([-1, 1], None, [False, True]),
        ([True, False], None, [True, False]),
        (["a", "b"], "a", [True, False]),
        ([1, 2, 3], 2, [False, True, False]),
        ([0.0, 1.0], 0, [True, False]),
    ],
)
def test_is_positive(y, pos_label, expected):
    assert is_positive(y, pos_label).tolist() == expected


@pytest.mark.parametrize(
    ("y", "pos_label", "match"),
    [
        (
            [1, 2],
            None,
            r"y_true: expected labels in \{0, 1\} or \{-1, 1\} where no pos_label .*\[1, 2\]",
        ),
        (["a", "b"], None, r"y_true: .* got \['a', 'b'\]"),
        ([0, 1, 2], None, r"y_true: expected two classes, or a pos_label, got 3: \[0, 1, 2\]"),
        ([0, 1], 2, r"pos_label: expected one of the labels of y_true \[0, 1\], got 2"),
        ([0, 1], np.array([0, 1]), "pos_label: expected one of"),
        ([1, 1], None, r"y_true: expected both classes, got only \[1\]"),
        ([True], None, r"y_true: expected both classes, got only \[True\]"),
        ([5, 5], 5, r"y_true: expected both classes, got only \[5\]"),
    ],
)
def test_no_two_classes(y, pos_label, match):
    with pytest.raises(ValueError, match=match):
        is_positive(y, pos_label, guess=False)


def test_the_positive_class_may_be_guessed():
    assert is_positive(["b", "a"]).tolist() == [True, False]  # the one that sorts last


def test_ranked():
    positive, score, weight = ranked([0, 1], [0.1, 0.9], sample_weight=[1, 2])
    assert (positive.tolist(), score.tolist(), weight.tolist()) == (
        [False, True],
        [0.1, 0.9],
        [1, 2],
    )
    with pytest.raises(ValueError, match="y_true and y_score: expected the same length"):
        ranked([0, 1], [0.1])
    with pytest.raises(ValueError, match="sample_weight: expected a positive weight in both"):
        ranked([0, 1], [0.1, 0.9], sample_weight=[1, 0])


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
        columns = [c for c in (whole[:cut], whole[cut:]) if len(c)]
        classes, codes = checks.encode(*columns)
        expected, expected_codes = np.unique(whole, return_inverse=True)
        assert_array_equal(classes, expected)
        assert_array_equal(np.concatenate(codes), expected_codes)
        assert classes.dtype.kind == whole.dtype.kind

    agree()


def test_encode_of_columns_of_unlike_types():
    classes, (a, b) = checks.encode(np.array([True, False]), np.array([2, 1], dtype=np.int8))
    assert classes.tolist() == [0, 1, 2]
    assert (a.tolist(), b.tolist()) == ([1, 0], [2, 1])
    classes, (a, b) = checks.encode(np.array(["a", "c"]), np.array(["long", "a"]))
    assert classes.tolist() == ["a", "c", "long"]
    assert (a.tolist(), b.tolist()) == ([0, 1], [2, 0])


# -- single values ----------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("value", "error", "match"),
    [
        ("1", TypeError, r"a: expected a finite number from 0 to 1, got '1' \(str\)"),
        (True, TypeError, r"got True \(bool\)"),
        (None, TypeError, r"got None \(NoneType\)"),
        (np.array([0.5]), TypeError, "ndarray"),
        (math.nan, ValueError, "got nan"),
        (math.inf, ValueError, "got inf"),
        (10**400, ValueError, "too large for a float"),
        (1.5, ValueError, "a: expected a finite number from 0 to 1, got 1.5"),
    ],
)
def test_no_real(value, error, match):
    with pytest.raises(error, match=match):
        checks.real(value, "a", least=0, most=1)


def test_real_says_what_range_it_expects():
    with pytest.raises(ValueError, match=r"a: expected a finite number >= 0, got -1\.0"):
        checks.real(-1, "a", least=0)
    with pytest.raises(ValueError, match="a: expected a finite number, got nan"):
        checks.real(math.nan, "a")
    assert checks.real(Fraction(1, 2), "a", most=1) == checks.real(np.float32(0.5), "a") == 0.5


@pytest.mark.parametrize("value", [0, 1, -0.1, 2])
def test_ends_are_not_inside(value):
    with pytest.raises(ValueError, match="alpha: expected a number between 0 and 1, ends excluded"):
        checks.inside(value, "alpha")
    assert checks.inside(0.05, "alpha") == 0.05


@pytest.mark.parametrize(
    ("value", "error", "match"),
    [
        (2.0, TypeError, r"k: expected a whole number >= 2 and <= 5, got 2.0 \(float\)"),
        (True, TypeError, "got True"),
        (1, ValueError, "k: expected a whole number >= 2 and <= 5, got 1"),
        (6, ValueError, "got 6"),
    ],
)
def test_no_integer(value, error, match):
    with pytest.raises(error, match=match):
        checks.integer(value, "k", least=2, most=5)


def test_integer_and_flag_and_choice():
    assert checks.integer(np.int8(3), "k") == 3
    assert checks.flag(np.True_, "x") is True
    with pytest.raises(TypeError, match="x: expected True or False, got 1"):
        checks.flag(1, "x")
    assert checks.one_of("a", "x", ("a", None)) == "a"
    assert checks.one_of(None, "x", ("a", None)) is None


@pytest.mark.parametrize("value", ["b", ["a"], np.array(["a"]), {"a"}, 1, pd.NA])
def test_no_choice(value):
    with pytest.raises(ValueError, match="x: expected one of 'a', None, got"):
        checks.one_of(value, "x", ("a", None))


def test_zero_division_value():
    assert [checks.zero_division_value(v) for v in ("warn", 0, 1, 1.0)] == [0, 0, 1, 1]
    assert math.isnan(checks.zero_division_value(np.nan))
    for wrong in ("0", 2, 0.5, None, math.inf, 10**400):
        with pytest.raises(ValueError, match="zero_division: expected 'warn', 0, 1 or NaN"):
            checks.zero_division_value(wrong)


def test_random_streams():
    first, again = (checks.random_stream(3).randint(1000, size=5) for _ in range(2))
    assert_array_equal(first, again)
    stream = np.random.RandomState(0)
    assert checks.random_stream(stream) is checks.seed(stream) is stream
    assert checks.seed(None) is None
    np.random.seed(5)
    own = checks.random_stream(None).randint(1000)
    assert own == np.random.RandomState(5).randint(1000)
    generator, same = np.random.default_rng(7), np.random.default_rng(7)
    drawn = [checks.random_stream(generator).randint(1000) for _ in range(3)]
    assert drawn == [checks.random_stream(same).randint(1000) for _ in range(3)]
    assert len(set(drawn)) == 3  # each draw goes on where the last one ended


@pytest.mark.parametrize(
    ("value", "error", "match"),
    [
        (-1, ValueError, "random_state: expected a whole number >= 0 and <= 4294967295, got -1"),
        (2**32, ValueError, "got 4294967296"),
        ("a", TypeError, "random_state: expected a whole number"),
    ],
)
def test_no_seed(value, error, match):
    with pytest.raises(error, match=match):
        checks.random_stream(value)


def test_a_warning_points_at_its_caller():
    with pytest.warns(checks.UndefinedMetricWarning, match="0/0") as caught:
        checks.warn("0/0")
    assert caught[0].filename == __file__


def test_long_lists_are_cut_in_messages():
    assert checks.shown(range(10), most=3) == "[0, 1, 2, ...]"
    assert checks.shown(np.array(["a"])) == "['a']"


def test_what_is_missing_names_its_extra():
    assert checks.need("math") is math
    with pytest.raises(
        ImportError, match=r'no_such is missing: pip install "mlevalkit\[notebook\]"'
    ):
        checks.need("no_such")


@pytest.mark.parametrize("check", [checks.real, checks.integer, checks.size])
def test_a_duration_is_no_number(check):  # numpy counts it among the whole numbers
    with pytest.raises(TypeError, match=r"m: expected a .*, got .*timedelta64"):
        check(np.timedelta64(1, "s"), "m")
    with pytest.raises(ValueError, match="zero_division: expected"):
        checks.zero_division_value(np.timedelta64(1, "s"))


def test_sizes_stay_exact_as_floats():
    assert checks.size(2**53, "m") == 2**53
    with pytest.raises(ValueError, match=r"m: expected a whole number .* and <= 9007199254740992"):
        checks.size(2**53 + 1, "m")


@pytest.mark.parametrize("top", [2**61, 2**62, 2**63])
def test_large_whole_weights_do_not_wrap_around(top):
    weights = checks.as_weights(np.array([top, top, 0], dtype=np.uint64), 3)
    assert weights.tolist() == [top, top, 0]
    assert float(weights.sum()) == 2.0 * top


def test_items_of_a_sequence():
    assert checks.as_list((v for v in (1, 2)), "points") == [1, 2]
    for value in (5, np.array(0.5), None):
        with pytest.raises(TypeError, match="points: expected a sequence, got"):
            checks.as_list(value, "points")


def test_what_is_single():
    assert checks.is_single(3)
    assert not checks.is_single([3])
    assert not checks.is_single([[1], [1, 2]])
