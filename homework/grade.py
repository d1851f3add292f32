"""Grades the notebooks of a class, offline, and writes one table.

    python homework/grade.py build/hw1/autograder submissions grades.csv

Every student has a folder in `submissions` with the notebook handed in. The table has a row for
each, a column for each question, and the total. What cannot be graded has no points and says why.
"""

from __future__ import annotations

import argparse
import csv
import json
import os
import subprocess
import sys
import tempfile
from pathlib import Path

Points = dict[str, tuple[float, float]]


def otter(*arguments: str | Path) -> None:
    """Run a command of otter-grader with this Python and its kernel."""
    path = f"{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}"
    command = [sys.executable, "-m", "otter", *map(str, arguments)]
    done = subprocess.run(
        command, env={**os.environ, "PATH": path}, capture_output=True, text=True, check=False
    )
    if done.returncode:
        said = (done.stdout + done.stderr).strip() or "it said nothing"
        raise RuntimeError(f"otter {arguments[0]}: {said.splitlines()[-1]}")


def points(archive: Path, notebook: Path) -> Points:
    """Return (earned, possible) for every question that has tests."""
    with tempfile.TemporaryDirectory() as folder:
        otter("run", "--no-logo", "-a", archive, "-o", folder, notebook)
        results = json.loads(Path(folder, "results.json").read_text("utf-8"))
    tests = results["tests"]
    return {t["name"]: (t["score"], t["max_score"]) for t in tests if t.get("max_score")}


def grades(archive: Path, submissions: Path) -> list[dict[str, object]]:
    """Return a row for each student's folder."""
    rows: list[dict[str, object]] = []
    for folder in sorted(p for p in submissions.iterdir() if p.is_dir()):
        row: dict[str, object] = {"student": folder.name}
        found = sorted(folder.glob("*.ipynb"))
        try:
            if len(found) != 1:
                raise RuntimeError(f"expected one notebook, found {len(found)}")
            earned = points(archive, found[0])
            row |= {question: score for question, (score, _) in earned.items()}
            row["total"] = sum(score for score, _ in earned.values())
            row["of"] = sum(possible for _, possible in earned.values())
        except RuntimeError as error:
            row["problem"] = str(error)
        print(*row.values())
        rows.append(row)
    return rows


def write(rows: list[dict[str, object]], table: Path) -> None:
    """Write the rows; with a byte order mark, so that spreadsheets read Chinese names."""
    first, last = ["student"], ["total", "of", "problem"]
    questions = sorted({name for row in rows for name in row} - {*first, *last})
    with open(table, "w", encoding="utf-8-sig", newline="") as file:
        writer = csv.DictWriter(file, [*first, *questions, *last])
        writer.writeheader()
        writer.writerows(rows)


def main() -> None:
    """Run the command line."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("autograder", type=Path, help="the folder that `otter assign` made")
    parser.add_argument("submissions", type=Path, help="a folder for each student")
    parser.add_argument("table", type=Path, help="the CSV file to write")
    options = parser.parse_args()
    (archive,) = options.autograder.glob("*.zip")
    write(grades(archive, options.submissions), options.table)


if __name__ == "__main__":
    main()
