"""``python -m mlevalkit predictions.csv``: a table of predictions in, a report out."""

from __future__ import annotations

import argparse
import os
import shlex
import sys
import warnings
from collections.abc import Iterator, Mapping, Sequence
from importlib.util import find_spec
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from ._tables import TableError
from .display.language import LANGUAGES, set_language
from .display.workings import printable
from .report.evaluate import evaluate
from .report.reading.read import TASKS, read_predictions
from .report.result import Evaluation

EXAMPLES = """\
examples:
  python -m mlevalkit predictions.csv --positive ill --cost-fn 10 -o report.html
  python -m mlevalkit truth.csv submission.csv --language zh -o report.html
  python -m mlevalkit results.csv --truth diagnosis --score p_net=net --score p_svm=svm
  python -m mlevalkit answers.csv --rows split=test --model version
  python -m mlevalkit predictions.csv --check

exit codes:
  0  done
  1  done, and there are warnings (with --check only)
  2  the command line is wrong, or a file would be written over
  3  the table cannot be read, or in two ways; the message says what to add to the command
"""

ROLES = {  # of columns, by the option that gives them
    "--truth": ("y_true", "the true labels, or numbers"),
    "--pred": ("y_pred", "predicted labels, or numbers; of which model"),
    "--score": ("y_score", "scores or probabilities; of which model and class"),
    "--confidence": ("confidence", "the score of the class that was predicted"),
    "--model": ("model", "names of models: a row for each sample, or data set, and model"),
    "--id": ("id", "what each sample is called"),
    "--group": ("group", "which samples belong together"),
    "--weight": ("weight", "the weight of each sample"),
    "--fold": ("fold", "the fold in which a sample was tested"),
    "--count": ("count", "how many samples a row stands for"),
    "--item": ("item", "names of questions, which systems answered right or wrong"),
    "--dataset": ("dataset", "names of data sets, on which learners have scores"),
    "--value": ("value", "scores of a learner or system"),
    "--ignore": ("ignored", "is not used"),
}
DATA = "predictions.csv"  # what a script or notebook reads, written beside it


class _Role(argparse.Action):
    """Add a column and its role, in the order of the command line."""

    def __call__(self, parser: Any, given: Any, text: Any, option: Any = None) -> None:
        kind = ROLES[option][0]
        column, sign, rest = text.rpartition("=")
        found = {**(given.roles or {})}
        found[column if sign else text] = f"{kind}:{rest}" if rest and sign else kind
        given.roles = found


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
    add("--force", action="store_true", help="write over an older report")
    add("--paragraph", action="store_true", help="print the paragraph for a paper only")
    add("--positive", help="the positive class")
    add("--classes", help="all classes, separated by commas")
    for option, value, words in (
        ("--higher", True, "a high score means the positive class, or a good learner"),
        ("--lower", False, "a low score means the positive class, or a good learner"),
    ):
        add(option, dest="higher", action="store_const", const=value, help=words)
    add("--cost-fn", type=float, help="cost of a false negative")
    add("--cost-fp", type=float, help="cost of a false positive")
    add("--threshold", type=float, help="a threshold of the scores that was fixed beforehand")
    add("--measure", help="what models are compared by, such as f1")
    add("--baseline", metavar="MODEL", help="compare all others with this model")
    add("--task", choices=TASKS, help="what is predicted, where it is not clear")
    add("--rows", action="append", default=[], metavar="COLUMN=VALUE", help="only these rows")
    add("--drop-missing", action="store_true", help="leave out rows without a value")
    add("--encoding", help="encoding of the table, such as gb18030")
    add("--decimal", choices=(".", ","), help="the decimal mark")
    add("--ignore-warning", action="append", default=[], metavar="CODE", help="leave it out")
    add("--check", action="store_true", help="say what was read and what looks wrong, no more")
    add("--language", choices=LANGUAGES, help="language of the report")
    add("--quiet", action="store_true", help="show no progress")
    roles = found.add_argument_group("columns", "what a column holds, if its name does not say it")
    shapes = {"--pred": "COLUMN[=MODEL]", "--score": "COLUMN[=MODEL[:CLASS]]"}
    for option, (_, words) in ROLES.items():
        name = shapes.get(option, "COLUMN")
        roles.add_argument(option, dest="roles", action=_Role, metavar=name, help=words)
    return found


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the command line and return its exit code."""
    given = parser().parse_args(arguments)
    if given.language:
        set_language(given.language)
    if len(given.table) > 2:
        parser().error(f"table: expected one table or two, got {len(given.table)}")
    writer = _writer(given)
    try:
        found = read_predictions(
            given.table,
            roles=given.roles,
            rows=dict(_pair(text) for text in given.rows),
            labels=given.classes.split(",") if given.classes else None,
            pos_label=given.positive,
            higher_is_positive=given.higher,
            task=given.task,
            missing="drop" if given.drop_missing else "refuse",
            encoding=given.encoding,
            decimal=given.decimal,
            progress=_shows_progress(given),
        )
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")  # the report says them in words
            return _check(found, given) if given.check else _write(found, given, writer)
    except TableError as error:
        _say_refused(error, sys.argv[1:] if arguments is None else arguments)
        return 3
    except BrokenPipeError:  # whoever reads has seen enough
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return 0
    except (TypeError, ValueError, OSError, ImportError) as error:
        parser().error(str(error))
    except KeyboardInterrupt:
        print("stopped; nothing was written", file=sys.stderr)
        return 130


def _shows_progress(given: argparse.Namespace) -> bool:
    return not given.quiet and sys.stderr.isatty() and find_spec("tqdm") is not None


def _pair(text: str) -> tuple[str, str]:
    column, sign, value = text.partition("=")
    if not sign or not column:
        parser().error(f"--rows: expected COLUMN=VALUE, got {text!r}")
    return column, value


# -- what is refused, with the command that would work ---------------------------------------------


def _say_refused(error: TableError, arguments: Sequence[str]) -> None:
    print(printable(str(error.sentence)), file=sys.stderr)
    for choice in error.choices:
        command = shlex.join([*arguments, *flags(choice.options)])
        print(printable(f"  {choice.sentence}\n    python -m mlevalkit {command}"), file=sys.stderr)


def flags(options: Mapping[str, Any]) -> Iterator[str]:
    """Yield keyword arguments of `read_predictions` as options of the command line."""
    of_kinds = {kind: option for option, (kind, _) in ROLES.items()}
    for column, role in options.get("roles", {}).items():
        kind, sign, rest = role.partition(":")
        yield from _flag(of_kinds[kind], f"{column}={rest}" if sign or "=" in column else column)
    for column, value in options.get("rows", {}).items():
        yield from _flag("--rows", f"{column}={value}")
    if "higher_is_positive" in options:
        yield "--higher" if options["higher_is_positive"] else "--lower"
    if "missing" in options:
        yield "--drop-missing"
    if "labels" in options:
        yield from _flag("--classes", ",".join(map(str, options["labels"])))
    for name, option in (("pos_label", "--positive"), ("task", "--task"), ("decimal", "--decimal")):
        if name in options:
            yield from _flag(option, str(options[name]))


def _flag(option: str, value: str) -> tuple[str, ...]:
    """Return an option with its value, joined where the value would be taken for an option."""
    return (f"{option}={value}",) if value.startswith("-") else (option, value)


# -- what is printed and written -------------------------------------------------------------------


def _check(found: Any, given: argparse.Namespace) -> int:
    print(printable(str(found.import_report)))
    warned = _evaluated(found, given).warnings
    for warning in warned:
        print(printable(str(warning)))
    return 1 if warned else 0


def _writer(given: argparse.Namespace) -> str:
    """Return the method that writes the report; refuse to write over a file of the reader's."""
    writers = {
        ".html": "to_html",
        ".json": "to_json",
        ".csv": "to_csv",
        ".py": "to_script",
        ".ipynb": "to_notebook",
    }
    if given.output is None or given.check:
        return ""
    path = Path(given.output)
    ending = path.suffix.lower()
    if ending not in writers:
        parser().error(f"--output: expected a name in {', '.join(writers)}, got {given.output!r}")
    written = [path, path.with_name(DATA)] if ending in (".py", ".ipynb") else [path]
    for one in written:
        if any(one.exists() and Path(t).exists() and one.samefile(t) for t in given.table):
            parser().error(f"--output: {one} is the table that is read; choose another folder")
        if one.exists() and not given.force:
            parser().error(f"--output: {one} exists; choose another name, or add --force")
    return writers[ending]


def _evaluated(found: Any, given: argparse.Namespace) -> Evaluation:
    return evaluate(
        found,
        measure=given.measure,
        baseline=given.baseline,
        cost_fn=given.cost_fn,
        cost_fp=given.cost_fp,
        threshold=given.threshold,
        ignore=given.ignore_warning,
        progress=_shows_progress(given),
    )


def _write(found: Any, given: argparse.Namespace, writer: str) -> int:
    result = _evaluated(found, given)
    if writer:
        path = Path(given.output)
        with TemporaryDirectory(prefix=".mlevalkit-", dir=path.parent) as folder:
            getattr(result, writer)(Path(folder) / path.name)
            for made in sorted(Path(folder).iterdir()):  # moved when all of it is there
                os.replace(made, path.with_name(made.name))
    is_terminal = sys.stdout.isatty() and "NO_COLOR" not in os.environ
    print(printable(result.report()) if given.paragraph else result.text(colour=is_terminal))
    return 0


if __name__ == "__main__":
    sys.exit(main())
