"""For all tests: the three rings, and no figure outlives its test.

Ring 1 is what a change needs (`pytest`), ring 2 the notebooks and the browser's checks (`.ci/run`
runs both), ring 3 what takes minutes each (`pytest -m slow`, nightly).
"""

import gc
import os
import sys
from collections import Counter
from collections.abc import Iterator
from functools import partial
from pathlib import Path

os.environ.setdefault("OMP_NUM_THREADS", "1")  # tests share the cores; their threads need not
os.environ.pop("MLEVALKIT_LANGUAGE", None)  # docstrings show English
if os.environ.pop("PYTHONDONTWRITEBYTECODE", ""):  # nothing beside the sources; processes are many
    os.environ.setdefault("PYTHONPYCACHEPREFIX", str(Path(__file__).parent / "_build" / "pycache"))

import pytest
from stored_figures import same_figures

collect_ignore_glob = ["book/data/*"]  # scripts that run for minutes, and import one another
RINGS = {
    "not slow and not browser": "ring 1 of 3 (what a change needs)",
    "not slow": "rings 1 and 2 of 3 (with the browser's checks)",
    "browser and not slow": "ring 2 of 3 (the browser's checks)",
    "slow": "ring 3 of 3 (slow)",
    "slow or not slow": "all three rings",
}
OTHERS = {"slow": "pytest -m slow", "browser": "pytest -m 'browser and not slow'"}
left_out: Counter[str] = Counter()


@pytest.fixture(autouse=True)
def close_figures() -> Iterator[None]:
    """Close what pyplot keeps open; twenty open figures are a warning, and here an error."""
    yield
    if "matplotlib.pyplot" in sys.modules:
        sys.modules["matplotlib.pyplot"].close("all")


def pytest_collectstart(collector: pytest.Collector) -> None:
    """Let nbval compare what pages print and not how a version of matplotlib draws it."""
    if hasattr(collector, "skip_compare"):
        collector.skip_compare = (*collector.skip_compare, "image/svg+xml")


def pytest_itemcollected(item: pytest.Item) -> None:
    """Let nbval compare the words of a page's figures, and how many parts these have."""
    if hasattr(item, "compare_outputs"):
        item.compare_outputs = partial(same_figures, item, item.compare_outputs)


def pytest_collection_finish() -> None:
    """Let searches for garbage pass over thousands of tests: figures and statsmodels cause many."""
    gc.collect()
    gc.freeze()


def pytest_deselected(items: list[pytest.Item]) -> None:
    """Count what the chosen ring leaves out."""
    for item in items:
        left_out.update([name for name in OTHERS if item.get_closest_marker(name)][:1])


def pytest_sessionfinish(session: pytest.Session) -> None:
    """Let a worker process of pytest-xdist tell its count."""
    if hasattr(session.config, "workeroutput"):
        session.config.workeroutput["left_out"] = dict(left_out)


@pytest.hookimpl(optionalhook=True)
def pytest_testnodedown(node: object) -> None:
    """Take the count of a worker; all workers collect the same tests."""
    left_out.update(getattr(node, "workeroutput", {}).get("left_out", {}) if not left_out else {})


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    """Say in one line which ring ran, and how to run what did not."""
    config = terminalreporter.config
    ring = RINGS.get(config.option.markexpr, f"tests selected by -m {config.option.markexpr!r}")
    if config.args_source is not config.ArgsSource.TESTPATHS or config.option.keyword:
        ring = f"a part of {ring}"
    rest = [f"{count} {name} ({OTHERS[name]})" for name, count in sorted(left_out.items())]
    rest += ["the notebooks (pytest book)"] if ring.startswith("ring 1") else []
    terminalreporter.write_line(f"This was {ring}. Not run: {', '.join(rest) or 'nothing'}.")
