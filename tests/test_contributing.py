"""Documents and pages name what the library has, and hooks check what CI checks."""

import re
from operator import attrgetter
from pathlib import Path

import yaml

import mlevalkit as mk

ROOT = Path(__file__).parents[1]
DOCUMENTS = ["CONTRIBUTING.md", "README.md", "README.zh-CN.md", "teaching/README.md"]


def text(name: str | Path) -> str:
    return (ROOT / name).read_text(encoding="utf-8")


def test_hooks_run_what_ci_checks_before_the_tests() -> None:
    script = text(".ci/run").split("ruff check .")[1].split("pytest")[0].splitlines()
    checks = [
        "ruff check",
        *(line.split(" --")[0].removesuffix(" .") for line in script if line and line[0] != "#"),
    ]
    (hooks,) = (repo["hooks"] for repo in yaml.safe_load(text(".pre-commit-config.yaml"))["repos"])
    run = [hook["entry"].split(" --")[0] for hook in hooks]
    assert [check for check in checks if check not in run] == []
    assert len(checks) == 4


def test_documents_and_pages_name_what_the_library_has() -> None:
    for path in [*DOCUMENTS, *ROOT.glob("book/*/*.ipynb"), *ROOT.glob("book/*/*.md")]:
        for name in re.findall(r"\bmk\.([a-z]\w+(?:\.[a-z]\w+)?)", text(path)):
            assert attrgetter(name)(mk) is not None, path
