"""Accuracy, the tables of counts, precision, recall and F: (2.4)-(2.17)."""

import math
import re
import warnings

import numpy as np
import pandas as pd
import pytest
import sklearn.metrics as sk
from helpers import check_working
from hypothesis import assume, example, given, settings, strategies as st
from numpy.testing import assert_allclose, assert_array_equal

import mlevalkit as mk

EXAMPLE_10 = mk.datasets.example("2.10")
EXAMPLE_12 = mk.datasets.example("2.12")


def quiet(function, *args, **options):
    """Call a function of scikit-learn without its warnings about 0/0 and single labels."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", UserWarning)
        return function(*args, **options)


# -- numbers that the textbook's slides print, or that follow from them ------------------------


def test_example_2_9():
    y_true, y_pred = mk.datasets.example("2.9")
    assert mk.accuracy_score(y_true, y_pred) == 0.6
    assert mk.accuracy_score(y_true, y_pred, normalize=False) == 3
    assert mk.error_rate(y_true, y_pred) == 0.4
    assert mk.error_rate(y_true, y_pred, normalize=False) == 2


def test_example_2_10():
    table = mk.confusion_matrix(*EXAMPLE_10, labels=[0, 1, 2])
    assert table.tolist() == [[4, 0, 1], [1, 1, 0], [0, 2, 1]]
    assert mk.accuracy_score(*EXAMPLE_10) == 0.6
    assert_allclose(mk.precision_score(*EXAMPLE_10, average=None), [4 / 5, 1 / 3, 1 / 2])
    assert_allclose(mk.recall_score(*EXAMPLE_10, average=None), [4 / 5, 1 / 2, 1 / 3])
    assert mk.precision_score(*EXAMPLE_10, average="macro") == pytest.approx(0.5444444444)
    assert mk.recall_score(*EXAMPLE_10, average="macro") == pytest.approx(0.5444444444)
    assert mk.macro_f1(*EXAMPLE_10) == pytest.approx(0.5444444444)
    assert mk.f1_score(*EXAMPLE_10, average="macro") == pytest.approx(0.5333333333)
    assert mk.precision_score(*EXAMPLE_10, average="weighted") == pytest.approx(0.6166666667)
    assert mk.precision_score(*EXAMPLE_10, average="micro") == 0.6


def test_example_2_12():
    assert mk.confusion_matrix(*EXAMPLE_12).tolist() == [[2, 0, 0], [1, 0, 1], [0, 2, 0]]
    got = [mk.precision_score(*EXAMPLE_12, average=a) for a in ("macro", "micro", "weighted")]
    assert got == [0.2222222222222222, 0.3333333333333333, 0.2222222222222222]
    assert_allclose(mk.precision_score(*EXAMPLE_12, average=None), [2 / 3, 0, 0])
    assert mk.macro_f1(*EXAMPLE_12) == pytest.approx(0.2666666667)
    assert mk.f1_score(*EXAMPLE_12, average="macro") == pytest.approx(0.2666666667)


def test_one_against_the_rest_is_not_class_against_class():
    rest, pairs = mk.one_vs_rest_counts(*EXAMPLE_12), mk.pairwise_counts(*EXAMPLE_12)
    assert np.mean([c.precision for c in rest.values()]) == pytest.approx(0.2222222222)
    assert np.mean([c.precision for c in pairs.values()]) == pytest.approx(0.5555555556)
    assert list(pairs) == [(0, 1), (0, 2), (1, 2)]
    assert tuple(pairs[1, 2]) == (0, 2, 1, 0)


# -- scikit-learn on random labels -------------------------------------------------------------

KINDS = {
    "two classes": [0, 1],
    "signs": [-1, 1],
    "booleans": [False, True],
    "three classes": [0, 1, 2],
    "far apart": [-7, 3, 10**6, 2**40],
    "floats": [0.0, 1.0, 2.0],
    "strings": ["cat", "dog", "horse", "a cat"],
    "two strings": ["ham", "spam"],
}
AVERAGES = ["micro", "macro", "weighted", None]


@st.composite
def predictions(draw, kind=None):
    """Return y_true, y_pred and weights, or None, of a random kind of labels."""
    labels = st.sampled_from(KINDS[kind or draw(st.sampled_from(list(KINDS)))])
    n = draw(st.integers(1, 30))
    columns = [draw(st.lists(labels, min_size=n, max_size=n)) for _ in range(2)]
    weight = draw(
        st.none()
        | st.lists(st.integers(1, 5), min_size=n, max_size=n)
        | st.lists(st.sampled_from([0.25, 0.5, 1.0, 3.0]), min_size=n, max_size=n)
    )
    wrap = draw(st.sampled_from([list, np.array, tuple, lambda x: pd.Series(x, range(5, n + 5))]))
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
    expected = sk.zero_one_loss(y_true, y_pred, **options)
    assert mk.error_rate(y_true, y_pred, **options) == pytest.approx(expected, abs=1e-12)


@given(predictions(), st.sampled_from(["true", "pred", "all", None]), st.data())
def test_confusion_matrix_like_scikit_learn(case, normalize, data):
    y_true, y_pred, weight = case
    labels = data.draw(some_of(y_true, y_pred))
    assume(labels is None or set(labels) & set(y_true))  # what scikit-learn asks for
    options = {"labels": labels, "sample_weight": weight, "normalize": normalize}
    got = mk.confusion_matrix(y_true, y_pred, **options)
    expected = quiet(sk.confusion_matrix, y_true, y_pred, **options)
    assert_allclose(got, expected, rtol=1e-12)
    assert got.dtype == expected.dtype


@pytest.mark.parametrize("normalize", ["true", "pred", "all", None])
@pytest.mark.parametrize("labels", [[0, 1, 5], [0]])
def test_confusion_matrix_of_more_or_fewer_classes_than_occur(labels, normalize):
    columns, options = ([0, 1, 1], [1, 1, 0]), {"labels": labels, "normalize": normalize}
    expected = quiet(sk.confusion_matrix, *columns, **options)
    assert_allclose(quiet(mk.confusion_matrix, *columns, **options), expected)


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
    st.sampled_from([0, 1, np.nan]),
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


@given(
    st.sampled_from(["two classes", "signs", "booleans", "two strings"]).flatmap(predictions),
    st.sampled_from(["precision_score", "recall_score", "f1_score"]),
    st.sampled_from([0, 1, np.nan]),
)
def test_one_positive_class_like_scikit_learn(case, name, zero_division):
    options = {"zero_division": zero_division}
    if isinstance(next(iter(case[0])), str):
        assume({*case[0], *case[1]} == {"ham", "spam"})
        options["pos_label"] = "spam"
    _compare(case, name, **options)


@pytest.mark.parametrize("beta", [0.5, 1, 2, math.inf])
@pytest.mark.parametrize("columns", [([0, 0, 1, 1, 1], [0, 1, 1, 1, 0]), ([0, 1], [1, 0])])
def test_the_smaller_class_can_be_the_positive_one(columns, beta):
    options = {"beta": beta, "pos_label": 0, "zero_division": 0}
    value = mk.fbeta_score(*columns, **options)
    assert value == pytest.approx(sk.fbeta_score(*columns, **options))
    check_working(mk.fbeta_score.working(*columns, **options), value)


def test_all_four_at_once_by_default():
    columns, weight = ([0, 1, 1], [0, 1, 0]), [1, 2, 5]
    ours, theirs = mk.precision_recall_fscore_support, sk.precision_recall_fscore_support
    assert ours(*columns, average="binary") == pytest.approx(theirs(*columns, average="binary"))
    assert_allclose(*(f(*columns, sample_weight=weight) for f in (ours, theirs)))
    for name in ("precision", "recall", "f-score"):
        with pytest.warns(mk.UndefinedMetricWarning) as caught:
            ours([0, 0], [0, 0], warn_for=name, average="binary")
        assert len(caught) == 1


@given(predictions(), st.sampled_from(AVERAGES), st.sampled_from([0, 1, np.nan]), st.data())
def test_all_four_at_once_like_scikit_learn(case, average, zero_division, data):
    y_true, y_pred, weight = case
    options = {"average": average, "zero_division": zero_division, "sample_weight": weight,
               "labels": data.draw(some_of(y_true, y_pred))}  # fmt: skip
    got = mk.precision_recall_fscore_support(y_true, y_pred, beta=2, **options)
    expected = quiet(sk.precision_recall_fscore_support, y_true, y_pred, beta=2, **options)
    for a, b in zip(got, expected, strict=True):
        if b is None:
            assert a is None
        else:
            assert_allclose(a, b, rtol=1e-12)


@pytest.mark.parametrize("labels", [[2, 0], [0], [1], [0, 1], [1, 2, 0]])
def test_labels_choose_the_classes_and_their_order(labels):
    every, some = (mk.one_vs_rest_counts(*EXAMPLE_10, labels=c) for c in (None, labels))
    assert list(some.items()) == [(c, every[c]) for c in labels]
    p, r = (np.mean(f(*EXAMPLE_10, labels=labels, average=None))
            for f in (sk.precision_score, sk.recall_score))  # fmt: skip
    assert mk.macro_f1(*EXAMPLE_10, labels=labels) == pytest.approx(2 * p * r / (p + r))


@settings(max_examples=50)
@given(predictions(), st.integers(0, 12), st.sampled_from([0, 1, np.nan]), st.data())
def test_the_report_is_scikit_learns_to_the_letter(case, digits, zero_division, data):
    y_true, y_pred, weight = case
    labels = data.draw(some_of(y_true, y_pred))
    n = len(labels or {*y_true, *y_pred})
    names = data.draw(st.none() | st.just([f"class {i} of many" for i in range(n)]))
    options = {"labels": labels, "target_names": names, "digits": digits,
               "zero_division": zero_division, "sample_weight": weight}  # fmt: skip
    expected = quiet(sk.classification_report, y_true, y_pred, **options)
    if weight is None:  # where nothing is right, scikit-learn's numbers of samples end in .0
        expected = re.sub(r"(\d+)\.0\n", r"  \1\n", expected)
    assert mk.classification_report(y_true, y_pred, **options) == expected
    got = mk.classification_report(y_true, y_pred, output_dict=True, **options)
    expected = quiet(sk.classification_report, y_true, y_pred, output_dict=True, **options)
    assert got.keys() == expected.keys()
    for name, row in expected.items():
        assert got[name] == pytest.approx(row, nan_ok=True)


@pytest.mark.parametrize("size", [1, 100, 32_768, 70_000])
@pytest.mark.parametrize("dtype", [np.int8, np.uint8, np.int64, np.uint64, np.float64, np.bool_])
def test_every_size_and_type_of_labels(size, dtype):
    rng = np.random.default_rng(size)
    y_true, y_pred = (rng.integers(0, 60, size).astype(dtype) for _ in range(2))
    expected = quiet(sk.confusion_matrix, y_true, y_pred)
    assert_array_equal(mk.confusion_matrix(y_true, y_pred), expected)
    assert mk.accuracy_score(y_true, y_pred) == sk.accuracy_score(y_true, y_pred)
    options = {"average": "macro", "zero_division": 0}
    expected = sk.precision_score(y_true, y_pred, **options)
    assert mk.precision_score(y_true, y_pred, **options) == pytest.approx(expected)


def test_many_classes():
    rng = np.random.default_rng(0)
    for labels in (np.arange(300), np.array([f"class {i}" for i in range(300)])):
        y_true, y_pred = rng.choice(labels, 2000), rng.choice(labels, 2000)
        expected = sk.confusion_matrix(y_true, y_pred)
        assert_array_equal(mk.confusion_matrix(y_true, y_pred), expected)
        options = {"average": "macro", "zero_division": 0}
        expected = sk.f1_score(y_true, y_pred, **options)
        assert mk.f1_score(y_true, y_pred, **options) == pytest.approx(expected)


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


@given(predictions())
def test_one_vs_rest_counts_are_scikit_learns(case):
    y_true, y_pred, weight = case
    tables = mk.one_vs_rest_counts(y_true, y_pred, sample_weight=weight)
    got = [[[c.TN, c.FP], [c.FN, c.TP]] for c in tables.values()]
    expected = sk.multilabel_confusion_matrix(y_true, y_pred, sample_weight=weight)
    assert_allclose(np.array(got, float), expected, atol=1e-12)


@given(predictions("three classes"), st.sampled_from([0, 1, np.nan]))
def test_macro_f1_is_the_harmonic_mean_of_the_means(case, zero_division):
    y_true, y_pred, weight = case
    options = {"average": "macro", "zero_division": zero_division, "sample_weight": weight}
    p = quiet(sk.precision_score, y_true, y_pred, **options)
    r = quiet(sk.recall_score, y_true, y_pred, **options)
    got = mk.macro_f1(y_true, y_pred, zero_division=zero_division, sample_weight=weight)
    assert got == pytest.approx(2 * p * r / (p + r) if p + r else 0)
    options.pop("average")
    check_working(quiet(mk.macro_f1.working, y_true, y_pred, **options), got)


def test_f_of_the_slides_pair():
    """F_beta of P = .5, R = .8 is .615 (beta = 1), not its reciprocal 1.625."""
    y_true, y_pred = np.repeat([1, 1, 0], [8, 2, 8]), np.repeat([1, 0, 1], [8, 2, 8])
    assert mk.precision_score(y_true, y_pred) == 0.5
    assert mk.recall_score(y_true, y_pred) == 0.8
    assert mk.fbeta_score(y_true, y_pred, beta=1) == pytest.approx(1 / 1.625)


# -- 0/0 ---------------------------------------------------------------------------------------

EMPTY = [([0, 1], [0, 0]), ([0, 0], [0, 1]), ([0, 0], [0, 0])]


@pytest.mark.parametrize("pair", EMPTY)
@pytest.mark.parametrize("name", ["precision_score", "recall_score", "f1_score"])
def test_zero_over_zero_warns_when_scikit_learn_does(pair, name):
    with warnings.catch_warnings(record=True) as ours:
        warnings.simplefilter("always")
        value = getattr(mk, name)(*pair)
    with warnings.catch_warnings(record=True) as theirs:
        warnings.simplefilter("always")
        assert getattr(sk, name)(*pair) == value
    assert len(ours) == len(theirs)
    for warning in ours:
        assert warning.category is mk.UndefinedMetricWarning
        assert warning.filename == __file__
        assert "is 0/0 and set to 0; the zero_division parameter" in str(warning.message)


def test_one_warning_for_each_undefined_column():
    with pytest.warns(mk.UndefinedMetricWarning) as caught:
        mk.precision_recall_fscore_support([0, 0], [0, 0], average="binary")
    assert len(caught) == 3
    with pytest.warns(mk.UndefinedMetricWarning, match="Recall") as caught:
        mk.precision_recall_fscore_support([0, 0], [0, 0], average="binary", warn_for=["recall"])
    assert len(caught) == 1


def test_macro_f1_of_nothing_right():
    assert mk.macro_f1([0, 1], [1, 0]) == 0
    assert math.isnan(mk.macro_f1([0, 1], [0, 1], labels=[2], zero_division=np.nan))


@pytest.mark.parametrize("zero_division", ["warn", 0, 1, np.nan])
def test_what_is_not_warned_of_has_its_value_all_the_same(zero_division):
    options = {"labels": [1, 7], "zero_division": zero_division, "warn_for": ()}
    got = mk.precision_recall_fscore_support([0, 1], [0, 1], **options)
    expected = sk.precision_recall_fscore_support([0, 1], [0, 1], **options)
    for a, b in zip(got, expected, strict=True):
        assert_array_equal(a, b)


def test_a_warning_names_its_measure():
    for name, word in {"precision": "Precision", "recall": "Recall", "f1": "F"}.items():
        with pytest.warns(mk.UndefinedMetricWarning, match=f"^{word}"):
            getattr(mk, f"{name}_score")([0, 1], [0, 1], labels=[7], average="macro")


def test_pairs_with_a_class_that_does_not_occur():
    tables = mk.pairwise_counts([0, 1, 0], [1, 1, 0], labels=[0, 1, 5])
    assert {pair: tuple(t) for pair, t in tables.items()} == {
        (0, 1): (1, 0, 1, 1), (0, 5): (1, 0, 0, 0), (1, 5): (1, 0, 0, 0),
    }  # fmt: skip


def test_counts_of_an_empty_table_are_no_numbers():
    counts = mk.pairwise_counts([0, 1, 2], [2, 2, 2])[0, 1]
    assert tuple(counts) == (0, 0, 0, 0)
    assert all(map(math.isnan, (counts.precision, counts.recall, counts.accuracy)))


# -- bad input ---------------------------------------------------------------------------------


def test_means_over_classes_leave_nan_out():
    pair, options = ([0, 0, 1], [0, 0, 0]), {"zero_division": np.nan, "average": "macro"}
    assert mk.precision_score(*pair, **options) == pytest.approx(2 / 3)
    assert "macro-P = Σ P / n = 2/3 / 1" in str(mk.precision_score.working(*pair, **options))
    options["labels"] = [5, 6]
    assert math.isnan(mk.precision_score(*pair, **options))
    nothing = mk.precision_score.working(*pair, **options)
    assert str(nothing).endswith("macro-P = P = nan")
    check_working(nothing, math.nan)


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
