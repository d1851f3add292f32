"""`evaluate`: equal to the calls it replaces, and to the reference implementations."""

import csv
import html
import io
import json
import math
import re
import subprocess
import sys
import warnings
from pathlib import Path

import nbformat
import numpy as np
import pandas as pd
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
from statsmodels.stats.proportion import proportion_confint

import mlevalkit as mk
from mlevalkit.display.language import speaking
from mlevalkit.report.predictions import ModelColumns, Predictions, ScoreTable
from mlevalkit.report.rules import rules

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

SIX = Predictions(
    ILL,
    {
        f"model_{letter}": ModelColumns(None, 1 / (1 + np.exp(-(s * RNG.normal(size=M) + 2 * Y))))
        for letter, s in zip("abcdef", (0.8, 1.5, 1.6, 1.9, 4, 9), strict=True)
    },
    ("ill", "well"),
    "ill",
)
ANSWERS = Predictions(
    None,
    {
        name: ModelColumns((RNG.random(M) < share).astype(int))
        for name, share in (("a", 0.9), ("b", 0.85), ("c", 0.5))
    },
)
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
    "learners": lambda: mk.evaluate(ScoreTable(
        RNG.random((9, 3)), tuple("abcdefghi"), ("nb", "svm", "tree"))),
    "six models": lambda: mk.evaluate(SIX),
    "answers": lambda: mk.evaluate(ANSWERS),
    "perfect": lambda: mk.evaluate(Y, Y, Y.astype(float), y_pred_b=Y, y_score_b=Y / 2),
}  # fmt: skip


class Results(dict):
    """The evaluations of cases, each made when it is first asked for."""

    def __missing__(self, name):
        self[name] = (CASES | MORE)[name]()
        return self[name]


@pytest.fixture(scope="module")
def results():
    return Results()


@pytest.fixture(scope="module")
def pages(results):
    """The HTML of a case in a language, made when it is first asked for."""
    made = {}

    def page(name, language="en"):
        if (name, language) not in made:
            made[name, language] = results[name].to_html(language=language, book="../en/")
        return made[name, language]

    return page


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
    losses = [np.where(p == ILL, 0, np.where(positive, 5, 1)) for p in (PRED_B, PRED)]
    test = stats.ttest_rel(*losses)
    assert r["A over B.cost"] == pytest.approx(losses[0].mean() - losses[1].mean())
    assert r["A over B.cost.pvalue"] == pytest.approx(test.pvalue)
    ends = test.confidence_interval()
    assert (r["A over B.cost.low"], r["A over B.cost.high"]) == pytest.approx((ends.low, ends.high))
    labels = mk.mcnemar_test(ILL, PRED, PRED_B)
    assert (len(r.flips["b_only"]), len(r.flips["a_only"])) == labels.discordant
    saving = mk.threshold_saving(
        positive, SCORE, cost_fn=5, cost_fp=1, reference=SCORE[PRED == "ill"].min(),
        n_resamples=400, random_state=0,
    )  # fmt: skip
    assert r["saving"] == saving.saving


@pytest.mark.parametrize("measure", ["auc", "accuracy"])
def test_two_models_are_compared_by_the_test_of_their_measure(measure):
    r = mk.evaluate(ILL, PRED, SCORE, y_pred_b=PRED_B, y_score_b=SCORE_B, pos_label="ill",
                    measure=measure)  # fmt: skip
    if measure == "auc":
        test = mk.delong_test(ILL == "ill", SCORE, SCORE_B)
    else:
        test = mk.mcnemar_test(ILL, PRED_B, PRED, correction=False)
    (difference,) = r.differences
    assert difference.pvalue.value == test.pvalue
    assert (difference.number.low, difference.number.high) == tuple(test.confidence_interval())


@pytest.mark.parametrize("name", CASES)
def test_every_interval_holds_its_number_and_has_a_width(name, results):
    for number in results[name].numbers.values():
        if number.interval is not None:
            assert number.low <= number.value <= number.high, number.name
            assert number.low < number.high, number.name
            if not re.search("over|saving|error|cost|r2", number.name):
                assert number.low >= 0, number.name
                assert number.high <= 1 or "loss" in number.name, number.name


@pytest.mark.parametrize(("name", "language"), [*zip(CASES, ["en", "zh"] * 7, strict=False)])
def test_the_page_holds_every_number_and_fetches_nothing(name, language, results, pages):
    result = results[name]
    page = pages(name, language)
    assert len(page.encode()) < 1_000_000
    found = dict(re.findall('data-measure="([^"]+)" data-value="([^"]+)"', page))
    assert found.keys() == result.values.keys()
    assert all(repr(float(result[key])) == value for key, value in found.items())
    assert re.findall('data-warning="([^"]+)"', page) == [w.code for w in result.warnings]
    assert not re.search(r'(?:src|href)="(?:https?:)?//|@import|url\((?!#)', page)
    assert "<script" not in page
    told = html.unescape(page)
    assert result.report(language) in told
    with speaking(language):
        answer = result.answer
    assert answer in re.sub("</?strong>", "", told)


def test_the_page_begins_with_the_answer_and_ends_with_what_is_folded(results, pages):
    page = pages("two models").partition("</style>")[2]
    names = re.findall(r'data-section="(\w+)"', page)
    assert names == [
        "answer", "overview", "differences", "figures", "data", "measures", "flips", "threshold",
        "methods", "limits", "paper", "script", "csv",
    ]  # fmt: skip
    folded = re.findall(r'<details data-section="(\w+)"', page)
    assert names[4:] == folded
    with pytest.raises(ValueError, match="name: expected one of 'data', 'measures'"):
        results["two models"].section("summary")


def test_figures_are_drawn_when_they_are_asked_for(results):
    result = results["two models"]
    page = result.to_html(figures=False)
    empty = re.findall('<figure data-figure="([^"]+)" data-empty>', page)
    assert {"roc", "confusion_matrix", "b.confusion_matrix"} <= set(empty)
    assert 'role="img"' not in page
    assert result.figure_html("roc").startswith('<figure data-figure="roc"><svg role="img"')
    with pytest.raises(ValueError, match="name: expected one of"):
        result.figure_html("none")


def test_a_checklist_is_added_when_it_is_asked_for(results, pages):
    assert '<section data-section="checklist">' not in pages("two models")
    page = results["two models"].to_html(checklist="stard", figures=False)
    assert "STARD 2015 (for" in page.partition('<section data-section="checklist">')[2]
    with pytest.raises(ValueError, match="checklist: expected one of"):
        results["two models"].to_html(checklist="consort")


def test_words_are_linked_to_the_pages_of_the_book(pages):
    page = pages("two models")
    assert re.search(r'<p data-rule="cost"><a href="\.\./en/unequal-costs\.html', page)
    assert '<a href="../en/roc-auc.html">AUC</a>' in page


def test_json_csv_and_notebook(results, tmp_path):
    result = results["two models"]
    stored = json.loads(result.to_json(tmp_path / "numbers.json"))
    assert stored["numbers"]["auc"]["value"] == result["auc"]
    rows = {row["name"]: row for row in csv.DictReader(io.StringIO(result.to_csv()))}
    ends = ["f1.low", "f1", "f1.high"]
    assert [float(rows["f1"][key]) for key in ("low", "value", "high")] == [result[e] for e in ends]
    pairs = [(d["first"], d["second"], d["verdict"]) for d in stored["differences"]]
    assert pairs == [(d.first, d.second, d.verdict) for d in result.differences]
    nbformat.validate(nbformat.reads(result.to_notebook(tmp_path / "again.ipynb"), as_version=4))
    assert (tmp_path / "predictions.csv").exists()


def test_figures_are_written_as_svg(results, tmp_path):
    found = results["two models"].to_svg(tmp_path)
    assert {"confusion_matrix", "b.confusion_matrix", "roc", "calibration"} <= set(found)
    text = (tmp_path / "roc.svg").read_text(encoding="utf-8")
    assert text.startswith("<svg")
    assert 'xmlns="http://www.w3.org/2000/svg"' in text


# -- the answer, and when two models are called different ---------------------------------------


def _random_case(rng):
    """Return an evaluation of two to five models of random quality on random data."""
    m = int(rng.integers(30, 200))
    k = int(rng.integers(2, 6))
    kind = rng.choice(["labels", "scores", "numbers", "answers", "table"])
    skill = rng.normal(1, 0.6, k)
    names = [f"m{i}" for i in range(k)]
    if kind == "table":
        scores = rng.normal(size=(int(rng.integers(3, 16)), k)) + skill
        return mk.evaluate(ScoreTable(scores, tuple(map(str, range(len(scores)))), tuple(names)))
    if kind == "answers":
        right = {n: ModelColumns((rng.random(m) < 0.6 + s / 5).astype(int))
                 for n, s in zip(names, skill, strict=True)}  # fmt: skip
        return mk.evaluate(Predictions(None, right))
    if kind == "numbers":
        y = rng.normal(size=m)
        said = {n: ModelColumns(y + rng.normal(0, abs(s) + 0.1, m))
                for n, s in zip(names, skill, strict=True)}  # fmt: skip
        return mk.evaluate(Predictions(y, said))
    y = np.append([0, 1, 0, 1], rng.integers(0, 2, m))
    scores = {n: rng.normal(size=len(y)) + s * y for n, s in zip(names, skill, strict=True)}
    if kind == "scores":
        models = {n: ModelColumns(None, s) for n, s in scores.items()}
    else:
        models = {n: ModelColumns((s > 0.5).astype(int)) for n, s in scores.items()}
    return mk.evaluate(Predictions(y, models, (0, 1), 1), n_resamples=100)


@pytest.mark.parametrize("seed", range(40))
def test_two_models_are_called_different_if_and_only_if_the_interval_excludes_0(seed):
    r = _random_case(np.random.default_rng(seed))
    for d in r.differences:
        shown = d.number.shown
        printed = f"[{shown.low}, {shown.high}]"
        if shown.low:
            assert printed in str(r)
        excludes = bool(shown.low) and not float(shown.low) <= 0 <= float(shown.high)
        assert (d.verdict != "alike") == excludes
        if d.pvalue is not None:
            assert (d.pvalue.value < 0.05) == excludes
        best, second = d.first, d.second
        row = next(line for line in str(r).splitlines() if line.startswith(str(d.number.title)))
        assert row.endswith("not distinguishable") != excludes
        if d.verdict == "better":
            assert row.endswith(f"{best} is better")
            cannot = r.answer.partition("cannot be distinguished from")[2].partition("This holds")[
                0
            ]
            assert len({d.measure for d in r.differences}) > 1 or f"{second} (" not in cannot
    assert len(r.differences) >= 1


def test_the_differences_of_several_models_and_their_p_values_are_adjusted_alike():
    r = mk.evaluate(SIX)
    assert len(r.differences) == 5
    for d in r.differences:
        a, b = (SIX.models[name].y_score for name in (d.first, d.second))
        test = mk.delong_test(ILL == "ill", a, b)
        assert d.pairs == 15
        assert d.pvalue.value == pytest.approx(min(1, 15 * test.pvalue))
        ends = test.confidence_interval(1 - 0.05 / 15)
        assert (d.number.low, d.number.high) == pytest.approx(tuple(ends))
    assert "hold for all 15 pairs" in str(r)


def test_differences_are_from_the_baseline_that_is_named():
    r = mk.evaluate(SIX, baseline="model_c")
    assert {d.second for d in r.differences} == {"model_c"}
    assert {d.pairs for d in r.differences} == {5}
    assert "Better than model_c: model_a by" in r.answer
    assert "Worse than model_c: model_e by" in r.answer
    assert {d.verdict for d in r.differences} == {"better", "worse", "alike"}
    with pytest.raises(ValueError, match="baseline: expected one of 'model_a', "):
        mk.evaluate(SIX, baseline="svm")


def test_neither_the_order_of_the_models_nor_the_results_choose_the_measure():
    y = RNG.normal(size=100)
    a = y + RNG.normal(0, 1, 100)
    b = y + RNG.normal(0, 1.1, 100)
    a[0] += 50  # most of A's squared error
    one = mk.evaluate(y, a, y_pred_b=b)
    other = mk.evaluate(y, b, y_pred_b=a, names=("B", "A"))
    assert one.answer == other.answer
    assert {d.measure for d in one.differences} == {"mean_absolute_error", "mean_squared_error"}
    shown = {d.number.name: (d.number.value, d.number.low) for d in one.differences}
    assert shown == {d.number.name: (d.number.value, d.number.low) for d in other.differences}
    turned = Predictions(ILL, dict(reversed(SIX.models.items())), ("ill", "well"), "ill")
    assert mk.evaluate(turned).answer == mk.evaluate(SIX).answer


@pytest.mark.parametrize(
    ("given", "compared"),
    [
        ({}, "auc"),
        ({"measure": "f1"}, "f1"),
        ({"measure": "roc_auc"}, "auc"),
        ({"measure": "average_precision_score"}, "average_precision"),
        ({"cost_fn": 5}, "cost"),
        ({"cost_fn": 5, "measure": "brier"}, "brier"),
    ],
)
def test_what_is_recommended_is_what_is_compared(given, compared):
    pair = {"y_pred_b": PRED_B, "y_score_b": SCORE_B, "pos_label": "ill", "n_resamples": 100}
    r = mk.evaluate(ILL, PRED, SCORE, **pair, **given)
    (d,) = r.differences
    assert d.measure == compared
    sign = 1 if d.first == "A" else -1
    lower = -1 if compared in ("cost", "brier") else 1
    gap = sign * lower * (r[compared] - r[f"b.{compared}"])
    assert d.number.value == pytest.approx(gap)
    assert str(r.numbers[compared].title) in r.answer


def test_a_rare_class_is_not_compared_by_the_accuracy():
    y = np.repeat([0, 1], [180, 20])
    said, other = np.roll(y, 3), np.roll(y, 9)
    (d,) = mk.evaluate(y, said, y_pred_b=other, n_resamples=100).differences
    theirs = metrics.f1_score(y, said) - metrics.f1_score(y, other)
    assert (d.measure, d.pvalue) == ("f1", None)
    assert d.number.value == pytest.approx(theirs)


@pytest.mark.parametrize("given", [{"groups": np.arange(M) // 8}, {"sample_weight": SCORE}])
def test_a_difference_that_all_resamples_share_has_no_interval_of_width_0(given):
    r = mk.evaluate(Y, Y, y_pred_b=1 - Y, n_resamples=100, **given)
    assert r.differences == ()
    assert "interval of its difference cannot be computed" in " ".join(str(r).split())
    assert r.numbers["accuracy"].interval is None


def test_right_and_wrong_answers_have_an_accuracy_and_nothing_of_classes(results):
    r = results["answers"]
    assert {name.rpartition(".")[2] for name in r.numbers} == {"accuracy", "pvalue"}
    assert r.warnings == ()
    assert "positive" not in r.to_html(figures=False)


@pytest.mark.parametrize("greater", [True, False])
def test_graded_answers_are_compared_by_their_mean(greater):
    grades = RNG.integers(1, 6, (60, 3)) + np.array([0, 0, 1])
    grades = grades.astype(float)
    grades[7, 1] = np.nan
    table = ScoreTable(grades, tuple(map(str, range(60))), ("gpt", "llama", "qwen"),
                       greater_is_better=greater, of_items=True)  # fmt: skip
    r = mk.evaluate(table)
    whole = np.delete(grades, 7, axis=0)
    columns = dict(zip(("gpt", "llama", "qwen"), whole.T, strict=True))
    means = sorted(columns, key=lambda name: columns[name].mean(), reverse=greater)
    assert [d.first for d in r.differences] == [means[0]] * 2
    assert r.answer.startswith(
        f"{means[0]} has the {'highest' if greater else 'lowest'} mean score"
    )
    assert "on 59 questions" in r.answer
    assert [w.code for w in r.warnings] == ["rows-left-out"]
    for d in r.differences:
        pair = [columns[d.first], columns[d.second]]
        test = stats.ttest_rel(*(pair if greater else pair[::-1]))
        ends = test.confidence_interval(1 - 0.05 / 3)
        assert (d.number.low, d.number.high) == pytest.approx((ends.low, ends.high))
        assert d.pvalue.value == pytest.approx(min(1, 3 * test.pvalue))


@pytest.mark.parametrize("name", CASES)
def test_sentences_agree_in_number_and_nothing_is_left_empty(name, results, pages):
    page = re.sub("<(style|pre|svg).*?</\\1>|<[^>]+>", " ", pages(name), flags=re.S)
    told = str(results[name]) + html.unescape(page)
    assert not re.search(r"Recommended: \.|\b1 (samples|rows|warnings|models|folds)\b", told)
    assert not re.search(r"\(\)|\{\w+\}|, \.|None", told)


def test_two_digits_of_the_standard_error_are_printed():
    y = RNG.normal(0, 1000, 200)
    r = mk.evaluate(y, y + RNG.normal(0, 200, 200), y_pred_b=y + RNG.normal(0, 230, 200))
    for number in r.numbers.values():
        if number.interval is not None and "over" in number.name:
            error = (number.high - number.low) / 2 / 1.96
            text = number.shown.value
            unit = 10 ** (len(text) - len(text.rstrip("0"))) if "." not in text else 0.1
            assert error / 100 < unit or "." in text
            assert float(text) == pytest.approx(number.value, abs=error / 10)
    assert "e+" not in str(r)


def test_no_warning_of_python_leaves_a_report():
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        r = mk.evaluate(list("abcabcabc"), list("abcabcabd"), n_resamples=100)
        r.to_html(figures=False)
        assert str(r)
        assert r.to_json()
    assert "never-true" in [warning.code for warning in r.warnings]


def test_colour_is_for_terminals(results):
    r = results["six models"]
    assert "\x1b[" not in str(r)
    coloured = r.text(colour=True)
    assert "\x1b[1m" in coloured
    assert re.sub(r"\x1b\[\d+m", "", coloured) == str(r)


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


def references(y, pred, score):
    """Return what scikit-learn and statsmodels compute of one model; no rate of no samples."""
    found = {
        "balanced_accuracy": metrics.balanced_accuracy_score(y, pred),
        "auc": metrics.roc_auc_score(y, score),
        "average_precision": metrics.average_precision_score(y, score),
        "brier": metrics.brier_score_loss(y, score),
    }
    if pred.any():
        found["f1"] = metrics.f1_score(y, pred)
    for name, of, right in (
        ("accuracy", y >= 0, pred == y),
        ("recall", y == 1, pred == 1),
        ("specificity", y == 0, pred == 0),
        ("precision", pred == 1, y == 1),
        ("negative_predictive_value", pred == 0, y == 0),
    ):
        if of.any():
            ends = proportion_confint(right[of].sum(), of.sum(), 0.05, "beta")
            found |= {name: right[of].mean(), f"{name}.low": ends[0], f"{name}.high": ends[1]}
    return found


@pytest.mark.parametrize("name", REAL)
def test_real_data_as_scikit_learn_and_statsmodels_compute_it(name):
    X, y = REAL[name]
    X, X_test, y, y_test = train_test_split(X, y, test_size=0.5, stratify=y, random_state=0)
    a = make_pipeline(StandardScaler(), LogisticRegression()).fit(X, y)
    b = RandomForestClassifier(30, max_depth=3, random_state=0).fit(X, y)
    pred, pred_b = a.predict(X_test), b.predict(X_test)
    score, score_b = (f.predict_proba(X_test)[:, 1] for f in (a, b))
    r = mk.evaluate(y_test, pred, score, y_pred_b=pred_b, y_score_b=score_b)
    labels = mk.evaluate(y_test, pred, y_pred_b=pred_b, measure="accuracy")
    m = len(y_test)
    for prefix, *columns in (("", pred, score), ("b.", pred_b, score_b)):
        for key, value in references(y_test, *columns).items():
            assert r[prefix + key] == pytest.approx(value, rel=1e-12, abs=1e-12), prefix + key
    ok, ok_b = pred == y_test, pred_b == y_test
    table = [[(ok & ok_b).sum(), (ok & ~ok_b).sum()], [(~ok & ok_b).sum(), (~ok & ~ok_b).sum()]]
    (d,) = labels.differences
    theirs = mcnemar(table, exact=False, correction=False).pvalue
    if table[0][1] + table[1][0]:
        assert d.pvalue is None or d.pvalue.value == pytest.approx(theirs)
    assert d.number.value == pytest.approx(abs(table[1][0] - table[0][1]) / m)


def test_real_numbers_as_scikit_learn_and_scipy_compute_them():
    X, y = datasets.load_diabetes(return_X_y=True)
    X, X_test, y, y_test = train_test_split(X, y, random_state=0)
    a, b = (f.fit(X, y).predict(X_test) for f in (LinearRegression(), KNeighborsRegressor()))
    r = mk.evaluate(y_test, a, y_pred_b=b)
    assert r["r2_score"] == pytest.approx(metrics.r2_score(y_test, a))
    assert r["b.mean_absolute_error"] == pytest.approx(metrics.mean_absolute_error(y_test, b))
    assert r["root_mean_squared_error"] == pytest.approx(metrics.root_mean_squared_error(y_test, a))
    for name, losses in (
        ("mean_squared_error", [(y_test - b) ** 2, (y_test - a) ** 2]),
        ("mean_absolute_error", [abs(y_test - b), abs(y_test - a)]),
    ):
        test = stats.ttest_rel(*losses)
        found = r.numbers[f"A over B.{name}"]
        assert r[f"A over B.{name}.pvalue"] == pytest.approx(test.pvalue)
        ends = test.confidence_interval()
        assert (found.low, found.high) == pytest.approx((ends.low, ends.high))


def test_real_classes_as_scikit_learn_computes_them():
    X, y = datasets.load_iris(return_X_y=True)
    X, X_test, y, y_test = train_test_split(X, y, test_size=0.6, random_state=3)
    proba = DecisionTreeClassifier(max_depth=2, random_state=0).fit(X, y).predict_proba(X_test)
    r = mk.evaluate(y_test, None, proba, n_resamples=200)
    pred = proba.argmax(axis=1)
    assert r["accuracy"] == metrics.accuracy_score(y_test, pred)
    assert r["macro_auc"] == pytest.approx(metrics.roc_auc_score(y_test, proba, multi_class="ovr"))
    assert r["log_loss"] == pytest.approx(metrics.log_loss(y_test, proba))
    recall = metrics.recall_score(y_test, pred, average=None)
    assert [r[f"recall[{c}]"] for c in range(3)] == pytest.approx(recall)


@pytest.mark.parametrize("digits", [2, 3, 4, 5])
def test_rounded_probabilities_of_classes_are_divided_by_their_sum(digits):
    rounded = PROBA.round(digits)
    r = mk.evaluate(THREE, None, rounded, n_resamples=100)
    whole = rounded / rounded.sum(axis=1, keepdims=True)
    assert r["log_loss"] == pytest.approx(metrics.log_loss(THREE, whole))
    assert r["accuracy"] == metrics.accuracy_score(THREE, whole.argmax(axis=1))
    assert "divided by their sum" in str(r.section("data"))
    rounded[0] += 0.1  # more than rounding explains
    for exact in (PROBA, rounded):
        as_they_are = mk.evaluate(THREE, None, exact, n_resamples=100)
        assert "divided by their sum" not in str(as_they_are.section("data"))


# -- defects of other tools, which must not happen here ------------------------------------------


def test_the_interval_of_f1_of_three_samples_stays_below_1():
    r = mk.evaluate([1, 1, 0], [1, 0, 0])
    assert 0 < r["f1.low"] < r["f1"] < r["f1.high"] < 1
    assert r["f1"] == pytest.approx(2 / 3)


def test_nothing_wrong_has_no_interval_of_width_0(results):
    r = results["perfect"]
    assert r["f1"] == r["accuracy"] == r["auc"] == 1
    assert max(r["f1.low"], r["accuracy.low"], r["auc.low"], r["average_precision.low"]) < 1
    (d,) = r.differences
    assert d.number.value == 0
    assert d.number.low < 0 < d.number.high
    assert d.pvalue is None


@pytest.mark.parametrize(
    ("y", "pred"),
    [([0, 0, 1], [0, 0, 0]), ([0, 0, 0], [0, 1, 0]), ([1, 1, 1], [1, 1, 1]), ([0, 1], [1, 0])],
)
def test_a_class_that_is_never_true_or_never_predicted_is_no_traceback(y, pred):
    r = mk.evaluate(y, pred)
    assert r["accuracy"] == metrics.accuracy_score(y, pred)
    assert all(value == value for value in r.values.values())
    assert r.answer
    undefined = {"recall", "precision", "specificity", "negative_predictive_value"} - set(r.values)
    said = {warning.code for warning in r.warnings} & {"never-true", "never-predicted"}
    assert bool(undefined) == bool(said) or set(y) == {1}


@pytest.mark.parametrize("name", sorted({*CASES} - {"groups", "weights", "learners"}))
def test_the_paragraph_names_the_methods_of_the_intervals_that_it_gives(name, results):
    values, methods = results[name].report().split("Methods of the intervals: ")
    methods = methods.split(". ")[0]
    for measure, method in [
        (r"accuracy", "for rates"),
        (r"(are: |; )AUC ", "for the AUC"),
        (r"(error|score|loss|cost) [\w ]*[\d.]+", "for mean losses"),
    ]:
        if not re.search("balanced", values):
            assert bool(re.search(measure, values)) == (method in methods), methods


def test_the_same_items_are_compared_in_pairs():
    """A harness compared them unpaired: 0.080 in place of 0.008."""
    y = np.ones(400, int)
    a = np.repeat([1, 0], [300, 100])
    b = a.copy()
    b[300:322] = 1
    b[:6] = 0
    paired = mk.evaluate(y, a, y_pred_b=b, measure="accuracy")
    apart = mk.unpaired_test(y != a, y != b)
    name = "B over A.accuracy"
    assert paired[name] == pytest.approx(b.mean() - a.mean())
    assert paired[f"{name}.pvalue"] < 0.01 < apart.pvalue
    assert paired.flips == {"a_only": [*range(6)], "b_only": [*range(300, 322)]}


# -- groups, weights, tables -----------------------------------------------------------------------


def test_groups_widen_the_intervals(results):
    group = np.arange(M) // 8
    effect = np.random.default_rng(1).normal(size=M)[group * 8]
    pred = (effect + 0.2 * NUMBERS > 0).astype(int)
    drawn = mk.evaluate(Y, pred, groups=group, n_resamples=400)
    alone = mk.evaluate(Y, pred)
    assert drawn["accuracy"] == alone["accuracy"]
    assert "draw whole groups" in str(drawn)
    assert "independent samples" not in str(drawn.section("limits"))
    assert "bootstrap_interval" in drawn.numbers["accuracy"].interval.code


def test_without_costs_there_is_no_word_of_a_threshold(results):
    with pytest.raises(ValueError, match="name: expected one of"):
        results["probabilities"].section("threshold")


def test_of_one_cost_alone_the_other_is_1():
    one, both = (mk.evaluate(ILL, PRED, pos_label="ill", **costs)
                 for costs in ({"cost_fn": 5}, {"cost_fn": 5, "cost_fp": 1}))  # fmt: skip
    assert one.values == both.values


def test_predictions_take_the_place_of_arrays():
    models = {"svm": ModelColumns(PRED, SCORE), "tree": ModelColumns(PRED_B, SCORE_B)}
    table = Predictions(ILL, models, ("ill", "well"), "ill", rows=np.arange(2, M + 2))
    r = mk.evaluate(table)
    same = mk.evaluate(ILL, PRED, SCORE, y_pred_b=PRED_B, y_score_b=SCORE_B, pos_label="ill")
    assert [*r.values.values()] == [*same.values.values()]
    assert r.flips["a_only"] == [row + 2 for row in same.flips["a_only"]]
    assert "right with svm, wrong with tree" in str(r.section("flips"))
    assert "lines of the file" in str(r.section("flips"))


def test_a_table_of_learners_says_what_few_data_sets_allow():
    scores = np.random.default_rng(3).random((4, 3)).round(3)
    scores[1, 2] = np.nan
    table = ScoreTable(scores, ("d1", "d2", "d3", "d4"), ("a", "b", "c"))
    r = mk.evaluate(table)
    assert "d2 is left out, because there is no score of c" in str(r.section("data"))
    assert [w.code for w in r.warnings] == ["rows-with-gaps", "cannot-reject"]
    assert "cannot reject at 0.05" in " ".join(str(r).split())
    assert not mk.evaluate(table, ignore=["rows-with-gaps", "cannot-reject"]).warnings
    many = np.random.default_rng(3).random((14, 4))
    table = ScoreTable(many, tuple(f"d{i}" for i in range(14)), tuple("abcd"))
    r = mk.evaluate(table)
    assert r["friedman.pvalue"] == mk.compare_learners(many).pvalue
    assert "Shapiro" not in str(r)


# -- what a report says, and where ---------------------------------------------------------------

RARE = np.repeat([0, 1, 2], [76, 50, 24])
MANY = RNG.permutation(np.arange(M) % 15)
SEVEN = Predictions(
    Y, {name: ModelColumns((SCORE > 0.5).astype(int)) for name in "abcdefg"}, (0, 1), 1
)


def learners(n, k, higher=True):
    """Return the evaluation of a pasted table of learners."""
    return mk.evaluate(mk.read_predictions(learners_table(n, k)[2], higher_is_positive=higher))


def pasted(column, values):
    """Return the evaluation of labels with a third column, which takes these values in turn."""
    rows = [f"{i % 2},{(i % 3 > 0) * 1},{values[i % len(values)]}" for i in range(60)]
    return mk.evaluate(mk.read_predictions("\n".join([f"y_true,y_pred,{column}", *rows])))


TWO_TRUE, ONE_SAID = np.array(list("aabbaabbab") * 3), np.array(list("aabbaabbac") * 3)
MORE = {
    "the other class": lambda: mk.evaluate(ILL, PRED, pos_label="well"),
    "labels and scores": lambda: mk.evaluate(ILL, PRED, SCORE, pos_label="ill"),
    "reversed scores": lambda: mk.evaluate(ILL, PRED, 1 - SCORE, pos_label="ill"),
    "predicted, never true": lambda: mk.evaluate(TWO_TRUE, ONE_SAID, n_resamples=100),
    "scored, never true": lambda: mk.evaluate(
        Predictions(THREE % 2, {"net": ModelColumns(None, PROBA)}, (0, 1, 2)), n_resamples=100),
    "right and wrong": lambda: mk.evaluate(Predictions(None, {
        "a": ModelColumns(np.array([1, 1, 0, 1, 0] * 9)), "b": ModelColumns(np.ones(45, int))})),
    "groups and costs": lambda: mk.evaluate(Y, None, SCORE, groups=np.arange(M) // 8, cost_fn=5,
                                            n_resamples=100),
    "no threshold": lambda: mk.evaluate(ILL, PRED_B, SCORE, pos_label="ill", cost_fn=5),
    "one threshold and another": lambda: mk.evaluate(Y, (SCORE > 0.5) * 1,
                                                     y_pred_b=(SCORE > 0.51) * 1),
    "a rare class": lambda: mk.evaluate(RARE, np.roll(RARE, 9), n_resamples=100),
    "two models of classes": lambda: mk.evaluate(THREE, PROBA.argmax(axis=1),
                                                 y_pred_b=THREE[::-1], n_resamples=100),
    "a gap": lambda: mk.evaluate(mk.read_predictions("truth,pred\na,a\nb,\nb,a\n", missing="drop")),
    "folds": lambda: pasted("fold", range(5)),
    "few groups": lambda: pasted("hospital", "abc"),
    "grades alike": lambda: mk.evaluate(ScoreTable(
        np.full((5, 2), 3.0), tuple("abcde"), ("x", "y"), of_items=True)),
    "learners alike": lambda: mk.evaluate(ScoreTable(
        np.random.default_rng(0).random((9, 4)), tuple("abcdefghi"), tuple("wxyz"))),
    "learners by scores": lambda: learners(14, 4),
    "learners by errors": lambda: learners(14, 4, higher=False),
    "seven data sets": lambda: learners(7, 4),
    "eight data sets": lambda: learners(8, 4),
    "many classes": lambda: mk.evaluate(MANY, MANY[::-1], n_resamples=100),
    "classes with weights": lambda: mk.evaluate(THREE, THREE[::-1], sample_weight=SCORE,
                                                n_resamples=100),
    "no probabilities": lambda: mk.evaluate(THREE, None, 2 * PROBA, n_resamples=100),
    "seven models": lambda: mk.evaluate(SEVEN),
    "scores with weights": lambda: mk.evaluate(Y, None, SCORE, sample_weight=SCORE_B,
                                               n_resamples=100),
    "many samples": lambda: mk.evaluate(np.tile(Y, 90), None, np.tile(SCORE, 90)),
    "few samples": lambda: mk.evaluate(Y[:20], None, SCORE[:20]),
    "one class": lambda: mk.evaluate(np.ones(9, int), None, SCORE[:9], threshold=0.5),
}  # fmt: skip
F1, MACRO_P = (
    metrics.f1_score(ILL, PRED, pos_label="ill"),
    metrics.precision_score(TWO_TRUE, ONE_SAID, average="macro", labels=["a", "b"]),
)
VALUES = [
    ("labels", "f1", F1),
    ("the other class", "f1", metrics.f1_score(ILL, PRED, pos_label="well")),
    ("labels and scores", "f1", F1),
    ("labels and scores", "auc", metrics.roc_auc_score(Y, SCORE)),
    ("reversed scores", "f1", F1),
    ("reversed scores", "auc", 1 - metrics.roc_auc_score(Y, SCORE)),  # not flipped in silence
    ("subgroups", "x.recall", metrics.recall_score(ILL[::2], PRED[::2], pos_label="ill")),
    ("weights", "accuracy", metrics.accuracy_score(Y, SCORE > 0.5, sample_weight=SCORE_B)),
    ("predicted, never true", "balanced_accuracy", 0.9),
    ("predicted, never true", "macro_f1", 2 * MACRO_P * 0.9 / (MACRO_P + 0.9)),
    ("scored, never true", "log_loss", metrics.log_loss(THREE % 2, PROBA, labels=[0, 1, 2])),
    ("right and wrong", "accuracy", 0.6),
    ("right and wrong", "b.accuracy", 1),
    ("right and wrong", "b over a.accuracy", 0.4),
]
SAID = [
    ("labels", "data", "The positive class is ill"),
    ("probabilities", "data", "No value is missing."),
    ("groups", "page", "they ignore the groups"),
    ("groups", "report", "percentiles of 200 bootstrap samples of the 30 groups"),
    ("perfect", "methods", "leave no variance to estimate"),
    ("perfect", "methods", "exact bound"),
    ("perfect", "answer", "A and B share the highest AUC"),
    ("six models", "methods", "DeLong's test"),
    ("groups and costs", "threshold", "which does not suit groups"),
    ("no threshold", "threshold", "not those of one threshold"),
    ("one threshold and another", "answer", "cannot be distinguished from"),
    ("one threshold and another", "answer", "have not been shown to be equal"),
    ("a rare class", "methods", "rare. Recommended: balanced_accuracy_score, macro_f1."),
    ("a rare class", "answer", "The balanced accuracy is"),
    ("two models of classes", "report", f"B {metrics.accuracy_score(THREE, THREE[::-1]):.3f} ("),
    ("folds", "answer", "may be too narrow"),
    ("folds", "answer", "5 folds, so from 5 models"),
    ("folds", "report", "5 folds, so from 5 models"),
    ("folds", "limits", "5 folds, so from 5 models"),
    ("few groups", "limits", "come from 3 groups"),
    ("grades alike", "answer", "share the highest mean score, 3"),
    ("learners alike", "ranks", "does not reject at level 0.05"),
    (
        "learners by scores",
        "report",
        "mean ranks (1 is best) are forest",
    ),
    (
        "learners by errors",
        "report",
        "mean ranks (1 is best) are nb",
    ),
    ("seven data sets", "", "With 7 data sets (comparisons: 6)"),
    ("seven data sets", "", "it takes 8 data sets"),
    # what is left out
    ("many classes", "page", "with 15 classes"),
    ("many classes", "page", "first 12 of 15 classes"),
    ("classes with weights", "page", "of each class are left out"),
    ("classes", "page", "they are of two classes"),
    ("no probabilities", "page", "not probabilities that add up to 1"),
    ("seven models", "page", "best 6 models only"),
    ("scores with weights", "page", "no confidence bands"),
    ("many samples", "page", "of more than 20000 samples"),
    ("few samples", "page", "takes 30 samples"),
    ("one class", "page", "only one class is true"),
]
UNSAID = [
    ("probabilities", "page", "they ignore the groups"),
    ("perfect", "methods", "DeLong's test"),
    ("a gap", "data", "No value is missing."),
    ("folds", "answer", "this trained model"),
    ("few groups", "limits", "give groups"),
    ("learners alike", "report", "critical difference"),
    ("eight data sets", "", "it takes"),
]


@pytest.mark.parametrize(("name", "key", "value"), VALUES)
def test_a_number_is_that_of_its_definition(name, key, value, results):
    assert results[name][key] == pytest.approx(value)


def told(result, where):
    """Return what a result says in one of its sections, or as a whole."""
    if where == "answer":
        return result.answer
    if where == "report":
        return result.report("en")
    if where == "page":
        return result.to_html(language="en", figures=False)
    return " ".join(str(result.section(where) if where else result).split())


@pytest.mark.parametrize(("name", "where", "words"), SAID)
def test_it_is_said(name, where, words, results):
    assert words in told(results[name], where)


@pytest.mark.parametrize(("name", "where", "words"), UNSAID)
def test_it_is_not_said(name, where, words, results):
    assert words not in told(results[name], where)


def test_all_models_stand_in_the_table(results):
    lines = [line for line in str(results["seven models"]).splitlines() if "[" in line]
    assert [line.split()[0] for line in lines][:7] == [*"abcdefg"]


@pytest.mark.parametrize("many", [False, True])
def test_confusion_matrices_are_drawn_of_weights_and_of_counts(many):
    pred = (SCORE > 0.5).astype(int)
    if many:
        result = mk.evaluate(np.tile(Y, 9000), np.tile(pred, 9000), np.tile(SCORE, 9000))
        cells = 9000 * metrics.confusion_matrix(Y, pred)
    else:
        result = mk.evaluate(Y, pred, sample_weight=np.full(M, 2.5), n_resamples=100)
        cells = 2.5 * metrics.confusion_matrix(Y, pred)
    drawn = re.sub("<[^>]+>", " ", result.figure_html("confusion_matrix"))
    for cell in cells.ravel():
        assert f"{cell:g}" in drawn.replace(",", "") or f"{cell:.0f}" in drawn.replace(",", "")


def test_a_difference_is_told_with_the_names_of_the_models():
    paired = {"y_pred_b": PRED_B, "y_score_b": SCORE_B, "pos_label": "ill"}
    result = mk.evaluate(ILL, PRED, SCORE, names=("net", "tree"), **paired)
    for language, of in (("en", "net over tree, AUC"), ("zh", "net 比 tree，AUC")):
        with speaking(language):
            told = str(result)
        assert of in result.report(language)
        assert of in told
        assert not re.search("A over B|A 比 B", told + result.report(language))


def test_the_paragraph_compares_three_models():
    models = {n: ModelColumns(p) for n, p in (("a", PRED), ("b", PRED_B), ("c", ILL))}
    r = mk.evaluate(Predictions(ILL, models, ("ill", "well"), "ill"), measure="accuracy")
    said = r.report("en")
    for d in r.differences:
        shown = d.number.shown
        assert f"{d.number.title} {shown.value} ({shown.low} to {shown.high}), p " in said
    assert "hold for all 3 pairs together (Bonferroni)" in said
    assert "without continuity correction; the interval is Tango's" in said


def learners_table(n, k):
    """Return scores of k learners, later ones better, and the table that somebody would paste."""
    hard = np.random.default_rng(7).random((n, 1))
    scores = (hard + 0.02 * np.arange(k) + np.random.default_rng(8).normal(0, 0.03, (n, k))).round(
        5
    )
    names = ["nb", "svm", "tree", "forest"][:k]
    rows = [",".join([f"set{i}", *map(str, row)]) for i, row in enumerate(scores)]
    return scores, names, "\n".join([",".join(["data", *names]), *rows])


def test_a_table_of_learners_has_what_scipy_and_statsmodels_compute():
    scores, names, text = learners_table(14, 4)
    r = mk.evaluate(mk.read_predictions(text, higher_is_positive=True))
    chi2 = stats.friedmanchisquare(*scores.T).statistic
    f = 13 * chi2 / (14 * 3 - chi2)
    assert r["friedman.statistic"] == pytest.approx(f)
    assert r["friedman.pvalue"] == pytest.approx(stats.f.sf(f, 3, 39))
    cd = stats.studentized_range.ppf(0.95, 4, np.inf) / np.sqrt(2) * np.sqrt(4 * 5 / (6 * 14))
    assert r["nemenyi.critical_difference"] == pytest.approx(cd, rel=1e-3)
    ranks = stats.rankdata(-scores, axis=1).mean(axis=0)
    for name, rank, mean in zip(names, ranks, scores.mean(axis=0), strict=True):
        assert r[f"{name}.mean_rank"] == pytest.approx(rank)
        assert r[f"{name}.mean_score"] == pytest.approx(mean)
    columns = dict(zip(names, scores.T, strict=True))
    for d in r.differences:
        gaps = columns[d.first] - columns[d.second]
        means = np.add.outer(gaps, gaps)[np.triu_indices(14)] / 2
        assert d.number.value == pytest.approx(np.median(means))
        assert d.number.low < d.number.value < d.number.high
        p = min(1, 6 * stats.wilcoxon(gaps).pvalue)
        assert d.pvalue is None or d.pvalue.value == pytest.approx(p, abs=4e-3)
    assert r.answer.startswith("forest has the best mean rank")
    assert "rejects at level 0.05" in str(r.section("ranks"))
    for language, word in (("en", "mean ranks (1 is best)"), ("zh", "平均序值")):
        assert word in r.report(language)


def test_of_two_learners_there_is_no_interval_from_four_data_sets():
    r = mk.evaluate(mk.read_predictions(learners_table(4, 2)[2], higher_is_positive=True))
    (d,) = r.differences
    assert d.number.interval is None
    assert "no finite interval" in r.answer
    assert "it takes 6 data sets" in str(r)
    assert "Friedman" not in r.report("en")
    with pytest.raises(ValueError, match="name: expected one of"):
        r.section("ranks")


def test_learners_are_compared_with_a_baseline():
    r = mk.evaluate(
        mk.read_predictions(learners_table(14, 4)[2], higher_is_positive=True), baseline="nb"
    )
    assert {(d.second, d.pairs) for d in r.differences} == {("nb", 3)}
    assert "Better than nb: forest by" in r.answer


def test_models_without_a_common_measure_are_said_not_to_be_compared():
    columns = {"a": ModelColumns(PRED), "b": ModelColumns(PRED_B),
               "c": ModelColumns(None, 5 * SCORE)}  # fmt: skip
    r = mk.evaluate(Predictions(ILL, columns, ("ill", "well"), "ill"))
    assert [(d.first, d.second) for d in r.differences] == [("a", "b")]
    assert "Not compared" in str(r)
    assert "cannot be computed: c." in " ".join(str(r).split())


# -- bad input -------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("score", "code"),
    [(1 - SCORE, "auc-below-half"), (0 * SCORE + 0.3, "constant-score")],
)
def test_arrays_are_checked_as_tables_are(score, code):
    assert code in [w.code for w in mk.evaluate(Y, None, score).warnings]
    assert code not in [w.code for w in mk.evaluate(Y, None, score, ignore=[code]).warnings]


@pytest.mark.parametrize(
    ("call", "error", "words"),
    [
        (lambda: mk.evaluate(Y), TypeError, "y_pred and y_score: expected predicted labels"),
        (lambda: mk.evaluate(Y, PRED), TypeError, "labels of the same type"),
        (lambda: mk.evaluate(Y, Y[1:]), ValueError, "the same length"),
        (lambda: mk.evaluate([], []), ValueError, "at least one value"),
        (lambda: mk.evaluate(Y, Y, pos_label=7), ValueError, "pos_label: expected one of"),
        (lambda: mk.evaluate(Y, None, PROBA), ValueError, "y_score"),
        (lambda: mk.evaluate(Y, Y, confidence_level=95), ValueError, "confidence_level"),
        (lambda: mk.evaluate(Y, Y, groups=[1, 2]), ValueError, "the same length"),
        (lambda: mk.evaluate(THREE, None, PROBA[:, :2]), ValueError, "a column for each"),
        (lambda: mk.evaluate(Y, Y, n_resamples=3), ValueError, "n_resamples"),
        (lambda: mk.evaluate(Y, None, np.where(SCORE > 0.9, np.nan, SCORE)), ValueError,
         "y_score: expected finite numbers, got nan"),
        (lambda: mk.evaluate(Y, None, 5 * SCORE, measure="accuracy"), ValueError,
         "measure: expected one of 'auc', 'average_precision', got"),
        (lambda: mk.evaluate(Y, Y, measure="cost"), ValueError, "measure: expected one of"),
        (lambda: mk.evaluate(NUMBERS, NUMBERS, measure="auc"), ValueError, "measure: expected one"),
    ],
)  # fmt: skip
def test_bad_input_is_a_sentence(call, error, words):
    with pytest.raises(error, match=words):
        call()


# -- large data ------------------------------------------------------------------------------------


def _dask_frame(columns, n_partitions=2):
    """Return columns as a DataFrame of Dask."""
    frame = pytest.importorskip("dask.dataframe")
    return frame.from_pandas(pd.DataFrame(columns), npartitions=n_partitions)


def _dask_columns(n_partitions, size):
    """Return Dask Series whose partitions are made when they are read."""
    frame = pytest.importorskip("dask.dataframe")

    def part(seed):
        rng = np.random.default_rng(seed)
        y = (rng.random(size) < 0.3).astype(int)
        score = 1 / (1 + np.exp(1 - rng.normal(size=size) - 1.5 * y))
        names = np.array(["well", "ill"])
        return pd.DataFrame({"y": names[y], "pred": names[(score > 0.5) * 1], "score": score})

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
    assert r["brier"] == pytest.approx(e["brier"], abs=1e-5)  # of the middles of the bins
    assert "8000 samples" in str(r)
    costs = mk.evaluate(*columns, pos_label="ill", cost_fn=5, cost_fp=1)
    assert "so many samples are counted in bins" in str(costs.section("threshold"))
    assert "1000 bins of width 0.001" in str(r.section("data"))
    assert len(r.predictions.y_true) <= 4 * 1000
    assert r.figure_html("roc").startswith('<figure data-figure="roc"><svg')
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
    assert "Score of model: column “score”" in str(r.section("data"))
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
    read = mk.read_predictions(_dask_frame({"y_true": Y, column: SCORE}), pos_label=pos_label)
    assert read.pos_label == found
    positive = 1 if found is None else found
    auc = metrics.roc_auc_score(positive == Y, SCORE)
    assert mk.evaluate(read)["auc"] == pytest.approx(auc, abs=2e-3)


def test_counts_do_not_take_the_score_of_one_class_for_that_of_the_other():
    made = _dask_frame({"y_true": Y, "score_1": SCORE})
    with pytest.raises(ValueError, match="pos_label: expected 1, the class whose scores column"):
        mk.read_predictions(made, pos_label=0)


def test_rows_without_a_value_are_not_left_out_in_silence():
    made = _dask_frame({"y": [0, 1, None, 1], "pred": [0, 1, 1, 0]})
    with pytest.raises(ValueError, match="y_true, y_pred: expected a value in each row, got 1 row"):
        mk.evaluate(made["y"], made["pred"])


def _two_models(m):
    """Return the truth, and the labels and scores of two models, as arrays."""
    rng = np.random.default_rng(5)
    y = (rng.random(m) < 0.3).astype(np.int8)
    a, b = (rng.random(m) * 0.7 + share * y for share in (0.3, 0.28))
    return y, a > 0.5, a, b > 0.5, b


def _are_compared_as(counted, exact):
    assert counted["b.recall.low"] == pytest.approx(exact["b.recall.low"], rel=1e-12)
    assert counted["b.auc"] == pytest.approx(exact["b.auc"], abs=2e-3)
    (of_counts,), (of_samples,) = counted.differences, exact.differences
    assert of_counts.measure == of_samples.measure == "auc"
    for name in ("value", "low", "high"):
        ends = getattr(of_counts.number, name), getattr(of_samples.number, name)
        assert ends[0] == pytest.approx(ends[1], abs=2e-3), name


@pytest.mark.filterwarnings("ignore:The inplace keyword")  # of pandas, used by Dask
def test_two_models_are_compared_by_their_counts_too(tmp_path, monkeypatch):
    names = ("y_true", "pred_a", "score_a", "pred_b", "score_b")
    columns = dict(zip(names, _two_models(5000), strict=True))
    columns |= {name: columns[name].astype(np.int8) for name in ("pred_a", "pred_b")}
    y, pred_a, score_a, pred_b, score_b = columns.values()
    exact = mk.evaluate(y, pred_a, score_a, y_pred_b=pred_b, y_score_b=score_b)
    made = _dask_frame(columns, 3)
    for table in (made, tmp_path / "two.parquet"):
        read = mk.read_predictions(table)
        assert list(read.models) == ["a", "b"]
        _are_compared_as(mk.evaluate(read), exact)
        made.compute().to_parquet(tmp_path / "two.parquet", row_group_size=999, index=False)
    given = {"y_pred_b": made["pred_b"], "y_score_b": made["score_b"]}
    _are_compared_as(mk.evaluate(made["y_true"], made["pred_a"], made["score_a"], **given), exact)
    with pytest.raises(TypeError, match="groups: expected None with columns of Dask"):
        mk.evaluate(made["y_true"], made["pred_a"], groups=pred_a)
    monkeypatch.setattr("mlevalkit.report.case._LARGE", 4000)
    large = mk.evaluate(y, pred_a, score_a, y_pred_b=pred_b, y_score_b=score_b)
    assert large.predictions.counted
    _are_compared_as(large, exact)


LEARNERS = ScoreTable(np.eye(4)[:, :3], tuple("1234"), tuple("abc"))
PREDICTED = Predictions(Y, {"net": ModelColumns(None, SCORE)}, (0, 1), 1)


@pytest.mark.parametrize(
    ("table", "name"),
    [(LEARNERS, name) for name in ("threshold", "groups", "y_pred")]
    + [(PREDICTED, name) for name in ("y_score", "pos_label", "sample_weight")],
)
def test_a_table_does_not_ignore_an_argument(table, name):
    kind = "scores" if table is LEARNERS else "predictions"
    with pytest.raises(TypeError, match=f"{name}: expected None with a table of {kind}"):
        mk.evaluate(table, **{name: 0.5})


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
    counted = mk.auc_confidence_interval(y, score, sample_weight=n)
    alone = mk.auc_confidence_interval(many[0], many[2])
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
    kinds = (kind, "claim")
    ruled = {n.partition("(")[0] for k in kinds for rule in rules(k) for n in rule.take}
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
        assert page.look([text], {})["asked"] is None
        found = page.evaluate({})["html"]
        assert page.figure("roc").startswith('<figure data-figure="roc"><svg')
    assert '<figure data-figure="roc" data-empty>' in found
    told = [line.partition(":")[0] for line in re.split(r"[\r\n]+", capsys.readouterr().err)]
    assert {"CSV", "Looking for missing values", "Looking for decimal marks", "Reading labels",
            "Reading predictions", "Differences"} <= set(told)  # fmt: skip
    assert told.count("All measures, with their workings") >= 2


def test_an_interval_of_few_samples_is_warned_of_with_the_lowest_coverage():
    study = pd.read_csv(Path(mk.__file__).parent / "datasets/intervals.csv")
    lowest = study[study["interval"] == "mean_squared_error"]["coverage"].min()
    found = mk.evaluate([1.0, 2.0, 3.0, 4.0, 5.0], [1.1, 2.0, 3.2, 4.1, 9.0])
    said = [str(w) for w in found.warnings if w.code == "few-effective"]
    assert f"in as few as {100 * lowest:.0f} % of simulated" in said[0]


def test_macro_f1_of_a_small_class_is_warned_of_with_its_coverage():
    study = pd.read_csv(Path(mk.__file__).parent / "datasets/intervals.csv")
    measured = study[(study["interval"] == "macro_f1") & (study["n"] == 5)]["coverage"].item()
    y = np.repeat(["a", "b", "c"], [40, 40, 6])
    pred = np.where(np.arange(86) % 4 == 0, "a", y)
    said = [str(w) for w in mk.evaluate(y, pred).warnings if w.code == "few-effective"]
    assert len(said) == 1
    assert "6 samples" in said[0]
    assert f"in {100 * measured:.0f} % of simulated" in said[0]
    enough = mk.evaluate(np.repeat(y, 2), np.repeat(pred, 2))
    assert "few-effective" not in [w.code for w in enough.warnings]
