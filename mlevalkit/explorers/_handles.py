"""Handles: parts of a picture that the reader drags, and the parameter that they set."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from matplotlib.axes import Axes

    from ._base import Parameter

Place = Callable[[Any], float | tuple[float, float]]


@dataclass(frozen=True, slots=True)
class Handle:
    """A part of the picture that stands for the value of a parameter.

    Parameters
    ----------
    parameter : str
        The parameter that it sets.
    along : {"x", "y", "xy"}
        Whether it moves to the side, up and down, or from point to point.
    ax : matplotlib Axes
        Where it lies.
    place : callable
        From a value to where the handle lies then, in data: a number, or (x, y) for "xy".
    within : tuple of float, optional
        The part (x0, y0, x1, y1) of the axes that it lies in, in data; all of it by default.
    """

    parameter: str
    along: str
    ax: Axes
    place: Place
    within: tuple[float, float, float, float] | None = None

    @classmethod
    def across(cls, parameter: str, ax: Axes, place: Place) -> Handle:
        """Return a handle that moves to the side; its grip stays clear of the labels below."""
        (x0, x1), (y0, y1) = ax.get_xlim(), ax.get_ylim()
        return cls(parameter, "x", ax, place, (x0, y0 + 0.12 * (y1 - y0), x1, y1))

    def shares(self, parameters: Sequence[Parameter]) -> dict[str, Any]:
        """Return the handle for a page: numbers are shares of the picture, from its top left."""
        (number,) = (i for i, p in enumerate(parameters) if p.name == self.parameter)
        (x0, x1), (y0, y1) = self.ax.get_xlim(), self.ax.get_ylim()
        x0, y0, x1, y1 = self.within or (x0, y0, x1, y1)
        corners = self._share(x0, y0), self._share(x1, y1)
        (left, right), (top, bottom) = map(sorted, zip(*corners, strict=True))
        found: dict[str, Any] = {"n": number, "box": [left, top, right, bottom]}
        places = [self._place(value, (x0, y0)) for value in parameters[number].values]
        for name, values in zip("xy", zip(*places, strict=True), strict=True):
            if name in self.along:
                found[name] = list(values)
        return found

    def _place(self, value: Any, corner: tuple[float, float]) -> tuple[float | None, float | None]:
        place: Any = self.place(value)
        x, y = {"x": (place, corner[1]), "y": (corner[0], place), "xy": place}[self.along]
        return (None, None) if x != x or y != y else self._share(x, y)  # NaN: no place

    def _share(self, x: float, y: float) -> tuple[float, float]:
        self.ax.apply_aspect()
        across, up = self.ax.transData.transform((x, y))
        _, _, width, height = self.ax.figure.bbox.bounds
        return round(float(across / width), 4), round(float(1 - up / height), 4)
