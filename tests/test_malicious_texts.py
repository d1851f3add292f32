"""Texts of strangers as labels, names and groups of a report: they stay texts, in every format."""

from __future__ import annotations

import csv
import io
import subprocess
import sys
from html.parser import HTMLParser
from pathlib import Path

import numpy as np
import pytest

import mlevalkit as mk

FEW = {
    "script": "<script>window.PWN=1</script>",
    "attribute": '"><img src=x onerror=window.PWN=1>',
    "code": "x\nimport os; os.mkdir('PWNED')\n#",
    "formula": "=1+1|cmd",
    "return": "a\rimport os",
}
MORE = {
    "quote of an attribute": "' onmouseover=window.PWN=1 x='",
    "svg": "<svg/onload=window.PWN=1>",
    "end of a script": "</script><script>window.PWN=1</script>",
    "end of a style": "</style><script>window.PWN=1</script>",
    "end of CDATA": "]]><script>window.PWN=1</script>",
    "comment": "--><script>window.PWN=1</script><!--",
    "address": "javascript:alert(1)",
    "entity": "&lt;script&gt;&amp;",
    "order of writing": "\u202eevil",
    "separators": "a\u2028b\u0085c\x0bd",
    "quotes": 'it\'s "q" \\ back',
    "three quotes": "'''\n\"\"\"",
    "call": "__import__('os').mkdir('PWNED')",
    "braces": "{__import__('os').mkdir('PWNED')}",
    "percent": "%s %(x)s %",
    "dollar": "$\\alpha$ $x<1$",
    "NUL": "a\x00b",
    "escape": "\x1b[31mred",
    "surrogate": "\ud800x",
    "empty": "",
    "blanks": " pad ",
    "long": "L" * 5000,
    "truth": "True",
    "number": "1e5",
    "not a number": "nan",
    "none": "None",
}
SLOW = [pytest.param(text, id=name, marks=pytest.mark.slow) for name, text in MORE.items()]


class Page(HTMLParser):
    """Collects what of a page would run or fetch something."""

    def __init__(self) -> None:
        super().__init__(convert_charrefs=True)
        self.active: list[object] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        given = dict(attrs)
        if tag == "script" and given.get("type") != "application/json":
            self.active.append(tag)
        if tag in ("img", "iframe", "object", "embed"):
            self.active.append(tag)
        values = [(given.get(name) or "").strip().lower() for name in ("href", "src", "action")]
        addresses = [value for value in values if value.startswith("javascript:")]
        self.active += addresses + [name for name in given if name.startswith("on")]


def _evaluation(text: str) -> mk.results.Evaluation:
    random = np.random.default_rng(0)
    truth = random.integers(0, 2, 120)
    found = [np.where(random.random(120) < right, truth, 1 - truth) for right in (0.8, 0.7)]
    labels = np.array([text, "zzz-other"], dtype=object)
    groups = np.array([text, "g2", "g3"], dtype=object)[random.integers(0, 3, 120)]
    return mk.evaluate(
        list(labels[truth]), list(labels[found[0]]), pos_label=text,
        y_pred_b=list(labels[found[1]]), groups=list(groups), names=(text, "other"),
    )  # fmt: skip


@pytest.mark.filterwarnings("ignore")  # of matplotlib, of long names and missing letters
@pytest.mark.parametrize("text", [*(pytest.param(t, id=n) for n, t in FEW.items()), *SLOW])
def test_a_text_stays_a_text(text: str, tmp_path: Path) -> None:
    try:
        result = _evaluation(text)
    except ValueError:
        return  # refused, in words that other tests look at
    page = Page()
    page.feed(result.to_html())
    assert page.active == []
    cells = [row[0] for row in csv.reader(io.StringIO(result.to_csv(), newline="")) if row]
    assert not [cell for cell in cells if cell.startswith(("=", "+", "-", "@", "\t", "\r"))]
    result.to_json(tmp_path / "numbers.json")
    result.to_notebook(tmp_path / "again.ipynb")


@pytest.mark.slow
@pytest.mark.filterwarnings("ignore")
@pytest.mark.parametrize("text", [*FEW.values(), *MORE.values()], ids=[*FEW, *MORE])
def test_the_script_of_a_report_runs_nothing_of_a_text(text: str, tmp_path: Path) -> None:
    try:
        result = _evaluation(text)
    except ValueError:
        return
    result.to_script(tmp_path / "again.py")
    command = [sys.executable, "again.py"]
    done = subprocess.run(
        command, cwd=tmp_path, capture_output=True, encoding="utf-8", timeout=300, check=False
    )
    assert done.returncode == 0, done.stderr
    assert not (tmp_path / "PWNED").exists()
