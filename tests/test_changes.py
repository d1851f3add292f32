"""Which pages an incremental build of the book writes again."""

import json
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
from docutils import nodes

from mlevalkit_book.sphinx import Build, changes as book_changes, for_html

PAGES = ("book/index", "book/en/a", "book/en/b")


def build(folder: Path) -> Any:
    """Return what book_changes reads of a Sphinx application."""
    env = SimpleNamespace(
        titles={page: nodes.title("", page) for page in PAGES},
        metadata={page: {} for page in PAGES},
        all_docs=dict.fromkeys(PAGES),
    )
    return SimpleNamespace(
        env=env,
        doctreedir=folder,
        book=Build(contents=[("part", list(PAGES))]),
        config=SimpleNamespace(root_doc="book/index"),
        builder=SimpleNamespace(name="html", format="html"),
    )


def write(app: Any, pages: dict[str, list[str]]) -> None:
    """Write pages with their explorers, and end the build."""
    for page, names in pages.items():
        book_changes.note_page(app, page, "page.html", {"explorers": names}, None)
    book_changes.keep_record(app)


@pytest.fixture
def built(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Return the folder of a build in which page a shows an explorer."""
    monkeypatch.setattr(book_changes, "digest", lambda: "1")
    app = build(tmp_path)
    assert set(book_changes.outdated(app, app.env)) == set(PAGES)
    write(app, {"book/index": [], "book/en/a": ["beta"], "book/en/b": []})
    return tmp_path


def outdated(app: Any) -> set[str]:
    return set(book_changes.outdated(app, app.env)) - {"book/index"}  # it is always written


def test_nothing_changed(built: Path) -> None:
    assert outdated(build(built)) == set()


def test_an_explorer_changed(built: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(book_changes, "digest", lambda: "2")
    assert outdated(build(built)) == {"book/en/a"}


@pytest.mark.parametrize("change", ["title", "heading", "contents", "style"])
def test_what_all_pages_show_changed(
    change: str, built: Path, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    app = build(built)
    if change == "title":
        app.env.titles["book/en/b"] = nodes.title("", "another")
    elif change == "heading":
        app.env.metadata["book/en/b"]["myst_slugs"] = {"new": [0, "new", "New"]}
    elif change == "contents":
        app.book.contents = [("another part", list(PAGES))]
    else:
        (tmp_path / "book.css").write_text("p {}", encoding="utf-8")
        monkeypatch.setattr(book_changes, "STATIC", tmp_path)
    assert outdated(app) == {"book/en/a", "book/en/b"}


def test_a_failed_build_leaves_the_record_as_it_was(built: Path) -> None:
    record = built / "pages-html.json"
    before = json.loads(record.read_text(encoding="utf-8"))
    app = build(built)
    book_changes.outdated(app, app.env)
    app.book.written = {}
    for_html(book_changes.keep_record)(app, RuntimeError())
    assert json.loads(record.read_text(encoding="utf-8")) == before


def test_pages_are_read_again_when_what_they_show_of_other_files_changed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    app = build(tmp_path)
    facts = {"homes": {}, "pages_using": {}, "shown": "1", "licence_facts": []}
    for name in facts:
        monkeypatch.setattr(book_changes, name, lambda *_, name=name: facts[name])
    app.env.metadata["book/en/a"] = {"shows": {"tables"}}
    app.env.metadata["book/en/b"] = {"shows": {"names used", "homes"}}

    def read() -> list[str]:
        return book_changes.read_again(app, app.env, set(), set(), set())

    read()
    assert read() == []
    facts["shown"] = "2"
    assert read() == ["book/en/a"]
    facts |= {"homes": {"f": "reference-cost"}, "shown": "3"}
    assert read() == ["book/en/a", "book/en/b"]


def test_source_pages_are_written_again_after_a_change_around_them(tmp_path: Path) -> None:
    app = build(tmp_path)
    app.outdir, app.book.frame = tmp_path / "html", "1"
    page = app.outdir / "_modules/mlevalkit/gone.html"

    def stays() -> bool:
        page.parent.mkdir(parents=True, exist_ok=True)
        page.write_text("", encoding="utf-8")
        book_changes.forget_source_pages(app, app.env)
        return page.exists()

    assert [stays(), stays()] == [False, True]
    app.book.frame = "2"
    assert not stays()
