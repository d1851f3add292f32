"""Limits of memory and the like for a process and all that it starts."""

from __future__ import annotations

from contextlib import suppress


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
