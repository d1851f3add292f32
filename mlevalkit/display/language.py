"""The language of workings, results, figures and explorers.

A process has one language, which `set_language` chooses. A block under ``with speaking("zh")`` has
its own, which other threads and other tasks of asyncio do not see.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from contextvars import ContextVar

from .._validation import one_of

LANGUAGES = "en", "zh"  # the columns of every messages.toml; the first one is the default
VARIABLE = "MLEVALKIT_LANGUAGE"

# The environment is read once. It is written by `set_language` alone, so that processes that start
# later, such as the workers of joblib, begin with the language of this one.
_at_start = os.environ.get(VARIABLE)
_of_process = _at_start
_of_context: ContextVar[str | None] = ContextVar("language", default=None)

when_chosen: list[Callable[[], object]] = []  # what has to know of a choice, such as fonts


def set_language(language: str | None = None) -> None:
    """Choose the language of workings, results, figures, explorers and exercises.

    The choice holds for all threads and for everything that is shown afterwards, results made
    before it included. Processes that are started later have the same language, because the
    environment variable ``MLEVALKIT_LANGUAGE`` is set too; a later change of that variable alone
    has no effect on this process. Names and error messages stay English.

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

    Source
    ------
    No equation of the textbook.
    """
    global _of_process
    chosen = _at_start if language is None else one_of(language, "language", LANGUAGES)
    _of_process = chosen
    if chosen is None:
        os.environ.pop(VARIABLE, None)
    else:
        os.environ[VARIABLE] = chosen
    _tell()


def _tell() -> None:
    """Call what has to know of a choice."""
    for tell in when_chosen:
        tell()


def language() -> str:
    """Return the language of the block, else of the process."""
    if (chosen := _of_context.get()) is not None:
        return chosen
    of_process: str = one_of(_of_process or LANGUAGES[0], VARIABLE, LANGUAGES)
    return of_process


def spoken(texts: Mapping[str, str]) -> str:
    """Return the text in the chosen language."""
    return texts[language()]


@contextmanager
def speaking(language: str) -> Iterator[None]:
    """Choose a language inside the block, for this thread or task alone."""
    token = _of_context.set(one_of(language, "language", LANGUAGES))
    try:
        _tell()
        yield
    finally:
        _of_context.reset(token)
