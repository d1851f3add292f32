"""Every public name explains itself: the parts that a docstring must have, checked by machine."""

from __future__ import annotations

import dataclasses
import importlib
import inspect
import re
from collections.abc import Iterator
from typing import Any

import pytest
from mlevalkit._display import Explained

import mlevalkit as mk

MODULES = ("datasets", "exercises", "explorers", "plots")


def _public() -> Iterator[tuple[str, Any]]:
    for name in mk._HOME:
        yield f"mk.{name}", getattr(mk, name)
    for module in MODULES:
        room = getattr(mk, module)
        for name in room.__all__:
            yield f"mk.{module}.{name}", getattr(room, name)


def _results() -> Iterator[tuple[str, type]]:
    """Yield the classes of what functions return: they are public, but nobody constructs them."""
    for room in sorted(r for r in {*mk._HOME.values(), *MODULES} if not r.startswith("_")):
        module = importlib.import_module(f"mlevalkit.{room}")
        for name in getattr(module, "__all__", []):
            value = getattr(module, name)
            if inspect.isclass(value) and dataclasses.is_dataclass(value):
                yield f"{room}.{name}", value


NAMES = dict(_public())
FUNCTIONS = {name: value for name, value in NAMES.items() if inspect.isfunction(value)}
RESULTS = dict(_results())


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
    wanted = ["Parameters"] * bool(inspect.signature(function).parameters)
    wanted += ["Returns", "Raises", "Examples", "Source"]
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
        if str(parameter.annotation).startswith("ArrayLike"):
            assert "shape" in text, f"{parameter.name} has no shape"
        if parameter.default not in (parameter.empty, None):
            assert "default" in text, f"{parameter.name} has no default"


@pytest.mark.parametrize("name", RESULTS)
def test_a_result_explains_its_fields(name: str) -> None:
    result = RESULTS[name]
    doc = inspect.getdoc(result) or ""
    fields = [f.name for f in dataclasses.fields(result) if not f.name.startswith("_")]
    explained = entries(doc)
    assert [f for f in fields if f not in explained] == []
    assert result.__dataclass_params__.frozen  # type: ignore[attr-defined]
    if not hasattr(result, "split") and result is not mk.explorers.Explorer:  # it keeps its view
        assert "__slots__" in vars(result)


@pytest.mark.parametrize("name", [n for n, v in RESULTS.items() if hasattr(v, "working")])
def test_a_result_shows_its_working_wherever_it_is_shown(name: str) -> None:
    assert issubclass(RESULTS[name], Explained)
    assert RESULTS[name].__str__ is Explained.__str__


@pytest.mark.parametrize("name", [n for n, v in NAMES.items() if inspect.isclass(v)] + [*RESULTS])
def test_every_public_method_says_what_it_does(name: str) -> None:
    value = NAMES.get(name, RESULTS.get(name))
    for attribute, member in inspect.getmembers(value):
        if attribute.startswith("_") or not callable(member):
            continue
        if getattr(member, "__module__", "").startswith("mlevalkit"):
            assert inspect.getdoc(member), f"{attribute} has no docstring"
