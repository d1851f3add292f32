"""The page to revise from: four sheets of paper."""

from io import BytesIO

from pypdf import PdfReader


def test_it_is_printed_on_four_sheets(reader, lang):
    tab = reader.open(f"book/{lang}/review.html")
    paper = PdfReader(BytesIO(tab.pdf(prefer_css_page_size=True)))
    assert len(paper.pages) == 4
    width, height = (float(side) / 72 * 25.4 for side in paper.pages[0].mediabox[2:])
    assert (round(width), round(height)) == (210, 297)
