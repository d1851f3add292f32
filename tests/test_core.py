"""The core of the course closes: what is not marked as further can be understood by itself.

A reader of the core goes through the pages in their order and skips what is marked. The pages of
the last part, the reference, can be looked up at any time.
"""

import builtins
import dis
import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from types import CodeType
from typing import Any

import pytest
from built_book import BOOK, notebook

from mlevalkit_book.paths import TABLES, read_rows
from mlevalkit_book.sphinx import places
from mlevalkit_book.sphinx.cells import core_cells

TERMS = read_rows(TABLES / "glossary.csv")
# Pages whose core does not close yet.
OPEN: set[str] = set()
WORDS, CHARACTERS, CELLS = 1000, 1500, 15  # of a page's core, about
ABOUT = 1.1
ORDER = places.reading_order("en")
LOOKED_UP = set(places.notebooks("en")) - set(ORDER) - {"errata"}  # explains terms, at any time
each_page = pytest.mark.parametrize("page", [p for p in ORDER if p not in OPEN])


@cache
def core(page: str, lang: str) -> list[Any]:
    return core_cells(notebook(lang, page).cells)


# -- links ----------------------------------------------------------------------------------------


@cache
def core_anchors(page: str, lang: str) -> set[str]:
    """Return the anchors of the core's headings; "" is the page itself."""
    found = {""} & {"" for cell in core(page, lang) if cell.id == "title"}
    for cell in core(page, lang):
        if cell.cell_type == "markdown":
            headings = len(re.findall("^#+ ", cell.source, re.MULTILINE))
            found |= {f"{cell.id}-{n}" if n > 1 else cell.id for n in range(1, headings + 1)}
            tags = re.findall(r"\\tag\*?{([^}]+)}", cell.source)
            found |= {places.equation_anchor(tag) for tag in tags}
    return found


def links(page: str, lang: str) -> Iterator[tuple[str, str, str]]:
    """Yield (cell, page, anchor) of each link from the core of a page to a notebook."""
    for cell in core(page, lang):
        if cell.cell_type == "markdown":
            for name, anchor in re.findall(r"\]\(([\w-]*)(?:\.ipynb)?#?([\w-]*)\)", cell.source):
                if not name or (BOOK / lang / f"{name}.ipynb").exists():
                    yield cell.id, name or page, anchor


@each_page
def test_links_of_the_core_stay_in_the_core(page: str, lang: str) -> None:
    wrong = [link for link in links(page, lang) if link[2] not in core_anchors(link[1], lang)]
    assert wrong == [], "tag the cell that points there, or what it points to"


# -- variables ------------------------------------------------------------------------------------


def names(code: CodeType, kinds: tuple[str, ...]) -> set[str]:
    """Return the names that instructions of some kinds have, those of inner functions included."""
    own = {i.argval for i in dis.get_instructions(code) if i.opname in kinds}
    return own.union(*(names(c, kinds) for c in code.co_consts if isinstance(c, CodeType)))


@each_page
def test_the_code_of_the_core_runs_without_the_rest(page: str) -> None:
    known = {*dir(builtins), "get_ipython"}
    for cell in core(page, "en"):
        if cell.cell_type == "code":
            code = compile(cell.source, cell.id, "exec")
            known |= names(code, ("STORE_NAME",))
            needed = names(code, ("LOAD_NAME", "LOAD_GLOBAL"))
            assert needed <= known, f"{cell.id}: {needed - known} stand in a further part"


# -- terms ----------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Text:
    """What a cell of the core says, with its place in the reading order.

    `own` is the text without links: their words lead to what they mean.
    """

    place: tuple[int, int]
    page: str
    cell: str
    text: str
    own: str


def said(cell: Any) -> str:
    """Return the words of a text, or of an explorer with its labels."""
    if cell.cell_type == "code":
        outputs = cell.outputs if cell.source.startswith("mk.explorers.") else []
        return " ".join(o.data.get("text/plain", "") for o in outputs if "data" in o)
    text = re.sub(r"```.*?```|<[^>]+>|`[^`]*`|“[^”]*”", " ", cell.source, flags=re.S)
    return places.plain_names(text)


@cache
def texts(lang: str) -> list[Text]:
    found = []
    for i, page in enumerate([*ORDER, *sorted(LOOKED_UP)]):
        for j, cell in enumerate(core(page, lang)):
            if cell.id != "references":
                text = said(cell)
                own = re.sub(r"\[[^\]]*\]\([^)]*\)|[*$]", " ", text)
                found.append(Text((i, j), page, cell.id, text, own))
    return found


def spellings(term: dict[str, str], lang: str) -> set[str]:
    found = places.names(places.plain_names(term[lang]))
    return {re.sub("[*$]", "", name).strip() for name in found} - {""}


def explains(name: str, text: str) -> bool:
    """Tell whether a term is in bold there, or in a heading."""
    strong = re.findall(r"\*\*.+?\*\*|^#.*$", text, re.MULTILINE)
    return any(name.lower() in part.lower() for part in strong)


def uses(name: str, text: str, lang: str) -> bool:
    """Tell whether a text needs a term."""
    if lang == "zh":
        return name in text
    return bool(re.search(rf"(?<![\w-]){re.escape(name)}s?(?![\w-])", text, re.IGNORECASE))


# Words of everyday use, that mean something else before they are terms.
EVERYDAY = {
    "zh": {"得分", "相关", "分类", "反例", "勘误"},
    "en": {
        "score", "positive", "negative", "miss", "power", "rank", "confidence", "tuning", "errata",
    },
}  # fmt: skip


def test_terms_of_the_core_are_explained_before_they_are_used(lang: str) -> None:
    assert [found for term in TERMS for found in used_early(term, lang)] == []


def used_early(term: dict[str, str], lang: str) -> list[tuple[str, ...]]:
    """Return where a term is used before the first place that explains it, with that place."""
    names = spellings(term, lang) - EVERYDAY[lang]
    explained = [t for t in texts(lang) if any(explains(n, t.text) for n in names)]
    explained = [t for t in explained if t.page != "errata"]  # names them only
    if any(t.page in LOOKED_UP for t in explained):
        return []
    first = min((t.place for t in explained), default=(len(ORDER), 0))
    where = [f"{t.page} {t.cell}" for t in explained[:1]]
    early = [t for t in texts(lang) if t.page in ORDER and t.page not in OPEN and t.place < first]
    wrong = [t for t in early if any(uses(n, t.own, lang) for n in names)]
    return [(term[lang], t.page, t.cell, *where) for t in wrong]


# -- length ---------------------------------------------------------------------------------------


def length(page: str, lang: str) -> int:
    """Count the words or characters that a reader of the core reads, title to summary."""
    cells = core(page, lang)
    end = next((n for n, c in enumerate(cells) if c.id in {"terms", "ex"}), len(cells))
    return sum(places.length_of(cell, lang) for cell in cells[:end])


@each_page
def test_the_core_of_a_page_is_one_idea_long(page: str, lang: str) -> None:
    most = {"en": WORDS, "zh": CHARACTERS}[lang]
    assert length(page, lang) <= most * ABOUT


@each_page
def test_the_core_of_a_page_has_few_cells_of_code(page: str) -> None:
    assert sum(map(places.is_open_code, core(page, "en"))) <= CELLS
