"""Workings of every recipe: they evaluate to what they show, and are printed as on file.

`python tests/trust/test_workings.py` writes `workings.txt` anew; its difference shows what readers
will see otherwise.
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


def printed(recipe: Recipe) -> str | None:
    """Return the working as it is printed, and its lines with Chinese words."""
    working = working_of(recipe)
    if working is None:
        return None
    english = str(working).strip("\n").splitlines()
    with speaking("zh"):
        chinese = str(working).strip("\n").splitlines()
    return "\n".join([*english, *(line for line in chinese if re.search("[一-鿿]", line))])


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
        if "." not in recipe.name:
            number = sum(name.partition(" ")[0] == recipe.name for name in found) + 1
            found[f"{recipe.name} {number}"] = recipe
    return found


CASES = cases()


def stored() -> dict[str, str]:
    """Return the workings on file."""
    parts = FILE.read_text(encoding="utf-8").split(HEAD)[1:]
    return {name: text.strip("\n") for name, _, text in (part.partition("\n") for part in parts)}


@pytest.mark.parametrize("name", CASES)
@pytest.mark.filterwarnings("ignore::mlevalkit.UndefinedMetricWarning")
def test_working_to_the_letter(name: str) -> None:
    assert stored().get(name) == printed(CASES[name])


def redrawn(recipe: Recipe, seed: int) -> Recipe:
    """Return the same call on rows that are drawn from its data with replacement."""
    random = np.random.RandomState(seed)
    rows: dict[int, np.ndarray] = {}
    arguments = dict(recipe.arguments)
    for name, value in arguments.items():
        if isinstance(value, np.ndarray) and value.ndim:
            picked = rows.setdefault(len(value), random.randint(0, len(value), len(value)))
            arguments[name] = value[picked]
    return replace(recipe, arguments=arguments)


@pytest.mark.parametrize("name", CASES)
@pytest.mark.filterwarnings("ignore::mlevalkit.UndefinedMetricWarning")
def test_a_working_evaluates_to_what_it_shows(name: str) -> None:
    recipe = CASES[name]
    for case in (recipe, *(redrawn(recipe, seed) for seed in range(0 if recipe.slow else 6))):
        try:
            result = case.call(case.arguments)
        except ValueError:  # rows without one of the classes, for example
            continue
        if working := working_of(case):
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
    every = {name: printed(recipe) for name, recipe in CASES.items()}
    parts = [f"{HEAD}{name}\n{text}" for name, text in every.items() if text is not None]
    FILE.write_text("\n\n".join(parts) + "\n", encoding="utf-8")
