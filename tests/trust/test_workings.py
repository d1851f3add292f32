"""Workings of every recipe: they evaluate to what they show, and are printed as on file.

One line of each form is on file: a form is a line without its numbers.
`python tests/trust/test_workings.py` writes `workings.txt` anew; its difference shows what readers
will see otherwise. Sentences are not stored.
"""

import re
import sys
from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

sys.path.insert(0, str(Path(__file__).parents[1]))

from helpers import check_working
from trust.recipes import Recipe, recipes

import mlevalkit as mk
from mlevalkit import Working
from mlevalkit.display.language import speaking
from mlevalkit.display.workings import Line
from mlevalkit.results import ConfidenceInterval

FILE = Path(__file__).with_name("workings.txt")
HEAD = "==== "


def lines_of(working: Working) -> list[str]:
    """Return the lines with numbers as they are printed, without their notes."""
    lines = [step for step in working.steps if isinstance(step, Line)]
    notes = ["   " + line.note.plain() if line.note else "" for line in lines]
    return [line.plain().removesuffix(note) for line, note in zip(lines, notes, strict=True)]


def form(line: str) -> str:
    """Return a line without its equation and its numbers; of a sum, one term stands for all."""
    bare = re.sub(r"-?\d+(\.\d+)?(e-?\d+)?(/\d+)?", "N", line[9:])
    return re.sub(r"(N [·+-] )+(\.\.\. \+ )?N", "N", bare)


def first_of_each_form() -> dict[str, list[str]]:
    """Return the lines of every recipe whose form no earlier one has."""
    seen: set[str] = set()
    found: dict[str, list[str]] = {}
    for name, recipe in CASES.items():
        working = working_of(recipe)
        for line in lines_of(working) if working else []:
            if form(line) not in seen:
                seen.add(form(line))
                found.setdefault(name, []).append(line)
    return found


def working_of(recipe: Recipe) -> Working | None:
    """Return the working of a recipe's call: its function's, or its result's."""
    result = recipe.call(recipe.arguments)
    function = getattr(recipe.function, "working", None)
    if function is None or isinstance(recipe.function, type):
        return result.working() if hasattr(result, "working") else None
    working: Working = replace(recipe, function=function).call(recipe.arguments)
    if hasattr(result, "working"):
        assert str(working) == str(result.working())
    else:
        np.testing.assert_equal(as_dict(working.value), result)
    return working


def as_dict(value: object) -> object:
    """Return a mapping that cannot be written to as a dictionary, and other values as they are."""
    if isinstance(value, Mapping):
        return {key: as_dict(inner) for key, inner in value.items()}
    return value


def cases() -> dict[str, Recipe]:
    """Return the recipes of formulas, numbered where a function has several."""
    found: dict[str, Recipe] = {}
    for recipe in recipes():
        if "." not in recipe.name.removeprefix("results."):
            number = sum(name.partition(" ")[0] == recipe.name for name in found) + 1
            found[f"{recipe.name} {number}"] = recipe
    return found


CASES = cases()


def stored() -> dict[str, list[str]]:
    """Return the lines on file, by recipe."""
    parts = FILE.read_text(encoding="utf-8").split(HEAD)[1:]
    return {name: lines for name, *lines in (part.strip("\n").split("\n") for part in parts)}


@pytest.mark.filterwarnings("ignore::mlevalkit.UndefinedMetricWarning")
def test_each_form_of_line_is_printed_as_on_file() -> None:
    assert first_of_each_form() == stored()


def check_sentences(working: Working) -> None:
    """Every sentence is whole in both languages."""
    for language in ("en", "zh"):
        with speaking(language):
            printed = str(working)
        assert not re.search(r"[{}]|\bNone\b|  \S+  $", printed)
        assert bool(re.search("[一-鿿]", printed)) <= (language == "zh")


COUNTED = {"rate_interval", "auc_confidence_interval", "average_precision_interval"}


def redrawn(recipe: Recipe, seed: int) -> Recipe:
    """Return the same call on rows drawn from its data with replacement, half of them weighted."""
    random = np.random.RandomState(seed)
    rows: dict[int, np.ndarray] = {}
    arguments = dict(recipe.arguments)
    for name, value in arguments.items():
        if isinstance(value, np.ndarray) and value.ndim:
            picked = rows.setdefault(len(value), random.randint(0, len(value), len(value)))
            arguments[name] = value[picked]
    if seed % 2 and "sample_weight" in recipe.names and "y_true" in arguments:
        n = len(arguments["y_true"])  # where samples are counted, weights are whole numbers
        weight = random.randint(1, 4, n) if recipe.name in COUNTED else random.exponential(size=n)
        arguments["sample_weight"] = weight
    return replace(recipe, arguments=arguments)


@pytest.mark.parametrize("name", CASES)
@pytest.mark.filterwarnings("ignore::mlevalkit.UndefinedMetricWarning")
def test_a_working_evaluates_to_what_it_shows_in_whole_sentences(name: str) -> None:
    recipe = CASES[name]
    for case in (recipe, *(redrawn(recipe, seed) for seed in range(0 if recipe.slow else 4))):
        try:
            result = case.call(case.arguments)
        except ValueError:  # rows without one of the classes, for example
            continue
        if working := working_of(case):
            check_sentences(working)
            value = getattr(result, "statistic", result)
            check_working(working, value if isinstance(value, float) else None)
            if isinstance(value, ConfidenceInterval) and name not in RESAMPLED:
                check_ends(value)


RESAMPLED = {name for name in CASES if name.startswith("bootstrap_interval")}  # no line has an end


def check_ends(interval: ConfidenceInterval) -> None:
    """The ends that are no bounds of the scale stand in the working, to the last digits."""
    shown = [float(step.value) for step in interval.working().steps if isinstance(step, Line)]
    for end in np.ravel([interval.low, interval.high]):
        if np.ndim(interval.low) == 0 and end not in (-np.inf, -1, 0, 1, np.inf):
            assert np.isclose(shown, end, rtol=1e-9, atol=0).any(), end


if __name__ == "__main__":
    import warnings

    warnings.simplefilter("ignore", mk.UndefinedMetricWarning)
    parts = ["\n".join([f"{HEAD}{name}", *lines]) for name, lines in first_of_each_form().items()]
    FILE.write_text("\n\n".join(parts) + "\n", encoding="utf-8")
