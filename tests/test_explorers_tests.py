"""The explorers of section 2.4: their numbers by another route."""

import re
from importlib.resources import files

import numpy as np
import pandas as pd
import pytest
from helpers import FORMS, numbers, words_in
from scipy import stats

import mlevalkit as mk
from mlevalkit.explorers.picture import svg


def value(view, label):
    return numbers(view)[label].value


# -- power ------------------------------------------------------------------------------------


@pytest.mark.parametrize("alpha", [0.01, 0.05, 0.1])
@pytest.mark.parametrize(("difference", "n"), [(0.1, 100), (0.3, 25), (0.8, 4)])
def test_power_is_the_share_of_rejections(alpha, difference, n):
    view = mk.explorers.power().view(alpha=alpha, difference=difference, n=n)
    means = np.random.RandomState(0).normal(difference, 1 / np.sqrt(n), 40_000)
    rejected = stats.norm.sf(means * np.sqrt(n)) < alpha
    assert value(view, "power 1 - β") == pytest.approx(rejected.mean(), abs=0.01)
    assert value(view, "power 1 - β") + value(view, "type II error rate β") == pytest.approx(1)
    wanted = value(view, "n for a power of 0.8")
    powers = stats.norm.sf(stats.norm.isf(alpha) - difference * np.sqrt([wanted - 1, wanted]))
    assert powers[0] < 0.8 <= powers[1]


# -- binomial test ----------------------------------------------------------------------------


@pytest.mark.parametrize("m", [10, 30, 100])
@pytest.mark.parametrize("rate", [0.1, 0.3])
def test_binomial_numbers_are_scipys(m, rate):
    for seen in (0.0, 0.2, 0.5, 0.6):
        view = mk.explorers.binomial_test().view(m=m, rate=rate, seen=seen)
        errors = value(view, "errors")
        assert errors == round(seen * m)
        p = stats.binomtest(errors, m, rate, alternative="greater").pvalue
        assert value(view, "p-value") == pytest.approx(p)
        assert (">" in value(view, "reject if ε^ > ε_bar")) == (p < 0.05)
        assert value(view, "P(reject) at ε = ε_0") < 0.05


def test_binomial_with_own_numbers():
    own = mk.explorers.binomial_test(137, 0.08, alpha=0.02)
    assert own.parameters[0].values == (0.01, 0.02, 0.05, 0.1)
    assert own.parameters[1].values == tuple(range(138))
    assert "data-explorer" not in own._repr_html_()


def test_binomial_slider_for_many_samples_is_short_and_complete():
    values = mk.explorers.binomial_test(100_003, 0.5).parameters[1].values
    assert len(values) <= 202
    assert (values[0], values[-1]) == (0, 100_003)


# -- t distribution ---------------------------------------------------------------------------


@pytest.mark.parametrize("k", [2, 5, 10, 20, 30])
def test_t_critical_values_are_those_of_table_2_3(k):
    for alpha in (0.05, 0.1):
        view = mk.explorers.t_distribution().view(k=k, alpha=alpha)
        shown = value(view, "reject if |τ_t| > t_α/2").split()[-1]
        assert float(shown) == pytest.approx(mk.table("2.3")[alpha, k], rel=5e-4)
        assert value(view, "μ") == pytest.approx(0.34)
        assert value(view, "σ") == pytest.approx(0.06)


def test_t_own_error_rates():
    rates = [0.11, 0.09, 0.12, 0.10, 0.08]
    own = mk.explorers.t_distribution(rates, 0.13, alpha=0.2)
    assert own.parameters[0].values == (0.01, 0.05, 0.1, 0.2)
    assert 0.13 in own.parameters[1].values
    assert "data-explorer" not in own._repr_html_()


def test_t_equal_error_rates_have_a_scale_all_the_same():
    own = mk.explorers.t_distribution([0.2, 0.2, 0.2], 0.2)
    assert len(own.parameters[1].values) > 10
    assert own.view().figure


def test_two_columns_are_a_paired_test():
    a, b = np.array([[0.1, 0.15, 0.2, 0.1], [0.2, 0.22, 0.21, 0.18]])
    view = mk.explorers.t_distribution(np.column_stack([a, b])).first
    expected = stats.ttest_rel(a, b)
    assert value(view, "τ_t") == pytest.approx(abs(expected.statistic))
    assert value(view, "p-value") == pytest.approx(expected.pvalue)
    assert value(view, "μ") == pytest.approx((a - b).mean())
    assert "differences" in str(view.alt)
    with pytest.raises(ValueError, match="one column or two"):
        mk.explorers.t_distribution(np.ones((4, 3)))


def test_the_bar_leaves_the_tested_rate_out_exactly_where_the_test_rejects():
    explorer = mk.explorers.t_distribution()
    for setting in explorer.settings():
        view = explorer.draw(**setting)
        picture = svg(view.figure)
        bar = re.search(r'"M([-\d.]+) [\d.]+l([\d.]+) 0" style="[^"]*stroke-width: 7;', picture)
        line = re.search(r'"M([\d.]+) [\d.]+l0 -[\d.]+" style="[^"]*--mk-green', picture)
        low, wide, tested = float(bar[1]), float(bar[2]), float(line[1])
        assert (low <= tested <= low + wide) == ("not rejected" in view.alt.texts["en"])


# -- which of ten tests -----------------------------------------------------------------------


@pytest.mark.parametrize(("learner", "n"), [("1-NN", 40), ("nearest mean", 100)])
def test_the_chosen_test_has_the_most_power_of_those_that_keep_their_level(learner, n):
    stored = pd.read_csv(files("mlevalkit.datasets") / "power.csv")
    cases = stored[(stored.learner == learner) & (stored.n == n)]
    tests = list(stored.columns[stored.columns.get_loc("error_b") + 1 :])
    size = cases[cases.gap == 0][tests].max()
    power = cases[cases.gap == 0.1][tests].mean()
    keep = size - 2 * np.sqrt(size * (1 - size) / cases.sets.iloc[0]) <= 0.05
    shown = numbers(mk.explorers.size_and_power().view(learner=learner, n=n))
    assert shown["tests of at most 5%"].value == keep.sum()
    others = power[keep & ~power.index.str.startswith("McNemar")]
    assert float(shown["its power"].text) == pytest.approx(others.max(), abs=6e-4)
    assert float(shown["its type I error rate"].text) == pytest.approx(
        size[others.idxmax()], abs=6e-4
    )


# -- sizes ------------------------------------------------------------------------------------


def share(**setting):
    return value(mk.explorers.sizes().view(**setting), "share rejected")


def test_sizes_of_equal_learners():
    """As in published studies, the k-fold t test of an unstable learner rejects too often."""
    assert 0.10 < share(test="t", learner="nearest") < 0.20
    assert share(test="corrected", learner="nearest") < 0.07
    assert share(test="hold-out", learner="nearest") > 0.35
    assert share(test="t", learner="mean") == pytest.approx(0.05, abs=0.02)
    assert share(test="textbook", learner="mean") < 0.05


@pytest.mark.parametrize("test", ["t", "corrected", "hold-out", "textbook", "alpaydin"])
def test_a_larger_gap_is_seen_more_often(test):
    shares = [share(test=test, learner="mean", gap=gap) for gap in (0.0, 1.2)]
    assert shares[1] > shares[0] + 0.3


@pytest.mark.parametrize("learner", ["nearest", "mean"])
def test_sizes_p_values_are_those_of_the_tests(learner):
    m, n = 20, 60
    y, X = np.repeat([0, 1], m // 2), np.random.RandomState(5).normal(size=(n, m, 2))
    X += 1.5 * y[:, None]

    def errors(cv, x):
        for train, test in cv.split(y, y):
            centres, labels = x[train], y[train]
            if learner == "mean":
                labels = np.array([0, 1])
                centres = np.array([x[train][y[train] == c].mean() for c in labels])
            guess = labels[np.abs(x[test, None] - centres[None]).argmin(axis=1)]
            yield (guess != y[test]).mean()

    ten = mk.StratifiedKFold(10, shuffle=True, random_state=0)
    held_out = mk.StratifiedShuffleSplit(30, test_size=0.1, random_state=0)
    halves = mk.RepeatedStratifiedKFold(n_splits=2, n_repeats=5, random_state=0)
    pvalues = {test: [] for test in ("t", "corrected", "hold-out", *FORMS)}
    for values in X:
        pairs = {cv: [[*errors(cv, x)] for x in values.T] for cv in (ten, held_out, halves)}
        pvalues["t"].append(mk.paired_t_test(*pairs[ten]).pvalue)
        corrected = mk.paired_t_test(*pairs[ten], n_train=m - m // 10, n_test=m // 10)
        pvalues["corrected"].append(corrected.pvalue)
        pvalues["hold-out"].append(mk.paired_t_test(*pairs[held_out]).pvalue)
        differences = np.subtract(*pairs[halves]).reshape(5, 2)
        for form in FORMS:
            pvalues[form].append(mk.five_by_two_cv_test(differences, form=form).pvalue)
    explorer = mk.explorers.sizes(m=m, n_sets=n, seed=5)
    for test, values in pvalues.items():
        for alpha in (0.05, 0.1):
            view = explorer.view(test=test, learner=learner, alpha=alpha)
            expected = np.mean(np.array(values) < alpha)
            assert value(view, "share rejected") == pytest.approx(expected), test


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


@pytest.mark.parametrize(
    ("times", "words"),
    [(1, "not significantly different: A B, B C"), (3, "not significantly different: B C"),
     (10, "every two differ significantly")],
)  # fmt: skip
def test_a_learner_by_itself_is_no_group_in_words(times, words):
    view = mk.explorers.friedman().view(case="table", times=times)
    assert view.alt.texts["en"].endswith(f"Friedman rejects; {words}.")


def test_own_scores_with_long_names_fit():
    names = ["gradient boosting", "k-NN", "naive Bayes", "logistic regression"]
    scores = pd.DataFrame(np.random.default_rng(0).normal(size=(6, 4)), columns=names)
    own = mk.explorers.friedman(scores)
    assert [p.name for p in own.parameters] == ["alpha", "times"]
    figure = own.view(alpha=0.01).figure
    places = [box for _, box in words_in(svg(figure))]
    assert min(box[0] for box in places) >= 0
    assert max(box[2] for box in places) <= figure.width
    left, right = figure.axes[1].points([0, 1], 0, (True, True))[0]
    assert right - left > 0.2 * figure.width  # for the axis
    assert numbers(own.first)["τ_F"].value == pytest.approx(mk.friedman_test(scores).statistic)
    assert "data-explorer" not in own._repr_html_()


# -- Holm -------------------------------------------------------------------------------------


@pytest.mark.parametrize("correction", ["holm", "bonferroni"])
@pytest.mark.parametrize("alpha", [0.01, 0.05, 0.1])
def test_corrected_p_values_are_those_of_statsmodels_rule(correction, alpha):
    p = np.random.default_rng(3).uniform(0, 0.1, 8)
    explorer = mk.explorers.holm(p)
    order = np.sort(p)
    times = np.arange(8, 0, -1) if correction == "holm" else np.full(8, 8)
    for step in range(1, 9):
        shown = numbers(explorer.view(correction=correction, alpha=alpha, step=step))
        expected = min(1.0, (order * times)[:step].max())
        assert shown["adjusted p-value"].value == pytest.approx(expected)
        assert shown["bound"].value == pytest.approx(alpha / times[step - 1])
        assert shown["this hypothesis"].text == ("rejected" if expected < alpha else "not rejected")


def test_below_its_bound_and_still_not_rejected():
    shown = numbers(mk.explorers.holm().view(step=4))
    assert shown["p-value"].value < shown["bound"].value
    assert shown["this hypothesis"].text == "not rejected"


@pytest.mark.parametrize("pvalues", [[0.5], [0.1, 1.2], [0.1, np.nan], np.full(51, 0.1)])
def test_holm_refuses_what_are_no_p_values(pvalues):
    with pytest.raises(ValueError, match="pvalues"):
        mk.explorers.holm(pvalues)


# -- a hundred intervals ----------------------------------------------------------------------


@pytest.mark.parametrize("interval", ["exact", "wilson"])
@pytest.mark.parametrize(("m", "rate"), [(200, 0.3), (50, 0.02)])
def test_coverage_is_that_of_scipys_intervals(interval, m, rate):
    view = mk.explorers.coverage().view(interval=interval, m=m, rate=rate, draw=2)
    ends = [stats.binomtest(k, m).proportion_ci(0.95, method=interval) for k in range(m + 1)]
    covers = np.array([low <= rate <= high for low, high in ends])
    drawn = np.random.RandomState([2, m]).binomial(m, rate, 100)
    shown = numbers(view)
    likelihood = stats.binom.pmf(np.arange(m + 1), m, rate)
    assert shown["coverage"].value == pytest.approx(likelihood[covers].sum())
    assert shown["of 100 cover the truth"].value == covers[drawn].sum()
    widths = np.array([high - low for low, high in ends])
    assert shown["mean width"].value == pytest.approx(widths[drawn].mean())


def test_more_samples_make_intervals_narrower_not_surer():
    few, many = (numbers(mk.explorers.coverage().view(m=m)) for m in (50, 200))
    assert many["mean width"].value < few["mean width"].value / 1.9
    assert many["coverage"].value == pytest.approx(few["coverage"].value, abs=0.03)
