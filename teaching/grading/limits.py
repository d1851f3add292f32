"""Limits of memory and of life for a process and all that it starts."""

from __future__ import annotations

import ctypes
import signal
from contextlib import suppress


def end_with_parent() -> None:
    """Have this process ended when the one that started it has ended, where the system can."""
    with suppress(AttributeError, OSError, TypeError):
        ctypes.CDLL(None).prctl(1, signal.SIGKILL)  # PR_SET_PDEATHSIG of Linux


def limit_resources(limits: str) -> None:
    """Set limits such as `AS=1000 NPROC=10`, as far as the system has them."""
    try:
        import resource
    except ImportError:  # Windows
        return
    for limit in limits.split():
        name, _, most = limit.partition("=")
        with suppress(AttributeError, OSError, ValueError):
            resource.setrlimit(getattr(resource, f"RLIMIT_{name}"), (int(most), int(most)))
