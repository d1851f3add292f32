"""An explorer under a kernel: controls, picture and numbers as ipywidgets."""

from html import escape
from typing import Any

import ipywidgets as widgets

from ._base import Explorer, View, tagged
from ._controls import TableEditor, control, labelled
from ._picture import svg


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
        self.editor = TableEditor(explorer, self.take) if explorer.editor else None
        self._rows = widgets.VBox()
        stage = widgets.HBox([self.picture, self.numbers], layout={"flex_flow": "row wrap"})
        title = widgets.HTML(f"<b>{tagged(explorer.title)}</b>")
        below = [self.editor] if self.editor else []
        super().__init__([title, self._rows, stage, *below])
        self.take(explorer)

    def take(self, explorer: Explorer) -> None:
        """Show another explorer, with its own controls."""
        self.explorer = explorer
        self.controls = {p.name: control(p) for p in explorer.parameters}
        for box in self.controls.values():
            box.observe(self._show, "value")
        self._rows.children = [labelled(p, self.controls[p.name]) for p in explorer.parameters]
        self._show()

    def _show(self, _: Any = None) -> None:
        setting = {name: box.value for name, box in self.controls.items()}
        view = self.explorer.draw(**setting)
        words = view.alt[0].replace('"', "&quot;")
        self.picture.value = f'<div role="img" aria-label="{words}">{svg(view.figure)}</div>'
        self.numbers.value = _table(view)
        if self.editor:
            self.editor.follow(self.explorer, setting)

    def mimebundle(self) -> dict[str, Any]:
        """Return the widget view's part of a display."""
        kind = "application/vnd.jupyter.widget-view+json"
        return {kind: {"version_major": 2, "version_minor": 0, "model_id": self.model_id}}


def _table(view: View) -> str:
    # Not the page's list of names and values: Jupyter's own style sheet sets that askew.
    cell = '<td style="padding: 0 1em 0 0"'
    rows = (
        f'<tr>{cell}>{tagged(v.label)}</td>{cell} class="mk-value">{escape(v.text)}</td></tr>'
        for v in view.numbers
    )
    return f"<table>{''.join(rows)}</table>"
