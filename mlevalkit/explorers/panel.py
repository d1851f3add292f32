"""An explorer under a kernel: controls, picture and numbers as ipywidgets."""

from __future__ import annotations

from html import escape
from typing import Any

import ipywidgets as widgets

from .engine import Explorer, Parameter, View
from .picture import still, svg
from .words import html

_WHOLE_LABEL = {"description_width": "initial"}
_UNSEEN = "position: absolute; width: 1px; height: 1px; overflow: hidden; margin: 0"


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
    """

    def __init__(self, explorer: Explorer) -> None:
        self.explorer = explorer
        self.controls = {p.name: control(p) for p in explorer.parameters}
        self.picture = widgets.HTML(layout={"width": "560px", "max_width": "100%"})
        self.numbers = widgets.HTML()
        self._kept: Any = None  # the copy in the notebook
        title = widgets.HTML(f"<b>{html(explorer.title)}</b>")
        stage = widgets.HBox([self.picture, self.numbers], layout={"flex_flow": "row wrap"})
        super().__init__([title, *self.controls.values(), stage])
        for box in self.controls.values():
            box.observe(self._show, "value")
        self._show()

    def _show(self, _: Any = None) -> None:
        setting = {name: box.value for name, box in self.controls.items()}
        view = self.explorer.view(**setting)
        words = escape(str(view.alt))
        self.picture.value = f'<div role="img" aria-label="{words}">{svg(view.figure)}</div>'
        # Sliders of ipywidgets tell a screen reader their position; this tells the value.
        said = f'<p style="{_UNSEEN}">{self.explorer.setting_html(setting, ", ")}</p>'
        self.numbers.value = f'<div role="status">{said}{_table(view)}</div>'
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
