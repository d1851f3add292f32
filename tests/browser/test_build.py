"""The build does the same twice, also where it writes only what has changed."""

import hashlib

import pytest
from built_book import build, copy_of_repository

pytestmark = pytest.mark.slow
PAGE = "book/en/hold-out.ipynb"


def digests(book):
    files = (path for path in book.html.rglob("*") if path.is_file())
    return {p.relative_to(book.html): hashlib.sha256(p.read_bytes()).hexdigest() for p in files}


@pytest.fixture(scope="module")
def copy(tmp_path_factory):
    """Return a copy of the repository whose pages may be changed."""
    return copy_of_repository(tmp_path_factory.mktemp("copy") / "repository")


@pytest.fixture(scope="module")
def first(copy):
    return digests(build(copy, copy))


def test_two_clean_builds_are_the_same(copy, first, tmp_path):
    assert digests(build(copy, tmp_path)) == first


def test_an_incremental_build_is_the_same_as_a_clean_one(copy, first):
    page = copy / PAGE
    before = page.read_bytes()
    page.write_bytes(before.replace(b"# 2.2.1 Hold-out", b"# 2.2.1 Holding out"))
    changed = digests(build(copy, copy))
    different = {p.as_posix() for p in first if first[p] != changed.get(p)}
    assert {"book/en/hold-out.html", "book/en/tuning.html", "_static/search-en.js"} <= different
    page.write_bytes(before)
    assert digests(build(copy, copy)) == first
