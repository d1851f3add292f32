"""The question that an explorer asks first, and how Jupyter takes a guess."""

import re

import numpy as np
import pytest
from helpers import values

import mlevalkit as mk
from mlevalkit.explorers.picture import svg
from mlevalkit.explorers.words import LANGUAGES, say, speaking
from mlevalkit_book.live.panels import explorer_of, level_line, shares

explorers = mk.explorers


def words_of(picture):
    """Return the texts of an SVG."""
    return " ".join(re.findall(r">([^<>]+)</text>", picture))


QUESTIONS = {key: entry for key, entry in say.data["guess"].items() if "question" in entry}


@pytest.mark.parametrize("key", QUESTIONS)
def test_a_question_has_a_right_answer_among_its_choices_or_a_number(key):
    entry = QUESTIONS[key]
    if "number" in entry:
        assert 0 <= entry["number"] <= 1  # a share, or a probability
        assert not {"a", "b", "c", "d"} & set(entry)
    else:
        assert 2 <= len({"a", "b", "c", "d"} & set(entry)) <= 4
        assert entry["right"] in entry
    guess = asked(key).guess
    assert guess.question.texts == {k: entry["question"][k] for k in LANGUAGES}


def asked(key):
    """Return the explorer that asks a question, as its page shows it first."""
    entry = QUESTIONS[key]
    explorer = explorer_of(entry.get("of", key))
    start = entry.get("start", {})
    values = {p.name: {str(v): v for v in p.values} for p in explorer.parameters}
    return explorer.starting_at(**{name: values[name][text] for name, text in start.items()})


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize("key", QUESTIONS)
def test_what_is_visible_does_not_answer_the_question(key, lang):
    explorer = asked(key)
    guess = explorer.guess
    with speaking(lang):
        controls = [f"{p.label} {p.show(p.default)}" for p in explorer.parameters]
        picture = "" if guess.covers == "picture" else words_of(svg(explorer.first.figure))
        visible = " ".join([str(explorer.title), *controls, picture]).lower()
        right = f"{guess.right:g}" if not guess.choices else str(guess.choices[int(guess.right)])
    assert not re.search(rf"(?<![\w.]){re.escape(right.lower())}(?![\w.])", visible)


@pytest.mark.parametrize("key", QUESTIONS)
def test_the_picture_that_was_asked_about_comes_with_the_answer(key):
    """A picture that stands there already is covered; any other comes by itself."""
    explorer = asked(key)
    guess = explorer.guess
    values = {p.name: {str(v): v for v in p.values} for p in explorer.parameters}
    then = {name: values[name][text] for name, text in guess.then.items()}
    assert guess.covers in ("", "picture")
    assert guess.covers == "picture" or {**explorer.defaults, **then} != explorer.defaults


def test_own_data_are_not_asked_about():
    own = explorers.threshold([1, 0, 1, 0], [0.9, 0.8, 0.3, 0.1])
    assert own.guess is None


def test_a_guess_in_jupyter_sets_the_controls_free_and_is_compared():
    pytest.importorskip("ipywidgets")
    panel = explorers.mcnemar().starting_at(e01=0, e10=5).panel()
    assert all(box.disabled for box in panel.controls.values())
    panel.asked.choices[panel.explorer.guess.right].click()
    assert not any(box.disabled for box in panel.controls.values())
    assert "Right" in panel.asked.said.value


def test_in_jupyter_too_the_answer_is_covered_until_it_is_given():
    pytest.importorskip("ipywidgets")
    panel = explorers.accuracy_paradox().panel()
    assert "<svg" not in panel.picture.value
    assert "0.5" not in panel.numbers.value
    panel.asked.choices[0].click()
    assert "<svg" in panel.picture.value
    assert panel.controls["prior"].value == 0.01


def test_a_question_in_jupyter_can_be_skipped():
    pytest.importorskip("ipywidgets")
    panel = explorers.mcnemar().starting_at(e01=0, e10=5).panel()
    panel.asked.skip.click()
    assert not any(box.disabled for box in panel.controls.values())
    assert panel.asked.said.value == ""


def test_a_number_is_typed_and_compared_in_jupyter():
    pytest.importorskip("ipywidgets")
    panel = explorers.cost_matrix().panel()
    panel.asked.number.value = 0.5
    panel.asked.asking[-1].click()
    assert "You said 0.5; it is 0.09." in panel.asked.said.value
    assert not any(box.disabled for box in panel.controls.values())
    assert "Close" in str(explorers.cost_matrix().guess.response(1 / 11))


def test_a_level_is_drawn_where_the_axis_of_the_answer_is():
    explorer = explorers.pr_baseline()
    view = explorer.first
    handles = [shares(handle, explorer.parameters) for handle in view.handles]
    left, right, zero, one = level_line(explorer, "prior", handles)
    ax = view.handles[0].ax
    across, up = ax.points(ax.get_xlim(), [0, 1])
    sizes = view.figure.width, view.figure.height
    np.testing.assert_allclose((left, right), across / sizes[0], atol=2e-4)
    np.testing.assert_allclose((zero, one), up / sizes[1], atol=2e-4)


# -- answers, against the explorers that they are about ------------------------------------------


def shown(key, label, **setting):
    """Return a number beside the picture of the explorer that asks a question."""
    found = values(asked(key).view(**setting))[label]
    return float(found) if label in ("bias", "spread over splits", "total error (RMSE)") else found


def course(key, parameter, label, **setting):
    """Return how a number changes with a parameter, at each of its values."""
    moved = next(p for p in asked(key).parameters if p.name == parameter)
    return [shown(key, label, **setting, **{parameter: v}) for v in moved.values]


def rises(numbers):
    return numbers == sorted(numbers)


def falls(numbers):
    return rises(numbers[::-1])


def recall_never_falls_precision_goes_both_ways():
    precision = course("threshold", "at", "P")[2:]  # at first it is 0/0
    return rises(course("threshold", "at", "R")) and not rises(precision) and not falls(precision)


def a_larger_beta_lowers_the_threshold_until_recall_is_1():
    for case in ("2.11", "2.13"):
        at, recall = (course("beta", "beta", label, case=case) for label in ("threshold", "R"))
        if not falls(at) or at[0] == at[-1] or recall[-1] < 1:
            return False
        if any(t != at[-1] for t, r in zip(at, recall, strict=True) if r == 1):
            return False
    return True


def distorted(label):
    return [shown("calibration", label, power=power) for power in (1, 4)]


def rare(explorer, label, priors):
    return [shown(explorer, label, prior=prior) for prior in priors]


def dearer_misses_lower_the_threshold_at_times():
    at = course("cost", "ratio", "threshold")
    return falls(at) and 2 < len({*at}) < len(at)


def who_is_ahead(measure):
    pairs = zip(*(course("crossing", "prior", f"{measure} {name}") for name in "AB"), strict=True)
    return ["A" if a > b else "B" for a, b in pairs]


def macro_f1_falls_though_accuracy_rises():
    macro, micro = (
        course("macro_micro", "share", label, recall=0.5)
        for label in ("macro-F1", "micro = accuracy")
    )
    return macro[2] > macro[1] > macro[0] > macro[-1] and rises(micro)  # at 20, 25, 33 and 1 %


def pairs_that_differ(alpha):
    return mk.nemenyi_test(ranks=mk.table("2.5").values, alpha=alpha).reject.sum()


def degree_of_least_error(noise):
    errors = course("dilemma", "degree", "measured error", noise=noise)
    return errors.index(min(errors))


def rejected(test, learner):
    return shown("sizes", "share rejected", test=test, learner=learner)


# To each question the right answer, and what the explorer, or the library, shows.
ANSWERS = {
    "threshold": ("b", recall_never_falls_precision_goes_both_ways),
    "threshold_roc": (
        "a",
        lambda: all(rises(course("threshold", "at", of)) for of in ("TPR", "FPR")),
    ),
    "beta": ("b", a_larger_beta_lowers_the_threshold_until_recall_is_1),
    "calibration": (
        "c",
        lambda: (
            distorted("AUC")[0] == pytest.approx(distorted("AUC")[1])
            and distorted("cost at 1/(1+c)")[1] > 1.5 * distorted("cost at 1/(1+c)")[0]
        ),
    ),
    "cost": ("b", dearer_misses_lower_the_threshold_at_times),
    "class_balance": (
        "b",
        lambda: (
            np.ptp(rare("class_balance", "AUC", (0.5, 0.01))) < 1e-9
            and rare("class_balance", "AP", (0.01,))[0] < rare("class_balance", "AP", (0.5,))[0] / 2
        ),
    ),
    "crossing": (
        "b",
        lambda: (who_is_ahead("AUC"), who_is_ahead("F1")) == (["A", "A"], ["A", "B"]),
    ),
    "macro_micro": ("b", macro_f1_falls_though_accuracy_rises),
    "mcnemar": (
        "b",
        lambda: (
            shown("mcnemar", "p-value", e01=0, e10=15) < shown("mcnemar", "p-value", e01=10, e10=25)
        ),
    ),
    "mcnemar_small": (
        "b",
        lambda: (
            shown("mcnemar_small", "p-value", correction=True) > 0.05
            and shown("mcnemar_small", "p-value", correction=False) < 0.05
            and shown("mcnemar_small", "exact p-value") > 0.05
        ),
    ),
    "friedman": ("a", lambda: pairs_that_differ(0.01) < pairs_that_differ(0.05)),
    "binomial_test": ("b", lambda: 0.35 < mk.binomial_critical_value(100, 0.3) + 0.01 < 0.45),
    "t_distribution": ("c", lambda: min(course("t_distribution", "mean", "p-value", k=2)) > 0.05),
    "power": ("c", lambda: rises(course("power", "n", "power 1 - β"))),
    "k_folds": (
        "b",
        lambda: (
            shown("k_folds", "bias", k=10) < shown("k_folds", "bias", k=2)
            and shown("k_folds", "spread over splits", k=10)
            < shown("k_folds", "spread over splits", k=2)
        ),
    ),
    "k_folds_total": (
        "c",
        lambda: (
            0.75
            < shown("k_folds", "total error (RMSE)", k="m")
            / shown("k_folds", "total error (RMSE)", k=2)
            < 1
        ),
    ),
    "optimism": ("c", lambda: 0.39 < shown("optimism", "mean error of the best") < 0.42),
    "out_of_bag": ("c", lambda: 0.3 < shown("out_of_bag", "share left out", m=1000) < 0.45),
    "overfitting": (
        "b",
        lambda: (
            shown("overfitting", "training error", degree=3)
            > shown("overfitting", "training error", degree=9)
            and shown("overfitting", "test error", degree=3)
            < shown("overfitting", "test error", degree=9)
        ),
    ),
    "dilemma": ("a", lambda: degree_of_least_error(0.7) < degree_of_least_error(0.2)),
    "sizes": (
        "b",
        lambda: abs(rejected("t", "mean") - 0.05) < 0.01 < rejected("t", "nearest") - 0.05,
    ),
    "sizes_textbook": (
        "b",
        lambda: rejected("textbook", "mean") < 0.05 < rejected("textbook", "nearest"),
    ),
    "size_and_power": ("c", lambda: shown("size_and_power", "tests of at most 5%") == 1),
    "splitters": ("a", lambda: shown("splitters", "test sets in the classes' ratio") < 6),
    "splitters_folds": (
        "c",
        lambda: (
            shown("splitters_folds", "test samples of an unseen class", method="in_order", k=2)
            == 24
        ),
    ),
    "squared_error": (
        "c",
        lambda: (
            shown("squared_error", "f(x) - y", moved=6.0)
            == 2 * shown("squared_error", "f(x) - y", moved=0.0)
        ),
    ),
    "accuracy_paradox": (
        "c",
        lambda: shown("accuracy_paradox", "of these right", prior=0.01) == 0.5,
    ),
    "pr_baseline": (
        0.1,
        lambda: abs(shown("pr_baseline", "AP", prior=0.1, learner="guessing") - 0.1) < 0.01,
    ),
    "coverage": (
        "b",
        lambda: abs(shown("coverage", "coverage", m=200) - shown("coverage", "coverage")) < 0.02,
    ),
    "cost_matrix": (0.09, lambda: round(shown("cost_matrix", "threshold", cost_fn=10), 2) == 0.09),
    "holm": ("b", lambda: str(shown("holm", "this hypothesis", step=4)) == "not rejected"),
}


@pytest.mark.parametrize("key", QUESTIONS)
def test_the_right_answer_is_what_the_explorer_shows(key):
    right, holds = ANSWERS[key]
    assert QUESTIONS[key].get("right", QUESTIONS[key].get("number")) == right
    assert holds()


@pytest.mark.parametrize(("k", "nearest"), [(10, 0.36), (30, 0.34)])
def test_with_more_error_rates_a_smaller_difference_is_enough(k, nearest):
    explorer = explorers.t_distribution()
    means = [m for m in explorer.parameters[2].values if m > 0.3]
    p = {m: values(explorer.view(mean=m, k=k, alpha=0.05))["p-value"] for m in means}
    assert min(mean for mean in p if p[mean] < 0.05) == nearest
