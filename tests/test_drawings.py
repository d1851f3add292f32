"""Drawings of explorers are kept until something below them changes."""

from collections.abc import Iterator
from functools import partial
from pathlib import Path

import pytest
from joblib import Parallel

import mlevalkit
from mlevalkit.explorers.words import speaking
from mlevalkit_book.paths import PACKAGE, library_files
from mlevalkit_book.sphinx import explorers as book_explorers


def test_drawings_depend_on_the_library_without_what_explorers_do_not_use() -> None:
    found = {path.relative_to(PACKAGE).parts[0] for path in library_files("exercises", "report")}
    assert {"explorers", "plots", "measures", "datasets", "display"} <= found
    assert not {"exercises", "report"} & found


@pytest.fixture
def made(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Iterator[list[str]]:
    """Let an explorer depend on one file, and note each time it is drawn."""
    (tmp_path / "code.py").write_text("1", encoding="utf-8")
    monkeypatch.setattr(book_explorers, "library_files", lambda *_: [tmp_path / "code.py"])
    drawn: list[str] = []
    monkeypatch.setattr(book_explorers, "draw_all", lambda name: drawn.append(name) or {"n": 1})
    threads = partial(Parallel, backend="threading")  # which see what was patched
    monkeypatch.setattr(book_explorers, "Parallel", threads)
    book_explorers.digest.cache_clear()
    yield drawn
    book_explorers.digest.cache_clear()


def drawings(folder: Path) -> None:
    """Ask for the drawings as another build would."""
    book_explorers.digest.cache_clear()
    assert book_explorers.drawings("beta", store=folder / "store") == {"n": 1}


def test_nothing_is_drawn_twice(made: list[str], tmp_path: Path) -> None:
    for _ in range(2):
        drawings(tmp_path)
    assert made == ["beta"]


def test_a_change_of_code_draws_again_and_leaves_nothing_old(
    made: list[str], tmp_path: Path
) -> None:
    drawings(tmp_path)
    (tmp_path / "code.py").write_text("2", encoding="utf-8")
    drawings(tmp_path)
    assert made == ["beta", "beta"]
    assert len(list((tmp_path / "store").iterdir())) == 1


def test_another_version_below_draws_again(
    made: list[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    drawings(tmp_path)
    monkeypatch.setattr(book_explorers.metadata, "version", lambda package: "0")
    drawings(tmp_path)
    assert made == ["beta", "beta"]


def test_what_pages_show_is_drawn_ahead(made: list[str], tmp_path: Path) -> None:
    store = tmp_path / "store"
    book_explorers.draw({"beta", "cost", "holm"}, store)
    assert sorted(made) == ["beta", "cost", "holm"] == sorted(p.name[:4] for p in store.iterdir())
    assert book_explorers.drawings("cost", store) == {"n": 1}
    book_explorers.draw({"beta"}, store)
    assert len(made) == 3


@pytest.mark.parametrize(
    "source",
    ["```{explorer} threshold-curves-roc\n", r"<div data-explorer=\"beta\" data-at=\"1\">"],
)
def test_a_source_names_the_explorers_of_its_page(source: str) -> None:
    assert book_explorers.NAMED.findall(source) in (["threshold-curves-roc"], ["beta"])


def test_drawings_say_in_each_language_what_the_explorer_says() -> None:
    drawn = book_explorers.draw_all("accuracy_paradox")
    explorer = mlevalkit.explorers.accuracy_paradox()
    for lang, data in drawn.items():
        with speaking(lang):
            for state, setting in zip(data["states"], explorer.settings(), strict=True):
                view = explorer.view(**setting)
                texts = data["texts"]
                assert "".join(texts[i] for i in state["picture"]) == view.figure.svg()
                assert [texts[i] for i in state["numbers"]] == [v.text for v in view.numbers]
                assert texts[state["alt"]] == str(view.alt)


def test_what_pictures_share_is_stored_once() -> None:
    texts = book_explorers.draw_all("accuracy_paradox")["en"]["texts"]
    assert len(texts) == len(set(texts))
