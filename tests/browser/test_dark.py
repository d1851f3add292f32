"""In the dark everything is dark: figures, tables, workings and explorers too."""

from io import BytesIO

import numpy as np
import pytest
from built_book import CHAPTERS
from matplotlib.image import imread

KINDS = {
    "figures": ".mk-figure, .cell_output img",
    "tables": "article table",
    "workings": ".mk-working",
    "explorers": ".mk-explorer",
    "pictures of explorers": ".mk-picture",
    "code": ".cell_input pre",
    "asides": ".admonition, article details",
}


def brightness(part):
    """Return how bright an element is at its rim, from 0 to 1, and at its brightest spot."""
    rgb = imread(BytesIO(part.screenshot(animations="disabled")))[..., :3]
    light = rgb @ [0.2126, 0.7152, 0.0722]
    rim = np.concatenate([light[3], light[-4], light[:, 3], light[:, -4]])
    return np.median(rim), light.max()


def check(reader, page, most):
    reader.open(page)
    for kind, selector in KINDS.items():
        parts = [p for p in reader.tab.locator(selector).all() if p.is_visible()]
        for part in parts[:most]:
            ground, brightest = brightness(part)
            assert ground < 0.25, (kind, part)
            assert brightest > 0.5, (kind, part)  # there is something to see


@pytest.mark.parametrize("page", ["book/zh/roc-auc.html", "book/en/precision-recall.html"])
def test_it_follows(reading, page):
    with reading(theme="dark") as reader:
        check(reader, page, most=2)


@pytest.mark.slow
@pytest.mark.parametrize("page", CHAPTERS)
def test_everything_follows(reading, page):
    with reading(theme="dark") as reader:
        check(reader, page, most=1000)
