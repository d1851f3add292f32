"""Call every public function, on a few samples and on many; print what comes out.

Run by the computer's Python and by the page's, whose default integers have 32 bits.
"""

import sys
import warnings

import numpy as np

sys.path.insert(0, "/home/reader")  # where the page has the recipes of the trust suite
import recipes

TIMES = 10_000  # 120,000 samples: the pairs among them do not fit into 32 bits


def longer(value):
    if isinstance(value, tuple):
        return tuple(map(longer, value))
    if isinstance(value, np.ndarray) and len(value) == 12:
        return np.concatenate([value] * TIMES)
    return value


def told(recipe, arguments):
    try:
        return repr(recipe.call(arguments))
    except Exception as error:
        return f"{type(error).__name__}: {error}"


warnings.simplefilter("ignore")
for recipe in recipes.recipes():
    print(repr([recipe.name, "few", told(recipe, recipe.arguments)]))
    draws = recipe.name.startswith(("explorers", "plots"))
    if not (draws or recipe.slow or "." in recipe.name):
        many = {name: longer(value) for name, value in recipe.arguments.items()}
        print(repr([recipe.name, "many", told(recipe, many)]))
