"""The data of the lecture slides' examples, and small tables for the board."""

from __future__ import annotations

from ._classroom import eight_cities, melons
from ._examples import example

__all__ = ["eight_cities", "example", "melons"]
