"""Explorers: their numbers, their text, their widgets, and what the built book stores of them."""

import json
import re
import sys
from base64 import b64decode
from dataclasses import replace
from html import escape, unescape

import numpy as np
import pytest
from built_book import built_book, run_notebook
from helpers import words_in

import mlevalkit as mk
from mlevalkit.explorers.words import LANGUAGES, html, speaking, typeset
from mlevalkit_book.live.panels import explorer_of, shares as shares_of
from mlevalkit_book.notebooks import leave_out_pictures

# The names, or what pages call them with: of all curves of a threshold, no page shows them at once.
PREPARED = [
    *(name for name in mk.explorers.__all__ if name.islower() and name != "threshold"),
    "sizes-tests-folds", "splitters-method-k_fold", "threshold-curves-none", "threshold-curves-roc",
]  # fmt: skip
ON_NO_PAGE = {"sizes"}  # with all its tests; a page shows that of folds
DATA = re.compile(r" = (.*);\n$")  # of the script that brings an explorer's drawings
explorer = explorer_of


# -- any explorer -----------------------------------------------------------------------------


@pytest.fixture(scope="module", params=PREPARED)
def any_explorer(request):
    """Return an explorer; its tests follow each other and share the views that it keeps."""
    return explorer(request.param)


def ends(explorer):
    """Return the default setting, and for each control the settings with its ends."""
    found = [explorer.defaults]
    for parameter in explorer.parameters:
        for value in (parameter.values[0], parameter.values[-1]):
            setting = explorer.defaults | {parameter.name: value}
            found += [] if setting in found else [setting]
    return found


def corners(explorer):
    """Return the default setting, and the one with the last value of each control."""
    return [explorer.defaults, {p.name: p.values[-1] for p in explorer.parameters}]


def every(explorer):
    return list(explorer.settings())


EVERY = pytest.param(every, marks=pytest.mark.slow)


def test_it_says_what_it_is_in_both_languages(any_explorer):
    text = repr(any_explorer)
    assert text == repr(explorer(any_explorer.key))
    text.encode("gbk")  # what a terminal in China can write
    assert all(value.text in text for value in any_explorer.first.numbers)
    assert 2 <= len(list(any_explorer.settings())) <= 250  # drawn for a page
    for text in (any_explorer.title, any_explorer.first.alt):
        assert not re.search(r"[\u4e00-\u9fff]", text.texts["en"])
        assert re.search(r"[\u4e00-\u9fff]", text.texts["zh"])


def test_a_control_changes_picture_numbers_and_words(any_explorer):
    for parameter in any_explorer.parameters:
        values = parameter.values[0], parameter.default, parameter.values[-1]
        views = [any_explorer.view(**{parameter.name: v}) for v in values]
        assert len({v.figure.svg() for v in views}) > 1
        assert len({tuple(n.text for n in v.numbers) for v in views}) > 1
        assert len({str(v.alt) for v in views}) > 1


def test_the_picture_is_the_same_each_time(any_explorer):
    again = any_explorer.draw(**any_explorer.defaults)
    assert again.figure.svg() == any_explorer.first.figure.svg()


def test_each_colour_of_the_picture_follows_the_page(any_explorer):
    picture = any_explorer.view().figure.svg()
    assert not re.findall(r"(?<!, )#[0-9a-f]{6}\b", picture)
    assert re.findall(r"var\(--mk-\w+", picture)


@pytest.mark.parametrize("settings", [ends, EVERY])
def test_the_words_of_the_picture_stay_in_it(any_explorer, settings):
    for lang in LANGUAGES:
        with speaking(lang):
            for setting in settings(any_explorer):
                figure = any_explorer.draw(**setting).figure
                for words, (left, top, right, bottom) in words_in(figure.svg()):
                    assert min(left, top) >= -3, (lang, words)  # widths are about right
                    assert right <= figure.width + 3, (lang, words)
                    assert bottom <= figure.height + 3, (lang, words)


def test_without_ipywidgets_the_numbers_still_show(any_explorer, monkeypatch):
    monkeypatch.setitem(sys.modules, "ipywidgets", None)
    assert set(any_explorer._repr_mimebundle_()) == {"text/plain", "text/html"}
    with pytest.raises(ImportError, match=r"mlevalkit\[notebook\]"):
        any_explorer.panel()


# -- under a kernel and in the book -----------------------------------------------------------


def stored(name):
    """Return what the built book stores: the texts of the numbers and the words, by setting."""
    folder = built_book().html / "_static" / "explorers"
    scripts = {lang: folder / f"{name}-{lang}.js" for lang in LANGUAGES}
    if not all(script.exists() for script in scripts.values()):
        pytest.fail(f"no page of the book shows the explorer {name}")
    data = {lang: json.loads(DATA.search(s.read_text("utf-8"))[1]) for lang, s in scripts.items()}
    texts = {lang: data[lang]["texts"] for lang in LANGUAGES}
    found = []
    for states in zip(*(data[lang]["states"] for lang in LANGUAGES), strict=True):
        of = dict(zip(LANGUAGES, states, strict=True))
        numbers = [texts["en"][i] for i in of["en"]["numbers"]]
        found.append((numbers, {k: texts[k][of[k]["alt"]] for k in LANGUAGES}))
    return found


def shown(panel):
    texts = re.findall('class="mk-value">(.*?)</td>', panel.numbers.value)
    return list(map(unescape, texts))


@pytest.mark.parametrize("settings", [ends, EVERY])
def test_widgets_show_what_the_built_book_shows(any_explorer, settings):
    if any_explorer.key in ON_NO_PAGE:
        pytest.skip(f"no page shows {any_explorer.key}")
    states = stored(any_explorer.key)
    order = every(any_explorer)
    assert len(states) == len(order)
    panel = any_explorer.panel()
    if panel.asked:
        panel.asked.skip.click()
    for setting in settings(any_explorer):
        for name, value in setting.items():
            panel.controls[name].value = value
        in_book, words = states[order.index(setting)]
        assert shown(panel) == in_book
        said = any_explorer.view(**setting).alt
        assert words == {k: typeset(text) for k, text in said.texts.items()}
        assert escape(str(said)) in panel.picture.value


# -- what can be dragged --------------------------------------------------------------------


def shares(explorer):
    """Yield each handle with its places, as shares of the picture, and the values of these."""
    for handle in explorer.first.handles:
        found = shares_of(handle, explorer.parameters)
        yield handle, found, explorer.parameters[found["n"]].values


@pytest.mark.parametrize(
    ("name", "wanted"),
    [
        ("threshold-curves-roc", {"at"}), ("class_balance", {"prior"}),
        ("overfitting", {"noise", "degree"}), ("mcnemar", {"e01", "e10"}),
    ],
)  # fmt: skip
def test_what_the_audience_wants_to_drag_can_be_dragged(name, wanted):
    assert {handle.parameter for handle in explorer(name).first.handles} >= wanted


def test_a_handle_lies_in_its_part_of_the_picture(any_explorer):
    for _, found, values in shares(any_explorer):
        left, top, right, bottom = found["box"]
        assert 0 <= left < right <= 1
        assert 0 <= top < bottom <= 1
        for axis, low, high in (("x", left, right), ("y", top, bottom)):
            places = [p for p in found.get(axis, []) if p is not None]
            assert len(found.get(axis, values)) == len(values)
            assert all(low - 1e-3 <= p <= high + 1e-3 for p in places), axis


# Dearer misses, a larger weight of recall, a smaller alpha.
FALLING = {("beta", 0), ("calibration", 0), ("macro_micro", 2), ("power", 0)}


def test_a_larger_value_is_to_the_right(any_explorer):
    for k, (handle, found, values) in enumerate(shares(any_explorer)):
        if handle.along == "x" and (any_explorer.key, k) not in FALLING:
            places = range(len(values))
            is_sorted = any_explorer.key == "k_folds"  # by numbers of folds, and m
            order = places if is_sorted else sorted(places, key=values.__getitem__)
            assert (np.diff(np.array(found["x"])[order]) > 0).all(), handle.parameter


# As in book.css.
GRIPS = {"x": (7, 20, 2), "y": (9, 7, -7)}  # half a width; up and down from the end of the line
PHONE = 322  # pixels


def grip(handle, parameters, value):
    """Return where the style sheet puts a grip on a telephone, in points of the figure."""
    found = shares_of(handle, parameters)
    _, _, right, bottom = found["box"]
    at = parameters[found["n"]].index(value)
    figure = handle.ax.figure
    x = (found["x"][at] if handle.along == "x" else right) * figure.width
    y = (found["y"][at] if handle.along == "y" else bottom) * figure.height
    half, up, down = (size * figure.width / PHONE for size in GRIPS[handle.along])
    return x - half + 1, y - up + 1, x + half - 1, y - down - 1


def overlap(a, b):
    return a[0] < b[2] and b[0] < a[2] and a[1] < b[3] and b[1] < a[3]


@pytest.mark.parametrize("settings", [corners, pytest.param(ends, marks=pytest.mark.slow)])
def test_a_grip_covers_no_words(any_explorer, settings):
    for setting in settings(any_explorer) if any_explorer.first.handles else ():
        view = any_explorer.view(**setting)
        words = words_in(view.figure.svg())
        for handle in view.handles:
            if handle.along in GRIPS:
                box = grip(handle, any_explorer.parameters, setting[handle.parameter])
                hit = [text for text, place in words if text.strip() and overlap(box, place)]
                assert hit == [], (handle.parameter, setting)


def test_a_point_without_a_value_has_no_place() -> None:
    """Above all scores precision is 0/0."""
    explorer = mk.explorers.threshold()
    precision = shares_of(explorer.first.handles[1], explorer.parameters)
    top = explorer.parameters[1].values.index(1.0)
    assert (precision["x"][top], precision["y"][top]) == (None, None)


def test_the_axis_of_the_scores_stays_while_the_threshold_moves() -> None:
    explorer = mk.explorers.threshold()
    seen = {explorer.view(at=at).handles[0].ax.get_xlim() for at in (0.0, 0.5, 1.0)}
    assert len(seen) == 1


# -- notebooks --------------------------------------------------------------------------------

SHOW = "import mlevalkit as mk\nmk.explorers.mcnemar()"
MOVE = """
from ipywidgets.widgets import widget
from mlevalkit.explorers.panel import Panel
panel = next(w for w in widget._instances.values() if isinstance(w, Panel))
panel.controls["e01"].value = 2
"""
WIDGET = "application/vnd.jupyter.widget-view+json"


def test_a_notebook_shows_the_last_picture_and_numbers_without_a_kernel():
    page = run_notebook(SHOW, MOVE, stdin=True)
    kept, shown = page.cells[0].outputs
    assert WIDGET in shown.data
    assert shown.data["text/html"] == ""  # seen once, not twice
    html = kept.data["text/html"]
    last = mk.explorers.mcnemar().view(e01=2)
    assert escape(last.alt.texts["en"]) in html
    assert all(f">{escape(v.text)}<" in html for v in last.numbers)
    picture = b64decode(re.search('base64,([^"]*)', html)[1]).decode()
    assert picture.replace("font-family: sans-serif; ", "") == last.figure.svg()
    model = shown.data[WIDGET]["model_id"]  # where the widget lives, the copy is not seen
    assert f"body:has(.mk-{model}) .mk-still-{model} {{ display: none }}" in html


def test_nbconvert_shows_the_picture_of_an_explorer():
    from nbconvert import HTMLExporter

    page = run_notebook(SHOW, stdin=False)
    assert [WIDGET in output.data for output in page.cells[0].outputs] == [False]
    body, _ = HTMLExporter().from_notebook_node(page)
    assert 'src="data:image/svg+xml;base64,' in body
    assert mk.explorers.mcnemar().first.numbers[2].text in body


def test_a_page_of_the_book_stores_no_picture(any_explorer):
    shown = {"text/html": any_explorer._repr_html_()}
    assert "<img" in shown["text/html"]
    leave_out_pictures(shown)
    assert "<img" not in shown["text/html"]


def test_a_slider_has_a_name_runs_as_an_axis_does_and_tells_its_value(any_explorer):
    panel = any_explorer.panel()
    for parameter in any_explorer.parameters:
        control = panel.controls[parameter.name]
        assert control.description == html(parameter.label)
        assert str(parameter.label) in control.tooltip
        assert getattr(control, "continuous_update", True)
        if not parameter.choice:
            numbers = [v for _, v in control.options if isinstance(v, float | int)]
            assert numbers == sorted(numbers)
        control.value = parameter.values[-1]
        told = panel.numbers.value
        assert told.startswith('<div role="status">')
        assert f"{html(parameter.label)} {html(parameter.show(control.value))}" in told


def test_no_picture_is_made_twice(any_explorer):
    drawn = []
    draw = any_explorer.draw
    counted = replace(any_explorer, draw=lambda **setting: drawn.append(setting) or draw(**setting))
    first = any_explorer.parameters[0]
    panel = counted.panel()
    for value in (first.values[-1], first.default):
        panel.controls[first.name].value = value
    assert len(drawn) == len({first.values[-1], first.default})
