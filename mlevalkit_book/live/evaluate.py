"""What the page on a reader's own predictions asks Python: read, evaluate, give to take away."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from shutil import make_archive
from tempfile import TemporaryDirectory
from typing import Any

import mlevalkit as mk
from mlevalkit._tables import TableError
from mlevalkit.explorers.words import language
from mlevalkit.report.predictions import Predictions
from mlevalkit.report.reading.proposal import ROLES
from mlevalkit_book.words import words

SLOW = 2_000_000  # characters of a table from which reading shows its progress

RESAMPLING = 0.004  # seconds a row, of groups or weighted samples, in a browser
SAID = words("live")

_last: dict[str, Any] = {}


def look(sources: list[str], reading: dict[str, Any]) -> dict[str, Any]:
    """Read a table or two and return its first rows, the roles of its columns, and what is open.

    `sources` are texts or names of files; `reading` are keyword arguments of `read_predictions`.
    """
    _last.clear()
    large = sum(map(len, sources)) > SLOW or _are_large(sources)
    try:
        table = mk.read_predictions(sources, progress=large, **reading)
    except TableError as error:
        choices = [[str(choice.sentence), _plain(choice.options)] for choice in error.choices]
        shown = [[c.name, c.role, list(c.cells)] for c in error.columns]
        asked = {"asked": str(error.sentence), "choices": choices}
        return {**asked, "columns": shown, "roles": ROLES}
    except (TypeError, ValueError) as error:
        return {"asked": str(error), "choices": [], "columns": []}
    _last["table"] = table
    labels = table.labels if isinstance(table, Predictions) else ()
    return {
        "asked": None,
        "roles": ROLES,
        "columns": [[c.name, c.role, list(c.cells)] for c in table.import_report.columns],
        "said": [str(sentence) for sentence in table.import_report.sentences()],
        "labels": [str(label) for label in labels],
        "positive": str(table.pos_label) if len(labels) == 2 else None,
    }


def _plain(options: Any) -> dict[str, Any]:
    """Return keyword arguments that a page can hold."""
    found = {name: dict(v) if isinstance(v, Mapping) else v for name, v in options.items()}
    if "pos_label" in found:
        found["pos_label"] = str(found["pos_label"])
    return found


def evaluate(evaluating: dict[str, Any]) -> dict[str, Any]:
    """Return the report on the table that was looked at last, as HTML for the page.

    `evaluating` are keyword arguments of `evaluate`.
    """
    table = _last["table"]
    _warn_of_long_work(table)
    try:
        result = mk.evaluate(table, progress=True, **evaluating)
    except (TypeError, ValueError) as error:
        return {"refused": str(error)}
    _last["result"] = result
    return {"html": result.to_html(book="", fragment=True, figures=False)}


def figure(name: str) -> str:
    """Return a figure of the last report, which its page asks for when it comes into view."""
    text: str = _last["result"].figure_html(name)
    return text


def _warn_of_long_work(table: Any) -> None:
    """Say before it begins how long resampling takes, where it takes long."""
    lines = getattr(table, "rows", None)
    rows = 0 if lines is None else len(lines)
    resampled = any(getattr(table, name, None) is not None for name in ("group", "weight"))
    minutes = rows * RESAMPLING / 60
    if resampled and minutes >= 1:
        print(SAID[language()]["ev_long"].format(rows=rows, minutes=round(minutes)))


def _are_large(sources: list[str]) -> bool:
    return any("\n" not in s and Path(s).is_file() and Path(s).stat().st_size > SLOW
               for s in sources)  # fmt: skip


def take(kind: str) -> str:
    """Return the last report in a form to take away."""
    result = _last["result"]
    makers = {
        "html": result.to_html,
        "json": result.to_json,
        "csv": result.to_csv,
        "txt": result.report,
        "zip": lambda: _archive(result),
    }
    text: str = makers[kind]()
    return text


def _archive(result: Any) -> str:
    """Write everything into one archive, script and notebook beside their data; return its name."""
    with TemporaryDirectory() as folder:
        result.to_html(f"{folder}/report.html")
        result.to_json(f"{folder}/numbers.json")
        result.to_csv(f"{folder}/numbers.csv")
        result.to_script(f"{folder}/again.py")
        result.to_notebook(f"{folder}/again.ipynb")
        result.to_svg(folder)
        return Path(make_archive("report", "zip", folder)).name
