"""The build says nothing but that it is done, and does the same twice."""

import hashlib

import pytest
from built_book import build


def test_it_warns_of_nothing(book):
    if book.log is None:
        pytest.skip("the book was built before")
    assert "WARNING" not in book.log
    assert "ERROR" not in book.log


def digests(book):
    """Return a digest of every file but Sphinx's note to itself, a digest of its settings."""
    files = (p for p in book.html.rglob("*") if p.is_file() and p.name != ".buildinfo")
    return {p.relative_to(book.html): hashlib.sha256(p.read_bytes()).hexdigest() for p in files}


@pytest.mark.slow
def test_two_builds_are_the_same():
    assert digests(build()) == digests(build())
