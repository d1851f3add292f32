"""Explorers of McNemar's table and of the Friedman diagram: their numbers by another route."""

import numpy as np
import pandas as pd
import pytest
from scipy import stats

import mlevalkit as mk


def rows(view):
    return {v.label if isinstance(v.label, str) else v.label[0]: v for v in view.numbers}


# -- McNemar ----------------------------------------------------------------------------------


@pytest.mark.parametrize(("e01", "e10"), [(10, 25), (0, 5), (25, 25), (2, 0), (0, 0)])
@pytest.mark.parametrize("correction", [True, False])
def test_statistic_and_both_p_values(e01, e10, correction):
    shown = rows(mk.explorers.mcnemar().view(e01=e01, e10=e10, correction=correction))
    n = e01 + e10
    tau = (abs(e01 - e10) - correction) ** 2 / n if n else 0
    text = shown["tau_chi2 and critical value"].text
    assert float(text.split()[0]) == pytest.approx(tau, abs=6e-5)
    assert text.split()[1:] == [">" if tau > 3.8415 else "<=", "3.8415"]
    assert shown["p"].value == pytest.approx(stats.chi2(1).sf(tau))
    expected = stats.binomtest(e01, n).pvalue if n else 1
    assert shown["exact p"].value == pytest.approx(expected)


def test_own_table_is_where_the_sliders_start():
    own = mk.explorers.mcnemar(table=[[900, 33], [12, 50]], alpha=0.01)
    assert own.defaults == {"e01": 33, "e10": 12, "correction": True}
    assert rows(own.first)["tau_chi2 and critical value"].text == "8.8889 > 6.6349"
    assert "900" in own.first.alt[0]
    assert "data-explorer" not in own._repr_html_()
    assert len(list(own.settings())) <= 200


def test_own_predictions():
    own = mk.explorers.mcnemar([1, 1, 0, 0], [1, 0, 0, 1], [1, 1, 0, 0])
    assert (own.defaults["e01"], own.defaults["e10"]) == (2, 0)


def test_mcnemar_refuses_what_its_test_refuses():
    with pytest.raises(TypeError, match="a table or predictions, not both"):
        mk.explorers.mcnemar([1, 0], [1, 0], [0, 0], table=[[1, 2], [3, 4]])
    with pytest.raises(ValueError, match="alpha"):
        mk.explorers.mcnemar(alpha=2)


# -- Friedman ---------------------------------------------------------------------------------


def test_table_2_5_is_where_it_starts():
    shown = rows(mk.explorers.friedman().first)
    assert shown["tau_F"].value == pytest.approx(171 / 7)
    assert shown["CD"].text == "1.6572"
    assert shown["groups"].text == "A B | B C"


@pytest.mark.parametrize("case", ["table", "five", "chance", "agree"])
@pytest.mark.parametrize(("alpha", "times"), [(0.05, 1), (0.2, 3), (0.01, 10)])
def test_critical_value_and_difference_of_any_setting(case, alpha, times):
    shown = rows(mk.explorers.friedman().view(case=case, alpha=alpha, times=times))
    n = shown["data sets N"].value
    k = {"table": 3, "five": 5, "chance": 5, "agree": 4}[case]
    expected = stats.f.isf(alpha, k - 1, (k - 1) * (n - 1))
    assert shown["critical value"].value == pytest.approx(expected)
    q = stats.studentized_range.isf(alpha, k, np.inf) / np.sqrt(2)
    assert shown["CD"].value == pytest.approx(q * np.sqrt(k * (k + 1) / (6 * n)))


def test_copies_of_data_sets_shrink_the_critical_difference_and_nothing_else():
    once, four = (mk.explorers.friedman().view(case="five", times=t) for t in (1, 2))
    assert rows(once)["CD"].value == pytest.approx(rows(four)["CD"].value * np.sqrt(2))
    means = [view.alt[0].partition("mean ranks ")[2].partition(". tau")[0] for view in (once, four)]
    assert means[0] == means[1]


def test_no_groups_where_friedman_does_not_reject():
    view = mk.explorers.friedman().view(case="chance")
    assert rows(view)["groups"].text == "-"
    assert "no pair is compared" in view.alt[0]


def test_full_agreement_is_infinite():
    assert rows(mk.explorers.friedman().view(case="agree"))["tau_F"].text == "inf"


def test_own_scores_with_long_names_fit():
    names = ["gradient boosting", "k-NN", "naive Bayes", "logistic regression"]
    scores = pd.DataFrame(np.random.default_rng(0).normal(size=(6, 4)), columns=names)
    own = mk.explorers.friedman(scores)
    assert [p.name for p in own.parameters] == ["alpha", "times"]
    box = own.view(alpha=0.01).figure.get_tightbbox()
    assert box.x0 >= 0
    assert box.x1 <= 4.6
    assert rows(own.first)["tau_F"].value == pytest.approx(mk.friedman_test(scores).statistic)
    assert "data-explorer" not in own._repr_html_()


def test_friedman_refuses_what_its_test_refuses():
    with pytest.raises(ValueError, match="ranks from 1 to 3"):
        mk.explorers.friedman(ranks=[[1, 2, 2], [1, 2, 3]])
    with pytest.raises(ValueError, match="learners: expected scores or ranks"):
        mk.explorers.friedman(learners=["A", "B", "C"])
