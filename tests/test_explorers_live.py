"""Explorers in a live page: what the page asks, and what it gets."""

import re
from pathlib import Path
from runpy import run_path

import live_explorers as live
import pack
import pytest

import mlevalkit as mk
from mlevalkit.explorers._base import html

SCORES = [1, 0, 1, 1, 0], [0.9, 0.8, 0.7, 0.4, 0.1]


def shown(explorer):
    """Show an explorer; return its key and its HTML."""
    html = live.bundle(explorer)["text/html"]
    return re.search('data-live-explorer="(e[0-9]+)"', html)[1], html


def test_in_a_live_page_an_explorer_has_controls():
    formats = run_path(str(Path(pack.__file__).with_name("python") / "_live" / "formats.py"))
    bundle, _ = formats["bundle"](mk.explorers.threshold(*SCORES))
    assert set(bundle) == {"text/plain", "text/html"}
    assert '<input type="range"' in bundle["text/html"]
    assert "<svg" in bundle["text/html"]


def test_a_turn_gives_what_the_library_draws():
    explorer = mk.explorers.threshold(*SCORES)
    key, _ = shown(explorer)
    at = explorer.parameters[0].values[1]
    state = live.turn(key, [1])
    view = explorer.view(at=at)
    assert state["numbers"] == [v.text for v in view.numbers]
    assert state["alt"] == html(view.alt)
    assert state["picture"].startswith("<svg")


def test_a_table_follows_the_sliders():
    key, _ = shown(mk.explorers.mcnemar())
    assert "B right, 60, 2" in live.turn(key, [1, 2, 0])["table"]


def test_the_readers_own_table_and_back():
    key, first = shown(mk.explorers.mcnemar())
    own = live.edit(key, ", A right, A wrong\nB right, 50, 3\nB wrong, 12, 5", [0, 0, 1], [])
    assert ">3</output>" in own["html"]
    assert live.turn(key, [1, 1, 1])["table"].startswith(", A right, A wrong\nB right, 50")
    assert live.again(key)["html"] == first


@pytest.mark.parametrize("text", ["", "nonsense", ", a, b\nx, 1, y"])
def test_a_table_that_is_none_is_refused_in_words(text):
    key, _ = shown(mk.explorers.mcnemar())
    before = live.turn(key, [0, 0, 0])
    assert "table" in live.edit(key, text, [0, 0, 0], [])["error"]
    assert live.turn(key, [0, 0, 0]) == before


@pytest.mark.parametrize("named", [1, 0])
@pytest.mark.parametrize("name", ["threshold", "cost", "beta"])
def test_ones_own_samples(name, named):
    make = getattr(mk.explorers, name)
    explorer = make()
    key, html = shown(explorer)
    assert "label, score" in html
    places = [p.index(p.default) for p in explorer.parameters]
    rows = "\n".join(f"{'s, ' * named}{y}, {s}" for y, s in zip(*SCORES, strict=True))
    own = live.edit(key, f"{', ' * named}label, score\n{rows}", places, [])
    wanted = make(*SCORES)
    shared = explorer.defaults.keys() & wanted.defaults.keys() if name != "threshold" else ()
    kept = {k: explorer.defaults[k] for k in shared}
    numbers = [v.text for v in wanted.starting_at(**kept).first.numbers]
    assert re.findall("<dd>(.*?)</dd>", own["html"]) == numbers


def test_samples_have_two_columns():
    key, _ = shown(mk.explorers.threshold())
    assert "two columns" in live.edit(key, ", label\ns1, 1\ns2, 0", [0, 50], [])["error"]


def test_every_explorer_has_controls_for_a_page():
    for name in mk.explorers.__all__:
        if name.islower():
            explorer = getattr(mk.explorers, name)()
            _, html = shown(explorer)
            assert len(re.findall('class="mk-control[" ]', html)) >= len(explorer.parameters)
