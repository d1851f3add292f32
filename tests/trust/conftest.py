"""`--report FILE` writes what the trust suite compared, and how close it was, into a CSV file."""

from pathlib import Path

import pytest
from agreement import write

collect_ignore = ["mutate.py"]  # a script


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--report", type=Path, help="CSV file for what the trust suite found")


def pytest_configure(config: pytest.Config) -> None:
    """Refuse what would leave each worker process with a part of the report."""
    if config.getoption("--report", None) and config.getoption("numprocesses", None):
        raise pytest.UsageError("--report is for one process: add -n 0")


def pytest_sessionfinish(session: pytest.Session, exitstatus: int) -> None:
    report = session.config.getoption("--report", None)
    if report is not None and exitstatus == 0:
        write(report)
