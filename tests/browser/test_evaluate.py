"""The page for one's own predictions, from a folder with the network cut: every number is right."""

import csv
import io
import time
import zipfile

import nbformat
import numpy as np
import pytest
from live_page import START
from sklearn import metrics

import mlevalkit as mk

M = 2000
RUN = "[data-evaluate=run]"
DONE = "document.querySelector('[data-evaluate=report] [data-measure]')"


def two_models():
    """Return the truth, and the labels and probabilities of two models, of 2,000 patients."""
    rng = np.random.default_rng(4)
    ill = rng.random(M) < 0.25
    logit = 2 * ill - 1 + rng.normal(size=M)
    score, score_b = (1 / (1 + np.exp(-logit - rng.normal(0, s, M))) for s in (0.4, 0.8))
    return ill, score.round(6), score_b.round(6)


def table(ill, *scores):
    """Return the CSV that somebody would paste."""
    words = np.array(["well", "ill"])
    sheet = io.StringIO()
    out = csv.writer(sheet)
    out.writerow(["truth", "pred_A", "pred_B", "prob_A", "prob_B"])
    columns = [words[c.astype(int)] for c in (ill, *(s >= 0.5 for s in scores))]
    out.writerows(zip(*columns, *(map(repr, s.tolist()) for s in scores), strict=True))
    return sheet.getvalue()


def paste(tab, text):
    put = "(area, text) => { area.value = text; area.dispatchEvent(new Event('input')) }"
    tab.locator("[data-evaluate=input]").evaluate(put, text)


def evaluate(tab, text):
    """Paste a table, click, say yes to Python, and return the numbers and the seconds it took."""
    paste(tab, text)
    tab.evaluate("document.querySelector('[data-evaluate=report]').replaceChildren()")
    start = time.perf_counter()
    tab.locator(RUN).click()
    tab.wait_for_function(f"document.querySelector('dialog[open]') || {DONE}", timeout=START)
    if tab.locator("[data-live=confirm]").is_visible():
        tab.locator("[data-live=confirm]").click()
    tab.wait_for_function(DONE, timeout=START)
    seconds = time.perf_counter() - start
    found = tab.locator("[data-evaluate=report] [data-measure]").evaluate_all(
        "all => all.map((e) => [e.dataset.measure, Number(e.dataset.value)])"
    )
    return dict(found), seconds


@pytest.mark.parametrize("edition", ["en", "zh"])
def test_every_number_of_two_models_is_the_librarys(reader, report, edition):
    tab = reader.open(f"book/{edition}/evaluate.html")
    text = table(*two_models())
    numbers, _ = evaluate(tab, text)
    here = mk.evaluate(mk.read_predictions(text, pos_label="ill")).values
    assert numbers.keys() == here.keys()
    for name, value in numbers.items():
        assert value == pytest.approx(here[name], rel=1e-8), name
    _, seconds = evaluate(tab, text)
    report(
        "2,000 rows of two models, in the page", f"{edition}: {seconds:.1f} s from the click, warm"
    )
    assert seconds < 120  # 20 s on a machine that does nothing else
    curve = tab.locator("[data-figure=roc]")  # drawn when it comes into view
    curve.scroll_into_view_if_needed()
    curve.locator("svg").wait_for(timeout=START)
    assert reader.faults == []


CHOICE = "[data-evaluate=choice]"
WAITS = "document.querySelector('[data-evaluate=run][aria-disabled=true]')"
READY = "document.querySelector('[data-evaluate=run][aria-disabled=false]')"


def asked(tab, text):
    """Paste a table, click, and return the question that is asked before anything is computed."""
    paste(tab, text)
    tab.locator(RUN).click()
    question = f"document.querySelector('dialog[open]') || document.querySelector('{CHOICE}')"
    tab.wait_for_function(question, timeout=START)
    if tab.locator("[data-live=confirm]").is_visible():
        tab.locator("[data-live=confirm]").click()
    tab.wait_for_function(f"document.querySelector('{CHOICE}') && {WAITS}", timeout=START)
    return tab.locator("[data-evaluate=status]").inner_text()


def test_a_question_is_answered_with_a_click(reader):
    tab = reader.open("book/en/evaluate.html")
    ill, score, _ = two_models()
    rows = [f"{int(a)},{b:.6f},{i % 2}" for i, (a, b) in enumerate(zip(ill, score, strict=True))]
    said = asked(tab, "\n".join(["sick,prob,smoker", *rows[:300]]))
    assert "no column is by its name the true labels" in said
    role = tab.locator("[data-evaluate=role]")
    assert role.evaluate_all("all => all.map((e) => e.value)") == ["", "y_score", ""]
    assert tab.locator("[data-evaluate=table] tbody tr").count() == 6
    assert tab.locator("[data-evaluate=report]").inner_text() == ""
    tab.locator(CHOICE, has_text="“sick” is the truth").click()
    tab.wait_for_function(READY, timeout=START)
    assert role.evaluate_all("all => all.map((e) => e.value)") == ["y_true", "y_score", "ignored"]
    tab.locator(RUN).click()
    tab.wait_for_function(DONE, timeout=START)
    recall = tab.locator("[data-measure=recall]").first.get_attribute("data-value")
    reference = metrics.recall_score(ill[:300], score[:300] >= 0.5)
    assert float(recall) == pytest.approx(reference)


def test_roles_and_the_positive_class_are_corrected_with_a_click(reader):
    tab = reader.open("book/en/evaluate.html")
    ill, score, _ = two_models()
    rows = [f"{int(a)},{b:.6f}" for a, b in zip(ill[:300], score[:300], strict=True)]
    numbers, _ = evaluate(tab, "\n".join(["truth,prob", *rows]))
    assert "Positive class: 1" in tab.locator("[data-evaluate=guess]").inner_text()
    tab.locator("[data-evaluate=positive]").select_option("0")
    tab.wait_for_function(READY, timeout=START)
    tab.locator("[data-evaluate=direction]").select_option("low")
    tab.wait_for_function(READY, timeout=START)
    tab.locator("[data-evaluate=cost-fn]").fill("5")
    tab.locator(RUN).click()
    tab.wait_for_function("document.querySelector('[data-measure=cost]')", timeout=START)
    recall = tab.locator("[data-measure=recall]").first.get_attribute("data-value")
    assert float(recall) == pytest.approx(numbers["specificity"])
    assert "Scores reversed" in tab.locator("[data-evaluate=guess]").inner_text()


def test_each_example_is_read_without_a_question(reader):
    tab = reader.open("book/en/evaluate.html")
    for i, button in enumerate(tab.locator("[data-example]").all()):
        button.click()
        tab.locator(RUN).click()
        if i == 0:
            tab.locator("[data-live=confirm]").click(timeout=START)
        tab.wait_for_function(
            "document.querySelector('[data-evaluate=report]').innerText && " + READY, timeout=START
        )
        assert tab.locator(CHOICE).count() == 0
    assert reader.faults == []


def test_a_report_is_stopped_and_the_next_one_taken_away(reader, tmp_path, monkeypatch):
    tab = reader.open("book/en/evaluate.html")
    ill, score, score_b = two_models()
    text = table(ill, score, score_b)
    evaluate(tab, text)
    rows = [f"{i % 2},{i % 997 / 997:.4f},{1 + i % 3}" for i in range(60_000)]
    paste(tab, "\n".join(["truth,score,sample_weight", *rows]))  # resampled: it takes a while
    tab.locator(RUN).click()
    status = tab.locator("[data-evaluate=status]")
    tab.wait_for_function(
        "document.querySelector('[data-evaluate=status]').textContent.includes('measures')",
        timeout=START,
    )
    # a report hears nothing: the page says what is lost before a click takes it
    tab.locator("[data-live=stop]", has_text="End Python").click(timeout=START)
    tab.wait_for_function(
        "document.querySelector('[data-evaluate=run][aria-disabled=false]')", timeout=START
    )
    assert "Stopped" in status.inner_text()
    numbers, _ = evaluate(tab, text)
    with tab.expect_download() as archive:
        tab.get_by_role("button", name="ZIP").click()
    zipfile.ZipFile(archive.value.path()).extractall(tmp_path)
    monkeypatch.chdir(tmp_path)
    scope = {}
    exec((tmp_path / "again.py").read_text(encoding="utf-8"), scope)
    assert scope["numbers"] == pytest.approx(numbers, rel=1e-8)
    assert (tmp_path / "roc.svg").exists()
    nbformat.validate(nbformat.read(tmp_path / "again.ipynb", as_version=4))


REFUSED = [
    ("truth,pred\n1,1\n0", "line 3: expected 2 cells as in the first line, got 1"),
    ("model,accuracy,recall\na,0.9,0.8\nb,0.8,0.7", "a table of measures"),
]


def test_a_table_that_cannot_be_read_is_refused_in_words(reader):
    tab = reader.open("book/en/evaluate.html")
    evaluate(tab, "truth,pred\n" + "1,1\n0,0\n1,0\n" * 20)
    for text, said in REFUSED:
        paste(tab, text)
        tab.locator(RUN).click()
        tab.wait_for_function(
            "said => document.querySelector('[data-evaluate=status]').textContent.includes(said)",
            arg=said,
            timeout=START,
        )
        assert tab.locator("[data-evaluate=report]").inner_text() == ""
    assert reader.faults == []
