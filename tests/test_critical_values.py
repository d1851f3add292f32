"""Tables 2.3, 2.6 and 2.7, cell by cell; misprints of 2.7 by their right values."""

import math

import numpy as np
import pytest
from numpy.testing import assert_array_equal
from scipy import stats

import mlevalkit as mk
from mlevalkit._distributions import f_isf

TABLE_2_3 = {
    0.05: [12.706, 2.776, 2.262, 2.093, 2.045],
    0.10: [6.314, 2.132, 1.833, 1.729, 1.699],
}


def test_table_2_3():
    assert_array_equal(mk.table("2.3").values.round(3), list(TABLE_2_3.values()))


@pytest.mark.parametrize("alpha", [0.05, 0.10])
def test_table_2_6_is_scipys(alpha):
    """What is printed, and its misprint, stands beside it on the page on the Friedman test."""
    table = mk.table("2.6", alpha=alpha)
    n, k = np.array(table.rows)[:, np.newaxis], np.array(table.columns)
    np.testing.assert_allclose(table.values, stats.f.isf(alpha, k - 1, (k - 1) * (n - 1)))
    assert (n.ravel().tolist(), k.tolist()) == ([4, 5, 8, 10, 15, 20], list(range(2, 11)))


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
    assert_array_equal(np.asarray(table), table.values)


def test_a_table_is_a_dataframe_with_its_keys():
    table = mk.table("2.6", alpha=0.10)
    frame = table.to_frame()
    assert frame.loc[4, 9] == table[4, 9]
    assert_array_equal(table.working().value, table.values)


# -- the distributions behind them ------------------------------------------------------------


@pytest.mark.parametrize("alpha", [0.9, 0.05, 1e-12])
@pytest.mark.parametrize("dfd", [2, 1000, 10**6])
def test_quantile_of_f_keeps_its_digits(alpha, dfd):
    """With 2 degrees of freedom above, it has a closed form."""
    expected = dfd / 2 * math.expm1(-math.log(alpha) * 2 / dfd)
    assert f_isf(alpha, 2, dfd) == pytest.approx(expected, rel=1e-13)
