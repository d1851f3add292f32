"""Every control of every explorer on every page, by mouse and by keyboard."""

import re
from html import unescape

import pytest
from built_book import PAGES

import mlevalkit as mk
from mlevalkit._language import speaking
from mlevalkit._workings import typeset

LATENCY = """
async (slider) => {
  const times = [];
  for (let i = 0; i <= slider.max; i++) {
    const start = performance.now();
    slider.value = i;
    slider.dispatchEvent(new Event("input", { bubbles: true }));
    await new Promise((done) => requestAnimationFrame(() => setTimeout(done)));
    times.push(performance.now() - start);
  }
  return times.sort((a, b) => a - b)[Math.floor(0.95 * times.length)];
}
"""


def state(box):
    return {
        "picture": box.locator(".mk-stage .mk-picture").inner_html(),
        "words": box.locator("[role=status].mk-verdict").text_content(),
        "numbers": box.locator(".mk-numbers dd").all_inner_texts(),
    }


def setting(box, explorer):
    """Read the controls as the library's values."""
    places = box.locator(".mk-control").evaluate_all("all => all.map(bookControls.value)")
    pairs = zip(explorer.parameters, places, strict=True)
    return {p.name: p.values[i] for p, i in pairs}


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
    """Yield each explorer of a page that can be moved."""
    for box in reader.tab.locator(".mk-explorer[data-explorer]").all():
        yield box, getattr(mk.explorers, box.get_attribute("data-explorer"))()


def both_change(seen):
    """Tell whether neither the picture nor the numbers stayed the same throughout."""
    return all(len({str(s[part]) for s in seen}) > 1 for part in ("picture", "numbers"))


def test_sliders_by_keyboard(visit):
    for box, explorer in boxes(visit):
        for slider in box.locator("input[type=range]").all():
            slider.focus()
            seen = [check(box, explorer)]
            for key in ("Home", "End", "ArrowLeft", "ArrowLeft", "ArrowRight"):
                slider.press(key)
                seen.append(check(box, explorer))
            assert both_change(seen)
    assert visit.faults == []


def test_sliders_by_mouse(visit):
    for box, explorer in boxes(visit):
        for slider in box.locator("input[type=range]").all():
            track, seen = slider.bounding_box(), []
            for share in (0.1, 0.5, 0.9):
                slider.click(position={"x": track["width"] * share, "y": track["height"] / 2})
                seen.append(check(box, explorer))
            assert both_change(seen)
    assert visit.faults == []


def test_choices_by_mouse(visit):
    for box, explorer in boxes(visit):
        for group in box.locator(".mk-choice").all():
            seen = []
            for option in group.locator("label").all():
                option.click()
                seen.append(check(box, explorer))
            assert len({s["picture"] for s in seen}) == len(seen)
            assert both_change(seen)
    assert visit.faults == []


def test_choices_by_keyboard(visit):
    for box, explorer in boxes(visit):
        for group in box.locator(".mk-choice").all():
            start, seen = setting(box, explorer), []
            for _ in group.locator("label").all():  # once round, back to where it began
                group.locator("input:checked").press("ArrowRight")
                seen.append(check(box, explorer))
            assert len({s["picture"] for s in seen}) == len(seen)
            assert both_change(seen)
            assert setting(box, explorer) == start
    assert visit.faults == []


def test_the_tab_key_reaches_every_control_in_its_order(visit):
    for box, _ in boxes(visit):
        stops = box.locator("input[type=range]:enabled, input:checked:enabled")
        stops.first.focus()
        for stop in stops.all():
            assert stop.evaluate("control => control === document.activeElement")
            visit.tab.keyboard.press("Tab")


@pytest.mark.slow  # a time: true only of a machine that does nothing else
def test_the_answer_is_there_at_once(visit, report):
    for box, explorer in boxes(visit):
        for n, slider in enumerate(box.locator("input[type=range]").all()):
            late = slider.evaluate(LATENCY)
            line = f"{visit.page:36} {explorer.name:20} slider {n + 1} {late:6.1f}"
            report("a movement is on screen after ms (95th percentile)", line)
            assert late < 50


def test_a_larger_value_is_to_the_right(visit):
    for box, explorer in boxes(visit):
        sliders = [p for p in explorer.parameters if not p.choice]
        for control, parameter in zip(
            box.locator(".mk-control[data-values]").all(), sliders, strict=True
        ):
            numbers = [v for v in parameter.values if not isinstance(v, str)]
            values = parameter.values[:: 1 if numbers == sorted(numbers) else -1]
            ends = control.locator(".mk-end").all_inner_texts()
            assert ends == [str(parameter.show(v)) for v in (values[0], values[-1])]


def test_a_setting_has_an_address_is_kept_and_undone(reading):
    with reading() as reader:
        tab = reader.open("book/zh/roc-auc.html")
        box = tab.locator(".mk-explorer[data-explorer=threshold]").first
        start = state(box)
        box.locator("input[type=range]").press("Home")
        moved = state(box)
        box.get_by_text("留作对照").click()
        tab.wait_for_function("location.search.includes('threshold')")
        again = reading()
        with again as other:
            other.tab.goto(tab.url)
            assert state(other.tab.locator(".mk-explorer[data-explorer=threshold]").first) == moved
        box.get_by_text("复原").click()
        assert state(box) == start
        assert box.locator(".mk-pinned .mk-verdict").inner_text() == moved["words"][0]
        tab.wait_for_function("!location.search.includes('threshold')")


def test_a_control_without_effect_rests_and_says_so(reading):
    with reading() as reader:
        tab = reader.open("book/en/cross-validation.html")
        box = tab.locator(".mk-explorer[data-explorer=splitters]").first
        box.locator("label", has_text="leave-one-out").click()
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


@pytest.mark.slow
@pytest.mark.parametrize("page", PAGES)
def test_every_place_of_every_slider(reader, page):
    reader.open(page)
    for box, explorer in boxes(reader):
        for slider in box.locator("input[type=range]").all():
            for place in range(int(slider.get_attribute("max")) + 1):
                slider.fill(str(place))
                check(box, explorer)
