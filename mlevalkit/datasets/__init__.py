"""The data of the lecture slides' examples and of the textbook's Table 2.5."""

from __future__ import annotations

from ._examples import example, table

__all__ = ["example", "table"]
