"""The data of the lecture slides' examples and of the textbook's Table 2.5."""

from ._examples import example, table

__all__ = ["example", "table"]
