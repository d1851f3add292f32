"""Pictures for slides: figures of the pages, explorers and formulas, as PNG."""

from __future__ import annotations

import ast
import io
from pathlib import Path
from tempfile import TemporaryDirectory

import nbformat
from PIL import Image

import mlevalkit as mk

from ..papers.browser import needed_browser, run

BOOK = Path(__file__).parents[2] / "book"
SCALE = 3  # points of the screen for each of the picture: sharp on a projector
FORMULA = 36  # points
BELOW = 200  # points of the screen: the lower end of a window may not be drawn
_PAGE = """<!doctype html><meta charset="utf-8"><style>
html, body {{ margin: 0; background: white; font-family: "Noto Sans CJK SC", sans-serif; }}
svg {{ width: {width}px; height: auto; display: block; }}</style>{svg}"""


def figure(place: str, language: str) -> str:
    """Return the SVG that a place names: PAGE#CELL or explorer:CALL."""
    if place.startswith("explorer:"):
        return explorer(place.removeprefix("explorer:"), language)
    page, _, cell = place.partition("#")
    path = BOOK / language / f"{page}.ipynb"
    if not path.exists():
        raise ValueError(f"{place}: expected a page of {path.parent}, got {page!r}")
    for each in nbformat.read(path, as_version=4).cells:
        for output in each.get("outputs", []) if each.id == cell else []:
            if "image/svg+xml" in output.get("data", {}):
                return str(output["data"]["image/svg+xml"])
    raise ValueError(f"{place}: expected a cell with a figure, got {cell!r}")


def explorer(call: str, language: str) -> str:
    """Return the first picture of an explorer; its arguments are literals."""
    tree = ast.parse(call, mode="eval").body
    if not isinstance(tree, ast.Call) or not isinstance(tree.func, ast.Name) or tree.args:
        raise ValueError(f"explorer: expected a call such as threshold(curves='roc'), got {call!r}")
    options = {str(word.arg): ast.literal_eval(word.value) for word in tree.keywords}
    with mk.display.language.speaking(language):
        shown = getattr(mk.explorers, tree.func.id)(**options)
        return str(shown.first.figure.svg())


def size_of(sheet: str) -> tuple[float, float]:
    """Return width and height of an SVG in its own units."""
    numbers = sheet.partition('viewBox="')[2].partition('"')[0].split()
    return float(numbers[2]), float(numbers[3])


def to_png(sheet: str, width: int = 900) -> bytes:
    """Return an SVG as PNG, drawn by a browser that is installed."""
    across, down = size_of(sheet)
    height = round(width * down / across)
    with TemporaryDirectory(ignore_cleanup_errors=True) as folder:
        page, image = Path(folder, "page.html"), Path(folder, "picture.png")
        page.write_text(_PAGE.format(width=width, svg=sheet[sheet.index("<svg") :]), "utf-8")
        run(
            needed_browser(),
            page,
            "--hide-scrollbars",
            f"--force-device-scale-factor={SCALE}",
            f"--window-size={width},{height + BELOW}",
            f"--screenshot={image}",
        )
        drawn = io.BytesIO()
        Image.open(image).crop((0, 0, SCALE * width, SCALE * height)).save(drawn, "PNG")
        return drawn.getvalue()


def formula(latex: str) -> bytes:
    """Return a formula as PNG with a transparent ground."""
    from matplotlib import rc_context
    from matplotlib.figure import Figure

    with rc_context({"mathtext.fontset": "stix"}):
        drawn = Figure()
        drawn.text(0, 0, f"${latex}$", fontsize=FORMULA)
        file = io.BytesIO()
        drawn.savefig(file, dpi=200, bbox_inches="tight", pad_inches=0.04, transparent=True)
    return file.getvalue()
