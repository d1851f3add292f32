"""The templates that come with the package: texts and formulas in TOML files, the rest in code.

A module adds those templates of its TOML file that need code; the others are data alone.
"""

from __future__ import annotations

from ..templates import add_template, catalogue, templates
from . import (
    hypothesis_tests as hypothesis_tests,
    ranking as ranking,
    splitting as splitting,
)

_FILES = (
    "basics", "splitting", "regression", "classification", "ranking", "costs", "hypothesis_tests",
    "scenarios", "understanding",
)  # fmt: skip

for _file in _FILES:
    for _kind, _data in catalogue(f"{_file}.toml").items():
        if _kind not in templates():
            add_template(_kind, _data)
