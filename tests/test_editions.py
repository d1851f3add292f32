"""A sentence that is changed in one edition alone is noticed."""

from pathlib import Path

import nbformat
import pytest
from built_book import NAMES

from mlevalkit_book.author import editions


@pytest.mark.parametrize("name", NAMES)
def test_no_edition_is_left_behind(name: str) -> None:
    found = editions.left_behind(name)
    advice = f"if both say the same, store it: python -m mlevalkit_book pages --agreed {name}"
    assert not found, "\n".join([*found, advice])


@pytest.fixture
def pair(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Return the folder of a book of one page, whose editions say the same."""
    for lang in ("zh", "en"):
        (tmp_path / lang).mkdir()
        write(tmp_path / lang / "a.ipynb", "title", "text")
    (tmp_path / "editions.csv").write_text("page,cell,zh,en\n", encoding="utf-8")
    monkeypatch.setattr(editions, "BOOK", tmp_path)
    monkeypatch.setattr(editions, "FILE", tmp_path / "editions.csv")
    editions.store(["a"])
    return tmp_path


def write(path: Path, *texts: str) -> None:
    cells = [nbformat.v4.new_markdown_cell(text, id=f"c{n}") for n, text in enumerate(texts)]
    nbformat.write(nbformat.v4.new_notebook(cells=cells), path)


def test_a_change_of_one_edition_is_named(pair: Path) -> None:
    assert editions.left_behind("a") == []
    write(pair / "en/a.ipynb", "title", "another text")
    assert editions.left_behind("a") == ["en/a c1 was changed, zh/a was not"]
    editions.store(["a"])
    assert editions.left_behind("a") == []


def test_a_change_of_both_and_a_new_cell_are_not(pair: Path) -> None:
    for lang in ("zh", "en"):
        write(pair / lang / "a.ipynb", "title", "another text", "new")
    assert editions.left_behind("a") == []


def test_a_page_that_is_gone_is_forgotten(pair: Path) -> None:
    for lang in ("zh", "en"):
        (pair / lang / "a.ipynb").unlink()
    editions.store([])
    assert (pair / "editions.csv").read_text(encoding="utf-8") == "page,cell,zh,en\n"
