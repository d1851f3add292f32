"""The table of the chapter's equations."""

import inspect
import re
from fractions import Fraction

import pytest
from helpers import check_line

import mlevalkit as mk
from mlevalkit.display.language import speaking

NUMBERS = [f"2.{i}" for i in range(1, 45)]


def numbers_in(text):
    """Return the equation numbers that a docstring names: (2.28)-(2.30) are three."""
    spans = re.findall(r"\(2\.(\d+)\)(?:-\(2\.(\d+)\))?", text)
    return {f"2.{i}" for a, b in spans for i in range(int(a), int(b or a) + 1)}


@pytest.mark.parametrize("number", NUMBERS)
def test_every_number_has_an_entry(number):
    entry = mk.equations[number]
    assert entry.number == number
    assert entry.latex
    assert entry.function is getattr(mk, entry.name)
    assert number in numbers_in(inspect.getdoc(entry.function))


def test_the_equations_are_a_mapping_in_the_textbooks_order():
    assert list(mk.equations) == NUMBERS
    assert len(mk.equations) == 44
    assert "2.10" in mk.equations
    assert "2.45" not in mk.equations
    assert mk.equations.get("3.1") is None
    assert len({str(e.title) for e in mk.equations.values()}) == 44


def test_they_are_printed_a_line_each_and_typeset_as_markdown():
    table = mk.equations._repr_markdown_().splitlines()
    assert len(table) == len(mk.equations) + 2
    assert {row.count("|") for row in table} == {4}
    assert repr(mk.equations["2.10"]) == "(2.10) F1: mk.f1_score, section 2.3.2"
    assert len(repr(mk.equations).encode("gbk").splitlines()) == len(mk.equations)
    one = mk.equations["2.10"]._repr_markdown_()
    assert r"$$\tag{2.10}" in one
    assert "section 2.3.2" in one
    with speaking("zh"):
        assert "习题 2.8" in mk.equations["2.44"]._repr_markdown_()
        assert "公式" in mk.equations._repr_markdown_()


def test_braces_and_brackets_are_in_pairs():
    for entry in mk.equations.values():
        assert entry.latex.count("{") == entry.latex.count("}")
        assert entry.latex.count(r"\left") - entry.latex.count(r"\leftarrow") == entry.latex.count(
            r"\right"
        ) - entry.latex.count(r"\rightarrow")


@pytest.mark.parametrize(
    ("number", "values"),
    [
        ("2.10", {"P": Fraction(2, 3), "R": Fraction(4, 5), "m": 10, "TP": 4, "TN": 3, "FP": 2,
                  "FN": 1}),
        ("2.34", {"k": 3, "N": 4, "r": [1, Fraction(17, 8), Fraction(23, 8)]}),
    ],
)  # fmt: skip
def test_all_forms_of_an_equation_have_one_value(number, values):
    entry = mk.equations[number]
    lines = [entry(values, form=i) for i in range(len(entry.forms))]
    assert len({line.value for line in lines}) == 1
    for line in lines:
        check_line(line)
