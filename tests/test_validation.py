"""Input validation: what passes; what is refused stands in trust/errors.txt."""

import numpy as np
import pytest
from hypothesis import given, strategies as st
from numpy.testing import assert_array_equal

from mlevalkit import _validation as checks
from mlevalkit._random import random_stream, seed


@pytest.mark.skipif(not hasattr(np.dtypes, "StringDType"), reason="came with numpy 2")
def test_labels_take_strings_of_any_length():
    got = checks.as_labels(np.array(["a", "bc"], dtype=np.dtypes.StringDType()), "y")
    assert got.dtype.kind == "U"
    assert got.tolist() == ["a", "bc"]


def test_floats_accept_a_sum_that_overflows():
    assert checks.as_floats([1.7e308, 1.7e308], "x").tolist() == [1.7e308, 1.7e308]


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


def test_encode_of_columns_of_unlike_types():
    classes, (a, b) = checks.encode(np.array([True, False]), np.array([2, 1], dtype=np.int8))
    assert classes.tolist() == [0, 1, 2]
    assert (a.tolist(), b.tolist()) == ([1, 0], [2, 1])
    classes, (a, b) = checks.encode(np.array(["a", "c"]), np.array(["long", "a"]))
    assert classes.tolist() == ["a", "c", "long"]
    assert (a.tolist(), b.tolist()) == ([0, 1], [2, 0])


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
