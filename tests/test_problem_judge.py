"""The judge of the pages says of every answer what the library says, or what to check first."""

from fractions import Fraction
from itertools import product
from typing import Any

import numpy as np
import pytest
from helpers import in_javascript

from mlevalkit.exercises import kinds, problem
from mlevalkit.exercises.forms import Choice, YesNo
from mlevalkit_book.live.problems import judged_words, variant

KINDS = list(kinds())  # of the package: tests that add their own come later

JUDGE = """
  const { words, variants, cases } = given;
  return cases.map(([which, answers]) => book.judgeProblem(variants[which], answers, words));
"""


def judged_in_javascript(variants: dict[str, Any], cases: list[Any], lang: str) -> Any:
    given = {"words": judged_words(lang), "variants": variants, "cases": cases}
    return in_javascript(["static/problem-answers.js", "static/problem-judge.js"], JUDGE, given)


def written(value: Any, rng: np.random.RandomState) -> str:
    """Return a value as somebody may write it: with few or many digits, per cent, wrong by some."""
    if isinstance(value, bool):
        return str(value).lower()
    if isinstance(value, (str, frozenset)):
        return value if isinstance(value, str) else ", ".join(sorted(value)) or "none"
    if isinstance(value, tuple):
        flat = np.ravel(np.array(value, dtype=float))
        return "; ".join(written(float(v), rng) for v in flat)
    off = rng.choice([1, 1, 1, 1 + 1e-3, 1 - 4e-3, 1.03, -1, 0.01])
    exact = float(value) * off if abs(value) < 1e300 else None
    if exact is None:
        return f"{value:.4e}" if rng.randint(2) else str(value)
    forms = [
        f"{exact:.6g}", f"{exact:.3g}", f"{exact:.2g}", f"{exact:.1g}", f"{100 * exact:.4g} %",
        f"{exact:.4g}".replace(".", ","), f"{value}", f"{exact:.3e}", f"x = {exact:.5f}", "", "?",
        f"{exact:.4g}".translate(str.maketrans("0123456789.", "０１２３４５６７８９．")),
        str(Fraction(exact).limit_denominator(40)),
    ]  # fmt: skip
    return str(rng.choice(forms))


def answered(made: Any, rng: np.random.RandomState) -> dict[str, str]:
    """Return answers to all steps: right, from one mistake, or of each its own."""
    wrong = list(made.mistakes.values())
    of_each = [made.answer, *wrong]
    chosen = of_each[rng.randint(len(of_each))]
    values = chosen if isinstance(chosen, dict) else {made.asked[0].name: chosen}
    texts = {name: written(value, rng) for name, value in values.items()}
    for q in made.asked:
        form = made.form(q.name)
        if isinstance(form, Choice) and rng.randint(3) == 0:
            texts[q.name] = str(rng.choice(form.names))
        if isinstance(form, YesNo) and rng.randint(4) == 0:
            texts[q.name] = str(rng.choice(["true", "false"]))
    return texts


def differs(python: Any, page: Any, *, before: bool) -> bool:
    """Return whether the verdicts on a step differ.

    After a wrong step, the page may leave open what follows, and which mistake was made.
    """
    if before and page["verdict"] == "check_first":
        return python.verdict in ("unanswered", "unreadable")
    if before and page["verdict"] == python.verdict == "wrong" and page.get("mistake") is None:
        return False
    if before and page["verdict"] in ("few_digits", "rounded_early") and python.verdict == "right":
        return False  # right for an earlier value that was rounded
    if (page["verdict"], page.get("mistake")) != (python.verdict, python.mistake):
        return True
    return python.mistake is None and page["message"] != python.message


EACH_ONCE = [(kind, 1, i % 2 == 0) for i, kind in enumerate(KINDS)]  # guided in turn
MANY = [*product(KINDS, range(2, 8), (True, False))]


@pytest.mark.parametrize(
    ("problems", "tries"),
    [
        pytest.param(EACH_ONCE, 6, id="few"),
        pytest.param(MANY, 12, marks=pytest.mark.slow, id="many"),
    ],
)
def test_the_judge_of_the_pages_agrees_with_the_library(problems: Any, tries: int) -> None:
    rng = np.random.RandomState(tries)
    variants = {}
    cases: list[Any] = []
    expected = []
    for kind, seed, guided in problems:
        made = problem(kind=kind, seed=seed, guided=guided)
        variants[made.origin] = variant(kind, seed, "en", guided=guided)
        for _ in range(tries):
            answers = answered(made, rng)
            cases.append([made.origin, answers])
            expected.append(made.check(answers).steps.values())
    found = judged_in_javascript(variants, cases, "en")
    wrong = [
        (case, step["name"], python.verdict, python.mistake, step)
        for case, steps, verdicts in zip(cases, found, expected, strict=True)
        for i, (step, python) in enumerate(zip(steps, verdicts, strict=True))
        if differs(python, step, before=any(s["verdict"] != "right" for s in steps[:i]))
    ]
    assert wrong == [], "\n".join(map(str, wrong))
    left_open = [s["verdict"] == "check_first" for steps in found for s in steps]
    assert sum(left_open) < 0.15 * len(left_open)
