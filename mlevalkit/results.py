"""What a result of mlevalkit is: for annotations and for results of one's own."""

from __future__ import annotations

from .display.results import ConfidenceInterval, Explained, TestResult, TupleResult

__all__ = ["ConfidenceInterval", "Explained", "TestResult", "TupleResult"]
