"""The canvas of explorers beside matplotlib, whose methods it has."""

import re
from xml.etree import ElementTree

import numpy as np
import pytest
from helpers import words_in
from matplotlib import axes as mpl_axes, pyplot as plt
from matplotlib.font_manager import FontProperties
from matplotlib.textpath import text_to_path
from matplotlib.ticker import AutoLocator, MaxNLocator

import mlevalkit as mk
from mlevalkit.explorers.canvas import Axes, Axis, Canvas, width_of
from mlevalkit.explorers.picture import panels
from mlevalkit.plots.style import BLUE, GREEN

OWN = {"points", "polygons", "fix", "write"}  # what matplotlib has by other names


@pytest.fixture
def ax():
    _, drawn = panels("a", 4)
    return drawn


def test_its_methods_are_those_of_matplotlib():
    named = {name for name in vars(Axes) if not name.startswith("_")} - OWN - {"transAxes"}
    assert named <= set(dir(mpl_axes.Axes))
    with pytest.raises(AttributeError, match="no pcolormesh"):
        Axes(Canvas(4, 3), (0, 0, 1, 1)).pcolormesh([[1]])


def corners(ax):
    """Return left, top, right and bottom of axes, in points."""
    x, y = ax.points([0, 1], [1, 0], ax.transAxes)
    return np.array([x[0], y[0], x[1], y[1]])


@pytest.mark.parametrize(
    ("layout", "options"),
    [
        ("a;b", {"rows": (1.3, 1), "hspace": 0.5}),
        ("aa;bc", {"wspace": 0.5, "columns": (1.3, 1)}),
        ("ss;mm", {"rows": (1, 2), "top": 0.9}),
    ],
)
def test_panels_lie_as_in_a_mosaic_of_matplotlib(layout, options):
    _, *drawn = panels(layout, 4.2, **options)
    for ax in drawn:
        ax.fix()
    sizes = 72 * np.array([4.6, 4.2, 4.6, 4.2])
    found = [corners(ax) / sizes for ax in drawn]
    edges = {"left": 0.66 / 4.6, "right": 1 - 0.12 / 4.6, "bottom": 0.5 / 4.2}
    edges["top"] = 1 - options.get("top", 0.33) / 4.2
    gaps = {"hspace": options.get("hspace", 0.42), "wspace": options.get("wspace", 0.38)}
    ratios = {"height_ratios": options.get("rows"), "width_ratios": options.get("columns")}
    figure = plt.figure(figsize=(4.6, 4.2))
    mosaic = figure.subplot_mosaic(layout, **ratios, gridspec_kw=edges | gaps)
    for ax, box in zip(mosaic.values(), found, strict=True):
        x0, y0, x1, y1 = ax.get_position().extents
        np.testing.assert_allclose(box, (x0, 1 - y1, x1, 1 - y0))


def compared(scale="linear", aspect="auto", **limits):
    """Return axes of the canvas and of matplotlib with the same limits."""
    _, ours = panels("a", 4)
    ours.fix()
    left, top, right, bottom = corners(ours) / (72 * np.array([4.6, 4, 4.6, 4]))
    theirs = plt.figure(figsize=(4.6, 4)).add_axes((left, 1 - bottom, right - left, bottom - top))
    theirs.set(xscale=scale, aspect=aspect, **limits)
    theirs.apply_aspect()
    ours.set(xscale=scale, aspect=aspect, **limits)
    ours.fix()
    return ours, theirs


@pytest.mark.parametrize(
    "setting",
    [
        {"xlim": (-2, 5), "ylim": (3, -1)},
        {"xlim": (0.001, 2), "ylim": (0, 1), "scale": "log"},
        {"xlim": (0, 1), "ylim": (0, 1), "aspect": "equal"},
        {"xlim": (0, 4), "ylim": (-0.1, 1), "aspect": "equal"},
    ],
)
def test_values_lie_where_matplotlib_has_them(setting):
    ours, theirs = compared(**setting)
    x, y = np.array([0.3, 0.9]), np.array([0.25, 0.6])
    across, up = theirs.transData.transform(np.column_stack([x, y])).T / theirs.figure.dpi * 72
    found = ours.points(x, y)
    np.testing.assert_allclose(found[0], across)
    np.testing.assert_allclose(found[1], 4 * 72 - up)


@pytest.mark.parametrize("values", [[2, 5, 3.3], [0.2], [0, 0], [-1, -3]])
def test_limits_leave_the_same_air_as_in_matplotlib(ax, values):
    _, theirs = plt.subplots()
    for each in (ax, theirs):
        each.plot(values, values, "o")
    np.testing.assert_allclose(ax.get_xlim(), theirs.get_xlim())
    ax.set_ylim(-7)
    theirs.set_ylim(-7)
    np.testing.assert_allclose(ax.get_ylim(), theirs.get_ylim())


@pytest.mark.parametrize("kind", [AutoLocator, MaxNLocator])
@pytest.mark.parametrize("whole", [False, True])
@pytest.mark.parametrize("most", [2, 4, 9])
@pytest.mark.parametrize(
    ("low", "high"),
    [(0, 1), (-0.03, 1.06), (3, 41.5), (1e-4, 3e-4), (-7, 12_345), (0.3, 1.1), (2, 3)],
)
def test_ticks_are_where_matplotlib_has_them(kind, whole, most, low, high):
    locator = kind()
    locator.set_params(nbins=most, integer=whole)
    steps = (1, 2, 2.5, 5, 10) if kind is AutoLocator else (1, 1.5, 2, 2.5, 3, 4, 5, 6, 8, 10)
    axis = Axis(3)
    axis.set_lim(low, high)
    axis.locator |= {"nbins": most, "integer": whole, "steps": steps}
    axis.fix(low, high)
    expected = [v for v in locator.tick_values(low, high) if low - 1e-9 <= v <= high + 1e-9]
    np.testing.assert_allclose([at for at, _ in axis.ticks()], expected, atol=1e-12)


@pytest.mark.parametrize(
    ("places", "names"),
    [
        ([0, 0.5, 1], ["0.0", "0.5", "1.0"]),
        ([-2, 0, 2], ["\N{MINUS SIGN}2", "0", "2"]),
        ([0.025, 0.05], ["0.025", "0.050"]),
        ([2e6, 4e7], ["2e+06", "4e+07"]),
    ],
)
def test_numbers_have_the_decimals_that_they_need(ax, places, names):
    ax.set(xlim=(min(places), max(places)), xticks=places)
    ax.fix()
    assert [name for _, name in ax.xaxis.ticks()] == names


@pytest.mark.parametrize(
    "words", ["share of positives", "P(reject) at ε = 0.05", "McNemar, mid-p", "accuracy 99%"]
)
def test_words_are_about_as_wide_as_in_matplotlib(words):
    font = FontProperties(family="DejaVu Sans", size=11.4)
    expected = text_to_path.get_text_width_height_descent(words, font, False)[0]
    assert width_of(words, 11.4) == pytest.approx(expected, rel=0.04)
    assert width_of("真实错误率", 10) == 50


def test_a_legend_names_things_in_the_order_of_matplotlib(ax):
    _, theirs = plt.subplots()
    for each in (ax, theirs):
        each.bar([1, 2], [3, 4], label="bars")
        each.plot([1, 2], [1, 2], label="line")
        each.fill_between([1, 2], [1, 2], label="area")
        each.axvline(1, label="_hidden")
        each.axhline(1, label="level")
    expected = theirs.get_legend_handles_labels()[1]
    assert ax.get_legend_handles_labels()[1] == expected
    ax.legend(loc="lower left", ncols=2)
    words = [text for text, _ in words_in(ax.figure.svg())]
    assert [w for w in words if w in expected] == expected


def test_ids_are_the_pictures_own_and_all_are_used():
    pictures = [mk.explorers.mcnemar().view(e01=e01).figure.svg() for e01 in (0, 10)]
    made = [set(re.findall(r'\bid="([^"]+)', picture)) for picture in pictures]
    used = [set(re.findall(r"url\(#([^)]+)", picture)) for picture in pictures]
    assert made[1] >= used[1] > set()
    assert not made[0] & made[1]


def test_hatched_bars_have_a_pattern_in_the_colours_of_the_page(ax):
    ax.bar([1], [2], color=BLUE, hatch="///", edgecolor="white")
    picture = ax.figure.svg()
    (pattern,) = re.findall(r"<pattern.*?</pattern>", picture)
    assert "--mk-blue" in pattern
    assert "--mk-paper" in pattern
    assert f"fill: url(#{re.search('id=.([^ ]+)[^ ]', pattern)[1]})" in picture


@pytest.mark.parametrize(
    ("words", "shown"),
    [
        ("$H_0$", "H0"), (r"$z_\alpha$", "zα"), (r"$\pi$ = 0.5", "π = 0.5"),
        ("$(1 - 1/m)^m$", "(1 \N{MINUS SIGN} 1/m)m"), ("a < b & c", "a < b & c"),
        ("f\N{COMBINING MACRON}", "f"),
    ],
)  # fmt: skip
def test_formulas_and_other_words(ax, words, shown):
    ax.text(0, 0, words, fontsize=30)
    picture = ax.figure.svg()
    found = [text for text in ElementTree.fromstring(picture).iter() if text.tag.endswith("}text")]
    assert shown in ["".join(text.itertext()) for text in found]
    assert ("tspan" in picture) == (words[:1] in "$f" and "pi" not in words)


def test_a_line_is_interrupted_where_there_is_no_number(ax):
    ax.set(xlim=(0, 4), ylim=(0, 4))
    ax.plot([0, 1, np.nan, 2, 3], [1, 1, 1, 1, 1], color=GREEN)
    (line,) = re.findall(r'd="([^"]*)" style="[^"]*--mk-green', ax.figure.svg())
    assert line.count("M") == 2


def test_points_are_rounded_but_not_words(ax):
    ax.text(0.123456, 0.5, "share 0.1254")
    picture = ax.figure.svg()
    assert "share 0.1254" in picture
    assert not re.search(r' (?:d|x|y)="[^"]*\d\.\d\d', picture)
