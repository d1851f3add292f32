"""An explorer under a kernel: controls, picture and numbers as ipywidgets."""

from __future__ import annotations

from typing import Any

import ipywidgets as widgets

from ._base import Explorer, Parameter, english, numbers_html, tagged
from ._picture import svg


class Panel(widgets.VBox):  # type: ignore[misc]
    """Controls above a picture and its numbers.

    Attributes
    ----------
    controls : dict
        The control of each parameter, by name; its ``value`` is the parameter's value.
    picture, numbers : widgets.HTML
        What they change.
    """

    def __init__(self, explorer: Explorer) -> None:
        self.explorer = explorer
        self.controls = {p.name: _control(p) for p in explorer.parameters}
        self.picture = widgets.HTML(layout={"width": "560px", "max_width": "100%"})
        self.numbers = widgets.HTML()
        for control in self.controls.values():
            control.observe(self._show, "value")
        rows = [
            widgets.HBox([widgets.HTML(tagged(p.label)), self.controls[p.name]])
            for p in explorer.parameters
        ]
        stage = widgets.HBox([self.picture, self.numbers], layout={"flex_flow": "row wrap"})
        super().__init__([widgets.HTML(f"<b>{tagged(explorer.title)}</b>"), *rows, stage])
        self._show()

    def _show(self, _: Any = None) -> None:
        view = self.explorer.draw(**{name: c.value for name, c in self.controls.items()})
        words = view.alt[0].replace('"', "&quot;")
        self.picture.value = f'<div role="img" aria-label="{words}">{svg(view.figure)}</div>'
        self.numbers.value = numbers_html(view)

    def mimebundle(self) -> dict[str, Any]:
        """Return the widget view's part of a display."""
        kind = "application/vnd.jupyter.widget-view+json"
        return {kind: {"version_major": 2, "version_minor": 0, "model_id": self.model_id}}


def _control(parameter: Parameter) -> Any:
    options = [(english(parameter.show(v)), v) for v in parameter.values]
    if parameter.choice:
        return widgets.ToggleButtons(options=options, value=parameter.default)
    return widgets.SelectionSlider(
        options=options, value=parameter.default, layout={"width": "420px"}
    )
