"""The six questions: every way to answer them leads to code that runs, and to true addresses."""

import contextlib
import io
import re
import tomllib
import warnings
from itertools import chain

import numpy as np
import pytest
from built_book import ROOT
from helpers import in_javascript
from matplotlib import pyplot as plt

import mlevalkit as mk
from mlevalkit.report.checks import SECTIONS
from mlevalkit.report.rules import rules
from mlevalkit_book.notebooks import cells_of
from mlevalkit_book.sphinx import chooser
from mlevalkit_book.sphinx.chooser import ways as ways_of

KINDS = chooser.KINDS
EVERY = list(chain.from_iterable(map(rules, KINDS)))
TABLE = tomllib.loads(chooser.QUESTIONS.read_text(encoding="utf-8"))
ANSWERED = """
  const { bookChooser: own } = book;
  const { data, names } = given;
  const found = [];
  const answer = (answers, [question, ...more]) => {
    const now = own.read(data, answers);
    if (question) {
      const offered = now.offered[question];
      if (!offered.length) throw new Error(`nothing to answer: ${JSON.stringify(answers)}`);
      for (const key of offered) answer({ ...answers, [question]: key }, more);
      return;
    }
    const rules = own.choose(data, now);
    const { text } = own.code(data, now, names);
    const named = Object.entries(rules).map(([kind, { name }]) => [kind, name]);
    const chosen = Object.fromEntries(named);
    found.push({ answers, chosen, facts: now.facts, code: text, paper: own.paper(data, now) });
  };
  answer({}, Object.keys(data.questions));
  return found;
"""


@pytest.fixture(scope="module")
def answered():
    """Return where each way to answer the questions leads."""
    found = {kind: rules(kind) for kind in KINDS}
    names = {name: column["value"] for name, column in TABLE["columns"].items()}
    given = {"data": chooser.data_of(TABLE, found, "en"), "names": names}
    return in_javascript(["chooser-rules.js"], ANSWERED, given)


def test_every_question_can_be_answered_in_every_case(answered):
    assert len(answered) > 200
    for way in answered:
        assert {"measure", "claim"} <= way["chosen"].keys(), way["answers"]
        assert ("test" in way["chosen"]) or way["facts"]["claim"] in ("estimate", "promised")
        assert way["paper"].count(".") >= len(way["chosen"]) - 1
        assert way["code"].strip()


def test_the_page_chooses_the_rules_that_its_code_was_made_of(answered):
    found = {kind: rules(kind) for kind in KINDS}
    ways = {"/".join(a.values()): rule_of for a, _, rule_of in ways_of(TABLE, found)}
    assert len(ways) == len(answered)
    for way in answered:
        rule_of = ways["/".join(way["answers"].values())]
        assert {kind: rule.name for kind, rule in rule_of.items()} == way["chosen"]


def test_every_rule_is_reached(answered):
    for kind in KINDS:
        reached = {way["chosen"].get(kind) for way in answered} - {None}
        assert reached == {rule.name for rule in rules(kind)}, kind


SAID = tomllib.loads((ROOT / "tests/data/chooser.toml").read_text(encoding="utf-8"))
DONE = SAID["done"]


def test_a_paper_says_no_more_than_the_code_does(answered):
    seen = set()
    for way in answered:
        for said, call in DONE.items():
            if said in way["paper"]:
                seen.add(said)
                assert call in way["code"], (way["answers"], said)
        if "confidence interval of the difference" in way["paper"] or "Each diff" in way["paper"]:
            intervals = ("confidence_interval()", "difference_interval(", "bootstrap_interval(")
            assert any(i in way["code"] for i in (*intervals, "pairwise_tests(")), way["answers"]
    assert seen == set(DONE)


def test_each_rule_says_something_that_is_checked():
    for rule in EVERY:
        for said in filter(None, (rule.paper, rule.folds)):
            text = said.texts["en"]
            named = any(words in text for words in DONE) or "confidence interval" in text
            assert named or rule.name in SAID["unchecked"], (rule.name, text)


def test_for_three_learners_the_test_is_named_and_every_pair_compared(answered):
    three = [way for way in answered if way["facts"].get("models") == 3]
    three = [way for way in three if way["facts"]["data"] != "many_data_sets"]
    assert len(three) > 100
    for way in three:
        if way["chosen"].get("test") == "holm":
            assert re.search(r"compared .*test.* all pairs of models", way["paper"]), way["paper"]
            for pair in ("test = ", "test_ac = ", "test_bc = "):
                assert pair in way["code"]


def test_tests_take_ten_folds_and_only_estimates_repeat_them(answered):
    for way in answered:
        if "mk.paired_t_test(scores" in way["code"]:
            assert "n_repeats" not in way["code"], way["answers"]


def write_tables(way, folder):
    """Write the tables that a reader with these answers would have."""
    rng = np.random.default_rng(0)
    facts = way["facts"]
    m = 400 if facts.get("size") == "many" else 60
    signal = rng.normal(size=m)
    k = facts.get("n_classes")
    truth = signal + rng.normal(size=m) if k is None else np.digitize(signal, [0, 0.8][: k - 1])
    columns = {"truth": truth}
    if facts["data"] == "one_data_set" or "size" in facts:
        columns |= {"x1": signal + rng.normal(size=m), "x2": rng.normal(size=m)}
    elif facts["data"] == "test_error_rates":
        columns = {"truth": rng.uniform(0.05, 0.2, size=8)}
    else:
        for own, shift in (("", 0.5), ("_b", 1.0), ("_c", 1.5)):
            noisy = signal + shift * rng.normal(size=m)
            columns["pred" + own] = noisy if k is None else np.digitize(noisy, [0, 0.8][: k - 1])
            columns["score" + own] = 1 / (1 + np.exp(-noisy))
            scores = rng.dirichlet(np.ones(3), m) + np.eye(3)[truth.astype(int) % 3]
            for label, column in zip("abc", scores.T / scores.sum(axis=1), strict=True):
                columns[f"p_{label}{own}"] = column
    if facts["origin"] == "groups":
        columns["group"] = np.arange(m) // 2
    if facts["data"] == "many_data_sets":
        columns = {"data set": np.arange(12)} | {
            name: rng.uniform(size=12) for name in "abc"[: facts["models"]]
        }
    cells = zip(*columns.values(), strict=True)
    rows = [",".join(columns), *(",".join(map(str, row)) for row in cells)]
    for name in ("predictions.csv", "predictions_b.csv"):
        (folder / name).write_text("\n".join(rows), encoding="utf-8")


def run(way, folder):
    """Run the code on a reader's tables and return what it prints."""
    write_tables(way, folder)
    printed = io.StringIO()
    with warnings.catch_warnings(), contextlib.redirect_stdout(printed):
        warnings.simplefilter("ignore")
        exec(of_this_table(way["code"], way["facts"]), {})
    plt.close("all")
    return printed.getvalue()


def enough(answered):
    """Return ways to answer whose code has, together, every line of all code."""
    by_code = {way["code"]: way for way in answered}
    lines = {code: set(code.splitlines()) for code in by_code}
    left = set().union(*lines.values())
    chosen = []
    while left:
        best = max(lines, key=lambda code: len(left & lines[code]))
        left -= lines[best]
        chosen.append(by_code[best])
    return chosen


def test_every_line_of_code_runs_on_tables_of_a_reader(answered, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    for way in enough(answered):
        assert run(way, tmp_path).strip() or "mk.plots" in way["code"], way["code"]


@pytest.mark.slow
def test_all_code_runs_on_tables_of_a_reader(answered, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    by_code = {way["code"]: way for way in answered}
    assert len(by_code) > 300
    for code, way in by_code.items():
        assert run(way, tmp_path).strip() or "mk.plots" in code, code


def of_this_table(code, facts):
    """Put a column for each class where there are three, and less of what is only repeated."""
    if facts.get("n_classes") == 3:
        code = code.replace('["score"]', '["p_a", "p_b", "p_c"]')
        for model in "bc":
            rows = f'["p_a_{model}", "p_b_{model}", "p_c_{model}"]'
            code = code.replace(f'["score_{model}"]', rows)
    code = re.sub(r"((bootstrap|permutation)_\w+\(.*)random", r"\1n_resamples=100, random", code)
    code = re.sub(r"(RandomForest\w+\()", r"\1n_estimators=5, ", code)
    return code.replace("n_repeats=5", "n_repeats=2").replace("test_size=3000", "test_size=100")


def test_rules_lead_to_places_that_exist():
    for edition in ("en", "zh"):
        for rule in EVERY:
            page, _, anchor = rule.page.partition("#")
            ids = [cell.id for cell in cells_of(ROOT / "book" / edition / f"{page}.ipynb")]
            assert not anchor or anchor in ids, rule.name


@pytest.mark.parametrize("edition", ["en", "zh"])
@pytest.mark.parametrize("code", SECTIONS)
def test_a_warning_leads_to_a_paragraph_with_a_heading(code, edition):
    page, _, anchor = SECTIONS[code].partition("#")
    cells = {cell.id: cell for cell in cells_of(ROOT / "book" / edition / f"{page}.ipynb")}
    assert re.match("#{2,3} ", cells[anchor].source)


def test_rules_take_functions_that_exist_and_that_their_code_calls():
    for kind in KINDS:
        assert len({rule.name for rule in rules(kind)}) == len(rules(kind))
    for rule in EVERY:
        assert all(s.texts[lang] for s in (rule.when, rule.because) for lang in ("en", "zh"))
        names = [call.partition("(")[0] for call in rule.take]
        assert all(callable(getattr(mk, name)) for name in names), rule.name
        code = "".join(rule.code)
        assert not rule.code or not names or any(f"{name}(" in code for name in names), rule.name
