"""Every public name explains itself: the parts that a docstring must have, checked by machine."""

import dataclasses
import inspect
import re
from collections.abc import Callable, Mapping

import pytest
from trust.recipes import public

from mlevalkit.results import Explained

NAMES = public()
FUNCTIONS = {name: value for name, value in NAMES.items() if inspect.isfunction(value)}
CLASSES = {name: value for name, value in NAMES.items() if inspect.isclass(value)}
BASES = {"ConfidenceInterval", "Explained", "TestResult", "TupleResult"}
Parameters = Mapping[str, inspect.Parameter]
RESULTS = {n: v for n, v in CLASSES.items() if issubclass(v, Explained) and v.__name__ not in BASES}


def sections(doc: str) -> dict[str, str]:
    """Return the underlined parts of a docstring by name; what comes before them is ""."""
    parts = re.split(r"^([A-Z][a-z]+)\n-{3,}\n", doc, flags=re.MULTILINE)
    return {"": parts[0], **dict(zip(parts[1::2], parts[2::2], strict=True))}


def entries(part: str) -> dict[str, str]:
    """Return what a list of parameters or attributes says of each name."""
    found: dict[str, str] = {}
    for head, body in re.findall(r"^(\*{0,2}\w.*)\n((?:(?: .*)?\n)*)", part + "\n", re.MULTILINE):
        names, _, kind = head.partition(" : ")
        found |= dict.fromkeys((n.strip().lstrip("*") for n in names.split(",")), f"{kind}\n{body}")
    return found


def test_each_begins_with_one_sentence() -> None:
    for name, value in NAMES.items():
        first, end, _ = (inspect.getdoc(value) or "").split("\n\n")[0].partition(". ")
        assert "\n" not in first, name
        assert end or first.rstrip().endswith((".", "?")), name


@pytest.mark.parametrize("name", FUNCTIONS)
def test_a_function_has_all_parts(name: str) -> None:
    function = FUNCTIONS[name]
    parts = sections(inspect.getdoc(function) or "")
    parameters = inspect.signature(function).parameters
    check_parameters(function, parameters, entries(parts.get("Parameters", "")))
    wanted = ["Parameters", "Raises"] * bool(parameters)  # without arguments nothing is refused
    wanted += ["Returns", "Examples", "Source"]
    assert [part for part in wanted if part not in parts] == []
    assert re.search(rf"\b{function.__name__}(\.working)?\(", parts["Examples"])
    assert re.search(r"Zhou|textbook|scikit-learn|slides|\d{4}", parts["Source"])


def check_parameters(
    function: Callable[..., object], parameters: Parameters, explained: dict[str, str]
) -> None:
    """Each parameter is explained, with its shape and its default."""
    assert set(explained) == set(parameters)
    for parameter in parameters.values():
        text = explained[parameter.name]
        if re.search("(See|As in) `", text):  # another function's docstring says the rest
            continue
        if function.__annotations__.get(parameter.name) == "ArrayLike":
            assert "shape" in text, f"{parameter.name} has no shape"
        if parameter.default not in (parameter.empty, None):
            assert "default" in text, f"{parameter.name} has no default"


def test_results_explain_their_fields() -> None:
    for name, result in RESULTS.items():
        fields = {f.name for f in dataclasses.fields(result) if not f.name.startswith("_")}
        assert fields - entries(inspect.getdoc(result) or "").keys() == set(), name


def test_every_public_method_says_what_it_does() -> None:
    members = [(name, *member) for name, c in CLASSES.items() for member in inspect.getmembers(c)]
    for name, attribute, member in members:
        if attribute.startswith("_") or not (callable(member) or isinstance(member, property)):
            continue
        if getattr(member, "__module__", "").startswith("mlevalkit"):
            said = inspect.getdoc(member)
            assert said not in (None, inspect.getdoc(type(member))), (name, attribute)
