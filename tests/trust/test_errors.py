"""Wrong calls of every section: which exception they raise, and which argument it names.

A wrong call stands in `errors.txt` with a comment, ``mk.auc([0, 1], [0])  # ValueError: x and y``,
which is the exception and what its message names before "expected"; lines without one prepare.
"""

import ast
import math
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import mlevalkit as mk

FILE = Path(__file__).with_name("errors.txt")
ANSWER = re.compile(r"  # (\w+): ([^#\n]*)$")
MESSAGE = re.compile(
    r"(?P<named>[^:]+): expected (?P<expected>.+?)(?:,|;)? got (?P<got>.+)", re.DOTALL
)


def sections() -> dict[str, str]:
    """Return the calls on file, by section."""
    parts = FILE.read_text(encoding="utf-8").split("==== ")[1:]
    return {name: text for name, _, text in (part.partition("\n") for part in parts)}


def calls(text: str) -> Iterator[tuple[str, str, str]]:
    """Yield each statement with the exception and the argument that are on file, or two blanks."""
    lines = text.splitlines()
    for statement in ast.parse(text).body:
        source = "\n".join(lines[statement.lineno - 1 : statement.end_lineno])
        found = ANSWER.search(source)
        yield source, *(found.groups() if found else ("", ""))


@pytest.mark.parametrize("section", sections())
@pytest.mark.filterwarnings("ignore::mlevalkit.UndefinedMetricWarning")
def test_a_wrong_call_is_told_which_argument_is_wrong(section: str) -> None:
    names: dict[str, Any] = {"mk": mk, "np": np, "math": math}
    wrong = []
    for source, kind, named in calls(sections()[section]):
        try:
            exec(source, names)
            told = "", ""
        except Exception as error:
            message = str(error.args[0] if isinstance(error, KeyError) else error)
            found = MESSAGE.match(message)
            told = type(error).__name__, found["named"] if found else message.partition("\n")[0]
        if told != (kind, named):
            wrong.append(f"{source}\n    raised {told[0] or 'nothing'}: {told[1]}")
    if wrong:
        pytest.fail("\n".join(wrong), pytrace=False)


@pytest.mark.parametrize(
    ("message", "named"),
    [("k: expected a whole number, got 1.5", "k"), ("k is wrong", None), ("k: expected 1", None)],
)
def test_a_message_names_what_it_got_and_what_it_expected(message: str, named: str | None) -> None:
    found = MESSAGE.match(message)
    assert (found and found["named"]) == named
