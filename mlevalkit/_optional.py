"""Modules that an extra brings, and the kernel that they show things in."""

from __future__ import annotations

import sys
from collections.abc import Mapping
from importlib import import_module
from typing import Any


def need(module: str, extra: str = "notebook") -> Any:
    """Import a module of an extra, or say that the extra brings it."""
    try:
        return import_module(module)
    except ImportError as error:
        raise ImportError(f'{module} is missing: pip install "mlevalkit[{extra}]"') from error


def request() -> Mapping[str, Any]:
    """Return what the front end has asked this kernel to run, with its options; {} without one."""
    shell = getattr(sys.modules.get("IPython"), "get_ipython", lambda: None)()
    kernel = getattr(shell, "kernel", None)
    return kernel.get_parent("shell").get("content", {}) if kernel else {}
