"""Snapshot test of error messages: wrong calls of every section, and what each is told.

`python tests/trust/test_errors.py` writes `errors.txt` anew; its difference shows what readers will
be told otherwise. A further wrong call is a line `>>> call` there; its message is then filled in.
"""

import difflib
import math
import re
import sys
import traceback
from doctest import DocTestParser
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import mlevalkit as mk

FILE = Path(__file__).with_name("errors.txt")
HEAD = "==== "


def sections() -> dict[str, str]:
    """Return the calls and messages on file, by section."""
    parts = FILE.read_text(encoding="utf-8").split(HEAD)[1:]
    return {name: text.strip("\n") for name, _, text in (part.partition("\n") for part in parts)}


def renewed(text: str) -> str:
    """Return the same calls with the messages of today; what only prepares has none."""
    names: dict[str, Any] = {"mk": mk, "np": np, "math": math}
    lines = []
    for example in DocTestParser().get_examples(text + "\n"):
        first, *rest = example.source.rstrip("\n").split("\n")
        lines += [f">>> {first}", *(f"... {line}" for line in rest)]
        try:
            exec(example.source, names)
        except Exception as error:
            lines.append("".join(traceback.format_exception_only(error)).rstrip("\n"))
    return re.sub(r" at 0x[0-9a-f]+", "", "\n".join(lines))


def everything() -> str:
    """Return the file as it would be written today."""
    found = [f"{HEAD}{name}\n{renewed(text)}" for name, text in sections().items()]
    return "\n\n".join(found) + "\n"


def difference(stored: str, now: str) -> str:
    """Return the lines that differ, below the call that they answer."""
    names = "stored", "now"
    lines = difflib.unified_diff(stored.splitlines(), now.splitlines(), *names, "", "", 2, "")
    return "\n".join(lines)


@pytest.mark.parametrize("section", sections())
@pytest.mark.filterwarnings("ignore::mlevalkit.UndefinedMetricWarning")
def test_messages_to_the_letter(section: str) -> None:
    """If the new words are right: python tests/trust/test_errors.py stores them."""
    on_file = sections()[section]
    changed = difference(on_file, renewed(on_file))
    if changed:
        pytest.fail(f"python {FILE.name} stores what is said now:\n{changed}", pytrace=False)


def test_a_difference_is_short_and_has_its_call() -> None:
    stored = ">>> 1\n>>> f(2)\nValueError: a whole number\n>>> 3\n>>> 4\n>>> 5\n"
    lines = difference(stored, stored.replace("a whole", "an integer")).splitlines()
    assert "-ValueError: a whole number" in lines
    assert "+ValueError: an integer number" in lines
    assert " >>> f(2)" in lines
    assert " >>> 5" not in lines


if __name__ == "__main__":
    sys.path.insert(0, str(Path(__file__).parents[1]))
    FILE.write_text(everything(), encoding="utf-8")
