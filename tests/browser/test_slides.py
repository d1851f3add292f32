"""Slides in a browser: none is taller than two screens, and no code is cut."""

import nbformat
import pytest

pytestmark = pytest.mark.slow
TALL_AND_CUT = """
(most) => [
  (part) => part.matches("section section") && part.offsetHeight > most,
  (part) => part.matches("section pre") && part.scrollWidth > part.clientWidth + 1,
].map((wrong) => [...document.querySelectorAll("section *")].filter(wrong)
  .map((part) => part.innerText.slice(0, 60)))
"""


@pytest.mark.parametrize("page", ["en/roc-auc", "zh/cost-curves", "en/two-learner-tests"])
def test_no_slide_is_taller_than_two_screens(page, reading, tmp_path):
    from mlevalkit_book.print import slides

    lang, name = page.split("/")
    file = tmp_path / f"{name}.html"
    with reading(width=slides.WIDTH, height=slides.HEIGHT) as reader:
        source = reader.book.html / f"_sources/book/{page}.ipynb"
        html = slides.slides(nbformat.read(source, as_version=4), lang)
        assert 'src="data:image/svg+xml' in html, "an explorer without its picture"
        file.write_text(html, encoding="utf-8")
        reader.tab.goto(file.as_uri())
        reader.tab.add_style_tag(content=f".slides {{ width: {slides.WIDTH}px }}")
        tall, cut = reader.tab.evaluate(TALL_AND_CUT, 2 * slides.HEIGHT)
        assert (tall, cut) == ([], [])
