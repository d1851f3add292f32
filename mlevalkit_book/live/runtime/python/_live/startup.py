"""Prepares the interpreter once, before the first cell."""

from __future__ import annotations

import builtins
import os
import sys
import warnings
from typing import Any, NoReturn

from . import cells, page
from .later import LaterPandas
from .words import words


def start(setup: str) -> dict[str, Any]:
    """Set up the streams, the working directory and what a page cannot do."""
    for stream in (sys.stdout, sys.stderr):
        stream.reconfigure(  # type: ignore[union-attr]
            encoding="utf-8", errors="backslashreplace", line_buffering=True
        )
    speak(os.environ.get("LIVE_LANGUAGE", "en"))
    os.chdir(os.environ["HOME"])
    sys.path.insert(0, "")
    sys.meta_path.insert(0, LaterPandas())
    sys.dont_write_bytecode = True
    sys.displayhook = page.displayhook
    builtins.input = _input  # type: ignore[assignment]
    # tqdm wants to watch itself from a second thread.
    warnings.filterwarnings("ignore", "tqdm:disabling monitor support")
    # Figures are SVG, and the page has fonts for their text.
    warnings.filterwarnings("ignore", "No font for language")
    return cells.call(setup, None)


def resume(setup: str) -> dict[str, Any]:
    """Go on from an image: what was drawn at random before would be the same on every page."""
    for name in ("random", "numpy.random"):
        if module := sys.modules.get(name):
            module.seed()
    return cells.call(setup, None)


def speak(language: str) -> None:
    """Say everything in the language of the page from now on."""
    os.environ["LIVE_LANGUAGE"] = language
    os.environ["MLEVALKIT_LANGUAGE"] = language[:2]
    if mlevalkit := sys.modules.get("mlevalkit"):
        mlevalkit.set_language(language[:2])


def _input(prompt: object = "") -> NoReturn:
    raise NotImplementedError(words("input"))
