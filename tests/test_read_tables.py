"""Tables as strangers have them: read right, or refused with the reason and what would work.

The tables in data/tables are small copies of public ones, those of data/predictions come from the
programs of their names; data/readings.toml and data/faults.toml hold short ones. The right answers
were computed by scikit-learn, SciPy and statsmodels from the original columns, or by hand.
"""

import shlex
import tomllib
import warnings
from pathlib import Path

import numpy as np
import pytest
from sklearn import metrics

import mlevalkit as mk
from mlevalkit.__main__ import flags, main, parser
from mlevalkit._tables import TableError
from mlevalkit.report.predictions import ScoreTable

DATA = Path(__file__).parent / "data"
TABLES = DATA / "tables"
READINGS = tomllib.loads((DATA / "readings.toml").read_text("utf-8"))
NAMED, RESULTS = READINGS["named"], READINGS["results"]
FAULTS = tomllib.loads((DATA / "faults.toml").read_text("utf-8"))


def written(table):
    """Return a table of these files as text: "/" ends a line."""
    return table.replace("/", "\n") + "\n"


def read(name, **options):
    return mk.read_predictions(TABLES / f"{name}.csv", **options)


def labels_and_scores(found):
    """Return what each model has: L for labels, S for scores."""
    return {
        name: "L" * (m.y_pred is not None) + "S" * (m.y_score is not None)
        for name, m in found.models.items()
    }


# -- public tables -----------------------------------------------------------------------------


@pytest.mark.parametrize("row", READINGS["files"]["models"], ids=lambda row: row["file"])
def test_models_are_read(row) -> None:
    found = read(row["file"], **row.get("read", {}))
    columns = found.models[row["model"]]
    if "accuracy" in row:
        value = metrics.accuracy_score(found.y_true, columns.y_pred)
        assert value == pytest.approx(row["accuracy"], abs=1e-4)
    if "auc" in row:
        many = {"multi_class": "ovr"} if columns.y_score.ndim == 2 else {}
        value = metrics.roc_auc_score(found.y_true, columns.y_score, **many)
        assert value == pytest.approx(row["auc"], abs=1e-4)


def test_probabilities_rounded_on_export_are_probabilities() -> None:
    found = read("class-missing-in-fold")
    score = found.models["model"].y_score
    assert found.labels == ("a", "b", "c", "d")
    np.testing.assert_allclose(score.sum(axis=1), 1, atol=1e-12)
    loss = metrics.log_loss(found.y_true, score, labels=found.labels)
    assert loss == pytest.approx(1.6345, abs=1e-3)
    assert "rounded" in [c.kind for c in found.import_report.coercions]


def test_a_confusion_matrix_is_read_as_counts() -> None:
    found = read("confusion-matrix")
    assert found.import_report.shape == "counts"
    assert found.pos_label == "pos"
    assert counts_of(found)["pos", "neg"] == 20
    assert mk.evaluate(found)["accuracy"] == pytest.approx(0.95)


def counts_of(found):
    """Return how often each pair of true and predicted class occurs."""
    pred = found.models["model"].y_pred
    return {
        (str(t), str(p)): int(n) for t, p, n in zip(found.y_true, pred, found.weight, strict=True)
    }


def test_ids_match_as_numbers() -> None:
    found = mk.read_predictions([TABLES / "solution.csv", TABLES / "submission-float-ids.csv"])
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


@pytest.mark.parametrize("file", READINGS["files"]["refused"])
def test_what_is_not_certain_is_asked(file) -> None:
    row = READINGS["files"]["refused"][file]
    with pytest.raises(TableError, match=f"(?s){row['said']}") as error:
        read(file)
    if "use" in row:
        assert dict(error.value.choices[0].options) == row["use"]
    assert error.value.sentence.texts["zh"] != error.value.sentence.texts["en"]


def test_a_third_value_is_named() -> None:
    roles = {"activity": "y_true", "test_result": "y_pred"}
    with pytest.raises(TableError, match=r"also predicts .*equivocal.*never true"):
        read("equivocal", roles=roles)
    found = read("equivocal", roles=roles, labels=["active", "inactive", "equivocal"])
    right = metrics.accuracy_score(found.y_true, found.models["test_result"].y_pred)
    assert right == pytest.approx(0.725)


def test_a_refusal_in_the_shell_prints_the_command_that_works(capsys) -> None:
    file = str(TABLES / "split-train-test.csv")
    assert main([file, "--check"]) == 3
    lines = [line.strip() for line in capsys.readouterr().err.splitlines()]
    command = next(line for line in lines if line.startswith("python -m mlevalkit"))
    assert main(shlex.split(command)[3:]) in (0, 1)
    assert "Left out" in capsys.readouterr().out


def test_the_shell_understands_every_choice_that_it_prints() -> None:
    asked = 0
    for row in FAULTS.values():
        for fault in row.values():
            try:
                mk.read_predictions(written(fault["table"]), **fault.get("read", {}))
            except TableError as error:
                for choice in error.choices:
                    given = parser().parse_args(["table.csv", *flags(choice.options)])
                    assert options_of(given) == {k: plain(v) for k, v in choice.options.items()}
                    asked += 1
    assert asked > 50


def options_of(given):
    """Return what a command line says of a table, as keyword arguments of `read_predictions`."""
    found = {
        "roles": given.roles,
        "rows": dict(pair.split("=", 1) for pair in given.rows),
        "labels": given.classes and given.classes.split(","),
        "pos_label": given.positive,
        "higher_is_positive": given.higher,
        "task": given.task,
        "missing": "drop" if given.drop_missing else None,
        "decimal": given.decimal,
    }
    return {name: value for name, value in found.items() if value not in (None, {})}


def plain(value):
    """Return the value of an argument as the shell has it."""
    if isinstance(value, (bool, list)):
        return value
    return dict(value) if hasattr(value, "keys") else str(value)


@pytest.mark.parametrize("path", sorted(TABLES.glob("*.csv")), ids=lambda path: path.stem)
def test_the_first_choices_lead_to_a_reading_or_a_refusal(path) -> None:
    options = {}
    for _ in range(8):
        try:
            mk.read_predictions(path, **options)
            return
        except TableError as error:
            if not error.choices:
                return
            new = dict(error.choices[0].options)
        roles = {**options.get("roles", {}), **new.get("roles", {})}
        assert {**options, **new, "roles": roles} != options
        options = {**options, **new, "roles": roles}
    pytest.fail("questions without end")


# -- formats of programs -----------------------------------------------------------------------


@pytest.mark.parametrize("file", READINGS["formats"])
def test_a_format_is_read(file) -> None:
    row = READINGS["formats"][file]
    found = mk.read_predictions(DATA / "predictions" / file)
    columns = found.models[row.get("model", "model")]
    assert found.y_true.tolist() == row["truth"]
    assert columns.y_pred.tolist() == row["labels"]
    assert found.pos_label == row["positive"]
    assert (columns.y_score is not None) == ("scores" in row)
    if "scores" in row:
        np.testing.assert_allclose(columns.y_score, row["scores"])


@pytest.mark.parametrize("file", ["sklearn_multiclass.csv", "weka_distribution.csv"])
def test_each_class_has_its_column_of_scores(file: str) -> None:
    found = mk.read_predictions(DATA / "predictions" / file)
    score = found.models["model"].y_score
    assert score.shape == (len(found.y_true), 3)
    np.testing.assert_allclose(score.sum(axis=1), 1)


# -- what names of columns say -----------------------------------------------------------------

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


@pytest.mark.parametrize("header", NAMED["one_model"])
def test_one_model_is_one_model(header) -> None:
    found = mk.read_predictions(table(header))
    (columns,) = found.models.values()
    held = {part.rpartition("=")[2] for part in header.split("  ")}
    (truth,) = held & {"true", "yes", "dog", "one_two", "阳性"}
    assert [*map(str, found.y_true)] == [*map(str, COLUMNS[truth])]
    assert columns.y_score.tolist() == pytest.approx(SCORE)
    assert ((columns.y_pred == found.pos_label) == (np.array(SCORE) >= 0.5)).all()


@pytest.mark.parametrize("header", NAMED["several"])
def test_several_models_have_their_names(header) -> None:
    assert labels_and_scores(mk.read_predictions(table(header))) == NAMED["several"][header]


@pytest.mark.parametrize("header", NAMED["numbers"])
def test_numbers_are_read(header) -> None:
    found = mk.read_predictions(table(header))
    assert found.labels == ()
    assert found.y_true.tolist() == COLUMNS["number"]
    assert found.models["model"].y_pred.tolist() == COLUMNS["number_b"]


@pytest.mark.parametrize("header", NAMED["refused"])
def test_doubt_asks(header) -> None:
    with pytest.raises(TableError, match=f"(?s){NAMED['refused'][header]}"):
        mk.read_predictions(table(header))


@pytest.mark.parametrize("header", NAMED["roles"])
def test_other_columns_have_no_part_in_it(header) -> None:
    roles = NAMED["roles"][header]
    found = mk.read_predictions(table(header)).import_report
    assert {name: found.roles[name] for name in roles} == roles
    for name, role in roles.items():
        assert role != "ignored" or f"“{name}”" in str(found)


# -- results, and answers of systems -----------------------------------------------------------


def scores(header: str) -> str:
    """Return a table of results: a data set a row, a learner a column."""
    k = len(header.split(","))
    rows = [[f"{0.6 + (i * 7 + j * 3) % 10 / 40:.3f}" for j in range(1, k)] for i in range(8)]
    return "\n".join([header, *(",".join([f"d{i}", *row]) for i, row in enumerate(rows))]) + "\n"


def pairs(header: str, *of: int) -> str:
    """Return a long table with a row for each combination, and a value."""
    names = [",".join(f"{'dmx'[c]}{v}" for c, v in enumerate(row)) for row in np.ndindex(of)]
    rows = [f"{name},{0.6 + 7 * i % 10 / 40:.3f}" for i, name in enumerate(names)]
    return "\n".join([header, *rows])


@pytest.mark.parametrize("header", RESULTS["learners"])
def test_learners_may_have_any_name(header) -> None:
    with pytest.raises(TableError, match="whether a higher value is better"):
        mk.read_predictions(scores(header))
    found = mk.read_predictions(scores(header), higher_is_positive=True)
    assert found.learners == tuple(header.split(",")[1:])
    assert found.greater_is_better


@pytest.mark.parametrize("header", RESULTS["left_out"])
def test_what_is_no_learner_is_left_out_and_said(header) -> None:
    found = mk.read_predictions(scores(header), higher_is_positive=True)
    assert found.learners == ("svm", "rf")
    assert f"Not used: “{RESULTS['left_out'][header]}”" in str(found.import_report)


@pytest.mark.parametrize(
    ("header", "sizes", "higher"),
    [
        ("dataset_name,classifier_name,accuracy", (6, 3), True),
        ("dataset,classifier,acc", (6, 2), True),
        ("dataset,method,rmse", (6, 2), False),
        ("数据集,算法,精度", (6, 2), True),
        ("dataset,model,fold,auc", (6, 3, 5), True),
        ("dataset,model,seed,error", (6, 3, 5), False),
    ],
)
def test_long_tables_of_learners(header, sizes, higher) -> None:
    text = pairs(header, *sizes)
    found = mk.read_predictions(text)
    assert found.greater_is_better == higher
    assert found.scores.shape == sizes[:2]
    if len(sizes) > 2:
        first = [float(line.rpartition(",")[2]) for line in text.splitlines()[1:6]]
        assert found.scores[0, 0] == pytest.approx(np.mean(first))
        assert "averaged" in str(found.import_report)


def test_right_answers_of_several_runs_are_averaged_to_shares() -> None:
    rows = "q1,a,1,1/q1,a,2,0/q1,b,1,1/q1,b,2,1/q2,a,1,0/q2,a,2,0/q2,b,1,1/q2,b,2,0"
    found = mk.read_predictions(written(f"question,model,seed,correct/{rows}"))
    assert found.scores.tolist() == [[0.5, 1], [0, 0.5]]
    assert found.greater_is_better


@pytest.mark.parametrize("header", RESULTS["refused"])
def test_results_that_are_no_comparison_are_refused(header) -> None:
    with pytest.raises(TableError, match=RESULTS["refused"][header]):
        mk.read_predictions(scores(header))


@pytest.mark.parametrize(
    ("header", "words"),
    [
        ("question,gpt,llama", ("pass", "fail")),
        ("question,gpt,llama", ("1", "0")),
        ("item,model_a,model_b", ("correct", "incorrect")),
        ("题目,模型甲,模型乙", ("对", "错")),
    ],
)
def test_systems_answer_right_or_wrong(header, words) -> None:
    answers = [[i % 3 == 0, i % 2 == 0] for i in range(30)]
    rows = [f"q{i},{words[not a]},{words[not b]}" for i, (a, b) in enumerate(answers)]
    found = mk.read_predictions("\n".join([header, *rows]))
    assert found.y_true is None
    assert found.labels == ()
    assert found.import_report.shape == "items"
    told = [m.y_pred.tolist() for m in found.models.values()]
    assert [*zip(*told, strict=True)] == [*map(tuple, answers)]


@pytest.mark.parametrize("name", ["reviewer", "human", "gold", "annotator", "专家"])
def test_a_reviewer_is_the_truth(name) -> None:
    rows = "q0,pass,pass,fail/q1,fail,pass,fail/q2,pass,fail,pass"
    found = mk.read_predictions(written(f"row,{name},judge_a,judge_b/{rows}"))
    assert found.import_report.roles[name] == "y_true"
    assert list(found.models) == ["judge_a", "judge_b"]


def test_questions_of_one_passage_belong_together() -> None:
    text = written("question,passage,gpt,llama/q0,p0,1,0/q1,p0,0,1/q2,p1,1,1")
    found = mk.read_predictions(text, roles={"passage": "group"})
    assert found.group.tolist() == ["p0", "p0", "p1"]
    assert list(found.models) == ["gpt", "llama"]


def test_folds_of_learners_side_by_side_are_averaged() -> None:
    text = "dataset,fold,svm,rf/a,1,.8,.82/a,2,.7,.84/b,1,.6,.65/b,2,.62,.67"
    found = mk.read_predictions(written(text), higher_is_positive=True)
    assert found.datasets == ("a", "b")
    np.testing.assert_allclose(found.scores, [[0.75, 0.83], [0.61, 0.66]])
    assert "averaged over “fold”" in str(found.import_report)
    assert "Not used" not in str(found.import_report)


# -- counts ------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "text",
    [
        "actual,cat,dog/cat,40,3/dog,5,52",
        ",Predicted cat,Predicted dog/Actual cat,40,3/Actual dog,5,52",
        "Predicted,cat,dog/cat,40,5/dog,3,52",
        ",cat_true,dog_true/cat_pred,40,5/dog_pred,3,52",
        ",Pred cat,Pred dog,Total/True cat,40,3,43/True dog,5,52,57/Total,45,55,100",
        ",预测cat,预测dog,合计/真实cat,40,3,43/真实dog,5,52,57",
        "true_class,pred_class,pixels/cat,cat,40/cat,dog,3/dog,cat,5/dog,dog,52",
        "Prediction,Reference,Freq/cat,cat,40/cat,dog,5/dog,cat,3/dog,dog,52",
    ],
)
def test_counts_of_one_model(text) -> None:
    found = mk.read_predictions(written(text))
    expected = {("cat", "cat"): 40, ("cat", "dog"): 3, ("dog", "cat"): 5, ("dog", "dog"): 52}
    assert counts_of(found) == expected
    assert found.counted


def test_counts_by_their_names() -> None:
    for header in ("TP,FP,FN,TN", "True_Positive,False_Positive,False_Negative,True_Negative",
                   "真正例,假正例,假反例,真反例"):  # fmt: skip
        found = mk.evaluate(mk.read_predictions(f"{header}\n40,3,5,52\n"))
        assert found["recall"] == pytest.approx(40 / 45)
        assert found["precision"] == pytest.approx(40 / 43)


def test_a_table_of_two_models_is_mcnemars() -> None:
    bare = ",A correct,A wrong/B correct,40,3/B wrong,5,52"
    with_totals = ",A correct,A wrong,Total/B correct,40,3,43/B wrong,5,52,57/Total,45,55,100"
    for text in (bare, with_totals):
        found = mk.read_predictions(written(text))
        right = {name: int(found.weight[m.y_pred == 1].sum()) for name, m in found.models.items()}
        assert right == {"A": 45, "B": 43}


# -- short tables, one for each kind of doubt or fault -----------------------------------------


@pytest.mark.parametrize("table", READINGS["written"]["refused"])
def test_what_needs_a_decision_or_a_repair_is_refused(table) -> None:
    with pytest.raises(TableError, match=f"(?s){READINGS['written']['refused'][table]}") as error:
        mk.read_predictions(written(table))
    assert error.value.sentence.texts["zh"] != str(error.value)


@pytest.mark.parametrize(
    ("table", "said"),
    [
        (b"\x89PNG\r\n\x1a\n" + bytes(40), "a PNG picture, not a table"),
        (b"PK\x03\x04" + bytes(40), "a workbook or another zip archive"),
        (b"\x80\x04\x95" + bytes(40), "a pickle"),
        (b"", "the table is empty"),
        ("", "the table is empty"),
        ("<table>\n<tr><td>y_true</td></tr>\n</table>\n", "an HTML page"),
        ("\ud800,y_pred\n1,1\n0,0\n", "is not UTF-8"),
        ("Gr\xf6\xdfe;y_true;y_pred\ngro\xdf;1;1\n".encode("cp1252"), "byte 3 is not UTF-8"),
        ("x" * 5000, "no such file"),
        ("a\0b", "no such file"),
        (
            "y_true,y_pred\n" + "\n".join(f"{i},{i}" for i in range(30)),
            "(?s)30 different whole numbers.*task='classification'",
        ),
    ],
    ids=["png", "zip", "pickle", "no bytes", "no text", "html", "surrogate", "cp1252", "long",
         "nul", "numbers"],
)  # fmt: skip
def test_what_is_no_table_is_refused_by_its_name(table, said) -> None:
    with pytest.raises(ValueError, match=said):
        mk.read_predictions(table)


ROWS = {f"{kind}-{name}": row for kind, rows in FAULTS.items() for name, row in rows.items()}
READ = {name: row for name, row in ROWS.items() if "models" in row}


def read_fault(row):
    return mk.read_predictions(written(row["table"]), **row.get("read", {}))


@pytest.mark.parametrize("name", [name for name, row in ROWS.items() if "refused" in row])
def test_a_known_fault_is_refused_with_what_to_type(name) -> None:
    row = ROWS[name]
    with pytest.raises(TableError, match=f"(?s){row['refused']}") as error:
        read_fault(row)
    if "use" in row:
        assert dict(error.value.choices[0].options) == row["use"]


@pytest.mark.parametrize("name", [name for name, row in ROWS.items() if "learners" in row])
def test_learners_are_learners(name) -> None:
    found = read_fault(ROWS[name])
    assert isinstance(found, ScoreTable)
    assert [*found.learners] == ROWS[name]["learners"]
    assert [*found.datasets] == ROWS[name].get("datasets", [*found.datasets])


@pytest.mark.parametrize("row", READ.values(), ids=READ)
def test_a_known_fault_is_read_and_its_report_keeps_to_what_can_be(row, tmp_path, capsys) -> None:
    """Intervals where measures can be, one convention for a class, warnings in words alone."""
    predictions = read_fault(row)
    assert labels_and_scores(predictions) == row["models"]
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        result = mk.evaluate(predictions)
        text = str(result)
    assert "None" not in text
    for d in result.differences:
        if d.number.interval is not None and d.measure in ("auc", "accuracy"):
            assert -1 <= d.number.low <= d.number.value <= d.number.high <= 1
    assert [w.code for w in result.warnings][: len(row.get("warned", ()))] == row.get("warned", [])
    if predictions.y_true is not None and not predictions.counted:
        _follows_one_convention(predictions, result)
    path = tmp_path / "table.csv"
    path.write_text(written(row["table"]), encoding="utf-8")
    if "read" not in row:
        assert main([str(path), "--check"]) == (1 if result.warnings else 0)
        assert "Warning" not in capsys.readouterr().err


def _follows_one_convention(predictions, result) -> None:
    """Balanced accuracy and macro-F1 leave out the classes that are never true."""
    first = next(iter(predictions.models.values())).y_pred
    if first is None or not predictions.labels:
        return
    true = sorted(set(predictions.y_true.tolist()))
    options = {"labels": true, "average": "macro", "zero_division": 0}
    recall = metrics.recall_score(predictions.y_true, first, **options)
    assert result["balanced_accuracy"] == pytest.approx(recall)
    if "macro_f1" in result.values:
        p = metrics.precision_score(predictions.y_true, first, **options)
        assert result["macro_f1"] == pytest.approx(2 * p * recall / (p + recall))


# -- other texts, and several tables -----------------------------------------------------------


@pytest.mark.parametrize(
    "text",
    [
        '{"y_true": 1, "y_pred": 1}\n{"y_true": 0, "y_pred": 1}\n',
        '[{"y_true": 1, "y_pred": 1}, {"y_true": 0, "y_pred": 1}]',
        '{"y_true": [1, 0], "y_pred": [1, 1]}',
    ],
)
def test_json_is_read(text) -> None:
    found = mk.read_predictions(text)
    assert found.y_true.tolist() == [1, 0]
    assert found.models["model"].y_pred.tolist() == [1, 1]


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


def test_a_column_of_labels_and_one_of_predictions_belong_together_in_their_order() -> None:
    found = mk.read_predictions(["label\na\nb\na\nb\nb\n", "prediction\na\nb\nb\nb\nb\n"])
    assert metrics.accuracy_score(found.y_true, found.models["model"].y_pred) == 0.8
    assert "in their order" in str(found.import_report)
    with pytest.raises(TableError, match="one column only"):
        mk.read_predictions("label\na\nb\n")


def test_two_tables_without_common_ids_are_not_paired_by_order() -> None:
    block = "y_true,y_pred\n" + "0,0\n" * 5 + "1,1\n" * 5
    with pytest.raises(TableError, match="the order does not tell"):
        mk.read_predictions([block, block.replace("1,1", "1,0")])
    with pytest.raises(TableError, match="no id stands in both"):
        mk.read_predictions(["id,y_true\na1,1\na2,0\n", "id,y_pred\n1,1\n2,0\n"])
