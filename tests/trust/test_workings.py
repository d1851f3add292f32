"""Every working to the letter: the printed form of each recipe's, in `workings.txt`.

`python tests/trust/test_workings.py` writes the file anew; its difference shows what readers will
see otherwise. That the numbers in a working are right is tested with each function.
"""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

sys.path.insert(0, str(Path(__file__).parents[1]))

from trust.recipes import Recipe, recipes

import mlevalkit as mk

FILE = Path(__file__).with_name("workings.txt")
HEAD = "==== "


def shown(recipe: Recipe) -> str | None:
    """Return the printed working of a recipe's call, of its function or of its result."""
    function = getattr(recipe.function, "working", None)
    if function is not None and not isinstance(recipe.function, type):
        return str(Recipe(recipe.name, function, recipe.arguments, recipe.shape).call(
            recipe.arguments))  # fmt: skip
    result = recipe.call(recipe.arguments)
    return str(result.working()) if hasattr(result, "working") else None


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
    text = shown(CASES[name])
    assert stored().get(name) == (None if text is None else text.strip("\n"))


if __name__ == "__main__":
    import warnings

    warnings.simplefilter("ignore", mk.UndefinedMetricWarning)
    every = {name: shown(recipe) for name, recipe in CASES.items()}
    FILE.write_text(
        "\n\n".join(f"{HEAD}{name}\n{text}" for name, text in every.items() if text) + "\n",
        encoding="utf-8",
    )
