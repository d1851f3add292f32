"""Fuzz test of every public function: a documented error, or a result of the right form.

`pytest tests/trust/test_fuzz.py` makes some thousand calls, `-m slow` more than 200,000. The calls
are the same in every run: a seed and the name of the function decide them.
"""

import dataclasses
import inspect
import math
import re
import signal
import time
import warnings
import zlib
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import numpy as np
import pytest
from agreement import record
from matplotlib import pyplot as plt
from trust.fuzz_input import REFUSED, SAME, SINGLE, STRANGE, fingerprint
from trust.recipes import PASSIVE, Recipe, public, recipes

import mlevalkit as mk

RECIPES = recipes()
SEED = 20
LOOK = 0.2  # the share of results that are looked at in every form, and worked out again
PATIENCE = 20  # seconds for one call, on a machine that is busy with other things
WHAT = {
    "refused": "no data: an error that names the argument",
    "same": "the same data in another form: the same result",
    "open": "anything else: such an error, or a result of the right form",
}


# -- one call ---------------------------------------------------------------------------------


@dataclasses.dataclass(frozen=True)
class Trial:
    """A spoilt call: what was put in the place of what, and what must come of it."""

    recipe: Recipe
    arguments: dict[str, Any]
    changed: dict[str, str]
    outcome: str = "open"

    def __str__(self) -> str:
        what = ", ".join(f"{name}: {kind}" for name, kind in self.changed.items())
        return f"{self.recipe.name}({what})"


def trial(recipe: Recipe, random: np.random.RandomState) -> Trial:
    """Spoil a call, in a way that the random numbers decide."""
    arguments = fresh(recipe)
    data = [k for k, v in arguments.items() if isinstance(v, np.ndarray)]
    read = [k for k in data if k not in recipe.rows]
    dice = random.rand()
    if data and dice < 0.2:
        name, kind = pick(data, random), pick(list(SAME), random)
        arguments[name] = SAME[kind](arguments[name])
        return Trial(recipe, arguments, {name: kind}, "same")
    if read and dice < 0.45:
        name, kind = pick(read, random), pick(list(REFUSED), random)
        arguments[name] = REFUSED[kind](arguments[name])
        return Trial(recipe, arguments, {name: kind}, "refused")
    changed = {}
    for _ in range(1 + (random.rand() < 0.3)):
        if recipe.names:
            name = pick(recipe.names, random)
            arguments[name], changed[name] = odd_value(recipe, name, random)
    return Trial(recipe, arguments, changed)


def odd_value(recipe: Recipe, name: str, random: np.random.RandomState) -> tuple[Any, str]:
    """Return something to put in the place of an argument, and what it is."""
    valid = recipe.arguments.get(name)
    if isinstance(valid, np.ndarray) and random.rand() < 0.7:
        changes = STRANGE if random.rand() < 0.7 else REFUSED
        kind = pick(list(changes), random)
        return changes[kind](valid.copy()), kind
    while True:
        value = pick(SINGLE, random)()
        if not (name in recipe.work and too_much(value)):
            break
    if name == "arrays":
        return ((value, np.arange(12)) if random.rand() < 0.5 else (value,)), describe(value)
    return value, describe(value)


def too_much(value: object) -> bool:
    """Tell whether a number asks for endless work, or for more processes."""
    return (isinstance(value, (int, np.integer)) and not 0 <= value <= 1) or isinstance(
        value, range
    )


def describe(value: object) -> str:
    """Return a value as a few words."""
    try:
        text = repr(value)
    except Exception:
        text = "?"
    return f"{type(value).__name__} {text[:60]}"


def pick(values: list[Any], random: np.random.RandomState) -> Any:
    """Return one of the values."""
    return values[random.randint(len(values))]


def fresh(recipe: Recipe) -> dict[str, Any]:
    """Return the recipe's arguments, the arrays copied."""
    return {k: v.copy() if isinstance(v, np.ndarray) else v for k, v in recipe.arguments.items()}


@contextmanager
def patience(seconds: float) -> Iterator[None]:
    """Raise TimeoutError if the block takes longer."""

    def ring(*_: Any) -> None:
        raise TimeoutError(f"no answer within {seconds} s")

    before = signal.signal(signal.SIGALRM, ring)
    signal.setitimer(signal.ITIMER_REAL, seconds)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, before)


def fault(t: Trial, expected: Any, look: bool) -> str | None:
    """Make the call; return what is wrong with what came of it, and with its looks."""
    before = fingerprint(t.arguments)
    try:
        with patience(PATIENCE):
            result = t.recipe.call(t.arguments)
            if look:
                shown(result)
                worked(t)
    except t.recipe.errors:
        wrong = None if t.outcome != "same" else "the same data is refused"
    except (ValueError, TypeError, ImportError) as error:
        wrong = "the same data is refused" if t.outcome == "same" else bad_message(t, error)
        said = f" ({type(error).__name__}: {str(error)[:300]})"
        wrong = wrong and wrong + said
    except Exception as error:  # whatever else: no documented exception
        wrong = f"{type(error).__name__}: {str(error)[:300]}"
    else:
        wrong = wrong_result(t, result, expected)
    if wrong is None and fingerprint(t.arguments) != before:
        wrong = "the input was changed"
    return wrong


def wrong_result(t: Trial, result: Any, expected: Any) -> str | None:
    """Return what is wrong with a result."""
    if t.outcome == "refused":
        return f"taken, and {describe(result)} returned"
    if t.outcome == "same" and not alike(result, expected):
        return f"{describe(result)} instead of {describe(expected)}"
    arguments = {**defaults(t.recipe), **t.arguments}
    if not t.recipe.shape(result, arguments):
        return f"a result of the wrong form: {describe(result)}"
    return None


def defaults(recipe: Recipe) -> dict[str, Any]:
    """Return the defaults of the function."""
    parameters = inspect.signature(recipe.function).parameters.values()
    return {p.name: p.default for p in parameters if p.default is not p.empty}


MESSAGE = re.compile(r"(?s)(?:(?:fold|job|round|set)\b)?.*?(?P<names>[^:]+): expected .+, got .+")


def bad_message(t: Trial, error: Exception) -> str | None:
    """Return what an error does not say: the argument, what was expected and what was got."""
    if type(error) not in (ValueError, TypeError, ImportError):
        return f"an undocumented {type(error).__name__}"
    if re.match(r"\w+\(\) (missing|got|takes)", str(error)):
        return None  # Python's own words on a call without an argument
    if str(error) == "nothing here" or any(callable(t.arguments[name]) for name in t.changed):
        return None  # an object or a function of the user's may say what it likes
    found = MESSAGE.fullmatch(str(error))
    if not found:
        return "a message of another form"
    words = set(re.findall(r"\w+", " ".join([found["names"], *getattr(error, "__notes__", [])])))
    return None if words & {*t.recipe.said, *other_names(t)} else "a message that names no argument"


def other_names(t: Trial) -> set[str]:
    """Return what else a message may speak of: keys, and arguments of a function that was given."""
    function = t.arguments.get("metric_func")
    names = {*inspect.signature(function).parameters} if inspect.isfunction(function) else set()
    changed = [t.arguments[name] for name in t.changed]
    return names.union(*({*map(str, value)} for value in changed if isinstance(value, dict)))


# -- results ----------------------------------------------------------------------------------


def shown(result: Any) -> None:
    """Look at a result in every way in which it can be shown."""
    for value in result if type(result) is tuple else (result,):
        if type(value).__module__.startswith("mlevalkit"):
            repr(value), str(value)
            for method in ("_repr_html_", "working"):
                if hasattr(value, method):
                    repr(getattr(value, method)())


def worked(t: Trial) -> None:
    """Look at the working of a call that gave a result."""
    working = getattr(t.recipe.function, "working", None)
    if working is not None and not inspect.isclass(t.recipe.function):
        shown(dataclasses.replace(t.recipe, function=working).call(t.arguments))


def alike(a: Any, b: Any) -> bool:
    """Tell whether two results are the same but for the last digits."""
    if type(a).__name__ == "Axes":
        return alike([line.get_xydata() for line in a.lines], [c.get_xydata() for c in b.lines])
    if dataclasses.is_dataclass(a) and hasattr(a, "first"):
        return [v.text for v in a.first.numbers] == [v.text for v in b.first.numbers]
    if type(a).__name__ == "Evaluation":
        return alike(dict(a.values), dict(b.values))
    if type(a).__name__ == "TuningResult":
        a, b = (dataclasses.replace(r, best_estimator=None) for r in (a, b))
    if dataclasses.is_dataclass(a):
        names = [f.name for f in dataclasses.fields(a) if f.name != "datasets"]  # a frame has own
        return all(alike(getattr(a, name), getattr(b, name)) for name in names)
    if isinstance(a, dict):
        times = {k for k in a if str(k).endswith("_time")}
        return list(a) == list(b) and all(alike(a[k], b[k]) for k in a if k not in times)
    if isinstance(a, np.ndarray):
        return a.shape == b.shape and alike(a.tolist(), b.tolist())
    if isinstance(a, (list, tuple)):
        return len(a) == len(b) and all(map(alike, a, b))
    if isinstance(a, float):
        return math.isclose(a, b, rel_tol=1e-12, abs_tol=1e-15) or (a != a and b != b)
    return callable(a) or bool(a == b)


# -- many calls -------------------------------------------------------------------------------


def run(calls: int, seconds: float) -> tuple[Counter[str], list[str]]:
    """Make so many calls, most of them of quick functions; return how many of each, and faults."""
    made: Counter[str] = Counter()
    faults: dict[str, str] = {}
    share = [1.0 if recipe.slow else 40.0 for recipe in RECIPES]
    until = time.monotonic() + seconds
    for i, recipe in enumerate(RECIPES):
        random = np.random.RandomState([SEED, i, zlib.crc32(recipe.name.encode())])
        expected = recipe.call(fresh(recipe))
        assert recipe.shape(expected, {**defaults(recipe), **recipe.arguments}), recipe.name
        for _ in range(math.ceil(calls * share[i] / sum(share))):
            t = trial(recipe, random)
            wrong = fault(t, expected, look=random.rand() < LOOK)
            made[t.outcome] += 1
            if wrong:  # the first of each kind will do
                faults.setdefault(f"{recipe.name} {list(t.changed)} {wrong[:60]}", f"{t}: {wrong}")
            plt.close("all")
        if time.monotonic() > until:
            return made, [*faults.values(), f"{sum(made.values())} calls took {seconds} s"]
    return made, [*faults.values()]


@contextmanager
def strict() -> Iterator[None]:
    """Turn every warning into an error, but those that are documented."""
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        warnings.simplefilter("ignore", mk.UndefinedMetricWarning)
        warnings.filterwarnings("ignore", "[0-9.]+ effective samples")
        yield


def test_every_public_name_has_a_recipe() -> None:
    known = {recipe.name.removesuffix(".split") for recipe in RECIPES}
    method = {recipe.name for recipe in RECIPES} & {*public()}
    assert PASSIVE | known | method >= {*public()}, "add a recipe to recipes.py"


def test_unusual_input() -> None:
    with strict():
        made, faults = run(5_000, seconds=300)
    assert not faults, "\n".join(faults)
    assert min(made.values()) > 500


@pytest.mark.slow
def test_unusual_input_at_length() -> None:
    with strict():
        made, faults = run(200_000, seconds=3600)
    assert not faults, "\n".join(faults)
    assert sum(made.values()) >= 200_000
    for outcome, calls in made.items():
        record("fuzz", "unusual input", WHAT[outcome], cases=calls)
