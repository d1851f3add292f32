"""Problems: a seed makes them, answers are read as people write them, mistakes are named."""

import copy
import inspect
import json
import math
import pickle
import re
from decimal import Decimal
from fractions import Fraction
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from helpers import template_of_a_teacher
from scipy import stats

from mlevalkit.display.language import speaking
from mlevalkit.display.workings import data_of
from mlevalkit.exercises import Draw, Problem, Step, add_template, answers, kinds, problem
from mlevalkit.exercises.forms import Labels, Number, Numbers, YesNo, as_fraction

# -- the generator ----------------------------------------------------------------------------


def test_draws_are_those_that_the_docstring_specifies() -> None:
    """The numbers are pinned: a change would change every problem."""
    draw = Draw("dice", 7)
    numbers = [draw.randint(0, 2**32 - 1) for _ in range(3)]
    assert numbers == [3772759347, 2472991391, 208369848]
    draw = Draw("骰子", 7)
    assert [draw.decimal(0.1, 0.9), draw.choice("abc"), draw.sample("abcdef", 3)] == [
        0.17, "b", ["a", "b", "c"],
    ]  # fmt: skip


def test_draws_are_uniform() -> None:
    draw = Draw("uniform", 1)
    counts = np.bincount([draw.randint(0, 9) for _ in range(20_000)])
    assert ((counts - 2000) ** 2 / 2000).sum() < 27.9  # exceeded with probability 0.001


# -- reading (numbers, sets and decisions: test_written_answers.py) -----------------------------


@pytest.mark.parametrize(
    "text",
    ["B", "(b)", "b.", "no_effect", "None.", "none", "没有。", "（Ｂ）", "选B", "option B",
     "B. None.", "(B) None", "B、没有。"],
)  # fmt: skip
def test_an_option_is_read_by_letter_name_or_text(text: str) -> None:
    texts = [["Some (x)", "有"], ["None.", "没有。"]]
    assert answers.option(text, ["effect", "no_effect"], texts) == "no_effect"
    for written in ("Some (x)", "some(x)", "A. Some (x)"):
        assert answers.option(written, ["effect", "no_effect"], texts) == "effect"
    assert answers.option("A. None.", ["effect", "no_effect"], texts) is None


# -- comparing --------------------------------------------------------------------------------


MANY = math.comb(500, 350) ** 2
LEVELS = {  # of answers to 8/11
    "right": ["8/11", "0.727", "0.7273", "0.72727272", "72.7%", 8 / 11],
    "few_digits": ["0.73", "73 %"],
    "vague": ["0.7"],
    "rounded_early": ["0.729", "0.724"],
    "wrong": ["0.72", "0.74", "0.75", "3/4", "0.8", "0.732", "72.7", "-0.727", "0", "0.0"],
}


@pytest.mark.parametrize("level", LEVELS)
def test_how_a_number_compares(level: str) -> None:
    form, value = Number(), Fraction(8, 11)
    found = {answer: form.compare(form.read(answer, value), value) for answer in LEVELS[level]}
    assert found == dict.fromkeys(LEVELS[level], level)


def test_values_are_apart_if_no_accepted_answer_fits_both() -> None:
    form = Number()
    rng = np.random.RandomState(0)
    for a, b in rng.uniform(0.05, 1.2, (500, 2)):
        if form.apart(a, b):
            for shown in ("{:.2g}", "{:.3g}", "{:.6g}"):
                given = form.read(shown.format(a), a)
                assert form.compare(given, b) not in ("right", "few_digits")


@pytest.mark.parametrize(
    ("form", "text", "right", "level"),
    [
        (Number(whole=True), "12", 12, "right"),
        (Number(whole=True), "12.1", 12, "wrong"),
        (Number(), "2.986e262", MANY, "right"),
        (Number(), MANY, MANY, "right"),
        (Number(), "2.9e262", MANY, "wrong"),
        (Numbers(Number()), "0.25, 0.667", (0.25, 2 / 3), "right"),
        (Numbers(Number()), "0.25, 0.67", (0.25, 2 / 3), "few_digits"),
        (Numbers(Number()), "1, 2", (0.25, 2 / 3), "wrong"),
        (Labels("pair"), "C-A", {"A-C"}, "right"),
        (YesNo(), "no", True, "wrong"),
    ],
)
def test_counts_are_exact_and_of_several_parts_the_worst_decides(
    form: Any, text: Any, right: Any, level: str
) -> None:
    assert form.compare(form.read(text, right), right) == level


# -- judging ----------------------------------------------------------------------------------

TTEST = problem(kind="t_test", seed=7)


def test_a_problem_shows_itself_in_both_languages() -> None:
    with speaking("zh"):
        assert "平均测试错误率" in repr(TTEST)
        assert 'lang="zh"' in TTEST._repr_html_()
        assert "临界值" in TTEST._repr_html_()
    assert "critical value" in repr(TTEST)
    assert 'kind="t_test", seed=7' in repr(TTEST)


def test_later_steps_are_judged_by_the_students_own_values() -> None:
    wrong = TTEST.mistakes["without_root_k"]
    verdict = TTEST.check(wrong)
    assert not verdict
    assert (verdict.verdict, verdict.mistake) == ("wrong", "without_root_k")
    assert verdict.steps["rejected"]  # follows from the wrong statistic
    assert "your own earlier value" in verdict.steps["rejected"].message
    assert verdict.steps["conclusion"]


def test_a_decision_that_contradicts_the_own_statistic_is_told() -> None:
    answer = TTEST.answer | {"tau_t": TTEST.mistakes["without_root_k"]["tau_t"]}
    assert TTEST.check(answer).steps["rejected"].mistake == "decision_reversed"
    assert TTEST.check(answer | {"rejected": "no"}).steps["conclusion"].mistake == "differs"


def test_right_answers_lead_to_one_more_without_help() -> None:
    assert "without help" in TTEST.check(TTEST.answer).message
    other = kinds()["t_test"].another(TTEST)
    assert (other.kind, other.seed, other.guided) == ("t_test", 8, False)
    assert [q.name for q in other.asked] == ["tau_t", "critical", "rejected", "conclusion"]
    assert other.check(other.answer)
    assert other.check(other.mistakes["divisor_k"]).mistake == "divisor_k"


def test_a_first_hint_says_what_to_start_from_and_no_number() -> None:
    hints = {q.name: TTEST.hint(q.name) for q in TTEST.asked}
    told = {name: hint.plain() for name, hint in hints.items() if hint}
    assert told["tau_t"] == "(2.30) τ_t = √(k) · (μ - ε_0) / √(σ^2)"
    assert "degrees of freedom" in told["critical"]
    assert "larger" in told["rejected"]
    with speaking("zh"):
        assert "自由度" in hints["critical"].inline()  # type: ignore[union-attr]


@pytest.mark.parametrize("kind", ["f1_from_counts", "auc_plain", "roc_axis", "holm"])
def test_a_verdict_has_every_step(kind: str) -> None:
    p = problem(kind=kind, seed=1)
    for answer in (p.answer, {}):
        assert p.check(answer).steps.keys() == p.shows.keys()


def test_steps_may_be_left_out() -> None:
    verdict = TTEST.check([TTEST.answer["mu"]])
    assert verdict.verdict == "unanswered"
    assert verdict.steps["mu"]
    assert TTEST.check({"tau_t": TTEST.answer["tau_t"]}).steps["tau_t"]
    assert TTEST.check([..., None, ""]).steps["sigma2"].verdict == "unanswered"


def test_the_answer_to_a_single_step_may_stand_in_a_list() -> None:
    p = problem(kind="auc_by_pairs", seed=7)
    assert p.check([p.answer])


def test_what_cannot_be_read_is_answered_with_an_example() -> None:
    verdict = problem(kind="auc_by_pairs", seed=7).check("about a half")
    assert verdict.verdict == "unreadable"
    assert "0.727" in verdict.message


def test_a_mistake_may_give_another_number_of_values() -> None:
    given = problem(kind="roc_points", seed=0)
    split = given.check("(0, 0) (0, 0.5) (0.25, 0.5) (0.25, 1) (0.5, 1) (0.75, 1) (1, 1)")
    assert (split.verdict, split.mistake) == ("wrong", "tie_split_up_first")
    assert given.check("(0, 0) (0, 0.5) (1, 1)").verdict == "unreadable"


@pytest.mark.parametrize("text", ["2*10^5000", "C(9999,5000)*C(9999,5000)", "3/10^5000"])
def test_a_number_of_thousands_of_digits_is_wrong_and_no_error(text: str) -> None:
    assert problem(kind="auc_by_pairs", seed=7).check(text).verdict == "wrong"


@pytest.mark.parametrize("text", ["1e9999", "-1e9999", "1e-9999", "9^9000"])
@pytest.mark.parametrize("kind", ["t_test", "paired_t", "friedman"])
def test_what_follows_from_a_number_beyond_a_float_is_judged(kind: str, text: str) -> None:
    p = problem(kind=kind, seed=1)
    for q in p.asked:
        assert not p.check(p.answer | {q.name: text})
    assert not p.check(dict.fromkeys(p.answer, text))


def test_the_last_digit_of_a_number_is_found_whatever_its_size() -> None:
    for power in range(-40, 400):
        for near in (Fraction(10) ** power, Fraction(999, 1000) * Fraction(10) ** power):
            unit = answers.one_unit(near, 3)
            assert 100 <= near / unit < 1000


def test_a_forgotten_percent_sign_is_named() -> None:
    auc = problem(kind="auc_by_pairs", seed=7)
    assert auc.check(f"{100 * auc.answer:.2f}").mistake == "percent_sign"


@pytest.mark.parametrize(
    ("kind", "given", "mistake"),
    [
        ("f1_from_counts", {"P": "R", "R": "P"}, "precision_recall_exchanged"),
        ("roc_point", {"TPR": "FPR", "FPR": "TPR"}, "tpr_fpr_exchanged"),
        ("error_and_accuracy", {"E": "acc", "acc": "E"}, "error_accuracy_exchanged"),
        ("one_vs_rest", {"FP": "FN", "FN": "FP"}, "fp_fn_exchanged"),
        ("macro_and_micro", {"macro_P": "macro_R", "macro_R": "macro_P"},
         "macro_p_macro_r_exchanged"),
        ("macro_and_micro", {"macro_F1": "micro_F1", "micro_F1": "macro_F1"},
         "macro_micro_exchanged"),
        ("rmse_and_mae", {"rmse": "mae", "mae": "rmse"}, "rmse_mae_exchanged"),
        ("rare_class_averages", {"macro_R": "micro_R", "micro_R": "macro_R"},
         "macro_micro_exchanged"),
    ],
)  # fmt: skip
def test_exchanged_answers_are_named_in_both_steps(
    kind: str, given: dict[str, str], mistake: str
) -> None:
    for seed in range(3):
        p = problem(kind=kind, seed=seed)
        verdict = p.check({step: p.answer[other] for step, other in given.items()})
        assert {verdict.steps[step].mistake for step in given} == {mistake}
        one = next(iter(given))
        alone = p.check(p.answer | {one: p.answer[given[one]]})
        assert alone.steps[one].mistake == mistake


@pytest.mark.parametrize(
    ("kind", "step", "wrong", "mistake"),
    [
        ("f1_from_counts", "F1", lambda P, R: (P + R) / 2, "arithmetic_mean_for_f1"),
        ("bootstrap_left_out", "P", lambda: 0.3679, "limit_for_exact"),
        ("bootstrap_632", "estimate", lambda oob: oob, "out_of_bag_alone"),
        ("paired_t", "mu", lambda mu: -mu, "b_minus_a"),
        ("paired_t", "sigma2", lambda sigma2: math.sqrt(sigma2), "deviation_for_variance"),
        ("friedman", "critical", lambda k: {3: 5.991, 4: 7.815}[k], "chi2_for_f"),
        ("friedman", "r", lambda r, k: [k + 1 - v for v in r], "ranks_from_worst"),
        ("macro_and_micro", "micro_F1", lambda macro_F1: macro_F1, "macro_micro_exchanged"),
        ("macro_and_micro", "macro_F1",
         lambda precisions, recalls: sum(
             2 * p * r / (p + r) for p, r in zip(precisions, recalls, strict=True)) / 3,
         "mean_of_class_f1"),
        ("majority_learner", "loo", lambda: 0.5, "training_majority_kept"),
        ("variance_of_four", "s2", lambda s2: math.sqrt(s2), "deviation_for_variance"),
        ("confusion_from_story", "acc", lambda acc: 1 - acc, "error_for_accuracy"),
        ("roc_point", "TPR", lambda TPR: 1 - TPR, "miss_rate"),
        ("f1_from_counts", "R", lambda R: 1 - R, "miss_rate"),
        ("roc_column", "TPR", lambda TPR: [4 * rate for rate in TPR], "counts_for_rates"),
        ("t_statistic", "tau_t", lambda tau_t: -tau_t, "difference_reversed"),
        ("friedman", "tau_F", lambda tau_chi2: tau_chi2, "chi2_statistic_for_f"),
        ("binomial_decision", "p", lambda p: 1 - p, "fewer_errors"),
        ("binomial_decision", "p", lambda p: 2 * p, "both_tails"),
        ("roc_column", "TPR", lambda TPR: [0, *TPR[:-1]], "threshold_left_out"),
        ("noise_part", "E", lambda bias, E: E - bias**2 + bias, "bias_not_squared"),
        ("bias_variance", "E", lambda bias2, E: E - bias2 + math.sqrt(bias2), "bias_not_squared"),
    ],
)  # fmt: skip
def test_the_common_mistakes_of_the_chapter_are_named(
    kind: str, step: str, wrong: Any, mistake: str
) -> None:
    names = inspect.signature(wrong).parameters
    for seed in range(3):
        p = problem(kind=kind, seed=seed)
        given = wrong(**{name: p.right[name] for name in names})
        assert p.check({step: given}).steps[step].mistake == mistake, seed


def test_a_seed_makes_the_problem() -> None:
    assert repr(problem("2.4.1", seed=3)) == repr(problem("2.4.1", seed=3))
    assert repr(problem("2.3.2")) != repr(problem("2.3.2"))
    assert {problem("2.3", seed=s).kind for s in range(30)} <= {*kinds("2.3")}


CARS = {
    "section": "2.3.1", "difficulty": 1,
    "text": "Of {m} cars a camera recognizes {right}.",
    "steps": {"acc": {"ask": "Its accuracy?", "formula": "right / m",
                      "mistakes": {"error": "(m - right) / m"}}},
    "mistakes": {"error": {"en": "That is the error rate.", "zh": "这是错误率。"}},
}  # fmt: skip


@pytest.mark.parametrize("kind", ["f1_from_counts", "cars of our own"])
def test_a_problem_can_be_pickled_and_copied(kind: str) -> None:
    _cars()
    asked = problem(kind=kind, seed=3, guided=False)
    for again in (pickle.loads(pickle.dumps(asked)), copy.deepcopy(asked)):
        assert (repr(again), again.answer) == (repr(asked), asked.answer)


def test_a_problem_of_a_template_that_has_changed_is_not_unpickled() -> None:
    pickled = pickle.dumps(problem(kind=_cars().kind, seed=3))
    _cars(most=90_000)
    with pytest.raises(ValueError, match="the template 'cars of our own' has changed"):
        pickle.loads(pickled)


def _cars(most: int = 90, formula: str = "right / m") -> Any:
    steps = {"acc": CARS["steps"]["acc"] | {"formula": formula, "mistakes": {}}}
    numbers = {"m": [100_000, 130_000], "right": [60, most]}
    return add_template("cars of our own", CARS | {"numbers": numbers, "steps": steps})


@pytest.mark.parametrize(
    ("formula", "said"),
    [
        ("9**9**9**9", "step 'acc' of cars of our own: expected a finite"),
        ("C(m**2, m**2 / 2)", "step 'acc' of cars of our own: expected a finite"),
        ("(0 - 9)**9**9", "step 'acc' of cars of our own: expected a finite"),
        ("__import__('os').getcwd()", "no such formula"),
        ("m.__class__", "no such formula"),
        ("[m for m in m]", "no such formula"),
    ],
)
def test_a_formula_of_a_stranger_neither_hangs_nor_runs_code(formula: str, said: str) -> None:
    with pytest.raises(ValueError, match=said):
        _cars(formula=formula).problem(1)
    _cars()  # what other tests choose among


@pytest.mark.parametrize(
    ("call", "words"),
    [
        (lambda: problem("2.9"), "section: expected one of"),
        (lambda: problem(kind="nothing"), "kind: expected one of"),
        (lambda: problem(seed=-1), "seed: expected a whole number >= 0"),
        (lambda: kinds(difficulty=4), "difficulty: expected one of"),
        (lambda: TTEST.check({"mean": 1}), "answer: expected the names"),
        (lambda: Draw("dice", 1).randint(6, 1), "a <= b"),
    ],
)
def test_bad_calls_say_what_is_expected(call: Any, words: str) -> None:
    with pytest.raises(ValueError, match=words):
        call()


# -- a teacher's own template -----------------------------------------------------------------


def cars(draw: Draw) -> dict[str, Any]:
    return {"m": draw.randint(101, 130), "right": draw.randint(60, 90)}


def test_a_template_of_ones_own() -> None:
    made = add_template("cars", CARS, cars)
    assert kinds("2.3.1")["cars"] is made
    mine = problem(kind="cars", seed=1)
    assert mine.check(Fraction(mine.values["right"], mine.values["m"]))
    verdict = mine.check(mine.mistakes["error"])
    assert verdict.mistake == "error"
    with speaking("zh"):
        assert verdict.message == "还不对。这是错误率。"


def test_a_mistake_without_a_sentence_is_refused() -> None:
    with pytest.raises(ValueError, match=r"a sentence for each mistake of cars.*none for"):
        add_template("cars", CARS | {"mistakes": {}}, cars)


def test_a_step_that_has_no_text_is_refused() -> None:
    with pytest.raises(ValueError, match="steps of cars"):
        add_template("cars", CARS, cars, area=Step(lambda m: m))


def test_a_sample_at_the_threshold_that_is_left_out_is_named() -> None:
    """It is positive or negative, so TPR or FPR is wrong, and the other one right."""
    for seed in range(10):
        p = problem(kind="roc_point", seed=seed)
        step = "TPR" if p.values["last"] else "FPR"
        m = p.values["m_pos"] if p.values["last"] else 10 - p.values["m_pos"]
        steps = p.check(p.answer | {step: p.answer[step] - Fraction(1, m)}).steps
        assert [s.mistake for s in steps.values()].count("threshold_left_out") == 1
        assert steps[step].mistake == "threshold_left_out"


def test_data_say_lines_tables_calls_and_what_follows_from_a_sign() -> None:
    made = add_template("trains", {
        "section": "2.4.1", "difficulty": 2,
        "text": "Delays of {k} trains, whose first is {first}.",
        "numbers": {"k": [4, 6], "x": ["k", 2, 30], "y": {"each": "2*x"}, "some": {"of": "x"},
                    "first": {"first": "x"}, "low": {"least": "x"}, "high": {"greatest": "x"}},
        "columns": {"sample": "#", "x": "x", "y": "y"},
        "steps": {
            "around": {"ask": "The interval?", "interval": True, "symbol": ["l", "u"],
                       "lines": {"mu": "sum(y) / k", "t": "t_critical_value(k, alpha=0.1)"},
                       "formula": ["mu - t", "mu + t"],
                       "mistakes": {"narrow": ["mu - t/2", "mu + t/2"]}},
            "late": {"ask": "Late?", "first_if": "high - low - 10",
                     "options": {"late": "Yes, late.", "fine": "No, fine."}},
        },
        "mistakes": dict.fromkeys(["narrow", "late", "fine"], "No."),
    })  # fmt: skip
    for seed in range(10):
        p = made.problem(seed)
        drawn = p.values
        x = drawn["x"]
        assert drawn["y"] == [2 * each for each in x]
        assert (drawn["first"], drawn["low"], drawn["high"]) == (x[0], min(x), max(x))
        assert drawn["some"] in x
        assert [*drawn["table"].rows] == [(i, a, 2 * a) for i, a in enumerate(x, start=1)]
        mean = np.mean(drawn["y"])
        half = stats.t.ppf(0.95, len(x) - 1)
        assert np.allclose(np.array(p.answer["around"], dtype=float), [mean - half, mean + half])
        assert p.answer["late"] == ("late" if max(x) - min(x) > 10 else "fine")
        assert p.check(p.mistakes["narrow"]).steps["around"].mistake == "narrow"
    assert "mu = " in str(p.solution) or "μ = " in str(p.solution)


def test_numbers_that_never_do_are_an_error() -> None:
    made = add_template("cars", CARS, lambda draw: None)
    with pytest.raises(RuntimeError, match="no fair numbers"):
        made.problem(1)


def test_numbers_that_lead_to_0_over_0_are_drawn_again() -> None:
    """Equal ranks on all data sets make (2.35) a division by zero."""
    assert problem(kind="friedman", seed=2056).check(problem(kind="friedman", seed=2056).answer)


def test_the_recipe_for_teachers_works() -> None:
    exec(template_of_a_teacher())
    mine = problem(kind="cars", seed=7)
    assert mine.check(mine.mistakes["error"]).message == "Not yet. That is the error rate."


# -- the catalogue ----------------------------------------------------------------------------

KINDS = list(kinds())  # of the package: tests that add their own come later


def test_the_catalogue_covers_the_chapter() -> None:
    assert len(KINDS) >= 36
    assert {kinds()[kind].section[:3] for kind in KINDS} == {"0", "2.1", "2.2", "2.3", "2.4", "2.5"}


def test_every_mistake_leads_to_a_place_in_the_book() -> None:
    book = Path(__file__).parents[1]
    pages = {
        path.stem: path
        for path in (book / "book").rglob("en/*.ipynb")
        if "_build" not in path.parts
    }
    mistakes = data_of("mlevalkit.exercises", "mistakes.toml")
    for name, entry in mistakes.items():
        if name not in ("percent_sign", "in_per_cent"):
            page, _, cell = entry["page"].partition("#")
            cells = json.loads(pages[page].read_text(encoding="utf-8"))["cells"]
            assert cell in {c["id"] for c in cells}, name


def _faults(kind: str, seed: int) -> list[Any]:
    """Return what goes wrong with the right answer and with each mistake."""
    found = []
    for guided in (True, False):
        p = problem(kind=kind, seed=seed, guided=guided)
        if not p.check(p.answer):
            found.append((seed, guided, p.answer))
        found += [(seed, m, a) for m, a in p.mistakes.items() if p.check(a).mistake != m]
        for step, names in p.shows.items():
            for name in names:
                alone = {step: p.outcome(name)[step]}
                if (told := p.check(alone).steps[step].mistake) != name:
                    found.append((seed, step, name, told))
        for step in p.shows:
            found += [(seed, step, text) for text in _misread(p, step)]
            found += [(seed, step, pair) for pair in _confused(p, step)]
        found += [(seed, q) for q in _narrow(p)]
    return found


def _decimal(value: Fraction, digits: int) -> str:
    """Return a number as a decimal with so many significant digits."""
    if abs(value) > 10**300:
        return f"{Decimal(int(value)):.{digits - 1}e}"
    return f"{float(value):#.{digits}g}".rstrip(".")


def _spellings(value: Any, digits: int, unit: str = "") -> set[str]:
    """Return a number as people write it, with as many digits as are asked for or more."""
    value = as_fraction(value)
    if value == int(value) and abs(value) < 10**12:
        return {str(int(value)), f"{int(value)}.0"}
    shown = {_decimal(value, digits), _decimal(value, digits + 3)}
    shown |= {text.replace(".", ",") for text in shown} | {f"x ≈ {text}" for text in shown}
    times = 1 if unit == "percent" else 100
    shown |= {f"{_decimal(times * value, digits + 1)} %", f"{value.numerator}/{value.denominator}"}
    return shown | {text.translate(_FULL_WIDTH) for text in shown}


_FULL_WIDTH = {ord(c): ord(c) + 0xFEE0 for c in "0123456789.,/%-"}


def _misread(p: Problem, step: str) -> list[Any]:
    """Return the spellings of the right answer that are not taken for right."""
    form, right = p.form(step), p.right[step]
    if isinstance(form, Number):
        texts = _spellings(right, form.digits, form.unit)
    elif isinstance(form, Numbers):
        each = [sorted(_spellings(v, form.each.digits), key=len) for v in answers.flat(right)]
        texts = {joint.join(texts[0] for texts in each) for joint in ("; ", " ", "\n")}
    elif isinstance(form, Labels):
        texts = {", ".join(right) or "none", " 和 ".join(sorted(right)) or "无"}
    else:
        texts = (
            {"是", "reject", "Yes"} if right is True else {"否", "no"} if right is False else set()
        )
    return [text for text in texts if form.compare(form.read(text, right), right) != "right"]


def _confused(p: Problem, step: str) -> list[Any]:
    """Return pairs of the right answer and mistakes of which one, written roughly, is the other."""
    form, right = p.form(step), p.right[step]
    if not isinstance(form, Number):
        return []
    values = [right, *(p.expected(p.values, step, m) for m in p.shows[step])]
    places = 15 if form.whole else form.digits - 1
    rough = [form.read(_decimal(as_fraction(v), places), v) for v in values]
    return [
        (str(a), str(b))
        for i, a in enumerate(values)
        for j, b in enumerate(values)
        if i != j and form.compare(rough[i], b) in ("right", "few_digits")
    ]


def _narrow(p: Problem) -> list[str]:
    """Return the decisions whose statistic is within 5 % of its critical value."""
    pairs = {"t_test": ("tau_t", "critical"), "paired_t": ("tau_t", "critical"),
             "five_by_two": ("tau_t", "critical"), "mcnemar": ("tau_chi2", "critical"),
             "friedman": ("tau_F", "critical"), "binomial_decision": ("p", "alpha"),
             "cost_threshold": ("q", "t"), "cheaper_of_two": ("E_a", "E_b")}  # fmt: skip
    if p.kind not in pairs:
        return ["no pair"] if any(v is True for v in p.right.values()) else []
    statistic, critical = (float(p.right[name]) for name in pairs[p.kind])
    return [p.kind] if abs(abs(statistic) / critical - 1) < 0.05 else []


NOTATION = "acc bar bias chi cost floor macro max micro min norm rank var"


@pytest.mark.parametrize("kind", KINDS)
def test_a_chinese_solution_has_no_english_words(kind: str) -> None:
    with speaking("zh"):
        given = problem(kind=kind, seed=1)
        lines = [step.plain() for step in given.solution.steps]
        lines += [hint.plain() for q in given.asked if (hint := given.hint(q.name))]
    words = {w for text in lines for w in re.findall("(?<![A-Za-z])[a-z]{3,}", text)}
    assert words - {*NOTATION.split()} == set()


@pytest.mark.parametrize("kind", KINDS)
def test_no_part_exceeds_its_whole(kind: str) -> None:
    """Errors among samples, above all: a probability of more errors than samples is 0."""
    for seed in range(12):
        drawn = kinds()[kind].draw(Draw(kind, seed)) or {}  # which may be drawn again
        parts = [name for name in ("mprime", "a", "errors", "wrong", "right") if name in drawn]
        if "m" in drawn:
            assert all(drawn[name] <= drawn["m"] for name in parts), drawn


@pytest.mark.parametrize("kind", KINDS)
def test_right_answers_pass_and_mistakes_are_recognized(kind: str) -> None:
    assert _faults(kind, 1) == []


@pytest.mark.slow
@pytest.mark.parametrize("kind", KINDS)
def test_a_thousand_seeds(kind: str) -> None:
    assert [fault for seed in range(1000) for fault in _faults(kind, seed)] == []


# -- in a notebook ----------------------------------------------------------------------------


def test_a_box_looks_at_answers_and_shows_the_solution_and_another_one() -> None:
    pytest.importorskip("ipywidgets")
    box = TTEST.box()
    box.answers["mu"].value = str(TTEST.answer["mu"])
    box.answers["rejected"].value = TTEST.answer["rejected"]
    box.check()
    assert "Right" in box.said["mu"].value
    assert "Not answered yet" in box.said["tau_t"].value
    buttons = {b.description: b for b in box.children[-2].children}
    buttons["First hint"].click()
    assert "(2.28)" in box.said["mu"].value
    buttons["Solution"].click()
    assert "mk-working" in box.children[-1].value
    buttons["Another one"].click()
    assert box.problem.seed == TTEST.seed + 1


def test_without_a_kernel_a_problem_shows_its_question_alone() -> None:
    assert set(TTEST._repr_mimebundle_()) == {"text/plain", "text/html"}
