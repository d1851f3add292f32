"""The textbook's own data."""

from ._examples import example, table

__all__ = ["example", "table"]
