"""What a page weighs, everything it loads included, as gzip sends it."""

import gzip
from pathlib import Path
from urllib.parse import unquote, urlparse

PAGE, EXPLORERS, LIVE = 700_000, 400_000, 60_000  # bytes
BOOK, PYTHON = 60_000_000, 60_000_000  # what its live cells run comes on top


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
    live = sum(w for path, w in weights.items() if path.parent.name == "live")
    report("weight of a page in kB (gzip), everything it loads | its explorers", line)
    assert total <= PAGE, weights
    assert explorers <= EXPLORERS, weights
    assert live <= LIVE, weights


def test_the_book_fits_on_a_stick(book, report):
    python = size(book.html / "_static/live/python")
    total = size(book.html) - python
    report("the whole book", f"{total / 1e6:.1f} MB unpacked, and Python {python / 1e6:.1f} MB")
    assert total <= BOOK
    assert python <= PYTHON


def size(folder):
    return sum(path.stat().st_size for path in folder.rglob("*") if path.is_file())
