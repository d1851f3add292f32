"""The page to revise from: four sheets of paper."""

from io import BytesIO

from pypdf import PdfReader


def test_it_is_printed_on_four_sheets(reader, lang):
    tab = reader.open(f"book/{lang}/review.html")
    paper = PdfReader(BytesIO(tab.pdf(prefer_css_page_size=True)))
    assert len(paper.pages) == 4
    width, height = (float(side) / 72 * 25.4 for side in paper.pages[0].mediabox[2:])
    assert (round(width), round(height)) == (210, 297)


CUT = """
() => [...document.querySelectorAll(".mk-line")]
  .filter((line) => line.scrollWidth > line.clientWidth + 1)
  .map((line) => line.textContent)
"""


def test_no_formula_is_cut_on_paper(reader, lang):
    tab = reader.open(f"book/{lang}/review.html")
    tab.set_viewport_size({"width": 703, "height": 1000})  # A4 less its margins, at 96 dpi
    tab.emulate_media(media="print")
    assert tab.evaluate(CUT) == []
