"""Tables as strangers have them: read right, or refused with the reason and what would work.

The tables in data/tables are small copies of public ones. The right answers were computed by
scikit-learn, SciPy and statsmodels from the original columns, or by hand.
"""

import shlex
from pathlib import Path

import numpy as np
import pytest
from sklearn import metrics

import mlevalkit as mk
from mlevalkit.__main__ import main
from mlevalkit._tables import TableError
from mlevalkit.report.predictions import ScoreTable

DATA = Path(__file__).parent / "data/tables"


def read(name, **options):
    return mk.read_predictions(DATA / f"{name}.csv", **options)


# -- tables that are read ----------------------------------------------------------------------

# File, arguments, model, accuracy, AUC (of several classes: one against the rest, macro).
MODELS = [
    ("amlb-iris", {}, "model", 0.8, 0.8911),
    ("amlb-kc2", {}, "model", 0.75, 0.8167),
    ("y-pred-proba", {}, "model", 0.825, 0.92375),
    ("prob-negative-positive", {}, "model", 0.825, 0.92375),
    ("prob-arrays", {"roles": {"probabilities": "ignored"}}, "model", 0.825, None),
    ("class-missing-in-fold", {}, "model", 0.1667, None),
    ("reviewer-and-judges", {}, "judge_a", 0.725, None),
    ("reviewer-and-judges", {}, "judge_b", 0.975, None),
    ("long-by-model-version", {}, "v1", 0.825, None),
    ("long-by-model-version", {}, "v2", 0.825, None),
    ("split-train-test", {"rows": {"split": "test"}}, "model", 0.8, None),
    ("split-train-test", {"rows": {"split": "train"}}, "model", 1, None),
    ("body-weight", {"roles": {"death": "y_true", "weight": "ignored"}}, "model", None, 0.92375),
    ("episode-outcome-label", {"roles": {"label": "y_true"}}, "model", None, 0.92375),
    ("lm-eval-samples", {"roles": {"filtered_resps": "y_pred"}}, "filtered_resps", 0.825, None),
    ("caret-all-tuning-values", {"roles": {"cp": "model"}}, "0", 0.8, None),
    ("caret-all-tuning-values", {"roles": {"cp": "model"}}, "0.5", 0.5, None),
]


@pytest.mark.parametrize(("file", "options", "model", "accuracy", "auc"), MODELS)
def test_models_are_read(file, options, model, accuracy, auc) -> None:
    found = read(file, **options)
    columns = found.models[model]
    if accuracy is not None:
        value = metrics.accuracy_score(found.y_true, columns.y_pred)
        assert value == pytest.approx(accuracy, abs=1e-4)
    if auc is not None:
        many = {"multi_class": "ovr"} if columns.y_score.ndim == 2 else {}
        assert metrics.roc_auc_score(found.y_true, columns.y_score, **many) == pytest.approx(
            auc, abs=1e-4
        )


def test_probabilities_rounded_on_export_are_probabilities() -> None:
    found = read("class-missing-in-fold")
    score = found.models["model"].y_score
    assert found.labels == ("a", "b", "c", "d")
    np.testing.assert_allclose(score.sum(axis=1), 1, atol=1e-12)
    loss = metrics.log_loss(found.y_true, score, labels=found.labels)
    assert loss == pytest.approx(1.6345, abs=1e-3)
    assert "rounded" in [c.kind for c in found.import_report.coercions]


@pytest.mark.parametrize("digits", [2, 3, 4])
def test_rounding_is_judged_by_the_digits(digits) -> None:
    rng = np.random.default_rng(digits)
    p = rng.dirichlet(np.ones(5), 40).round(digits)
    rows = [f"{i % 5},{','.join(map(str, row))}" for i, row in enumerate(p)]
    found = mk.read_predictions("\n".join(["y_true,p0,p1,p2,p3,p4", *rows]))
    np.testing.assert_allclose(found.models["model"].y_score.sum(axis=1), 1, atol=1e-12)
    p[0] += 0.1
    rows = [f"{i % 5},{','.join(map(str, row))}" for i, row in enumerate(p)]
    found = mk.read_predictions("\n".join(["y_true,p0,p1,p2,p3,p4", *rows]))
    np.testing.assert_array_equal(found.models["model"].y_score, p)


def test_a_confusion_matrix_is_read_as_counts() -> None:
    found = read("confusion-matrix")
    assert found.import_report.shape == "counts"
    assert found.pos_label == "pos"
    right = found.y_true == found.models["model"].y_pred
    assert found.weight[right].sum() == 950
    of = dict(
        zip(zip(found.y_true, found.models["model"].y_pred, strict=True), found.weight, strict=True)
    )
    assert of["pos", "neg"] == 20
    assert mk.evaluate(found)["accuracy"] == pytest.approx(0.95)


def test_ids_match_as_numbers() -> None:
    found = mk.read_predictions([DATA / "solution.csv", DATA / "submission-float-ids.csv"])
    score = found.models["submission-float-ids"].y_score
    assert len(score) == 40
    assert metrics.roc_auc_score(found.y_true, score) == pytest.approx(0.92375)


def test_tables_of_learners() -> None:
    averages = read("average-row", higher_is_positive=True)
    found = mk.evaluate(averages)
    assert averages.datasets == tuple(f"d{i}" for i in range(8))
    assert "“Average” (10), “Avg. rank” (11)" in str(averages.import_report)
    assert found["friedman.statistic"] == pytest.approx(6.274, abs=1e-3)
    assert found["friedman.pvalue"] == pytest.approx(0.0113, abs=1e-4)
    gaps = read("dash-missing", higher_is_positive=True)
    assert np.isnan(gaps.scores).sum() == 1
    ranks = read("ranks", higher_is_positive=False)
    assert mk.evaluate(ranks)["friedman.statistic"] == pytest.approx(2.75, abs=1e-3)
    columns = dict.fromkeys(("ARC", "HellaSwag", "MMLU", "TruthfulQA"), "value")
    roles = {"Model": "model", **columns}
    turned = read("models-by-tasks-leaderboard", roles=roles, higher_is_positive=True)
    assert turned.datasets == tuple(columns)
    assert turned.learners[0] == "m-0b"


# -- tables that are refused -------------------------------------------------------------------

# File, words of the refusal, the arguments of the first choice (None: there is none).
REFUSED = [
    ("amlb-score-summary", "column “type”", {"roles": {"type": "ignored"}}),
    ("amlb-results-long", "framework, version", {"roles": {"framework": "model"}}),
    ("deepfake-case-percent", "share no label.*bonafide, spoof.*BONAFIDE, SPOOF", None),
    ("model-by-metric-std", "a table of measures.*nothing to test", None),
    ("model-by-metric", "a table of measures", None),
    ("caret-all-tuning-values", "60 of 90 rows.*“cp” tells the repeats apart",
     {"roles": {"cp": "model"}}),
    ("cv-split-by-method", "folds or runs on one data set", {"roles": {"CV_split": "dataset"}}),
    ("models-by-tasks-leaderboard", "the rows are models", None),
    ("isolation-forest", "also predicts .*-1", {"labels": ["-1", "0", "1"]}),
    ("ranks", "ranks 1 to 9. Is rank 1 the best", {"higher_is_positive": True}),
    ("uea-testfold", "line 2: expected 6 cells", None),
    ("multilabel-scores", "no column is by its name the true labels", None),
    ("split-train-test", "tells parts of the data apart", {"rows": {"split": "test"}}),
    ("body-weight", "no column is by its name the true", {"roles": {"death": "y_true"}}),
    ("average-row", "does not say whether a higher value", {"higher_is_positive": True}),
    ("lm-eval-samples", "by its name a prediction", {"roles": {"filtered_resps": "y_pred"}}),
    ("equivocal", "no column is by its name the true", {"roles": {"activity": "y_true"}}),
    ("episode-outcome-label", "several columns may be the truth",
     {"roles": {"outcome": "y_true"}}),
    ("latex", "a LaTeX table", None),
    ("prob-arrays", "line 2: .*hold arrays", {"roles": {"probabilities": "ignored"}}),
    ("multilabel-pipes", "line 4: “sports.news”.*several labels", None),
    ("ocr-texts", "30 different texts", None),
    ("error-and-times", "a table of measures", None),
]  # fmt: skip


@pytest.mark.parametrize(("file", "said", "options"), REFUSED)
def test_what_is_not_certain_is_asked(file, said, options) -> None:
    with pytest.raises(TableError, match=f"(?s){said}") as error:
        read(file)
    if options is not None:
        assert dict(error.value.choices[0].options) == options
    assert error.value.sentence.texts["zh"] != error.value.sentence.texts["en"]


def test_a_third_value_is_named() -> None:
    roles = {"activity": "y_true", "test_result": "y_pred"}
    with pytest.raises(TableError, match=r"also predicts .*equivocal.*never true"):
        read("equivocal", roles=roles)
    found = read("equivocal", roles=roles, labels=["active", "inactive", "equivocal"])
    right = metrics.accuracy_score(found.y_true, found.models["test_result"].y_pred)
    assert right == pytest.approx(0.725)


def test_a_refusal_in_the_shell_prints_the_command_that_works(capsys, tmp_path) -> None:
    file = str(DATA / "split-train-test.csv")
    assert main([file, "--check"]) == 3
    lines = [line.strip() for line in capsys.readouterr().err.splitlines()]
    command = next(line for line in lines if line.startswith("python -m mlevalkit"))
    assert main(shlex.split(command)[3:]) in (0, 1)
    assert "Left out" in capsys.readouterr().out


@pytest.mark.parametrize("path", sorted(DATA.glob("*.csv")), ids=lambda path: path.stem)
def test_the_first_choices_lead_to_a_reading_or_a_refusal(path) -> None:
    options = {}
    for _ in range(8):
        choices = choices_of(path, options)
        if not choices:
            return
        new = dict(choices[0].options)
        roles = {**options.get("roles", {}), **new.get("roles", {})}
        assert {**options, **new, "roles": roles} != options
        options = {**options, **new, "roles": roles}
    pytest.fail("questions without end")


def choices_of(path, options):
    """Return the choices of the question that a table raises; none if it is read or refused."""
    try:
        mk.read_predictions(path, **options)
    except TableError as error:
        return error.choices
    return ()


# -- kinds of faults, with more tables of each ---------------------------------------------------

N = 40
RNG = np.random.default_rng(7)
TRUE = [i % 2 for i in range(N)]
SCORE = [round(float(np.clip(0.25 + 0.4 * y + RNG.normal(0, 0.2), 0.01, 0.99)), 3) for y in TRUE]
OTHER = [round(float(np.clip(0.2 + 0.5 * y + RNG.normal(0, 0.2), 0.01, 0.99)), 3) for y in TRUE]
COLUMNS = {
    "true": TRUE,
    "pred": [int(s >= 0.5) for s in SCORE],
    "score": SCORE,
    "negative": [round(1 - s, 3) for s in SCORE],
    "logit": [round(8 * (s - 0.5), 3) for s in SCORE],
    "of_predicted": [round(max(s, 1 - s), 3) for s in SCORE],
    "pred_b": [int(s >= 0.5) for s in OTHER],
    "score_b": OTHER,
    "number": [round(0.7 * i + 0.3, 2) for i in range(N)],
    "number_b": [round(0.7 * i + 0.1 * (i % 7), 2) for i in range(N)],
    "id": list(range(N)),
    "ten": [i % 10 for i in range(N)],
    "coin": [(i * 7 // 3) % 2 for i in range(N)],
    "years": [20 + i for i in range(N)],
    "group": [f"g{i % 12}" for i in range(N)],
    "site": [f"s{i % 3}" for i in range(N)],
    "yes": ["yes" if y else "no" for y in TRUE],
    "pred_yes": ["yes" if s >= 0.5 else "no" for s in SCORE],
    "dog": ["dog" if y else "cat" for y in TRUE],
    "pred_dog": ["dog" if s >= 0.5 else "cat" for s in SCORE],
    "one_two": [y + 1 for y in TRUE],
    "pred_one_two": [int(s >= 0.5) + 1 for s in SCORE],
    "sign": [1 if s >= 0.5 else -1 for s in SCORE],
    "pred_YES": ["YES" if s >= 0.5 else "NO" for s in SCORE],
    "right": [int((s >= 0.5) == y) for s, y in zip(SCORE, TRUE, strict=True)],
    "part": ["train" if i < 30 else "test" for i in range(N)],
    "阳性": ["阳性" if y else "阴性" for y in TRUE],
    "预测阳性": ["阳性" if s >= 0.5 else "阴性" for s in SCORE],
}  # fmt: skip


def table(header: str) -> str:
    """Return a table: "y_true=true y_pred=pred" names its columns and what they hold."""
    pairs = [part.rpartition("=") for part in header.split("  ")]
    rows = zip(*(COLUMNS[kind] for _, _, kind in pairs), strict=True)
    lines = [",".join(name for name, _, _ in pairs), *(",".join(map(str, row)) for row in rows)]
    return "\n".join(lines) + "\n"


# One model: labels and scores belong together.
ONE_MODEL = [
    "y_true=true  y_pred=pred  y_pred_proba=score",
    "label=true  predicted_label=pred  score=score",
    "true_class=true  pred_class=pred  prob=score",
    "y_true=true  y_pred=pred  class_0_prob=negative  class_1_prob=score",
    "y_true=true  y_pred=pred  prob_class_0=negative  prob_class_1=score",
    "y_true=true  y_pred=pred  risk_score=score",
    "y_true=true  y_pred=pred  raw_score=score",
    "y_true=true  y_pred=pred  model_score=score",
    "Y_TRUE=true  Y_PRED=pred  Y_PROB=score",
    "yTrue=true  yPred=pred  yScore=score",
    "id=id  target=true  prediction=pred  probability=score",
    "age=years  sex=coin  smoker=coin  y_test=true  y_pred=pred  y_proba=score",
    "actual=yes  predicted=pred_yes  p_yes=score",
    "actual=yes  predicted=pred_yes  prob_yes=score  prob_no=negative",
    "no=negative  yes=score  predictions=pred_yes  truth=yes",
    "Actual=dog  Predicted=pred_dog  Score=score",
    "y_true=one_two  y_pred=pred_one_two  score=score",
    "ground truth=true  prediction=pred  P(1)=score  P(0)=negative",
    "真实=阳性  预测=预测阳性  概率=score",
    "真实类别=阳性  预测类别=预测阳性  阳性概率=score",
    "编号=id  标签=true  预测标签=pred  预测概率=score",
    "y=true  yhat=pred  prob_negative=negative  prob_positive=score",
    "y_true=true  pred_svm=pred  score=score",
    "gt=true  preds=pred  logits=score",
]


@pytest.mark.parametrize("header", ONE_MODEL)
def test_one_model_is_one_model(header) -> None:
    found = mk.read_predictions(table(header))
    (columns,) = found.models.values()
    assert [*map(str, found.y_true)] == [*map(str, COLUMNS[_held(header, "true")])]
    assert columns.y_score.tolist() == pytest.approx(SCORE)
    assert ((columns.y_pred == found.pos_label) == (np.array(SCORE) >= 0.5)).all()


def _held(header: str, kind: str) -> str:
    kinds = [part.rpartition("=")[2] for part in header.split("  ")]
    return next(k for k in kinds if k in ("true", "yes", "dog", "one_two", "阳性"))


# Header, the names of the models, whether they have labels, whether they have scores.
SEVERAL = [
    ("truth=true  svm=pred  rf=pred_b", ["svm", "rf"], True, False),
    ("truth=true  svm=score  rf=score_b", ["svm", "rf"], False, True),
    ("truth=true  model_a=pred  model_b=pred_b", ["model_a", "model_b"], True, False),
    ("true=true  svm_pred=pred  svm_prob=score  rf_pred=pred_b  rf_prob=score_b", ["svm", "rf"],
     True, True),
    ("y_true=true  y_pred_svm=pred  y_pred_rf=pred_b", ["svm", "rf"], True, False),
    ("y_true=true  y_pred=pred  y_pred_baseline=pred_b", ["model", "baseline"], True, False),
    ("ground truth=true  prediction (svm)=pred  prediction (rf)=pred_b", ["svm", "rf"], True,
     False),
    ("gold=yes  system1=pred_yes  system2=yes", ["system1", "system2"], True, False),
    ("gold=yes  gpt-4o=pred_yes  llama-3-70b=yes", ["gpt-4o", "llama-3-70b"], True, False),
    ("y_test=true  Logistic Regression=pred  Random Forest=pred_b",
     ["Logistic Regression", "Random Forest"], True, False),
    ("真实标签=true  模型A预测=pred  模型B预测=pred_b", ["模型A", "模型B"], True, False),
    ("标签=true  SVM预测=pred  SVM概率=score  随机森林预测=pred_b  随机森林概率=score_b",
     ["SVM", "随机森林"], True, True),
    ("y_true=true  y_pred_1=pred  y_pred_2=pred_b", ["1", "2"], True, False),
]  # fmt: skip


@pytest.mark.parametrize(("header", "names", "labels", "scores"), SEVERAL)
def test_several_models_have_their_names(header, names, labels, scores) -> None:
    found = mk.read_predictions(table(header))
    assert sorted(found.models) == sorted(names)
    for columns in found.models.values():
        assert (columns.y_pred is not None) == labels
        assert (columns.y_score is not None) == scores


NUMBERS = [
    "y=number  y_hat=number_b",
    "actual_price=number  predicted_price=number_b",
    "price=number  predicted_price=number_b",
    "actual_time=number  predicted_time=number_b",
    "date=id  observed=number  forecast=number_b  residuals=number",
    "编号=id  实际值=number  预测值=number_b",
]


@pytest.mark.parametrize("header", NUMBERS)
def test_numbers_are_read(header) -> None:
    found = mk.read_predictions(table(header))
    assert found.labels == ()
    assert found.y_true.tolist() == COLUMNS["number"]
    assert found.models["model"].y_pred.tolist() == COLUMNS["number_b"]


# Header, words of the question.
DOUBTS = [
    # whose labels and scores
    ("y_true=true  pred=pred  pred_model=pred_b", "both be the prediction of one model"),
    ("true=true  svm_pred=pred  rf_prob=score_b", "which labels .* and which scores"),
    ("y_true=true  pred_svm=pred  pred_rf=pred_b  score=score", "which labels .* and which scores"),
    ("y_true=true  y_pred=pred  score_svm=score  score_rf=score_b", "which labels"),
    ("y_true=true  y_pred=pred  credit_score=years", "which labels"),
    ("y_true=true  y_pred_0=pred  y_pred_1=pred_b", "may hold the labels of a model called 0"),
    ("y_true=true  prob_1=score  prob_2=score_b", "called 2"),
    # names that say nothing
    ("target=true  baseline=pred  ours=pred_b", "may hold predictions as well"),
    ("y_true=true  y_pred=pred  y_score_raw=logit  y_score_calibrated=score", "which labels"),
    ("y_true=true  y_pred=pred  tree=pred_b", "may hold predictions as well"),
    ("label=true  forest=score  water=score_b", "may hold predictions as well"),
    ("truth=true  A=pred  B=pred_b", "no column is by its name a prediction"),
    ("truth=true  foo=score  bar=score_b", "no column is by its name a prediction"),
    ("y_true=true  p=score", "no column is by its name a prediction"),
    ("y_true=true  pvalue=score", "no column is by its name a prediction"),
    ("foo=true  bar=pred", "no column is by its name the true labels"),
    ("activity=yes  test_result=pred_yes", "no column is by its name the true labels"),
    # the score of another class
    ("Actual=dog  Score=score", "score of one of the classes .*cat.*dog"),
    ("y_true=one_two  prob=score", "score of one of the classes"),
    ("y_true=true  y_pred=pred  score=negative", "other class where “score” is high"),
    ("label=dog  pred=pred_dog  conf=of_predicted", "or that of the class that was predicted"),
    ("label=true  pred=pred  score=of_predicted", "or that of the class that was predicted"),
    ("text=id  label=yes  score=of_predicted", "or that of the class that was predicted"),
    # several truths
    ("outcome=ten  label=true  prediction=score", "several columns may be the truth"),
    ("truth=true  actual=pred_b  y_pred=pred", "several columns may be the truth"),
    ("true_age=years  pred_age=years  true_sex=true  pred_sex=pred", "several columns may be"),
    ("survived=true  pclass=coin  prob=score", "no column is by its name the true labels"),
    # weights, parts, runs
    ("y_true=true  y_pred=pred  weight=years", "the weight of each sample in the evaluation"),
    ("y_true=true  y_pred=pred  w=years", "the weight of each sample in the evaluation"),
    ("y_true=true  y_pred=pred  权重=years", "the weight of each sample in the evaluation"),
    ("y_true=true  y_pred=pred  subset=part", "tells parts of the data apart"),
    ("y_true=true  y_pred=pred  partition=part", "tells parts of the data apart"),
    ("y_true=true  y_pred=pred  is_train=coin", "tells parts of the data apart"),
    ("y_true=true  y_pred=pred  split=coin", "tells parts of the data apart"),
    ("y_true=true  y_pred=pred  seed=ten", "tells runs, models or data sets apart"),
    ("y_true=true  y_pred=pred  model=site", "tells runs, models or data sets apart"),
    ("y_true=true  y_pred=pred  dataset=site", "tells runs, models or data sets apart"),
    ("sample_id=group  y_true=true  y_pred=pred", "28 of 40 rows repeat a value"),
    ("y_true=true  y_pred=pred  site=site  n=id", "how many samples a row stands for"),
    # labels that do not match
    ("y_true=yes  y_pred=pred_YES", "share no label"),
    ("y_true=yes  y_pred=pred", "share no label"),
    ("y_true=true  y_pred=sign", "also predicts .*-1"),
    # classes or numbers
    ("actual=years  predicted=years", "40 different whole numbers"),
]


@pytest.mark.parametrize(("header", "said"), DOUBTS)
def test_doubt_asks(header, said) -> None:
    with pytest.raises(TableError, match=f"(?s){said}"):
        mk.read_predictions(table(header))


# Header, what is not used or has another role than truth and prediction.
OTHERS = [
    ("y_true=true  y_pred=pred  prediction_time=number", {"prediction_time": "ignored"}),
    ("timestamp=id  y_true=true  y_pred=pred  log_return=number", {"log_return": "ignored"}),
    ("id=id  label=true  prediction=pred  correct=right", {"correct": "ignored", "id": "id"}),
    ("y_true=true  y_pred=pred  sample_weight=years", {"sample_weight": "weight"}),
    ("patient_id=group  y_true=true  y_pred=pred", {"patient_id": "group"}),
    ("patient_id=id  y_true=true  y_pred=pred", {"patient_id": "id"}),
    ("user_id=group  item_id=id  y_true=true  score=score", {"user_id": "group", "item_id": "id"}),
    ("y_true=true  y_pred=pred  fold=ten", {"fold": "fold"}),
    ("y_true=true  y_pred=pred  height=years", {"height": "ignored"}),
    ("y_true=true  y_pred=pred  net_income=score", {"net_income": "ignored"}),
    ("truth=true  model_year=years  pred=pred", {"model_year": "ignored"}),
]


@pytest.mark.parametrize(("header", "roles"), OTHERS)
def test_other_columns_have_no_part_in_it(header, roles) -> None:
    found = mk.read_predictions(table(header)).import_report
    assert {name: found.roles[name] for name in roles} == roles
    for name, role in roles.items():
        if role == "ignored":
            assert f"“{name}”" in str(found)


# -- tables of results -------------------------------------------------------------------------


def scores(
    header: str, n: int = 8, cell=lambda i, j: f"{0.6 + (i * 7 + j * 3) % 10 / 40:.3f}"
) -> str:
    k = len(header.split(","))
    rows = [",".join([f"d{i}", *(cell(i, j) for j in range(1, k))]) for i in range(n)]
    return "\n".join([header, *rows]) + "\n"


def pairs(header: str, *of: range) -> str:
    """Return a long table with a row for each combination, and a value."""
    grids = np.stack(np.meshgrid(*of, indexing="ij"), -1).reshape(-1, len(of))
    rows = [",".join(f"{'dmxyz'[c]}{v}" for c, v in enumerate(row)) for row in grids.tolist()]
    values = [f"{0.6 + (7 * i) % 10 / 40:.3f}" for i in range(len(rows))]
    return "\n".join([header, *map(",".join, zip(rows, values, strict=True))]) + "\n"


@pytest.mark.parametrize("header", [
    "dataset,svm,forest,knn,logit,bayes",
    "Dataset,prob,q,score",
    "data set,target,label,y",
    "dataset,logit_l2,lr_prob",
    "数据集,支持向量机,随机森林,kNN",
    "benchmark,gpt4,llama",
])  # fmt: skip
def test_learners_may_have_any_name(header) -> None:
    with pytest.raises(TableError, match="whether a higher value is better"):
        mk.read_predictions(scores(header))
    found = mk.read_predictions(scores(header), higher_is_positive=True)
    assert found.learners == tuple(header.split(",")[1:])
    assert found.greater_is_better


@pytest.mark.parametrize(("header", "left_out"), [
    ("dataset,svm,rf,Average", "Average"),
    ("dataset,svm,rf,Rank", "Rank"),
    ("dataset,n_samples,svm,rf", "n_samples"),
    ("数据集,平均,svm,rf", "平均"),
])  # fmt: skip
def test_what_is_no_learner_is_left_out_and_said(header, left_out) -> None:
    found = mk.read_predictions(scores(header), higher_is_positive=True)
    assert found.learners == ("svm", "rf")
    assert f"Not used: “{left_out}”" in str(found.import_report)


@pytest.mark.parametrize(("text", "higher", "shape"), [
    (pairs("dataset_name,classifier_name,accuracy", range(6), range(3)), True, (6, 3)),
    (pairs("dataset,classifier,acc", range(6), range(2)), True, (6, 2)),
    (pairs("dataset,method,rmse", range(6), range(2)), False, (6, 2)),
    (pairs("数据集,算法,精度", range(6), range(2)), True, (6, 2)),
    (pairs("dataset,model,fold,auc", range(6), range(3), range(5)), True, (6, 3)),
    (pairs("dataset,model,seed,error", range(6), range(3), range(5)), False, (6, 3)),
])  # fmt: skip
def test_long_tables_of_learners(text, higher, shape) -> None:
    found = mk.read_predictions(text)
    assert found.greater_is_better == higher
    assert found.scores.shape == shape
    if text.count("\n") > 40:
        first = [float(line.rpartition(",")[2]) for line in text.splitlines()[1:6]]
        assert found.scores[0, 0] == pytest.approx(np.mean(first))
        assert "averaged" in str(found.import_report)


def with_cell(cell: str) -> str:
    return scores(
        "dataset,svm,rf", cell=lambda i, j: cell if (i, j) == (3, 1) else f"0.{80 + i + j}"
    )


RESULTS = [
    # no learners, no data sets
    (scores("seed,svm,rf"), "folds or runs on one data set"),
    (scores("fold,svm,rf"), "folds or runs on one data set"),
    (scores("run,A,B"), "folds or runs on one data set"),
    (scores("Model,ARC,MMLU"), "the rows are models"),
    (scores("classifier,iris,wine"), "the rows are models"),
    (scores("算法,鸢尾花,葡萄酒"), "the rows are models"),
    (scores("model,acc,f1"), "a table of measures"),
    (scores("epoch,train_acc,val_acc"), "a table of measures"),
    (scores("Dataset,train_acc,test_acc"), "a table of measures"),
    (scores("dataset,accuracy"), "a table of measures"),
    (scores("dataset,svm_time,rf_time"), "a table of measures"),
    (scores("task_id,pass@1,pass@10"), "a table of measures"),
    (scores("Dataset,Classes,svm", cell=lambda i, j: str(i + 2) if j == 1 else "0.8"), "“Classes”"),
    ("actual,cat,dog,total\ncat,40,3,43\ndog,5,52,57\ntotal,45,55,100\n", "totals"),
    ("y_true,y_pred,frequency\n0,0,0.4\n0,1,0.1\n1,0,0.1\n1,1,0.4\n", "how many samples a row"),
    (",precision,recall,f1-score,support\n0,0.9,0.8,0.85,40\n1,0.8,0.9,0.85,60\n", "of measures"),
    ("fpr,tpr,threshold\n0,0,1\n0.5,0.8,0.5\n1,1,0\n", "a table of measures"),
    ("model,TP,FP,FN,TN\na,40,3,5,52\nb,41,2,5,52\n", "of several models do not tell"),
    (scores("id,svm,rf"), "no column is by its name the true labels"),
    (scores("type,svm,rf"), "no column is by its name the true labels"),
    (scores("dataset,svm,rf,foo", cell=lambda i, j: "5000" if j == 3 else "0.8"), "column “foo”"),
    (scores("dataset,type,svm", cell=lambda i, j: "binary" if j == 1 else "0.8"), "column “type”"),
    # cells that hold more than a number
    (with_cell("0.93 ± 0.02"), "line 5: “0.93 ± 0.02”.*more than a number"),
    (with_cell("**0.93**"), "line 5: “[*][*]0.93[*][*]”.*more than a number"),
    (with_cell("0.93 (1)"), "line 5: “0.93 .1.”.*more than a number"),
    (with_cell("OOM"), "line 5: “OOM”.*not a finite number"),
    (with_cell("-inf"), "line 5: “-inf”.*not a finite number"),
    # repeated pairs
    (scores("dataset,svm,rf") + "d3,0.8,0.8\n", "“d3” occurs a second time"),
    (pairs("dataset,model,metric,value", range(4), range(2), range(2)), "differs is in metric"),
    (pairs("dataset,model,split,acc", range(4), range(2), range(2)), "differs is in split"),
    (pairs("dataset,model,fold,acc", range(4), range(2), range(3)).replace("m0,x2", "m0,x7", 1),
     "not all learners have the same values of “fold”"),
    (scores("dataset,a,b,c", cell=lambda i, j: str(1 + (i + j) % 3)), "ranks 1 to 3"),
]  # fmt: skip


@pytest.mark.parametrize(("text", "said"), RESULTS)
def test_results_that_are_no_comparison_are_refused(text, said) -> None:
    with pytest.raises(TableError, match=f"(?s){said}"):
        mk.read_predictions(text)


# -- questions and systems ---------------------------------------------------------------------


def answers(header: str, words=("pass", "fail"), extra=lambda i: ()) -> str:
    k = len(header.split(",")) - 1 - len(extra(0))
    rows = [
        [f"q{i}", *extra(i), *(words[(i * j) % 3 % 2] for j in range(2, k + 2))] for i in range(30)
    ]
    return "\n".join([header, *map(",".join, rows)]) + "\n"


@pytest.mark.parametrize("text", [
    answers("question,gpt,llama"),
    answers("question,gpt,llama", ("1", "0")),
    answers("item,model_a,model_b", ("correct", "incorrect")),
    answers("题目,模型甲,模型乙", ("对", "错")),
])  # fmt: skip
def test_systems_answer_right_or_wrong(text) -> None:
    found = mk.read_predictions(text)
    assert found.y_true is None
    assert found.labels == ()
    assert found.import_report.shape == "items"
    right = [(i * 2) % 3 % 2 == 0 for i in range(30)]
    assert next(iter(found.models.values())).y_pred.tolist() == right


@pytest.mark.parametrize("name", ["reviewer", "human", "gold", "annotator", "专家"])
def test_a_reviewer_is_the_truth(name) -> None:
    found = mk.read_predictions(answers(f"row,{name},judge_a,judge_b"))
    assert found.import_report.roles[name] == "y_true"
    assert list(found.models) == ["judge_a", "judge_b"]


@pytest.mark.parametrize(("text", "said"), [
    (answers("question,passage,gpt,llama", ("1", "0"), lambda i: [f"p{i // 5}"]), "“passage”"),
    (answers("question,category,gpt,llama", ("1", "0"), lambda i: ["math"]), "“category”"),
    (answers("question,difficulty,gpt,llama", ("1", "0"), lambda i: [str(i % 3)]), "“difficulty”"),
    (answers("question,answer,gpt,llama", ("A", "B"), lambda i: ["A"]), "“answer”"),
    (answers("question,gpt,llama", ("yes", "no")), "or are they the answers themselves"),
    (answers("question,gpt,llama", ("TRUE", "FALSE")), "or are they the answers themselves"),
    (answers("id,sex,smoker", ("1", "0")), "no column is by its name the true labels"),
    (answers("id,gpt,llama", ("1", "0")), "no column is by its name the true labels"),
    (answers("row,reviewer1,reviewer2,judge"), "no column is by its name the true labels"),
])  # fmt: skip
def test_a_further_column_of_questions_is_asked_about(text, said) -> None:
    with pytest.raises(TableError, match=said):
        mk.read_predictions(text)


def test_questions_of_one_passage_belong_together() -> None:
    text = answers("question,passage,gpt,llama", ("1", "0"), lambda i: [f"p{i // 5}"])
    found = mk.read_predictions(text, roles={"passage": "group"})
    assert found.group.tolist() == [f"p{i // 5}" for i in range(30)]
    assert list(found.models) == ["gpt", "llama"]


# -- counts ------------------------------------------------------------------------------------


@pytest.mark.parametrize("text", [
    "actual,cat,dog\ncat,40,3\ndog,5,52\n",
    ",Predicted cat,Predicted dog\nActual cat,40,3\nActual dog,5,52\n",
    "Predicted,cat,dog\ncat,40,5\ndog,3,52\n",
    ",cat_true,dog_true\ncat_pred,40,5\ndog_pred,3,52\n",
    "Prediction,Reference,Freq\ncat,cat,40\ncat,dog,5\ndog,cat,3\ndog,dog,52\n",
])  # fmt: skip
def test_counts_of_one_model(text) -> None:
    found = mk.read_predictions(text)
    pred = found.models["model"].y_pred
    held = {
        (str(t), str(p)): int(n) for t, p, n in zip(found.y_true, pred, found.weight, strict=True)
    }
    assert held == {("cat", "cat"): 40, ("cat", "dog"): 3, ("dog", "cat"): 5, ("dog", "dog"): 52}
    assert found.counted


def test_counts_by_their_names() -> None:
    found = mk.evaluate(mk.read_predictions("TP,FP,FN,TN\n40,3,5,52\n"))
    assert found["recall"] == pytest.approx(40 / 45)
    assert found["precision"] == pytest.approx(40 / 43)


def test_a_table_of_two_models_is_mcnemars() -> None:
    text = ",A correct,A wrong\nB correct,40,3\nB wrong,5,52\n"
    found = mk.read_predictions(text)
    right = {name: int(found.weight[m.y_pred == 1].sum()) for name, m in found.models.items()}
    assert right == {"A": 45, "B": 43}


@pytest.mark.parametrize("text", [
    ",cat,dog\ncat,40,3\ndog,5,52\n",
    ",a,b,c\na,1,2,3\nb,4,5,6\nc,7,8,9\n",
])  # fmt: skip
def test_a_matrix_says_which_side_is_true(text) -> None:
    with pytest.raises(TableError, match="whether its rows are the true or the predicted"):
        mk.read_predictions(text)


# -- other texts -------------------------------------------------------------------------------


def test_json_is_read_or_refused_by_its_name() -> None:
    for text in (
        '{"y_true": 1, "y_pred": 1}\n{"y_true": 0, "y_pred": 1}\n',
        '[{"y_true": 1, "y_pred": 1}, {"y_true": 0, "y_pred": 1}]',
        '{"y_true": [1, 0], "y_pred": [1, 1]}',
    ):
        found = mk.read_predictions(text)
        assert found.y_true.tolist() == [1, 0]
        assert found.models["model"].y_pred.tolist() == [1, 1]
    with pytest.raises(TableError, match="JSON is read as"):
        mk.read_predictions('{"results": {"acc": 0.9}, "n": 3}')


@pytest.mark.parametrize(("text", "said"), [
    ("Dataset & SVM \\\\\n\\hline\nd0 & 0.8 \\\\\n", "a LaTeX table"),
    ("\\begin{tabular}{ll}\na & b \\\\\n\\end{tabular}\n", "a LaTeX table"),
    ("<table>\n<tr><td>y_true</td></tr>\n</table>\n", "an HTML page"),
    (b"\x80\x04\x95" + bytes(40), "a pickle"),
    ("id,labels,predictions\n1,a;b,a\n2,a,b\n3,b,b\n", "several labels"),
    ("y_true,y_pred\n['a'],['a']\n['b'],['a']\n", "several labels"),
    ('y_true,prob\n0,"[0.3, 0.7]"\n1,"[0.6, 0.4]"\n', "hold arrays"),
])  # fmt: skip
def test_text_of_other_kinds_is_refused_by_its_name(text, said) -> None:
    with pytest.raises(TableError, match=said):
        mk.read_predictions(text)


def test_two_tables_are_matched_on_a_column_that_both_share() -> None:
    pair = "sentence,truth\na b,1\nc,0\nd,1\n", "sentence,pred\nc,0\nd,0\na b,1\n"
    found = mk.read_predictions(pair)
    assert found.models["model"].y_pred.tolist() == [1, 0, 0]
    assert found.id.tolist() == ["a b", "c", "d"]
    results = "dataset,svm\na,.8\nb,.7\n", "dataset,rf\nb,.6\na,.9\n"
    scores = mk.read_predictions(results, higher_is_positive=True)
    assert scores.scores.tolist() == [[0.8, 0.9], [0.7, 0.6]]
    with pytest.raises(TableError, match="both tables have the columns svm"):
        mk.read_predictions([results[0], results[0].replace("8", "5")])


def test_two_tables_without_common_ids_are_not_paired_by_order() -> None:
    block = "y_true,y_pred\n" + "0,0\n" * 5 + "1,1\n" * 5
    with pytest.raises(TableError, match="the order does not tell"):
        mk.read_predictions([block, block.replace("1,1", "1,0")])
    with pytest.raises(TableError, match="no id stands in both"):
        mk.read_predictions(["id,y_true\na1,1\na2,0\n", "id,y_pred\n1,1\n2,0\n"])


@pytest.mark.parametrize("label", ["", "a\rb", "\ud800"])
def test_labels_that_no_script_can_write_are_refused(label) -> None:
    with pytest.raises(ValueError, match="labels: expected texts"):
        mk.evaluate(["a", "b", label], ["a", "b", "b"])
    with pytest.raises(ValueError, match="groups: expected texts"):
        mk.evaluate([0, 1, 1], [0, 1, 0], groups=["a", "b", label])


def test_what_is_too_large_is_refused_with_the_size_that_works() -> None:
    names = [tuple(map(str, range(n))) for n in (1000, 100)]
    with pytest.raises(ValueError, match="at most 246 data sets of 100 learners, or 24 learners"):
        ScoreTable(np.zeros((1000, 100)), *names)
    many = np.arange(100_000)
    with pytest.raises(ValueError, match="labels: expected at most 10000 classes"):
        mk.evaluate(many, many)
    with pytest.raises(ValueError, match="at most 10000 classes for a square table"):
        mk.confusion_matrix(many, many)


# -- files of the reader -----------------------------------------------------------------------


def test_nothing_of_the_readers_is_written_over(tmp_path, capsys) -> None:
    own = tmp_path / "predictions.csv"
    own.write_text(table("id=id  y_true=true  y_pred=pred"), encoding="utf-8")
    before = own.read_bytes()
    report = tmp_path / "report.html"
    assert main([str(own), "-o", str(report)]) == 0
    first = report.read_bytes()
    for name in ("report.py", "report.ipynb", "predictions.csv", "report.html"):
        with pytest.raises(SystemExit) as error:
            main([str(own), "-o", str(tmp_path / name)])
        assert error.value.code == 2
    assert "--force" in capsys.readouterr().err
    with pytest.raises(SystemExit):
        main([str(own), "-o", str(tmp_path / "report.py"), "--force"])
    assert main([str(own), "-o", str(report), "--force", "--positive", "0"]) == 0
    assert report.read_bytes() != first
    assert own.read_bytes() == before
    (tmp_path / "made").mkdir()
    assert main([str(own), "-o", str(tmp_path / "made/report.py")]) == 0
    assert sorted(p.name for p in (tmp_path / "made").iterdir()) == ["predictions.csv", "report.py"]
    assert not [p for p in tmp_path.iterdir() if p.name.startswith(".")]


def test_a_script_does_not_take_the_place_of_other_predictions(tmp_path) -> None:
    own = tmp_path / "predictions.csv"
    own.write_text("mine", encoding="utf-8")
    result = mk.evaluate(TRUE, COLUMNS["pred"])
    for write in (result.to_script, result.to_notebook):
        with pytest.raises(FileExistsError, match=r"beside a predictions.csv"):
            write(tmp_path / "again.py")
    assert own.read_text(encoding="utf-8") == "mine"
    assert [path.name for path in tmp_path.iterdir()] == ["predictions.csv"]


def test_an_older_report_stays_until_the_new_one_is_whole(tmp_path, monkeypatch) -> None:
    old = tmp_path / "report.json"
    old.write_text("old", encoding="utf-8")
    result = mk.evaluate(TRUE, COLUMNS["pred"])
    write = Path.write_text

    def full(path, text, **more):
        write(path, text[:9], **more)
        raise OSError(28, "No space left on device")

    with monkeypatch.context() as patch:
        patch.setattr(Path, "write_text", full)
        with pytest.raises(OSError, match="No space"):
            result.to_json(old)
    assert old.read_text(encoding="utf-8") == "old"
    assert [path.name for path in tmp_path.iterdir()] == ["report.json"]
