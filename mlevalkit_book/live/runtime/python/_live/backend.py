"""matplotlib's backend for the page: draws with Agg, shows in the cell's output."""

from __future__ import annotations

from typing import Any

from matplotlib.backend_bases import FigureManagerBase
from matplotlib.backends.backend_agg import FigureCanvasAgg

from . import figures


class FigureManager(FigureManagerBase):
    """What pyplot.show() and figure.show() call."""

    @classmethod
    def pyplot_show(cls, *, block: bool | None = None) -> None:
        figures.show_open()

    def show(self) -> None:
        from . import page

        page.publish(figures.bundle(self.canvas.figure))


class FigureCanvas(FigureCanvasAgg):
    """The canvas of a figure on the page."""

    manager_class: Any = FigureManager
