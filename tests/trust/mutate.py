"""Change the library's formulas a little, again and again, and see whether the tests notice.

    python tests/trust/mutate.py FOLDER [MODULE ...] [--most N]

copies the library and its tests to FOLDER, changes one thing at a time in the modules named
(``measures/ranking/bands``, or a package; none: everything, hours), runs the tests of their package
until one fails, and writes the shares to tests/trust/mutation.csv; ``--most 12`` tries about twelve
changes of each module, every so manieth in the order of the code. What became of each change is
kept in FOLDER/tried.csv: a run that was interrupted goes on, and of modules whose code is still the
same only what survived is tried again. It is there, with the line before and after, for whoever
judges whether a test is missing; survivors.md says which kinds there are.

Not changed: what stands outside functions, texts (no string, and no argument of what only writes a
sentence), types, decorators, and the check of zip that its columns have one length.
"""

import argparse
import ast
import csv
import datetime
import os
import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).parent))

from source import digest, modules, place

ROOT = Path(__file__).parents[2]
TABLE = Path(__file__).parent / "mutation.csv"

# What is mutated, and the tests that must notice.
PACKAGES = {
    "_distributions": ["critical_values", "one_learner", "two_learners", "trust/edges"],
    "_expectation": ["expectation"],
    "bias_variance": ["bias_variance"],
    "measures/classification": ["classification", "expectation", "rate_intervals"],
    "measures/cost": ["conclusions", "cost", "rate_intervals"],
    "hypothesis_tests/critical_values": ["critical_values"],
    "evaluation": ["conclusions", "cross_val_interval", "evaluation", "intervals", "learners",
                   "rate_intervals", "scoring", "use"],
    "hypothesis_tests/many_learners": ["many_learners", "compare_learners", "conclusions",
                                       "intervals", "pairwise"],
    "hypothesis_tests/one_learner": ["conclusions", "cross_val_interval", "intervals",
                                     "one_learner"],
    "measures/ranking": ["conclusions", "ranking", "delong", "intervals", "probabilities",
                         "rate_intervals"],
    "measures/regression": ["regression", "expectation"],
    "scaling": ["scaling"],
    "splitting": ["splitting"],
    "hypothesis_tests/two_learners": ["conclusions", "two_learners", "intervals", "power",
                                      "rate_intervals"],
}  # fmt: skip
LEFT = {"fail", "_say", "say", "Sentence", "warn", "bilingual", "shown", "decision", "cast", "zip"}
TYPES = {"annotation", "returns", "decorator_list", "type_params"}
OTHER = {
    ast.Lt: ast.LtE, ast.LtE: ast.Lt, ast.Gt: ast.GtE, ast.GtE: ast.Gt,
    ast.Eq: ast.NotEq, ast.NotEq: ast.Eq, ast.Is: ast.IsNot, ast.IsNot: ast.Is,
    ast.In: ast.NotIn, ast.NotIn: ast.In, ast.And: ast.Or, ast.Or: ast.And,
    ast.Add: ast.Sub, ast.Sub: ast.Add, ast.Mult: ast.Div, ast.Div: ast.Mult,
    ast.FloorDiv: ast.Div, ast.Mod: ast.Div, ast.Pow: ast.Mult,
    ast.BitAnd: ast.BitOr, ast.BitOr: ast.BitAnd, ast.USub: ast.UAdd,
}  # fmt: skip
LIMIT = 300  # seconds that the tests may take; a change that makes them endless is noticed

# Each change costs one start of pytest: without the plugins that these tests do not use.
ENVIRONMENT = {**os.environ, "PYTEST_DISABLE_PLUGIN_AUTOLOAD": "1", "OPENBLAS_NUM_THREADS": "1"}
PYTEST = [
    sys.executable, "-m", "pytest", "-x", "-q", "-o", "addopts=", "-m", "not slow",
    "--import-mode=importlib", "--doctest-modules", "-p", "_hypothesis_pytestplugin",
    "-p", "no:cacheprovider",
]  # fmt: skip
# No search for the smallest example: the first one will do.
HYPOTHESIS = """
from hypothesis import HealthCheck, Phase

settings.register_profile(
    "mutants", deadline=None, derandomize=True, database=None, max_examples=15,
    phases=[Phase.explicit, Phase.generate], suppress_health_check=list(HealthCheck),
)
settings.load_profile("mutants")
"""


def parts(node: ast.AST) -> Iterator[ast.AST]:
    """Yield a node and what is below it, but for texts and types."""
    called = getattr(node, "func", None)
    if getattr(called, "attr", getattr(called, "id", "")) in LEFT:
        return
    yield node
    for field, value in ast.iter_fields(node):
        for child in value if isinstance(value, list) else [value]:
            if isinstance(child, ast.AST) and field not in TYPES:
                yield from parts(child)


def changes(node: ast.AST) -> Iterator[tuple[str, Any]]:
    """Yield the fields of a node that can be changed, each with another value."""
    if type(getattr(node, "op", None)) in OTHER:
        yield "op", OTHER[type(node.op)]()
    match node:
        case ast.Compare(ops=[first, *more]) if type(first) in OTHER:
            yield "ops", [OTHER[type(first)](), *more]
        case ast.Constant(value=bool(value)):
            yield "value", not value
        case ast.Constant(value=int(value) | float(value)):
            yield "value", value + 1
        case ast.If(test=test) | ast.IfExp(test=test) | ast.While(test=test):
            yield "test", ast.UnaryOp(ast.Not(), test)
        case ast.Return(value=ast.expr()):
            yield "value", ast.Constant(None)
        case ast.Call(args=args, keywords=keywords):
            if len(args) > 1:
                yield "args", args[:-1]
            for i in range(len(keywords)):
                yield "keywords", keywords[:i] + keywords[i + 1 :]


def mutants(module: str) -> Iterator[tuple[str, str]]:
    """Yield every change of a module: its place with what stood and stands there, and the code."""
    tree = ast.parse((ROOT / place(module)).read_text(encoding="utf-8"))
    holders = [tree, *(node for node in tree.body if isinstance(node, ast.ClassDef))]
    for function in (f for holder in holders for f in holder.body):
        for node in parts(function) if isinstance(function, ast.FunctionDef) else ():
            for field, value in changes(node):
                before, kept = ast.unparse(node), getattr(node, field)
                setattr(node, field, value)
                place_of = f"{function.name}, line {getattr(node, 'lineno', function.lineno)}"
                yield f"{place_of}: {before} -> {ast.unparse(node)}", ast.unparse(tree)
                setattr(node, field, kept)


def prepare(folder: Path) -> None:
    """Copy the library, what its tests look at, and these, with few examples for each property."""
    for name in ("mlevalkit", "mlevalkit_book", "tests", "book/data"):
        ignored = shutil.ignore_patterns("browser", "__pycache__")
        shutil.rmtree(folder / name, ignore_errors=True)
        shutil.copytree(ROOT / name, folder / name, ignore=ignored)
    for name in ("conftest.py", "pyproject.toml"):
        shutil.copy(ROOT / name, folder)
    with (folder / "tests" / "conftest.py").open("a", encoding="utf-8") as file:
        file.write(HYPOTHESIS)


def passes(module: str, package: str, folder: Path) -> bool:
    """Tell whether the tests of a package pass in the copy, the examples of a module included."""
    own = [Path(f"{name}.py") for name in (*PACKAGES[package], "trust/workings", "trust/errors")]
    tests = [f"tests/{path.with_name(f'test_{path.name}')}" for path in own]
    command = [*PYTEST, place(module), *tests]
    try:
        return not subprocess.run(
            command, cwd=folder, env=ENVIRONMENT, capture_output=True, timeout=LIMIT, check=False
        ).returncode
    except subprocess.TimeoutExpired:
        return False


def try_out(module: str, package: str, folder: Path, most: int) -> dict[str, str] | None:
    """Try the changes of a module; return its line of the table, or None if there is nothing."""
    possible = list(mutants(module))
    every = max(1, len(possible) // most)
    tried = {(row["source"], row["change"]): row for row in rows_of(folder / "tried.csv")}
    path, source = folder / place(module), digest(module)
    code = path.read_text(encoding="utf-8")
    chosen = possible[::every]
    for change, text in chosen:
        key = source, change
        if tried.get(key, {}).get("noticed") != "True":
            path.write_text(text, encoding="utf-8")
            noticed = str(not passes(module, package, folder))
            tried[key] = {"module": module, "change": change, "noticed": noticed, "source": source}
            path.write_text(code, encoding="utf-8")
            write(folder / "tried.csv", list(tried.values()))
    killed = sum(tried[source, change]["noticed"] == "True" for change, _ in chosen)
    return chosen and {
        "module": module,
        "date": datetime.date.today().isoformat(),
        "every": str(every),
        "mutants": str(len(chosen)),
        "killed": str(killed),
        "survived": str(len(chosen) - killed),
        "share": f"{killed / len(chosen):.3f}",
        "source": source,
    }


def rows_of(path: Path) -> list[dict[str, str]]:
    """Return the rows of a table, none if there is no table."""
    if not path.exists():
        return []
    with path.open(encoding="utf-8", newline="") as file:  # a changed statement may have lines
        return list(csv.DictReader(file))


def write(path: Path, rows: list[dict[str, str]]) -> None:
    """Write a table."""
    with path.open("w", encoding="utf-8", newline="") as file:
        out = csv.DictWriter(file, list(rows[0]), lineterminator="\n")
        out.writeheader()
        out.writerows(rows)


def main(folder: Path, wanted: list[str], most: int) -> None:
    """Mutate the modules, package after package, and write the table."""
    prepare(folder)
    there = {module: package for package in PACKAGES for module in modules(package)}
    rows = {row["module"]: row for row in rows_of(TABLE) if row["module"] in there}
    for module, package in there.items():
        if not wanted or {module, package} & {*wanted}:
            if not passes(module, package, folder):
                sys.exit(f"The tests of {package} fail as it is.")
            if found := try_out(module, package, folder, most):
                rows[module] = found
                write(TABLE, [rows[name] for name in sorted(rows)])


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("folder", type=Path)
    parser.add_argument("modules", nargs="*")
    parser.add_argument("--most", type=int, default=10**6)
    given = parser.parse_args()
    main(given.folder, given.modules, given.most)
