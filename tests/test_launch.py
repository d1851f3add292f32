"""The links to notebook services, and the cell that makes a page run there."""

import re
from pathlib import Path

import nbformat
import pytest
from built_book import BOOK

from mlevalkit_book.sphinx import frame


def config(folder: Path, text: str) -> Path:
    path = folder / "_config.yml"
    path.write_text(f"title: x\n{text}", encoding="utf-8")
    return path


@pytest.mark.parametrize("end", ["", "/", ".git"])
def test_a_repository_gives_every_page_its_links(tmp_path: Path, end: str) -> None:
    entry = f"repository: {{url: https://github.com/a/b.c{end}, branch: next/1}}"
    place = frame.repository(config(tmp_path, entry))
    colab = "https://colab.research.google.com/github/a/b.c/blob/next/1/book/zh/roc-auc.ipynb"
    path = "lab%2Ftree%2Fbook%2Fzh%2Froc-auc.ipynb"
    binder = f"https://mybinder.org/v2/gh/a/b.c/next%2F1?urlpath={path}"
    found = frame.links(place, "book/zh/roc-auc.ipynb")
    assert found == [("Colab", colab), ("Binder", binder)]


def test_the_page_for_a_wrong_address_finds_its_files_from_every_folder() -> None:
    page = '<html data-content_root="./"><a href="#main"></a><link href="_static/book.css?v=1" />'
    link = '<a href="https://creativecommons.org/"></a>'
    found = frame.rooted(page + link, "https://a.github.io/b")
    assert found.count("https://a.github.io/b/") == 2
    assert 'data-content_root="https://a.github.io/b/"' in found
    assert 'href="https://a.github.io/b/_static/book.css?v=1"' in found
    assert 'href="#main"' in found
    assert link in found


@pytest.mark.parametrize("entry", ["", "repository: {branch: main}", "repository:"])
def test_no_repository_gives_no_links(tmp_path: Path, entry: str) -> None:
    assert frame.repository(config(tmp_path, entry)) is None
    assert frame.links(None, "book/zh/roc-auc.ipynb") == []


def test_another_host_is_refused(tmp_path: Path) -> None:
    entry = "repository: {url: https://gitee.com/a/b}"
    with pytest.raises(ValueError, match=r"gitee\.com/a/b'; expected https://github\.com/OWNER"):
        frame.repository(config(tmp_path, entry))


@pytest.mark.parametrize("path", sorted(BOOK.glob("*/*.ipynb")), ids=lambda p: f"{p.parts[-2:]}")
def test_a_page_installs_the_library_where_it_is_missing(path: Path) -> None:
    """The first code cell asks IPython for it, and only there."""
    cells = nbformat.read(path, as_version=4).cells
    source = next(c.source for c in cells if c.cell_type == "code")
    asked: list[tuple[str, str]] = []

    class Shell:
        def run_line_magic(self, name: str, line: str) -> None:
            asked.append((name, line))

    install = re.match(r".*?run_line_magic\(.*?\)\n", source, re.DOTALL)[0]
    names = {"get_ipython": Shell}
    exec(install.replace('find_spec("mlevalkit")', 'find_spec("not_installed")'), names)
    assert asked == [("pip", 'install -q --find-links . "mlevalkit[notebook]"')]
    exec(install, names)
    assert len(asked) == 1
