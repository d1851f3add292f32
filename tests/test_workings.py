"""How a calculation is written down: expressions, workings, results, and `measure`."""

from __future__ import annotations

import copy
import dataclasses
import doctest
import inspect
import math
import operator
import pickle
import pydoc
import re
import tomllib
from fractions import Fraction
from html.parser import HTMLParser

import numpy as np
import pytest
from helpers import DATA, check_line, check_working
from hypothesis import given, strategies as st

import mlevalkit as mk
from mlevalkit._tables import spreadsheet_text
from mlevalkit.display.workings import (
    Expression,
    Found,
    Latex,
    Line,
    MathML,
    Plain,
    Sentence,
    Table,
    Working,
    cell_text,
    digits,
    line,
    measure,
    quoted,
    shortened,
    typeset,
)

# -- formulas ---------------------------------------------------------------------------------

HALF = Fraction(1, 2)

WRITTEN = tomllib.loads((DATA / "formulas.toml").read_text(encoding="utf-8"))


def numbers_of(values):
    """Return the numbers that a formula is given; a text is a fraction."""
    if isinstance(values, dict):
        return {name: numbers_of(value) for name, value in values.items()}
    if isinstance(values, list):
        return [numbers_of(value) for value in values]
    return Fraction(values) if isinstance(values, str) else values


@pytest.mark.parametrize("case", WRITTEN["formulas"], ids=lambda case: case["formula"])
def test_a_formula_is_written_with_symbols_and_with_numbers(case):
    expression, values = Expression(case["formula"]), numbers_of(case["values"])
    for i, numbers in enumerate((None, values)):
        assert expression.text(Plain(), numbers) == case["plain"][i]
        assert expression.text(Latex(), numbers) == case["latex"][i]
        Tags(f"<math>{expression.text(MathML(), numbers)}</math>")
    check_line(Line(None, "x", case["formula"], values))


class Tags(HTMLParser):
    """Counts what is open and notes languages, so that broken HTML shows."""

    def __init__(self, text):
        super().__init__()
        self.stack, self.langs = [], []
        self.feed(text)
        assert not self.stack

    def handle_starttag(self, tag, attrs):
        self.stack.append(tag)
        self.langs += [v for k, v in attrs if k == "lang"]

    def handle_endtag(self, tag):
        assert self.stack.pop() == tag


@pytest.mark.parametrize(("symbol", "plain", "tex"), WRITTEN["symbols"])
def test_symbols(symbol, plain, tex):
    assert Plain().name(symbol) == plain
    assert Latex().name(symbol) == tex
    Tags(MathML().name(symbol))


@pytest.mark.parametrize(("formula", "values", "mathml"), WRITTEN["mathml"])
def test_a_formula_in_mathml(formula, values, mathml):
    text = Expression(formula).text(MathML(), numbers_of(values) or None)
    text = re.sub(r"<m([ino])>(.*?)</m[ino]>", r"\1\2", text)
    assert re.sub(r"</m\w+>|/>", ")", re.sub(r"<m(\w+)[^>/]*>?", r"\1(", text)) == mathml


def test_quoted_labels_cannot_break_out():
    assert Plain().name("P_" + quoted('a"_hat')) == "P_a'_hat"


@pytest.mark.parametrize("source", ["a @ b", "a if b else c", "a.b", "f(x)(y)", "[a, b]", "a < b"])
def test_what_is_no_formula(source):
    values = {"a": 1, "b": 2, "c": 3, "x": 1, "y": 1}
    with pytest.raises((ValueError, KeyError)):
        Expression(source).value(values)
    with pytest.raises((ValueError, KeyError)):
        Expression(source).text(Plain(), values)


def test_every_symbol_needs_its_number():
    with pytest.raises(KeyError, match="b"):
        Expression("a + b").value({"a": 1})


OPERATIONS = {"+": operator.add, "-": operator.sub, "*": operator.mul, "/": operator.truediv}


@st.composite
def formulas(draw, depth=3):
    """Return a random formula and its value, in exact fractions."""
    if depth == 0 or draw(st.booleans()):
        n = draw(st.fractions(-9, 9, max_denominator=9))
        return ("name", n), n
    sign = draw(st.sampled_from([*OPERATIONS, "neg", "square"]))
    a, x = draw(formulas(depth=depth - 1))
    if sign == "neg":
        return ("-({})", a), -x
    if sign == "square":
        return ("({})**2", a), x**2
    b, y = draw(formulas(depth=depth - 1))
    if sign == "/" and y == 0:
        sign = "+"
    return (f"({{}}) {sign} ({{}})", a, b), OPERATIONS[sign](x, y)


def _source(tree, values):
    form, *parts = tree
    if form == "name":
        name = f"x{len(values)}"
        values[name] = parts[0]
        return name
    return form.format(*(_source(p, values) for p in parts))


@given(formulas())
def test_any_formula_is_evaluated_exactly_and_shown_as_it_is_evaluated(case):
    tree, value = case
    values: dict[str, Fraction] = {}
    line = Line(None, "y", _source(tree, values), values)
    assert line.value == value
    check_line(line)
    assert line.latex().count("{") == line.latex().count("}")
    assert line.latex().count(r"\left") == line.latex().count(r"\right")


@given(st.lists(st.floats(1, 1e9).map(math.log), min_size=1, max_size=40))
def test_a_sum_of_floats_is_rounded_once(numbers):
    assert Expression("sum(a)").value({"a": numbers}) == math.fsum(numbers)


def test_a_very_long_sum_of_fractions_is_a_float():
    thirds = [Fraction(1, 3)] * 999
    assert Expression("sum(a)").value({"a": thirds}) == 333
    assert type(Expression("sum(a)").value({"a": [*thirds, HALF]})) is Fraction
    assert Expression("sum(a)").value({"a": [*thirds, HALF, HALF]}) == 334.0
    assert Expression("sum(a)").value({"a": [10**20] * 5000}) == 5 * 10**23


def test_a_very_long_sum_over_arrays():
    values = {"a": np.arange(5000), "b": np.linspace(-1, 1, 5000), "m": 3}
    terms = [
        abs(b - 3) ** 2 / (a + 1) - 1 / 3 for a, b in zip(values["a"], values["b"], strict=True)
    ]
    total = Expression("sum(abs(b - m)**2 / (a + 1) - 1 / m) / 2").value(values)
    assert total == pytest.approx(math.fsum(terms) / 2, rel=1e-14)


def test_long_sums_are_cut_and_still_evaluated_whole():
    line = Line("2.2", "E", "sum(a) / m", {"a": list(range(20)), "m": 20})
    assert line.plain() == "(2.2)    E = Σ a / m = (0 + 1 + 2 + ... + 19) / 20 = 19/2 = 9.5"
    assert r"\dots" in line.latex()


# -- numbers ----------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("value", "text"),
    [
        (0.0, "0"), (-0.0, "0"), (0.5, "0.5"), (1 / 3, "0.3333"), (12345.678, "12345.678"),
        (1234567.0, "1.235e+06"), (0.00123456, "0.001235"), (-0.25, "-0.25"),
        (math.nan, "nan"), (math.inf, "inf"), (-math.inf, "-inf"),
    ],
)  # fmt: skip
def test_digits(value, text):
    assert digits(value) == text


@given(st.integers(1, 10**7), st.integers(1, 8), st.integers(-3, 3), st.sampled_from([-1, 1]))
def test_the_last_bits_of_a_float_are_not_shown(whole, places, away, sign):
    decimal = sign * whole / 10**places
    near = decimal + away * math.ulp(decimal)  # what another order of adding may leave
    assert line("x", "S / m", S=near, m=7).plain() == line("x", "S / m", S=decimal, m=7).plain()
    assert line("x", "sum(S)", S=[near, 1]).plain() == line("x", "sum(S)", S=[decimal, 1]).plain()
    assert cell_text(near) == cell_text(decimal)


SAMPLES = st.lists(st.tuples(st.integers(0, 1), st.integers(1, 99), st.integers(1, 20)), min_size=5)


@pytest.mark.parametrize("function", [mk.brier_score_loss, mk.log_loss])
@given(samples=SAMPLES, random=st.randoms())
def test_a_working_does_not_depend_on_the_order_of_adding(function, samples, random):
    def shown():
        y, p, w = (np.array(column) for column in zip(*samples, strict=True))
        return str(function.working(y, p / 100, sample_weight=w / 4, labels=[0, 1]))

    before = shown()
    random.shuffle(samples)
    assert shown() == before


@pytest.mark.parametrize(("formula", "values", "plain"), WRITTEN["lines"])
def test_the_chain_of_a_line(formula, values, plain):
    assert Line(None, "x", formula, numbers_of(values)).plain().strip() == plain


def test_zero_over_zero_is_said_not_evaluated():
    line = Line("2.8", "P", "TP / (TP + FP)", {"TP": 0, "FP": 0}, undefined=0)
    assert line.value == 0
    assert line.plain() == "(2.8)    P = TP / (TP + FP) = 0 / (0 + 0) -> 0"
    assert r"\;\to\; 0" in line.latex()
    assert math.isnan(Line("2.8", "P", "TP / m", {"TP": 0, "m": 0}, undefined=math.nan).value)


# -- workings ---------------------------------------------------------------------------------


COUNT = Sentence({"en": "Count < first & well.", "zh": "先数 < 再算。"})
ROWS = [[1, "x<y", HALF], [2, "", 1 / 3]]
FOUND = Sentence({"en": "of those found", "zh": "在找到的之中"})
PRECISION = Line("2.8", "P", "TP / (TP + FP)", {"TP": 8, "FP": 3}, FOUND)
TABLE = Table(["k", '"a_b"', "P_1"], ROWS, Sentence({"en": "A & B", "zh": "甲与乙"}))
WORKING = Working(Fraction(8, 11), (COUNT, TABLE, PRECISION))


def test_a_working_as_plain_text():
    assert str(WORKING).split("\n") == [
        "Count < first & well.",
        "A & B",
        "k  a_b     P_1",
        "1  x<y     1/2",
        "2       0.3333",
        "(2.8)    P = TP / (TP + FP) = 8 / (8 + 3) = 8/11 ≈ 0.7273   of those found",
    ]
    assert repr(WORKING) == str(WORKING)
    check_working(WORKING)


def test_a_working_as_html():
    html = WORKING._repr_html_()
    assert Tags(html).langs == ["en"]
    assert "Count &lt; first &amp; well." in html
    assert "<math><mtext>a_b</mtext></math>" in html
    assert '<th scope="col">' in html
    assert (
        '<span class="mk-tag">(2.8)</span> <math displaystyle="true"><mi>P</mi><mo>=</mo>' in html
    )
    assert "$" not in html
    assert "x&lt;y" in html


def test_a_working_as_latex():
    assert WORKING._repr_latex_().startswith(r"$$\tag{2.8}")
    assert Working(1, (COUNT,))._repr_latex_() is None


def test_long_lines_break_at_their_equals_signs():
    assert Line("1", "x", "a", {"a": 1}).latex() == r"\tag{1}x = a = 1"
    long = Line("1", "x", "(alpha + beta + gamma) / (alpha - beta - gamma)",
                {"alpha": 1, "beta": 2, "gamma": 3}).latex()  # fmt: skip
    assert long.startswith(r"\tag{1}\begin{aligned}x &= ")
    assert long.endswith(
        r"\\[.4em] &= \frac{1 + 2 + 3}{1 - 2 - 3} \\[.4em] &= -\tfrac{3}{2} = -1.5\end{aligned}"
    )


def test_a_working_is_a_number_where_its_value_is_one():
    assert float(WORKING) == 8 / 11
    with pytest.raises(TypeError):
        float(Working(np.array([1.0, 2.0]), ()))


def test_a_working_cannot_be_changed_and_can_be_compared_and_copied():
    with pytest.raises(AttributeError):
        WORKING.value = 1
    for same in (
        copy.deepcopy(WORKING),
        pickle.loads(pickle.dumps(WORKING)),
        dataclasses.replace(WORKING, value=Fraction(16, 22)),
    ):
        assert same == WORKING
        assert str(same) == str(WORKING)
    assert dataclasses.replace(WORKING, value=1) != WORKING


def test_long_tables_keep_their_ends():
    rows = [[i, i * i] for i in range(30)]
    assert shortened(rows, 30) == rows
    assert shortened(rows, 4) == [[0, 0], [1, 1], ["...", "..."], [29, 841]]
    assert "..." in Table(["x", "y"], shortened(rows, 4)).plain()


# -- functions that show their working --------------------------------------------------------


@measure
def difference(a: int, b: int = 2) -> Found[int]:
    """Return the difference.

    >>> difference(5)
    3
    """
    return Found(a - b, lambda: [Line(None, "x", "a - b", {"a": a, "b": b})])


def test_one_call_is_one_solution():
    calls = []

    @measure
    def counted(a: int) -> Found[int]:
        calls.append(a)
        return Found(a, lambda: [Line(None, "x", "a", {"a": a})])

    assert str(counted.working(3)).strip() == "x = a = 3"
    assert calls == [3]


def test_a_shown_function_stays_a_plain_function():
    assert inspect.isfunction(difference)
    assert str(inspect.signature(difference)) == "(a: 'int', b: 'int' = 2) -> 'int'"
    assert difference.__annotations__ == {"a": "int", "b": "int", "return": "int"}
    assert difference.__name__ == "difference"
    assert "Return the difference." in pydoc.render_doc(difference)
    assert pickle.loads(pickle.dumps(mk.f1_score)) is mk.f1_score
    assert copy.deepcopy(mk.f1_score) is mk.f1_score
    found = doctest.DocTestFinder(exclude_empty=True).find(difference, globs={})
    assert [len(t.examples) for t in found] == [1]


def test_its_working_takes_the_same_arguments():
    assert str(difference.working(5)).strip() == "x = a - b = 5 - 2 = 3"
    assert str(difference.working(b=1, a=5)).strip() == "x = a - b = 5 - 1 = 4"
    shown = inspect.signature(difference.working)
    assert str(shown) == "(a: 'int', b: 'int' = 2) -> 'Working'"
    assert difference.working.__qualname__ == "difference.working"
    assert "Show the working of `difference`" in difference.working.__doc__
    with pytest.raises(TypeError, match="unexpected keyword argument 'c'"):
        difference.working(1, c=2)
    with pytest.raises(
        TypeError, match=r"difference\(\) missing 1 required positional argument: 'a'"
    ):
        difference.working()


@pytest.mark.parametrize(("plain", "html"), WRITTEN["words"])
def test_symbols_in_words_are_set_as_in_a_formula(plain, html):
    assert typeset(plain) == html
    assert html in Sentence({"en": plain, "zh": ""}).html()


@pytest.mark.parametrize(
    ("text", "cell"),
    [("=1+1", "'=1+1"), ("-2+3", "'-2+3"), ("@SUM(A1)", "'@SUM(A1)"), ("\tx", "'\tx"),
     ("\r=1", "'\r=1"), ("'quoted", "''quoted"), ("-0.5", "-0.5"), ("q1: x", "q1: x"), ("", "")],
)  # fmt: skip
def test_a_spreadsheet_takes_no_cell_for_a_formula(text, cell):
    assert spreadsheet_text(text) == cell
