"""What Python sends to the page: displays and results, one JSON text per line."""

from __future__ import annotations

import builtins
import math
import sys
from collections.abc import Mapping
from json import dumps  # by their names: a cell may change what a module holds
from os import write
from typing import Any

from .words import words

CHANNEL = 100  # the number is the worker's, see worker.js
MOST = 10_000_000  # characters of one display


def send(message: Mapping[str, Any]) -> None:
    """Send one message."""
    try:
        text = dumps(message, allow_nan=False)
    except (TypeError, ValueError):  # a bundle of the reader's, with NaN in it, say
        text = dumps(plain(message))
    data = memoryview(text.encode() + b"\n")
    while data:
        data = data[write(CHANNEL, data) :]


def flush() -> None:
    """Send what was printed, so that it stands before what comes next."""
    for stream in (sys.stdout, sys.stderr, sys.__stdout__, sys.__stderr__):
        if stream is not None and not stream.closed:
            stream.flush()


def publish(
    data: Mapping[str, str],
    metadata: Mapping[str, Any] | None = None,
    name: str | None = None,
    kind: str = "display",
) -> None:
    """Show a bundle: mime types and their texts."""
    size = sum(len(text) for text in data.values() if isinstance(text, str))
    if size > MOST:
        data = {"text/plain": words("too large", size=size, most=MOST)}
    flush()
    message = {"type": kind, "data": dict(data), "metadata": dict(metadata or {})}
    send(message | ({"id": name} if name else {}))


def displayhook(value: object) -> None:
    """Show the value of a cell's last expression."""
    from .formats import bundle

    if value is None:
        return
    builtins._ = value  # type: ignore[attr-defined]
    publish(*bundle(value))


def plain(value: Any) -> Any:
    """Return a value as JSON can hold it: arrays become lists, NaN and infinity null."""
    if hasattr(value, "tolist"):  # arrays and scalars of numpy and pandas
        value = value.tolist()
    if isinstance(value, float) and not math.isfinite(value):
        return None
    if isinstance(value, Mapping):
        return {str(key): plain(part) for key, part in value.items()}
    if isinstance(value, list | tuple | set | frozenset):
        return [plain(part) for part in value]
    if value is None or isinstance(value, str | int | float | bool):
        return value
    return repr(value)
