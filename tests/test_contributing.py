"""What the documents for contributors say is there, and hooks check what CI checks."""

import inspect
import re
from operator import attrgetter
from pathlib import Path

import pytest
import yaml

import mlevalkit as mk

ROOT = Path(__file__).parents[1]
DOCUMENTS = ["CONTRIBUTING.md", "README.md", "README.zh-CN.md", "teaching/homework/README.md"]


def text(name: str | Path) -> str:
    return (ROOT / name).read_text(encoding="utf-8")


@pytest.mark.parametrize("document", DOCUMENTS)
def test_files_that_are_named_exist(document: str) -> None:
    without_links = re.sub(r"\(http.*?\)", "", text(document))
    words = re.findall(r"(?<![\w./-])[\w.-]*(?:/[\w.-]+)+(?![\w/]*\()", without_links)
    tops = {p.name for p in ROOT.iterdir()} - {"build", "dist", "_build"}
    named = {w.rstrip(".") for w in words if w.split("/")[0] in tops and w.upper() != w}
    named = {w for w in named if not re.search("NAME|SECTION|FOLDER", w)}
    assert named
    assert not [w for w in sorted(named) if not (ROOT / w).exists()]


def test_hooks_run_what_ci_checks_before_the_tests() -> None:
    script = text(".ci/run").split("ruff check .")[1].split("pytest")[0].splitlines()
    checks = ["ruff check", *(line.split(" --")[0].removesuffix(" .") for line in script if line)]
    (hooks,) = (repo["hooks"] for repo in yaml.safe_load(text(".pre-commit-config.yaml"))["repos"])
    run = [hook["entry"].split(" --")[0] for hook in hooks]
    assert [check for check in checks if check not in run] == []
    assert len(checks) == 4


def test_the_changelog_names_what_there_is() -> None:
    rows = re.findall(r"^\| (.*) \| (.*) \|$", text("CHANGELOG.md").split("## 0.1")[0], re.M)[2:]
    assert len(rows) > 8
    for _, new in rows:
        for name, given in re.findall(r"`(\w+)\(([^`]*)\)`", new):
            if callable(getattr(mk, name, None)):
                known = inspect.signature(getattr(mk, name)).parameters
                words = [w.split("=")[0].strip() for w in given.split(",")]
                assert {w for w in words if w.isidentifier()} <= set(known), new
    added = text("CHANGELOG.md").split("### Added")[1].split("###")[0]
    named = re.findall(r"^- `([a-z_]+(?:\.\w+)?)(?:\(|`)", added, re.M)
    assert {"compare_two_learners", "exercises.Homework"} <= set(named)
    for name in named:
        attrgetter(name)(mk)


def test_documents_and_pages_name_what_the_library_has() -> None:
    for path in [*DOCUMENTS, *ROOT.glob("book/*/*.ipynb"), *ROOT.glob("book/*/*.md")]:
        for name in re.findall(r"\bmk\.([a-z]\w+(?:\.[a-z]\w+)?)", text(path)):
            assert attrgetter(name)(mk) is not None, path
