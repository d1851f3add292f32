"""What a page weighs, everything it loads included, as gzip sends it."""

import gzip
from pathlib import Path
from urllib.parse import unquote, urlparse

PAGE, EXPLORERS, BOOK = 1_200_000, 400_000, 60_000_000  # bytes


def weight(path):
    data = path.read_bytes()
    packed = path.suffix in {".woff", ".woff2", ".png"}
    return len(data) if packed else len(gzip.compress(data, 6))


def test_a_page_stays_light(visit, report):
    loaded = {Path(unquote(urlparse(url).path)) for url in visit.loaded}
    weights = {path: weight(path) for path in loaded if path.is_file()}
    total = sum(weights.values())
    explorers = sum(w for path, w in weights.items() if path.parent.name == "explorers")
    line = f"{visit.page:36} {total / 1000:6.0f} {explorers / 1000:10.0f}"
    report("weight of a page in kB (gzip), everything it loads | its explorers", line)
    assert total <= PAGE, weights
    assert explorers <= EXPLORERS, weights


def test_the_book_fits_on_a_stick(book, report):
    total = sum(p.stat().st_size for p in book.html.rglob("*") if p.is_file())
    report("the whole book", f"{total / 1e6:.1f} MB unpacked")
    assert total <= BOOK
