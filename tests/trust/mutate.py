"""Change the library's formulas a little, again and again, and see whether the tests notice.

    pip install -e ".[mutation]"
    python tests/trust/mutate.py FOLDER [MODULE ...] [--most N]

copies the library and the tests of a package to FOLDER/PACKAGE, lets mutmut change one thing at a
time in the modules named (``measures/ranking/bands``, or a package; none: everything,
some hours on two cores), runs the tests that reach it, and writes the shares to
tests/trust/mutation.csv; ``--most 12`` tries about twelve changes of each module, every so manieth
in the order of the code. Of modules whose code is still the one that was mutated in FOLDER, only
what survived is tried again.
What survived is listed in FOLDER/PACKAGE/survivors.csv, for whoever judges whether a test is
missing; survivors.md says which kinds there are. Two things are prepared in the copy:

* mutmut leaves decorated functions alone, so decorators become assignments below the function, and
  caches are taken off (a mutant would be answered from the cache of the original);
* not mutated: texts (no string, and no argument of what only writes a sentence), what only a type
  checker reads, and the check of zip that its columns have one length.

Each line of the table has a digest of the code it is of; the nightly tests compare it.
"""

import argparse
import ast
import csv
import datetime
import difflib
import json
import os
import re
import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import libcst as cst

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
    "evaluation": [
        "conclusions",
        "cross_val_interval",
        "evaluation",
        "intervals",
        "learners",
        "rate_intervals",
        "scoring",
        "use",
    ],
    "hypothesis_tests/many_learners": [
        "many_learners",
        "compare_learners",
        "conclusions",
        "intervals",
        "pairwise",
    ],
    "hypothesis_tests/one_learner": [
        "conclusions",
        "cross_val_interval",
        "intervals",
        "one_learner",
    ],
    "measures/ranking": [
        "conclusions",
        "ranking",
        "delong",
        "intervals",
        "probabilities",
        "rate_intervals",
    ],
    "measures/regression": ["regression", "expectation"],
    "scaling": ["scaling"],
    "splitting": ["splitting"],
    "hypothesis_tests/two_learners": [
        "conclusions",
        "two_learners",
        "intervals",
        "power",
        "rate_intervals",
    ],
}
EVERY = ".every"  # beside a module: of how many changes one was tried
SURVIVED = {0, 33}  # mutmut's codes: the tests passed; no test reaches it
TEXTS = {"fail", "_say", "say", "Sentence", "warn", "bilingual", "shown", "decision"}
LEFT = {*TEXTS, "cast", "zip"}
# Tests that a warning points at its caller: mutmut puts frames of its own between.
FRAMES = "not (warns_when_scikit_learn_does or one_sample_has_no_r2 or than_the_folds_is_warned_of)"

# A mutant costs one start of pytest: without the plugins that these tests do not use.
ENVIRONMENT = {**os.environ, "PYTEST_DISABLE_PLUGIN_AUTOLOAD": "1", "OPENBLAS_NUM_THREADS": "1"}

PROJECT = """\
[project]
name = "mutants"
version = "0"
[tool.pytest.ini_options]
pythonpath = ["tests"]
addopts = [
    "--import-mode=importlib", "--doctest-modules", "-p", "_hypothesis_pytestplugin",
    "-m", "not slow",
]
doctest_optionflags = ["NORMALIZE_WHITESPACE", "ELLIPSIS"]
filterwarnings = ["error"]
markers = ["slow: minutes long"]
[tool.mutmut]
source_paths = ["mlevalkit"]
only_mutate = {files}
also_copy = ["conftest.py", "book"]
pytest_add_cli_args = ["-p", "no:cacheprovider", "-k", "{frames}"]
pytest_add_cli_args_test_selection = {tests}
use_git_change_detection = false
timeout_constant = 5.0
"""

# No search for the smallest example: the first one kills.
HYPOTHESIS = """
from hypothesis import Phase

settings.register_profile(
    "mutants", deadline=None, derandomize=True, database=None, max_examples=15,
    phases=[Phase.explicit, Phase.generate], suppress_health_check=list(HealthCheck),
)
settings.load_profile("mutants")
"""


class Undecorated(cst.CSTTransformer):
    """Turn decorators of functions into assignments below them."""

    def leave_FunctionDef(  # noqa: N802
        self, original_node: cst.FunctionDef, updated_node: cst.FunctionDef
    ) -> cst.FunctionDef | cst.FlattenSentinel[cst.BaseStatement]:
        code = cst.Module([])
        calls = [code.code_for_node(d.decorator) for d in updated_node.decorators]
        kept = {"staticmethod", "classmethod", "overload", "abstractmethod"}
        if not calls or kept & set(calls) or any(call.endswith(".setter") for call in calls):
            return updated_node
        name = value = updated_node.name.value
        for call in reversed(calls):
            if call.partition("(")[0] not in ("cache", "lru_cache"):
                value = f"{call}({value})"
        plain = updated_node.with_changes(decorators=[])
        if value == name:
            return plain
        return cst.FlattenSentinel([plain, cst.parse_statement(f"{name} = {value}\n")])


class Texts(cst.CSTVisitor):
    """Collects what stands in calls such as ``check.fail(...)``, whose names mutmut overlooks."""

    def __init__(self) -> None:
        self.nodes: set[cst.CSTNode] = set()
        self.depth = 0

    def on_visit(self, node: cst.CSTNode) -> bool:
        if isinstance(node, cst.Call) and isinstance(node.func, cst.Attribute):
            self.depth += node.func.attr.value in LEFT
        if self.depth:
            self.nodes.add(node)
        return True

    def on_leave(self, original_node: cst.CSTNode) -> None:
        if isinstance(original_node, cst.Call) and isinstance(original_node.func, cst.Attribute):
            self.depth -= original_node.func.attr.value in LEFT


def prepare(package: str, chosen: list[str], folder: Path) -> None:
    """Copy the library and its tests, ready for mutmut."""
    known = {row["source"] for row in rows_of(TABLE)} >= {digest(module) for module in chosen}
    if not (known and folder.exists()):
        shutil.rmtree(folder, ignore_errors=True)
        shutil.copytree(ROOT / "mlevalkit", folder / "mlevalkit")
    files = [place(module) for module in chosen]
    if (folder / "mutants").exists():
        forget_survivors(folder / "mutants")
    else:
        for path in [folder / file for file in files]:
            path.write_text(cst.parse_module(path.read_text()).visit(Undecorated()).code)
    copy_tests(folder)
    own = [str(p.with_name(f"test_{p.name}.py")) for p in map(Path, PACKAGES[package])]
    names = [*own, "trust/test_workings.py", "trust/test_errors.py"]
    tests = json.dumps([*files, *(f"tests/{name}" for name in names)])
    text = PROJECT.format(frames=FRAMES, files=json.dumps(files), tests=tests)
    (folder / "pyproject.toml").write_text(text)


def copy_tests(folder: Path) -> None:
    """Copy the tests as they are now, with few examples for each property."""
    shutil.rmtree(folder / "tests", ignore_errors=True)
    shutil.copytree(ROOT / "tests", folder / "tests", ignore=shutil.ignore_patterns("browser"))
    shutil.copy(ROOT / "conftest.py", folder)
    shutil.copytree(ROOT / "book" / "data", folder / "book" / "data", dirs_exist_ok=True)
    conftest = folder / "tests" / "conftest.py"
    text = conftest.read_text().replace("import settings", "import HealthCheck, settings")
    conftest.write_text(text + HYPOTHESIS)


def forget_survivors(mutants: Path) -> None:
    """Let mutmut try again what survived, with the tests as they are now."""
    shutil.rmtree(mutants / "tests")
    (mutants / "mutmut-stats.json").unlink(missing_ok=True)
    for path in mutants.rglob("*.meta"):
        stored = json.loads(path.read_text())
        codes = stored["exit_code_by_key"].items()
        stored["exit_code_by_key"] = {k: None if c in SURVIVED else c for k, c in codes}
        path.write_text(json.dumps(stored))


def mutate(most: int) -> None:
    """Run mutmut in this folder: inside functions only, not on texts, about so many changes."""
    from mutmut import __main__ as command
    from mutmut.mutation import file_mutation, mutators
    from mutmut.workers import isolation

    operators = [o for o in mutators.mutation_operators if o[1] is not mutators.operator_string]
    file_mutation.mutation_operators = operators
    file_mutation.NEVER_MUTATE_FUNCTION_CALLS |= LEFT
    create = file_mutation.create_mutations

    def inside(filename: str, *given: Any) -> Any:
        module, mutations, *ignored = create(filename, *given)
        texts = Texts()
        module.visit(texts)
        inner = [m for m in mutations if m.contained_by_top_level_function]
        possible = [m for m in inner if m.original_node not in texts.nodes]
        every = max(1, len(possible) // most)
        Path(filename).with_suffix(EVERY).write_text(str(every))
        return module, possible[::every], *ignored

    file_mutation.create_mutations = inside
    command.run_forced_fail_test = lambda runner: None
    isolation.ForkRunner.run_clean_tests = lambda runner, tests: 0  # the run for stats was clean
    command.cli()


def verdicts(module: str, folder: Path) -> dict[str, int]:
    """Return the exit code of the tests for every mutant of a module: 0 if it survived."""
    path = folder / "mutants" / f"{place(module)}.meta"
    codes = json.loads(path.read_text())["exit_code_by_key"] if path.exists() else {}
    return {key: code for key, code in codes.items() if code is not None}


def row(module: str, folder: Path) -> dict[str, str]:
    """Return the line of the table for a module."""
    codes = verdicts(module, folder).values()
    survived = sum(code in SURVIVED for code in codes)
    return {
        "module": module,
        "date": datetime.date.today().isoformat(),
        "every": (folder / place(module)).with_suffix(EVERY).read_text(),
        "mutants": str(len(codes)),
        "killed": str(len(codes) - survived),
        "survived": str(survived),
        "share": f"{1 - survived / len(codes):.3f}",
        "source": digest(module),
    }


def survivors(module: str, folder: Path) -> Iterator[dict[str, str]]:
    """Yield what survived in a module: the function, its lines before and after the change."""
    found = {key: code for key, code in verdicts(module, folder).items() if code in SURVIVED}
    if not found:
        return
    source = (folder / "mutants" / place(module)).read_text()
    every = source.splitlines()
    functions = (n for n in ast.walk(ast.parse(source)) if isinstance(n, ast.FunctionDef))
    lines = {n.name: every[n.lineno : n.end_lineno] for n in functions}
    for key in found:
        mutant = key.rpartition(".")[2]
        name = re.sub(r"__mutmut_\d+$", "", mutant)
        changed = list(difflib.ndiff(lines[f"{name}__mutmut_orig"], lines[mutant]))
        before, after = (
            " ".join(line[2:].strip() for line in changed if line[0] == sign) for sign in "-+"
        )
        function = name.removeprefix("x").strip("_ǁ").replace("ǁ", ".")
        yield {"module": module, "function": function, "before": before, "after": after}


def rows_of(path: Path) -> list[dict[str, str]]:
    """Return the rows of a table."""
    return list(csv.DictReader(path.read_text("utf-8").splitlines()))


def write(path: Path, rows: list[dict[str, str]]) -> None:
    """Write a table."""
    with path.open("w", encoding="utf-8", newline="") as file:
        out = csv.DictWriter(file, list(rows[0]), lineterminator="\n")
        out.writeheader()
        out.writerows(rows)


def note(chosen: list[str], folder: Path) -> None:
    """Put what became of the mutants of modules into the table, and list what survived."""
    tried = [row(module, folder) for module in chosen if verdicts(module, folder)]
    there = {module for package in PACKAGES for module in modules(package)} - {*chosen}
    others = [r for r in rows_of(TABLE) if r["module"] in there]
    write(TABLE, sorted([*others, *tried], key=lambda row: row["module"]))
    if own := [found for module in chosen for found in survivors(module, folder)]:
        write(folder / "survivors.csv", own)


def main(folder: Path, wanted: list[str], most: int) -> None:
    """Mutate the modules, package after package, and write the table."""
    for package in PACKAGES:
        chosen = [m for m in modules(package) if not wanted or {m, package} & {*wanted}]
        if not chosen:
            continue
        home = folder / package
        prepare(package, chosen, home)
        code = [sys.executable, __file__, "--mutmut", str(most), "run", "--max-children", "1"]
        with (folder / f"{package}.log").open("w") as log:
            if subprocess.run(code, cwd=home, env=ENVIRONMENT, stdout=log, stderr=log).returncode:
                print(f"{package}: no result, see {log.name}")
                continue
        note(chosen, home)


if __name__ == "__main__":
    if sys.argv[1:2] == ["--mutmut"]:
        del sys.argv[1]
        mutate(int(sys.argv.pop(1)))
    else:
        parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
        parser.add_argument("folder", type=Path)
        parser.add_argument("modules", nargs="*")
        parser.add_argument("--most", type=int, default=10**6)
        given = parser.parse_args()
        main(given.folder, given.modules, given.most)
