"""An explorer under a kernel: controls, picture, numbers and an editor as ipywidgets."""

from __future__ import annotations

from collections.abc import Callable
from html import escape
from typing import Any

import ipywidgets as widgets

from ._base import Editor, Explorer, Parameter, View, html, say
from ._picture import still, svg

_WHOLE_LABEL = {"description_width": "initial"}
_UNSEEN = "position: absolute; width: 1px; height: 1px; overflow: hidden; margin: 0"


class Panel(widgets.VBox):  # type: ignore[misc]
    """Controls above a picture and its numbers.

    Attributes
    ----------
    explorer : Explorer
        What is shown; another one once the reader has edited its table.
    controls : dict
        The control of each parameter, by name; its ``value`` is the parameter's value.
    picture, numbers : widgets.HTML
        What they change.
    editor : TableEditor or None
        The table that can be edited.
    """

    def __init__(self, explorer: Explorer) -> None:
        self.picture = widgets.HTML(layout={"width": "560px", "max_width": "100%"})
        self.numbers = widgets.HTML()
        self.editor = TableEditor(explorer.editor, self.take, explorer) if explorer.editor else None
        self._kept: Any = None  # the copy in the notebook
        self._rows = widgets.VBox()
        stage = widgets.HBox([self.picture, self.numbers], layout={"flex_flow": "row wrap"})
        title = widgets.HTML(f"<b>{html(explorer.title)}</b>")
        below = [self.editor] if self.editor else []
        super().__init__([title, self._rows, stage, *below])
        self.take(explorer)

    def take(self, explorer: Explorer) -> None:
        """Show another explorer, with its own controls."""
        self.explorer = explorer
        self.controls = {p.name: control(p) for p in explorer.parameters}
        for box in self.controls.values():
            box.observe(self._show, "value")
        self._rows.children = list(self.controls.values())
        self._show()

    def _show(self, _: Any = None) -> None:
        setting = {name: box.value for name, box in self.controls.items()}
        view = self.explorer.view(**setting)
        words = escape(str(view.alt))
        self.picture.value = f'<div role="img" aria-label="{words}">{svg(view.figure)}</div>'
        # Sliders of ipywidgets tell a screen reader their position; this tells the value.
        said = f'<p style="{_UNSEEN}">{self.explorer.setting_html(setting, ", ")}</p>'
        self.numbers.value = f'<div role="status">{said}{_table(view)}</div>'
        if self.editor and self.explorer.editor:
            self.editor.follow(self.explorer.editor, setting)
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
        html = f'{style}<div class="mk-still-{key}">{still(view)}{_table(view)}</div>'
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
    named: dict[str, Any] = {
        "options": [(str(parameter.show(v)), v) for v in parameter.values],
        "value": parameter.default,
        "description": html(parameter.label),
        "description_allow_html": True,
        "tooltip": str(parameter.label),
    }
    if parameter.choice:
        style = {"button_width": "auto", "description_width": "initial"}
        return widgets.ToggleButtons(**named, style=style, layout={"width": "auto"})
    named |= {"layout": {"width": "620px", "max_width": "100%"}, "style": _WHOLE_LABEL}
    return widgets.SelectionSlider(**named, continuous_update=False)  # drawn when it is let go


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

    def __init__(self, editor: Editor, show: Callable[[Explorer], None], first: Explorer) -> None:
        self._editor, self._show, self._first = editor, show, first
        self._told: str | None = None  # the text that it last wrote itself
        self._setting: dict[str, Any] = {}
        self.table = widgets.Textarea(
            description=str(say("editor.table")),
            layout={"width": "480px", "max_width": "100%", "height": "9em"},
            style=_WHOLE_LABEL,
        )
        self.choices = {p.name: control(p) for p in editor.choices}
        self._start = [(box, box.value) for box in self.choices.values()]
        self.draw = widgets.Button(description=str(say("editor.draw")))
        self.reset = widgets.Button(description=str(say("editor.again")))
        self.message = widgets.HTML()
        self.draw.on_click(self._draw)
        self.reset.on_click(self._start_again)
        hint = widgets.HTML(html(editor.hint))
        buttons = widgets.HBox([self.draw, self.reset])
        inside = widgets.VBox([hint, *self.choices.values(), self.table, buttons, self.message])
        super().__init__([inside], titles=(str(say("editor.own")),), selected_index=None)

    def follow(self, editor: Editor, setting: dict[str, Any]) -> None:
        """Show the table of a setting; what the reader is typing stays while it does not change."""
        self._editor, self._setting = editor, setting
        if (text := editor.text(**setting)) != self._told:
            self._told = self.table.value = text

    def _draw(self, _: Any = None) -> None:
        chosen = {name: box.value for name, box in self.choices.items()}
        try:
            own = self._editor.explore(self.table.value, self._setting, **chosen)
        except (ValueError, TypeError) as error:
            words = say("editor.not_drawn")
            self.message.value = f'<p role="alert"><b>{words}</b> {escape(str(error))}</p>'
            return
        self.message.value = ""
        self._show(own)

    def _start_again(self, _: Any = None) -> None:
        for box, start in self._start:
            box.value = start
        self.message.value, self._told = "", None
        self._show(self._first)
