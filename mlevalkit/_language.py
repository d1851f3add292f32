"""The language in which results, figures and explorers speak: one at a time."""

from __future__ import annotations

import os
import sys
import warnings
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from contextvars import ContextVar
from functools import cache
from typing import TYPE_CHECKING

from ._validation import one_of

if TYPE_CHECKING:
    from matplotlib.axes import Axes

LANGUAGES = "en", "zh"  # the columns of every messages.toml; the first one is the default
VARIABLE = "MLEVALKIT_LANGUAGE"

# The choice lives in the environment alone, so that processes started later have it too.
_at_start = os.environ.get(VARIABLE)
_heard: ContextVar[list[Mapping[str, str]] | None] = ContextVar("heard", default=None)


def set_language(language: str | None = None) -> None:
    """Choose the language of workings, results, figures, explorers and exercises.

    The choice holds for all threads and for everything that is shown afterwards, results made
    before it included. Processes that are started later have the same language, because it is
    kept in the environment variable ``MLEVALKIT_LANGUAGE``. Names and error messages stay
    English.

    Parameters
    ----------
    language : {"en", "zh"}, optional
        English or Chinese; by default the value that ``MLEVALKIT_LANGUAGE`` had when Python was
        started, else English.

    Returns
    -------
    None

    Raises
    ------
    ValueError
        If it is another language.

    Examples
    --------
    >>> import mlevalkit as mk
    >>> working = mk.error_rate.working([1, 0, 1], [1, 1, 1])
    >>> mk.set_language("zh")
    >>> working
    (2.4)    E = a / m = 1 / 3 = 1/3 ≈ 0.3333
    3 个中预测错 1 个。
    >>> mk.set_language()
    >>> working
    (2.4)    E = a / m = 1 / 3 = 1/3 ≈ 0.3333
    1 of 3 predicted wrong.

    Source
    ------
    No equation of the textbook.
    """
    _set(_at_start if language is None else one_of(language, "language", LANGUAGES))
    if "matplotlib" in sys.modules:
        add_fonts()


def _set(value: str | None) -> None:
    """Set the environment variable, or remove it."""
    if value is None:
        os.environ.pop(VARIABLE, None)
    else:
        os.environ[VARIABLE] = value


def language() -> str:
    """Return the chosen language."""
    chosen: str = one_of(os.environ.get(VARIABLE) or LANGUAGES[0], VARIABLE, LANGUAGES)
    return chosen


def spoken(texts: Mapping[str, str]) -> str:
    """Return the text in the chosen language."""
    if (heard := _heard.get()) is not None:
        heard.append(texts)
    return texts[language()]


@contextmanager
def listening() -> Iterator[list[Mapping[str, str]]]:
    """Yield a list that takes down, in all languages, what is said inside the block."""
    heard: list[Mapping[str, str]] = []
    token = _heard.set(heard)
    try:
        yield heard
    finally:
        _heard.reset(token)


@contextmanager
def speaking(language: str) -> Iterator[None]:
    """Choose a language inside the block."""
    before = os.environ.get(VARIABLE)
    set_language(language)
    try:
        yield
    finally:
        _set(before)


# -- fonts -----------------------------------------------------------------------------------

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
def _installed(spoken: str) -> str | None:
    """Return a font for a language; None if its words need none, or there is none."""
    from matplotlib.font_manager import fontManager

    wanted = _FONTS.get(spoken, ())
    names = {font.name for font in fontManager.ttflist}
    found = next((name for name in wanted if name in names), None)
    if wanted and found is None:
        warnings.warn(
            f"No font for language {spoken!r} is installed: its words are empty boxes in figures "
            "saved as PNG or PDF. Install Noto Sans CJK SC, for example, or mk.set_language('en').",
            stacklevel=5,  # the line that calls set_language
        )
    return found


def fonts() -> list[str]:
    """Return the fonts that the words of the chosen language need beside the usual ones."""
    found = _installed(language())
    return [found] if found else []


def add_fonts(ax: Axes | None = None) -> None:
    """Add them to the fonts of all figures from now on, and of the Axes that are there."""
    from matplotlib import rcParams
    from matplotlib.text import Text

    for font in fonts():
        if font not in rcParams["font.family"]:
            rcParams["font.family"] = [*rcParams["font.family"], font]
        for text in ax.findobj(Text) if ax else ():
            if isinstance(text, Text) and font not in text.get_fontfamily():
                text.set_fontfamily([*text.get_fontfamily(), font])
