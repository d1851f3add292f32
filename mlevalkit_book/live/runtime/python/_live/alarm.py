"""Lets the page interrupt a cell: its loops and functions ask now and then whether to stop."""

from __future__ import annotations

import sys
from os import write
from time import monotonic
from types import CodeType
from typing import Any

CHANNEL = 101  # the number is the worker's, see worker.js
PAUSE = 0.2  # seconds between two questions
TOOL = sys.monitoring.DEBUGGER_ID
EVENTS = sys.monitoring.events.JUMP | sys.monitoring.events.PY_START
MOST = 32  # steps between two looks at the clock
_next = 0.0
_left = _stride = 1


def watched(code: CodeType) -> CodeType:
    """Return a cell's code, which from now on can be interrupted: it, and what it defines."""
    if sys.monitoring.get_tool(TOOL) is None:
        sys.monitoring.use_tool_id(TOOL, "live")
        for event in (sys.monitoring.events.JUMP, sys.monitoring.events.PY_START):
            sys.monitoring.register_callback(TOOL, event, _look)
    sys.monitoring.set_local_events(TOOL, code, EVENTS)
    for inner in code.co_consts:
        if isinstance(inner, CodeType):
            watched(inner)
    return code


def _look(*_: Any) -> None:
    global _left, _next, _stride
    _left -= 1
    if _left > 0:
        return
    now = monotonic()
    _stride = min(2 * _stride, MOST) if now < _next else 1  # quick steps are not all timed
    _left = _stride
    if now < _next:
        return
    _next = now + PAUSE
    try:
        write(CHANNEL, b"?")
    except OSError:
        raise KeyboardInterrupt from None
