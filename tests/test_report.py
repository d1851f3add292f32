"""`evaluate`: equal to the calls it replaces, and to the reference implementations."""

import csv
import io
import itertools
import json
import math
import re
import subprocess
import sys
import warnings
from pathlib import Path

import numpy as np
import pytest
from scipy import stats
from sklearn import datasets, metrics
from sklearn.ensemble import RandomForestClassifier
from sklearn.linear_model import LinearRegression, LogisticRegression
from sklearn.model_selection import train_test_split
from sklearn.neighbors import KNeighborsRegressor
from sklearn.pipeline import make_pipeline
from sklearn.preprocessing import StandardScaler
from sklearn.tree import DecisionTreeClassifier
from statsmodels.datasets import fair, spector
from statsmodels.stats.contingency_tables import mcnemar
from statsmodels.stats.multitest import multipletests
from statsmodels.stats.proportion import proportion_confint

import mlevalkit as mk
from mlevalkit.display.language import speaking
from mlevalkit.display.results import p_text
from mlevalkit.display.workings import digits
from mlevalkit.report.calls import Call
from mlevalkit.report.figures import Picture
from mlevalkit.report.predictions import ModelColumns, Predictions, ScoreTable
from mlevalkit.report.rules import recommended, rules

RNG = np.random.default_rng(0)
M = 240
Y = (RNG.random(M) < 0.35).astype(int)
SCORE = 1 / (1 + np.exp(-(RNG.normal(size=M) + 1.8 * Y - 1)))
SCORE_B = 1 / (1 + np.exp(-(1.3 * RNG.normal(size=M) + 1.5 * Y - 1)))
ILL = np.array(["well", "ill"])[Y]
PRED, PRED_B = (np.array(["well", "ill"])[(s > 0.5).astype(int)] for s in (SCORE, SCORE_B))
THREE = RNG.integers(0, 3, M)
PROBA = RNG.dirichlet([1, 1, 1], M) + 2 * np.eye(3)[THREE]
PROBA /= PROBA.sum(axis=1, keepdims=True)
NUMBERS = RNG.normal(size=M)

CASES = {
    "labels": lambda: mk.evaluate(ILL, PRED, pos_label="ill"),
    "scores": lambda: mk.evaluate(Y, None, 5 * SCORE, pos_label=1),
    "probabilities": lambda: mk.evaluate(Y, None, SCORE, threshold=0.4),
    "two models": lambda: mk.evaluate(
        ILL, PRED, SCORE, y_pred_b=PRED_B, y_score_b=SCORE_B, pos_label="ill", cost_fn=5, cost_fp=1
    ),
    "groups": lambda: mk.evaluate(Y, None, SCORE, groups=np.arange(M) // 8, n_resamples=200),
    "subgroups": lambda: mk.evaluate(ILL, PRED, groups=np.array(["x", "y"])[np.arange(M) % 2],
                                     pos_label="ill"),
    "weights": lambda: mk.evaluate(Y, (SCORE > 0.5).astype(int), sample_weight=SCORE_B,
                                   n_resamples=200),
    "classes": lambda: mk.evaluate(THREE, None, PROBA, n_resamples=200),
    "regression": lambda: mk.evaluate(NUMBERS, NUMBERS + SCORE, y_pred_b=NUMBERS - SCORE_B),
    "two test sets": lambda: mk.evaluate(
        Y, None, SCORE, y_true_b=Y[:99], y_score_b=SCORE_B[:99], names=("old", "new")
    ),
    "learners": lambda: mk.evaluate(ScoreTable(
        RNG.random((9, 3)), tuple("abcdefghi"), ("nb", "svm", "tree"))),
    "perfect": lambda: mk.evaluate(Y, Y, Y.astype(float), y_pred_b=Y, y_score_b=Y / 2),
}  # fmt: skip


@pytest.fixture(scope="module")
def results():
    return {name: make() for name, make in CASES.items()}


@pytest.mark.parametrize("name", CASES)
def test_the_script_computes_every_number_again(name, results, tmp_path, monkeypatch):
    result = results[name]
    result.to_script(tmp_path / "again.py")
    monkeypatch.chdir(tmp_path)
    scope = {}
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        exec((tmp_path / "again.py").read_text(encoding="utf-8"), scope)
    assert scope["numbers"].keys() == result.values.keys()
    for key, value in scope["numbers"].items():
        assert value == result[key] or (math.isnan(value) and math.isnan(result[key])), key


def test_two_models_equal_the_chain_of_calls(results):
    r = results["two models"]
    positive = ILL == "ill"
    assert r["recall"] == mk.recall_score(ILL, PRED, pos_label="ill")
    assert (r["recall.low"], r["recall.high"]) == tuple(
        mk.rate_interval("recall", ILL, PRED, pos_label="ill")
    )
    assert r["auc"] == mk.roc_auc_score(positive, SCORE)
    test = mk.delong_test(positive, SCORE, SCORE_B)
    ends = (r["auc_difference.low"], r["auc_difference.high"])
    assert (r["auc_difference.statistic"], r["auc_difference.pvalue"]) == tuple(test)
    assert ends == tuple(test.confidence_interval())
    losses = [np.where(p == ILL, 0, np.where(positive, 5, 1)) for p in (PRED, PRED_B)]
    assert r["difference.pvalue"] == pytest.approx(stats.ttest_rel(*losses).pvalue)
    labels = mk.mcnemar_test(ILL, PRED, PRED_B, mid_p=True)
    assert r["error_difference.pvalue"] == labels.pvalue
    assert (len(r.flips["b_only"]), len(r.flips["a_only"])) == labels.discordant
    saving = mk.threshold_saving(
        positive, SCORE, cost_fn=5, cost_fp=1, reference=SCORE[PRED == "ill"].min(),
        n_resamples=400, random_state=0,
    )  # fmt: skip
    assert r["saving"] == saving.saving


@pytest.mark.parametrize("name", CASES)
def test_every_interval_holds_its_number_and_has_a_width(name, results):
    for number in results[name].numbers.values():
        if number.interval is not None:
            assert number.low <= number.value <= number.high, number.name
            assert number.low < number.high, number.name
            if not re.search("difference|saving|error|cost|r2| - ", number.name):
                assert number.low >= 0, number.name
                assert number.high <= 1 or "loss" in number.name, number.name


@pytest.mark.parametrize(
    ("name", "language"), [*zip(CASES, ["en", "zh"] * 6, strict=False), ("two models", "en")]
)
def test_the_page_holds_every_number_and_fetches_nothing(name, language, results):
    result = results[name]
    page = result.to_html(language=language)
    assert len(page.encode()) < 1_000_000
    found = dict(re.findall('data-measure="([^"]+)" data-value="([^"]+)"', page))
    assert found.keys() == result.values.keys()
    assert all(repr(float(result[key])) == value for key, value in found.items())
    assert not re.search(r'(?:src|href)="(?:https?:)?//|@import|url\((?!#)', page)
    assert page.count("<details>") >= len(result.numbers)
    assert result.report(language) in page.replace("&lt;", "<").replace("&gt;", ">").replace(
        "&#x27;", "'"
    )


def test_each_rule_is_linked_to_the_row_of_its_page(results):
    page = results["two models"].to_html(book="../en/")
    found = re.findall(r'data-rule="(\w+)"><a href="\.\./en/([\w-]+)\.html', page)
    assert dict(found) == {"cost": "unequal-costs", "ranking": "roc-auc", "paired_losses": "t-test"}


def test_json_csv_and_notebook(results, tmp_path):
    nbformat = pytest.importorskip("nbformat")
    result = results["two models"]
    stored = json.loads(result.to_json(tmp_path / "numbers.json"))
    assert stored["numbers"]["auc"]["value"] == result["auc"]
    rows = list(csv.DictReader(io.StringIO(result.to_csv())))
    assert {row["name"]: float(row["value"]) for row in rows}["f1"] == result["f1"]
    assert result.to_frame().loc["recall", "low"] == result["recall.low"]
    nbformat.validate(nbformat.reads(result.to_notebook(tmp_path / "again.ipynb"), as_version=4))
    assert (tmp_path / "predictions.csv").exists()


def test_no_cell_of_the_numbers_is_a_formula():
    groups = ["=1+1|cmd", "@SUM(1)"] * 2
    text = mk.evaluate([0, 1, 1, 0], [0, 1, 0, 0], groups=groups).to_csv()
    names = [row[0] for row in csv.reader(io.StringIO(text))]
    assert any(name.startswith("'=1+1|cmd") for name in names)
    assert not [name for name in names if name.startswith(("=", "@", "+", "-"))]


def test_figures_are_written_as_svg(results, tmp_path):
    found = results["two models"].to_svg(tmp_path)
    assert {"confusion_matrix", "b.confusion_matrix", "roc", "calibration"} <= set(found)
    text = (tmp_path / "roc.svg").read_text(encoding="utf-8")
    assert text.startswith("<svg")
    assert 'xmlns="http://www.w3.org/2000/svg"' in text


def test_sections_come_in_the_order_of_an_honest_evaluation(results):
    names = [section.name for section in results["two models"].sections]
    assert names == ["data", "measures", "figures", "threshold", "comparison", "limits"]
    assert results["two models"].section("limits").title.texts["en"] == "What this does not show"
    with pytest.raises(ValueError, match="name: expected one of 'data', 'measures'"):
        results["two models"].section("summary")


# -- real data, against the reference implementations --------------------------------------------


def _data():
    """Yield name, features and labels of six data sets."""
    yield "breast cancer", *datasets.load_breast_cancer(return_X_y=True)
    X, y = datasets.load_digits(return_X_y=True)
    yield "eights", X, (y == 8).astype(int)
    X, y = datasets.load_wine(return_X_y=True)
    yield "wine", X[:, :3], (y == 1).astype(int)
    X, y = datasets.load_iris(return_X_y=True)
    yield "iris", X[50:, :2], (y[50:] == 2).astype(int)
    data = spector.load_pandas()
    yield "spector", data.exog.to_numpy(), data.endog.to_numpy().astype(int)
    data = fair.load_pandas()
    yield "fair", data.exog.to_numpy()[::4], (data.endog.to_numpy()[::4] > 0).astype(int)


REAL = {name: (X, y) for name, X, y in _data()}


@pytest.mark.parametrize("name", REAL)
def test_real_data_as_scikit_learn_and_statsmodels_compute_it(name):
    X, y = REAL[name]
    X, X_test, y, y_test = train_test_split(X, y, test_size=0.5, stratify=y, random_state=0)
    a = make_pipeline(StandardScaler(), LogisticRegression()).fit(X, y)
    b = RandomForestClassifier(30, max_depth=3, random_state=0).fit(X, y)
    pred, pred_b = a.predict(X_test), b.predict(X_test)
    score, score_b = (f.predict_proba(X_test)[:, 1] for f in (a, b))
    r = mk.evaluate(y_test, pred, score, y_pred_b=pred_b, y_score_b=score_b)
    m = len(y_test)
    theirs = {
        "accuracy": metrics.accuracy_score(y_test, pred),
        "balanced_accuracy": metrics.balanced_accuracy_score(y_test, pred),
        "recall": metrics.recall_score(y_test, pred),
        "specificity": metrics.recall_score(y_test, pred, pos_label=0),
        "auc": metrics.roc_auc_score(y_test, score),
        "average_precision": metrics.average_precision_score(y_test, score),
        "brier": metrics.brier_score_loss(y_test, score),
        "b.accuracy": metrics.accuracy_score(y_test, pred_b),
        "b.auc": metrics.roc_auc_score(y_test, score_b),
    }
    if pred.any():
        theirs["precision"] = metrics.precision_score(y_test, pred)
        theirs["f1"] = metrics.f1_score(y_test, pred)
    for key, value in theirs.items():
        assert r[key] == pytest.approx(value, rel=1e-12), key
    right = int((pred == y_test).sum())
    exact = proportion_confint(right, m, 0.05, "beta")
    assert (r["accuracy.low"], r["accuracy.high"]) == pytest.approx(exact, abs=1e-12)
    ok, ok_b = pred == y_test, pred_b == y_test
    table = [[(ok & ok_b).sum(), (ok & ~ok_b).sum()], [(~ok & ok_b).sum(), (~ok & ~ok_b).sum()]]
    exact = mcnemar(table, exact=True).pvalue
    least, n = min(table[0][1], table[1][0]), table[0][1] + table[1][0]
    half = stats.binom.pmf(least, n, 0.5) if n else 0
    mid = (
        min(1.0, exact - half) if n and table[0][1] != table[1][0] else r["error_difference.pvalue"]
    )
    assert r["error_difference.pvalue"] == pytest.approx(mid)
    assert r["error_difference"] == pytest.approx((table[1][0] - table[0][1]) / m)


def test_real_numbers_as_scikit_learn_and_scipy_compute_them():
    X, y = datasets.load_diabetes(return_X_y=True)
    X, X_test, y, y_test = train_test_split(X, y, random_state=0)
    a, b = (f.fit(X, y).predict(X_test) for f in (LinearRegression(), KNeighborsRegressor()))
    r = mk.evaluate(y_test, a, y_pred_b=b)
    assert r["r2_score"] == pytest.approx(metrics.r2_score(y_test, a))
    assert r["b.mean_absolute_error"] == pytest.approx(metrics.mean_absolute_error(y_test, b))
    assert r["root_mean_squared_error"] == pytest.approx(metrics.root_mean_squared_error(y_test, a))
    test = stats.ttest_rel((y_test - a) ** 2, (y_test - b) ** 2)
    assert r["difference.pvalue"] == pytest.approx(test.pvalue)
    ends = test.confidence_interval()
    assert (r["difference.low"], r["difference.high"]) == pytest.approx((ends.low, ends.high))


def test_real_classes_as_scikit_learn_computes_them():
    X, y = datasets.load_iris(return_X_y=True)
    X, X_test, y, y_test = train_test_split(X, y, test_size=0.6, random_state=3)
    proba = DecisionTreeClassifier(max_depth=2, random_state=0).fit(X, y).predict_proba(X_test)
    r = mk.evaluate(y_test, None, proba, n_resamples=200)
    pred = proba.argmax(axis=1)
    assert r["accuracy"] == metrics.accuracy_score(y_test, pred)
    assert r["auc"] == pytest.approx(metrics.roc_auc_score(y_test, proba, multi_class="ovr"))
    assert r["log_loss"] == pytest.approx(metrics.log_loss(y_test, proba))
    recall = metrics.recall_score(y_test, pred, average=None)
    assert [r[f"recall[{c}]"] for c in range(3)] == pytest.approx(recall)


def test_rounded_probabilities_of_classes_are_no_error():
    r = mk.evaluate(THREE, None, PROBA.round(5), n_resamples=200)
    assert r["accuracy"] == metrics.accuracy_score(THREE, PROBA.round(5).argmax(axis=1))


# -- defects of other tools, which must not happen here ------------------------------------------


def test_the_interval_of_f1_of_three_samples_stays_below_1():
    r = mk.evaluate([1, 1, 0], [1, 0, 0])
    assert 0 < r["f1.low"] < r["f1"] < r["f1.high"] < 1
    assert r["f1"] == pytest.approx(2 / 3)


def test_nothing_wrong_has_no_interval_of_width_0(results):
    r = results["perfect"]
    assert r["f1"] == r["accuracy"] == r["auc"] == 1
    assert max(r["f1.low"], r["accuracy.low"], r["auc.low"], r["average_precision.low"]) < 1
    assert r["difference"] == 0
    assert r["difference.low"] < 0 < r["difference.high"]
    assert "exact bound" in str(r)


def test_one_positive_has_an_interval_and_a_word_about_it():
    y = [1] + [0] * 29
    r = mk.evaluate(y, None, np.linspace(1, 0, 30))
    assert 0 < r["auc.low"] < r["auc.high"] == 1
    assert "few-samples" in [warning.code for warning in r.warnings]


def test_text_labels_are_scored_for_the_class_that_is_asked_for():
    ill, well = (mk.evaluate(ILL, PRED, pos_label=c) for c in ("ill", "well"))
    assert ill["f1"] == metrics.f1_score(ILL, PRED, pos_label="ill")
    assert well["f1"] == metrics.f1_score(ILL, PRED, pos_label="well")
    assert "The positive class is ill" in str(ill)


def test_a_nan_among_the_scores_is_an_error_at_once():
    scores = SCORE.copy()
    scores[7] = np.nan
    with pytest.raises(ValueError, match="y_score of A: expected finite numbers, got nan"):
        mk.evaluate(Y, None, scores)


def test_a_probability_column_does_not_change_what_labels_say():
    both = mk.evaluate(ILL, PRED, SCORE, pos_label="ill")
    alone = mk.evaluate(ILL, PRED, pos_label="ill")
    for name in ("accuracy", "precision", "recall", "f1"):
        assert both[name] == alone[name]
    turned = mk.evaluate(ILL, PRED, 1 - SCORE, pos_label="ill")
    assert turned["f1"] == alone["f1"]
    assert turned["auc"] == pytest.approx(1 - both["auc"])  # not flipped in silence


@pytest.mark.parametrize(
    ("y", "pred"),
    [([0, 0, 1], [0, 0, 0]), ([0, 0, 0], [0, 1, 0]), ([1, 1, 1], [1, 1, 1]), ([0, 1], [1, 0])],
)
def test_a_class_that_is_never_true_or_never_predicted_is_no_traceback(y, pred):
    r = mk.evaluate(y, pred)
    assert r["accuracy"] == metrics.accuracy_score(y, pred)
    assert all(value == value for value in r.values.values())
    undefined = {"recall", "precision", "specificity", "negative_predictive_value"} - set(r.values)
    said = {warning.code for warning in r.warnings} & {"never-true", "never-predicted"}
    assert bool(undefined) == bool(said) or set(y) == {1}


def test_arrays_are_checked_as_tables_are():
    codes = [w.code for w in mk.evaluate(Y, None, 1 - SCORE).warnings]
    assert "auc-below-half" in codes
    assert "constant-score" in [w.code for w in mk.evaluate(Y, None, Y * 0 + 0.3).warnings]
    assert not mk.evaluate(Y, None, 1 - SCORE, ignore=["auc-below-half"]).warnings


@pytest.mark.parametrize("name", sorted({*CASES} - {"groups", "weights", "learners"}))
def test_the_paragraph_names_the_methods_of_the_intervals_that_it_gives(name, results):
    values, methods = results[name].report().split("Methods of the intervals: ")
    methods = methods.split(". ")[0]
    for measure, method in [
        (r"accuracy [\d.]+, 95", "for rates"),
        (r"\bAUC [\d.]+, 95", "for the AUC"),
        (r"(error|score|loss|cost) [\d.]+, 95", "for mean losses"),
        (r"macro-averaged AUC.* 1, 95", "where all resamples are alike"),
    ]:
        assert bool(re.search(measure, values)) == (method in methods), methods


def test_printed_text_says_where_the_figures_are():
    r = mk.evaluate(Y, (SCORE > 0.5).astype(int), SCORE)
    assert "In the HTML report: ROC curve" in str(r)


def test_not_shown_to_differ_is_not_called_equal():
    r = mk.evaluate(Y, (SCORE > 0.5).astype(int), y_pred_b=(SCORE > 0.51).astype(int))
    text = str(r)
    assert "Not shown to differ" in text
    assert "not shown to be equal" in text
    assert re.search("true difference of [0-9.]+ would have been found|disagree too rarely", text)
    r = mk.evaluate(Y, (SCORE > 0.5).astype(int), y_pred_b=(SCORE > 0.51).astype(int), margin=0.1)
    assert "Equivalent within 0.1" in str(r)


def test_the_same_items_are_compared_in_pairs():
    """A harness compared them unpaired: 0.080 in place of 0.008."""
    y = np.ones(400, int)
    a = np.repeat([1, 0], [300, 100])
    b = a.copy()
    b[300:322] = 1
    b[:6] = 0
    paired = mk.evaluate(y, a, y_pred_b=b)
    apart = mk.evaluate(y, a, y_true_b=y, y_pred_b=b)
    assert paired["difference"] == pytest.approx(apart["difference"])
    assert paired["difference.pvalue"] < 0.01 < apart["difference.pvalue"]
    assert paired.flips == {"a_only": [*range(6)], "b_only": [*range(300, 322)]}
    assert "two_test_sets" not in str(apart)
    assert "different samples" in str(apart)


# -- groups, weights, tables -----------------------------------------------------------------------


def test_groups_widen_the_intervals(results):
    group = np.arange(M) // 8
    effect = np.random.default_rng(1).normal(size=M)[group * 8]
    pred = (effect + 0.2 * NUMBERS > 0).astype(int)
    drawn = mk.evaluate(Y, pred, groups=group, n_resamples=400)
    alone = mk.evaluate(Y, pred)
    assert drawn["accuracy"] == alone["accuracy"]
    assert "draw whole groups" in str(drawn)
    assert "independent samples" not in str(drawn)
    assert "bootstrap_interval" in drawn.numbers["accuracy"].interval.code()


def test_subgroups_have_their_own_intervals(results):
    r = results["subgroups"]
    part = np.arange(M) % 2 == 0
    assert r["x.recall"] == metrics.recall_score(ILL[part], PRED[part], pos_label="ill")
    assert r["x.recall.low"] < r["x.recall"] < r["x.recall.high"]


@pytest.mark.parametrize(
    ("given", "said", "said_zh"),
    [
        ({}, "because no costs of mistakes are given", "没有给出错误的代价"),
        ({"cost_fn": 5, "cost_fp": 1}, "which does not suit groups", "不适合有分组或权重的样例"),
    ],
)
def test_a_threshold_that_is_not_chosen_is_said_with_the_reason(given, said, said_zh):
    r = mk.evaluate(Y, None, SCORE, groups=np.arange(M) // 8, n_resamples=100, **given)
    texts = [part.texts for part in r.section("threshold").parts]
    assert any(said in text["en"] for text in texts)
    assert any(said_zh in text["zh"] for text in texts)
    assert "saving" not in r.values


def test_labels_of_no_threshold_have_none_to_compare_with():
    r = mk.evaluate(ILL, PRED_B, SCORE, pos_label="ill", cost_fn=5, cost_fp=1)
    assert "not those of one threshold" in "".join(map(str, r.section("threshold").parts))


def test_bands_that_ignore_groups_say_so(results):
    said = "take the samples as independent: they ignore the groups"
    assert said in str(results["groups"])
    assert said not in str(results["probabilities"])


def test_missing_values_and_duplicates_are_said_when_there_are_none():
    assert "No value is missing." in str(mk.evaluate(Y, None, SCORE))
    assert "There are no duplicate rows" in str(mk.evaluate(Y, None, SCORE))
    twice = mk.evaluate(np.tile(Y, 2), None, np.tile(SCORE, 2))
    assert f"{M} rows agree with an earlier one" in str(twice)
    assert "duplicate rows cannot be told" in str(mk.evaluate(ILL, PRED, pos_label="ill"))
    text = "id,truth,pred\n1,a,a\n2,b,a\n{},a,b\n"
    assert "No id occurs twice." in str(mk.evaluate(mk.read_predictions(text.format(3))))
    with pytest.raises(ValueError, match="1 of 3 rows repeat a value of column “id”"):
        mk.read_predictions(text.format(2))
    table = mk.read_predictions("truth,pred\na,a\nb,\nb,a\n", missing="drop")
    assert "No value is missing." not in str(mk.evaluate(table))


def test_curves_of_many_samples_are_drawn_from_bins_without_a_band():
    many = np.tile(Y, 90)
    score = np.random.default_rng(2).random(len(many))
    r = mk.evaluate(many, None, score, cost_fn=5, cost_fp=1)
    parts = r.section("figures").parts
    names = [part.name for part in parts if isinstance(part, Picture)]
    assert names == ["confusion_matrix", "roc", "precision_recall", "cost_curve"]
    assert "The curves have no confidence bands" in r.to_html(language="en")


def test_weights_reach_the_measures(results):
    pred = (SCORE > 0.5).astype(int)
    theirs = metrics.accuracy_score(Y, pred, sample_weight=SCORE_B)
    assert results["weights"]["accuracy"] == pytest.approx(theirs)


def test_predictions_take_the_place_of_arrays():
    models = {"svm": ModelColumns(PRED, SCORE), "tree": ModelColumns(PRED_B, SCORE_B)}
    table = Predictions(ILL, models, ("ill", "well"), "ill", rows=np.arange(2, M + 2))
    r = mk.evaluate(table)
    same = mk.evaluate(ILL, PRED, SCORE, y_pred_b=PRED_B, y_score_b=SCORE_B, pos_label="ill")
    assert r.values == same.values
    assert r.flips["a_only"] == [row + 2 for row in same.flips["a_only"]]
    assert "right with svm, wrong with tree" in str(r)
    assert "lines of the file" in str(r)


def test_three_models_are_adjusted_by_holm():
    models = {n: ModelColumns(p) for n, p in zip("abc", (PRED, PRED_B, ILL[::-1]), strict=True)}
    r = mk.evaluate(Predictions(ILL, models, ("ill", "well"), "ill"))
    p = [r[f"{pair}.difference.pvalue"] for pair in ("a-b", "a-c", "b-c")]
    assert r["b.accuracy"] == metrics.accuracy_score(ILL, PRED_B)
    from statsmodels.stats.multitest import multipletests

    said = str(r).split("adjusted by Holm's method")[1]
    for adjusted in multipletests(p, method="holm")[1]:
        assert f"{adjusted:.4g}"[:5] in said


def test_columns_of_right_and_wrong_need_no_truth():
    models = {"a": ModelColumns(np.array([1, 1, 0, 1, 0] * 9)), "b": ModelColumns(np.ones(45, int))}
    r = mk.evaluate(Predictions(None, models))
    assert (r["accuracy"], r["b.accuracy"]) == (0.6, 1)
    assert r["difference"] == pytest.approx(0.4)


def test_a_table_of_learners_says_what_few_data_sets_allow():
    scores = np.random.default_rng(3).random((4, 3)).round(3)
    scores[1, 2] = np.nan
    table = ScoreTable(scores, ("d1", "d2", "d3", "d4"), ("a", "b", "c"))
    said = str(mk.evaluate(table))
    assert "Data set d2 is left out, because there is no score of c" in said
    assert "With 3 data sets only, no test" in said
    assert "cannot reject at 0.05" in said
    many = np.random.default_rng(3).random((14, 4))
    table = ScoreTable(many, tuple(f"d{i}" for i in range(14)), tuple("abcd"))
    r = mk.evaluate(table)
    assert r["friedman.pvalue"] == mk.compare_learners(many).pvalue
    assert "Shapiro" not in str(r)


MANY = RNG.permutation(np.arange(M) % 15)
SEVEN = Predictions(
    Y, {name: ModelColumns((SCORE > 0.5).astype(int)) for name in "abcdefg"}, (0, 1), 1
)
LEFT_OUT = {
    "matrix of many classes": (lambda: mk.evaluate(MANY, MANY[::-1], n_resamples=100),
                               "with 15 classes", "共 15 类"),
    "numbers of many classes": (lambda: mk.evaluate(MANY, MANY[::-1], n_resamples=100),
                                "first 12 of 15 classes", "15 类中的前 12 类"),
    "classes with weights": (
        lambda: mk.evaluate(THREE, THREE[::-1], sample_weight=SCORE, n_resamples=100),
        "of each class are left out", "不列各类的查全率"),
    "curves of several classes": (lambda: mk.evaluate(THREE, None, PROBA, n_resamples=100),
                                  "they are of two classes", "只用于两类"),
    "scores that do not add up": (lambda: mk.evaluate(THREE, None, 2 * PROBA, n_resamples=100),
                                  "not probabilities that add up to 1", "加起来等于 1"),
    "models of figures": (lambda: mk.evaluate(SEVEN), "first 2 models only (a, b)",
                          "前 2 个模型（a、b）"),
    "models of tables": (lambda: mk.evaluate(SEVEN), "first 6 models only; g are left out",
                         "没有列入：g"),
    "bands with weights": (
        lambda: mk.evaluate(Y, None, SCORE, sample_weight=SCORE_B, n_resamples=100),
        "no confidence bands", "不带置信带"),
    "bands of many samples": (lambda: mk.evaluate(np.tile(Y, 90), None, np.tile(SCORE, 90)),
                              "of more than 20000 samples", "样例超过 20000 个"),
    "calibration of few": (lambda: mk.evaluate(Y[:20], None, SCORE[:20]),
                           "takes 30 samples", "至少要 30 个样例"),
    "one class": (lambda: mk.evaluate(np.ones(9, int), None, SCORE[:9], threshold=0.5),
                  "only one class is true", "真实标签只有一类"),
    "figures of a second test set": (
        lambda: mk.evaluate(Y, None, SCORE, y_true_b=Y[:99], y_score_b=SCORE_B[:99]),
        "first test set only", "只画第一个测试集"),
}  # fmt: skip


@pytest.mark.parametrize("name", LEFT_OUT)
def test_what_is_left_out_is_said_in_both_languages(name):
    make, en, zh = LEFT_OUT[name]
    result = make()
    assert en in str(result)
    with speaking("zh"):
        assert zh in str(result)


def test_confusion_matrices_are_drawn_of_weights_and_of_counts():
    pred = (SCORE > 0.5).astype(int)
    weighted = mk.evaluate(Y, pred, sample_weight=SCORE_B, n_resamples=100)
    many = mk.evaluate(np.tile(Y, 9000), np.tile(pred, 9000), np.tile(SCORE, 9000))
    for result, matrix in (
        (weighted, metrics.confusion_matrix(Y, pred, sample_weight=SCORE_B)),
        (many, 9000 * metrics.confusion_matrix(Y, pred)),
    ):
        drawn = next(p for p in result.section("figures").parts if isinstance(p, Picture))
        assert drawn.name == "confusion_matrix"
        assert drawn.call.arguments[0].result == pytest.approx(matrix)


def test_a_margin_is_of_the_first_comparison_and_stands_in_the_paragraph():
    r = mk.evaluate(ILL, PRED, SCORE, y_pred_b=PRED_B, y_score_b=SCORE_B, pos_label="ill",
                    margin=0.1)  # fmt: skip
    assert str(r).count("one-sided at 0.05") == 1
    assert "above -0.1: the 90 % interval" in r.report("en")


def test_a_difference_is_told_with_the_names_of_the_models():
    paired = {"y_pred_b": PRED_B, "y_score_b": SCORE_B, "pos_label": "ill", "margin": 0.1}
    r = mk.evaluate(ILL, PRED, SCORE, names=("net", "tree"), **paired)
    other = mk.evaluate(Y, None, SCORE, y_true_b=Y[:99], y_score_b=SCORE_B[:99], margin=0.05,
                        names=("net", "tree"))  # fmt: skip
    for result in (r, other):
        for language, of in (("en", "net minus tree"), ("zh", "net 减 tree")):
            with speaking(language):
                told = str(result)
            assert of in result.report(language)
            assert of in told
            assert not re.search("A minus B|A 减 B", told + result.report(language))
    assert "Shown only that net minus tree is above -0.1" in r.report("en")
    assert "只能证明 net 减 tree 大于 -0.1" in r.report("zh")


def test_equivalence_is_a_number_of_the_report_with_its_working():
    pair = {"y_pred_b": PRED_B, "pos_label": "ill"}
    r = mk.evaluate(ILL, PRED, margin=0.1, **pair)
    test = mk.equivalence_test(mk.mcnemar_test(ILL, PRED, PRED_B, mid_p=True), 0.1)
    assert r["difference.equivalence"] == test.pvalue
    assert str(test.in_words()) in r.report("en")
    assert "difference.equivalence" not in mk.evaluate(ILL, PRED, **pair).values


def test_an_interval_that_is_not_the_tests_is_said_to_be_exact(results):
    assert "whose standard error is 0" in str(results["perfect"])
    assert "the same standard error" not in str(results["perfect"])
    assert "the same standard error" in str(results["two models"])


def test_the_paragraph_gives_each_of_several_class_models_its_own_numbers():
    other = THREE[::-1]
    r = mk.evaluate(THREE, PROBA.argmax(axis=1), y_pred_b=other, n_resamples=100)
    said = r.report("en").partition("For B the results are: ")[2]
    assert f"accuracy {digits(metrics.accuracy_score(THREE, other))}, " in said


def test_the_paragraph_compares_all_pairs_of_three_models_and_two_test_sets(results):
    models = {n: ModelColumns(p) for n, p in (("a", PRED), ("b", PRED_B), ("c", ILL))}
    r = mk.evaluate(Predictions(ILL, models, ("ill", "well"), "ill"))
    said = r.report("en")
    ps = [r[f"{pair}.difference.pvalue"] for pair in ("a-b", "a-c", "b-c")]
    for pair, p in zip(("a-b", "a-c", "b-c"), multipletests(ps, method="holm")[1], strict=True):
        assert re.search(f"{pair}: difference of the error rates[^;]*, {p_text(p)}", said)
    assert "Holm's method. McNemar's test, mid-p (the interval is Tango's)." in said
    unpaired = results["two test sets"]
    assert "new was tested on 99 other samples. For old the results" in unpaired.report("en")
    assert f"For new the results are: AUC {digits(unpaired['2.auc'])}" in unpaired.report("en")


def test_the_paragraph_names_degrees_of_freedom_and_resamples(results):
    assert "239 degrees of freedom" in results["regression"].report("en")
    assert "自由度 239" in results["regression"].report("zh")
    said = results["groups"].report("en")
    assert "percentiles of 200 bootstrap samples of whole groups" in said


def learners_table(n, k):
    """Return scores of k learners, later ones better, and the table that somebody would paste."""
    hard = np.random.default_rng(7).random((n, 1))
    scores = (hard + 0.02 * np.arange(k) + np.random.default_rng(8).normal(0, 0.03, (n, k))).round(
        5
    )
    names = ["nb", "svm", "tree", "forest"][:k]
    rows = [",".join([f"set{i}", *map(str, row)]) for i, row in enumerate(scores)]
    return scores, names, "\n".join([",".join(["data", *names]), *rows])


def test_the_paragraph_on_learners_has_what_scipy_and_statsmodels_compute():
    scores, names, text = learners_table(14, 4)
    r = mk.evaluate(mk.read_predictions(text, higher_is_positive=True))
    chi2 = stats.friedmanchisquare(*scores.T).statistic
    f = 13 * chi2 / (14 * 3 - chi2)
    assert r["friedman.statistic"] == pytest.approx(f)
    assert r["friedman.pvalue"] == pytest.approx(stats.f.sf(f, 3, 39))
    cd = stats.studentized_range.ppf(0.95, 4, np.inf) / np.sqrt(2) * np.sqrt(4 * 5 / (6 * 14))
    assert r["nemenyi.critical_difference"] == pytest.approx(cd, rel=1e-3)
    pairs = list(itertools.combinations(range(4), 2))
    tests = [stats.wilcoxon(scores[:, i], scores[:, j]) for i, j in pairs]
    adjusted = multipletests([t.pvalue for t in tests], method="holm")[1]
    said = r.report("en")
    for (i, j), test, p in zip(pairs, tests, adjusted, strict=True):
        pair = f"{names[i]} - {names[j]}"
        d = scores[:, i] - scores[:, j]
        means = np.add.outer(d, d)[np.triu_indices(14)] / 2
        assert r[pair] == pytest.approx(np.median(means))
        assert r[f"{pair}.low"] < r[pair] < r[f"{pair}.high"]
        assert r[f"{pair}.pvalue"] == pytest.approx(p, abs=2e-3)  # SciPy takes ties otherwise
        assert f"{pair} {digits(r[pair])}, {digits(r[f'{pair}.low'])} to" in said
        assert f"W = {test.statistic:g}, " in said
    assert f"F(3, 39) = {digits(f)}, {p_text(r['friedman.pvalue'])}" in said
    assert f"Pairs that differ significantly: {sum(adjusted < 0.05)} of 6." in said
    assert "rejects at level 0.05" in str(r)
    for word in ("mean ranks (1 is best)", "Holm's correction", "Hodges and Lehmann", digits(cd)):
        assert word in said
    for word in ("平均序值", f"F(3, 39) = {digits(f)}", "Holm 校正", "Hodges–Lehmann", digits(cd)):
        assert word in r.report("zh")


def test_of_two_learners_there_is_a_paragraph_and_no_interval_from_four_data_sets():
    r = mk.evaluate(mk.read_predictions(learners_table(4, 2)[2], higher_is_positive=True))
    assert r.values.keys() == {"nb - svm", "nb - svm.pvalue"}
    assert "no finite interval from so few data sets" in r.report("en")
    assert "it takes 6 data sets" in r.report("en")
    assert "Friedman" not in r.report("en")
    html = r.to_html()
    assert "data-report" in html
    held = html.partition("data-numbers>")[2].partition("</script>")[0]
    assert json.loads(held) == dict(r.values)


def test_the_paragraph_says_what_it_leaves_out():
    scores = np.add(np.random.default_rng(7).random((12, 5)), [0, 0, 0, 0, 1])
    table = ScoreTable(scores, tuple(map(str, range(12))), tuple("abcde"))
    r = mk.evaluate(table)
    assert "We compared 5 learners" in r.report("en")
    assert "4 of 10" in r.report("en")
    assert "6 pairs without a significant difference are left out here" in r.report("en")
    assert "另外 6 对差别不显著，这里不列" in r.report("zh")
    seven = mk.evaluate(SEVEN)
    assert "the first 6 of 7 models (left out: g)" in seven.report("en")
    assert "只报告 7 个模型中的前 6 个（未列入：g）" in seven.report("zh")


def test_the_paragraph_computes_nothing_again(monkeypatch):
    learners = mk.evaluate(mk.read_predictions(learners_table(14, 4)[2], higher_is_positive=True))
    models = mk.evaluate(ILL, PRED, SCORE, y_pred_b=PRED_B, margin=0.1, pos_label="ill")
    made = []
    for result in (learners, models):
        monkeypatch.setattr(Call, "_public", property(lambda call: made.append(call.function)))
        assert result.report("en")
    assert made == []


def test_accuracy_is_not_recommended_where_a_class_is_rare():
    y = np.repeat([0, 1, 2], [76, 50, 24])
    said = str(mk.evaluate(y, np.roll(y, 9), n_resamples=100))
    assert "one of them is rare. Recommended: balanced_accuracy_score, macro_f1." in said
    assert "of similar size" not in said
    assert "\naccuracy: " in said


def test_nemenyis_test_counts_only_after_friedmans():
    scores = np.random.default_rng(0).random((9, 4))
    r = mk.evaluate(ScoreTable(scores, tuple("abcdefghi"), tuple("wxyz")))
    assert r["friedman.pvalue"] > 0.05
    assert "does not reject at level 0.05" in str(r)
    assert "critical difference" not in r.report("en")


def test_models_without_a_common_measure_are_said_not_to_be_compared():
    columns = {"a": ModelColumns(PRED), "b": ModelColumns(PRED_B),
               "c": ModelColumns(None, 5 * SCORE)}  # fmt: skip
    r = mk.evaluate(Predictions(ILL, columns, ("ill", "well"), "ill"))
    assert "a-b.difference" in r.values
    assert "a and c are not compared" in str(r)


def test_groups_are_not_ignored_by_the_comparison_of_two_test_sets():
    pair = [f"truth,pred,group\n{rows}" for rows in (
        "\n".join(f"{t},{p},g{i % 12}" for i, (t, p) in enumerate(zip(y, pred, strict=True)))
        for y, pred in ((Y, Y[::-1]), (Y[:99], Y[1:100])))]  # fmt: skip
    r = mk.evaluate(mk.read_predictions(pair), n_resamples=100)
    assert "difference.pvalue" not in r.values
    assert "from both, by Zou and Donner" in str(r)


def test_lower_scores_of_learners_may_be_the_better_ones():
    text = learners_table(14, 4)[2]
    high = mk.evaluate(mk.read_predictions(text, higher_is_positive=True)).report("en")
    low = mk.evaluate(mk.read_predictions(text, higher_is_positive=False)).report("en")
    assert "A higher score counts as better. Their mean ranks (1 is best) are forest" in high
    assert "A lower score counts as better. Their mean ranks (1 is best) are nb" in low


def test_wilcoxon_with_holm_needs_more_data_sets_for_more_pairs():
    said = str(mk.evaluate(mk.read_predictions(learners_table(7, 4)[2], higher_is_positive=True)))
    assert "With 7 data sets (pairs of learners: 6)" in said
    assert "it takes 8 data sets" in said
    assert "it takes" not in str(
        mk.evaluate(mk.read_predictions(learners_table(8, 4)[2], higher_is_positive=True))
    )


# -- the rules -------------------------------------------------------------------------------------


@pytest.mark.parametrize("kind", ["measure", "test"])
def test_each_rule_names_functions_that_exist_in_both_languages(kind):
    for rule in rules(kind):
        for name in rule.take:
            assert callable(getattr(mk, name.partition("(")[0])), name
        for sentence in (rule.when, rule.because):
            assert all(sentence.texts[language] for language in ("en", "zh"))
    names = [rule.name for rule in rules(kind)]
    assert len(set(names)) == len(names)


@pytest.mark.parametrize(
    ("facts", "first"),
    [
        ({"predicted": "numbers", "outliers": True}, "absolute"),
        ({"predicted": "numbers", "outliers": False}, "squared"),
        ({"predicted": "classes", "costs": "known", "have": "scores", "n_classes": 2}, "cost"),
        ({"predicted": "classes", "have": "scores", "use": "unknown"}, "ranking"),
        ({"predicted": "classes", "have": "labels", "rare": True, "n_classes": 2}, "rare"),
        ({"predicted": "classes", "have": "labels", "rare": False}, "labels"),
    ],
)
def test_the_first_rule_that_holds_is_the_one_of_the_page(facts, first):
    assert recommended("measure", facts)[0].name == first


@pytest.mark.parametrize(
    ("facts", "first"),
    [
        ({"models": 2, "data": "one_test_set", "compared": "errors"}, "mcnemar"),
        ({"models": 2, "data": "one_test_set", "compared": "auc"}, "delong"),
        ({"models": 2, "data": "two_test_sets", "compared": "errors"}, "unpaired"),
        ({"models": 2, "data": "two_test_sets", "compared": "auc"}, "unpaired_interval"),
        ({"models": 2, "data": "many_data_sets"}, "wilcoxon"),
        ({"models": 3, "data": "many_data_sets"}, "pairs"),
        ({"models": 3, "data": "one_test_set"}, "holm"),
    ],
)
def test_the_rules_lead_to_the_tests_of_the_page(facts, first):
    assert recommended("test", facts)[0].name == first


# -- bad input -------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("call", "error", "words"),
    [
        (lambda: mk.evaluate(Y), TypeError, "y_pred and y_score: expected predicted labels"),
        (lambda: mk.evaluate(Y, PRED), TypeError, "labels of the same type"),
        (lambda: mk.evaluate(Y, Y[1:]), ValueError, "the same length"),
        (lambda: mk.evaluate([], []), ValueError, "at least one value"),
        (lambda: mk.evaluate(Y, Y, cost_fn=3), TypeError, "cost_fp"),
        (lambda: mk.evaluate(Y, Y, margin=-1), ValueError, "margin"),
        (lambda: mk.evaluate(Y, Y, pos_label=7), ValueError, "pos_label: expected one of"),
        (lambda: mk.evaluate(Y, None, PROBA), ValueError, "y_score"),
        (lambda: mk.evaluate(Y, Y, confidence_level=95), ValueError, "confidence_level"),
        (lambda: mk.evaluate(Y, Y, groups=[1, 2]), ValueError, "the same length"),
        (lambda: mk.evaluate(THREE, None, PROBA[:, :2]), ValueError, "a column for each"),
        (lambda: mk.evaluate(Y, Y, n_resamples=3), ValueError, "n_resamples"),
    ],
)
def test_bad_input_is_a_sentence(call, error, words):
    with pytest.raises(error, match=words):
        call()


# -- large data ------------------------------------------------------------------------------------


def _dask_columns(n_partitions, size):
    """Return Dask Series whose partitions are made when they are read."""
    pandas = pytest.importorskip("pandas")
    frame = pytest.importorskip("dask.dataframe")

    def part(seed):
        rng = np.random.default_rng(seed)
        y = (rng.random(size) < 0.3).astype(int)
        score = 1 / (1 + np.exp(1 - rng.normal(size=size) - 1.5 * y))
        names = np.array(["well", "ill"])
        return pandas.DataFrame({"y": names[y], "pred": names[(score > 0.5) * 1], "score": score})

    made = frame.from_map(part, range(n_partitions))
    return made, (made["y"], made["pred"], made["score"])


def test_dask_columns_are_counted_labels_exactly_scores_in_bins():
    made, columns = _dask_columns(4, 2000)
    r = mk.evaluate(*columns, pos_label="ill")
    whole = made.compute()
    e = mk.evaluate(whole["y"], whole["pred"], whole["score"], pos_label="ill")
    for name in ("accuracy", "recall.low", "f1.high", "balanced_accuracy", "specificity"):
        assert r[name] == pytest.approx(e[name], rel=1e-12)
    for name in ("auc", "auc.low", "auc.high", "average_precision"):
        assert r[name] == pytest.approx(e[name], abs=2e-3)
    assert "8000 samples" in str(r)
    costs = mk.evaluate(*columns, pos_label="ill", cost_fn=5, cost_fp=1)
    assert "so many samples are counted in bins" in str(costs)
    assert "1000 bins of width 0.001" in str(r)
    assert len(r.predictions.y_true) <= 4 * 1000
    assert '<figure data-figure="roc">' in r.to_html()
    labels = mk.evaluate(*columns[:2], pos_label="ill")
    assert labels["accuracy"] == e["accuracy"]
    assert len(labels.predictions.y_true) == 4


@pytest.mark.filterwarnings("ignore:The inplace keyword")  # of pandas, used by Dask
def test_a_parquet_file_is_read_by_its_row_groups(tmp_path):
    made, columns = _dask_columns(3, 1000)
    path = tmp_path / "big.parquet"
    made.compute().to_parquet(path, row_group_size=250, index=False)
    roles = {"y": "y_true", "pred": "y_pred", "score": "y_score"}
    read = mk.read_predictions(path, roles=roles, pos_label="ill")
    assert read.counted
    assert read.weight.sum() == 3000
    r, e = mk.evaluate(read), mk.evaluate(*columns, pos_label="ill")
    assert r.values == e.values
    assert "Score of model: column “score”" in str(r)
    again = mk.read_predictions(made[["y", "pred"]], roles={"y": "y_true", "pred": "y_pred"})
    assert mk.evaluate(again)["accuracy"] == e["accuracy"]
    with pytest.raises(ValueError, match="no such file"):
        mk.read_predictions(tmp_path / "none.parquet")


@pytest.mark.parametrize(
    ("column", "pos_label", "found"),
    [("score", 0, 0), ("score", "0", 0), ("score_1", None, 1), ("score_0", None, 0),
     ("score_0", 0, 0), ("score", None, None)],
)  # fmt: skip
def test_counts_keep_the_positive_class_that_is_given_or_named(column, pos_label, found):
    pandas = pytest.importorskip("pandas")
    frame = pytest.importorskip("dask.dataframe")
    made = frame.from_pandas(pandas.DataFrame({"y_true": Y, column: SCORE}), npartitions=2)
    read = mk.read_predictions(made, pos_label=pos_label)
    assert read.pos_label == found
    positive = 1 if found is None else found
    auc = metrics.roc_auc_score(positive == Y, SCORE)
    assert mk.evaluate(read)["auc"] == pytest.approx(auc, abs=2e-3)


def test_counts_do_not_take_the_score_of_one_class_for_that_of_the_other():
    pandas = pytest.importorskip("pandas")
    frame = pytest.importorskip("dask.dataframe")
    made = frame.from_pandas(pandas.DataFrame({"y_true": Y, "score_1": SCORE}), npartitions=2)
    with pytest.raises(ValueError, match="pos_label: expected 1, the class whose scores column"):
        mk.read_predictions(made, pos_label=0)


def test_rows_without_a_value_are_not_left_out_in_silence():
    frame = pytest.importorskip("dask.dataframe")
    pandas = pytest.importorskip("pandas")
    table = pandas.DataFrame({"y": [0, 1, None, 1], "pred": [0, 1, 1, 0]})
    made = frame.from_pandas(table, npartitions=2)
    with pytest.raises(ValueError, match="y_true, y_pred: expected a value in each row, got 1 row"):
        mk.evaluate(made["y"], made["pred"])


def _two_models(m):
    """Return the truth, and the labels and scores of two models, as arrays."""
    rng = np.random.default_rng(5)
    y = (rng.random(m) < 0.3).astype(np.int8)
    a, b = (rng.random(m) * 0.7 + share * y for share in (0.3, 0.28))
    return y, a > 0.5, a, b > 0.5, b


def _are_compared_as(counted, exact):
    for name in ("b.recall.low", "error_difference", "error_difference.low"):
        assert counted[name] == pytest.approx(exact[name], rel=1e-12), name
    assert counted["error_difference.pvalue"] == exact["error_difference.pvalue"]
    for name in ("difference", "difference.low", "difference.high", "b.auc"):
        assert counted[name] == pytest.approx(exact[name], abs=2e-3), name


@pytest.mark.filterwarnings("ignore:The inplace keyword")  # of pandas, used by Dask
def test_two_models_are_compared_by_their_counts_too(tmp_path, monkeypatch):
    pandas = pytest.importorskip("pandas")
    frame = pytest.importorskip("dask.dataframe")
    names = ("y_true", "pred_a", "score_a", "pred_b", "score_b")
    columns = dict(zip(names, _two_models(5000), strict=True))
    columns |= {name: columns[name].astype(np.int8) for name in ("pred_a", "pred_b")}
    y, pred_a, score_a, pred_b, score_b = columns.values()
    exact = mk.evaluate(y, pred_a, score_a, y_pred_b=pred_b, y_score_b=score_b)
    made = frame.from_pandas(pandas.DataFrame(columns), npartitions=3)
    for table in (made, tmp_path / "two.parquet"):
        read = mk.read_predictions(table)
        assert list(read.models) == ["a", "b"]
        _are_compared_as(mk.evaluate(read), exact)
        made.compute().to_parquet(tmp_path / "two.parquet", row_group_size=999, index=False)
    given = {"y_pred_b": made["pred_b"], "y_score_b": made["score_b"]}
    _are_compared_as(mk.evaluate(made["y_true"], made["pred_a"], made["score_a"], **given), exact)
    with pytest.raises(TypeError, match="groups: expected None with columns of Dask"):
        mk.evaluate(made["y_true"], made["pred_a"], groups=pred_a)
    monkeypatch.setattr("mlevalkit.report.evaluate._LARGE", 4000)
    large = mk.evaluate(y, pred_a, score_a, y_pred_b=pred_b, y_score_b=score_b)
    assert large.predictions.counted
    _are_compared_as(large, exact)


@pytest.mark.parametrize("name", ["threshold", "margin", "groups", "y_pred"])
def test_a_table_of_scores_does_not_ignore_an_argument(name):
    table = ScoreTable(np.eye(4)[:, :3], tuple("1234"), tuple("abc"))
    with pytest.raises(TypeError, match=f"{name}: expected None with a table of scores, got float"):
        mk.evaluate(table, **{name: 0.5})


@pytest.mark.parametrize("name", ["y_score", "pos_label", "sample_weight"])
def test_a_table_of_predictions_does_not_ignore_an_argument(name, tmp_path):
    path = tmp_path / "p.csv"
    path.write_text("y_true,y_pred\n" + "0,0\n1,1\n0,1\n" * 5)
    with pytest.raises(TypeError, match=f"{name}: expected None with a table of predictions"):
        mk.evaluate(mk.read_predictions(path), **{name: 1})


def test_dask_columns_must_be_series_all():
    _, (y, _, score) = _dask_columns(2, 50)
    with pytest.raises(TypeError, match="y_pred: expected a Dask Series, as y_true is one"):
        mk.evaluate(y, ["ill"] * 100, score)
    with pytest.raises(TypeError, match="y_pred and y_score: expected predicted labels"):
        mk.evaluate(y)


def test_a_table_of_counts_has_the_intervals_of_its_samples():
    y, pred, score = np.array([0, 0, 1, 1]), np.array([0, 1, 0, 1]), np.array([1, 2, 2, 3])
    n = np.array([50, 7, 9, 30])
    many = [np.repeat(column, n) for column in (y, pred, score)]
    for rate in ("recall", "accuracy", "f1", "balanced_accuracy"):
        counted = mk.rate_interval(rate, y, pred, sample_weight=n)
        assert tuple(counted) == tuple(mk.rate_interval(rate, many[0], many[1]))
    counted = mk.auc_confidence_interval(y, score, sample_weight=n, logit=True)
    alone = mk.auc_confidence_interval(many[0], many[2], logit=True)
    assert tuple(counted) == pytest.approx(tuple(alone))
    counted = mk.average_precision_interval(y, score, sample_weight=n)
    assert tuple(counted) == pytest.approx(tuple(mk.average_precision_interval(many[0], many[2])))


@pytest.mark.slow
@pytest.mark.parametrize(
    ("given", "most"), [("pred", 100), ("None, s", 250), ("None, s, y_score_b=s[::-1]", 250)]
)
def test_ten_million_samples_need_no_copies(given, most):
    code = (
        "import resource, numpy as np, mlevalkit as mk\n"
        "peak = lambda: resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024\n"
        "some = np.linspace(0, 1, 100)\n"
        "mk.evaluate([0, 1] * 50, None, some, y_score_b=some[::-1])\n"
        "y = np.tile(np.array([0, 1, 0, 0], np.int8), 2_500_000)\n"
        "pred = np.roll(y, 2)\n"
        "s = np.random.default_rng(0).random(len(y))\n"
        "before = peak()\n"
        f"r = mk.evaluate(y, {given})\n"
        "print(r['accuracy'], peak() - before)\n"
    )
    told = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    accuracy, megabytes = map(float, told.stdout.split())
    assert accuracy == pytest.approx(0.5, abs=1e-3)
    assert megabytes < most  # a copy of a column of scores alone has 80


@pytest.mark.parametrize(("page", "kind"), [("decisions", "measure"), ("which-test", "test")])
@pytest.mark.parametrize("edition", ["en", "zh"])
def test_the_pages_recommend_what_the_rules_do(page, kind, edition):
    path = Path(__file__).parents[1] / "book" / edition / f"{page}.ipynb"
    cells = {c["id"]: "".join(c["source"]) for c in json.loads(path.read_text("utf-8"))["cells"]}
    table = cells[kind].split("\n| `average" if kind == "measure" else "\n\n\n")[0]
    rows = [line for line in table.splitlines() if line.startswith("| ")]
    said = set(re.findall(r"\[`(\w+)`\]\(reference", "\n".join(rows)))
    ruled = {name.partition("(")[0] for rule in rules(kind) for name in rule.take}
    assert said - ruled <= {"classification_report", "dominates"}
    assert "mcnemar_test" in ruled or "recall_score" in ruled


# -- progress ------------------------------------------------------------------------------------


def test_each_phase_of_long_work_tells_its_steps(monkeypatch, capsys):
    pytest.importorskip("tqdm")
    from mlevalkit_book.live import evaluate as page

    rows = zip(ILL, PRED, PRED_B, SCORE, SCORE_B, strict=True)
    text = "\n".join(["truth,pred_A,pred_B,prob_A,prob_B", *(",".join(map(str, r)) for r in rows)])
    monkeypatch.setattr(page, "SLOW", 0)
    with speaking("en"):
        assert "html" in page.evaluate([text], {}, {})
    told = [line.partition(":")[0] for line in re.split(r"[\r\n]+", capsys.readouterr().err)]
    least = {
        "CSV": 1, "Looking for missing values": 5, "Looking for decimal marks": 5,
        "Reading labels": 2, "Reading predictions": 2, "What was evaluated 1/7": 5,
        "Measures with confidence intervals 2/7": 4, "Figures 3/7": 7, "The threshold 5/7": 4,
        "Comparison 6/7": 6, "Figures": 7, "Comparison": 6,
    }  # fmt: skip
    assert {name: min(told.count(name), n) for name, n in least.items()} == least
