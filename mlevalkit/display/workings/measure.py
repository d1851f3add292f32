"""One solve per function: the value, and how it came about in sentences, which are data."""

from __future__ import annotations

import functools
import inspect
import re
import tomllib
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from functools import cache
from pkgutil import get_data
from typing import Any, Generic, ParamSpec, Protocol, TypeVar, overload

from ..._validation import keyword_checks
from ..language import LANGUAGES
from .steps import Sentence, Step, Working

_OWN = "\0"  # stands for a space of what is put into a sentence
_BETWEEN_CHINESE = re.compile("(?<=[一-鿿]) (?=[一-鿿])")


class Messages:
    """The sentences of a package: ``say("mcnemar.few", n=12)`` is a `Sentence`.

    A place ``{n}`` in a sentence takes what is given under that name; another `Sentence` is put
    in in its own language. The spaces of a Chinese sentence stand beside Latin letters: between two
    Chinese characters they go, but for those of a name that is put in.
    """

    def __init__(self, package: str) -> None:
        self._package = package

    @property
    def data(self) -> dict[str, Any]:
        """What ``messages.toml`` holds."""
        return data_of(self._package, "messages.toml")

    def __call__(self, *path: str, **places: Any) -> Sentence:
        """Return a sentence in every language, with its places filled.

        `path` are the names that lead to it, or one text that joins them with dots.
        """
        found: Any = self.data
        for name in path if len(path) > 1 else path[0].split("."):
            found = found[name]
        return filled(found, **places)


def filled(texts: Mapping[str, str], /, **places: Any) -> Sentence:
    """Return a sentence of texts by language, with their places filled."""
    found = {}
    for language in LANGUAGES:
        own = dict(places)
        for name, value in places.items():
            text = value.texts[language] if isinstance(value, Sentence) else value
            own[name] = text.replace(" ", _OWN) if isinstance(text, str) else text
        found[language] = _BETWEEN_CHINESE.sub("", texts[language].format(**own)).replace(_OWN, " ")
    return Sentence(found)


def word(name: str, /, **places: Any) -> Sentence:
    """Return a word that several packages use."""
    return Messages("mlevalkit.display")("word", name, **places)


@cache
def data_of(package: str, name: str) -> dict[str, Any]:
    """Return what a TOML file of a package holds."""
    return tomllib.loads((get_data(package, name) or b"").decode())


P = ParamSpec("P")
T = TypeVar("T")
T_co = TypeVar("T_co", covariant=True)


@dataclass(slots=True)  # not frozen: that would cost more than many a measure
class Found(Generic[T]):
    """What a function found. `steps` is called only if somebody asks for the working."""

    value: T
    steps: Callable[[], Iterable[Step]]


class Measure(Protocol[P, T_co]):
    """A plain function with one attribute more: `working`."""

    __name__: str
    __doc__: str | None

    def __call__(self, *args: P.args, **kwargs: P.kwargs) -> T_co: ...

    def working(self, *args: P.args, **kwargs: P.kwargs) -> Working: ...


class Explains(Protocol):
    """What tells by itself how it came about: a test's result, for one."""

    def working(self) -> Working: ...


E_co = TypeVar("E_co", bound=Explains, covariant=True)


@overload
def measure(solve: Callable[P, Found[T]]) -> Measure[P, T]: ...
@overload
def measure(solve: Callable[P, E_co]) -> Measure[P, E_co]: ...
def measure(solve: Callable[P, Any]) -> Measure[P, Any]:
    """Make a public function of `solve`, with the attribute `working`.

    `solve` returns a `Found`, and the function its value; or a result with a method `working`,
    and the function that result. Value and working are told from one and the same solution.
    Its annotations are text, as of all modules here (``from __future__ import annotations``), and
    they say how keywords are checked before it is called: see `keyword_checks`.
    """

    def solved(args: Any, kwargs: Any) -> Any:
        if kwargs:
            checks = keyword_checks(solve)
            kwargs = {n: checks[n](v, n) if n in checks else v for n, v in kwargs.items()}
        try:
            return solve(*args, **kwargs)
        except TypeError:
            _name_ours(solve, kwargs)
            raise

    @functools.wraps(solve)
    def function(*args: P.args, **kwargs: P.kwargs) -> Any:
        found = solved(args, kwargs)
        return found.value if type(found) is Found else found

    def working(*args: P.args, **kwargs: P.kwargs) -> Working:
        found = solved(args, kwargs)
        if type(found) is Found:
            return Working(found.value, tuple(found.steps()))
        told: Working = found.working()
        return told

    signature = inspect.signature(solve)
    value = signature.return_annotation.removeprefix("Found[").removesuffix("]")
    function.__annotations__["return"] = value
    function.__signature__ = signature.replace(return_annotation=value)  # type: ignore[attr-defined]
    working.__signature__ = signature.replace(return_annotation="Working")  # type: ignore[attr-defined]
    working.__name__ = "working"
    working.__qualname__ = f"{solve.__name__}.working"
    working.__module__ = solve.__module__
    working.__doc__ = f"Show the working of `{solve.__name__}`: the same arguments, a `Working`."
    function.working = working  # type: ignore[attr-defined]
    return function  # type: ignore[return-value]


def _name_ours(solve: Callable[..., Any], given: Iterable[str]) -> None:
    """Raise an error that names our argument where one was given under another library's name."""
    known = inspect.signature(solve).parameters
    for name in given:
        if name in known:
            continue
        if name == "alternative":
            raise TypeError(f"{solve.__name__}: it has no alternative; its help says what it tests")
        if name == "alpha" and "confidence_level" in known:
            raise TypeError(f"{solve.__name__}: alpha is given as confidence_level, 1 - alpha")
        ours = data_of("mlevalkit", "hints.toml")["arguments"].get(name)
        if ours in known:
            raise TypeError(f"{solve.__name__}: {name} is called {ours} here")
