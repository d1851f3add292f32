"""An explorer under a kernel: controls, picture and numbers as ipywidgets."""

from __future__ import annotations

from collections.abc import Callable
from html import escape
from typing import Any

import ipywidgets as widgets

from .engine import Explorer, Parameter, View
from .guess import Guess
from .picture import still
from .words import html, say

_WIDE = {"width": "auto", "max_width": "100%"}
_WHOLE_LABEL = {"description_width": "initial"}
_UNSEEN = "position: absolute; width: 1px; height: 1px; overflow: hidden; margin: 0"


class Asked(widgets.VBox):  # type: ignore[misc]
    """A question to guess at; until it is answered or skipped, what tells the answer is covered.

    Attributes
    ----------
    choices : list of widgets.Button
        The answers; empty if a number is asked for.
    number : widgets.FloatText
        Where it is typed.
    skip : widgets.Button
        Goes on without a guess.
    """

    def __init__(self, guess: Guess, controls: dict[str, Any], show: Callable[[], None]) -> None:
        self._guess = guess
        self._controls = controls
        self._uncover = show
        self._answered = False
        question = widgets.HTML(f"<b>{html(say('guess', 'ask'))}:</b> {html(guess.question)}")
        self.choices = [widgets.Button(description=str(c), layout=_WIDE) for c in guess.choices]
        self.number = widgets.FloatText(description=str(say("guess", "number")), style=_WHOLE_LABEL)
        give = widgets.Button(description=str(say("guess", "give")), layout=_WIDE)
        give.on_click(lambda _: self.answer(self.number.value))
        self.asking = self.choices or [self.number, give]
        self.skip = widgets.Button(description=str(say("guess", "skip_button")), layout=_WIDE)
        self.said = widgets.HTML()
        for place, button in enumerate(self.choices):
            button.on_click(lambda _, place=place: self.answer(place))
        self.skip.on_click(lambda _: self.unlock())
        row = widgets.HBox([*self.asking, self.skip], layout={"flex_flow": "row wrap"})
        super().__init__([question, row, self.said])
        for box in controls.values():
            box.disabled = True

    def answer(self, chosen: float) -> None:
        """Take a guess, say how it compares, and set the controls free."""
        words = f"<b>{html(self._guess.response(chosen))}</b> {html(self._guess.answer)}"
        self.said.value = f'<div role="status">{words}</div>'
        self.unlock()
        for name, text in self._guess.then.items():
            box = self._controls[name]
            values = (value for _, value in box.options)
            box.value = next(value for value in values if str(value) == text)

    def unlock(self) -> None:
        """Set the controls free and uncover the rest; nothing can be guessed any more."""
        self._answered = True
        for box in self._controls.values():
            box.disabled = False
        for box in (*self.asking, self.skip):
            box.disabled = True
        self._uncover()

    def covers(self, part: str) -> bool:
        """Tell whether the picture, or the numbers, would tell the answer.

        Nothing is drawn into a picture here, so one whose curves are covered is covered.
        """
        return not self._answered and (part == "numbers" or bool(self._guess.covers))


class Panel(widgets.VBox):  # type: ignore[misc]
    """Controls above a picture and its numbers.

    Attributes
    ----------
    explorer : Explorer
        What is shown.
    controls : dict
        The control of each parameter, by name; its ``value`` is the parameter's value.
    picture, numbers : widgets.HTML
        What they change.
    asked : Asked or None
        The question that is asked first.
    """

    def __init__(self, explorer: Explorer) -> None:
        self.explorer = explorer
        self.controls = {p.name: control(p) for p in explorer.parameters}
        self.picture = widgets.HTML(layout={"width": "560px", "max_width": "100%"})
        self.numbers = widgets.HTML()
        self._kept: Any = None  # the copy in the notebook
        title = widgets.HTML(f"<b>{html(explorer.title)}</b>")
        stage = widgets.HBox([self.picture, self.numbers], layout={"flex_flow": "row wrap"})
        self.asked = Asked(explorer.guess, self.controls, self._show) if explorer.guess else None
        first = [self.asked] if self.asked else []
        super().__init__([title, *first, *self.controls.values(), stage])
        for box in self.controls.values():
            box.observe(self._show, "value")
        self._show()

    def _show(self, _: Any = None) -> None:
        setting = {name: box.value for name, box in self.controls.items()}
        view = self.explorer.view(**setting)
        words = escape(str(view.alt))
        if self.asked and self.asked.covers("picture"):
            self.picture.value = f"<p>{html(say('guess', 'covered'))}</p>"
        else:
            self.picture.value = f'<div role="img" aria-label="{words}">{view.figure.svg()}</div>'
        # Sliders of ipywidgets tell a screen reader their position; this tells the value.
        said = f'<p style="{_UNSEEN}">{self.explorer.setting_html(setting, ", ")}</p>'
        shown = "" if self.asked and self.asked.covers("numbers") else _table(view)
        self.numbers.value = f'<div role="status">{said}{shown}</div>'
        if self._kept:
            self._kept.update(self._still(view), raw=True)

    def keep(self) -> None:
        """Put what is shown into the notebook too, for whoever opens it without a kernel."""
        from IPython.display import display

        self.add_class(f"mk-{self.model_id}")
        copy = self._still(self.explorer.first)
        self._kept = display(copy, raw=True, display_id=self.model_id)  # type: ignore[no-untyped-call]

    def _still(self, view: View) -> dict[str, str]:
        """Return a picture and its numbers, seen only where no widget is."""
        key = self.model_id
        style = f"<style>body:has(.mk-{key}) .mk-still-{key} {{ display: none }}</style>"
        picture = still(view.figure, str(view.alt))
        html = f'{style}<div class="mk-still-{key}">{picture}{_table(view)}</div>'
        return {"text/html": html, "text/plain": repr(self.explorer)}


def _table(view: View) -> str:
    # Not the page's list of names and values: Jupyter's own style sheet sets that askew.
    cell = '<td style="padding: 0 1em 0 0"'
    rows = (
        f'<tr>{cell}>{html(v.label)}</td>{cell} class="mk-value">{escape(v.text)}</td></tr>'
        for v in view.numbers
    )
    return f"<table>{''.join(rows)}</table>"


def control(parameter: Parameter) -> Any:
    """Return buttons for a choice, a slider for other values."""
    turned = parameter.falls and not parameter.choice
    values = parameter.values[::-1] if turned else parameter.values
    named: dict[str, Any] = {
        "options": [(str(parameter.show(v)), v) for v in values],
        "value": parameter.default,
        "description": html(parameter.label),
        "description_allow_html": True,
        "tooltip": str(parameter.label),
    }
    if parameter.choice:
        style = {"button_width": "auto", "description_width": "initial"}
        return widgets.ToggleButtons(**named, style=style, layout={"width": "auto"})
    named |= {"layout": {"width": "620px", "max_width": "100%"}, "style": _WHOLE_LABEL}
    return widgets.SelectionSlider(**named)
