"""Modules that the extra `notebook` brings."""

from __future__ import annotations

from importlib import import_module
from typing import Any


def need(module: str) -> Any:
    """Import a module of the extra `notebook`, or say that the extra brings it."""
    try:
        return import_module(module)
    except ImportError as error:
        raise ImportError(f'{module} is missing: pip install "mlevalkit[notebook]"') from error
