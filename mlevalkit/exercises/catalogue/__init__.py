"""The templates that come with the package: numbers and code here, texts in the TOML files."""

from __future__ import annotations

from . import (
    classification as classification,
    hypothesis_tests as hypothesis_tests,
    ranking as ranking,
)
