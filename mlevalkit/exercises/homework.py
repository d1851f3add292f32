"""What the check below a homework question says of an answer."""

from __future__ import annotations

import ast
import builtins
import doctest
import io
import json
import sys
import types
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from .._validation import one_of
from ..display.workings import Messages

_say = Messages(__package__)


class Homework:
    """The checks of a homework notebook, read from the notebook itself.

    Parameters
    ----------
    notebook : str
        The notebook's file name. A renamed copy in the same folder is found too.

    Examples
    --------
    >>> import json, pathlib, tempfile
    >>> import mlevalkit as mk
    >>> tests = {"q1": {"suites": [{"cases": [{"code": ">>> assert answer > 0"}]}]}}
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     notebook = pathlib.Path(folder, "hw0.ipynb")
    ...     _ = notebook.write_text(json.dumps({"metadata": {"otter": {"tests": tests}}}))
    ...     mk.exercises.Homework(str(notebook)).check("q1", {"answer": ...})
    q1: Not answered yet: answer.
    """

    def __init__(self, notebook: str) -> None:
        self.notebook = notebook

    def check(self, question: str, names: Mapping[str, Any] | None = None) -> None:
        """Print one sentence on the answer to a question.

        Parameters
        ----------
        question : str
            The question's name, such as ``"q1"``.
        names : mapping, optional
            The names of the answer and their values; by default those of the notebook.
        """
        names = vars(sys.modules["__main__"]) if names is None else names
        tests = _tests(self.notebook)
        cases = tests[one_of(question, "question", tests)]["suites"][0]["cases"]
        found = next(filter(None, (fault(case["code"], names) for case in cases)), None)
        kind, what = found or ("passed", "")
        print(f"{question}: {_say('homework', kind, what=what)}")


def _tests(notebook: str) -> dict[str, Any]:
    """Return the tests in a notebook's metadata; of several copies, those of the newest."""
    path = Path(notebook)
    copies = sorted(path.parent.glob("*.ipynb"), key=lambda p: p.stat().st_mtime, reverse=True)
    for found in [path] if path.exists() else copies:
        metadata = json.loads(found.read_text("utf-8"))["metadata"]
        if tests := metadata.get("otter", {}).get("tests"):
            return dict(tests)
    raise FileNotFoundError(f"no homework notebook {notebook!r} in {path.parent.resolve()}")


class _Checker(doctest.OutputChecker):
    """Compares the end of what a test shows: before that, an answer may print what it likes."""

    def check_output(self, want: str, got: str, optionflags: int) -> bool:
        return super().check_output(want, got, optionflags) or f"\n{got}".endswith(f"\n{want}")


def fault(test: str, names: Mapping[str, Any]) -> tuple[str, str] | None:
    """Run a test, written as a doctest, on names and their values.

    Return the kind of fault that the answer has, and the name or line concerned; None if it passes.
    """
    examples = doctest.DocTestParser().get_examples(test)
    used = [n for e in examples for n in ast.walk(ast.parse(e.source)) if isinstance(n, ast.Name)]
    made = {n.id for n in used if isinstance(n.ctx, ast.Store)} | vars(builtins).keys()
    asked = dict.fromkeys(n.id for n in used if n.id not in made)
    if undefined := [name for name in asked if name not in names]:
        return "undefined", ", ".join(undefined)
    if unanswered := [name for name in asked if is_blank(names[name])]:
        return "unanswered", ", ".join(unanswered)
    case = doctest.DocTest(examples, dict(names), "check", None, None, None)
    try:
        doctest.DebugRunner(_Checker()).run(case, out=io.StringIO().write)
    except (doctest.UnexpectedException, doctest.DocTestFailure) as error:
        parts = error.example.source, error.example.want
        line = " == ".join(part.splitlines()[0] for part in parts if part)
        kind, value, _ = getattr(error, "exc_info", (AssertionError, None, None))
        if kind is AssertionError:
            return "false", line
        return "raised", f"{line} {kind.__name__}: {value}"
    return None


def _nothing() -> None: ...


def is_blank(value: object) -> bool:
    """Return whether a value is the question's ``...``, or a function of nothing else."""
    if isinstance(value, types.FunctionType):
        return value.__code__.co_code == _nothing.__code__.co_code
    return value is ...
