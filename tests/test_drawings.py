"""Drawings of explorers are kept until something below them changes."""

from collections.abc import Iterator
from pathlib import Path

import pytest

import mlevalkit
from mlevalkit_book.sphinx import drawings as book_drawings


def names(paths: list[Path]) -> set[str]:
    package = Path(mlevalkit.__file__).parent
    return {path.relative_to(package).as_posix() for path in paths}


def test_an_explorer_depends_on_what_its_module_imports() -> None:
    found = names(book_drawings.explorer_sources("threshold"))
    assert {"explorers/ranking.py", "explorers/picture.py", "plots/style.py"} <= found
    assert any(path.startswith("ranking/") for path in found)
    assert not any(path.startswith(("two_learners/", "bias_variance")) for path in found)
    # data that lie beside a module are read by it
    tables = names(book_drawings.sources("mlevalkit.datasets"))
    assert any(path.startswith("datasets/") and path.endswith(".csv") for path in tables)


@pytest.fixture
def made(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Iterator[list[str]]:
    """Let an explorer depend on one file, and note each time it is drawn."""
    (tmp_path / "code.py").write_text("1", encoding="utf-8")
    monkeypatch.setattr(book_drawings, "explorer_sources", lambda name: [tmp_path / "code.py"])
    drawn: list[str] = []
    monkeypatch.setattr(book_drawings, "draw_all", lambda name: drawn.append(name) or {"n": 1})
    book_drawings.digest.cache_clear()
    yield drawn
    book_drawings.digest.cache_clear()


def drawings(folder: Path) -> None:
    """Ask for the drawings as another build would."""
    book_drawings.digest.cache_clear()
    assert book_drawings.drawings("beta", folder / "store") == {"n": 1}


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
    monkeypatch.setattr(book_drawings, "version", lambda package: "0")
    drawings(tmp_path)
    assert made == ["beta", "beta"]
