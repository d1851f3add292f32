"""An object as mime types and texts, the way IPython asks for them."""

from __future__ import annotations

import base64
import re
import sys
from collections.abc import Callable
from importlib import import_module
from typing import Any

METHODS = {
    "_repr_html_": "text/html",
    "_repr_markdown_": "text/markdown",
    "_repr_svg_": "image/svg+xml",
    "_repr_png_": "image/png",
    "_repr_jpeg_": "image/jpeg",
    "_repr_latex_": "text/latex",
    "_repr_json_": "application/json",
    "_repr_javascript_": "application/javascript",
}
# Classes that the page shows in a way of its own, and the modules whose bundle() does it.
SHOWN_BY = {
    ("matplotlib.figure", "Figure"): "_live.figures",
    ("mlevalkit.explorers", "Explorer"): "mlevalkit_book.live.explorers",
}
WIDTH = 79
# numpy's own integers have 32 bits here, so that it names the type of those that have 64. On a
# reader's own computer, and in the book, these are the ones without a name.
USUAL = re.compile(r",\s+dtype=int64\)")

Bundle = tuple[dict[str, str], dict[str, Any]]


def bundle(value: object) -> Bundle:
    """Return mime types with texts, and metadata."""
    data: dict[str, str] = {"text/plain": plain(value)}
    metadata: dict[str, Any] = {}
    if isinstance(value, type):
        return data, metadata
    for (home, name), shower in SHOWN_BY.items():
        if home in sys.modules and isinstance(value, getattr(sys.modules[home], name)):
            return import_module(shower).bundle(value), metadata
    if (method := _method(value, "_repr_mimebundle_")) is not None:
        _collect(method(), data, metadata)
    for name, mime in METHODS.items():
        if mime not in data and (method := _method(value, name)) is not None:
            found = method()
            if isinstance(found, tuple):  # with metadata of its own
                found, metadata[mime] = found
            _collect({mime: found}, data, metadata)
    return data, metadata


def _collect(found: Any, data: dict[str, str], metadata: dict[str, Any]) -> None:
    if isinstance(found, tuple):
        found, more = found
        metadata |= more
    for mime, part in (found or {}).items():
        if isinstance(part, bytes):
            part = base64.b64encode(part).decode()
        if part is not None:
            data[mime] = part


def _method(value: object, name: str) -> Callable[[], Any] | None:
    """Return a method that the class has; an object that answers to any name has none."""
    method = getattr(value, name, None) if hasattr(type(value), name) else None
    return method if callable(method) else None


def plain(value: object) -> str:
    """Return the text of a value; long lists and mappings have a line for each element."""
    text = USUAL.sub(")", repr(value))
    if len(text) <= WIDTH and "\n" not in text:
        return text
    if type(value) is dict:
        parts = [
            f"{key!r}: {_indented(plain(part), len(repr(key)) + 3)}" for key, part in value.items()
        ]
        return "{" + ",\n ".join(parts) + "}"
    if type(value) in (list, tuple) and len(value) > 1:  # type: ignore[arg-type]
        opening, closing = "[]" if type(value) is list else "()"
        parts = [_indented(plain(part), 1) for part in value]  # type: ignore[attr-defined]
        return opening + ",\n ".join(parts) + closing
    return text


def _indented(text: str, by: int) -> str:
    return text.replace("\n", "\n" + " " * by)
