"""Tables 2.3, 2.6 and 2.7, cell by cell; misprints by their right values."""

import math

import numpy as np
import pytest
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
    np.testing.assert_array_equal(mk.table("2.3").values.round(3), list(TABLE_2_3.values()))


@pytest.mark.parametrize("alpha", [0.05, 0.10])
def test_table_2_6(alpha):
    table = mk.table("2.6", alpha=alpha)
    np.testing.assert_array_equal(table.values.round(3), list(TABLE_2_6[alpha].values()))
    assert (list(table.rows), list(table.columns)) == (list(TABLE_2_6[alpha]), K)


def test_table_2_7():
    np.testing.assert_array_equal(mk.table("2.7").values.round(3), list(TABLE_2_7.values()))


@pytest.mark.parametrize("k", [2, 3, 6, 20, 21, 50])
def test_pvalues_of_nemenyis_test_are_tails_of_the_studentized_range(k):
    r = mk.nemenyi_test(np.arange(2 * k).reshape(2, k) % (k + 1))
    expected = stats.studentized_range.sf(r.statistic * math.sqrt(2), k, np.inf)
    np.testing.assert_allclose(r.pvalue, expected, atol=1e-12)


# -- tables -----------------------------------------------------------------------------------


def test_a_cell_is_read_by_its_keys():
    table = mk.table("2.6", k=(3, 9), n_datasets=[4, 50], alpha=0.1)
    assert table[50, 3] == mk.friedman_critical_value(3, 50, alpha=0.1)
    assert mk.table("2.3", k=10)[0.05, 10] == mk.t_critical_value(10)
    assert mk.table("2.7", alpha=0.01)[0.01, 10] == mk.nemenyi_critical_value(10, alpha=0.01)


def test_table_2_5_is_an_array_of_ranks():
    table = mk.table("2.5")
    assert mk.friedman_test(ranks=table).chi2 == 7.125
    assert table["D2", "B"] == 2.5
    np.testing.assert_array_equal(np.asarray(table), mk.datasets.table("2.5"))


def test_beside_what_is_printed():
    printed = mk.table("2.6", alpha=0.10).values.round(3)
    assert mk.table("2.6", alpha=0.10).beside(printed).value == 0
    printed[0, 7] = 1.940  # E40
    shown = mk.table("2.6", alpha=0.10).beside(printed)
    assert shown.value == 1
    assert "≠ 1.940" in str(shown)
