"""What the reader changes under a kernel: a control for a parameter, and a table to edit."""

from collections.abc import Callable
from html import escape
from typing import Any

import ipywidgets as widgets

from .._workings import bilingual
from ._base import Explorer, Parameter, Text, tagged


def control(parameter: Parameter) -> Any:
    """Return buttons for a choice, a slider for other values."""
    options = [(_both(parameter.show(v)), v) for v in parameter.values]
    if parameter.choice:
        return widgets.ToggleButtons(
            options=options, value=parameter.default, style={"button_width": "auto"}
        )
    return widgets.SelectionSlider(
        options=options, value=parameter.default, layout={"width": "420px"}
    )


def _both(text: Text) -> str:
    # A button's text is plain: no page's style sheet can hide one of the languages.
    return text if isinstance(text, str) else " ".join(reversed(text))


def labelled(parameter: Parameter, box: Any) -> Any:
    """Return a control with its name before it."""
    return widgets.HBox([widgets.HTML(tagged(parameter.label)), box], layout={"flex_flow": "wrap"})


class TableEditor(widgets.Accordion):  # type: ignore[misc]
    """The table of an explorer as text, closed at first; two buttons draw it or start again.

    Attributes
    ----------
    table : widgets.Textarea
        The text.
    choices : dict
        The control of each choice, by name.
    draw, reset : widgets.Button
        Draw what the text says; go back to the first explorer.
    message : widgets.HTML
        What is wrong with the text, if anything.
    """

    def __init__(self, explorer: Explorer, show: Callable[[Explorer], None]) -> None:
        assert explorer.editor is not None
        self._first = self._now = explorer
        self._show = show
        self._told: str | None = None  # the text that it last wrote itself
        self._setting: dict[str, Any] = {}
        self.table = widgets.Textarea(
            description="表 table",
            layout={"width": "480px", "max_width": "100%", "height": "9em"},
            style={"description_width": "initial"},
        )
        self.choices = {p.name: control(p) for p in explorer.editor.choices}
        self.draw = widgets.Button(description="画图 draw")
        self.reset = widgets.Button(description="重来 start again")
        self.message = widgets.HTML()
        self.draw.on_click(self._draw)
        self.reset.on_click(self._start_again)
        rows = [labelled(p, self.choices[p.name]) for p in explorer.editor.choices]
        hint = widgets.HTML(tagged(explorer.editor.hint))
        buttons = widgets.HBox([self.draw, self.reset])
        inside = widgets.VBox([hint, *rows, self.table, buttons, self.message])
        super().__init__([inside], titles=("改成自己的表 your own table",), selected_index=None)

    def follow(self, explorer: Explorer, setting: dict[str, Any]) -> None:
        """Show the table of a setting; what the reader is typing stays while it does not change."""
        assert explorer.editor is not None
        self._now, self._setting = explorer, setting
        text = explorer.editor.text(**setting)
        if text != self._told:
            self._told = self.table.value = text

    def _draw(self, _: Any = None) -> None:
        assert self._now.editor is not None
        chosen = {name: box.value for name, box in self.choices.items()}
        try:
            own = self._now.editor.explore(self.table.value, self._setting, **chosen)
        except (ValueError, TypeError) as error:
            words = bilingual("Not drawn. ", "没有画。")
            self.message.value = f'<p role="alert"><b>{words}</b>{escape(str(error))}</p>'
            return
        self.message.value = ""
        self._show(own)

    def _start_again(self, _: Any = None) -> None:
        assert self._first.editor is not None
        for p in self._first.editor.choices:
            self.choices[p.name].value = p.default
        self.message.value, self._told = "", None
        self._show(self._first)
