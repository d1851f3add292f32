"""Which text of one edition was last looked at beside which text of the other.

``book/tables/editions.csv`` has a row for each cell of text, with a digest of the Chinese and of
the English one as they stood when the command ``pages`` stored the pair. A sentence that is then
changed in one edition alone makes one digest old, and a test names the cell.
"""

from __future__ import annotations

import csv
import hashlib
from collections.abc import Iterator

from mlevalkit_book.notebooks import cells_of
from mlevalkit_book.paths import BOOK, TABLES, read_rows

FILE = TABLES / "editions.csv"
COLUMNS = ("page", "cell", "zh", "en")


def names() -> list[str]:
    """Return the names of all pages."""
    return sorted(path.stem for path in (BOOK / "en").glob("*.ipynb"))


def digests(page: str) -> Iterator[dict[str, str]]:
    """Yield the row of each cell of text, as both editions have it now."""
    pair = {lang: cells_of(BOOK / lang / f"{page}.ipynb") for lang in ("zh", "en")}
    for zh, en in zip(pair["zh"], pair["en"], strict=True):
        if zh.cell_type == "markdown":
            yield {"page": page, "cell": zh.id, "zh": digest(zh.source), "en": digest(en.source)}


def digest(text: str) -> str:
    return hashlib.sha256(text.encode()).hexdigest()[:8]


def store(pages: list[str]) -> None:
    """Note that the two editions of these pages say the same; forget pages that are gone."""
    known = [row for row in read_rows(FILE) if row["page"] in {*names()} - {*pages}]
    rows = [*known, *(row for page in pages for row in digests(page))]
    with FILE.open("w", encoding="utf-8", newline="") as file:
        out = csv.DictWriter(file, COLUMNS, lineterminator="\n")
        out.writeheader()
        out.writerows(sorted(rows, key=lambda row: row["page"]))


def left_behind(page: str) -> list[str]:
    """Return the cells that were changed in one edition and not in the other."""
    known = {(row["page"], row["cell"]): row for row in read_rows(FILE)}
    found = []
    for now in digests(page):
        then = known.get((page, now["cell"]), now)
        changed = [lang for lang in ("zh", "en") if now[lang] != then[lang]]
        if len(changed) == 1:
            other = {"zh": "en", "en": "zh"}[changed[0]]
            found.append(f"{changed[0]}/{page} {now['cell']} was changed, {other}/{page} was not")
    return found
