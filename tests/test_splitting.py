"""Where test sets come from: hold-out, folds, bootstrap, and how splits are drawn."""

import inspect
import math
import pickle
from fractions import Fraction

import matplotlib
import mpmath
import numpy as np
import pandas as pd
import pytest
import sklearn.model_selection as reference
from helpers import check_working, legend_of
from hypothesis import assume, given, settings, strategies as st
from matplotlib.collections import PolyCollection
from numpy.testing import assert_equal
from scipy import sparse

import mlevalkit as mk
from mlevalkit.display.workings import Line, Table

VERMILION = "#c8500a"  # of test sets

SEEDS = st.integers(0, 2**32 - 1)
SIZES = st.one_of(st.none(), st.floats(0.01, 0.99), st.integers(1, 40))
SPLITTERS = [
    mk.KFold(3),
    mk.KFold(4, shuffle=True, random_state=0),
    mk.StratifiedKFold(3),
    mk.StratifiedKFold(3, shuffle=True, random_state=1),
    mk.RepeatedKFold(n_splits=2, n_repeats=3, random_state=0),
    mk.RepeatedStratifiedKFold(n_splits=2, n_repeats=2, random_state=0),
    mk.ShuffleSplit(4, test_size=0.3, random_state=0),
    mk.StratifiedShuffleSplit(4, test_size=0.3, train_size=10, random_state=0),
    mk.LeaveOneOut(),
]


def as_lists(pairs):
    return [(train.tolist(), test.tolist()) for train, test in pairs]


def outcome(function):
    """Return what a function returns, or that it refuses with a ValueError."""
    try:
        return function()
    except ValueError:
        return "refused"


# -- the examples of the lecture slides ------------------------------------------------------------


def test_example_2_1():
    X, y = mk.datasets.example("2.1")
    parts = mk.train_test_split(X, range(5), test_size=0.4, random_state=10)
    X_train, X_test, y_train, y_test = parts
    assert X_train.tolist() == [[0, 1], [8, 9], [2, 3]]
    assert X_test.tolist() == [[4, 5], [6, 7]]
    assert (y_train, y_test) == ([0, 4, 1], [2, 3])
    assert mk.train_test_split(y, test_size=0.4, random_state=10)[0].tolist() == y_train


@pytest.mark.parametrize(
    ("example", "cv", "tests"),
    [
        ("2.3", mk.KFold(3), [[0, 1], [2, 3], [4, 5]]),
        ("2.4", mk.RepeatedKFold(n_splits=3, n_repeats=2, random_state=18),
         [[4, 5], [0, 1], [2, 3], [3, 5], [0, 4], [1, 2]]),
        ("2.5", mk.KFold(4), [[0, 1], [2, 3], [4, 5], [6, 7]]),
        ("2.5", mk.StratifiedKFold(4), [[0, 2], [1, 3], [4, 6], [5, 7]]),
        ("2.6", mk.LeaveOneOut(), [[0], [1], [2]]),
    ],
)  # fmt: skip
def test_folds_of_the_examples(example, cv, tests):
    X, y = mk.datasets.example(example)
    every = set(range(len(X)))
    assert as_lists(cv.split(X, y)) == [(sorted(every - {*test}), test) for test in tests]


# -- equal to scikit-learn, index for index ---------------------------------------------------


CLASSES = st.lists(st.sampled_from([3, -1, 7, 10**6]), min_size=4, max_size=60)
OPTIONS = {
    "n_splits": st.integers(2, 8), "n_repeats": st.integers(1, 4), "shuffle": st.booleans(),
    "test_size": SIZES, "train_size": SIZES, "random_state": SEEDS,
}  # fmt: skip


@pytest.mark.filterwarnings("ignore:.*least populated|class .* has:UserWarning")
@pytest.mark.parametrize("name", ["KFold", "StratifiedKFold", "RepeatedKFold", "ShuffleSplit",
                                  "RepeatedStratifiedKFold", "StratifiedShuffleSplit"])  # fmt: skip
@settings(max_examples=60)
@given(y=CLASSES, words=st.booleans(), data=st.data())
def test_splitters(name, y, words, data):
    y = [str(v) for v in y] if words else y
    known = inspect.signature(getattr(mk, name)).parameters
    options = {option: data.draw(values) for option, values in OPTIONS.items() if option in known}
    if not options.get("shuffle", True):
        options["random_state"] = None
    ours, theirs = (getattr(module, name)(**options) for module in (mk, reference))
    expected = outcome(lambda: as_lists(theirs.split(y, y)))
    assume(expected == "refused" or all(test for _, test in expected))
    assert outcome(lambda: as_lists(ours.split(y, y))) == expected
    assert ours.get_n_splits() == theirs.get_n_splits()


@given(y=CLASSES, test_size=SIZES, stratified=st.booleans(), shuffle=st.booleans(), seed=SEEDS)
def test_train_test_split(y, test_size, stratified, shuffle, seed):
    options = {"test_size": test_size, "random_state": seed, "shuffle": shuffle}
    options["stratify"] = y if stratified else None
    expected = outcome(lambda: reference.train_test_split(y, range(len(y)), **options))
    assert outcome(lambda: mk.train_test_split(y, range(len(y)), **options)) == expected


@pytest.mark.parametrize("size", [np.float32(0.1), np.float64(0.07), np.int64(7), Fraction(1, 4)])
def test_sizes_of_every_type(size):
    theirs = reference.ShuffleSplit(2, test_size=0.25 if size == 0.25 else size, random_state=1)
    ours = mk.ShuffleSplit(2, test_size=size, random_state=1)
    assert as_lists(ours.split(range(100))) == as_lists(theirs.split(range(100)))


def test_one_stream_through_several_splitters():
    y = [0, 1, 1] * 20
    results = []
    for module in (reference, mk):
        rng = np.random.RandomState(5)
        folds = module.StratifiedKFold(4, shuffle=True, random_state=rng)
        splits = [as_lists(folds.split(y, y)), as_lists(folds.split(y, y))]
        splits.append(module.train_test_split(y, random_state=rng, stratify=y))
        results.append((splits, rng.randint(10**6)))
    assert results[0] == results[1]


def test_without_a_seed_numpys_own_stream_decides():
    results = []
    for module in (reference, mk):
        np.random.seed(8)
        results.append(module.train_test_split(list(range(50))))
    assert results[0] == results[1]


@pytest.mark.parametrize(
    "split",
    [
        lambda rng: as_lists(mk.KFold(3, shuffle=True, random_state=rng).split(range(40))),
        lambda rng: as_lists(mk.ShuffleSplit(2, random_state=rng).split(range(40))),
        lambda rng: mk.train_test_split(list(range(40)), random_state=rng),
        lambda rng: mk.bootstrap_split(list(range(40)), random_state=rng),
    ],
)
def test_a_generator_decides_and_moves_on(split):
    one, other = np.random.default_rng(3), np.random.default_rng(3)
    first = split(one)
    assert first == split(other)
    assert first != split(one)


def test_leave_one_out_is_k_fold_with_k_equal_to_m():
    X = range(300)  # more folds than a byte can number
    expected = as_lists(reference.LeaveOneOut().split(X))
    assert as_lists(mk.LeaveOneOut().split(X)) == expected
    assert as_lists(mk.KFold(300).split(X)) == expected
    assert mk.LeaveOneOut().get_n_splits(X) == 300


def test_many_classes():
    y = np.random.RandomState(0).permutation(np.repeat(np.arange(300), 3))
    for name in ("StratifiedKFold", "StratifiedShuffleSplit"):
        options = {"n_splits": 3, "random_state": 4}
        options |= {"shuffle": True} if "Fold" in name else {"test_size": 0.4}
        ours, theirs = (getattr(m, name)(**options) for m in (mk, reference))
        assert as_lists(ours.split(y, y)) == as_lists(theirs.split(y, y))


# -- what every splitter keeps ----------------------------------------------------------------


@pytest.mark.parametrize("cv", SPLITTERS, ids=repr)
def test_training_and_test_set_share_no_sample(cv):
    y = np.array(list("abcaabbac" * 3))
    pairs = list(cv.split(y, y))
    assert len(pairs) == cv.get_n_splits(y)
    for train, test in pairs:
        together = np.concatenate([train, test])
        assert len(np.unique(together)) == len(together) <= len(y)
        assert train.dtype == test.dtype == np.intp
        assert min(len(train), len(test)) > 0
    assert as_lists(cv.split(y, y)) == as_lists(pairs)  # the same again


@pytest.mark.parametrize("cv", SPLITTERS, ids=repr)
def test_splitters_are_values(cv):
    assert eval(repr(cv), vars(mk)) == cv
    assert pickle.loads(pickle.dumps(cv)) == cv
    with pytest.raises(AttributeError):
        cv.n_splits = 2


@pytest.mark.parametrize("cv", [c for c in SPLITTERS if "Shuffle" not in repr(c)], ids=repr)
def test_folds_can_be_changed_without_harm(cv):
    y = list("ab" * 6)
    first = as_lists(cv.split(y, y))
    second = []
    for train, test in cv.split(y, y):
        second.append((train.tolist(), test.tolist()))
        train[:], test[:] = 0, 0
    assert second == first


def test_a_class_smaller_than_the_folds_is_warned_of():
    y = ["a"] * 6 + ["b"] * 2
    with pytest.warns(UserWarning, match="class 'b' has 2 members, fewer than 3 folds") as caught:
        list(mk.StratifiedKFold(3).split(y, y))
    assert caught[0].filename == __file__


# -- what comes back is what went in ----------------------------------------------------------


def test_every_kind_of_column_is_kept():
    frame = pd.DataFrame({"a": range(8), "b": list("abcdefgh")}, index=range(10, 18))
    columns = [
        frame, frame["b"], np.arange(16).reshape(8, 2), list("abcdefgh"), tuple(range(8)), range(8)
    ]  # fmt: skip
    ours = mk.train_test_split(*columns, random_state=3)
    theirs = reference.train_test_split(*columns, random_state=3)
    assert [type(part) for part in ours] == [type(part) for part in theirs]
    pd.testing.assert_frame_equal(ours[0], theirs[0])
    pd.testing.assert_series_equal(ours[3], theirs[3])
    assert ours[5].tolist() == theirs[5].tolist()
    assert ours[6:] == theirs[6:]


def test_bootstrap_keeps_the_kind_too():
    frame = pd.DataFrame({"a": range(8)}, index=list("abcdefgh"))
    train, test, numbers, rest = mk.bootstrap_split(frame, list(range(8)), random_state=0)
    assert train["a"].tolist() == numbers
    assert test["a"].tolist() == rest
    assert train.index.tolist() == [frame.index[i] for i in numbers]


# -- bootstrap --------------------------------------------------------------------------------


@given(m=st.integers(2, 200), seed=SEEDS)
def test_bootstrap_tests_on_what_was_not_drawn(m, seed):
    train, test = mk.bootstrap_split(np.arange(m), random_state=seed)
    assert len(train) == m
    assert test.tolist() == sorted(set(range(m)) - set(train.tolist()))
    assert len(test)
    drawn = np.random.RandomState(seed).randint(0, m, m)
    if len(np.unique(drawn)) < m:
        assert train.tolist() == drawn.tolist()


def test_sparse_rows_have_a_shape_and_no_length():
    X = sparse.csr_array(np.arange(12.0).reshape(6, 2))
    train, test = mk.train_test_split(X, test_size=2, shuffle=False)
    np.testing.assert_array_equal(train.toarray(), X.toarray()[:4])
    np.testing.assert_array_equal(test.toarray(), X.toarray()[4:])
    assert [len(test) for _, test in mk.KFold(3).split(X)] == [2, 2, 2]


def test_two_samples_are_redrawn_until_one_is_left_out():
    redrawn = 0
    for seed in range(60):
        train, test = mk.bootstrap_split(range(2), random_state=seed)
        assert (train, test) in (([0, 0], [1]), ([1, 1], [0]))
        redrawn += len(set(np.random.RandomState(seed).randint(0, 2, 2).tolist())) == 2
    assert 20 < redrawn < 40  # m!/m^m is 1/2


# -- (2.1) ------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("m", "value"), [(5, 0.3277), (10, 0.3487), (20, 0.3585), (100, 0.3660), (1000, 0.3677)]
)
def test_out_of_bag_probability_of_the_inventory(m, value):
    assert round(mk.out_of_bag_probability(m), 4) == value


@given(st.integers(2, 300) | st.integers(2, 2**53))
def test_out_of_bag_probability_of_any_size(m):
    with mpmath.workdps(60):
        expected = float((1 - mpmath.mpf(1) / m) ** m)
    assert math.isclose(mk.out_of_bag_probability(m), expected, rel_tol=1e-14)


@pytest.mark.parametrize("m", [1, 2, 60, 61, 1000, 10**6, 10**9, math.inf])
def test_the_working_of_the_probability_holds_for_any_size(m):
    check_working(mk.out_of_bag_probability.working(m), mk.out_of_bag_probability(m))


def test_out_of_bag_probability_at_the_ends():
    assert mk.out_of_bag_probability(1) == 0
    assert mk.out_of_bag_probability(math.inf) == math.exp(-1)


# -- workings of the splits -------------------------------------------------------------------


def numbers_of(working):
    return {step.symbol: step.value for step in working.steps if isinstance(step, Line)}


@given(n=st.integers(2, 300), test_size=SIZES, train_size=SIZES, shuffle=st.booleans())
def test_working_shows_the_sizes_that_were_used(n, test_size, train_size, shuffle):
    options = {"test_size": test_size, "train_size": train_size, "shuffle": shuffle}
    parts = outcome(lambda: mk.train_test_split(range(n), random_state=0, **options))
    assume(parts != "refused")
    working = mk.train_test_split.working(range(n), random_state=0, **options)
    check_working(working)
    train, test = parts
    shown = numbers_of(working)
    assert shown.get("m_train", len(train)) == len(train)
    assert shown.get("m_test", len(test)) == len(test)
    assert shown.get("m_out", 0) == n - len(train) - len(test)


def test_working_says_why_seven_percent_of_a_hundred_are_eight():
    def notes(**sizes):
        steps = mk.train_test_split.working(range(100), **sizes).steps
        return [s.note for s in steps if isinstance(s, Line) and s.note and "_out" not in s.symbol]

    assert len(notes(test_size=0.07)) == len(notes(train_size=0.29, test_size=0.1)) == 1
    assert notes(test_size=0.25) == []


@pytest.mark.parametrize("seed", [0, None, np.random.RandomState(0), np.random.default_rng(0)])
def test_an_unseeded_working_counts_its_own_classes(seed):
    y = ["a"] * 14 + ["b"] * 14 + ["c"] * 2
    working = mk.train_test_split.working(y, test_size=3, train_size=3, stratify=y,
                                          random_state=seed)  # fmt: skip
    table = next(step for step in working.steps if isinstance(step, Table))
    train, test = working.value
    assert_equal(table.rows, [[c, y.count(c), train.count(c), test.count(c)] for c in "abc"])
    check_working(working)


# -- plots ------------------------------------------------------------------------------------


def cells(ax, colour):
    """Return which cells of the picture have a colour."""
    rows = round(max(ax.get_ylim()))
    columns = round(max(p.vertices[:, 0].max() for c in boxes_of(ax) for p in c.get_paths()))
    found = np.zeros((rows, columns), dtype=bool)
    for box in boxes_of(ax):
        if matplotlib.colors.same_color(box.get_facecolor(), colour):
            for path in box.get_paths():
                (left, top), (right, bottom) = path.vertices.min(axis=0), path.vertices.max(axis=0)
                found[round(top) : round(bottom), round(left) : round(right)] = True
    return found


def boxes_of(ax):
    return [c for c in ax.collections if isinstance(c, PolyCollection) and c.get_paths()]


def test_picture_of_splits_marks_the_test_sets():
    X, y = mk.datasets.example("2.5")
    ax = mk.plots.splits(mk.StratifiedKFold(4), X, y)
    tests = [np.flatnonzero(row).tolist() for row in cells(ax, VERMILION)]
    assert tests[:4] == [[0, 2], [1, 3], [4, 6], [5, 7]]
    assert [t.get_text() for t in ax.texts] == [str(v) for v in y]
    assert [t.get_text() for t in ax.get_yticklabels()] == ["1", "2", "3", "4", "class"]
    assert legend_of(ax) == ["training set", "test set"]


def test_picture_of_splits_shows_what_is_left_out():
    cv = mk.ShuffleSplit(3, test_size=2, train_size=5, random_state=0)
    ax = mk.plots.splits(cv, range(10))
    assert cells(ax, VERMILION).sum(axis=1).tolist() == [2, 2, 2]
    assert cells(ax, "white").sum(axis=1).tolist() == [3, 3, 3]
    assert legend_of(ax) == ["training set", "test set", "left out"]
    assert ax.get_ylim() == (3, 0)


def test_picture_of_splits_takes_pairs_and_numbers():
    pairs = [mk.bootstrap_split(range(9), random_state=i) for i in range(2)]
    ax = mk.plots.splits(pairs, range(9))
    assert [np.flatnonzero(row).tolist() for row in cells(ax, VERMILION)] == [t for _, t in pairs]
    assert mk.plots.splits(3, range(9), ax=ax) is ax


def test_working_of_sizes_of_which_some_samples_are_in_neither_set():
    sizes = {"test_size": 0.15, "train_size": 0.25}  # 1.5 and 2.5 of 10 samples
    train, test, out = mk.train_test_split.working(range(10), random_state=0, **sizes).steps[:3]
    assert [step.value for step in (train, test, out)] == [2, 2, 6]
    assert [step.formula[:5] for step in (train, test)] == ["floor", "ceil("]
    assert out.note
