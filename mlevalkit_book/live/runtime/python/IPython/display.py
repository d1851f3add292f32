"""The displays of IPython.display that a page can show."""

from __future__ import annotations

import base64
import html
import itertools
from pathlib import Path
from typing import Any

from _live.formats import bundle
from _live.page import publish, send

__all__ = [
    "HTML",
    "JSON",
    "SVG",
    "Code",
    "DisplayHandle",
    "DisplayObject",
    "Image",
    "Javascript",
    "Latex",
    "Markdown",
    "Math",
    "Pretty",
    "clear_output",
    "display",
    "update_display",
]
_numbers = itertools.count(1)


class DisplayObject:
    """Text or bytes of one mime type, or the name of a file that holds them."""

    mime = "text/plain"

    def __init__(
        self, data: Any = None, url: str | None = None, filename: Any = None, **options: Any
    ):
        if url is not None:
            raise ValueError("url= needs a network, which a page does not have; use filename=.")
        if filename is not None:
            data = self._read(Path(filename))
        self.data = data
        self.options = options

    def _read(self, path: Path) -> Any:
        return path.read_text(encoding="utf-8")

    def _repr_mimebundle_(self, **_: Any) -> tuple[dict[str, Any], dict[str, Any]]:
        return {self.mime: self.data}, {}

    def __repr__(self) -> str:
        return f"<IPython.core.display.{type(self).__name__} object>"


class HTML(DisplayObject):
    mime = "text/html"


class Markdown(DisplayObject):
    mime = "text/markdown"


class Latex(DisplayObject):
    mime = "text/latex"


class Math(Latex):
    def _repr_mimebundle_(self, **_: Any) -> tuple[dict[str, Any], dict[str, Any]]:
        return {self.mime: rf"$\displaystyle {self.data.strip('$')}$"}, {}


class SVG(DisplayObject):
    mime = "image/svg+xml"


class JSON(DisplayObject):
    mime = "application/json"


class Javascript(DisplayObject):
    mime = "application/javascript"


class Pretty(DisplayObject):
    def __repr__(self) -> str:
        return str(self.data)


class Code(DisplayObject):
    mime = "text/html"

    def _repr_mimebundle_(self, **_: Any) -> tuple[dict[str, Any], dict[str, Any]]:
        return {self.mime: f"<pre>{html.escape(self.data)}</pre>", "text/plain": self.data}, {}


class Image(DisplayObject):
    mime = "image/png"

    def _read(self, path: Path) -> Any:
        if path.suffix.lower() in (".jpg", ".jpeg"):
            self.mime = "image/jpeg"
        return path.read_bytes()

    def _repr_mimebundle_(self, **_: Any) -> tuple[dict[str, Any], dict[str, Any]]:
        data = self.data
        if isinstance(data, bytes):
            data = base64.b64encode(data).decode()
        sizes = {key: value for key, value in self.options.items() if key in ("width", "height")}
        return {self.mime: data}, {self.mime: sizes} if sizes else {}


class DisplayHandle:
    """What display(..., display_id=...) returns: it can replace what it showed."""

    def __init__(self, display_id: str):
        self.display_id = display_id

    def display(self, obj: Any, **options: Any) -> None:
        display(obj, display_id=self.display_id, **options)

    def update(self, obj: Any, **options: Any) -> None:
        update_display(obj, display_id=self.display_id, **options)


def display(
    *objects: Any, display_id: str | bool | None = None, raw: bool = False, **_: Any
) -> DisplayHandle | None:
    """Show objects in the output of the cell."""
    name = f"display-{next(_numbers)}" if display_id is True else display_id or None
    for value in objects:
        publish(*((value, {}) if raw else bundle(value)), name=name)
    return DisplayHandle(name) if name else None


def update_display(obj: Any, *, display_id: str, raw: bool = False, **_: Any) -> None:
    """Replace what was shown under a display_id."""
    publish(*((obj, {}) if raw else bundle(obj)), name=display_id, kind="update")


def clear_output(wait: bool = False) -> None:
    """Take away what the cell has shown so far."""
    send({"type": "clear", "wait": wait})
