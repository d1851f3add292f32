"""Look over the style of the book, and say what could be better.

::

    python -m mlevalkit_book check             # all pages
    python -m mlevalkit_book check roc-auc     # one pair of pages

What is wrong for a reader is a failing test: numbers, links, words that differ from the glossary.
What this command prints is advice; it exits with 1 only if --strict is given.
"""

from __future__ import annotations

import argparse
import re
from collections.abc import Iterator

from mlevalkit_book.author.prose import CJK, plain, texts
from mlevalkit_book.notebooks import cells_of
from mlevalkit_book.paths import BOOK, TABLES, read_rows
from mlevalkit_book.sphinx import places

# -- Chinese typography ---------------------------------------------------------------------------

WRONG = {
    "set a space between Chinese and Latin": rf"{CJK}[A-Za-z0-9]|[A-Za-z0-9%]{CJK}",
    "set Chinese punctuation": rf"{CJK}[,;:?!]|{CJK}\.(?!\d)|[,;:?!]{CJK}",
    "set Chinese brackets and quotation marks": rf"{CJK}(?:\"|'|\((?!\d))|[)\"']{CJK}",
    "no space before Chinese punctuation": r"[^\s|] +[，。；：？！、）》”]",
    "no space after Chinese punctuation": r"[，。；：？！、（《“] +[^\s|]",
    "no space between Chinese words": rf"{CJK} +{CJK}",
    "set …… for an ellipsis": rf"{CJK}\.\.|。。",
}


def faults(text: str) -> Iterator[str]:
    """Yield what of a Chinese text is not set as Chinese."""
    said = plain(text)
    for advice, pattern in WRONG.items():
        for found in re.finditer(pattern, said):
            yield f"{advice}: {said[max(0, found.start() - 8) : found.end() + 8]!r}"


def typography() -> Iterator[str]:
    for where, text in texts("zh"):
        yield from (f"{where}: {fault}" for fault in faults(text))


# -- explorers -----------------------------------------------------------------------------------

DRAWS = re.compile(r"(?:_ = )?mk\.(?:plots|explorers)\.\w+\([^\n]*\)")


def explorers_first() -> Iterator[str]:
    for name in places.notebooks("en"):
        cells = [c for c in cells_of(BOOK / "en" / f"{name}.ipynb") if c.cell_type == "code"]
        codes = [c.source for c in cells if "hide-cell" not in c.metadata.get("tags", [])]
        shown = [n for n, code in enumerate(codes) if code.startswith("mk.explorers.")]
        if shown and shown[0] > 1:  # the first cell imports
            yield f"en/{name}: shows an explorer and does not open with it; move it up if it can be"
        for cell in cells:
            if DRAWS.fullmatch(cell.source) and "figure-code" not in cell.metadata.get("tags", []):
                yield f"en/{name} {cell.id}: only draws; give the cell the tag figure-code"


# -- prose ----------------------------------------------------------------------------------------

CONNECTIVES = {
    "en": r"\b(because|since|so|therefore|but|although|though|however|that is|for example|yet)\b",
    "zh": "因为|所以|因此|但|可是|不过|虽然|然而|却|于是|如果|例如|比如|也就是",
}
COLONS = {"en": r"[:;] +(?=\w)", "zh": "[：；](?=[^\n])"}  # within a line, not before a formula
UNIT = {"en": 100, "zh": 200}  # words or characters that are compared
FEW, MANY = 0.5, {"en": 3, "zh": 5}


def rates(name: str, lang: str) -> tuple[float, float]:
    """Return the connectives and the colons (or semicolons) in 100 words of a page's sentences."""
    cells = [c for c in cells_of(BOOK / lang / f"{name}.ipynb") if places.length_of(c, lang)]
    left_out = re.compile(r"<details>.*?</details>|^(?:#+ |\|).*?$", re.DOTALL | re.MULTILINE)
    said = plain("\n\n".join(left_out.sub("", c.source) for c in cells))
    words = len(re.findall(CJK, said) if lang == "zh" else said.split()) / UNIT[lang]
    connectives = len(re.findall(CONNECTIVES[lang], said, re.IGNORECASE))
    return connectives / words, len(re.findall(COLONS[lang], said)) / words


def connected() -> Iterator[str]:
    """Yield the pages whose reasons hang on colons."""
    for lang in UNIT:
        for name in places.notebooks(lang):
            connectives, colons = rates(name, lang)
            if connectives < FEW or colons > MANY[lang]:
                yield (
                    f"{lang}/{name}: {connectives:.1f} connectives and {colons:.1f} colons in 100"
                    " words; give reasons with because, so, but or although"
                )


# -- terms ----------------------------------------------------------------------------------------


def terms() -> Iterator[str]:
    """Yield the terms that the lesson which should teach them does not say."""
    rows = read_rows(TABLES / "glossary.csv")
    for lang, row in ((lang, row) for lang in ("zh", "en") for row in rows):
        own = taught_on(row["section"])
        pieces = (piece for page in own for piece in places.pieces(page, lang))
        said = " ".join(
            re.sub(r"^\|.*$", "", piece.text, flags=re.MULTILINE)  # a table of terms says all
            for piece in pieces
            if piece.kind == "markdown"
        )
        if not any(unmarked(name) in unmarked(said) for name in places.names(row[lang])):
            yield (
                f"{lang}/{own[0]}: does not say {row[lang]!r}, a term of section {row['section']};"
                " say it there, or give its row of book/tables/glossary.csv another section"
            )


def taught_on(section: str) -> list[str]:
    """Return the pages that teach a section, and the four that use the whole chapter."""
    if section.startswith("exercise"):
        return ["exercises"]
    own = [p for p in places.notebooks("en") if places.title(p, "en").startswith(section)]
    return [*(own or [section]), "decisions", "which-test", "study", "case-study"]


def unmarked(text: str) -> str:
    return re.sub(r"[*$]", "", text).replace("–", "-").lower()


CHECKS = (typography, explorers_first, connected, terms)


def warnings(pages: list[str]) -> list[str]:
    """Return the advice on some pages, or on all."""
    found = (line for check in CHECKS for line in check())
    return [line for line in found if not pages or re.split("[/ :]", line)[1] in pages]


def main() -> int:
    """Run the command line."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("pages", nargs="*", help="names such as roc-auc; all if left out")
    parser.add_argument("--strict", action="store_true", help="exit with 1 if there is advice")
    given = parser.parse_args()
    found = warnings(given.pages)
    print(*found, sep="\n") if found else print("nothing to improve")
    return int(given.strict and bool(found))


if __name__ == "__main__":
    raise SystemExit(main())
