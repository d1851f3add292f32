"""Python's side of the live page: answers one request after the other, see ../README.md."""

from __future__ import annotations

import sys
from json import loads

from . import cells, page, startup

__all__ = ["answer"]


def answer(question: str) -> None:
    """Do what the worker asks for, a JSON text, and send the result."""
    asked = loads(question)
    try:
        match asked.pop("op"):
            case "start":
                result = startup.start(asked["setup"])
            case "resume":
                result = startup.resume(asked["setup"])
            case "run":
                result = cells.run(asked["code"], asked["name"])
            case "warm":
                result = cells.call(asked["statement"], None)
            case "call":
                result = cells.call(asked["code"], asked["args"])
            case other:
                raise ValueError(f"unknown request {other!r}")
    finally:
        sys.stdout, sys.stderr = sys.__stdout__, sys.__stderr__
        sys.displayhook = page.displayhook
        page.flush()
    page.send({"type": "result", **result})
