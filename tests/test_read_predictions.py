"""Reading as a user calls it: options, sources, warnings, the command line, files written."""

import io
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest

import mlevalkit as mk
from mlevalkit.__main__ import main
from mlevalkit.report.checks import find_warnings
from mlevalkit.report.predictions import ScoreTable

DATA = Path(__file__).parent / "data/predictions"
TABLE = "id,y_true,y_pred\n" + "".join(f"{i},{i % 2},{i % 3 % 2}\n" for i in range(40))


def test_two_files_are_matched_on_their_id_in_either_order() -> None:
    files = [DATA / "kaggle_truth.csv", DATA / "kaggle_submission.csv"]
    for pair in (files, files[::-1]):
        found = mk.read_predictions(pair)
        score = dict(zip(found.id.tolist(), found.models["kaggle_submission"].y_score, strict=True))
        assert score == {"101": 0.9, "102": 0.1, "103": 0.45, "104": 0.3}
        assert set(found.import_report.unmatched) == {"105", "106"}


def test_two_models_of_one_truth() -> None:
    found = mk.read_predictions((DATA / "model_a.csv", DATA / "model_b.csv"))
    assert {n: m.y_pred.tolist() for n, m in found.models.items()} == {
        "model_a": [1, 0, 0],
        "model_b": [1, 1, 1],
    }
    with pytest.raises(ValueError, match="both have true labels, of other samples"):
        mk.read_predictions((DATA / "test_set_1.csv", DATA / "test_set_2.csv"))


def test_groups_weights_and_rows() -> None:
    found = mk.read_predictions(DATA / "two_models.csv")
    assert found.group.tolist() == ["A", "A", "B", "B"]
    assert found.weight.tolist() == [1, 2, 1, 1]
    assert found.rows.tolist() == [2, 3, 4, 5]
    assert mk.read_predictions(DATA / "quoted_newline.csv").rows.tolist() == [2, 3, 5]


def test_tables_of_scores_and_of_answers() -> None:
    table = mk.read_predictions(DATA / "learners.csv", higher_is_positive=True)
    assert table.learners == ("C4.5", "C4.5+m", "NB")
    assert np.isnan(table.scores[2, 1])
    graded = mk.read_predictions(DATA / "llm_graded.csv", higher_is_positive=True)
    assert graded.of_items
    assert graded.scores.tolist() == [[0.5, 0.75], [1, 0.25]]
    for file in ("llm_long.csv", "llm_wide.csv"):
        found = mk.read_predictions(DATA / file)
        assert found.y_true is None
        assert found.models["small"].y_pred.tolist() == [0, 1, 0]


def test_regression() -> None:
    found = mk.read_predictions(DATA / "regression.csv")
    assert found.labels == ()
    assert found.models["forest"].y_pred.tolist() == [2.9, 3.0, 4.6]


@pytest.mark.parametrize(
    "cells",
    [('"1,234.5"', '"2,345"', '"1,200.25"', '"2,300"'), ("1.234,5", "2.345", "1.200,25", "2.300")],
)
def test_thousands_are_numbers_and_no_classes(cells) -> None:
    a, b, c, d = cells
    mark = "," if '"' in a else ";"
    rows = [mark.join(row) for row in (("y_true", "y_pred"), (a, c), (b, d))]
    found = mk.read_predictions("\n".join(rows))
    assert found.y_true.tolist() == [1234.5, 2345]
    assert found.models["model"].y_pred.tolist() == [1200.25, 2300]
    assert "thousands" in [c.kind for c in found.import_report.coercions]


def test_missing_truth_is_refused_or_left_out_and_counted() -> None:
    for file, lines in (("weka_unknown.csv", (3, 4)), ("r_write_csv.csv", (5,))):
        with pytest.raises(ValueError, match=f"(?s)line {lines[0]}.*missing='drop'"):
            mk.read_predictions(DATA / file)
        assert mk.read_predictions(DATA / file, missing="drop").import_report.dropped == lines


def test_every_change_is_counted() -> None:
    found = mk.read_predictions(DATA / "excel_chinese_gb18030.csv").import_report
    assert {c.kind: (c.count, c.line) for c in found.coercions} == {
        "percent": (4, 2),
        "wide": (1, 5),
    }
    assert found.encoding == "gb18030"


def test_guesses_can_be_overridden() -> None:
    roles = {"prob_tree": "ignored", "pred_tree": "ignored"}
    found = mk.read_predictions(DATA / "two_models.csv", roles=roles, pos_label="well")
    assert list(found.models) == ["net"]
    np.testing.assert_allclose(found.models["net"].y_score, [0.9, 0.2, 0.7, 0.6])
    low = mk.read_predictions(DATA / "sklearn.csv", higher_is_positive=False)
    np.testing.assert_allclose(low.models["model"].y_score, [0.09, 0.78, 0.59, 0.36, 0.22])


@pytest.mark.parametrize("edge", ["|", ""])
def test_the_rule_of_a_markdown_table_is_no_class(edge: str) -> None:
    rows = ["truth | pred | score", "------|:----:|-----:", "ill | ill | 0.9", "well | ill | 0.6"]
    table = mk.read_predictions("\n".join(f"{edge} {row} {edge}" for row in rows) + "\n")
    assert table.labels == ("ill", "well")
    assert table.y_true.tolist() == ["ill", "well"]
    assert table.models["model"].y_score.tolist() == [0.9, 0.6]
    assert "the rule in line 2" in str(table.import_report)


def test_labels_are_kept_as_they_stand() -> None:
    classes = ["Ill ", "ill", "well"]
    found = mk.read_predictions("truth,pred\nill,ill\nwell,Ill \nill,ill\n", labels=classes)
    assert found.labels == ("Ill ", "ill", "well")


@pytest.mark.parametrize(
    ("options", "error", "said"),
    [
        ({"roles": ["y_true"]}, TypeError, "roles: expected a dictionary"),
        ({"roles": {"y_true": 3}}, TypeError, "roles: expected a text for the role of 'y_true'"),
        ({"roles": {"y_true": "what"}}, ValueError, "roles: expected one of y_true, y_pred"),
        ({"encoding": "nonsense"}, ValueError, "encoding: expected a name that Python knows"),
        ({"encoding": 3}, ValueError, "encoding: expected a name"),
        ({"header": 3}, TypeError, "header"),
        ({"decimal": ";"}, ValueError, "decimal: expected one of"),
    ],
)
def test_a_wrong_option_is_named(options, error, said) -> None:
    with pytest.raises(error, match=said):
        mk.read_predictions("y_true,y_pred\n1,1\n0,0\n", **options)


def test_open_files_are_read_and_other_things_refused() -> None:
    text = "y_true,y_pred\n1,1\n0,0"
    for source in (io.StringIO(text), io.BytesIO(text.encode()), bytearray(text.encode())):
        assert mk.read_predictions(source).y_true.tolist() == [1, 0]
    with pytest.raises(TypeError, match="source: expected a path, text, bytes, an open file"):
        mk.read_predictions(3)


def test_two_pasted_tables_are_told_apart() -> None:
    text = "y_true,y_pred\n1,1\n0,0\n"
    assert list(mk.read_predictions([text, text]).models) == ["CSV", "CSV 2"]


def codes(text: str, **options) -> list[str]:
    return [w.code for w in find_warnings(mk.read_predictions(text, **options))]


def test_reversed_scores_are_asked_about_and_not_flipped() -> None:
    rows = [f"{i % 2},{0.9 - 0.8 * (i % 2) + i / 1000}" for i in range(60)]
    text = "\n".join(["y_true,score", *rows])
    assert "auc-below-half" in codes(text)
    assert "auc-below-half" not in codes(text, higher_is_positive=False)
    found = mk.read_predictions(text)
    assert mk.roc_auc_score(found.y_true, found.models["model"].y_score) < 0.5


def test_labels_that_contradict_the_scores_are_named() -> None:
    rows = [f"{int(i > 20)},{int(i > 25)},{i / 50}" for i in range(50)]
    assert "labels-against-scores" not in codes("\n".join(["y_true,y_pred,score", *rows]))
    rows[10] = "0,1,0.2"
    found = find_warnings(mk.read_predictions("\n".join(["y_true,y_pred,score", *rows])))
    sentence = next(str(w.sentence) for w in found if w.code == "labels-against-scores")
    assert "rows that contradict it: 1, namely 12" in sentence


def test_other_warnings() -> None:
    alike = codes("truth,pred\nill,ill\nwell,Ill \nill,ill\n", labels=["ill", "Ill ", "well"])
    assert "labels-alike" in alike
    assert codes("truth,pred\n" + "a,a\nb,b\nc,c\n" * 20 + "a,odd\n") == ["never-true"]
    assert "never-predicted" in codes("truth,pred\nill,well\nwell,well\n")
    assert "constant-score" in codes("y_true,score\n1,0.5\n0,0.5\n")
    assert "no-probabilities" in codes("y_true,score\n1,2.5\n0,-1\n")
    predicted = "y_true,y_pred,score\n1,1,0.9\n0,0,0.8\n1,0,0.6\n"
    assert "score-of-predicted-class" in codes(predicted, roles={"score": "y_score"})
    table = mk.read_predictions("y_true,score\n1,2.5\n0,-1\n")
    assert [w.code for w in find_warnings(table)] == ["few-samples", "no-probabilities"]
    left = mk.evaluate(table, ignore=["no-probabilities", "few-samples"])
    assert left.warnings == ()
    with pytest.raises(ValueError, match="codes among"):
        mk.evaluate(table, ignore=["nonsense"])


def test_the_command_line_writes_what_evaluate_finds(tmp_path, capsys) -> None:
    output = tmp_path / "report.json"
    assert main([str(DATA / "sklearn.csv"), "-o", str(output), "--cost-fn", "10"]) == 0
    found = mk.evaluate(mk.read_predictions(DATA / "sklearn.csv"), cost_fn=10, cost_fp=1)
    assert output.read_text(encoding="utf-8") == found.to_json()
    assert capsys.readouterr().out == f"{found}\n"
    assert main([str(DATA / "sklearn.csv"), "--paragraph", "--measure", "accuracy"]) == 0
    by_accuracy = mk.evaluate(mk.read_predictions(DATA / "sklearn.csv"), measure="accuracy")
    assert capsys.readouterr().out == f"{by_accuracy.report()}\n"


def test_exit_codes_of_the_command_line(tmp_path, capsys) -> None:
    assert main([str(tmp_path / "none.csv")]) == 3
    assert "no such file" in capsys.readouterr().err
    assert main([str(DATA / "sklearn.csv"), "--check"]) == 1
    assert "few-samples" in capsys.readouterr().out
    with pytest.raises(SystemExit) as error:
        main([str(DATA / "sklearn.csv"), "--role", "nonsense"])
    assert error.value.code == 2


def test_help_shows_examples() -> None:
    command = [sys.executable, "-m", "mlevalkit", "--help"]
    said = subprocess.run(command, capture_output=True, text=True, check=True).stdout
    assert "--positive ill --cost-fn 10" in said
    assert "exit codes" in said


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
    own.write_text(TABLE, encoding="utf-8")
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
    result = mk.evaluate([0, 1, 0, 1], [0, 1, 1, 1])
    for write in (result.to_script, result.to_notebook):
        with pytest.raises(FileExistsError, match=r"beside a predictions.csv"):
            write(tmp_path / "again.py")
    assert own.read_text(encoding="utf-8") == "mine"
    assert [path.name for path in tmp_path.iterdir()] == ["predictions.csv"]


def test_an_older_report_stays_until_the_new_one_is_whole(tmp_path, monkeypatch) -> None:
    old = tmp_path / "report.json"
    old.write_text("old", encoding="utf-8")
    result = mk.evaluate([0, 1, 0, 1], [0, 1, 1, 1])
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
