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
from typing import Any, NamedTuple


class Fault(NamedTuple):
    """Why an answer does not pass a test: the kind of fault, and the name or line concerned."""

    kind: str
    what: str


_SENTENCES = {  # Chinese first, as in the notebooks
    "unanswered": "尚未作答：{0}。Not answered yet: {0}.",
    "undefined": "请先运行上面的单元格，{0} 没有定义。Run the cells above: {0} is not defined.",
    "false": "还不对，不成立：{0}。Not yet, this does not hold: {0}",
    "raised": "还不对，出错：{0}。Not yet, this raises an error: {0}",
}
_PASSED = "通过。Passed."


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
    q1: 尚未作答：answer。Not answered yet: answer.
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
        if question not in tests:
            raise ValueError(f"question: expected one of {', '.join(tests)}, got {question!r}")
        cases = tests[question]["suites"][0]["cases"]
        found = next(filter(None, (fault(case["code"], names) for case in cases)), None)
        said = _PASSED if found is None else _SENTENCES[found.kind].format(found.what)
        print(f"{question}: {said}")


def _tests(notebook: str) -> dict[str, Any]:
    """Return the tests in a notebook's metadata; of several copies, those of the newest."""
    path = Path(notebook)
    copies = sorted(path.parent.glob("*.ipynb"), key=lambda p: p.stat().st_mtime, reverse=True)
    for found in [path] if path.exists() else copies:
        metadata = json.loads(found.read_text("utf-8"))["metadata"]
        if tests := metadata.get("otter", {}).get("tests"):
            return dict(tests)
    raise FileNotFoundError(f"no homework notebook {notebook!r} in {path.parent.resolve()}")


def fault(test: str, names: Mapping[str, Any]) -> Fault | None:
    """Run a test, written as a doctest, on names and their values; None if it passes."""
    examples = doctest.DocTestParser().get_examples(test)
    used = [n for e in examples for n in ast.walk(ast.parse(e.source)) if isinstance(n, ast.Name)]
    made = {n.id for n in used if isinstance(n.ctx, ast.Store)} | vars(builtins).keys()
    asked = dict.fromkeys(n.id for n in used if n.id not in made)
    if undefined := [name for name in asked if name not in names]:
        return Fault("undefined", ", ".join(undefined))
    if unanswered := [name for name in asked if _unanswered(names[name])]:
        return Fault("unanswered", ", ".join(unanswered))
    case = doctest.DocTest(examples, dict(names), "check", None, None, None)
    try:
        doctest.DebugRunner().run(case, out=io.StringIO().write)
    except doctest.UnexpectedException as error:
        kind, value, _ = error.exc_info
        line = _line(error.example)
        if kind is AssertionError:
            return Fault("false", line)
        return Fault("raised", f"{line}: {kind.__name__}: {value}")
    except doctest.DocTestFailure as error:
        return Fault("false", f"{_line(error.example)} == {error.example.want.strip()}")
    return None


def _line(example: doctest.Example) -> str:
    first, *more = example.source.strip().splitlines()
    return f"{first} ..." if more else first


def _blank() -> None: ...


def _unanswered(value: object) -> bool:
    """Return whether a value is the question's ``...``, or a function of nothing else."""
    if isinstance(value, types.FunctionType):
        return value.__code__.co_code == _blank.__code__.co_code
    return value is ...
