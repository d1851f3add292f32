"""How a calculation is written down: expressions, workings, results, and `measure`."""

import copy
import dataclasses
import doctest
import inspect
import math
import operator
import pickle
import pydoc
import re
from fractions import Fraction
from html.parser import HTMLParser

import numpy as np
import pytest
from helpers import check_line, check_working
from hypothesis import given, strategies as st
from sklearn.base import clone
from sklearn.dummy import DummyClassifier
from sklearn.metrics import make_scorer
from sklearn.model_selection import cross_val_score

import mlevalkit as mk
from mlevalkit._workings import (
    Expression,
    Found,
    Latex,
    Line,
    MathML,
    Plain,
    Sentence,
    Table,
    Working,
    digits,
    measure,
    quoted,
    shortened,
    typeset,
)

# -- formulas ---------------------------------------------------------------------------------

HALF = Fraction(1, 2)

# formula, numbers, symbols and numbers as plain text, symbols and numbers as LaTeX
RENDERED = [
    ("2*P*R / (P + R)", {"P": Fraction(4, 5), "R": Fraction(2, 3)},
     "2·P·R / (P + R)", "2 · 4/5 · 2/3 / (4/5 + 2/3)",
     r"\frac{2 \, P \, R}{P + R}",
     r"\frac{2 \cdot \tfrac{4}{5} \cdot \tfrac{2}{3}}{\tfrac{4}{5} + \tfrac{2}{3}}"),
    ("a - (b - c)", {"a": 1, "b": -2, "c": -3},
     "a - (b - c)", "1 - (-2 - (-3))",
     r"a - \left(b - c\right)", r"1 - \left(-2 - \left(-3\right)\right)"),
    ("a*b", {"a": -1, "b": -2}, "a·b", "-1 · (-2)", r"a \, b", r"-1 \cdot \left(-2\right)"),
    ("a*(b/c)", {"a": 1, "b": 2, "c": 3},
     "a · b / c", "1 · 2 / 3", r"a \, \frac{b}{c}", r"1 \cdot \frac{2}{3}"),
    ("a/(b/c)", {"a": 1, "b": 2, "c": 3},
     "a / (b / c)", "1 / (2 / 3)", r"\frac{a}{\frac{b}{c}}", r"\frac{1}{\frac{2}{3}}"),
    ("-a", {"a": -2}, "-a", "-(-2)", "-a", r"-\left(-2\right)"),
    ("-a**2", {"a": -3}, "-a^2", "-(-3)^2", "-a^{2}", r"-\left(-3\right)^{2}"),
    ("(-a)**2", {"a": 3}, "(-a)^2", "(-3)^2", r"\left(-a\right)^{2}", r"\left(-3\right)^{2}"),
    ("a**b", {"a": HALF, "b": -2}, "a^b", "(1/2)^(-2)", "a^{b}", r"\left(\tfrac{1}{2}\right)^{-2}"),
    ("(a**b)**c", {"a": 2, "b": 3, "c": 2},
     "(a^b)^c", "(2^3)^2", r"\left(a^{b}\right)^{c}", r"\left(2^{3}\right)^{2}"),
    ("C(m, k) * eps**k", {"m": 4, "k": 2, "eps": 0.5},
     "C(m, k) · ε^k", "C(4, 2) · 0.5^2",
     r"\binom{m}{k} \, \epsilon^{k}", r"\binom{4}{2} \cdot 0.5^{2}"),
    ("sqrt(a) * abs(b - a)", {"a": 4, "b": 1},
     "√(a) · |b - a|", "√(4) · |1 - 4|",
     r"\sqrt{a} \, \left|b - a\right|", r"\sqrt{4} \, \left|1 - 4\right|"),
    ("ceil(s*m) - floor(m/2)", {"s": 0.4, "m": 5},
     "ceil(s·m) - floor(m / 2)", "ceil(0.4 · 5) - floor(5 / 2)",
     r"\left\lceil s \, m \right\rceil - \left\lfloor \frac{m}{2} \right\rfloor",
     r"\left\lceil 0.4 \cdot 5 \right\rceil - \left\lfloor \frac{5}{2} \right\rfloor"),
    ("max(a, b) + exp(-a) - log(b)", {"a": 0, "b": 1},
     "max(a, b) + exp(-a) - log(b)", "max(0, 1) + exp(-0) - log(1)",
     r"\max\left(a, b\right) + \exp\left(-a\right) - \log\left(b\right)",
     r"\max\left(0, 1\right) + \exp\left(-0\right) - \log\left(1\right)"),
    ("sum((f - y)**2) / m", {"f": [1, 5], "y": [HALF, -1], "m": 2},
     "Σ (f - y)^2 / m", "((1 - 1/2)^2 + (5 - (-1))^2) / 2",
     r"\frac{\sum \left(f - y\right)^{2}}{m}",
     r"\frac{\left(1 - \tfrac{1}{2}\right)^{2} + \left(5 - \left(-1\right)\right)^{2}}{2}"),
    ("b - sum(a)", {"a": [1, -2], "b": 3},
     "b - Σ a", "3 - (1 + (-2))", r"b - \sum a", r"3 - \left(1 + \left(-2\right)\right)"),
    ("a * 1e-10 / b", {"a": 2.5e20, "b": math.inf},
     "a·1e-10 / b", "2.5e+20 · 1e-10 / inf",
     r"\frac{a \cdot 1 \times 10^{-10}}{b}",
     r"\frac{2.5 \times 10^{20} \cdot 1 \times 10^{-10}}{\infty}"),
]  # fmt: skip


@pytest.mark.parametrize(("source", "values", "plain", "put", "tex", "tex_put"), RENDERED)
def test_a_formula_is_written_with_symbols_and_with_numbers(
    source, values, plain, put, tex, tex_put
):
    expression = Expression(source)
    assert expression.text(Plain()) == plain
    assert expression.text(Plain(), values) == put
    assert expression.text(Latex()) == tex
    assert expression.text(Latex(), values) == tex_put
    for numbers in (None, values):
        Tags(f"<math>{expression.text(MathML(), numbers)}</math>")
    check_line(Line(None, "x", source, values))


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


SYMBOLS = [
    ("eps_hat", "ε^", r"\hat{\epsilon}"),
    ("eps_hat_1", "ε^_1", r"\hat{\epsilon}_{1}"),
    ("e_01", "e_01", "e_{01}"),
    ("m_pos", "m+", "m^{+}"),
    ("m_neg", "m-", "m^{-}"),
    ("TP_mean", "mean TP", r"\overline{\mathit{TP}}"),
    ("tau_chi2", "τ_chi2", r"\tau_{\chi^2}"),
    ("macro_P", "macro-P", r"\text{macro-}P"),
    ("micro_F1", "micro-F1", r"\text{micro-}\mathit{F1}"),
    ("macro", "macro", r"\mathrm{macro}"),
    ("F_beta", "F_β", r"F_{\beta}"),
    ("F1_0", "F1_0", r"\mathit{F1}_{0}"),
    ("x_min", "x_min", r"x_{\text{min}}"),
    ("chi2", "chi2", r"\chi^2"),
    ("inf", "∞", r"\infty"),
    ("", "", ""),
    ('"spam & ham"', "spam & ham", r"\text{spam }\&\text{ ham}"),
    ('P_"pos"', "P_pos", r"P_{\text{pos}}"),
    ('P_"-1"', "P_-1", r"P_{\text{-1}}"),
    ('F_beta_"a_b"', "F_β,a_b", r"F_{\beta,\text{a}\_\text{b}}"),
    ('P_"\\^~"', "P_\\^~", r"P_{\backslash\wedge\sim}"),
    ('R_"好瓜"', "R_好瓜", r"R_{\text{好瓜}}"),
]


@pytest.mark.parametrize(("symbol", "plain", "tex"), SYMBOLS)
def test_symbols(symbol, plain, tex):
    assert Plain().name(symbol) == plain
    assert Latex().name(symbol) == tex
    Tags(MathML().name(symbol))


@pytest.mark.parametrize(
    ("formula", "values", "mathml"),
    [
        ("a / b", {"a": 1, "b": 2}, "frac(row(n1)row(n2))"),
        ("a * b", {"a": 2, "b": HALF}, "n2o·frac(n1n2)"),
        ("TPR * p", None, "iTPRspace()ip"),
        ("a - b", {"a": 1, "b": -2}, "n1 o− row(o(o−n2o))"),
        ("a", {"a": 2.5e20}, "n2.5o×sup(n10n20)"),
        ("sqrt(sigma2)", None, "sqrt(sup(iσn2))"),
        ("e_01 + m_pos", None, "sub(ierow(n01)) o+ sup(imrow(o+))"),
    ],
)
def test_a_formula_in_mathml(formula, values, mathml):
    text = Expression(formula).text(MathML(), values)
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


def test_long_sums_are_cut_and_still_evaluated_whole():
    line = Line("2.2", "E", "sum(a) / m", {"a": list(range(20)), "m": 20})
    assert line.plain() == "(2.2)    E = Σ a / m = (0 + 1 + 2 + ... + 19) / 20 = 19/2 = 9.5"
    assert r"\dots" in line.latex()


# -- numbers ----------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("value", "text"),
    [
        (0.0, "0"), (0.5, "0.5"), (1 / 3, "0.3333"), (12345.678, "12345.678"),
        (1234567.0, "1.235e+06"), (0.00123456, "0.001235"), (-0.25, "-0.25"),
        (math.nan, "nan"), (math.inf, "inf"), (-math.inf, "-inf"),
    ],
)  # fmt: skip
def test_digits(value, text):
    assert digits(value) == text


@pytest.mark.parametrize(
    ("formula", "values", "plain"),
    [
        ("TP / m", {"TP": 8, "m": 11}, "x = TP / m = 8 / 11 = 8/11 ≈ 0.7273"),
        ("TP / m", {"TP": 3, "m": 5}, "x = TP / m = 3 / 5 = 3/5 = 0.6"),
        ("TP / m", {"TP": 4, "m": 2}, "x = TP / m = 4 / 2 = 2"),
        ("TP / m", {"TP": 100_001, "m": 3}, "x = TP / m = 100001 / 3 ≈ 33333.6667"),
        ("R", {"R": Fraction(2, 3)}, "x = R = 2/3 ≈ 0.6667"),
        ("R", {"R": math.nan}, "x = R = nan"),
        ("a / b", {"a": math.inf, "b": 1}, "x = a / b = inf / 1 = inf"),
        ("sqrt(a)", {"a": 2}, "x = √(a) = √(2) ≈ 1.4142"),
        ("a * b", {"a": math.pi, "b": 2}, "x = a·b ≈ 3.14159 · 2 ≈ 6.2832"),
        ("C(n, k)**2", {"n": 500, "k": 350}, "x = C(n, k)^2 = C(500, 350)^2 ≈ 2.98595e+262"),
        ("C(n, k)", {"n": 5000, "k": 2500}, "x = C(n, k) = C(5000, 2500) ≈ 1.59372e+1503"),
        ("1 / 3", {}, "x = 1 / 3 = 1/3 ≈ 0.3333"),
        # decimals are taken at their word: as floats these would be a little beside it
        ("sum(a) / n", {"a": [0.1, 0.2], "n": 3}, "x = Σ a / n = (0.1 + 0.2) / 3 = 0.1"),
        ("a * (1 - b)", {"a": 0.1, "b": 0.8}, "x = a · (1 - b) = 0.1 · (1 - 0.8) = 0.02"),
        ("a / b", {"a": 0.7, "b": 0.1}, "x = a / b = 0.7 / 0.1 = 7"),
        ("ceil(s * m)", {"s": 0.07, "m": 100}, "x = ceil(s·m) = ceil(0.07 · 100) = 8"),  # but here
    ],
)
def test_the_chain_of_a_line(formula, values, plain):
    assert Line(None, "x", formula, values).plain().strip() == plain


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
    short = Line("1", "x", "a", {"a": 1}).latex()
    assert short == r"\tag{1}x = a = 1"
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
    with pytest.raises(TypeError):
        PRECISION.values["TP"] = 99
    for same in (
        copy.deepcopy(WORKING),
        pickle.loads(pickle.dumps(WORKING)),
        dataclasses.replace(WORKING, value=Fraction(16, 22)),
    ):
        assert same == WORKING
        assert hash(same) == hash(WORKING)
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
    assert str(inspect.signature(difference)) == "(a: int, b: int = 2) -> int"
    assert difference.__annotations__ == {"a": int, "b": int, "return": int}
    assert difference.__name__ == "difference"
    assert "Return the difference." in pydoc.render_doc(difference)
    assert pickle.loads(pickle.dumps(mk.f1_score)) is mk.f1_score
    assert copy.deepcopy(mk.f1_score) is mk.f1_score
    found = doctest.DocTestFinder(exclude_empty=True).find(difference, globs={})
    assert [len(t.examples) for t in found] == [1]


def test_help_names_array_like():
    shown = str(inspect.signature(mk.recall_score))
    assert shown.startswith("(y_true: ArrayLike, y_pred: ArrayLike, *, labels: ArrayLike | None = ")


def test_its_working_takes_the_same_arguments():
    assert str(difference.working(5)).strip() == "x = a - b = 5 - 2 = 3"
    assert str(difference.working(b=1, a=5)).strip() == "x = a - b = 5 - 1 = 4"
    shown = inspect.signature(difference.working).replace(return_annotation=None)
    assert str(shown) == "(a: int, b: int = 2) -> None"
    assert difference.working.__annotations__["return"] is Working
    assert difference.working.__qualname__ == "difference.working"
    assert "Show the working of `difference`" in difference.working.__doc__
    with pytest.raises(TypeError, match="unexpected keyword argument 'c'"):
        difference.working(1, c=2)
    with pytest.raises(
        TypeError, match=r"difference\(\) missing 1 required positional argument: 'a'"
    ):
        difference.working()


def test_a_shown_function_makes_a_scorer():
    X, y = np.zeros((20, 1)), np.array([0, 1, 1, 1, 1] * 4)
    scorer = make_scorer(mk.f1_score, pos_label=1)
    learner = clone(DummyClassifier(strategy="most_frequent"))
    assert cross_val_score(learner, X, y, cv=4, scoring=scorer) == pytest.approx([8 / 9] * 4)


@pytest.mark.parametrize(
    ("plain", "html"),
    [
        ("τ_chi2 <= 3.8 and chi2(1)", "τ<sub>χ²</sub> ≤ 3.8 and χ²(1)"),
        ("ε^ > ε_bar", "ε\u0302 &gt; ε\u0304"),
        ("(Δ_i,1 - m)^2, σ_i^2", "(Δ<sub>i,1</sub> - m)<sup>2</sup>, σ<sub>i</sub><sup>2</sup>"),
        ("前 m_test 个，e_01", "前 m<sub>test</sub> 个，e<sub>01</sub>"),
        ("t_α/2, q_alpha", "t<sub>α/2</sub>, q<sub>α</sub>"),
        ("cost_norm >= cost_01", "cost<sub>norm</sub> ≥ cost<sub>01</sub>"),
        ("y_true, y_score, svc__C, error_rate, a^b", "y_true, y_score, svc__C, error_rate, a^b"),
    ],
)
def test_symbols_in_words_are_set_as_in_a_formula(plain, html):
    assert typeset(plain) == html
    assert html in Sentence({"en": plain, "zh": ""}).html()
