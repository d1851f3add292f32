"""What a change costs, in processor time: ``python benchmarks/upkeep.py [--store]``.

A clean build of the book, a build after one changed sentence, and ring 1 of the tests are run in a
copy of the repository. Each is divided by a fixed small workload that runs before and after it, so
that the ratios of two machines, or of two releases, can be compared. ``--only sentence`` takes a
part (a clean build comes before it all the same); ``--store`` writes `upkeep.csv`.
"""

from __future__ import annotations

import argparse
import csv
import os
import resource
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Callable, Iterator
from pathlib import Path
from statistics import mean

ROOT = Path(__file__).parents[1]
RESULTS = Path(__file__).with_name("upkeep.csv")
# As in an environment of the extra `book` alone: where JupyterLab is installed too, a build imports
# rfc3987-syntax for 1.6 s, which mlevalkit_book leaves out if it is imported first.
MAIN = "import mlevalkit_book; from jupyter_book.cli.main import main; main()"
BUILD = ["-c", MAIN, "build", ".", "-q"]
WORK = """
import json, re
text = json.dumps([{"a": i, "b": str(i) * 5} for i in range(20_000)])
for _ in range(12):
    rows = json.loads(text)
    sum(len(re.findall("[13579]+", row["b"])) for row in rows)
    sorted(rows, key=lambda row: row["b"])
"""


def seconds(command: list[str], folder: Path) -> float:
    """Return the processor time, of all processes, that a Python command takes; it must succeed."""
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    environment = os.environ | {"PYTHONPATH": str(folder), "OMP_NUM_THREADS": "1"}
    subprocess.run([sys.executable, *command], cwd=folder, env=environment, check=True)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return after.ru_utime - before.ru_utime + after.ru_stime - before.ru_stime


def change_a_sentence(folder: Path) -> None:
    """Change a word in the text of one page."""
    page = folder / "book" / "en" / "hold-out.ipynb"
    text = page.read_text(encoding="utf-8")
    changed = text.replace(" the ", " that ", 1)
    if changed == text:
        raise SystemExit(f"{page}: no word to change")
    page.write_text(changed, encoding="utf-8")


def measured(chosen: set[str], folder: Path) -> Iterator[tuple[str, float, float]]:
    """Yield name, seconds and ratio of each part."""
    tests = ["-m", "pytest", "-q", "-p", "no:cacheprovider"]
    parts: list[tuple[str, list[str], Callable[[Path], None] | None]] = [
        ("clean build", BUILD, None),
        ("sentence", BUILD, change_a_sentence),
        ("ring 1", tests, None),
    ]
    for name, command, prepare in parts:
        if name not in chosen and not (name == "clean build" and "sentence" in chosen):
            continue
        if prepare:
            prepare(folder)
        first = seconds(["-c", WORK], folder)
        taken = seconds(command, folder)
        if name in chosen:
            yield name, taken, taken / mean([first, seconds(["-c", WORK], folder)])


def main() -> None:
    """Print the table, and store it where that is asked for."""
    names = ["clean build", "sentence", "ring 1"]
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawTextHelpFormatter
    )
    parser.add_argument("--only", choices=names, action="append", default=None)
    parser.add_argument("--store", action="store_true")
    given = parser.parse_args()
    with tempfile.TemporaryDirectory() as home:
        folder = Path(home, "copy")
        left_out = shutil.ignore_patterns("_build", ".*_cache", "__pycache__", "node_modules")
        shutil.copytree(ROOT, folder, ignore=left_out, symlinks=True)
        rows = []
        for name, taken, ratio in measured(set(given.only or names), folder):
            print(f"{name:12} {taken:7.1f} s   {ratio:7.1f} workloads", flush=True)
            rows.append([name, f"{taken:.0f}", f"{ratio:.1f}"])
    if given.store:
        with RESULTS.open("w", encoding="utf-8", newline="") as file:
            csv.writer(file, lineterminator="\n").writerows([["part", "seconds", "ratio"], *rows])


if __name__ == "__main__":
    main()
