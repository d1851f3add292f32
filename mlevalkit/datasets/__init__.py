"""The data of the lecture slides' examples."""

from __future__ import annotations

from ._examples import example

__all__ = ["example"]
