"""``python -m mlevalkit predictions.csv``: a table of predictions in, a report out."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Sequence
from importlib.util import find_spec
from pathlib import Path
from typing import Any

from .display.language import LANGUAGES, set_language
from .display.workings import printable
from .report.checks import find_warnings
from .report.evaluate import evaluate
from .report.predictions import Predictions
from .report.reading.read import TASKS, read_predictions
from .report.reading.text import TableError

EXAMPLES = """\
examples:
  python -m mlevalkit predictions.csv --positive ill --cost-fn 10 -o report.html
  python -m mlevalkit truth.csv submission.csv --language zh -o report.html
  python -m mlevalkit results.csv --role diagnosis=y_true --role p_net=y_score:net
  python -m mlevalkit predictions.csv --check

exit codes:
  0  done
  1  done, and there are warnings (with --check only)
  2  the command line is wrong
  3  the table cannot be read as it stands; the message says where and what to do
"""


def parser() -> argparse.ArgumentParser:
    """Return the parser of the command line."""
    found = argparse.ArgumentParser(
        prog="python -m mlevalkit",
        description="Evaluate a table of predictions: measures with intervals, and their limits.",
        epilog=EXAMPLES,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    add = found.add_argument
    add("table", nargs="+", help="CSV or other text; two tables are matched on their id")
    add("-o", "--output", help="where to write the report: .html, .json, .csv, .py or .ipynb")
    add("--positive", help="the positive class")
    add(
        "--lower",
        action="store_true",
        help="a low score means the positive class, or a good learner",
    )
    add("--cost-fn", type=float, help="cost of a false negative")
    add("--cost-fp", type=float, help="cost of a false positive")
    add("--threshold", type=float, help="a threshold of the scores that was fixed beforehand")
    add("--margin", type=float, help="the smallest difference of two models that would matter")
    add("--role", action="append", default=[], metavar="COLUMN=ROLE", help="what a column holds")
    add("--task", choices=TASKS, help="what the table holds, where it is not clear")
    add("--drop-missing", action="store_true", help="leave out rows without a value")
    add("--encoding", help="encoding of the table, such as gb18030")
    add("--ignore", action="append", default=[], metavar="CODE", help="a warning to leave out")
    add("--check", action="store_true", help="only say what was read and what looks wrong")
    add("--language", choices=LANGUAGES, help="language of the report")
    add("--quiet", action="store_true", help="show no progress")
    return found


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the command line and return its exit code."""
    given = parser().parse_args(arguments)
    if given.language:
        set_language(given.language)
    roles = dict(_pair(text) for text in given.role)
    if len(given.table) > 2:
        parser().error(f"table: expected one table or two, got {len(given.table)}")
    try:
        found = read_predictions(
            given.table,
            roles=roles,
            pos_label=given.positive,
            higher_is_positive=not given.lower,
            task=given.task,
            missing="drop" if given.drop_missing else "refuse",
            encoding=given.encoding,
            progress=_shows_progress(given),
        )
        return _check(found, given.ignore) if given.check else _write(found, given)
    except TableError as error:
        print(printable(str(error.sentence)), file=sys.stderr)
        return 3
    except (TypeError, ValueError, OSError) as error:
        parser().error(str(error))


def _shows_progress(given: argparse.Namespace) -> bool:
    return not given.quiet and sys.stderr.isatty() and find_spec("tqdm") is not None


def _pair(text: str) -> tuple[str, str]:
    column, sign, role = text.rpartition("=")
    if not sign or not column:
        parser().error(f"--role: expected COLUMN=ROLE, got {text!r}")
    return column, role


def _check(found: Any, ignore: Sequence[str]) -> int:
    print(printable(str(found.import_report)))
    warned = find_warnings(found, ignore) if isinstance(found, Predictions) else []
    for warning in warned:
        print(printable(str(warning)))
    return 1 if warned else 0


def _write(found: Any, given: argparse.Namespace) -> int:
    options = {"cost_fn": given.cost_fn, "cost_fp": given.cost_fp}
    if any(cost is not None for cost in options.values()):
        options = {name: 1.0 if cost is None else cost for name, cost in options.items()}
    result = evaluate(
        found,
        **options,
        threshold=given.threshold,
        margin=given.margin,
        ignore=given.ignore,
        progress=_shows_progress(given),
    )
    if given.output is None:
        print(printable(str(result)))
        return 0
    writers = {
        ".html": result.to_html,
        ".json": result.to_json,
        ".csv": result.to_csv,
        ".py": result.to_script,
        ".ipynb": result.to_notebook,
    }
    ending = Path(given.output).suffix.lower()
    if ending not in writers:
        parser().error(f"--output: expected a name in {', '.join(writers)}, got {given.output!r}")
    writers[ending](given.output)
    print(printable(result.report()))
    return 0


if __name__ == "__main__":
    sys.exit(main())
