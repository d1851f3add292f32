"""The book on paper: each edition in one PDF, bound from the built pages."""

import re
from io import BytesIO

import pytest
from built_book import CHAPTERS

pytestmark = pytest.mark.slow  # two books of some three hundred pages
WORDS = {"zh": ["查准率", "混淆矩阵", "交叉验证", "瓜"], "en": ["precision", "cross validation"]}
FOLDED = {"zh": "代码", "en": "Code"}


@pytest.fixture(scope="module", params=["zh", "en"])
def lang(request):
    return request.param


@pytest.fixture(scope="module")
def make(lang, book, chromium):
    """Return what binds an edition, whole or in another form."""
    from pypdf import PdfReader

    from mlevalkit_book.print import pdf

    def made(*form):
        pdf.make(chromium, book.html, lang, *form).write(file := BytesIO())
        return PdfReader(file)

    return made


@pytest.fixture(scope="module")
def bound(make):
    return make()


@pytest.fixture(scope="module")
def texts(bound):
    return [page.extract_text() for page in bound.pages]


def bookmarks(outline, depth=0):
    """Yield (depth, bookmark) in the order of the book."""
    for item in outline:
        if isinstance(item, list):
            yield from bookmarks(item, depth + 1)
        else:
            yield depth, item


def squeezed(text):
    return re.sub(r"\s", "", text)


def test_every_page_is_a_bookmark_and_begins_there(lang, bound, texts):
    chapters = [page for page in CHAPTERS if f"/{lang}/" in page]
    pages = [mark for depth, mark in bookmarks(bound.outline) if depth == 1]
    assert len(pages) == len(chapters)
    for mark in pages:
        text = texts[bound.get_destination_page_number(mark)]
        assert squeezed(mark.title)[:12] in squeezed(text), mark.title


def test_bookmarks_go_forward(bound):
    marks = list(bookmarks(bound.outline))
    assert {depth for depth, _ in marks} == {0, 1, 2, 3}
    numbers = [bound.get_destination_page_number(mark) for _, mark in marks]
    assert numbers == sorted(numbers)


def test_pages_are_numbered_as_the_contents_say(bound, texts):
    labels = bound.page_labels
    first = labels.index("1")
    assert labels[first:] == [str(n + 1) for n in range(len(labels) - first)]
    for label, text in zip(labels[first:], texts[first:], strict=True):
        assert label in text.splitlines()[:4] + text.splitlines()[-4:], label
    starts = [m for depth, m in bookmarks(bound.outline) if depth == 1]
    contents = "\n".join(texts[:first])
    for mark in starts:
        assert re.search(rf"\b{labels[bound.get_destination_page_number(mark)]}\b", contents)


def test_words_and_formula_numbers_are_text(lang, texts):
    whole = "".join(texts)
    for word in WORDS[lang]:
        assert word in whole
    assert not re.search("[\u2e80-\u2fdf]", whole), "a radical stands for a character"
    for number in ("2.1", "2.10", "2.21", "2.27", "2.36", "2.42"):
        assert f"({number})" in whole
    assert f"\n{FOLDED[lang]}\n" not in whole, "a fold that nobody can open"


def test_links_stay_in_the_book_or_go_out(bound):
    inside = 0
    for page in bound.pages:
        for note in page.get("/Annots", []):
            action = note.get_object().get("/A", {})
            uri = str(action.get("/URI", "https:"))
            assert uri.startswith(("https:", "mailto:")), uri
            inside += action.get("/S") == "/GoTo"
    assert inside > 500


def test_the_short_form_has_no_code_and_no_reference(lang, bound, make):
    short = make("short")
    text = "".join(page.extract_text() for page in short.pages)
    assert len(short.pages) <= 250 < len(bound.pages)
    assert "import mlevalkit as mk" not in text
    assert "Parameters\n" not in text
    for word in WORDS[lang]:
        assert word in text


def test_notes_and_captions_are_no_larger_than_the_text(reader):
    tab = reader.open("book/en/mcnemar.html")
    tab.emulate_media(media="print")
    sizes = tab.evaluate(
        "() => ['.mk-note', 'caption', 'pre', 'main p'].map(s => "
        "parseFloat(getComputedStyle(document.querySelector(s)).fontSize) * 0.75)"
    )
    assert all(7.5 <= size <= 10 for size in sizes), sizes


@pytest.mark.parametrize("page", ["bias-variance", "calibration", "cross-validation"])
def test_letters_of_figures_are_nearly_as_large_as_the_text(reader, page):
    """The tallest figures too, which a limit of height had made too small to read."""
    tab = reader.open(f"book/en/{page}.html")
    tab.emulate_media(media="print")
    sizes = tab.evaluate("""() => [...document.querySelectorAll('.mk-figure svg')].map(svg => {
        const scale = svg.getBoundingClientRect().width / svg.viewBox.baseVal.width;
        const letters = [...svg.querySelectorAll('text')].map(t => getComputedStyle(t).fontSize);
        return Math.max(...letters.map(parseFloat)) * scale * 0.75;
    })""")
    assert sizes
    assert all(6.5 <= size <= 11 for size in sizes), sizes


def test_without_a_browser_it_says_what_to_do(monkeypatch):
    from mlevalkit_book.print import pdf

    class Nothing:
        class chromium:  # noqa: N801
            @staticmethod
            def launch(**options):
                raise pdf.Error("Executable doesn't exist")

    monkeypatch.setenv("PATH", "")
    with pytest.raises(SystemExit, match="playwright install chromium"):
        pdf.launch(Nothing())
