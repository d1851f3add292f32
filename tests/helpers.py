"""What several test files need."""

import json
import math
import re
import runpy
import shutil
import subprocess
from collections.abc import Iterator
from fractions import Fraction
from itertools import product
from pathlib import Path
from types import SimpleNamespace
from typing import Any
from xml.etree import ElementTree

import numpy as np
import pytest
from hypothesis import strategies as st
from matplotlib.axes import Axes

from mlevalkit.display.workings import Line, Working
from mlevalkit.explorers import Value, View
from mlevalkit.explorers.canvas import width_of

# labels of both classes, and scores among which many are equal
scored = (
    st.lists(st.tuples(st.booleans(), st.integers(-4, 4)), min_size=2, max_size=30)
    .map(lambda rows: tuple(np.array(column) for column in zip(*rows, strict=True)))
    .filter(lambda data: 0 < data[0].sum() < len(data[0]))
)
DATA = Path(__file__).parent / "data"
D = [[0.06, 0.05], [0.03, 0.06], [0.04, 0.05], [0.05, 0.03], [0.06, 0.04]]  # differences of 5x2cv
FORMS = ["textbook", "dietterich", "alpaydin"]  # of the 5x2cv test
C45 = ["C4.5", "C4.5+m", "C4.5+cf", "C4.5+m+cf"]  # the learners of Demšar's Table 6
DEMSAR_SCORES, DEMSAR_RANKS = np.hsplit(
    np.genfromtxt(DATA / "demsar_table_6.csv", delimiter=",", skip_header=3)[:, 1:], 2
)
_CALLS = {
    "C": math.comb, "sqrt": math.sqrt, "log": math.log, "exp": math.exp, "abs": abs,
    "ceil": math.ceil, "floor": math.floor, "max": max, "min": min,
    "Fraction": Fraction, "inf": math.inf, "nan": math.nan,
}  # fmt: skip


def published(name: str) -> np.ndarray:
    """Return a table of tests/data, its columns by name."""
    return np.genfromtxt(DATA / f"{name}.csv", delimiter=",", names=True, skip_header=2)


def template_of_a_teacher() -> str:
    """Return the code with which CONTRIBUTING.md adds a template."""
    text = (Path(__file__).parents[1] / "CONTRIBUTING.md").read_text(encoding="utf-8")
    recipe = text.partition("## Add a problem")[2]
    return recipe.partition("```python\n")[2].partition("```")[0]


def texts_of(form: str) -> Iterator[str]:
    """Yield the texts that a form stands for: "⟨a|b⟩c" is ac and bc."""
    parts = enumerate(re.split("⟨([^⟩]*)⟩", form))
    choices = [part.split("|") if i % 2 else [part] for i, part in parts]
    yield from map("".join, product(*choices))


def in_javascript(scripts: list[str], code: str, given: object) -> Any:
    """Return what a function body of JavaScript returns; `book` has what scripts define."""
    if not shutil.which("node"):
        pytest.skip("needs Node.js")
    module = f"""
        import {{ load }} from "./tests/javascript/load.mjs";
        import {{ readFileSync }} from "node:fs";
        const answer = (book, given) => {{{code}}};
        const given = JSON.parse(readFileSync(0, "utf8"));
        process.stdout.write(JSON.stringify(answer(load({json.dumps(scripts)}), given)));
    """
    done = subprocess.run(
        ["node", "--input-type=module", "-e", module], cwd=DATA.parents[1],
        input=json.dumps(given), capture_output=True, text=True, check=False,
    )  # fmt: skip
    assert done.returncode == 0, done.stderr
    return json.loads(done.stdout)


def simulation(name: str) -> SimpleNamespace:
    """Return the functions of a simulation of book/data, whose table the library has."""
    return SimpleNamespace(**runpy.run_path(str(DATA.parents[1] / f"book/data/{name}.py")))


def evaluate(text: str) -> float:
    """Evaluate a displayed substitution such as ``2 · 4/5 · 2/3 / (4/5 + 2/3)``."""
    source = text.replace("·", "*").replace("^", "**").replace("√", "sqrt").replace("∞", "inf")
    source = re.sub(r"\|([^|]*)\|", r"abs(\1)", source)
    return float(eval(source, {"__builtins__": {}}, _CALLS))


def _slack(shown: str) -> float:
    """Return half a unit of the last digit shown."""
    mantissa, _, exponent = shown.lower().partition("e")
    places = len(mantissa.partition(".")[2])
    return 0.5 * 10.0 ** (int(exponent or 0) - places)


def check_line(line: Line) -> None:
    """Every link of the chain that holds numbers only equals the value within its digits."""
    text = line.plain()
    if line.note:
        text = text.removesuffix("   " + line.note.plain())
    links = re.split(r" (=|≈|->) ", text[9:])[1:]
    pairs = list(zip(links[::2], links[1::2], strict=True))
    if pairs[-1][0] == "->":
        return  # 0/0: there is nothing to evaluate
    value = float(line.value)
    start = 1 if line.values else 0
    for sign, shown in pairs[start:]:
        if "..." in shown:
            continue
        got = evaluate(shown)
        if math.isnan(value) or math.isinf(value):
            assert str(got) == str(value), line.plain()
            continue
        simple = re.fullmatch(r"-?[\d.]+(e[-+]?\d+)?", shown)
        slack = _slack(shown) if simple and sign == "≈" else 0.0
        if not simple and sign == "≈":  # numbers put in are rounded to six digits
            terms = re.findall(r"\d+\.\d+(?:e[-+]?\d+)?", shown)
            slack = max(2e-5 * max(1.0, abs(value)), sum(map(_slack, terms)))
        assert got == value or abs(got - value) <= slack * 1.0001 + 1e-9 * abs(value) + 1e-14, (
            f"{shown} is {got}, not {value}: {line.plain()}"
        )


def check_working(working: Working, value: float | None = None) -> None:
    """A working evaluates to what it shows, renders in every form, and ends at the value."""
    lines = [s for s in working.steps if isinstance(s, Line)]
    for line in lines:
        check_line(line)
    str(working).encode("gbk")
    html = working._repr_html_()
    assert html.startswith('<div class="mk mk-working" lang="en">')
    assert not re.search(r"<m[in]>[^<]*[\^_]", html)  # a power or an index is set as one
    if value is not None:
        values = [float(line.value) for line in lines]
        assert math.isclose(float(working), value, rel_tol=1e-12) or math.isnan(value)
        assert math.isnan(float(working)) == math.isnan(value)
        assert any(math.isclose(v, value, rel_tol=1e-9) for v in values) or (
            math.isnan(value) and any(map(math.isnan, values))
        )


def numbers(view: View) -> dict[str, Value]:
    """Return the numbers that an explorer's view shows, by their labels."""
    return {str(value.label): value for value in view.numbers}


def values(view: View) -> dict[str, Any]:
    """Return the values of these numbers."""
    return {label: number.value for label, number in numbers(view).items()}


def legend_of(ax: Axes) -> list[str]:
    """Return the words of a figure's legend."""
    return [text.get_text() for text in ax.get_legend().get_texts()]


def words_in(picture: str) -> list[tuple[str, tuple[float, float, float, float]]]:
    """Return the words of an explorer's picture, and the left, top, right and bottom of each."""
    found = []
    for text in ElementTree.fromstring(picture).iter("{http://www.w3.org/2000/svg}text"):
        words, style = "".join(text.itertext()), text.get("style")
        size = float(re.search(r"font-size: ([\d.]+)px", style)[1])
        wide = width_of(words, size) * (1.12 if "font-weight: 700" in style else 1)
        anchor = re.search("text-anchor: (middle|end)", style)
        left = {"middle": -wide / 2, "end": -wide}.get(anchor and anchor[1], 0.0)
        x, y = float(text.get("x")), float(text.get("y"))
        box = (x + left, y - 0.76 * size, x + left + wide, y + 0.21 * size)
        if text.get("transform"):
            box = (x - 0.76 * size, y - left - wide, x + 0.21 * size, y - left)
        found.append((words, box))
    return found
