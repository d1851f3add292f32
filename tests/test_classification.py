"""Accuracy, the tables of counts, precision, recall and F: (2.4)-(2.17)."""

import math
import re
import warnings

import numpy as np
import pandas as pd
import pytest
import sklearn.metrics as sk
from helpers import check_working
from hypothesis import assume, example, given, strategies as st
from numpy.testing import assert_allclose, assert_array_equal

import mlevalkit as mk


def quiet(function, *args, **options):
    """Call a function of scikit-learn without its warnings about 0/0 and single labels."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", UserWarning)
        return function(*args, **options)


# -- numbers that the textbook's slides print, or that follow from them ------------------------

EXAMPLES = [
    ("2.9", mk.accuracy_score, {}, 0.6),
    ("2.9", mk.accuracy_score, {"normalize": False}, 3),
    ("2.9", mk.error_rate, {}, 0.4),
    ("2.9", mk.error_rate, {"normalize": False}, 2),
    ("2.10", mk.confusion_matrix, {}, [[4, 0, 1], [1, 1, 0], [0, 2, 1]]),
    ("2.10", mk.accuracy_score, {}, 0.6),
    ("2.10", mk.precision_score, {"average": None}, [4 / 5, 1 / 3, 1 / 2]),
    ("2.10", mk.precision_score, {"average": "macro"}, 0.5444444444),
    ("2.10", mk.precision_score, {"average": "weighted"}, 0.6166666667),
    ("2.10", mk.precision_score, {"average": "micro"}, 0.6),
    ("2.10", mk.recall_score, {"average": None}, [4 / 5, 1 / 2, 1 / 3]),
    ("2.10", mk.recall_score, {"average": "macro"}, 0.5444444444),
    ("2.10", mk.macro_f1, {}, 0.5444444444),
    ("2.10", mk.f1_score, {"average": "macro"}, 0.5333333333),
    ("2.12", mk.confusion_matrix, {}, [[2, 0, 0], [1, 0, 1], [0, 2, 0]]),
    ("2.12", mk.precision_score, {"average": None}, [2 / 3, 0, 0]),
    ("2.12", mk.precision_score, {"average": "macro"}, 0.2222222222222222),
    ("2.12", mk.precision_score, {"average": "micro"}, 0.3333333333333333),
    ("2.12", mk.precision_score, {"average": "weighted"}, 0.2222222222222222),
    ("2.12", mk.macro_f1, {}, 0.2666666667),
    ("2.12", mk.f1_score, {"average": "macro"}, 0.2666666667),
]


@pytest.mark.parametrize(("example", "measure", "options", "printed"), EXAMPLES)
def test_numbers_of_the_slides(example, measure, options, printed):
    assert_allclose(measure(*mk.datasets.example(example), **options), printed, rtol=1e-9)


def test_f_is_not_the_reciprocal_that_a_slide_has():
    y_true, y_pred = np.repeat([1, 1, 0], [8, 2, 8]), np.repeat([1, 0, 1], [8, 2, 8])
    assert mk.fbeta_score(y_true, y_pred, beta=1) == pytest.approx(1 / 1.625)  # P .5, R .8


def test_one_against_the_rest_is_not_class_against_class():
    example = mk.datasets.example("2.12")
    rest, pairs = mk.one_vs_rest_counts(*example), mk.pairwise_counts(*example)
    assert np.mean([c.precision for c in rest.values()]) == pytest.approx(0.2222222222)
    assert np.mean([c.precision for c in pairs.values()]) == pytest.approx(0.5555555556)
    assert {pair: tuple(counts) for pair, counts in pairs.items()} == {
        (0, 1): (2, 1, 0, 0), (0, 2): (2, 0, 0, 0), (1, 2): (0, 2, 1, 0),
    }  # fmt: skip


# -- scikit-learn on random labels -------------------------------------------------------------

TWO = {
    "two classes": [0, 1],
    "signs": [-1, 1],
    "booleans": [False, True],
    "two strings": ["ham", "spam"],
}
KINDS = TWO | {
    "three classes": [0, 1, 2],
    "far apart": [-7, 3, 10**6, 2**40],
    "floats": [0.0, 1.0, 2.0],
    "strings": ["cat", "dog", "horse", "a cat"],
}
CONTAINERS = [list, np.array, tuple, pd.Categorical, lambda x: pd.Series(x, range(5, len(x) + 5))]
AVERAGES = ["micro", "macro", "weighted", None]
zero_divisions = st.sampled_from([0, 1, np.nan])


@st.composite
def predictions(draw, *kinds):
    """Return y_true, y_pred and weights, or None, of a random kind of labels."""
    labels = st.sampled_from(KINDS[draw(st.sampled_from(kinds or list(KINDS)))])
    n = draw(st.integers(1, 30))
    columns = [draw(st.lists(labels, min_size=n, max_size=n)) for _ in range(2)]
    weight = draw(
        st.none()
        | st.lists(st.integers(1, 5), min_size=n, max_size=n)
        | st.lists(st.sampled_from([0.25, 0.5, 1.0, 3.0]), min_size=n, max_size=n)
        | st.sampled_from([2.0**-1000, 2.0**1000]).map(lambda unit: [unit] * n)
    )
    wrap = draw(st.sampled_from(CONTAINERS))
    return wrap(columns[0]), wrap(columns[1]), weight


def some_of(y_true, y_pred, *others):
    """Return labels in any order, not all of them, and others; or None."""
    known = sorted(set(y_true) | set(y_pred))
    return st.none() | st.lists(st.sampled_from([*others, *known]), min_size=1, unique=True)


@given(predictions(), st.booleans())
def test_accuracy_like_scikit_learn(case, normalize):
    y_true, y_pred, weight = case
    options = {"normalize": normalize, "sample_weight": weight}
    expected = sk.accuracy_score(y_true, y_pred, **options)
    assert mk.accuracy_score(y_true, y_pred, **options) == pytest.approx(expected)
    assert type(mk.accuracy_score(y_true, y_pred, **options)) is float
    expected = sk.zero_one_loss(y_true, y_pred, **options)  # subtracts from the sum of weights
    lost = 1e-12 * (1 if normalize else max(weight or [1]))
    assert mk.error_rate(y_true, y_pred, **options) == pytest.approx(expected, abs=lost)


@given(predictions(), st.sampled_from(["true", "pred", "all", None]), st.data())
def test_confusion_matrix_like_scikit_learn(case, normalize, data):
    y_true, y_pred, weight = case
    labels = data.draw(some_of(y_true, y_pred, "x" if isinstance(next(iter(y_true)), str) else 9))
    assume(labels is None or set(labels) & set(y_true))  # what scikit-learn asks for
    options = {"labels": labels, "sample_weight": weight, "normalize": normalize}
    got = mk.confusion_matrix(y_true, y_pred, **options)
    expected = quiet(sk.confusion_matrix, y_true, y_pred, **options)
    assert_allclose(got, expected, rtol=1e-12)
    assert got.dtype == expected.dtype


def test_listed_classes_of_which_none_is_in_y_true():
    for home in (mk, sk):
        with pytest.raises(ValueError, match=r"[Ll]abel.* y_true"):
            home.confusion_matrix([0, 0], [0, 1], labels=[1])


def _compare(case, name, **options):
    y_true, y_pred, weight = case
    options["sample_weight"] = weight
    expected = quiet(getattr(sk, name), y_true, y_pred, **options)
    got = getattr(mk, name)(y_true, y_pred, **options)
    assert_allclose(got, expected, rtol=1e-12)
    assert type(got) is type(expected)


@given(
    predictions(),
    st.sampled_from(["precision_score", "recall_score", "f1_score", "fbeta_score"]),
    st.sampled_from(AVERAGES),
    zero_divisions,
    st.data(),
)
def test_averages_like_scikit_learn(case, name, average, zero_division, data):
    absent = "x" if isinstance(next(iter(case[0])), str) else 9
    options = {"average": average, "zero_division": zero_division}
    options["labels"] = data.draw(some_of(*case[:2], absent))
    if name == "fbeta_score":
        options["beta"] = data.draw(st.sampled_from([0, 0.5, 1, 2, 10.0, math.inf]))
    _compare(case, name, **options)


@given(predictions(), st.booleans())
@example((["b", "a", "b"], ["b", "c", "a"], None), True)
def test_balanced_accuracy_like_scikit_learn(case, adjusted):
    assume(len(set(case[0])) > 1 or not adjusted)
    options = {"sample_weight": case[2], "adjusted": adjusted}
    got = quiet(mk.balanced_accuracy_score, *case[:2], **options)
    expected = quiet(sk.balanced_accuracy_score, *case[:2], **options)
    assert_allclose(got, expected, rtol=1e-12, atol=1e-15)
    check_working(quiet(mk.balanced_accuracy_score.working, *case[:2], **options))


def test_balanced_accuracy_warns_of_a_class_that_does_not_occur():
    with pytest.warns(mk.UndefinedMetricWarning, match=r"not in y_true: \[2\]"):
        assert mk.balanced_accuracy_score([0, 1, 0, 1], [0, 1, 2, 2]) == 0.5


@given(predictions(), st.integers(0, 12), zero_divisions, st.data())
def test_the_report_is_scikit_learns_to_the_letter(case, digits, zero_division, data):
    y_true, y_pred, weight = case
    labels = data.draw(some_of(y_true, y_pred))
    n = len(labels or {*y_true, *y_pred})
    names = data.draw(st.none() | st.just([f"class {i} of many" for i in range(n)]))
    options = {"labels": labels, "target_names": names, "digits": digits,
               "zero_division": zero_division, "sample_weight": weight}  # fmt: skip
    arrays = [np.asarray(y) for y in (y_true, y_pred)]  # of a category it calls False 0.0
    expected = quiet(sk.classification_report, *arrays, **options)
    if weight is None:  # where nothing is right, scikit-learn's numbers of samples end in .0
        expected = re.sub(r"(\d+)\.0\n", r"  \1\n", expected)
    assert mk.classification_report(y_true, y_pred, **options) == expected
    got = mk.classification_report(y_true, y_pred, output_dict=True, **options)
    expected = quiet(sk.classification_report, *arrays, output_dict=True, **options)
    assert got.keys() == expected.keys()
    for name, row in expected.items():
        assert got[name] == pytest.approx(row, nan_ok=True)


@given(
    predictions(*TWO),
    st.sampled_from([0, -1]),
    st.sampled_from([0.5, 1, 2, math.inf]),
    zero_divisions,
)
def test_either_class_can_be_the_positive_one(case, place, beta, zero_division):
    labels = sorted({*case[0], *case[1]})
    assume(len(labels) == 2)
    options = {"pos_label": labels[place], "zero_division": zero_division}
    for name in ("precision_score", "recall_score", "f1_score"):
        _compare(case, name, **options)
    _compare(case, "fbeta_score", beta=beta, **options)
    options |= {"beta": beta, "sample_weight": case[2]}
    check_working(mk.fbeta_score.working(*case[:2], **options))


@given(
    predictions(),
    st.sampled_from(AVERAGES),
    st.sampled_from([(), ["recall"]]),
    zero_divisions | st.just("warn"),
    st.data(),
)
def test_all_four_at_once_like_scikit_learn(case, average, warn_for, zero_division, data):
    y_true, y_pred, weight = case
    options = {"average": average, "zero_division": zero_division, "sample_weight": weight,
               "warn_for": warn_for, "labels": data.draw(some_of(y_true, y_pred))}  # fmt: skip
    got, expected = (
        quiet(home.precision_recall_fscore_support, y_true, y_pred, beta=2, **options)
        for home in (mk, sk)
    )
    assert_allclose([*got[:3]], [*expected[:3]], rtol=1e-12)
    assert (got[3] is None) == (expected[3] is None)
    if average is None:
        assert_allclose(got[3], expected[3], rtol=1e-12)


MANY = {
    "int8": np.arange(-128, 127, 5, dtype=np.int8),
    "uint64": np.arange(60, dtype=np.uint64),
    "floats": np.arange(60.0),
    "booleans": np.array([False, True]),
    "from -2**62": np.arange(-(2**62), -(2**62) + 60),
    "wide apart": 2**40 + np.arange(0, 70_000, 777),
    "300 numbers": np.arange(300),
    "300 strings": np.array([f"class {i}" for i in range(300)]),
    "long strings": np.array(["x" * 40 + c for c in "abcde"] + ["x" * 41]),
}


@pytest.mark.parametrize("labels", MANY)
def test_many_samples_of_many_classes(labels):
    y_true, y_pred = np.random.default_rng(0).choice(MANY[labels], (2, 20_000))
    table = mk.confusion_matrix(y_true, y_pred)
    assert_array_equal(table, sk.confusion_matrix(y_true, y_pred))
    assert [*mk.one_vs_rest_counts(y_true, y_pred)] == np.unique(y_true).tolist()
    expected = sk.f1_score(y_true, y_pred, average="macro")
    assert mk.f1_score(y_true, y_pred, average="macro") == pytest.approx(expected)


def test_columns_of_unlike_types_have_their_classes_in_common():
    table = mk.confusion_matrix(np.array([True, False]), np.array([2, 1], dtype=np.int8))
    assert table.tolist() == [[0, 1, 0], [0, 0, 1], [0, 0, 0]]
    table = mk.confusion_matrix(["a", "c"], ["long", "a"])
    assert table.tolist() == [[0, 0, 1], [1, 0, 0], [0, 0, 0]]


# -- properties --------------------------------------------------------------------------------


@given(predictions("three classes"))
def test_weights_of_pairs_count_like_repeated_samples(case):
    y_true, y_pred = np.asarray(case[0]), np.asarray(case[1])
    weight = np.arange(len(y_true)) % 3 + 1
    many = np.repeat(y_true, weight), np.repeat(y_pred, weight)
    weighted = mk.pairwise_counts(y_true, y_pred, sample_weight=weight, labels=[0, 1, 2])
    assert weighted == mk.pairwise_counts(*many, labels=[0, 1, 2])


@given(predictions("two classes"))
def test_two_classes_are_counted_as_scikit_learn_counts(case):
    y_true, y_pred, weight = case
    counts = mk.binary_counts(y_true, y_pred, sample_weight=weight)
    matrix = sk.confusion_matrix(y_true, y_pred, labels=[0, 1], sample_weight=weight)
    tp, fp, fn, tn = counts
    assert_allclose([[tn, fp], [fn, tp]], matrix)
    assert counts.total == pytest.approx(matrix.sum())
    nan = {"zero_division": np.nan, "sample_weight": weight}
    assert_allclose(counts.precision, mk.precision_score(y_true, y_pred, **nan))
    assert_allclose(counts.recall, mk.recall_score(y_true, y_pred, **nan))
    assert_allclose(counts.f1, mk.f1_score(y_true, y_pred, **nan))
    assert_allclose(counts.accuracy, mk.accuracy_score(y_true, y_pred, sample_weight=weight))
    assert_allclose(counts.error_rate, 1 - counts.accuracy, atol=1e-12)
    assert_allclose(counts.fnr, 1 - counts.recall, atol=1e-12)
    swapped = mk.recall_score(y_true, y_pred, pos_label=0, **nan) if tn + fp else math.nan
    assert_allclose(counts.fpr, 1 - swapped, atol=1e-12)
    assert counts.working().value == counts


@given(predictions(), st.data())
def test_one_vs_rest_counts_are_scikit_learns(case, data):
    y_true, y_pred, weight = case
    options = {"sample_weight": weight, "labels": data.draw(some_of(y_true, y_pred))}
    tables = mk.one_vs_rest_counts(y_true, y_pred, **options)
    assert list(tables) == (options["labels"] or sorted({*y_true, *y_pred}))
    got = [[[c.TN, c.FP], [c.FN, c.TP]] for c in tables.values()]
    expected = sk.multilabel_confusion_matrix(y_true, y_pred, **options)
    assert_allclose(np.array(got, float), expected, rtol=1e-12, atol=1e-12)


@given(predictions("three classes"), zero_divisions, st.data())
def test_macro_f1_is_the_harmonic_mean_of_the_means(case, zero_division, data):
    y_true, y_pred, weight = case
    options = {"average": "macro", "zero_division": zero_division, "sample_weight": weight}
    options["labels"] = data.draw(some_of(y_true, y_pred))
    p = quiet(sk.precision_score, y_true, y_pred, **options)
    r = quiet(sk.recall_score, y_true, y_pred, **options)
    options.pop("average")
    got = mk.macro_f1(y_true, y_pred, **options)
    assert got == pytest.approx(2 * p * r / (p + r) if p + r else 0, nan_ok=True)
    check_working(quiet(mk.macro_f1.working, y_true, y_pred, **options), got)


# -- 0/0 ---------------------------------------------------------------------------------------


def warned(function, *args, **options):
    """Return what a function returns, and its warnings."""
    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always")
        value = function(*args, **options)
    return value, caught


@pytest.mark.parametrize("pair", [([0, 1], [0, 0]), ([0, 0], [0, 1]), ([0, 0], [0, 0])])
@pytest.mark.parametrize("average", ["binary", "macro"])
@pytest.mark.parametrize("name", ["precision_score", "recall_score", "f1_score"])
def test_zero_over_zero_warns_when_scikit_learn_does(pair, average, name):
    value, ours = warned(getattr(mk, name), *pair, average=average)
    expected, theirs = warned(getattr(sk, name), *pair, average=average)
    assert (value, len(ours)) == (expected, len(theirs))
    for warning in ours:
        assert warning.category is mk.UndefinedMetricWarning
        assert warning.filename == __file__
        assert str(warning.message).startswith(name[0].upper())  # Precision, Recall or F
        assert "set to 0; the zero_division parameter" in str(warning.message)


@pytest.mark.parametrize("warn_for", [("precision", "recall", "f-score"), ["recall"], ["f-score"]])
def test_one_warning_for_each_column_that_is_asked_for(warn_for):
    options = {"average": "binary", "warn_for": warn_for}
    ours, theirs = (
        warned(home.precision_recall_fscore_support, [0, 0], [0, 0], **options)[1]
        for home in (mk, sk)
    )
    assert len(ours) == len(theirs)


def test_means_over_classes_leave_nan_out():
    pair, options = ([0, 0, 1], [0, 0, 0]), {"zero_division": np.nan, "average": "macro"}
    assert mk.precision_score(*pair, **options) == pytest.approx(2 / 3)
    assert "macro-P = Σ P / n = 2/3 / 1" in str(mk.precision_score.working(*pair, **options))
    options["labels"] = [5, 6]
    assert math.isnan(mk.precision_score(*pair, **options))
    check_working(mk.precision_score.working(*pair, **options), math.nan)
    assert math.isnan(mk.macro_f1([0, 1], [0, 1], labels=[2], zero_division=np.nan))


def test_pairs_with_a_class_that_does_not_occur():
    tables = mk.pairwise_counts([0, 1, 0], [1, 1, 0], labels=[0, 1, 5])
    assert [tuple(counts) for counts in tables.values()] == [
        (1, 0, 1, 1), (1, 0, 0, 0), (1, 0, 0, 0),
    ]  # fmt: skip
    empty = mk.pairwise_counts([0, 1, 2], [2, 2, 2])[0, 1]
    assert all(map(math.isnan, (empty.precision, empty.recall, empty.accuracy)))


# -- workings ----------------------------------------------------------------------------------


@given(st.lists(st.floats(0.01, 1), min_size=6, max_size=30), st.randoms())
def test_fractional_weights_leave_no_negative_count(weights, random):
    y = [random.randrange(2) for _ in weights]
    right = mk.binary_counts(y, y, sample_weight=weights) if sum(y) > 0 else None
    assert right is None or (right.FP, right.FN) == (0, 0)
    assert all(count >= 0 for count in right or ())


def test_f1_is_worked_from_the_counts_where_nothing_is_right():
    worked = str(mk.f1_score.working([1, 1, 0, 0, 0, 0], [0, 0, 1, 1, 1, 0]))
    assert "2 · 0 / (2 · 0 + 2 + 3) = 0" in worked  # FN 2, FP 3


def test_macro_f1_is_worked_as_0_where_nothing_is_right():
    *_, macro, _ = mk.macro_f1.working([0, 1], [1, 0]).steps
    assert (macro.number, macro.value) == ("2.14", 0)


def test_a_long_row_of_a_matrix_ends_with_its_last_cell():
    table = mk.confusion_matrix.working(range(40), range(40)).steps[0]
    assert table.header[-1] == '"39"'
    assert (table.rows[-1][0], table.rows[-1][-1]) == ("39", 1)


def test_a_warning_names_what_is_undefined():
    with pytest.warns(mk.UndefinedMetricWarning, match="Recall"):
        mk.recall_score([0, 0], [0, 0])
