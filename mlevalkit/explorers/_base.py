"""What an explorer is: parameters with their values, and one function from values to a view."""

from __future__ import annotations

import itertools
import sys
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, replace
from functools import cached_property
from html import escape
from typing import TYPE_CHECKING, Any

from .._checks import among, fail, need, shown
from .._display import bilingual, digits, typeset

if TYPE_CHECKING:
    from matplotlib.figure import Figure

    from ._editor import Editor
    from ._panel import Panel

Text = str | tuple[str, str]  # a symbol, or a few words in English and Chinese


def english(text: Text) -> str:
    """Return the English words."""
    return text if isinstance(text, str) else text[0]


def tagged(text: Text) -> str:
    """Return HTML with each language tagged; a page shows its own."""
    return typeset(text) if isinstance(text, str) else bilingual(*text)


@dataclass(frozen=True, slots=True)
class Parameter:
    """Something that the reader can change.

    Parameters
    ----------
    name : str
        The draw function's argument.
    label : str or (str, str)
        What it is called, in English and Chinese.
    values : tuple
        The values, in the order of the slider.
    default : object
        One of them.
    show : callable
        From a value to its text. A choice may have text in two languages.
    choice : bool
        A few named cases side by side instead of a slider.
    """

    name: str
    label: Text
    values: tuple[Any, ...]
    default: Any
    show: Callable[[Any], Text] = str
    choice: bool = False

    def __post_init__(self) -> None:
        self.index(self.default)

    def index(self, value: Any) -> int:
        """Return the place of a value among the values."""
        if not among(value, self.values):
            known = ", ".join(english(self.show(v)) for v in self.values)
            fail(self.name, f"one of {known}", repr(value))
        return self.values.index(value)


@dataclass(frozen=True, slots=True)
class Value:
    """A number beside the picture.

    Parameters
    ----------
    label : str or (str, str)
        What it is: a symbol, or a few words in English and Chinese.
    value : float or str
        The number, or words in its place; NaN is what 0/0 gives, and is shown so.
    places : int, default 4
        Digits after the point.
    """

    label: Text
    value: float | str
    places: int = 4

    @property
    def text(self) -> str:
        """The number as it is shown."""
        if isinstance(self.value, str):
            return self.value
        number = float(self.value)
        return "0/0" if number != number else digits(number, self.places)


@dataclass(frozen=True, slots=True)
class View:
    """What an explorer shows for one setting: a picture, its numbers, and the picture in words.

    Parameters
    ----------
    figure : matplotlib Figure
        The picture.
    numbers : tuple of Value
        What stands beside it.
    alt : (str, str)
        The picture in words, for those who do not see it, in English and Chinese.
    """

    figure: Figure
    numbers: tuple[Value, ...]
    alt: tuple[str, str]


@dataclass(frozen=True)
class Explorer:
    """A picture that answers to a few controls.

    Jupyter shows it with sliders; without a kernel it shows the numbers of its first setting, and
    a built page of the book brings all settings with it.

    Parameters
    ----------
    name : str
        The function in `mlevalkit.explorers` that returns it.
    title : (str, str)
        What it shows, in English and Chinese.
    parameters : tuple of Parameter
        What the reader can change.
    draw : callable
        From a value for each parameter, by name, to a `View`.
    prepared : bool
        Whether the book can run it ahead; not so for a reader's own data.
    editor : Editor, optional
        Its data as a table that the reader may change under a kernel.
    """

    name: str
    title: tuple[str, str]
    parameters: tuple[Parameter, ...]
    draw: Callable[..., View]
    prepared: bool = True
    editor: Editor | None = None

    @property
    def defaults(self) -> dict[str, Any]:
        """The setting that it starts with."""
        return {p.name: p.default for p in self.parameters}

    def starting_at(self, **values: Any) -> Explorer:
        """Return the same explorer with another first setting.

        Raises
        ------
        ValueError
            If a value is none of the parameter's values.
        TypeError
            If there is no such parameter.
        """
        for name in values:
            if name not in self.defaults:
                fail(name, f"one of the parameters {shown(self.defaults)}", "another", TypeError)
        changed = (replace(p, default=values.get(p.name, p.default)) for p in self.parameters)
        return replace(self, parameters=tuple(changed))

    def view(self, **values: Any) -> View:
        """Return what is shown for a setting; what is not given stays at its default."""
        return self.draw(**self.starting_at(**values).defaults)

    def settings(self) -> Iterator[dict[str, Any]]:
        """Yield every setting; the last parameter changes fastest."""
        names = [p.name for p in self.parameters]
        for values in itertools.product(*(p.values for p in self.parameters)):
            yield dict(zip(names, values, strict=True))

    @cached_property
    def first(self) -> View:
        """The view at the defaults."""
        return self.view()

    def panel(self) -> Panel:
        """Return the explorer as ipywidgets.

        Raises
        ------
        ImportError
            If ipywidgets is not installed.
        """
        need("ipywidgets")
        from ._panel import Panel

        return Panel(self)

    def __repr__(self) -> str:
        setting = ", ".join(
            f"{english(p.label)} {english(p.show(p.default))}" for p in self.parameters
        )
        rows = [(english(v.label), v.text) for v in self.first.numbers]
        width = max(len(label) for label, _ in rows)
        return "\n".join([f"{self.name}: {setting}", *(f"{a:{width}}  {b}" for a, b in rows)])

    def _repr_html_(self) -> str:
        # What a reader without kernel and without the book's scripts sees: the first setting.
        at = " ".join(str(p.index(p.default)) for p in self.parameters)
        source = f' data-explorer="{self.name}" data-at="{at}"' if self.prepared else ""
        words = "" if self.prepared else f'<p class="mk-words">{tagged(self.first.alt)}</p>'
        return (
            f'<div class="mk mk-explorer"{source}>'
            f'<p class="mk-explorer-title">{tagged(self.title)}</p>'
            f'<p class="mk-setting">{self._setting()}</p>'
            f"{words}{numbers_html(self.first)}</div><!-- /mk-explorer -->"
        )

    def _setting(self) -> str:
        pairs = (f"{tagged(p.label)} {tagged(p.show(p.default))}" for p in self.parameters)
        return " · ".join(pairs)

    def _repr_mimebundle_(self, **_: Any) -> Mapping[str, Any]:
        if sys.platform == "wasi":  # in a live page of the book, which has controls of its own
            from . import _live

            return {"text/plain": repr(self), "text/html": _live.show(self)}
        bundle: dict[str, Any] = {"text/plain": repr(self), "text/html": self._repr_html_()}
        if not self.prepared:  # a page of the book cannot draw it again
            from ._picture import png

            bundle["image/png"] = png(self.first.figure)
        try:
            panel = self.panel()
        except ImportError:  # the numbers still show
            return bundle
        return bundle | panel.mimebundle()


def numbers_html(view: View) -> str:
    """Return the numbers as an HTML list of names and values."""
    pairs = (
        f"<div><dt>{tagged(v.label)}</dt><dd>{escape(v.text)}</dd></div>" for v in view.numbers
    )
    return f'<dl class="mk-numbers">{"".join(pairs)}</dl>'
