"""Explorers of McNemar's table and of the Friedman diagram: their numbers by another route."""

import re

import numpy as np
import pandas as pd
import pytest
from helpers import numbers
from scipy import stats

import mlevalkit as mk

# -- McNemar ----------------------------------------------------------------------------------


@pytest.mark.parametrize(("e01", "e10"), [(10, 25), (0, 5), (25, 25), (2, 0), (0, 0)])
@pytest.mark.parametrize("correction", [True, False])
def test_statistic_and_both_p_values(e01, e10, correction):
    shown = numbers(mk.explorers.mcnemar().view(e01=e01, e10=e10, correction=correction))
    n = e01 + e10
    tau = (abs(e01 - e10) - correction) ** 2 / n if n else 0
    text = shown["τ_chi2 and critical value"].text
    assert float(text.split()[0]) == pytest.approx(tau, abs=6e-5)
    assert text.split()[1:] == [">" if tau > 3.8415 else "≤", "3.8415"]
    assert shown["p-value"].value == pytest.approx(stats.chi2(1).sf(tau))
    expected = stats.binomtest(e01, n).pvalue if n else 1
    assert shown["exact p-value"].value == pytest.approx(expected)


def test_own_table_is_where_the_sliders_start():
    own = mk.explorers.mcnemar(table=[[900, 33], [12, 50]], alpha=0.01)
    assert own.defaults == {"e01": 33, "e10": 12, "correction": True}
    assert numbers(own.first)["τ_chi2 and critical value"].text == "8.8889 > 6.6349"
    assert "900" in own.first.alt.texts["en"]
    assert "data-explorer" not in own._repr_html_()
    assert len(list(own.settings())) <= 200


def test_own_predictions():
    own = mk.explorers.mcnemar([1, 0], [0, 1], [1, 0])  # no sample but those two
    assert (own.defaults["e01"], own.defaults["e10"]) == (2, 0)
    assert own.view(e01=min(own.parameters[0].values)).numbers


# -- Friedman ---------------------------------------------------------------------------------


def test_table_2_5_is_where_it_starts():
    shown = numbers(mk.explorers.friedman().first)
    assert shown["τ_F"].value == pytest.approx(171 / 7)
    assert (shown["CD"].text, shown["groups"].text) == ("1.6572", "A B | B C")


@pytest.mark.parametrize("case", ["table", "five", "chance", "agree"])
@pytest.mark.parametrize(("alpha", "times"), [(0.05, 1), (0.2, 3), (0.01, 10)])
def test_critical_value_and_difference_of_any_setting(case, alpha, times):
    shown = numbers(mk.explorers.friedman().view(case=case, alpha=alpha, times=times))
    n = shown["data sets N"].value
    k = {"table": 3, "five": 5, "chance": 5, "agree": 4}[case]
    expected = stats.f.isf(alpha, k - 1, (k - 1) * (n - 1))
    assert shown["critical value"].value == pytest.approx(expected)
    q = stats.studentized_range.isf(alpha, k, np.inf) / np.sqrt(2)
    assert shown["CD"].value == pytest.approx(q * np.sqrt(k * (k + 1) / (6 * n)))


def test_no_groups_where_friedman_does_not_reject():
    view = mk.explorers.friedman().view(case="chance")
    assert numbers(view)["groups"].text == "-"
    assert "no pair is compared" in view.alt.texts["en"]


def test_full_agreement_is_infinite():
    assert numbers(mk.explorers.friedman().view(case="agree"))["τ_F"].text == "inf"


def test_own_scores_with_long_names_fit():
    names = ["gradient boosting", "k-NN", "naive Bayes", "logistic regression"]
    scores = pd.DataFrame(np.random.default_rng(0).normal(size=(6, 4)), columns=names)
    own = mk.explorers.friedman(scores)
    assert [p.name for p in own.parameters] == ["alpha", "times"]
    figure = own.view(alpha=0.01).figure
    box = figure.get_tightbbox()
    assert 0 <= box.x0 < box.x1 <= figure.get_figwidth()
    assert figure.axes[1].get_position().width > 0.2  # of the picture, for the axis
    assert numbers(own.first)["τ_F"].value == pytest.approx(mk.friedman_test(scores).statistic)
    assert "data-explorer" not in own._repr_html_()


# -- the table that a reader edits under a kernel -----------------------------------------------


SCORES = {"kind": "scores"}


def shown_in(panel):
    return re.findall('class="mk-value">(.*?)</td>', panel.numbers.value)


def edited(explorer, text, **choices):
    """Return the panel after the reader has typed a table and pressed the button."""
    panel = explorer.panel()
    panel.editor.table.value = text
    for name, value in choices.items():
        panel.editor.choices[name].value = value
    panel.editor.draw.click()
    return panel


@pytest.mark.parametrize("separator", [",", "\t", ", "])
def test_edited_scores_are_tested(separator):
    lines = [["data", "SVM", "tree", "k-NN"], ["iris", "0.9", "0.8", "0.7"],
             ["wine", "0.9", "0.8", "0.8"], ["digits", "0.8", "0.7", "0.6"],
             ["moons", "1", "0.9", "0.8"]]  # fmt: skip
    panel = edited(mk.explorers.friedman(), "\n".join(map(separator.join, lines)), **SCORES)
    assert panel.editor.message.value == ""
    assert list(panel.controls) == ["alpha", "times"]
    assert shown_in(panel)[:2] == ["4", "24.4286"]
    assert "SVM 1, tree 2.125, k-NN 2.875" in panel.picture.value
    assert panel.editor.table.value.splitlines()[1].startswith("iris")  # stays as it was typed


def test_edited_errors_turn_the_order_round():
    text = ",A,B,C\nD1,1,2,3\nD2,1,2,3\nD3,1,2,4\nD4,2,1,3"
    for kind, best in (("errors", "A 1.25"), ("scores", "A 2.75")):
        panel = edited(mk.explorers.friedman(), text, kind=kind)
        assert f"mean ranks {best}" in panel.picture.value


def test_edited_ranks_keep_the_sliders_and_can_be_edited_again():
    panel = mk.explorers.friedman().panel()
    panel.controls["alpha"].value = 0.2
    panel.editor.table.value = panel.editor.table.value.replace("D2, 1, 2.5, 2.5", "D2, 1, 2, 3")
    panel.editor.draw.click()
    assert panel.controls["alpha"].value == 0.2
    assert shown_in(panel)[1] == "inf"
    panel.editor.table.value = panel.editor.table.value.replace("D4, 1, 2, 3", "D4, 3, 2, 1")
    panel.editor.draw.click()
    again = mk.friedman_test(ranks=[[1, 2, 3]] * 3 + [[3, 2, 1]])
    assert float(shown_in(panel)[1]) == pytest.approx(again.statistic)
    panel.editor.reset.click()
    assert list(panel.controls) == ["case", "alpha", "times"]
    assert "D2, 1, 2.5, 2.5" in panel.editor.table.value


RIGHT = ", A right, A wrong\nB right, 1"  # and so on


@pytest.mark.parametrize(
    ("name", "text", "choices", "message"),
    [
        ("friedman", "", {}, "expected a table with commas"),
        ("friedman", ",A,B\nD1,1,2\nD2,1,1", {}, "expected ranks from 1 to 2 in every row"),
        ("friedman", ",A,B\nD1,1,x\nD2,1,1", SCORES, "got &#x27;x&#x27; for &#x27;B&#x27;"),
        ("friedman", ",A,B\nD1,1,2", SCORES, "at least 2 data sets"),
        ("friedman", ",<b>,<b>\nD1,1,2\nD2,1,2", {}, "every name once, got [&#x27;&lt;b&gt;"),
        ("mcnemar", f"{RIGHT}, 2.5\nB wrong, 1, 2", {}, "expected whole numbers"),
        ("mcnemar", f"{RIGHT}, -2\nB wrong, 1, 2", {}, "expected counts"),
        ("mcnemar", f"{RIGHT}, 2", {}, "shape (2, 2)"),
    ],
)
def test_a_bad_table_is_named_and_the_picture_stays(name, text, choices, message):
    explorer = getattr(mk.explorers, name)()
    panel = edited(explorer, text, **choices)
    assert message in panel.editor.message.value
    assert panel.picture.value == explorer.panel().picture.value
    panel.editor.reset.click()
    assert panel.editor.message.value == ""


def test_choosing_a_case_shows_its_table():
    panel = mk.explorers.friedman().panel()
    panel.controls["case"].value = "agree"
    assert panel.editor.table.value.splitlines() == [
        ", A, B, C, D", *(f"D{i}, 1, 2, 3, 4" for i in range(1, 5))]  # fmt: skip


def test_own_scores_are_there_to_be_edited():
    scores = pd.DataFrame([[0.1, 0.25], [0.3, 0.2], [0.4, 0.1]], ["x", "y", "z"], ["P,1", "Q"])
    panel = mk.explorers.friedman(scores, greater_is_better=False).panel()
    assert panel.editor.table.value == ", P 1, Q\nx, 0.1, 0.25\ny, 0.3, 0.2\nz, 0.4, 0.1"
    assert panel.editor.choices["kind"].value == "errors"


def test_mcnemar_table_follows_the_sliders_and_the_sliders_the_table():
    panel = mk.explorers.mcnemar().panel()
    assert panel.editor.table.value == ", A right, A wrong\nB right, 60, 10\nB wrong, 25, 5"
    panel.controls["e01"].value = 2
    panel.controls["correction"].value = False
    assert "B right, 60, 2" in panel.editor.table.value
    panel.editor.table.value = ", A right, A wrong\nB right, 860, 13\nB wrong, 31, 20"
    panel.editor.draw.click()
    assert [panel.controls[name].value for name in ("e01", "e10", "correction")] == [13, 31, False]
    test = mk.mcnemar_test(table=[[860, 13], [31, 20]], correction=False)
    assert float(shown_in(panel)[1]) == pytest.approx(test.pvalue, abs=5e-5)


# -- what readers paste -----------------------------------------------------------------------


@pytest.mark.parametrize("separator", [", ", "，", "\t", " "])
@pytest.mark.parametrize("names", [True, False])
def test_a_pasted_table_of_counts_is_understood(separator, names):
    rows = [["", "A_right", "A_wrong"], ["B_right", "50", "3"], ["B_wrong", "12", "5"]]
    cells = rows if names else [row[1:] for row in rows[1:]]
    panel = edited(mk.explorers.mcnemar(), "\n".join(map(separator.join, cells)))
    assert panel.editor.message.value == ""
    test = mk.mcnemar_test(table=[[50, 3], [12, 5]])
    assert float(shown_in(panel)[1]) == pytest.approx(test.pvalue, abs=5e-5)


@pytest.mark.parametrize("names", ["A B C\n", ""])
def test_pasted_accuracies_are_understood_or_told_how(names):
    panel = edited(mk.explorers.friedman(), f"{names}0.9 0.8 0.7\n0.9 0.8 0.7")
    assert "choose “scores”" in panel.editor.message.value
    panel.editor.choices["kind"].value = "scores"
    panel.editor.draw.click()
    assert panel.editor.message.value == ""
    assert shown_in(panel)[0] == "2"


@pytest.mark.parametrize("separator", [" ", "，", "\t", ", "])
def test_pasted_samples_are_understood(separator):
    pairs = [("1", "0.9"), ("0", "0.8"), ("1", "0.7"), ("0", "0.1")]
    panel = edited(mk.explorers.beta(), "\n".join(map(separator.join, pairs)))
    assert panel.editor.message.value == ""
    wanted = mk.explorers.beta([1, 0, 1, 0], [0.9, 0.8, 0.7, 0.1]).first
    assert shown_in(panel) == [v.text for v in wanted.numbers]


@pytest.mark.parametrize("column", [False, True])
def test_names_of_data_sets_are_those_of_the_frame(column):
    rows = [[0.9, 0.8], [0.7, 0.6], [0.5, 0.4]]
    scores = pd.DataFrame(rows, ["iris", "wine", "moons"], ["P", "Q"])
    frame = scores.rename_axis("data").reset_index() if column else scores
    panel = mk.explorers.friedman(frame).panel()
    lines = panel.editor.table.value.splitlines()[1:]
    assert [line.partition(",")[0] for line in lines] == ["iris", "wine", "moons"]
