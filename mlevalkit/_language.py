"""The language in which results, figures and explorers speak: one at a time."""

import os
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from contextvars import ContextVar

from ._validation import one_of

LANGUAGES = "en", "zh"  # the columns of every messages.toml; the first one is the default
VARIABLE = "MLEVALKIT_LANGUAGE"

# The choice lives in the environment alone, so that processes started later have it too.
_at_start = os.environ.get(VARIABLE)
_heard: ContextVar[list[Mapping[str, str]] | None] = ContextVar("heard", default=None)


def set_language(language: str | None = None) -> None:
    """Choose the language of workings, results, figures, explorers and exercises.

    It holds for all threads, from the next thing that is shown on: a result made before speaks the
    new language too. Processes that are started later have the same language, because the choice
    is kept in the environment variable ``MLEVALKIT_LANGUAGE``. Names and error messages stay
    English.

    Parameters
    ----------
    language : {"en", "zh"}, optional
        English or Chinese; by default what ``MLEVALKIT_LANGUAGE`` said when Python was started,
        and English if it said nothing.

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
    if language is not None:
        os.environ[VARIABLE] = one_of(language, "language", LANGUAGES)
    elif _at_start is not None:
        os.environ[VARIABLE] = _at_start
    else:
        os.environ.pop(VARIABLE, None)


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
        if before is None:
            del os.environ[VARIABLE]
        else:
            os.environ[VARIABLE] = before
