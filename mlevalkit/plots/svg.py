"""Figures as SVG: small, with text as text, and the same on every machine.

Notebooks show the package's figures in this form, and explorers are drawn in it.
"""

from __future__ import annotations

import hashlib
import io
import re
import sys
import warnings
from functools import partial
from typing import Any
from weakref import WeakSet

import numpy as np

from .style import NAMES, Figure

_FORM: Any = {"svg.fonttype": "none", "svg.hashsalt": "mlevalkit"}
_DECIMALS = re.compile(r"(-?\d+\.\d+(?:e-\d+)?)")
_MOST = 3000  # marks of one artist; more are stored as pixels, which are smaller and quicker
_OVERLINED = r'<tspan style="text-decoration: overline">\1</tspan>'
# What Windows, macOS, Linux and Android have, Latin letters first, then Chinese.
_FONTS = (
    "-apple-system, 'Segoe UI', Roboto, 'Noto Sans', Ubuntu, Cantarell, 'Helvetica Neue', Arial,"
    " 'PingFang SC', 'Hiragino Sans GB', 'Microsoft YaHei', 'Noto Sans CJK SC',"
    " 'Source Han Sans SC', 'WenQuanYi Micro Hei', sans-serif"
)


def svg(figure: Figure, **options: Any) -> str:
    """Return a figure as an SVG element with size, without fonts; `options` are of savefig."""
    import matplotlib as mpl

    for artist in figure.findobj(_is_dense):
        artist.set_rasterized(True)
    sheet = io.StringIO()
    with mpl.rc_context(_FORM), warnings.catch_warnings():
        warnings.filterwarnings("ignore", "Glyph .* missing from font")  # the reader's fonts draw
        figure.savefig(sheet, format="svg", metadata={"Date": None}, **options)
    text = sheet.getvalue()
    text = text[text.index("<svg") :].replace("<svg", '<svg style="stroke-linejoin: round"', 1)
    text = re.sub(r"<(metadata|style).*?</\1>|<!--.*?-->", "", text, flags=re.DOTALL)
    text = re.sub(r'<g id="[^"]*"', "<g", text)  # a page may hold several pictures
    text = re.sub(r"<[^>]*\d\.\d[^>]*>", _shortened, text)
    text = re.sub(r' transform="rotate\(-?0 [^"]*"', "", text)
    text = re.sub(r" font-family: [^;\"]*;", "", text)  # the page chooses it
    text = re.sub("(.)\N{COMBINING MACRON}", _OVERLINED, text)  # most fonts misplace the macron
    return re.sub(r"\n\s*", "\n", text)


def standalone(figure: Figure) -> str:
    """Return a figure as a notebook stores it: as large as its PNG, with fonts and ids of its own.

    Ids are the figure's own because a converted notebook holds several figures in one document.
    """
    text = svg(figure, bbox_inches="tight", pad_inches=0.04)
    text = re.sub(r" \n(?=[A-Za-z])", " ", _ungrouped(text))  # a path on one line
    text = re.sub(r"\n+", "\n", text)
    scale = figure.dpi / 72
    head, rest = text.split(">", 1)
    head = re.sub(r'="([\d.]+)pt"', lambda m: f'="{float(m[1]) * scale:.0f}"', head)
    head = head.replace('style="', f'style="font-family: {_FONTS}; ', 1)
    ids = dict.fromkeys(re.findall(r'\bid="([^"]+)"', rest))
    own = "f" + hashlib.sha256(rest.encode()).hexdigest()[:6]
    for n, old in enumerate(ids):
        rest = re.sub(rf'(\bid="|#){re.escape(old)}\b', rf"\g<1>{own}-{n}", rest)
    return f"{head}>{rest}"


def in_page_colours(text: str) -> str:
    """Let the colours of an SVG follow the page around it, and the fonts too."""
    text = re.sub(r"font-family: [^;\"]*; ?", "", text, count=1)
    for colour, name in NAMES.items():
        text = text.replace(colour, f"var(--mk-{name}, {colour})")
    return text


def _is_dense(artist: Any) -> bool:
    """Tell whether an artist has too many marks for an SVG."""
    from matplotlib.collections import Collection
    from matplotlib.lines import Line2D

    if isinstance(artist, Line2D):
        marked = artist.get_marker() not in ("None", "", " ", None)
        return np.size(artist.get_xdata()) > (_MOST if marked else 20 * _MOST)
    if isinstance(artist, Collection):
        return max(np.ma.count(artist.get_offsets()) // 2, len(artist.get_paths())) > _MOST
    return False


def _ungrouped(text: str) -> str:
    """Remove groups without attributes."""
    kept: list[bool] = []

    def keep(tag: re.Match[str]) -> str:
        if tag[0] != "</g>":
            kept.append(tag[0] != "<g>")
            return tag[0] if kept[-1] else ""
        return tag[0] if kept.pop() else ""

    return re.sub(r"<g\b[^>]*(?<!/)>|</g>", keep, text)


def _shortened(tag: re.Match[str]) -> str:
    """Return a tag whose points have two decimals, as the screen shows: alike on every machine."""
    parts = _DECIMALS.split(tag[0])  # what is written stays
    parts[1::2] = [f"{round(float(n), 2) + 0.0:.2f}".rstrip("0").rstrip(".") for n in parts[1::2]]
    return "".join(parts)


# -- in a notebook ----------------------------------------------------------------------------

_ours: WeakSet[Figure] = WeakSet()
_asked: WeakSet[Any] = WeakSet()  # shells whose formatters were changed once


def show_as_svg(figure: Figure) -> None:
    """Let the inline backend of IPython show a figure as SVG, if it would show it as PNG.

    Other figures of matplotlib are shown as before, and so is this one if the user has chosen a
    format, for all: ``%config InlineBackend.figure_formats = ["png"]``.
    """
    _ours.add(figure)
    shell = getattr(sys.modules.get("IPython"), "get_ipython", lambda: None)()
    if shell is None or shell in _asked:
        return
    if (usual := _unchosen(shell)) is not None:
        formatters = shell.display_formatter.formatters
        formatters["image/png"].for_type(type(figure), partial(_png, usual))
        formatters["image/svg+xml"].for_type(type(figure), _svg)
        _asked.add(shell)  # a format chosen later removes these two, and stays


def _unchosen(shell: Any) -> Any:
    """Return what makes PNG of figures, if only the inline backend's default does."""
    if "matplotlib_inline.config" not in sys.modules or _is_chosen():
        return None
    from matplotlib.figure import Figure

    formatters = shell.display_formatter.formatters
    usual = {kind: f.for_type(Figure) for kind, f in formatters.items()}
    made = [kind for kind, function in usual.items() if function is not None]
    plain = getattr(usual["image/png"], "keywords", {}).get("fmt") == "png"
    return usual["image/png"] if made == ["image/png"] and plain else None


def _is_chosen() -> bool:
    """Tell whether the user's settings name a format, were it the default."""
    inline: Any = sys.modules["matplotlib_inline.config"]
    return "figure_formats" in inline.InlineBackend.instance().config.get("InlineBackend", {})


def _svg(figure: Figure) -> str | None:
    return standalone(figure) if figure in _ours and not _is_chosen() else None


def _png(usual: Any, figure: Figure) -> Any:
    return usual(figure) if figure not in _ours or _is_chosen() else None
