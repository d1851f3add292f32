"""Notebooks to take along: their first line installs, and no link leads nowhere."""

import re
from base64 import b64decode
from functools import cache
from pathlib import Path
from types import SimpleNamespace
from typing import Any
from zipfile import ZipFile

import nbformat
import pytest
from built_book import BOOK, NAMES, built_book

import mlevalkit as mk
from mlevalkit.display.language import speaking
from mlevalkit_book.sphinx import Build, downloads as book_downloads

BUILD = Build()  # of all tests: it keeps the drawings that it has read


@pytest.fixture(autouse=True, scope="module")
def _drawn() -> None:
    built_book()  # which keeps the drawings that a download shows


def _app(base: str = "", on_pypi: bool = False, out: Path = Path()) -> Any:
    found = {f"book/{lang}/{p.stem}": p for lang in ("zh", "en") for p in (BOOK / lang).iterdir()}
    return SimpleNamespace(
        config=SimpleNamespace(html_baseurl=base, mlevalkit_on_pypi=on_pypi),
        env=SimpleNamespace(doc2path=lambda name: str(found[name]), found_docs=set(found)),
        builder=SimpleNamespace(format="html"),
        outdir=str(out),
        book=BUILD,
    )


@cache
def _notebook(name: str, **options: Any) -> Any:
    return nbformat.reads(book_downloads.taken_along(_app(**options), name), as_version=4)


def _setup(book: Any) -> str:
    (cell,) = (c for c in book["cells"] if c["id"] == "setup")
    return "".join(cell["source"])


def _text(book: Any) -> str:
    return "\n".join("".join(c["source"]) for c in book["cells"] if c["cell_type"] == "markdown")


@pytest.mark.parametrize("name", NAMES)
def test_a_notebook_installs_what_it_needs_and_speaks_its_language(name: str, lang: str) -> None:
    book = _notebook(f"book/{lang}/{name}")
    nbformat.validate(nbformat.from_dict(book))
    assert 'install -q --find-links . "mlevalkit[notebook]"' in _setup(book)
    assert _setup(book).count(f'\nmk.set_language("{lang}")') == 1
    assert book["cells"][1]["id"] == "taken-along"
    pages = re.findall(r"\]\((?!#|https?:|attachment:)([^)#]*)", _text(book))
    assert {page.removesuffix(".ipynb") for page in pages} <= set(NAMES)
    other = "zh" if lang == "en" else "en"
    for cell in book["cells"]:
        shown = re.findall(r"\]\(attachment:([^)]*)", "".join(cell["source"]))
        assert set(shown) == set(cell.get("attachments", {})), cell["id"]
        for output in cell.get("outputs", []):
            html = output.get("data", {}).get("text/html", "")
            assert f'lang="{other}"' not in html, cell["id"]
            for tag in ("span", "p", "div"):
                assert len(re.findall(f"<{tag}[ >]", html)) == html.count(f"</{tag}>"), cell["id"]


def test_an_explorer_shows_its_picture_without_a_kernel() -> None:
    cells = _notebook("book/en/roc-auc")["cells"]
    (html,) = (
        output["data"]["text/html"]
        for c in cells if c["id"] == "explorer-code" for output in c["outputs"]
    )  # fmt: skip
    image = re.search(r'<img src="data:image/svg\+xml;base64,([^"]+)" alt="([^"]+)">', html)
    assert image
    drawn = b64decode(image[1]).decode()
    assert re.match(r'<svg style="[^"]*font-family: sans-serif', drawn)  # no page around it says
    assert "threshold" in image[2].lower()
    assert html.index("<img") < html.index('<dl class="mk-numbers">')


def test_problems_are_cells_that_show_them(lang: str) -> None:
    cells = _notebook(f"book/{lang}/precision-recall")["cells"]
    codes = [c for c in cells if c["id"].startswith("problem-")]
    assert len(codes) >= 5
    assert "{problems}" not in _text({"cells": cells})
    for cell in codes:
        shown = eval(cell["source"], {"mk": mk})
        with speaking(lang):
            assert cell["outputs"][0]["data"]["text/plain"] == repr(shown)


@cache
def _anchors(path: str) -> set[str]:
    """Return the ids of a page of the built book."""
    return set(re.findall(r'\bid="([^"]+)"', built_book().read(path)))


@pytest.mark.parametrize("name", NAMES)
def test_links_lead_to_the_address_of_the_book_where_it_has_one(name: str, lang: str) -> None:
    text = _text(_notebook(f"book/{lang}/{name}", base="https://example.org/mk/"))
    assert ".ipynb" not in text
    assert "beside this file" not in text
    links = re.findall(r"\]\(https://example\.org/mk/([^)#]+)#?([^)]*)\)", text)
    assert [link for link in links if link[1] and link[1] not in _anchors(link[0])] == []
    assert all((built_book().html / path).is_file() for path, _ in links)


def test_a_page_of_advice_leads_to_its_functions_and_lessons() -> None:
    text = _text(_notebook("book/en/which-test", base="https://example.org/mk/"))
    for place in ("reference-two_learners.html#mcnemar-test", "two-learner-tests.html#repeat"):
        assert f"](https://example.org/mk/book/en/{place})" in text


def test_it_is_installed_from_the_book_and_once_released_from_pypi() -> None:
    served = _notebook("book/zh/tuning", base="https://example.org/mk")
    assert '-q --find-links https://example.org/mk/wheels/ "mlevalkit' in _setup(served)
    assert 'install -q "mlevalkit[notebook]"' in _setup(_notebook("book/zh/tuning", on_pypi=True))


def test_a_page_without_an_install_line_is_named() -> None:
    with pytest.raises(ValueError, match="the cell `setup` must install once"):
        book_downloads.point_to_package(_app(), "import mlevalkit as mk")


def test_an_archive_holds_an_edition_and_the_package(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "wheels").mkdir()
    (tmp_path / "wheels" / "mlevalkit-1-py3-none-any.whl").write_bytes(b"wheel")
    for lang in ("zh", "en"):
        (tmp_path / "_sources" / "book" / lang).mkdir(parents=True)
    archives = []
    for _ in range(2):
        book_downloads.put_downloads(_app(out=tmp_path))
        archives.append((tmp_path / "_sources" / "mlevalkit-en.zip").read_bytes())
    assert archives[0] == archives[1]
    # a notebook is made again when Sphinx has copied the stored one, and its archive with it
    notebook = tmp_path / "_sources/book/en/tuning.ipynb"
    made = notebook.read_bytes()
    notebook.write_bytes((BOOK / "en" / "tuning.ipynb").read_bytes())
    monkeypatch.setattr(book_downloads, "taken_along", lambda app, name: f"{name} again")
    book_downloads.put_downloads(_app(out=tmp_path))
    assert notebook.read_text(encoding="utf-8") == "book/en/tuning again"
    archives.append((tmp_path / "_sources" / "mlevalkit-en.zip").read_bytes())
    notebook.write_bytes(made)
    book_downloads.put_downloads(_app(out=tmp_path))
    archives.append((tmp_path / "_sources" / "mlevalkit-en.zip").read_bytes())
    assert archives[2] != archives[0] == archives[3]
    with ZipFile(tmp_path / "_sources" / "mlevalkit-en.zip") as archive:
        files = ["mlevalkit-1-py3-none-any.whl", *(f"{name}.ipynb" for name in NAMES)]
        assert set(archive.namelist()) == {f"mlevalkit-en/{file}" for file in files}
        single = tmp_path / "_sources" / "book" / "en" / "tuning.ipynb"
        assert archive.read("mlevalkit-en/tuning.ipynb") == single.read_bytes()


@pytest.mark.parametrize("name", NAMES)
def test_answers_stay_folded_whatever_opens_the_notebook(name: str, lang: str) -> None:
    """In Jupyter after *Restart and Run All*, and in the HTML that nbconvert makes."""
    stored = nbformat.read(BOOK / lang / f"{name}.ipynb", as_version=4).cells
    answers = [c.source for c in stored if "hide-cell" in c.metadata.get("tags", [])]
    cells = _notebook(f"book/{lang}/{name}")["cells"]
    assert not [c["id"] for c in cells if "hide-cell" in c["metadata"].get("tags", [])]
    folds = "".join(re.findall(r"<details>.*?</details>", _text({"cells": cells}), re.DOTALL))
    assert all(answer in folds for answer in answers)
