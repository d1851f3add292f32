"""What an explorer is: parameters with their values, and one function from values to a view."""

from __future__ import annotations

import itertools
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property, lru_cache
from html import escape
from typing import TYPE_CHECKING, Any

from .._optional import need, request
from .._validation import among, fail, inside, shown
from ..display.workings import Sentence, digits, printable
from .canvas import Canvas
from .guess import Guess, guess_of
from .picture import Handle, still
from .words import Text, has_words, html, language, say, width

if TYPE_CHECKING:
    from .panel import Panel

__all__ = ["Explorer", "Parameter", "Value", "View", "Words", "numbers_html"]

_KEPT = 60  # settings whose views are kept


@dataclass(frozen=True, slots=True)
class Parameter:
    """Something that the reader can change.

    Parameters
    ----------
    name : str
        The draw function's argument.
    label : str or Sentence
        What it is called.
    values : tuple
        The values, in the order of the slider.
    default : object
        One of them.
    show : callable
        From a value to its text: a number, a symbol, or words.
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

    @property
    def falls(self) -> bool:
        """Whether a slider turns the values round, so that the largest is right, as on an axis."""
        return len(self.values) > 1 and bool(self.values[0] > self.values[1])

    def index(self, value: Any) -> int:
        """Return the place of a value among the values."""
        if not among(value, self.values):
            known = ", ".join(str(self.show(v)) for v in self.values)
            fail(self.name, f"one of {known}", repr(value))
        return self.values.index(value)


@dataclass(frozen=True, slots=True)
class Value:
    """A number beside the picture.

    Parameters
    ----------
    label : str or Sentence
        What it is: a symbol, or a few words.
    value : float, str or Sentence
        The number, or words in its place; NaN is what 0/0 gives, and is shown so.
    """

    label: Text
    value: float | Text

    @property
    def text(self) -> str:
        """The number as it is shown."""
        if isinstance(self.value, (str, Sentence)):
            return str(self.value)
        number = float(self.value)
        return "0/0" if number != number else digits(number)

    def __str__(self) -> str:
        return self.text


@dataclass(frozen=True, slots=True)
class View:
    """What an explorer shows for one setting: a picture, its numbers, and the picture in words.

    Parameters
    ----------
    figure : Canvas
        The picture.
    numbers : tuple of Value
        What stands beside it.
    alt : Sentence
        The picture in words, for those who do not see it.
    handles : tuple of Handle, optional
        What the reader can drag in the picture, on a page.
    """

    figure: Canvas
    numbers: tuple[Value, ...]
    alt: Sentence
    handles: tuple[Handle, ...] = ()


@dataclass(frozen=True)
class Explorer:
    """An interactive picture with a few controls.

    Jupyter shows it with sliders; without a kernel it shows the numbers of its first setting, and
    a built page of the book brings all settings with it.

    Parameters
    ----------
    name : str
        The function in `mlevalkit.explorers` that returns it.
    title : Sentence
        What it shows.
    parameters : tuple of Parameter
        What the reader can change.
    draw : callable
        A function of the parameters, by name, that returns a `View`.
    prepared : bool
        Whether the book can run it ahead; not so for a reader's own data.
    data : callable, optional
        From a setting, by name, to the data that are drawn, as arguments of the function; the book
        shows small ones as a table that the reader can change.
    given : mapping, optional
        The arguments that chose what is shown; the book draws each choice by itself.
    """

    name: str
    title: Sentence
    parameters: tuple[Parameter, ...]
    draw: Callable[..., View]
    prepared: bool = True
    data: Callable[..., Mapping[str, Any]] | None = None
    given: Mapping[str, str] = field(default_factory=dict)

    @property
    def key(self) -> str:
        """Its name and what it was called with, such as "threshold-curves-roc"."""
        return "-".join([self.name, *itertools.chain(*self.given.items())])

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
        return self._views(language(), **self.starting_at(**values).defaults)

    @cached_property
    def _views(self) -> Callable[..., View]:
        """What `draw` returns, or has returned for the same setting in this language."""
        return lru_cache(maxsize=_KEPT)(lambda _, **values: self.draw(**values))

    def settings(self) -> Iterator[dict[str, Any]]:
        """Yield every setting; the last parameter changes fastest."""
        for values in itertools.product(*(p.values for p in self.parameters)):
            yield dict(zip(self.defaults, values, strict=True))

    @property
    def first(self) -> View:
        """The view at the defaults."""
        return self.view()

    @property
    def guess(self) -> Guess | None:
        """The question that is asked first; None where the data are the reader's own."""
        return guess_of(self.name, self.key, self.defaults) if self.prepared else None

    def panel(self) -> Panel:
        """Return the explorer as ipywidgets.

        Raises
        ------
        ImportError
            If ipywidgets is not installed.
        """
        need("ipywidgets")
        from .panel import Panel

        return Panel(self)

    def __repr__(self) -> str:
        setting = ", ".join(f"{p.label} {p.show(p.default)}" for p in self.parameters)
        rows = [(str(v.label), v.text) for v in self.first.numbers]
        wide = max(width(label) for label, _ in rows)
        lines = (f"{a}{' ' * (wide - width(a))}  {b}" for a, b in rows)
        return printable("\n".join([f"{self.name}: {setting}", *lines]))

    def _repr_html_(self) -> str:
        # What a reader without kernel and without the book's scripts sees: the first setting.
        view = self.first
        return self.box_html(still(view.figure, str(view.alt)) + numbers_html(view.numbers))

    def box_html(self, inside: str) -> str:
        """Return the title and the first setting, and `inside`, as an explorer's box."""
        at = " ".join(str(p.index(p.default)) for p in self.parameters)
        source = f' data-explorer="{self.key}" data-at="{at}"' if self.prepared else ""
        return (
            f'<div class="mk mk-explorer"{source} lang="{language()}">'
            f'<p class="mk-explorer-title">{html(self.title)}</p>'
            f'<p class="mk-setting">{self.setting_html(self.defaults, " · ")}</p>'
            f"{inside}</div><!-- /mk-explorer -->"
        )

    def setting_html(self, setting: Mapping[str, Any], between: str) -> str:
        """Return the parameters with their values."""
        return between.join(
            f"{html(p.label)} {html(p.show(setting[p.name]))}" for p in self.parameters
        )

    def _repr_mimebundle_(self, **_: Any) -> Mapping[str, Any]:
        bundle: dict[str, Any] = {"text/plain": repr(self), "text/html": self._repr_html_()}
        asked = request()
        if not asked.get("allow_stdin", True):  # nobody is there to move a slider
            return bundle
        try:
            panel = self.panel()
        except ImportError:  # picture and numbers still show
            return bundle
        if asked:
            panel.keep()
            bundle["text/html"] = ""  # the copy has picture and numbers
        return {**panel._repr_mimebundle_(), **bundle}


def numbers_html(numbers: Iterable[Value]) -> str:
    """Return numbers as an HTML list of names and values."""
    pairs = (f"<div><dt>{html(v.label)}</dt><dd>{escape(v.text)}</dd></div>" for v in numbers)
    return f'<dl class="mk-numbers">{"".join(pairs)}</dl>'


# -- words ------------------------------------------------------------------------------------


class Words:
    """The words of one explorer in ``messages.toml``: its own, or those that several share.

    What has no words there, a symbol or a number, stands for itself.
    """

    def __init__(self, name: str) -> None:
        self.name = name

    def __call__(self, *path: str, **places: Any) -> Text:
        """Return the words for a parameter, one of its values, or a number beside the picture."""
        for table in (self.name, "label"):
            if has_words(table, *path):
                return say(table, *path, **places)
        return path[-1]

    def slider(self, name: str, values: Sequence[Any], default: Any, form: str = "{}") -> Parameter:
        """Return a parameter; `form` is the format of its values."""

        def show(value: Any) -> Text:
            return self(name, form.format(value))

        return Parameter(name, self(name), tuple(values), default, show)

    def choice(self, name: str, values: Sequence[Any], default: Any, form: str = "{}") -> Parameter:
        """Return a parameter whose few values stand side by side."""
        return replace(self.slider(name, values, default, form), choice=True)

    def level(self, alpha: float = 0.05) -> Parameter:
        """Return buttons for the significance level: the usual ones, and the reader's own."""
        own = inside(alpha, "alpha")
        return self.choice("alpha", sorted({0.01, 0.05, 0.1, own}), own)

    def explorer(
        self, draw: Callable[..., View], *parameters: Parameter, n: int = 0, **options: Any
    ) -> Explorer:
        """Return the explorer, with further fields by name; its title may tell a number."""
        return Explorer(self.name, say(self.name, "title", n=n), parameters, draw, **options)

    def view(
        self, figure: Canvas, numbers: Mapping[str, Any], *handles: Handle, **places: Any
    ) -> View:
        """Return a view; its words may take the numbers' texts, and `places`."""
        values = {key: Value(self(key), number) for key, number in numbers.items()}
        told = {
            k: v.value if isinstance(v.value, (str, Sentence)) else v for k, v in values.items()
        }
        words = say(self.name, "alt", **(told | places))
        return View(figure, tuple(values.values()), words, handles)
