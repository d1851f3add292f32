"""Every control of every explorer on every page, by mouse and by keyboard."""

import re
from html import unescape

import numpy as np
import pytest
from built_book import EXPLORED, in_turn

import mlevalkit as mk
from mlevalkit.display.language import speaking
from mlevalkit.display.workings import typeset
from mlevalkit_book.live.panels import explorer_of, shares

each_page = pytest.mark.parametrize("visit", in_turn(EXPLORED), indirect=True)


CONTROLS = ".mk-control:not(.mk-editor *)"  # and none of the form for one's own data
# The numbers without what they were at a setting that is kept.
NOW = """all => all.map((e) => {
  const now = e.cloneNode(true);
  now.querySelectorAll(".mk-was").forEach((was) => was.remove());
  return now.textContent.trim();
})"""


def state(box):
    return {
        "picture": box.locator(".mk-stage .mk-picture").inner_html(),
        "words": box.locator("[role=status].mk-verdict").text_content(),
        "numbers": box.locator(".mk-numbers dd").evaluate_all(NOW),
    }


def setting(box, explorer):
    """Read the controls as the library's values."""
    places = box.locator(CONTROLS).evaluate_all("all => all.map(bookControls.value)")
    return {p.name: p.values[i] for p, i in zip(explorer.parameters, places, strict=True)}


def check(box, explorer):
    """Compare what the page shows with what the library computes for the controls' values."""
    values = setting(box, explorer)
    lang = box.get_attribute("lang")
    with speaking(lang):
        view = explorer.view(**values)
        numbers = [v.text for v in view.numbers]
    seen = state(box)
    assert seen["numbers"] == numbers
    words = typeset(view.alt.texts[lang])
    assert seen["words"] == re.sub("<[^>]+>", "", unescape(words))
    sliders = [p for p in explorer.parameters if not p.choice]
    outputs = box.locator("output").all_inner_texts()
    with speaking(lang):
        assert outputs == [str(p.show(values[p.name])) for p in sliders]
    return seen


def boxes(reader):
    """Yield each explorer of a page that can be moved, as it stands when the page is opened."""
    for box in reader.tab.locator(".mk-explorer[data-explorer]").all():
        if not box.is_visible():  # of the front page's two, the one in the other language
            continue
        reader.come_to(box)
        reset = box.locator(".mk-tools button").first  # an earlier test may have moved it
        if reset.is_visible():
            reset.click()
        yield box, explorer_of(box.get_attribute("data-explorer"))


def both_change(seen):
    """Tell whether neither the picture nor the numbers stayed the same throughout."""
    return all(len({str(s[part]) for s in seen}) > 1 for part in ("picture", "numbers"))


def by_keys(slider):
    slider.focus()
    yield
    for key in ("Home", "ArrowRight", "End", "ArrowLeft"):
        yield slider.press(key)


def by_clicks(slider):
    track = slider.bounding_box()
    for share in (0.1, 0.5, 0.9):
        yield slider.click(position={"x": track["width"] * share, "y": track["height"] / 2})


def choices_by_keys(group):
    for _ in group.locator("label").all():  # once round, back to where it began
        yield group.locator("input:checked").press("ArrowRight")


def choices_by_clicks(group):
    for option in group.locator("label").all():
        yield option.click()


@each_page
@pytest.mark.parametrize("way", [by_keys, by_clicks])
def test_sliders(visit, way):
    for box, explorer in boxes(visit):
        for slider in box.locator("input[type=range]").all():
            assert both_change([check(box, explorer) for _ in way(slider)])
    assert visit.faults == []


@each_page
@pytest.mark.parametrize("way", [choices_by_keys, choices_by_clicks])
def test_choices(visit, way):
    for box, explorer in boxes(visit):
        for group in box.locator(f"{CONTROLS}.mk-choice").all():
            start = setting(box, explorer)
            seen = [check(box, explorer) for _ in way(group)]
            assert len({s["words"] for s in seen}) == len(seen)
            assert both_change(seen)
            assert way is choices_by_clicks or setting(box, explorer) == start
    assert visit.faults == []


@each_page
def test_the_tab_key_reaches_every_control_in_its_order(visit):
    for box, _ in boxes(visit):
        stops = box.locator(f"{CONTROLS} :is([type=range], :checked):enabled")
        stops.first.focus()
        for stop in stops.all():
            assert stop.evaluate("control => control === document.activeElement")
            visit.tab.keyboard.press("Tab")


@each_page
def test_a_larger_value_is_to_the_right(visit):
    for box, explorer in boxes(visit):
        sliders = [p for p in explorer.parameters if not p.choice]
        for control, parameter in zip(
            box.locator(".mk-control[data-values]").all(), sliders, strict=True
        ):
            numbers = [v for v in parameter.values if not isinstance(v, str)]
            values = parameter.values[:: 1 if numbers == sorted(numbers) else -1]
            ends = control.locator(".mk-end").all_inner_texts()
            with speaking(box.get_attribute("lang")):
                assert ends == [str(parameter.show(v)) for v in (values[0], values[-1])]


def test_a_setting_has_an_address_is_kept_and_undone(reading):
    with reading() as reader:
        tab = reader.open("book/zh/roc-auc.html")
        box = reader.explorer("threshold")
        start = state(box)
        box.locator("input[type=range]").press("Home")
        moved = state(box)
        box.get_by_text("留作对照").click()
        tab.wait_for_function("() => location.search.includes('threshold')")
        again = reading()
        with again as other:
            other.tab.goto(tab.url)
            assert state(other.explorer("threshold")) == moved
        box.get_by_text("复原").click()
        assert state(box) == start
        assert box.locator(".mk-ghost svg").count() == 1  # in the same picture
        assert box.locator(".mk-was").count() == len(moved["numbers"])
        tab.wait_for_function("() => !location.search.includes('threshold')")


def test_a_control_without_effect_rests_and_says_so(reading):
    with reading() as reader:
        reader.open("book/en/cross-validation.html")
        box = reader.explorer("splitters")
        box.locator("label", has_text="in order").click()
        idle = box.locator(".mk-control.mk-idle")
        assert idle.count() > 0
        assert idle.first.locator("input").first.is_disabled()
        assert "no effect" in idle.first.get_attribute("title")


def test_a_thumb_can_use_it(reading):
    with reading(width=375, has_touch=True) as reader:
        reader.open("book/index.html")
        for box, explorer in boxes(reader):
            for slider in box.locator("input[type=range]").all():
                track = slider.bounding_box()
                assert track["height"] >= 44
                assert track["width"] >= 100
                slider.tap(position={"x": track["width"] * 0.8, "y": track["height"] / 2})
                check(box, explorer)


def grip(part):
    """Return where a handle is marked: at the end of a line, or in the middle of a point."""
    box, kind = part.bounding_box(), part.get_attribute("class")
    across, down = 0.5 * box["width"], 0.5 * box["height"]
    if "mk-along-xy" not in kind:
        down = box["height"] - 3 if "mk-along-x" in kind else down
        across = box["width"] - 3 if "mk-along-y" in kind else across
    return box["x"] + across, box["y"] + down


def dragged(box, explorer, k):
    """Return where handle k stands, where its farthest place is, and the values that lie there."""
    values = setting(box, explorer)
    handle = shares(explorer.view(**values).handles[k], explorer.parameters)
    x, y = (np.array(handle.get(a, 0.0), dtype=float) for a in "xy")  # None: NaN
    parameter = explorer.parameters[handle["n"]]
    now = parameter.index(values[parameter.name])
    far = np.hypot(*(a - (a[now] if a.ndim else 0) for a in (x, y)))
    to = int(np.nanargmax(far))
    there = [v for v, at in zip(parameter.values, far == far[to], strict=True) if at]
    canvas = box.locator(".mk-canvas").bounding_box()
    dx, dy = (size * (a[to] - a[now] if a.ndim else 0) for a, size in
              ((x, canvas["width"]), (y, canvas["height"])))  # fmt: skip
    start = grip(box.locator(".mk-handle").nth(k))
    return parameter, there, start, (start[0] + dx, start[1] + dy)


@each_page
def test_the_picture_answers_to_dragging(visit):
    for box, explorer in boxes(visit):
        for k, part in enumerate(box.locator(".mk-handle").all()):
            if part.is_hidden():
                continue
            box.locator(".mk-canvas").scroll_into_view_if_needed()
            parameter, there, start, end = dragged(box, explorer, k)
            before = state(box)
            visit.tab.mouse.move(*start)
            visit.tab.mouse.down()
            visit.tab.mouse.move(*end, steps=4)
            visit.tab.mouse.up()
            assert check(box, explorer) != before
            assert setting(box, explorer)[parameter.name] in there
    assert visit.faults == []


def test_a_finger_drags_the_line_and_not_the_page(reading):
    with reading(width=375, has_touch=True) as reader:
        tab = reader.open("book/zh/roc-auc.html")
        box = reader.explorer("threshold")
        explorer = mk.explorers.threshold(curves="roc")
        box.locator("[data-skip]").click()  # until then the picture is covered
        box.locator(".mk-canvas").scroll_into_view_if_needed()
        part, scrolled = box.locator(".mk-handle").first, tab.evaluate("scrollY")
        size = part.bounding_box()
        assert min(size["width"], size["height"]) >= 44
        touch = tab.context.new_cdp_session(tab)
        x, y = grip(part)
        for kind, shift in (("touchStart", 0), ("touchMove", -30), ("touchMove", -60)):
            points = [{"x": x + shift, "y": y + shift / 4}]
            touch.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": points})
        touch.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})
        assert check(box, explorer)
        assert setting(box, explorer)["at"] < 0.95
        assert tab.evaluate("scrollY") == scrolled
        assert box.locator("input[type=range]").evaluate("e => e === document.activeElement")
        canvas = box.locator(".mk-canvas")
        assert canvas.evaluate("e => getComputedStyle(e).touchAction") == "auto"


def test_a_click_on_the_curve_goes_to_its_point(reader):
    reader.open("book/en/roc-auc.html")
    box = reader.explorer("threshold")
    explorer = mk.explorers.threshold(case="2.13", curves="roc")
    handle = shares(explorer.first.handles[1], explorer.parameters)
    k = explorer.parameters[1].index(0.7)
    size = box.locator(".mk-canvas").bounding_box()
    at = {"x": handle["x"][k] * size["width"] + 3, "y": handle["y"][k] * size["height"] - 3}
    box.locator(".mk-canvas").click(position=at)
    point = explorer.view(at=setting(box, explorer)["at"]).numbers
    assert [v.text for v in point] == [v.text for v in explorer.view(at=0.7).numbers]
    check(box, explorer)


def test_an_explorer_is_a_group_with_its_title_as_name(reader):
    tab = reader.open("book/en/unequal-costs.html")
    name = tab.locator(".mk-explorer-title").first.inner_text()
    assert tab.get_by_role("group", name=name, exact=True).count() == 1


def test_steps_are_announced_once_the_reader_pauses(reader):
    tab = reader.open("book/en/unequal-costs.html")
    box = reader.explorer()
    said = box.locator("[role=status].mk-verdict")
    slider = box.locator("input[type=range]").first
    slider.focus()
    for key in ("End", "Home", "ArrowRight"):
        slider.press(key)
        assert said.get_attribute("aria-live") == "off"
    told = said.inner_text()
    tab.wait_for_function("() => document.querySelector('.mk-verdict').ariaLive === 'polite'")
    assert said.inner_text() == told
    spoken = box.locator("[aria-live]:not([aria-live=off], .mk-answer), output:not([aria-live])")
    assert spoken.count() == 1
