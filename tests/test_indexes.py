"""The indexes and the glossary: complete, and in agreement with the pages."""

import inspect
import re
from collections import Counter
from operator import attrgetter
from pathlib import Path
from types import SimpleNamespace

import pytest
from built_book import BOOK
from docutils import nodes

import mlevalkit as mk
from mlevalkit_book.paths import PACKAGE, TABLES, read_rows
from mlevalkit_book.sphinx import places, search, tables
from mlevalkit_book.sphinx.cells import further_cells
from mlevalkit_book.sphinx.reference import MODULES, entries
from mlevalkit_book.sphinx.tables import functions_of, numbers_under

EDITIONS = ["zh", "en"]
HOMONYMS = {"反例", "不可约误差", "irreducible error", "sensitivity"}  # explained twice, rightly
CJK = re.compile("[一-鿿]")
PAGES = places.notebooks("en")


TERMS, NUMBERED, CONCORDANCE = (
    read_rows(TABLES / f"{name}.csv") for name in ("glossary", "numbered", "concordance")
)


def anchors(page):
    return {p.anchor for lang in EDITIONS for p in places.pieces(page, lang)}


# -- glossary ---------------------------------------------------------------------------------


def test_the_search_knows_a_word_that_the_book_avoids_by_the_one_that_it_uses():
    found = {name: term for names in search.explained("zh").values() for name, _, term in names}
    for row in read_rows(TABLES / "other_words.csv"):
        if row["lang"] == "zh" and row["ours"] in found:
            assert found.get(row["other"]), row["other"]
    assert (found["召回率"], found["查全率"]) == ("查全率", "")


def test_the_glossary_is_in_the_order_of_the_chapter():
    assert TERMS
    order = list(places.SECTIONS["en"])
    found = [order.index(t["section"]) for t in TERMS]
    assert found == sorted(found)
    assert {t["section"][:3] for t in TERMS} >= {"2.1", "2.2", "2.3", "2.4", "2.5"}


def test_every_name_is_explained_once():
    """A synonym as well: the search says "one-tailed test = one-sided test"."""
    for lang in EDITIONS:
        seen = Counter(n for t in TERMS for n in places.names(f"{t[lang]}, {t[f'also_{lang}']}"))
        assert {name for name, times in seen.items() if times > 1} <= HOMONYMS


def test_terms_are_explained_in_both_languages():
    for term in TERMS:
        empty = {column for column, value in term.items() if not value}
        assert empty <= {"also_en", "also_zh"}, term
        assert CJK.search(term["zh"] + term["meaning_zh"]) or "$" in term["meaning_zh"], term
        assert all(text.count("$") % 2 == 0 for text in term.values()), term


@pytest.mark.parametrize("page", PAGES)
def test_a_page_and_the_glossary_use_the_same_words(page):
    for lang in EDITIONS:
        for zh, en in places.term_rows(page, lang):
            assert any(places.is_same(t, zh, en) for t in TERMS), f"{zh} = {en} not in glossary.csv"


def test_pages_of_sections_have_a_table_of_terms():
    for page in PAGES:
        if places.short_title(page, "en")[0].isdigit():
            assert places.term_rows(page, "zh"), page
            assert len(places.term_rows(page, "zh")) == len(places.term_rows(page, "en")), page


def test_a_term_leads_to_where_it_is_explained():
    found = {t["zh"]: places.term_place(t) for t in TERMS}
    assert found["置信区间"] == ("power-intervals", "interval")
    assert found["序值"] == ("friedman-nemenyi", "ranks")
    assert found["留出法"] == ("hold-out", "title")
    for zh, (page, anchor) in found.items():
        said = "".join(p.text for p in places.pieces(page, "zh") if p.anchor == anchor)
        text, terms = map(places.plain_names, (said, zh))
        assert any(name in text for name in places.names(terms)), zh


# -- equations, examples, tables, figures -----------------------------------------------------


@pytest.mark.parametrize("number", mk.equations)
def test_an_equation_that_a_page_sets_is_found(number):
    found = dict(places.equation_places(number))
    for page in set(PAGES) - set(found):
        assert not any(rf"\tag{{{number}}}" in p.text for p in places.pieces(page, "en")), page
    for page, anchor in found.items():
        assert anchor == places.equation_anchor(number) or anchor in anchors(page)
    assert mk.equations[number].section in places.SECTIONS["en"]


def test_an_equation_is_also_found_where_a_working_shows_it():
    assert dict(places.equation_places("2.4"))["error-overfitting"] == "rate"
    assert "cost-curves" in dict(places.equation_places("2.19"))


def test_every_example_table_and_figure_has_a_row():
    numbers = {"example": 13, "table": 7, "figure": 9}
    wanted = [(kind, f"2.{i}") for kind, n in numbers.items() for i in range(1, n + 1)]
    assert [(r["kind"], r["number"]) for r in NUMBERED] == wanted


@pytest.mark.parametrize("row", NUMBERED, ids=lambda r: f"{r['kind']}-{r['number']}")
def test_a_row_names_a_function_and_the_places(row):
    value = attrgetter(row["function"])(mk) if row["function"] else None
    if value and row["kind"] != "example":
        assert re.search(rf"{row['number']}\b", inspect.getdoc(value)), "not the function for it"
    found = dict(places.numbered_places(row))
    for page, anchor in found.items():
        assert anchor in anchors(page)
    own = places.pages_of(row["section"])
    assert not own or set(own) & set(found), "the page of its section does not have it"


def test_numbers_are_not_mixed_up():
    found = {(r["kind"], r["number"]): dict(places.numbered_places(r)) for r in NUMBERED}
    assert "roc-auc" not in found["example", "2.1"]
    assert found["example", "2.13"]["roc-auc"] == "ex213"
    assert found["table", "2.6"]["friedman-nemenyi"] == "table26"
    assert found["table", "2.7"]["nemenyi"] == "table27"
    assert dict(places.equation_places("2.8"))["precision-recall"] == "eq-2-8"


# -- concordance ------------------------------------------------------------------------------


def core_headings(page):
    """Return the headings of a lesson's parts that teach, without what is marked as further."""
    further = further_cells(BOOK / "en" / f"{page}.ipynb")
    known = places.pieces(page, "en")
    if known[0].anchor in further or not places.short_title(page, "en")[0].isdigit():
        return set()
    own = {"away", "away-2", "terms", "ex", "quiz", "references"}  # what each lesson ends with
    parts = [p for p in known[1:] if p.text.startswith("## ")]
    return {p.anchor for p in parts if not p.heading.startswith("Try it")} - further - own


@pytest.mark.parametrize("page", PAGES)
def test_a_section_is_in_the_concordance_or_further(page):
    taught = {row["anchor"] for row in CONCORDANCE if row["page"] == page}
    assert core_headings(page) == taught - ({"q8"} if page == "exercises" else set())


def test_the_concordance_has_every_number_and_follows_the_chapter():
    order = list(places.SECTIONS["en"])
    found = [order.index(row["section"]) for row in CONCORDANCE]
    assert found == sorted(found)
    rows = [(row["page"], row["anchor"]) for row in CONCORDANCE]
    assert len(set(rows)) == len(rows)
    assert set(numbers_under()) <= set(rows)
    assert sum(map(len, numbers_under().values())) == len(mk.equations) + len(NUMBERED)


def test_paragraphs_lead_to_places_and_to_functions():
    for row in CONCORDANCE:
        for lang in EDITIONS:
            assert row["anchor"] in {p.anchor for p in places.pieces(row["page"], lang)}, row
        assert all(name.split(".")[0] in mk.__all__ for name in functions_of(row)), row


# -- links ------------------------------------------------------------------------------------


def text_of(page, lang):
    markdown = BOOK / lang / f"{page}.md"
    if markdown.exists():
        return markdown.read_text(encoding="utf-8")
    return "\n".join(p.text for p in places.pieces(page, lang) if p.kind == "markdown")


@pytest.mark.parametrize("page", [*PAGES, *sorted(p.stem for p in (BOOK / "en").glob("*.md"))])
def test_a_link_to_a_place_has_that_place(page, lang):
    """On this page, on another one, or in the reference."""
    names = {nodes.make_id(name) for module in MODULES["en"] for name, _ in entries(module)}
    text = text_of(page, lang)
    equations = {places.equation_anchor(tag) for tag in re.findall(r"\\tag\*?\{([^}]+)\}", text)}
    for target, anchor in re.findall(r"\]\(([\w.-]*)#([\w-]+)\)", text):
        if target == "reference.md":
            assert anchor in names, anchor
        else:
            there = target.removesuffix(".ipynb") or page
            known = {p.anchor for p in places.pieces(there, lang)}
            assert anchor in known | (equations if there == page else set()), (target, anchor)


def test_a_table_is_read_again_after_a_change_of_what_it_shows():
    noted = set()
    env = SimpleNamespace(note_dependency=noted.add)
    page = SimpleNamespace(arguments=["published"], lang="en", env=env)
    assert len(tables.DataTable.run(page)) == 1
    files = [BOOK / "zh/roc-auc.ipynb", TABLES / "glossary.csv", TABLES / "objectives.toml"]
    library = [PACKAGE / "display/equations.toml", PACKAGE / "__init__.pyi"]
    assert {str(path) for path in [*files, *library, *tables.STORED.values()]} <= noted
    assert all(Path(path).is_file() for path in noted)  # Sphinx takes a folder for a change
