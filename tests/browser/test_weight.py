"""What a page weighs, everything it loads included, as gzip sends it."""

import gzip
from pathlib import Path
from urllib.parse import unquote, urlparse

PAGE, EXPLORERS, BOOK = 1_200_000, 400_000, 60_000_000  # bytes


def weight(path):
    data = path.read_bytes()
    packed = path.suffix in {".woff", ".woff2", ".png"}
    return len(data) if packed else len(gzip.compress(data, 6))


def test_a_page_stays_light(visit):
    loaded = {Path(unquote(urlparse(url).path)) for url in visit.loaded}
    weights = {path: weight(path) for path in loaded if path.is_file()}
    total = sum(weights.values())
    explorers = sum(w for path, w in weights.items() if path.parent.name == "explorers")
    print(f"{visit.page:40} {total / 1000:6.0f} kB, explorers {explorers / 1000:4.0f} kB")
    assert total <= PAGE, weights
    assert explorers <= EXPLORERS, weights


def test_the_book_fits_on_a_stick(book):
    assert sum(p.stat().st_size for p in book.html.rglob("*") if p.is_file()) <= BOOK
