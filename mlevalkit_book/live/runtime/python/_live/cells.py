"""Runs cells as a notebook does: in __main__, the last expression shown, figures at the end."""

from __future__ import annotations

import ast
import itertools
import linecache
import os
import re
import traceback
import types
from typing import Any

import __main__

from . import alarm, figures, page
from .advice import advice, commands

OWN = os.path.dirname(__file__)
# What Python says of any missing module because this one is started without `site`.
NO_SITE = re.compile(r"\. Site initialization is disabled, [^?]*\?")
PAGE = types.ModuleType("__page__")  # where call() runs: apart from the reader's names
_numbers = itertools.count(1)


def run(code: str, name: str | None) -> dict[str, Any]:
    """Run a cell of the reader's; return status and error."""
    name = name or f"<cell {next(_numbers)}>"
    vars(__main__).pop("__warningregistry__", None)  # warn again when a cell is run again
    return _guarded(lambda: _run(code, name))


def call(code: str, args: Any) -> dict[str, Any]:
    """Run code of the page's; return status, error and the value of the last expression."""
    vars(PAGE)["args"] = args
    found: dict[str, Any] = {}

    def work() -> None:
        body, last = _split(code, "<page>")
        exec(compile(body, "<page>", "exec"), vars(PAGE))
        if last is not None:
            value = eval(compile(ast.Expression(last.value), "<page>", "eval"), vars(PAGE))
            found["value"] = page.plain(value)

    return _guarded(work) | found


def _run(code: str, name: str) -> None:
    linecache.cache[name] = (len(code), None, code.splitlines(keepends=True), name)
    body, last = _split(commands(code), name)
    exec(alarm.watched(compile(body, name, "exec", dont_inherit=True)), vars(__main__))
    if last is not None:
        shown = compile(ast.Interactive([last]), name, "single", dont_inherit=True)
        exec(alarm.watched(shown), vars(__main__))
    figures.show_open()


def _split(code: str, name: str) -> tuple[ast.Module, ast.Expr | None]:
    """Return a cell without its last statement, and that one if its value is to be shown."""
    tree = ast.parse(code, name)
    last = tree.body[-1] if tree.body else None
    if isinstance(last, ast.Expr) and not _ends_with_semicolon(code, last):
        del tree.body[-1]
        return tree, last
    return tree, None


def _ends_with_semicolon(code: str, last: ast.Expr) -> bool:
    # As in a notebook, a semicolon keeps the value from being shown.
    lines = code.encode().split(b"\n")
    assert last.end_lineno is not None
    rest = lines[last.end_lineno - 1][last.end_col_offset :]
    return rest.lstrip().startswith(b";")


def _guarded(work: Any) -> dict[str, Any]:
    try:
        work()
    except SystemExit:
        return {"status": "exit", "error": None}
    except KeyboardInterrupt:
        figures.close_all()
        return {"status": "interrupted", "error": None}
    except BaseException as error:
        figures.close_all()
        return {"status": "error", "error": describe(error)}
    return {"status": "ok", "error": None}


def describe(error: BaseException) -> dict[str, str]:
    """Return an exception as the page shows it, without the frames of this package."""
    hint = advice(error)
    if hint and hint not in getattr(error, "__notes__", ()):
        error.add_note(hint)
    try:
        told = traceback.TracebackException.from_exception(_trimmed(error))
        only, whole = told.format_exception_only(), told.format()
        last, text = (NO_SITE.sub("", "".join(lines)) for lines in (only, whole))
        value = str(error)
    except Exception as failure:  # the reader's __str__ raises, say
        last = text = f"{type(error).__name__} (its text cannot be shown: {failure!r})"
        value = ""
    return {
        "ename": type(error).__name__,
        "evalue": value,
        "last": last.strip(),
        "traceback": text,
    }


def _trimmed(error: BaseException) -> BaseException:
    found = error.__traceback__
    while found and os.path.dirname(found.tb_frame.f_code.co_filename) == OWN:
        found = found.tb_next
    return error.with_traceback(found)
