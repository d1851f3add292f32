"""The language in which results, figures and explorers speak: one at a time."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from contextvars import ContextVar
from importlib import import_module

from .._validation import one_of

LANGUAGES = "en", "zh"  # the columns of every messages.toml; the first one is the default
VARIABLE = "MLEVALKIT_LANGUAGE"

# The choice lives in the environment alone: a worker process of joblib that prints workings or
# saves figures has it too.
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
    if "matplotlib" in sys.modules:  # figures that are drawn without mk.plots need them as well
        import_module("mlevalkit.plots.fonts").add_fonts()


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
