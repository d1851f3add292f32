"""A figure of the library in words, from what is drawn in it: for those who do not see it.

A live page says them of each figure that a cell draws, with the data at hand.
"""

from collections.abc import Iterator
from typing import Any

import numpy as np

from mlevalkit.display.workings import digits, word
from mlevalkit.plots.axes import drawn_by, text

_MOST = 12  # numbers, or lines, that are told one by one


def caption(figure: Any) -> str:
    """Return what a figure is, with the words and numbers that are written in it."""
    return "".join(part for ax in figure.axes for part in _words(ax)).strip()


def describe(figure: Any) -> str:
    """Return a figure in words: its caption, its axes, and where its lines and bars run.

    The words are those of the chosen language, the numbers those of the data that are drawn.
    """
    parts = (part for ax in figure.axes for part in (*_words(ax), *_shapes(ax)))
    return "".join(parts).strip()


def _words(ax: Any) -> Iterator[str]:
    kind = drawn_by(ax)
    legend = ax.get_legend()
    for words in (
        [text(f"figure.{kind}") if kind else ""],
        [ax.get_title(loc="left"), ax.get_title(), ax.get_title(loc="right")],
        [each.get_text() for each in legend.get_texts()] if legend else [],
        _names_of_rows(ax),
        [each.get_text() for each in ax.texts][:_MOST],
    ):
        if found := [each.replace("\n", " ") for each in words if each.strip()]:
            yield text("sentence", words=word("comma").join(found))


def _shapes(ax: Any) -> Iterator[str]:
    if not len(ax.get_xticks()) + len(ax.get_yticks()):
        return  # a scheme, whose heights mean nothing
    labels = {"across": ax.get_xlabel(), "up": ax.get_ylabel()}
    yield from (text(name, words=words) for name, words in labels.items() if words)
    curves = [line for line in ax.lines if len(np.atleast_1d(line.get_xdata())) > 2]
    yield from map(_course, curves[:_MOST])
    for bars in ax.containers[:_MOST]:
        if heights := [bar.get_height() for bar in bars if hasattr(bar, "get_height")]:
            yield text("bars", n=len(heights), **_between(heights))
    for points in ax.collections[:_MOST]:
        places = np.asarray(points.get_offsets())
        if len(places) > 1:
            yield text("scatter", n=len(places), **_between(places[:, 1]))


def _names_of_rows(ax: Any) -> list[str]:
    """Return what stands at the vertical axis, if it has names and no numbers."""
    names = [label.get_text() for label in ax.get_yticklabels()]
    return names if any(name[:1].isalpha() for name in names) else []


def _course(line: Any) -> str:
    """Return where a line, or a row of points, begins and ends, and between what it lies."""
    x, y = np.transpose(line.get_xydata())
    name = line.get_label()
    ends = {"x0": x[0], "y0": y[0], "x1": x[-1], "y1": y[-1]}
    told = {key: digits(float(value), 3) for key, value in ends.items()}
    name = text("line") if name.startswith("_") else name
    return text("course", name=name, n=len(x), **told, **_between(y))


def _between(heights: Any) -> dict[str, str]:
    """Return the lowest and the highest, as they are told."""
    known = np.asarray(heights, dtype=float)
    known = known[np.isfinite(known)]
    ends = (known.min(), known.max()) if known.size else (np.nan, np.nan)
    return dict(zip(("low", "high"), (digits(float(end), 3) for end in ends), strict=True))
