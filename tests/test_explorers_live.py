"""Explorers in a live page: what the page asks, and what it gets."""

import re
from html import unescape
from pathlib import Path
from runpy import run_path

import pandas as pd
import pytest

import mlevalkit as mk
from mlevalkit.explorers.words import html, speaking
from mlevalkit_book.live import explorers as live, tables
from mlevalkit_book.live.panels import shares
from mlevalkit_book.live.runtime import pack

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


@pytest.mark.parametrize("name", tables.EDITORS)
def test_handles_are_where_a_picture_drawn_anew_has_them(name):
    explorer = getattr(mk.explorers, name)()
    key, _ = shown(explorer)
    last = [len(p.values) - 1 for p in explorer.parameters]
    for at in (
        [0] * len(last),
        last,
        [0, *last[1:]],
        [p.index(p.default) for p in explorer.parameters],
    ):
        setting = {p.name: p.values[i] for p, i in zip(explorer.parameters, at, strict=True)}
        handles = explorer.view(**setting).handles
        assert live.turn(key, at)["handles"] == [shares(h, explorer.parameters) for h in handles]


def test_a_table_follows_the_sliders():
    key, _ = shown(mk.explorers.mcnemar())
    assert "B right, 60, 2" in live.turn(key, [1, 2, 0])["table"]


def test_the_table_has_the_words_of_the_page():
    key, _ = shown(mk.explorers.mcnemar())
    with speaking("zh"):
        text = live.turn(key, [1, 2, 0])["table"]
        assert text.startswith(", A 对, A 错\nB 对, 60, 2")
        own = live.edit(key, text.replace("60", "50"), [0, 0, 1], [])
    assert ">2</output>" in own["html"]


def test_the_readers_own_table_and_back():
    key, first = shown(mk.explorers.mcnemar())
    own = live.edit(key, ", A right, A wrong\nB right, 50, 3\nB wrong, 12, 5", [0, 0, 1], [])
    assert ">3</output>" in own["html"]
    assert live.turn(key, [1, 1, 1])["table"].startswith(", A right, A wrong\nB right, 50")
    assert live.again(key)["html"] == first


# -- the reader's own table -------------------------------------------------------------------


def numbers_in(html):
    return [unescape(text) for text in re.findall("<dd>(.*?)</dd>", html)]


def edited(explorer, text, kind=None):
    """Return what the page gets when a reader has typed a table and pressed the button."""
    key, _ = shown(explorer)
    at = [p.index(p.default) for p in explorer.parameters]
    chosen = [] if kind is None else [("ranks", "scores", "errors").index(kind)]
    return live.edit(key, text, at, chosen)


@pytest.mark.parametrize("separator", [",", "\t", ", "])
def test_edited_scores_are_tested(separator):
    lines = [["data", "SVM", "tree", "k-NN"], ["iris", "0.9", "0.8", "0.7"],
             ["wine", "0.9", "0.8", "0.8"], ["digits", "0.8", "0.7", "0.6"],
             ["moons", "1", "0.9", "0.8"]]  # fmt: skip
    own = edited(mk.explorers.friedman(), "\n".join(map(separator.join, lines)), "scores")["html"]
    assert numbers_in(own)[:2] == ["4", "24.4286"]
    assert "SVM 1, tree 2.125, k-NN 2.875" in own
    assert "\niris, 0.9, 0.8, 0.7\n" in own


def test_edited_errors_turn_the_order_round():
    text = ",A,B,C\nD1,1,2,3\nD2,1,2,3\nD3,1,2,4\nD4,2,1,3"
    for kind, best in (("errors", "A 1.25"), ("scores", "A 2.75")):
        assert f"mean ranks {best}" in edited(mk.explorers.friedman(), text, kind)["html"]


def test_an_edited_table_keeps_the_controls_and_can_be_edited_again():
    explorer = mk.explorers.friedman()
    key, _ = shown(explorer)
    table = live.turn(key, [0, 4, 0])["table"].replace("D2, 1, 2.5, 2.5", "D2, 1, 2, 3")
    own = live.edit(key, table, [0, 4, 0], [0])["html"]
    assert ">0.20</output>" in own
    assert numbers_in(own)[1] == "inf"
    again = live.edit(key, table.replace("D4, 1, 2, 3", "D4, 3, 2, 1"), [4, 0], [0])["html"]
    test = mk.friedman_test(ranks=[[1, 2, 3]] * 3 + [[3, 2, 1]])
    assert float(numbers_in(again)[1]) == pytest.approx(test.statistic)


RIGHT = ", A right, A wrong\nB right, 1"  # and so on


@pytest.mark.parametrize(
    ("name", "text", "kind", "message"),
    [
        ("friedman", "", "ranks", "expected a table with commas"),
        ("friedman", ",A,B\nD1,1,2\nD2,1,1", "ranks", "expected ranks from 1 to 2 in every row"),
        ("friedman", ",A,B\nD1,1,x\nD2,1,1", "scores", "got 'x' for 'B'"),
        ("friedman", ",A,B\nD1,1,2", "scores", "at least 2 data sets"),
        ("friedman", ",<b>,<b>\nD1,1,2\nD2,1,2", "ranks", "every name once, got ['<b>"),
        ("friedman", "A B C\n0.9 0.8 0.7\n0.9 0.8 0.7", "ranks", "choose “scores”"),
        ("mcnemar", f"{RIGHT}, 2.5\nB wrong, 1, 2", None, "expected whole numbers"),
        ("mcnemar", f"{RIGHT}, -2\nB wrong, 1, 2", None, "expected counts"),
        ("mcnemar", f"{RIGHT}, 2", None, "shape (2, 2)"),
        ("mcnemar", "nonsense", None, "expected a table with commas"),
        ("mcnemar", ", a, b\nx, 1, y", None, "got 'y' for 'b'"),
        ("threshold", ", label\ns1, 1\ns2, 0", None, "two columns"),
    ],
)
def test_a_bad_table_is_named_and_the_picture_stays(name, text, kind, message):
    explorer = getattr(mk.explorers, name)()
    key, _ = shown(explorer)
    at = [p.index(p.default) for p in explorer.parameters]
    before = live.turn(key, at)
    chosen = [] if kind is None else [("ranks", "scores", "errors").index(kind)]
    assert message in live.edit(key, text, at, chosen)["error"]
    assert live.turn(key, at) == before


def test_choosing_a_case_shows_its_table():
    key, _ = shown(mk.explorers.friedman())
    assert live.turn(key, [3, 2, 0])["table"].splitlines() == [
        ", A, B, C, D", *(f"D{i}, 1, 2, 3, 4" for i in range(1, 5))]  # fmt: skip


def test_own_scores_are_there_to_be_edited():
    scores = pd.DataFrame([[0.1, 0.25], [0.3, 0.2], [0.4, 0.1]], ["x", "y", "z"], ["P,1", "Q"])
    _, own = shown(mk.explorers.friedman(scores, greater_is_better=False))
    assert ", P 1, Q\nx, 0.1, 0.25\ny, 0.3, 0.2\nz, 0.4, 0.1</textarea>" in own
    assert re.search('value="2"[^>]* checked><span>errors', own)


@pytest.mark.parametrize("separator", [", ", "，", "\t", " "])
@pytest.mark.parametrize("names", [True, False])
def test_a_pasted_table_of_counts_is_understood(separator, names):
    rows = [["", "A_right", "A_wrong"], ["B_right", "50", "3"], ["B_wrong", "12", "5"]]
    cells = rows if names else [row[1:] for row in rows[1:]]
    own = edited(mk.explorers.mcnemar(), "\n".join(map(separator.join, cells)))["html"]
    test = mk.mcnemar_test(table=[[50, 3], [12, 5]])
    assert float(numbers_in(own)[1]) == pytest.approx(test.pvalue, abs=5e-5)


@pytest.mark.parametrize("separator", [" ", "，", "\t", ", "])
@pytest.mark.parametrize("name", ["threshold", "cost", "beta"])
@pytest.mark.parametrize("head", ["", "label{0}score\n", "{0}label{0}score\n"])
def test_pasted_samples_are_understood(separator, name, head):
    make = getattr(mk.explorers, name)
    pairs = [f"{y}{separator}{s}" for y, s in zip(*SCORES, strict=True)]
    if head.startswith("{"):
        pairs = [f"s{i}{separator}{pair}" for i, pair in enumerate(pairs)]
    own = edited(make(), head.format(separator) + "\n".join(pairs))["html"]
    wanted = make(*SCORES)
    kept = {k: v for k, v in make().defaults.items() if k in wanted.defaults and k != "at"}
    assert numbers_in(own) == [v.text for v in wanted.starting_at(**kept).first.numbers]


def test_every_explorer_has_controls_for_a_page():
    for name in mk.explorers.__all__:
        if name.islower():
            explorer = getattr(mk.explorers, name)()
            _, html = shown(explorer)
            assert len(re.findall('class="mk-control[" ]', html)) >= len(explorer.parameters)


@pytest.mark.parametrize(
    ("text", "mean"),
    [("0.1\n0.2\n0.3", "0.2"), ("A\n0.1\n0.2\n0.3", "0.2"), (", A\n1, 0.1\n2, 0.2\n3, 0.3", "0.2"),
     ("0.1, 0.3\n0.2, 0.1\n0.3, 0.2", "0"), ("A\tB\n0.1\t0.3\n0.2\t0.1\n0.3\t0.2", "0")],
)  # fmt: skip
def test_error_rates_and_pairs_of_them_can_be_pasted(text, mean):
    own = live.own("t_distribution", text, [])["html"]
    assert numbers_in(own)[0] == mean


def test_what_are_no_error_rates_is_said():
    assert "error" in live.own("t_distribution", "0.1\nmany", [])
    assert "one column or two" in live.own("t_distribution", "1,2,3\n1,2,3\n1,3,2", [])["error"]


@pytest.mark.parametrize("key", ["threshold-curves-roc", "pr_baseline", "class_balance"])
def test_pasted_samples_are_drawn_as_the_page_shows_them(key):
    own = live.own(key, "1,0.9\n0,0.8\n1,0.7\n0,0.1", [])["html"]
    assert "mk-explorer" in own
    assert ("TPR" in own) == (key != "pr_baseline")
    assert "F1" not in own
