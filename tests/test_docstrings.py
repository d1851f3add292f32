"""Every public name explains itself: the parts that a docstring must have, checked by machine."""

import dataclasses
import inspect
import re

import pytest
from trust.recipes import public

from mlevalkit.results import Explained

NAMES = public()
FUNCTIONS = {name: value for name, value in NAMES.items() if inspect.isfunction(value)}
CLASSES = {name: value for name, value in NAMES.items() if inspect.isclass(value)}
BASES = {"ConfidenceInterval", "Explained", "TestResult", "TupleResult"}
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


@pytest.mark.parametrize("name", NAMES)
def test_it_begins_with_one_sentence(name: str) -> None:
    value = NAMES[name]
    first = (inspect.getdoc(value) or "").split("\n\n")[0].split(". ")[0]
    assert "\n" not in first, first
    assert first.rstrip().endswith((".", "?")) or ". " in inspect.getdoc(value).split("\n\n")[0]


@pytest.mark.parametrize("name", FUNCTIONS)
def test_a_function_has_all_parts(name: str) -> None:
    function = FUNCTIONS[name]
    parts = sections(inspect.getdoc(function) or "")
    parameters = inspect.signature(function).parameters
    wanted = ["Parameters", "Raises"] * bool(parameters)  # without arguments nothing is refused
    wanted += ["Returns", "Examples", "Source"]
    assert [part for part in wanted if part not in parts] == []
    assert re.search(rf"\b{function.__name__}(\.working)?\(", parts["Examples"])
    assert re.search(r"Zhou|textbook|scikit-learn|slides|\d{4}", parts["Source"])


@pytest.mark.parametrize("name", FUNCTIONS)
def test_a_function_explains_its_parameters(name: str) -> None:
    function = FUNCTIONS[name]
    parameters = inspect.signature(function).parameters
    explained = entries(sections(inspect.getdoc(function) or "").get("Parameters", ""))
    assert set(explained) == set(parameters)
    for parameter in parameters.values():
        text = explained[parameter.name]
        if re.search("(See|As in) `", text):  # another function's docstring says the rest
            continue
        if function.__annotations__.get(parameter.name) == "ArrayLike":
            assert "shape" in text, f"{parameter.name} has no shape"
        if parameter.default not in (parameter.empty, None):
            assert "default" in text, f"{parameter.name} has no default"


@pytest.mark.parametrize("name", RESULTS)
def test_a_result_explains_its_fields(name: str) -> None:
    result = RESULTS[name]
    fields = [f.name for f in dataclasses.fields(result) if not f.name.startswith("_")]
    explained = entries(inspect.getdoc(result) or "")
    assert [f for f in fields if f not in explained] == []


@pytest.mark.parametrize("name", CLASSES)
def test_every_public_method_says_what_it_does(name: str) -> None:
    for attribute, member in inspect.getmembers(CLASSES[name]):
        if attribute.startswith("_") or not (callable(member) or isinstance(member, property)):
            continue
        if getattr(member, "__module__", "").startswith("mlevalkit"):
            assert inspect.getdoc(member) not in (None, inspect.getdoc(type(member))), attribute
