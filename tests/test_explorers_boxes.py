"""The explorers' pictures as pages open with them: no line crosses a legend."""

import re
from itertools import pairwise
from xml.etree import ElementTree

import numpy as np
import pytest
from helpers import words_in

from mlevalkit.explorers.words import LANGUAGES, speaking
from mlevalkit_book.live.panels import explorer_of
from mlevalkit_book.notebooks import read
from mlevalkit_book.paths import BOOK

NEAR = 0.5  # points that the edge of a letter, or of a line, may be off


def shown() -> list[tuple[str, str]]:
    """Return the explorers on pages, and with which values they open."""
    tags = re.compile(r'data-explorer="([^"]+)" data-at="([^"]*)"')
    found = set()
    for path in (BOOK / "en").glob("*.ipynb"):
        for cell in read(path).cells:
            for output in cell.get("outputs", []):
                found |= set(tags.findall("".join(output.get("data", {}).get("text/html", ""))))
    return sorted(found)


def points(steps: str) -> list[list[tuple[float, float]]]:
    """Return the points of a path, line by line: "M" goes to a place, "l" is a step."""
    lines: list[list[tuple[float, float]]] = []
    for command, rest in re.findall(r"([Ml])([^Mlz]*)", steps):
        x, y = (float(number) for number in re.findall(r"-?[\d.]+", rest))
        if command == "M":
            lines.append([(x, y)])
        else:
            last = lines[-1][-1]
            lines[-1].append((last[0] + x, last[1] + y))
    return lines


def lines(picture: ElementTree.Element) -> list[tuple[tuple[float, float], tuple[float, float]]]:
    """Return the pieces of lines that are seen: those in a group end where its clip ends."""
    clips = {}
    for clip in picture.findall(".//{*}clipPath"):
        corners = np.array(points(clip[0].get("d"))[0])
        clips[clip.get("id")] = corners.min(axis=0), corners.max(axis=0)
    found = []

    def look(part: ElementTree.Element, seen: tuple[np.ndarray, np.ndarray]) -> None:
        name = re.search(r"url\(#([^)]+)\)", part.get("clip-path", ""))
        seen = clips[name[1]] if name else seen
        if part.tag.endswith("path") and "fill: none" in part.get("style", ""):
            for line in points(part.get("d", "")):
                found.extend(
                    piece for pair in pairwise(line) if (piece := within(*pair, *seen)) is not None
                )
        for child in part:
            if not part.tag.endswith("defs"):
                look(child, seen)

    look(picture, (np.full(2, -np.inf), np.full(2, np.inf)))
    return found


def within(a, b, low, high):
    """Return the piece of the line from a to b inside a box; None if there is none."""
    a = np.array(a)
    way = np.array(b) - a
    start = 0.0
    end = 1.0
    for i in (0, 1):
        if way[i] == 0:
            if not low[i] <= a[i] <= high[i]:
                return None
            continue
        first, last = sorted(((low[i] - a[i]) / way[i], (high[i] - a[i]) / way[i]))
        start = max(start, first)
        end = min(end, last)
    return None if start > end else (tuple(a + start * way), tuple(a + end * way))


@pytest.fixture(scope="module", params=shown(), ids=" ".join)
def openings(request):
    """Return the explorer, its opening picture in each language, and the names in its legends."""
    key, at = request.param
    explorer = explorer_of(key)
    places = map(int, at.split())
    setting = {p.name: p.values[i] for p, i in zip(explorer.parameters, places, strict=True)}
    pictures = {}
    for lang in LANGUAGES:
        with speaking(lang):
            figure = explorer.view(**setting).figure
            names = {name for ax in figure.axes for name in ax.get_legend_handles_labels()[1]}
            pictures[lang] = figure.svg(), names
    return pictures


def test_no_line_crosses_a_legend(openings) -> None:
    for lang, (picture, names) in openings.items():
        pieces = lines(ElementTree.fromstring(picture))
        for words, (x0, y0, x1, y1) in words_in(picture):
            if words in names:
                low = np.array([x0 + NEAR, y0 + NEAR])
                high = np.array([x1 - NEAR, y1 - NEAR])
                crossing = [line for line in pieces if within(*line, low, high)]
                assert not crossing, (lang, words, (x0, y0, x1, y1), crossing[:2])


def test_a_line_is_cut_at_a_box() -> None:
    low = np.array([0, 0])
    high = np.array([2, 1])
    assert within((-1, 0.5), (1, 0.5), low, high) == ((0, 0.5), (1, 0.5))
    assert within((-1, 2), (1, 2), low, high) is None
    assert within((0, -1), (3, 2), low, high) == ((1, 0), (2, 1))
