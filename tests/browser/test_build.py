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
    files = (path for path in book.html.rglob("*") if path.is_file())
    return {p.relative_to(book.html): hashlib.sha256(p.read_bytes()).hexdigest() for p in files}


@pytest.mark.slow
def test_two_builds_are_the_same():
    assert digests(build()) == digests(build())
