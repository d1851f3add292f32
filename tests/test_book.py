"""The pages: a pair says the same, was run, and its prose contradicts no output."""

import dis
import re
from collections.abc import Callable
from copy import deepcopy
from itertools import pairwise
from unicodedata import east_asian_width

import nbformat
import pytest
from built_book import BOOK, NAMES, notebook

from mlevalkit_book.author import pages
from mlevalkit_book.author.page_code import numbers, same_program
from mlevalkit_book.sphinx.cells import core_cells, is_tagged

EDITIONS = ["zh", "en"]


def each_page(test: Callable[[str, str], None]) -> Callable[[str], None]:
    """Run a test on both editions of each page."""

    @pytest.mark.parametrize("name", NAMES)
    def on_pair(name: str) -> None:
        for edition in EDITIONS:
            test(name, edition)

    on_pair.__name__, on_pair.__doc__ = test.__name__, test.__doc__
    return on_pair


def test_both_editions_have_the_same_pages() -> None:
    assert NAMES
    assert sorted(p.stem for p in (BOOK / "zh").glob("*.ipynb")) == NAMES


@pytest.mark.parametrize("name", NAMES)
def test_a_page_pair_has_the_same_cells(name: str) -> None:
    zh, en = notebook("zh", name).cells, notebook("en", name).cells
    assert [c.id for c in zh] == [c.id for c in en]
    for a, b in zip(zh, en, strict=True):
        assert a.cell_type == b.cell_type, a.id
        assert a.metadata.get("tags") == b.metadata.get("tags"), a.id
        if a.cell_type == "code":
            assert same_program(a.source, b.source), a.id
            assert numbers(a.outputs).keys() == numbers(b.outputs).keys(), a.id
            assert list(map(forms, a.outputs)) == list(map(forms, b.outputs)), a.id


def forms(output: nbformat.NotebookNode) -> set[str]:
    return {output.output_type, *output.get("data", {})}


@each_page
def test_what_is_beyond_the_core_is_marked_once(name: str, edition: str) -> None:
    """The tag marks a page, a section by its heading, or a cell; nothing inside of these again."""
    cells = notebook(edition, name).cells
    for cell in cells:
        if is_tagged(cell):
            headings = re.findall("^#+ ", cell.source, re.MULTILINE)
            if cell.cell_type == "markdown":
                assert len(headings) == cell.source.startswith("#"), f"{cell.id}: one, at its start"
            untagged = deepcopy(cell)
            untagged.metadata.tags.remove("further")
            core = core_cells([untagged if c is cell else c for c in cells])
            assert untagged in core, f"{cell.id} is in a further part already"


@each_page
def test_solutions_are_closed_in_jupyter_and_leave_no_names(name: str, edition: str) -> None:
    """JupyterLab shows a closed cell's first line, and running all runs the solutions as well."""
    cells = notebook(edition, name).cells
    for before, cell in pairwise(cells):
        if "hide-cell" in cell.metadata.get("tags", []):
            assert cell.metadata.jupyter == {"source_hidden": True, "outputs_hidden": True}, cell.id
            label = re.search("<summary>(.*?)</summary>", before.source)
            assert label, cell.id
            assert cell.source.startswith(f"# {label[1]}\n"), cell.id
            code = compile(cell.source, cell.id, "exec")
            made = {i.argval for i in dis.get_instructions(code) if i.opname == "STORE_NAME"}
            assert made <= {"solution"}, cell.id


@each_page
def test_a_page_is_in_the_stored_form(name: str, edition: str) -> None:
    stored = pages.text_of(pages.normalized(notebook(edition, name), edition))
    found = pages.path_of(name, edition).read_text(encoding="utf-8")
    assert found == stored, f"run: python -m mlevalkit_book pages {name}"


@each_page
def test_code_fits_a_page_without_scrolling(name: str, edition: str) -> None:
    code = [c.source for c in notebook(edition, name).cells if c.cell_type == "code"]
    lines = [line for source in code for line in source.splitlines()]
    assert not [line for line in lines if sum(1 + (east_asian_width(c) in "WF") for c in line) > 78]


@each_page
def test_was_run_from_top_to_bottom(name: str, edition: str) -> None:
    code = [c for c in notebook(edition, name).cells if c.cell_type == "code"]
    assert [c.execution_count for c in code] == list(range(1, len(code) + 1))
    assert not [c.id for c in code for o in c.outputs if o.output_type == "error"
                and "raises-exception" not in c.metadata.get("tags", [])]  # fmt: skip


@pytest.mark.parametrize("name", NAMES)
def test_nothing_is_left_to_do(name: str) -> None:
    """To translate, to describe in a figure, or to mend where a cell warns."""
    assert pages.left_to_do({edition: notebook(edition, name) for edition in pages.EDITIONS}) == []


def figures(cell: nbformat.NotebookNode) -> list[tuple[str, str]]:
    """Return the format and the data of each picture of a cell."""
    data = [o.get("data", {}) for o in cell.get("outputs", [])]
    return [(mime, part) for d in data for mime, part in d.items() if mime.startswith("image/")]


PHONE, LEAST = 331, 11  # pixels: a column of text on a telephone, and text that can be read


@each_page
def test_figures_are_small_svg_that_a_telephone_shows_well(name: str, edition: str) -> None:
    for cell in notebook(edition, name).cells:
        for mime, svg in figures(cell):
            assert mime == "image/svg+xml", cell.id
            assert len(svg) < 100_000, cell.id
            width = float(re.search(r'viewBox="0 0 ([\d.]+)', svg)[1])
            sizes = [float(s) for s in re.findall(r'<text style="font-size: ([\d.]+)px', svg)]
            assert min(sizes) * PHONE / width >= LEAST, cell.id


@each_page
def test_a_figure_stands_without_what_the_last_line_returns(name: str, edition: str) -> None:
    """A cell that ends in ``ax.set_ylabel(...)`` would show ``Text(0, 0.5, ...)`` above it."""
    for cell in notebook(edition, name).cells:
        if figures(cell):
            assert "execute_result" not in {o.output_type for o in cell.outputs}, cell.id


@each_page
def test_a_summary_holds_no_tex(name: str, edition: str) -> None:
    """What stands inside an HTML tag is not set by MathJax: the reader would see dollars."""
    for cell in notebook(edition, name).cells:
        if cell.cell_type == "markdown":
            assert "$" not in "".join(re.findall("<summary>(.*?)</summary>", cell.source)), cell.id


# -- a number in prose comes from a computed value ----------------------------------------------

_DECIMAL = re.compile(r"(?<![\d.(（])-?\d+\.\d+(?![\d.]|\))")


_NAMES = "§|节|式|例|表|图|练习|习题|[Ss]ections?|Examples?|Tables?|Figures?|Exercises?|Equations?"
_NO_NUMBERS = (  # code, tags, links, headings, and the numbers of examples and equations
    r"```.*?```", r"\\tag\{[^}]*\}", r"`[^`]*`", r"\(#[^)]*\)", r"^#+ *\d[\d.]*",
    rf"(?:{_NAMES})[ ~]*\d[\d.–,、至 and-]*\d", r"\(\d\.\d+\)|（\d\.\d+）",
    r"\d[\d.]* *[节章]",
)  # fmt: skip


def _numbers(text: str) -> list[float]:
    found = re.findall(r"(-?\d+(?:\.\d+)?)(e[-+]?\d+)?", text)
    return [float(x) for mantissa, power in found for x in (mantissa, mantissa + power)]


def _computed(name: str) -> set[float]:
    """Return all numbers that the code of a page holds or prints."""
    texts = []
    for cell in notebook("en", name).cells:
        if cell.cell_type == "code":
            texts.append(cell.source)
            for o in cell.outputs:
                said = {"text": o.get("text", ""), **o.get("data", {})}
                texts += [str(said.get(k, "")) for k in ("text", "text/plain", "text/markdown")]
    return {n for t in texts for n in _numbers(t)}


def _known(shown: str, computed: set[float]) -> bool:
    places = len(shown.partition(".")[2])
    wanted = float(shown)
    slack = 0.5000001 * 10.0**-places
    return any(abs(scaled - wanted) <= slack for n in computed for scaled in (n, -n, 100 * n))


@each_page
def test_decimals_in_prose_are_computed(name: str, edition: str) -> None:
    computed = _computed(name)
    for cell in notebook(edition, name).cells:
        if cell.cell_type != "markdown" or cell.id == "references":
            continue
        prose = cell.source
        for pattern in _NO_NUMBERS:
            prose = re.sub(pattern, "", prose, flags=re.DOTALL | re.MULTILINE)
        for shown in _DECIMAL.findall(prose):
            assert _known(shown, computed), f"{shown} in cell {cell.id} is computed nowhere"
