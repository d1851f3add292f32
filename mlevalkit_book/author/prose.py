"""All that readers read: the pages, words of figures, tables, frame, and the library's Chinese."""

from __future__ import annotations

import ast
import re
import tomllib
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any

from mlevalkit_book.notebooks import cells_of, contents
from mlevalkit_book.paths import BOOK, ROOT, TABLES, read_rows
from mlevalkit_book.words import ALL, words

CJK = "[一-鿿]"
GAP = "\ue000"  # what an f-string puts in: nothing is known of it


# -- the texts ------------------------------------------------------------------------------------


def notebook(path: Path, lang: str) -> Iterator[tuple[str, str]]:
    for cell in cells_of(path):
        where = f"{path.parent.name}/{path.stem} {cell.id}"
        if cell.cell_type == "markdown":
            yield where, cell.source
        for kind, name in (("image", "alt"), ("figure", "caption")):
            yield where, cell.metadata.get("mystnb", {}).get(kind, {}).get(name, "")
        for output in cell.get("outputs", []):
            html = output.get("data", {}).get("text/html", "")
            for said in re.findall(rf'lang="{lang}"[^>]*>([^<]*)<', html):
                yield where, re.sub(r"\\\(.*?\\\)", "", said)


def pages(lang: str) -> Iterator[tuple[str, str]]:
    for path in sorted((BOOK / lang).glob("*.ipynb")):
        yield from notebook(path, lang)
    for path in sorted((BOOK / lang).glob("*.md")):
        yield f"{lang}/{path.stem}", path.read_text(encoding="utf-8")


def tables(lang: str) -> Iterator[tuple[str, str]]:
    for name in ("glossary", "numbered", "concordance"):
        for row in read_rows(TABLES / f"{name}.csv"):
            for column in row:
                if column.endswith(lang) and not column.startswith("also_"):  # words of others
                    yield f"{name}.csv", row[column]


def frame(lang: str) -> Iterator[tuple[str, str]]:
    for part in contents():
        if part.lang == lang:
            yield "_toc.yml", part.caption
    for section in ALL:
        for key, said in words(section)[lang].items():
            if (section, key) != ("frame", "switch"):  # it speaks to those who read the other
                yield from (
                    (f"words {section} {key}", w)
                    for w in ([said] if isinstance(said, str) else said)
                )


def strings(path: Path) -> Iterator[tuple[int, str]]:
    """Yield the strings of a module with their lines, docstrings left out."""
    tree = ast.parse(path.read_text(encoding="utf-8"))
    seen = {id(node.value) for node in ast.walk(tree) if isinstance(node, ast.Expr)}
    for node in ast.walk(tree):
        if isinstance(node, ast.JoinedStr):
            seen.update(map(id, node.values))
            parts = (v.value if isinstance(v, ast.Constant) else GAP for v in node.values)
            yield node.lineno, "".join(map(str, parts))
        elif isinstance(node, ast.Constant) and id(node) not in seen:
            yield node.lineno, str(node.value)


def code() -> Iterator[tuple[str, str]]:
    """Yield the Chinese strings of the library and of the book's own directives."""
    for path in sorted(
        [*(ROOT / "mlevalkit").rglob("*.py"), *(ROOT / "mlevalkit_book").rglob("*.py")]
    ):
        for line, text in strings(path):
            if re.search(CJK, text) and "一-鿿" not in text:
                yield f"{path.name}:{line}", text


def sentences(path: Path) -> dict[tuple[str, ...], dict[str, str]]:
    """Return the sentences of a messages.toml, by language, by the names that lead to them."""
    return dict(_sentences(tomllib.loads(path.read_text(encoding="utf-8"))))


def _sentences(found: dict[str, Any], *names: str) -> Iterator[tuple[tuple[str, ...], Any]]:
    if "en" in found:
        yield names, {language: text for language, text in found.items() if isinstance(text, str)}
    for name, inner in found.items():
        if isinstance(inner, dict):
            yield from _sentences(inner, *names, name)


def messages() -> Iterator[tuple[str, str]]:
    """Yield the Chinese sentences of the library; a place ``{n}`` in them is a gap."""
    for path in sorted((ROOT / "mlevalkit").rglob("*.toml")):
        for name, entry in sentences(path).items():
            yield f"{path.parent.name} {'.'.join(name)}", re.sub(r"\{\w+\}", GAP, entry["zh"])


def plain(text: str) -> str:
    """Return the words of a text: no code, no tags, no addresses; a formula is a letter."""
    text = re.sub(r"^```.*?^```|\$\$.*?\$\$|<!--.*?-->", "\n", text, flags=re.S | re.M)
    # a heading within the line, as Markdown wants it
    text = re.sub(r"([。！？：])\*\* ", r"\1", text)
    text = re.sub(r"^ *\{[^}]*\}$|</?[a-z][^>]*>|\]\([^)]*\)|\[(?=\S)|\*", "", text, flags=re.M)
    return re.sub(r"\$[^$\n]+\$|`[^`\n]*`", "x", text)


def front() -> str:
    """Return the front page, which has both languages, without its English."""
    text = (BOOK / "index.md").read_text(encoding="utf-8")
    return re.sub(r' *<(span|p)[^>]*lang="en">.*?</\1>', "", text, flags=re.S)


@cache
def texts(lang: str) -> list[tuple[str, str]]:
    """Return all texts of a language, with where they stand."""
    found = [*pages(lang), *tables(lang), *frame(lang)]
    return [*found, *code(), *messages(), ("index.md", front())] if lang == "zh" else found
