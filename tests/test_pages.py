"""Pages edited in Jupyter: what is stored, and what the other language's page is given."""

import subprocess
from pathlib import Path
from typing import Any

import nbformat
import pytest
from nbformat.v4 import new_code_cell, new_markdown_cell, new_notebook

from mlevalkit_book.author import page_code, pages

TITLE = {"zh": "# 页\n\n第一句。", "en": "# Page\n\nThe first sentence."}
PRINT = {"zh": "x = 0.5\nprint('误差', x)  # 一半", "en": "x = 0.5\nprint('Error', x)  # half"}


def page(edition: str) -> Any:
    cells = [
        new_markdown_cell(TITLE[edition], id="title"),
        new_code_cell(PRINT[edition], id="half", metadata={"tags": ["hide-input"]}),
    ]
    return new_notebook(cells=cells)


def save(name: str, edition: str, notebook: Any) -> None:
    """Write a notebook as JupyterLab does."""
    notebook = nbformat.from_dict(notebook)
    notebook.metadata = {
        "kernelspec": {"display_name": "ml", "language": "python", "name": "conda-env-ml-py"},
        "language_info": {"name": "python", "version": "3.13.1", "nbconvert_exporter": "python"},
        "widgets": {"application/vnd.jupyter.widget-state+json": {"state": {"a": {}}}},
    }
    for cell in notebook.cells:
        cell.metadata |= {"editable": True, "trusted": True, "jp-MarkdownHeadingCollapsed": True}
        cell.metadata["execution"] = {"iopub.execute_input": "2026-11-22T11:00:00Z"}
        if cell.cell_type == "code":
            cell.execution_count = 17
    nbformat.write(notebook, pages.path_of(name, edition))


def git(*arguments: str) -> None:
    who = ["-c", "user.name=a", "-c", "user.email=a@b"]
    subprocess.run(["git", *who, *arguments], cwd=pages.BOOK, check=True, capture_output=True)


@pytest.fixture
def pair(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> str:
    """Return the name of a committed page pair in a repository of its own."""
    monkeypatch.setattr(pages, "BOOK", tmp_path)
    for edition in pages.EDITIONS:
        (tmp_path / edition).mkdir()
        save("p", edition, page(edition))
    git("init", "-q")
    git("add", ".")
    git("commit", "-qm", "start")
    return "p"


@pytest.fixture
def not_run(monkeypatch: pytest.MonkeyPatch) -> None:
    """Leave the pages' code alone, where only their text is looked at."""
    monkeypatch.setattr(pages, "run", lambda page, edition: None)


def stored(edition: str) -> Any:
    return nbformat.read(pages.path_of("p", edition), as_version=4)


def edit(edition: str, cell: int, source: str) -> None:
    notebook = stored(edition)
    notebook.cells[cell].source = source
    save("p", edition, notebook)


def test_changed_code_is_carried_over_and_what_jupyter_adds_is_not_stored(
    pair: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    edit("en", 1, PRINT["en"].replace("0.5", "0.25"))
    assert pages.renew(pair) == []
    for edition in pages.EDITIONS:
        notebook = stored(edition)
        assert set(notebook.metadata) == {"kernelspec", "lang", "language_info"}
        assert notebook.metadata.kernelspec.name == "python3"
        title, half = notebook.cells
        assert title.metadata == {}
        assert half.metadata == {"tags": ["hide-input"]}
        assert half.execution_count == 1
        assert half.source == PRINT[edition].replace("0.5", "0.25")
        assert half.outputs[0].text == {"zh": "误差 0.25\n", "en": "Error 0.25\n"}[edition]
    monkeypatch.setattr(pages, "run", lambda page, edition: None)
    text = pages.path_of("p", "zh").read_text(encoding="utf-8")
    assert pages.renew(pair) == []
    assert pages.path_of("p", "zh").read_text(encoding="utf-8") == text


@pytest.mark.usefixtures("not_run")
def test_changed_text_is_marked_until_it_is_translated(pair: str) -> None:
    edit("zh", 0, "# 页\n\n第二句。")
    assert pages.renew(pair) == ["en, cell title: translate it, then delete the mark"]
    asked = stored("en").cells[0].source
    assert asked == (
        "> **TO TRANSLATE** from the Chinese page:\n>\n> 第二句。\n\n# Page\n\nThe first sentence."
    )
    edit("zh", 0, "# 页\n\n第三句。")  # again, before it is translated
    pages.renew(pair)
    assert stored("en").cells[0].source == asked.replace("第二", "第三")
    edit("en", 0, "# Page\n\nThe third sentence.")
    assert pages.renew(pair) == []
    assert stored("zh").cells[0].source == "# 页\n\n第三句。"


@pytest.mark.usefixtures("not_run")
def test_new_words_in_code_are_marked(pair: str) -> None:
    edit("zh", 1, "x = 0.25\nprint('错误率', x)  # 一半")
    assert pages.renew(pair) == ["en, cell half: translate it, then delete the mark"]
    first, *rest = stored("en").cells[1].source.split("\n")
    assert first == "# TO TRANSLATE from the Chinese page: '错误率'"
    assert rest == ["x = 0.25", "print('错误率', x)  # half"]


@pytest.mark.usefixtures("not_run")
def test_new_moved_and_deleted_cells_are_followed(pair: str) -> None:
    notebook = stored("zh")
    new = [new_markdown_cell("## More on *F1*", id="0a1b2c3d"), new_code_cell("1 + 1", id="9" * 8)]
    notebook.cells = [notebook.cells[1], *new]
    save("p", "zh", notebook)
    assert pages.renew(pair) == ["en, cell more-on-f1: translate it, then delete the mark"]
    for edition in pages.EDITIONS:
        assert [c.id for c in stored(edition).cells] == ["half", "more-on-f1", "more-on-f1-code"]
    assert stored("en").cells[0].source == PRINT["en"]
    assert stored("en").cells[2].source == "1 + 1"


@pytest.mark.usefixtures("not_run")
def test_tags_follow_the_page_that_changed_them(pair: str) -> None:
    notebook = stored("en")
    notebook.cells[1].metadata.tags = ["hide-cell"]
    save("p", "en", notebook)
    assert pages.renew(pair) == []
    assert stored("zh").cells[1].metadata.tags == ["hide-cell"]


@pytest.mark.usefixtures("not_run")
def test_a_new_page_gets_a_partner_to_translate(pair: str) -> None:
    save("new", "en", page("en"))
    assert pages.renew("new") == ["zh, cell title: translate it, then delete the mark"]
    hidden = pages.BOOK / "zh" / ".ipynb_checkpoints"
    hidden.mkdir()
    (hidden / "p-checkpoint.ipynb").write_text("{}", encoding="utf-8")
    assert pages.changed_pages() == ["new"]


def test_an_error_names_page_and_cell_and_nothing_is_stored(pair: str) -> None:
    edit("en", 1, "1 / 0")
    before = pages.path_of("p", "en").read_text(encoding="utf-8")
    with pytest.raises(pages.PageError, match="cell half: ZeroDivisionError: division by zero"):
        pages.renew(pair)
    assert pages.path_of("p", "en").read_text(encoding="utf-8") == before


def broken(**changes: Any) -> Any:
    notebook = page("en")
    notebook.cells[0].update(changes)
    return notebook


@pytest.mark.parametrize(
    ("notebook", "message"),
    [
        (broken(attachments={"a.png": {"image/png": ""}}), "cell title: a picture pasted"),
        (broken(cell_type="raw"), "cell title: a raw cell"),
        (new_notebook(nbformat_minor=4), "saved as notebook format 4.4"),
    ],
)
def test_what_cannot_be_stored_is_refused(notebook: Any, message: str) -> None:
    with pytest.raises(pages.PageError, match=message):
        pages.normalized(notebook, "en")


def test_pages_with_cells_of_their_own_need_a_leader(pair: str) -> None:
    for edition in pages.EDITIONS:
        notebook = stored(edition)
        notebook.cells.append(new_code_cell("2", id=f"own-{edition}"))
        save("p", edition, notebook)
    with pytest.raises(pages.PageError, match="name the notebook whose cells count"):
        pages.renew(pair)
    with pytest.raises(pages.PageError, match="cells of the English page only: own-en"):
        pages.renew(pair, "zh")


def test_a_figure_without_words_is_asked_for_them(pair: str) -> None:
    edit("en", 1, "from matplotlib import pyplot as plt\nplt.plot([0, 1]);")
    todo = pages.renew(pair)
    assert len(todo) == 4
    assert todo[0].startswith("zh, cell half: describe its figure")


# -- the same program -------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("zh", "en", "same"),
    [
        ("f(x)  # 一", "f(x)", True),
        ("f('精度')", 'f("Accuracy")', True),
        ("f('一'\n  '二')", "f('one and two')", True),
        ("print(f'{n} 中 {x:.2f}')", "print(f'{x:.2f} of {n}')", True),
        ("print(f'{n} 中 {x:.2f}')", "print(f'{x:.3f} of {n}')", False),
        ("print(f'{a:　<4} {x:5.2f}')", "print(f'{a:12} {x:.2f}')", True),
        ("f(x, 1)", "f(x, 2)", False),
        ("if a:\n    b", "if a: b", False),
        ("%pip install a", "%pip install a", True),
    ],
)
def test_same_program(zh: str, en: str, same: bool) -> None:
    assert page_code.same_program(zh, en) == same


def test_numbers_are_counted_in_any_order() -> None:
    def printed(text: str) -> list[dict[str, str]]:
        return [{"text": text}]

    zh, en = printed("100 个里第 3 个 F1 0.50"), printed("F1 of no. 3 of 100: 0.50")
    assert page_code.numbers(zh) == page_code.numbers(en) != page_code.numbers(printed("3 100 0.5"))
