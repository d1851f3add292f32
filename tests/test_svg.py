"""Figures as SVG: text is text, they are small, and notebooks show the package's figures so."""

import re
from xml.etree import ElementTree

import numpy as np
import pytest
from built_book import run_notebook
from matplotlib import pyplot as plt

import mlevalkit as mk
from mlevalkit.plots.style import NAMES
from mlevalkit.plots.svg import in_page_colours, standalone

SVG = "{http://www.w3.org/2000/svg}"


@pytest.fixture
def roc():
    return mk.plots.roc(*mk.datasets.example("2.13"), shade=True)


def drawn():
    return standalone(mk.plots.splits(3, range(9)).figure)


def test_text_is_text_and_without_fonts_of_one_machine(roc):
    root = ElementTree.fromstring(standalone(roc.figure))
    words = ["".join(text.itertext()) for text in root.iter(f"{SVG}text")]
    assert {roc.get_xlabel(), roc.get_ylabel(), "AUC 0.680"} <= set(words)
    assert "sans-serif" in root.get("style")
    assert not [text for text in root.iter(f"{SVG}text") if "family" in text.get("style")]


def test_it_is_as_large_as_the_png_would_be(roc):
    root = ElementTree.fromstring(standalone(roc.figure))
    wide, high = roc.figure.get_size_inches() * roc.figure.dpi
    assert 0.8 * wide < float(root.get("width")) <= 1.03 * wide
    assert 0.8 * high < float(root.get("height")) <= 1.03 * high


def test_the_same_figure_gives_the_same_text():
    assert drawn() == drawn()


def test_two_figures_share_no_ids(roc):
    texts = standalone(roc.figure), drawn()
    patterns = r'\bid="([^"]+)', r"[\"(]#([\w-]+)"
    made, used = ([set(re.findall(p, t)) for t in texts] for p in patterns)
    assert all(used)
    assert made == used
    assert not made[0] & made[1]


def test_thousands_of_marks_are_pixels_and_the_rest_is_not():
    _, ax = plt.subplots()
    ax.scatter(*np.random.RandomState(0).rand(2, 5000))
    ax.set_xlabel("words")
    text = standalone(ax.figure)
    assert "data:image/png;base64" in text
    assert ">words</text>" in text
    assert len(text) < 100_000


def test_a_page_recolours_every_colour_of_a_figure():
    texts = [
        in_page_colours(standalone(mk.plots.confusion_matrix([[4, 1], [2, 3]]).figure)),
        in_page_colours(drawn()),
    ]
    for text in texts:
        assert not re.findall(r"(?<!, )#[0-9a-f]{6}\b", text)
        assert "font-family" not in text
    assert len(set(NAMES)) == len(NAMES)


def test_a_macron_stands_over_its_letter():
    _, ax = plt.subplots()
    ax.set_xlabel("f\N{COMBINING MACRON}(x)")
    assert '<tspan style="text-decoration: overline">f</tspan>(x)' in standalone(ax.figure)


# -- notebooks --------------------------------------------------------------------------------

OURS = "import mlevalkit as mk\n_ = mk.plots.roc(*mk.datasets.example('2.13'))"
GIVEN = (
    "from matplotlib import pyplot as plt\n_ = mk.plots.roc([0, 1], [0, 1], ax=plt.subplots()[1])"
)
OTHER = "from matplotlib import pyplot as plt\n_ = plt.plot([1, 2])"
CHOICE = "%config InlineBackend.figure_formats = ['png']"
LATE = "from matplotlib_inline.backend_inline import set_matplotlib_formats as s\ns('png')"


def shown(*cells):
    """Return in which form each cell of a notebook shows its figure."""
    outputs = [o for cell in run_notebook(*cells).cells for o in cell.outputs]
    return [{mime for mime in output.data if "image" in mime} for output in outputs]


def test_a_notebook_shows_our_figures_as_svg_and_others_as_before():
    svg, png = {"image/svg+xml"}, {"image/png"}
    assert shown(OURS, GIVEN, OTHER, LATE, OURS) == [svg, svg, png, png]


def test_the_format_that_a_user_chooses_first_stays():
    assert shown(CHOICE, OURS) == [{"image/png"}]
