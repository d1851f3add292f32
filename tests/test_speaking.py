"""The language in which the library speaks: of the process, or of a block under `speaking`."""

import asyncio
import os
import re
import subprocess
import sys
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from io import BytesIO, TextIOWrapper

import matplotlib
import pytest
from joblib import Parallel, delayed

import mlevalkit as mk
from mlevalkit.display.language import language, speaking
from mlevalkit.display.workings import data_of
from mlevalkit.plots.fonts import _FONTS, _installed

ASKED = "import mlevalkit as mk; print(mk.error_rate.working([1, 0], [1, 1]))"
SENTENCE = data_of("mlevalkit.measures.classification", "messages.toml")["wrong"]
SAID = {chosen: text.format(part=1, m=2) for chosen, text in SENTENCE.items()}


@pytest.fixture(autouse=True)
def english_again() -> Iterator[None]:
    yield
    mk.set_language()


def said() -> str:
    return str(mk.error_rate.working([1, 0], [1, 1])).splitlines()[-1]


def test_english_until_another_language_is_chosen() -> None:
    working = mk.error_rate.working([1, 0], [1, 1])
    assert said() == SAID["en"]
    mk.set_language("zh")
    assert str(working).splitlines()[-1] == SAID["zh"]  # made before
    assert SAID["zh"] in working._repr_html_()
    assert SAID["en"] not in working._repr_html_()
    mk.set_language()
    assert str(working).splitlines()[-1] == SAID["en"]


def python(code: str, **environment: str) -> subprocess.CompletedProcess[str]:
    """Run code in a process of its own."""
    command = [sys.executable, "-X", "utf8", "-c", code]
    return subprocess.run(
        command, env=os.environ | environment, capture_output=True, encoding="utf-8", check=False
    )


def test_an_unknown_language_in_the_environment_is_refused() -> None:
    told = python(ASKED, MLEVALKIT_LANGUAGE="fr").stderr
    assert "MLEVALKIT_LANGUAGE: expected one of 'en', 'zh', got 'fr'" in told


@pytest.mark.parametrize("chosen", SAID)
def test_the_environment_chooses_at_the_start(chosen: str) -> None:
    """And no argument goes back to it."""
    code = f"{ASKED}; mk.set_language('en'); mk.set_language(); {ASKED}"
    assert python(code, MLEVALKIT_LANGUAGE=chosen).stdout.count(SAID[chosen]) == 2


def test_threads_and_processes_speak_it_too() -> None:
    mk.set_language("zh")
    with ThreadPoolExecutor(2) as pool:
        assert {f.result() for f in [pool.submit(said) for _ in range(4)]} == {SAID["zh"]}
    (made,) = Parallel(n_jobs=2)(delayed(mk.error_rate.working)([1, 0], [1, 1]) for _ in range(1))
    assert str(made).splitlines()[-1] == SAID["zh"]
    assert SAID["zh"] in python(ASKED).stdout


def said_in(language: str) -> bool:
    """Speak a language many times, and tell whether it was always this one."""
    for _ in range(200):
        with speaking(language):
            if said() != SAID[language]:
                return False
    return True


def test_threads_and_tasks_speak_their_own_language() -> None:
    languages = ["en", "zh"] * 2
    with ThreadPoolExecutor(4) as pool:
        assert all(pool.map(said_in, languages))

    async def task(language: str) -> str:
        with speaking(language):
            await asyncio.sleep(0)
            return said()

    async def tasks() -> list[str]:
        return await asyncio.gather(*map(task, languages))

    assert asyncio.run(tasks()) == [SAID[language] for language in languages]


def test_a_block_speaks_its_language_whatever_the_process_chooses_meanwhile() -> None:
    with speaking("zh"):
        mk.set_language("en")
        assert said() == SAID["zh"]
        with speaking("en"):
            assert said() == SAID["en"]
        assert said() == SAID["zh"]
    assert said() == SAID["en"]


def print_much() -> None:
    for chosen in ("en", "zh"):
        mk.set_language(chosen)
        print(mk.f1_score.working([1, 1, 0, 1], [1, 0, 1, 1]))
        print(mk.mcnemar_test(table=[[10, 3], [5, 12]]))
        print(mk.bootstrap_split.working(range(9), random_state=0))
        print(mk.equations, mk.equations["2.33"], mk.equations["2.8"](TP=4, FP=2).plain())
        print(mk.table("2.3"), mk.compare_learners([[1, 2], [2, 3], [3, 4]]))
        print(mk.explorers.mcnemar(), mk.exercises.check("2.2", (0.5, 0.5)))


@pytest.mark.parametrize(
    ("encoding", "times", "about"),
    [
        ("ascii", "*", "~="), ("cp1252", "·", "~="), ("big5", "·", "~="), ("gb2312", "*", "≈"),
        ("cp437", "·", "≈"), ("gbk", "·", "≈"), ("utf-8", "·", "≈"),
    ],
)  # fmt: skip
def test_what_is_printed_has_only_characters_of_the_terminal(
    encoding: str, times: str, about: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    terminal = TextIOWrapper(BytesIO(), encoding=encoding, write_through=True)
    monkeypatch.setattr(sys, "stdout", terminal)
    print_much()
    shown = terminal.buffer.getvalue().decode(encoding)  # type: ignore[attr-defined]
    assert f"2 {times} 2/3 {times} 2/3 / (2/3 + 2/3) = 2/3 {about} 0.6667" in shown
    assert ("样例" in shown) == (encoding in ("gb2312", "gbk", "utf-8"))


def test_figures_tables_reports_exercises_and_explorers() -> None:
    shown = {
        "figure": lambda: mk.plots.roc(*mk.datasets.example("2.13")).get_xlabel(),
        "head": lambda: str(mk.confusion_matrix.working([1, 0], [1, 1])).splitlines()[1],
        "exercise": lambda: repr(mk.exercises.check("2.2", (0.5, 0.5))),
        "explorer": lambda: repr(mk.explorers.mcnemar()),
        "picture": lambda: mk.explorers.cost().first.figure.axes[0].get_xlabel(),
        "equation": lambda: repr(mk.equations["2.8"]),
        "report": lambda: mk.compare_learners([[1, 2], [2, 3], [3, 4]]).report(),
    }
    for name, show in shown.items():
        english = show()
        assert english.isascii() or name == "explorer", name
        with speaking("zh"):
            assert any("一" <= c <= "鿿" for c in show()), name
        assert show() == english, name
    assert language() == "en"


def test_without_such_a_font_it_says_so_once(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(_FONTS, "zh", ("No Such Font",))
    _installed.cache_clear()
    with pytest.warns(UserWarning, match="No font for language 'zh' is installed"):
        mk.set_language("zh")
    mk.plots.splits(2, range(4))
    _installed.cache_clear()


@pytest.mark.parametrize("on_axes_of_ones_own", [True, False])
def test_a_figure_is_written_in_a_font_that_has_the_words(on_axes_of_ones_own: bool) -> None:
    """A missing glyph is a warning of Matplotlib's, and so an error here."""
    with matplotlib.rc_context():
        ax = matplotlib.pyplot.subplots()[1] if on_axes_of_ones_own else None
        with speaking("zh"):
            drawn = mk.plots.splits(2, range(4), ax=ax)
        assert re.search("[一-鿿]", drawn.get_xlabel() + drawn.get_ylabel())
        drawn.figure.canvas.draw()
        mk.set_language("zh")
        matplotlib.pyplot.figure().text(0, 0, "查准率").figure.canvas.draw()
