"""Slides in a browser: none is taller than two screens, and no code is cut."""

from pathlib import Path

import nbformat
import pytest

pytestmark = pytest.mark.slow


@pytest.mark.parametrize("page", ["en/roc-auc", "zh/cost-curves", "en/two-learner-tests"])
def test_no_slide_is_taller_than_two_screens(page, book, chromium, tmp_path):
    import slides

    lang, name = page.split("/")
    source = Path(book.html, "_sources/book", f"{page}.ipynb")
    html = slides.slides(nbformat.read(source, as_version=4), lang)
    assert 'src="data:image/svg+xml' in html, "an explorer without its picture"
    file = tmp_path / f"{name}.html"
    file.write_text(html, encoding="utf-8")
    context = chromium.new_context(
        offline=True, viewport={"width": slides.WIDTH, "height": slides.HEIGHT}
    )
    tab = context.new_page()
    tab.goto(file.as_uri())
    tab.add_style_tag(content=f".slides {{ width: {slides.WIDTH}px }}")
    tall = tab.evaluate(
        "most => [...document.querySelectorAll('section section')]"
        ".map(s => [s.offsetHeight, s.innerText.slice(0, 60)]).filter(([h]) => h > most)",
        2 * slides.HEIGHT,
    )
    assert tall == []
    cut = tab.evaluate(
        "() => [...document.querySelectorAll('section pre')]"
        ".filter(p => p.scrollWidth > p.clientWidth + 1).map(p => p.innerText.slice(0, 60))"
    )
    assert cut == []
    context.close()
