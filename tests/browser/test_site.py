"""What makes the book a site: its links, words in their language, how it is found and cited."""

import json
import re
from urllib.parse import unquote

import pytest
import yaml
from built_book import CHAPTERS, build, copy_of_repository

LINK = re.compile(r'<a [^>]*href="([^"#:]*)(?:#([^"]*))?"')


def test_links_of_source_pages_lead_somewhere(book):
    """Of the pages that the browser's tests do not open."""
    texts = {}
    for page in book.html.glob("_modules/**/*.html"):
        for target, anchor in LINK.findall(page.read_text(encoding="utf-8")):
            file = (page.parent / unquote(target)).resolve() if target else page
            assert file.is_file(), (page, target)
            if anchor:
                text = texts.setdefault(file, file.read_text(encoding="utf-8"))
                assert f'id="{unquote(anchor)}"' in text, (page, target, anchor)
    assert texts


def test_every_file_that_a_page_loads_is_there(book):
    loaded = re.compile(r'<(?:script|img|link rel="stylesheet")[^>]* (?:src|href)="([^"#?:]+)')
    pages = [*book.html.rglob("*.html")]
    for page in pages:
        for target in loaded.findall(page.read_text(encoding="utf-8")):
            assert (page.parent / unquote(target)).is_file(), (page, target)
    assert any("_modules" in page.parts for page in pages)


@pytest.mark.slow
def test_source_pages_open_without_a_fault(book, reader):
    """Those of other pages are opened one by one."""
    for page in book.html.glob("_modules/**/*.html"):
        reader.open(page.relative_to(book.html).as_posix())
        assert reader.faults == [], page


def test_source_pages_are_english(book):
    page = next(book.html.glob("_modules/**/roc.html"))
    assert '<html lang="en"' in page.read_text(encoding="utf-8")


def test_the_reference_speaks_one_language(book):
    words = r"<(?:dt|p class=\"rubric\")[^>]*>(?:参数|返回|抛出|返回类型)"
    assert not re.search(words, book.read("book/en/reference-cost.html"))
    chinese = book.read("book/zh/reference-cost.html")
    assert re.search(words, chinese)
    assert not re.search('<p class="rubric">[A-Z]', chinese)


def test_words_of_the_other_language_are_marked(book):
    for lang, tag in (("en", "zh-CN"), ("zh", "en")):
        glossary = book.read(f"book/{lang}/glossary.html")
        assert glossary.count(f'<td lang="{tag}"') > 150


def test_descriptions_tell_the_pages_apart(book):
    meta = r'<meta name="description" content="([^"]+)"'
    found = [re.search(meta, book.read(page))[1] for page in CHAPTERS]
    assert len(set(found)) > 0.9 * len(found)
    assert max(map(len, found)) < 400  # in HTML, where a quote takes six characters


def test_github_serves_every_folder(book):
    assert (book.html / ".nojekyll").exists()
    assert (book.html / "404.html").exists()
    assert not (book.html / "sitemap.xml").exists(), "nothing names the book's address"


@pytest.mark.slow
def test_an_address_gives_pages_metadata(tmp_path):
    """With an address and a repository in _config.yml."""
    copy = copy_of_repository(tmp_path / "repository")
    config = yaml.safe_load((copy / "_config.yml").read_text(encoding="utf-8"))
    config["html"]["baseurl"] = "https://example.org/book/"
    config["repository"] = {"url": "https://github.com/someone/book"}
    (copy / "_config.yml").write_text(yaml.safe_dump(config), encoding="utf-8")
    page = build(copy, copy).read("book/zh/roc-auc.html")
    here = "https://example.org/book/book/zh/roc-auc.html"
    assert f'<link rel="canonical" href="{here}"' in page
    assert f'<link rel="alternate" hreflang="zh-CN" href="{here}"' in page
    assert 'hreflang="x-default" href="https://example.org/book/"' in page
    assert 'property="og:image" content="https://example.org/book/_static/front.png"' in page
    known = json.loads(re.search(r'ld\+json">(.*?)</script>', page, re.DOTALL)[1])
    assert known["inLanguage"] == "zh-CN"
    assert known["isPartOf"]["@type"] == "Book"
    assert "https://github.com/someone/book/issues/new?title=" in page
    sitemap = (copy / "_build/html/sitemap.xml").read_text(encoding="utf-8")
    assert f"<loc>{here}</loc>" in sitemap
