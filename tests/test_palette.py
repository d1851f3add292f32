"""The colours of the book: readable in light and dark, and told apart by colour-blind readers."""

import itertools
import re
from pathlib import Path

import numpy as np
import pytest

from mlevalkit.plots import style

CSS = Path(__file__).parents[1] / "mlevalkit_book/theme/static/book.css"
# Machado, Oliveira and Fernandes (2009), severity 1: what is left of linear RGB.
VISION = {
    "full": np.eye(3),
    "protan": [[0.152286, 1.052583, -0.204868], [0.114503, 0.786281, 0.099216],
               [-0.003882, -0.048116, 1.051998]],
    "deutan": [[0.367322, 0.860646, -0.227968], [0.280085, 0.672501, 0.047413],
               [-0.011820, 0.042940, 0.968881]],
    "tritan": [[1.255528, -0.076749, -0.178779], [-0.078411, 0.930809, 0.147602],
               [0.004733, 0.691367, 0.303900]],
}  # fmt: skip


def themes():
    """Read the two sets of colours from the style sheet."""
    css = CSS.read_text(encoding="utf-8")
    light, dark = (re.search(rf"{start} \{{(.*?)\n\}}", css, re.DOTALL)[1] for start in
                   (":root", r'\[data-theme="dark"\]'))  # fmt: skip
    colours = [dict(re.findall(r"--([\w-]+): (#[0-9a-f]{6})", part)) for part in (light, dark)]
    return {"light": colours[0], "dark": colours[1]}


THEMES = themes()


def linear(colour):
    rgb = np.array([int(colour[i : i + 2], 16) / 255 for i in (1, 3, 5)])
    return np.where(rgb <= 0.04045, rgb / 12.92, ((rgb + 0.055) / 1.055) ** 2.4)


def contrast(a, b):
    light, dark = sorted((linear(c) @ [0.2126, 0.7152, 0.0722] for c in (a, b)), reverse=True)
    return (light + 0.05) / (dark + 0.05)


def lab(rgb):
    xyz = np.array([[0.4124, 0.3576, 0.1805], [0.2126, 0.7152, 0.0722], [0.0193, 0.1192, 0.9505]])
    x, y, z = np.cbrt(np.clip(xyz @ rgb / [0.9505, 1, 1.089], 1e-6, None))
    return np.array([116 * y - 16, 500 * (x - y), 200 * (y - z)])


def distance(a, b, vision):
    seen = [lab(np.clip(np.array(VISION[vision]) @ linear(c), 0, 1)) for c in (a, b)]
    return float(np.linalg.norm(seen[0] - seen[1]))


@pytest.mark.parametrize("theme", THEMES)
def test_the_colours_of_explorers_stand_out(theme):
    colours = THEMES[theme]
    for name in ("ink", "grey", "blue", "vermilion", "green", "purple", "ochre"):
        assert contrast(colours[f"mk-{name}"], colours["mk-paper"]) >= 4.5, name
    for name in ("blue", "vermilion", "green"):
        assert contrast(colours["mk-ink"], colours[f"mk-soft-{name}"]) >= 4.5, name
        assert contrast(colours[f"mk-{name}"], colours[f"mk-soft-{name}"]) >= 3, name


@pytest.mark.parametrize("vision", VISION)
@pytest.mark.parametrize("theme", THEMES)
def test_the_two_classes_are_told_apart(theme, vision):
    colours = THEMES[theme]
    assert distance(colours["mk-blue"], colours["mk-vermilion"], vision) > 30


@pytest.mark.parametrize("vision", ["full", "protan", "deutan", "tritan"])
def test_lines_of_figures_are_told_apart(vision):
    """By hue, or by their dashes where hue alone would not do."""
    for (i, a), (j, b) in itertools.combinations(enumerate(style.PALETTE), 2):
        assert contrast(a, "#ffffff") >= 3
        assert distance(a, b, vision) > 15 or style.DASHES[i] != style.DASHES[j]
