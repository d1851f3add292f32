"""The question that an explorer asks first, and how Jupyter takes a guess."""

import re

import numpy as np
import pytest
from helpers import values

import mlevalkit as mk
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
        picture = "" if guess.covers == "picture" else words_of(explorer.first.figure.svg())
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
    assert guess.covers in ("", "curves", "picture")
    assert guess.covers == "picture" or {**explorer.defaults, **then} != explorer.defaults


def test_own_data_are_not_asked_about():
    own = explorers.threshold([1, 0, 1, 0], [0.9, 0.8, 0.3, 0.1])
    assert own.guess is None


@pytest.mark.parametrize("guesses", [True, False])
def test_a_guess_in_jupyter_sets_the_controls_free_and_may_be_skipped(guesses):
    pytest.importorskip("ipywidgets")
    panel = explorers.mcnemar().starting_at(e01=0, e10=5).panel()
    assert all(box.disabled for box in panel.controls.values())
    right = panel.asked.choices[panel.explorer.guess.right]
    (right if guesses else panel.asked.skip).click()
    assert not any(box.disabled for box in panel.controls.values())
    assert ("Right" in panel.asked.said.value) == guesses


def test_in_jupyter_too_the_answer_is_covered_until_it_is_given():
    pytest.importorskip("ipywidgets")
    panel = explorers.accuracy_paradox().panel()
    assert "<svg" not in panel.picture.value
    assert "0.5" not in panel.numbers.value
    panel.asked.choices[0].click()
    assert "<svg" in panel.picture.value
    assert panel.controls["prior"].value == 0.01


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


class Explored:
    """The explorer that asks a question: a number at a setting, or at each value of a parameter."""

    def __init__(self, key):
        self.explorer = asked(key)

    def at(self, label, **setting):
        found = values(self.explorer.view(**setting))[label]
        return found if isinstance(found, float | int) else float(str(found))

    def along(self, parameter, label, **setting):
        moved = next(p for p in self.explorer.parameters if p.name == parameter)
        return [self.at(label, **setting, **{parameter: v}) for v in moved.values]


def rises(numbers):
    return numbers == sorted(numbers)


def falls(numbers):
    return rises(numbers[::-1])


def recall_never_falls_precision_goes_both_ways(e):
    precision = e.along("at", "P")[2:]  # at first it is 0/0
    return rises(e.along("at", "R")) and not rises(precision) and not falls(precision)


def a_larger_beta_lowers_the_threshold_until_recall_is_1(e):
    for case in ("2.11", "2.13"):
        at, recall = (e.along("beta", label, case=case) for label in ("threshold", "R"))
        if not falls(at) or at[0] == at[-1] or recall[-1] < 1:
            return False
        if any(t != at[-1] for t, r in zip(at, recall, strict=True) if r == 1):
            return False
    return True


def distortion_leaves_the_auc_and_costs_where_probabilities_count(e):
    auc, cost = ([e.at(of, power=p) for p in (1, 4)] for of in ("AUC", "cost at 1/(1+c)"))
    return auc[0] == pytest.approx(auc[1]) and cost[1] > 1.5 * cost[0]


def dearer_misses_lower_the_threshold_at_times(e):
    at = e.along("ratio", "threshold")
    return falls(at) and 2 < len({*at}) < len(at)


def a_rare_class_moves_average_precision_alone(e):
    auc, ap = ([e.at(of, prior=p) for p in (0.5, 0.01)] for of in ("AUC", "AP"))
    return abs(auc[0] - auc[1]) < 1e-9 and ap[1] < ap[0] / 2


def only_f1_changes_its_verdict(e):
    gaps = {of: np.subtract(*(e.along("prior", f"{of} {name}") for name in "AB"))
            for of in ("AUC", "F1")}  # fmt: skip
    return (gaps["AUC"] > 0).tolist() == [True, True] and (gaps["F1"] > 0).tolist() == [True, False]


def macro_f1_falls_though_accuracy_rises(e):
    macro, micro = (e.along("share", of, recall=0.5) for of in ("macro-F1", "micro = accuracy"))
    return macro[2] > macro[1] > macro[0] > macro[-1] and rises(micro)  # at 20, 25, 33 and 1 %


def only_the_uncorrected_test_rejects(e):
    corrected, plain = (e.at("p-value", correction=c) for c in (True, False))
    return plain < 0.05 < min(corrected, e.at("exact p-value"))


def pairs_that_differ(alpha):
    return mk.nemenyi_test(ranks=mk.table("2.5").values, alpha=alpha).reject.sum()


def ten_folds_are_less_biased_and_steadier_than_two(e):
    return all(e.at(of, k=10) < e.at(of, k=2) for of in ("bias", "spread over splits"))


def a_simpler_curve_fits_worse_and_predicts_better(e):
    training, test = ([e.at(of, degree=d) for d in (3, 9)] for of in
                      ("training error", "test error"))  # fmt: skip
    return training[0] > training[1] and test[0] < test[1]


def more_noise_asks_for_a_lower_degree(e):
    errors = {noise: e.along("degree", "measured error", noise=noise) for noise in (0.7, 0.2)}
    best = {noise: values.index(min(values)) for noise, values in errors.items()}
    return best[0.7] < best[0.2]


def rejected(e, test, learner):
    return e.at("share rejected", test=test, learner=learner)


# To each question the right answer, and what the explorer, or the library, shows.
ANSWERS = {
    "threshold": ("b", recall_never_falls_precision_goes_both_ways),
    "threshold_roc": ("a", lambda e: rises(e.along("at", "TPR")) and rises(e.along("at", "FPR"))),
    "beta": ("b", a_larger_beta_lowers_the_threshold_until_recall_is_1),
    "calibration": ("c", distortion_leaves_the_auc_and_costs_where_probabilities_count),
    "cost": ("b", dearer_misses_lower_the_threshold_at_times),
    "class_balance": ("b", a_rare_class_moves_average_precision_alone),
    "crossing": ("b", only_f1_changes_its_verdict),
    "macro_micro": ("b", macro_f1_falls_though_accuracy_rises),
    "mcnemar": ("b", lambda e: e.at("p-value", e01=0, e10=15) < e.at("p-value", e01=10, e10=25)),
    "mcnemar_small": ("b", only_the_uncorrected_test_rejects),
    "friedman": ("a", lambda e: pairs_that_differ(0.01) < pairs_that_differ(0.05)),
    "binomial_test": ("b", lambda e: 0.35 < mk.binomial_critical_value(100, 0.3) + 0.01 < 0.45),
    "t_distribution": ("c", lambda e: min(e.along("mean", "p-value", k=2)) > 0.05),
    "power": ("c", lambda e: rises(e.along("n", "power 1 - β"))),
    "k_folds": ("b", ten_folds_are_less_biased_and_steadier_than_two),
    "k_folds_total": ("c", lambda e: 0.75 < e.at("total error (RMSE)", k="m")
                      / e.at("total error (RMSE)", k=2) < 1),
    "optimism": ("c", lambda e: 0.39 < e.at("mean error of the best") < 0.42),
    "out_of_bag": ("c", lambda e: 0.3 < e.at("share left out", m=1000) < 0.45),
    "overfitting": ("b", a_simpler_curve_fits_worse_and_predicts_better),
    "dilemma": ("a", more_noise_asks_for_a_lower_degree),
    "sizes": ("b", lambda e: abs(rejected(e, "t", "mean") - 0.05) < 0.01
              < rejected(e, "t", "nearest") - 0.05),
    "sizes_textbook": ("b", lambda e: rejected(e, "textbook", "mean") < 0.05
                       < rejected(e, "textbook", "nearest")),
    "size_and_power": ("c", lambda e: e.at("tests of at most 5%") == 1),
    "splitters": ("a", lambda e: e.at("test sets in the classes' ratio") < 6),
    "splitters_folds": ("c", lambda e: e.at("test samples of an unseen class", method="in_order",
                                            k=2) == 24),
    "squared_error": ("c", lambda e: e.at("f(x) - y", moved=6) == 2 * e.at("f(x) - y", moved=0)),
    "accuracy_paradox": ("c", lambda e: e.at("of these right", prior=0.01) == 0.5),
    "pr_baseline": (0.1, lambda e: abs(e.at("AP", prior=0.1, learner="guessing") - 0.1) < 0.01),
    "coverage": ("b", lambda e: abs(e.at("coverage", m=200) - e.at("coverage")) < 0.02),
    "cost_matrix": (0.09, lambda e: round(e.at("threshold", cost_fn=10), 2) == 0.09),
    "holm": ("b", lambda e: e.at("p-value", step=4) < e.at("bound", step=4)
             and e.at("adjusted p-value", step=4) > 0.05),
}  # fmt: skip


@pytest.mark.parametrize("key", QUESTIONS)
def test_the_right_answer_is_what_the_explorer_shows(key):
    right, holds = ANSWERS[key]
    assert QUESTIONS[key].get("right", QUESTIONS[key].get("number")) == right
    assert holds(Explored(key))


@pytest.mark.parametrize(("k", "nearest"), [(10, 0.36), (30, 0.34)])
def test_with_more_error_rates_a_smaller_difference_is_enough(k, nearest):
    explorer = explorers.t_distribution()
    means = [m for m in explorer.parameters[2].values if m > 0.3]
    p = {m: values(explorer.view(mean=m, k=k, alpha=0.05))["p-value"] for m in means}
    assert min(mean for mean in p if p[mean] < 0.05) == nearest
