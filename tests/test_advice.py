"""Advice: thirty situations, the numbers behind it, and one reason in one place."""

import csv
import json
import re
import tomllib
from pathlib import Path

import numpy as np
import pandas as pd
import pytest

import mlevalkit as mk
from mlevalkit.report.rules import rules
from mlevalkit_book.sphinx import chooser
from mlevalkit_book.sphinx.chooser import KINDS, program, ways

HOME = Path(__file__).parents[1]
DATA = HOME / "mlevalkit" / "datasets"
SITUATIONS = list(
    csv.DictReader((HOME / "tests/data/situations.csv").read_text("utf-8").splitlines())
)
TABLE = tomllib.loads(chooser.QUESTIONS.read_text(encoding="utf-8"))
RULES = {kind: rules(kind) for kind in KINDS}
WAYS = {" ".join(a.values()): (facts, found) for a, facts, found in ways(TABLE, RULES)}


def cells(edition, page):
    return json.loads((HOME / "book" / edition / f"{page}.ipynb").read_text("utf-8"))["cells"]


@pytest.mark.parametrize("row", SITUATIONS, ids=lambda row: row["answers"])
def test_the_chooser_gives_the_advice_that_is_expected(row):
    facts, found = WAYS[row["answers"]]
    for kind in ("measure", "test", "claim"):
        assert (found[kind].name if kind in found else "") == row[kind], kind
    code = program(TABLE, RULES, facts, found)
    assert "{" not in re.sub(r"\{\w+\}", "", code)
    decisive = found.get("test") or found["claim"]
    if row["claim"] in ("equivalent", "side_by_side"):
        decisive = found["claim"] if row["claim"] == "equivalent" else found["test"]
    assert decisive.page == row["place"]


@pytest.mark.parametrize("edition", ["en", "zh"])
@pytest.mark.parametrize("place", sorted({row["place"] for row in SITUATIONS}))
def test_each_piece_of_advice_leads_to_a_number(edition, place):
    page, _, anchor = place.partition("#")
    every = cells(edition, page)
    start = next((i for i, c in enumerate(every) if c["id"] == anchor), 0)
    text = ""
    for cell in every[start : start + 6] if anchor else every:
        text += "".join(cell["source"])
        text += json.dumps(cell.get("outputs", []), ensure_ascii=False)
    assert re.search(r"\d\.\d{2,}|\d ?%|\d (points|个百分点)", text) or place == "which-test#time"


@pytest.mark.parametrize("edition", ["en", "zh"])
def test_which_test_names_every_function_of_the_rules(edition):
    text = "".join("".join(c["source"]) for c in cells(edition, "which-test"))
    for kind in ("test", "claim"):
        for rule in RULES[kind]:
            for take in rule.take:
                if take == "cross_val_score":  # no test
                    continue
                assert f"`{take.partition('(')[0]}`" in text, (rule.name, take)


# -- what is said of the stored studies ----------------------------------------------------------


def test_the_corrected_interval_of_a_cross_validated_score_covers_nearly_everywhere():
    study = pd.read_csv(DATA / "cross_validation.csv")
    assert len(study) == 50
    found = {c: study[f"{c}_final"] for c in ("corrected_t", "per_sample", "fold_t")}
    said = " ".join(mk.cross_val_interval.__doc__.split())
    low, high = 100 * found["corrected_t"].min(), 100 * found["corrected_t"].max()
    below = (found["corrected_t"] < 0.93).sum()
    assert below == 1
    assert f"in {low:.1f} to {high:.1f} % of the data sets, below 93 % in one of 50" in said
    low, high = 100 * found["per_sample"].min(), 100 * found["per_sample"].max()
    assert f"from losses in {low:.1f} to {high:.1f} %" in said
    assert f"below 93 % in {(found['per_sample'] < 0.93).sum()}." in said
    assert (found["fold_t"] < 0.93).mean() > 0.6


def test_the_rules_say_how_often_the_corrected_interval_covers():
    study = pd.read_csv(DATA / "cross_validation.csv")
    said = {rule.name: rule.because.texts["en"] for kind in KINDS for rule in RULES[kind]}
    once = 100 * study["corrected_t_final"]
    assert f"in {once.min():.0f} to {once.max():.0f} %" in said["interval_of_folds"]
    repeated = 100 * study.loc[study["problem"] == "classes", "repeated_final"]
    assert f"in {repeated.min():.0f} to {repeated.max():.0f} %" in said["repeated"]


def test_the_intervals_of_the_report_cover_or_the_page_says_so():
    study = pd.read_csv(DATA / "intervals.csv")
    share = study["coverage"]
    low = share + 2 * np.sqrt(share * (1 - share) / study["sets"]) < 0.93
    said = {
        ("mean_squared_error", "errors t3"), ("mean_squared_error", "errors unequal"),
        ("r2_score", "errors t3"), ("macro_f1", "three classes"),
    }  # fmt: skip
    rows = study[low]
    assert set(zip(rows["interval"], rows["data"], strict=True)) <= said
    assert (rows[rows["data"] == "errors unequal"]["n"] < 100).all()
    assert (rows[rows["interval"] == "macro_f1"]["n"] <= 5).all()


def test_the_docstring_of_mean_losses_says_what_was_simulated():
    study = pd.read_csv(DATA / "intervals.csv")
    said = " ".join(mk.loss_interval.__doc__.split())
    mse = 100 * study[study["interval"] == "mean_squared_error"].groupby("data")["coverage"].agg(
        ["min", "max"]
    )  # fmt: skip
    for kind in ("errors equal", "errors unequal", "errors t3"):
        low, high = mse.loc[kind]
        assert f"{low:.1f} to {high:.1f} %" in said, kind


# -- one reason in one place ----------------------------------------------------------------------


def sentences(value):
    """Yield all texts of a table of messages."""
    if isinstance(value, str):
        yield value
    elif isinstance(value, dict):
        for part in value.values():
            yield from sentences(part)
    elif isinstance(value, list):
        for part in value:
            yield from sentences(part)


SAID = [
    HOME / "mlevalkit" / name
    for name in ("explorers/messages.toml", "exercises/mistakes.toml", "report/messages.toml")
]
# The overlap of the training sets alone does not make folds dependent: see two-learner-tests.
WRONG = re.compile(
    r"training sets (of its folds )?overlap[.,;]|share most of their training"
    r"|训练集(大半)?(有)?重(叠|合)[，；]"
)


def test_no_answer_gives_the_overlap_of_training_sets_as_the_cause():
    for path in SAID:
        for text in sentences(tomllib.loads(path.read_text("utf-8"))):
            assert not WRONG.search(text), (path.name, text)


@pytest.mark.parametrize("edition", ["en", "zh"])
@pytest.mark.parametrize(
    "page", ["case-study", "friedman-nemenyi", "which-test", "five-by-two", "study", "review"]
)
def test_no_summary_gives_it_either(edition, page):
    for cell in cells(edition, page):
        if cell["cell_type"] == "markdown":
            assert not WRONG.search("".join(cell["source"])), (page, cell["id"])
