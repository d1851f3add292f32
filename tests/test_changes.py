"""Which pages an incremental build of the book writes again."""

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
        outdir=folder / "html",
        book=Build(),
        config=SimpleNamespace(root_doc="book/index"),
        builder=SimpleNamespace(name="html", format="html"),
    )


@pytest.fixture
def built(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Return the folder of a build."""
    monkeypatch.setattr(book_changes, "digest", lambda: "1")
    app = build(tmp_path)
    assert set(book_changes.outdated(app, app.env)) == set(PAGES)
    book_changes.keep_record(app)
    return tmp_path


def outdated(app: Any) -> set[str]:
    return set(book_changes.outdated(app, app.env)) - {"book/index"}  # it is always written


def test_nothing_changed(built: Path) -> None:
    assert outdated(build(built)) == set()


@pytest.mark.parametrize("change", ["title", "heading", "contents", "style", "explorers"])
def test_what_all_pages_show_changed(
    change: str, built: Path, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    app = build(built)
    if change == "title":
        app.env.titles["book/en/b"] = nodes.title("", "another")
    elif change == "heading":
        app.env.metadata["book/en/b"]["myst_slugs"] = {"new": [0, "new", "New"]}
    elif change == "contents":
        monkeypatch.setattr(book_changes, "contents", lambda: [("zh", "another part", PAGES)])
    elif change == "explorers":
        monkeypatch.setattr(book_changes, "digest", lambda: "2")
    else:
        (tmp_path / "book.css").write_text("p {}", encoding="utf-8")
        monkeypatch.setattr(book_changes, "STATIC", tmp_path)
    assert outdated(app) == {"book/en/a", "book/en/b"}


def test_after_a_failed_build_all_pages_are_written(
    built: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(book_changes, "digest", lambda: "2")
    app = build(built)
    book_changes.outdated(app, app.env)
    for_html(book_changes.keep_record)(app, RuntimeError())
    assert outdated(build(built)) == {"book/en/a", "book/en/b"}


def test_pages_are_read_again_when_names_of_the_library_or_their_use_changed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    app = build(tmp_path)
    facts: dict[str, dict[str, str]] = {"homes": {}, "pages_using": {}}
    for name in facts:
        monkeypatch.setattr(book_changes, name, lambda name=name: facts[name])
    app.env.metadata["book/en/b"] = {"names": True}

    def read() -> list[str]:
        return book_changes.read_again(app, app.env, set(), set(), set())

    read()
    assert read() == []
    for name in facts:
        facts[name] = {"f": "reference-cost"}
        assert read() == ["book/en/b"]


def test_source_pages_are_written_again_after_a_change_around_them(
    built: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    page = built / "html/_modules/mlevalkit/gone.html"
    page.parent.mkdir(parents=True)
    page.write_text("", encoding="utf-8")
    outdated(build(built))
    assert page.exists()
    monkeypatch.setattr(book_changes, "digest", lambda: "2")
    outdated(build(built))
    assert not page.exists()
