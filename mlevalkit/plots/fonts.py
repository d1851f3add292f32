"""Fonts that have the characters of the chosen language."""

from __future__ import annotations

import sys
from functools import cache

from .._validation import warn
from ..display.language import language, when_chosen
from .style import Axes

# Windows, macOS, Linux. Of a collection matplotlib may know only the first font.
_FONTS = {
    "zh": (
        "Microsoft YaHei", "DengXian", "SimHei", "PingFang SC", "Hiragino Sans GB", "Heiti SC",
        "STHeiti", "Arial Unicode MS", "Noto Sans CJK SC", "Noto Sans SC", "Source Han Sans SC",
        "Source Han Sans CN", "Noto Sans CJK JP", "WenQuanYi Micro Hei", "WenQuanYi Zen Hei",
        "Droid Sans Fallback", "Noto Serif CJK SC", "Noto Serif CJK JP", "Songti SC", "SimSun",
    ),
}  # fmt: skip


@cache
def _installed(spoken: str) -> list[str]:
    """Return the first installed font of a language, if it needs one."""
    from matplotlib.font_manager import fontManager

    wanted = _FONTS.get(spoken, ())
    names = {font.name for font in fontManager.ttflist}
    found = [name for name in wanted if name in names][:1]
    if wanted and not found:
        warn(
            f"No font for language {spoken!r} is installed: its words are empty boxes in figures "
            "saved as PNG or PDF. Install Noto Sans CJK SC, for example, or mk.set_language('en').",
            UserWarning,
        )
    return found


def add_fonts(ax: Axes | None = None) -> None:
    """Add them to the fonts of all figures from now on, and of the Axes that are there."""
    from matplotlib import rcParams
    from matplotlib.text import Text

    for font in _installed(language()):
        if font not in rcParams["font.family"]:
            rcParams["font.family"] = [*rcParams["font.family"], font]
        for text in ax.findobj(Text) if ax else ():
            if isinstance(text, Text) and font not in text.get_fontfamily():
                text.set_fontfamily([*text.get_fontfamily(), font])


def _add_fonts_if_drawn() -> None:
    """Add them where matplotlib is used at all: figures drawn without this package need them."""
    if "matplotlib" in sys.modules:
        add_fonts()


when_chosen.append(_add_fonts_if_drawn)
