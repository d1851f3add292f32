"""What the reader reads: one word for one thing, nothing left untranslated.

Every text counts: the pages, the words that stand for figures, the tables behind the indexes, the
frame of the book, and the Chinese that the library says.
"""

import re
from collections.abc import Iterable, Iterator
from functools import cache
from html import unescape
from itertools import pairwise
from pathlib import Path
from typing import Any
from unicodedata import east_asian_width

import nbformat
import pytest
from built_book import BOOK, ROOT

from mlevalkit_book.author.page_code import words as comments_and_strings
from mlevalkit_book.author.prose import CJK, pages, plain, texts
from mlevalkit_book.paths import TABLES, read_rows
from mlevalkit_book.words import WORDS

FREE = {"glossary", "errata", "review"}  # pages that name the words of others


# -- tables ---------------------------------------------------------------------------------------

NUMERAL = re.compile(r"(?<![^\s：，])[-+]?\d[\d.]*%?(?![^\s,;:，；。])")


def printed(path: Path) -> Iterator[tuple[str, list[str]]]:
    for cell in nbformat.read(path, as_version=4).cells:
        text = "".join(o.get("text", "") for o in cell.get("outputs", []))
        yield f"{path.stem} {cell.id}", text.splitlines()


def before_numbers(line: str) -> list[tuple[int, int]]:
    """Return how many characters, and how many wide ones, stand before the end of each number."""
    starts = (line[: number.end()] for number in NUMERAL.finditer(line))
    return [(len(s), sum(east_asian_width(c) in "WF" for c in s)) for s in starts]


def out_of_line(zh: list[str], en: list[str]) -> Iterator[str]:
    """Yield Chinese lines whose numbers are not below those of the line before, as in English.

    How wide a Chinese character is depends on the font, so lines must have as many of them.
    """
    for (a, b), (above, below) in zip(pairwise(zh), pairwise(en), strict=False):
        ends = before_numbers(above)
        n = len(ends) if ends == before_numbers(below) else 0
        if before_numbers(a)[:n] != before_numbers(b)[:n]:
            yield f"{a}\n{b}"


def test_tables_are_in_line() -> None:
    en = ["mean   1.5", "median 2.0"]
    assert list(out_of_line(["均值  1.5", "中位数 2.0"], en)) == ["均值  1.5\n中位数 2.0"]
    assert not list(out_of_line(["均值　 1.5", "中位数 2.0"], en))
    for path in sorted((BOOK / "zh").glob("*.ipynb")):
        pair = zip(printed(path), printed(BOOK / "en" / path.name), strict=True)
        found = [f"{at}:\n{rows}" for (at, zh), (_, en) in pair for rows in out_of_line(zh, en)]
        assert not found, "\n".join(found)
        lines = [line for _, zh in printed(path) for line in zh]
        squeezed = [line for line in lines if re.search("[，：、）]　", line)]
        assert not squeezed, "browsers narrow a mark before a wide space"


# -- one word for one thing -----------------------------------------------------------------------

OTHER_WORDS = read_rows(TABLES / "other_words.csv")


@cache
def used(lang: str) -> list[tuple[str, str]]:
    """Return what texts say in their own words; a word in quotation marks is talked about."""
    found = []
    for where, text in texts(lang):
        page = re.split(r"[/ .]", where)[1]
        cited = where.endswith((" references", "/sources"))  # titles keep their authors' words
        if page not in FREE and not cited and not where.startswith("glossary"):
            found.append((where, re.sub("“[^”]*”", "", plain(text)).lower()))
    return found


@pytest.mark.parametrize("row", OTHER_WORDS, ids=lambda r: r["other"])
def test_the_words_are_those_of_the_glossary(row: dict[str, str]) -> None:
    found = [where for where, text in used(row["lang"]) if row["other"].lower() in text]
    assert not found, f"{row['ours']} is the book's word: {found}"


# -- nothing left untranslated --------------------------------------------------------------------


def test_english_pages_have_no_chinese() -> None:
    for where, text in texts("en"):
        prose = re.sub(r"^\|.*$|`[^`]*`", "", text, flags=re.M)  # rows of terms have both
        prose = re.sub(r"^```.*?^```", "", prose, flags=re.S | re.M)
        assert not re.search(CJK, prose), (where, text)


def test_every_paragraph_of_a_chinese_page_is_chinese() -> None:
    for where, text in pages("zh"):
        for paragraph in re.split(r"\n\s*\n", plain(text)):
            words = re.findall(r"[A-Za-z]{2,}", re.sub(r"^\|.*$", "", paragraph, flags=re.M))
            assert len(words) < 4 or re.search(CJK, paragraph), (where, paragraph)


# What code says: comments, strings, and all that is printed, tabled and drawn

WORD = re.compile(r"(?<![\w.$@])[A-Za-z]{3,}(?![\w(])")
ALLOWED = set((ROOT / "tests/data/allowed_words.txt").read_text(encoding="utf-8").split())


def shown(cell: Any) -> Iterator[str]:
    """Yield what a reader sees of a cell's outputs, without formulas and figures' numbers."""
    own_words = "classification_report" not in cell.source  # else they are scikit-learn's
    for output in cell.get("outputs", []) if own_words else ():
        yield output.get("text", "")
        data = output.get("data", {})
        html = data.get("text/html", "") or data.get("image/svg+xml", "")
        html = re.sub(r"<(math|style|script|code)\b.*?</\1>|\$\$.*?\$\$", " ", html, flags=re.S)
        plain = "" if "image/png" in data else data.get("text/plain", "")
        yield unescape(re.sub(r"<[^>]*>", " ", html)) if html else plain


# cells that print an error or a warning, which are English
MESSAGES = {
    "e16-code", "e4-code", "e48-code", "e50-code", "loo-one", "open-bootstrap", "zero-code",
}  # fmt: skip


def of_code(path: Path) -> Iterator[tuple[str, str]]:
    """Yield the comments and texts of a page's code, and what they show, without its names."""
    cells = [c for c in nbformat.read(path, as_version=4).cells if c.cell_type == "code"]
    code = "\n".join(c.source for c in cells)
    names = parts(re.findall(r"\w+", without_words(code)))
    # a string that could be a name may be an option
    quoted = [w for w in comments_and_strings(code) if re.fullmatch(r"\W[\w.]+\W", w)]
    options = names | parts(w[1:-1] for w in quoted)
    for cell in cells:
        said = [re.sub(r"\{[^{}]*\}", " ", w) for w in comments_and_strings(cell.source)]
        printed = shown(cell) if cell.id not in MESSAGES else []
        for known, spoken in ((options, said), (names, printed)):
            for text in spoken:
                own = WORD.sub(lambda w, known=known: " " if w[0] in known else w[0], text)
                yield f"{path.parent.name}/{path.stem} {cell.id}", own


def parts(names: Iterable[str]) -> set[str]:
    """Return names, and the words that they are made of."""
    names = set(names)
    return names | {part for name in names for part in re.split("[_.]", name)}


def without_words(code: str) -> str:
    """Return code without its comments and strings; what an f-string puts in stays."""
    for text in comments_and_strings(code):
        code = code.replace(text, " ".join(re.findall(r"\{([^{}]*)\}", text)), 1)
    return code


def english_words(text: str) -> list[str]:
    found = (w for w in WORD.findall(text) if not w.isupper())
    return [w for w in found if w not in ALLOWED]


@pytest.mark.parametrize("path", sorted((BOOK / "zh").glob("*.ipynb")), ids=lambda path: path.stem)
def test_code_of_a_chinese_page_speaks_chinese(path: Path) -> None:
    found = [(where, said) for where, text in of_code(path) if (said := english_words(text))]
    assert not found, "\n".join(f"{where}: {' '.join(said)}" for where, said in found)


@pytest.mark.parametrize("path", sorted((BOOK / "en").glob("*.ipynb")), ids=lambda path: path.stem)
def test_code_of_an_english_page_speaks_english(path: Path) -> None:
    found = [where for where, text in of_code(path) if re.search(CJK, text)]
    assert not found


def test_a_page_chooses_its_language(lang: str) -> None:
    for path in sorted((BOOK / lang).glob("*.ipynb")):
        code = [c.source for c in nbformat.read(path, as_version=4).cells if c.cell_type == "code"]
        before, _, _ = "\n".join(code).partition(f'mk.set_language("{lang}")')
        *_, last = before.rstrip().splitlines()
        assert last.startswith("import mlevalkit"), path


def test_the_lint_finds_words() -> None:
    assert english_words("查准率 precision 与 AUC、scikit-learn") == ["precision"]


def test_the_frame_speaks_both_languages() -> None:
    assert list(WORDS["zh"]) == list(WORDS["en"])
    for key, word in WORDS["zh"].items():
        assert bool(re.search(CJK, word)) == (key != "switch"), key
