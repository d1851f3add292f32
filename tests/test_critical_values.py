"""Tables 2.3, 2.6 and 2.7, cell by cell; misprints by their right values."""

from __future__ import annotations

import math
import re

import numpy as np
import pytest
from helpers import check_working
from scipy import stats

import mlevalkit as mk

K = list(range(2, 11))

TABLE_2_3 = {
    0.05: [12.706, 2.776, 2.262, 2.093, 2.045],
    0.10: [6.314, 2.132, 1.833, 1.729, 1.699],
}

TABLE_2_6 = {
    0.05: {
        4: [10.128, 5.143, 3.863, 3.259, 2.901, 2.661, 2.488, 2.355, 2.250],
        5: [7.709, 4.459, 3.490, 3.007, 2.711, 2.508, 2.359, 2.244, 2.153],
        8: [5.591, 3.739, 3.072, 2.714, 2.485, 2.324, 2.203, 2.109, 2.032],
        10: [5.117, 3.555, 2.960, 2.634, 2.422, 2.272, 2.159, 2.070, 1.998],
        15: [4.600, 3.340, 2.827, 2.537, 2.346, 2.209, 2.104, 2.022, 1.955],
        20: [4.381, 3.245, 2.766, 2.492, 2.310, 2.179, 2.079, 2.000, 1.935],
    },
    0.10: {
        4: [5.538, 3.463, 2.813, 2.480, 2.273, 2.130, 2.023, 1.941, 1.874],  # printed: 1.940
        5: [4.545, 3.113, 2.606, 2.333, 2.158, 2.035, 1.943, 1.870, 1.811],
        8: [3.589, 2.726, 2.365, 2.157, 2.019, 1.919, 1.843, 1.782, 1.733],
        10: [3.360, 2.624, 2.299, 2.108, 1.980, 1.886, 1.814, 1.757, 1.710],
        15: [3.102, 2.503, 2.219, 2.048, 1.931, 1.845, 1.779, 1.726, 1.682],
        20: [2.990, 2.448, 2.182, 2.020, 1.909, 1.826, 1.762, 1.711, 1.668],
    },
}

TABLE_2_7 = {  # printed: 2.949 for 2.948, 2.459 for 2.460, 2.885 for 2.855
    0.05: [1.960, 2.344, 2.569, 2.728, 2.850, 2.948, 3.031, 3.102, 3.164],
    0.10: [1.645, 2.052, 2.291, 2.460, 2.589, 2.693, 2.780, 2.855, 2.920],
}


def test_table_2_3():
    np.testing.assert_array_equal(mk.table_2_3().values.round(3), list(TABLE_2_3.values()))


@pytest.mark.parametrize("alpha", [0.05, 0.10])
def test_table_2_6(alpha):
    table = mk.table_2_6(alpha=alpha)
    np.testing.assert_array_equal(table.values.round(3), list(TABLE_2_6[alpha].values()))
    assert (list(table.rows), list(table.columns)) == (list(TABLE_2_6[alpha]), K)


def test_beside_what_is_printed():
    printed = mk.table_2_6(alpha=0.10).values.round(3)
    assert mk.table_2_6(alpha=0.10).beside(printed).value == 0
    printed[0, 7] = 1.940  # E40
    shown = mk.table_2_6(alpha=0.10).beside(printed)
    assert shown.value == 1
    assert "≠ 1.940" in str(shown)
    assert "1 of 54 printed cells differs." in str(shown)
    assert "印出的 54 格中，1 格不同" in shown._repr_html_()
    str(shown).encode("gbk")
    with pytest.raises(ValueError, match=r"printed: expected shape \(6, 9\), got shape \(2, 9\)"):
        mk.table_2_6().beside(printed[:2])


def test_table_2_7():
    np.testing.assert_array_equal(mk.table_2_7().values.round(3), list(TABLE_2_7.values()))


@pytest.mark.parametrize(
    ("got", "exact"),
    [
        (mk.friedman_critical_value(9, 4, alpha=0.10), 1.94065835),  # E40
        (mk.nemenyi_critical_value(7), 2.94832),  # E22
        (mk.nemenyi_critical_value(5, alpha=0.10), 2.45952),
        (mk.nemenyi_critical_value(9, alpha=0.10), 2.85461),
    ],
)
def test_the_four_misprints(got, exact):
    assert got == pytest.approx(exact, abs=5e-6)


@pytest.mark.parametrize("alpha", [1e-6, 0.01, 0.2, 0.9])
@pytest.mark.parametrize("k", [2, 7, 40, 100])
def test_any_size_and_significance(k, alpha):
    assert mk.t_critical_value(k, alpha=alpha) == pytest.approx(stats.t.isf(alpha / 2, k - 1))
    for n in (2, 33, 10**6):
        f = mk.friedman_critical_value(k, n, alpha=alpha)
        assert stats.f.sf(f, k - 1, (k - 1) * (n - 1)) == pytest.approx(alpha)
    q = mk.nemenyi_critical_value(k, alpha=alpha) * math.sqrt(2)
    tail = stats.studentized_range.sf(q, k, np.inf)
    assert tail == pytest.approx(alpha, rel=1e-9, abs=1e-12)


@pytest.mark.parametrize("k", [2, 6, 10, 31])
@pytest.mark.parametrize("alpha", [1e-300, 1e-100, 1 - 1e-15])
def test_extreme_significances(k, alpha):
    values = [mk.t_critical_value(k, alpha=alpha), mk.friedman_critical_value(k, 5, alpha=alpha),
              mk.nemenyi_critical_value(k, alpha=alpha)]  # fmt: skip
    assert min(values) >= 0
    assert (min(values) > 20) == (alpha < 0.5)
    check_working(mk.t_critical_value.working(k, alpha=alpha))


def test_sizes_may_be_narrow_integers():
    check_working(mk.friedman_critical_value.working(np.int8(100), 10**9))


def test_a_cell_is_read_by_its_keys():
    table = mk.table_2_6((3, 9), [4, 50], alpha=0.1)
    assert table[50, 3] == mk.friedman_critical_value(3, 50, alpha=0.1)
    assert mk.table_2_3(10)[0.05, 10] == mk.t_critical_value(10)
    assert mk.table_2_7(alpha=0.01)[0.01, 10] == mk.nemenyi_critical_value(10, alpha=0.01)
    with pytest.raises(KeyError, match=r"N: expected one of \[4, 50\], got 5"):
        table[5, 3]
    with pytest.raises(KeyError, match=r"k: expected one of \[3, 9\], got 50"):
        table[50, 50]


def test_tables_are_shown_as_text_and_html():
    table = mk.table_2_7()
    assert "2.855" in repr(table)
    repr(table).encode("gbk")
    html = table._repr_html_()
    assert html.count("<td>") == 18
    assert html.count('scope="row"') == 2
    assert html.count('lang="zh"') == html.count('lang="en"') == 1


@pytest.mark.parametrize("alpha", [0.05, 0.10])
def test_workings(alpha):
    check_working(mk.t_critical_value.working(10, alpha=alpha),
                  mk.t_critical_value(10, alpha=alpha))  # fmt: skip
    check_working(mk.friedman_critical_value.working(3, 4, alpha=alpha),
                  mk.friedman_critical_value(3, 4, alpha=alpha))  # fmt: skip
    check_working(mk.nemenyi_critical_value.working(3, alpha=alpha),
                  mk.nemenyi_critical_value(3, alpha=alpha))  # fmt: skip


WRONG = [
    (mk.t_critical_value, (1,), {}, ValueError, "k: expected a whole number >= 2, got 1"),
    (mk.t_critical_value, (2.5,), {}, TypeError, "k: expected a whole number"),
    (mk.t_critical_value, (5,), {"alpha": 1}, ValueError, "alpha: .* ends excluded"),
    (mk.friedman_critical_value, (1, 5), {}, ValueError, "n_learners: .* >= 2, got 1"),
    (mk.friedman_critical_value, (5, 5), {"alpha": 2}, ValueError, "alpha: expected a number"),
    (mk.table_2_6, (5, 5), {"alpha": 2}, ValueError, "alpha: expected a number"),
    (mk.friedman_critical_value, (5, 1), {}, ValueError, "n_datasets: .* >= 2, got 1"),
    (mk.nemenyi_critical_value, (1,), {}, ValueError, "n_learners: .* >= 2 .*got 1"),
    (mk.table_2_7, (1,), {}, ValueError, "n_learners: .* >= 2, got 1"),
    (mk.nemenyi_critical_value, (1001,), {}, ValueError, "n_learners: .* <= 1000, got 1001"),
    (mk.nemenyi_critical_value, (5,), {"alpha": 0}, ValueError, "alpha: .* ends excluded"),
    (mk.table_2_3, ([2, 1],), {}, ValueError, "k: expected a whole number >= 2, got 1"),
    (mk.table_2_3, ([2.0, 3.0],), {}, TypeError, "k: expected a whole number"),
    (mk.table_2_3, ((),), {}, ValueError, "k: expected at least one value"),
    (mk.table_2_6, (3, 1), {}, ValueError, "n_datasets: .* >= 2, got 1"),
    (mk.table_2_7, (3,), {"alpha": [0.05, 5]}, ValueError, "alpha: .* ends excluded, got 5"),
]


@pytest.mark.parametrize(("function", "args", "kwargs", "error", "match"), WRONG)
def test_wrong_input_is_named(function, args, kwargs, error, match):
    with pytest.raises(error, match=match):
        function(*args, **kwargs)


@pytest.mark.parametrize(
    ("function", "arguments", "match"),
    [
        (mk.t_critical_value, {"k": 10**30}, "k: expected a whole number"),
        (mk.table_2_3, {"k": [[2], [3, 4]]}, "k: expected a rectangular array"),
        (mk.table_2_6, {"n_learners": [[2], [3, 4]]}, "n_learners: expected a rectangular array"),
        (mk.table_2_7, {"alpha": [[0.1], [0.1, 0.2]]}, "alpha: expected a rectangular array"),
    ],
)
def test_sizes_that_no_table_has(function, arguments, match):
    with pytest.raises(ValueError, match=match):
        function(**arguments)


def test_a_table_to_the_letter():
    table = mk.table_2_6((2, 3), (4, 20))
    assert (
        repr(table)
        == """\
Critical values of the Friedman test's F at significance 0.05
N \\ k       2      3
    4  10.128  5.143
   20   4.381  3.245"""
    )
    head = re.findall('<th scope="col">(.*?)</th>', table._repr_html_())
    assert head == ["N \\ k", "2", "3"]


def test_what_stands_beside_a_table_to_the_letter():
    shown = mk.table_2_7((2, 3)).beside([[1.96, 2.344], [1.645, 2.1]])
    assert (
        str(shown)
        == """\
q_alpha of the Nemenyi test; alpha in the rows, k in the columns
             2        3
   0.05  1.960    2.344
printed  1.960    2.344
    0.1  1.645    2.052
printed  1.645  ≠ 2.100
1 of 4 printed cells differs."""
    )
    assert "行为 alpha，列为 k" in shown._repr_html_()


def test_what_is_wrong_with_a_table_is_named():
    table = mk.table_2_3([5, 10], alpha=0.05)
    with pytest.raises(ValueError, match="printed: expected 2 dimensions"):
        table.beside([2.776])
    with pytest.raises(ValueError, match="alpha: expected a number between 0 and 1"):
        mk.table_2_7(3, alpha=1.0)
    assert "in the rows" in str(table.beside([[2.776, 2.262]]))
