"""Tables of the kinds that were once read wrong: read right, or refused with the true reason."""

import re
import tomllib
import warnings
from pathlib import Path

import numpy as np
import pytest
from sklearn import metrics

import mlevalkit as mk
from mlevalkit.__main__ import main
from mlevalkit._tables import TableError
from mlevalkit.report.predictions import ScoreTable

KINDS = tomllib.loads((Path(__file__).parent / "data/faults.toml").read_text("utf-8"))
TABLES = {
    f"{kind}-{name}": {**row, "table": re.sub("/", "\n", row["table"])}
    for kind, rows in KINDS.items()
    for name, row in rows.items()
}
READ = {name: row for name, row in TABLES.items() if "models" in row}
REFUSED = {name: row for name, row in TABLES.items() if "refused" in row}


def read(row):
    return mk.read_predictions(row["table"] + "\n", **row.get("read", {}))


def test_every_kind_has_three_tables() -> None:
    assert [*KINDS] == [*"ABCDEFGHIJKLMN"]
    assert min(map(len, KINDS.values())) >= 3


@pytest.mark.parametrize("row", REFUSED.values(), ids=REFUSED)
def test_what_is_refused_says_why_and_what_to_type(row) -> None:
    with pytest.raises(TableError, match=f"(?s){row['refused']}") as error:
        read(row)
    if "use" in row:
        assert dict(error.value.choices[0].options) == row["use"]


@pytest.mark.parametrize("row", READ.values(), ids=READ)
def test_models_have_the_columns_that_the_table_gives_them(row) -> None:
    found = read(row)
    held = {
        name: "L" * (m.y_pred is not None) + "S" * (m.y_score is not None)
        for name, m in found.models.items()
    }
    assert held == row["models"]


def test_learners_are_learners() -> None:
    for row in TABLES.values():
        if "learners" in row:
            found = read(row)
            assert isinstance(found, ScoreTable)
            assert [*found.learners] == row["learners"]


@pytest.mark.parametrize("row", READ.values(), ids=READ)
def test_the_report_keeps_to_what_can_be(row, tmp_path, capsys) -> None:
    """Intervals where measures can be, one convention for a class, warnings in words alone."""
    predictions = read(row)
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
    path.write_text(row["table"] + "\n", encoding="utf-8")
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


@pytest.mark.parametrize("row", KINDS["K"].values(), ids=KINDS["K"])
def test_the_band_of_a_roc_curve_holds_it(row) -> None:
    found = read({"table": row["table"].replace("/", "\n")})
    score = found.models["model"].y_score
    fpr, tpr, _ = mk.roc_curve(found.y_true, score)
    axes = mk.plots.roc(found.y_true, score, confidence_level=0.95)
    band = axes.patches[0].get_path()
    points = np.column_stack([fpr, tpr])
    inside = [band.contains_points(points, radius=radius) for radius in (1e-6, -1e-6)]
    assert np.any(inside, axis=0).all()
