"""Each part keeps to its limit, and no line does the work of two."""

import ast
from functools import cache
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
LIBRARY = ROOT / "mlevalkit"
FILES = sorted(LIBRARY.rglob("*.py"))
OF_FUNCTION = 50  # lines without the docstring
# Lines of code that each part may have: a part is noticed when it grows. Raising a limit is a
# decision, said in the commit that does it.
LIMITS = {
    "formulas and evaluation": (
        7112,
        [
            "measures",
            "hypothesis_tests",
            "splitting",
            "evaluation",
            "bias_variance",
            "datasets",
            "scaling",
            "_expectation",
            "_distributions",
        ],
    ),
    "display": (
        1492,
        ["display", "results", "_validation", "_random", "_optional", "_lazy", "_hints"],
    ),
    "figures": (1193, ["plots"]),
    "explorers": (2831, ["explorers"]),
    "exercises": (2311, ["exercises"]),
    "report": (4978, ["report", "_tables"]),
}
TEACHING = 2888
EXTENSION = 2185  # of Sphinx


class Module:
    """What is counted of a module, whose syntax tree is not kept."""

    def __init__(self, path: Path) -> None:
        text = path.read_text(encoding="utf-8")
        nodes = [*ast.walk(ast.parse(text))]
        texts = {number for node in nodes for number in docstring_of(node)}
        lines = enumerate(map(str.strip, text.splitlines()), start=1)
        self.code = len({i for i, line in lines if line and not line.startswith("#")} - texts)
        self.long = [
            f"{path.name}: {node.name}"
            for node in nodes
            if isinstance(node, ast.FunctionDef) and len(lines_of(node) - texts) > OF_FUNCTION
        ]
        self.packed = [f"{path.name}:{node.lineno}" for node in nodes if is_packed(node)]


module_of = cache(Module)


def docstring_of(node: ast.AST) -> set[int]:
    """Return the lines of a docstring."""
    if isinstance(node, (ast.Module, ast.ClassDef, ast.FunctionDef)) and node.body:
        first = node.body[0]
        if isinstance(first, ast.Expr) and isinstance(first.value, ast.Constant):
            return lines_of(first)
    return set()


def lines_of(node: ast.AST) -> set[int]:
    """Return the numbers of the lines on which this stands."""
    return {*range(node.lineno, node.end_lineno + 1)}  # type: ignore[attr-defined]


def lines_of_code(path: Path) -> int:
    """Count the lines that hold more than comments and docstrings."""
    return module_of(path).code


def files_of(module: str) -> list[Path]:
    """Return the files of a module or package of the library."""
    folder = LIBRARY / module
    return sorted(folder.rglob("*.py")) if folder.is_dir() else [folder.with_suffix(".py")]


def test_every_module_belongs_to_one_part() -> None:
    counted = [path for _, modules in LIMITS.values() for m in modules for path in files_of(m)]
    own = [path for path in FILES if path.name not in ("__init__.py", "__main__.py")]
    assert len(counted) == len(set(counted))
    assert set(own) <= set(counted)


@pytest.mark.parametrize("part", LIMITS)
def test_a_part_is_noticed_when_it_grows(part: str) -> None:
    most, modules = LIMITS[part]
    found = sum(lines_of_code(path) for module in modules for path in files_of(module))
    assert found <= most


def test_what_teachers_run_is_noticed_when_it_grows() -> None:
    assert sum(map(lines_of_code, (ROOT / "teaching").rglob("*.py"))) <= TEACHING


def test_the_extension_of_the_book_is_noticed_when_it_grows() -> None:
    modules = [*(ROOT / "mlevalkit_book/sphinx").glob("*.py")]
    assert sum(map(lines_of_code, modules)) <= EXTENSION
    assert len(modules) == 13  # twelve, and setup()


PUBLISHED = {"asah", "asah_s100b_coords", "demsar_table_6", "rocr_simple"}  # data sets


def test_stored_text_is_noticed_when_it_grows() -> None:
    """What tests compare with; a change of one sentence should not touch many lines of it."""
    stored = [path for name in ("data", "trust") for path in (ROOT / "tests" / name).glob("*.*")]
    own = [p for p in stored if p.suffix in (".txt", ".toml", ".csv") and p.stem not in PUBLISHED]
    lines = [line for p in own for line in p.read_text(encoding="utf-8").splitlines()]
    assert sum(bool(line.strip()) for line in lines) <= 4000


def test_a_function_fits_on_a_screen() -> None:
    assert [name for path in FILES for name in module_of(path).long] == []


def is_packed(statement: ast.AST) -> bool:
    """Tell whether an assignment is several; an exchange of names is one."""
    if not isinstance(statement, ast.Assign):
        return False
    (target, *more), value = statement.targets, statement.value
    if not isinstance(target, ast.Tuple) or not isinstance(value, ast.Tuple):
        return bool(more)
    exchanged = {ast.unparse(e) for e in target.elts} == {ast.unparse(e) for e in value.elts}
    return not exchanged


def test_a_line_holds_one_statement() -> None:
    assert [place for path in FILES for place in module_of(path).packed] == []
