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


A_FEW = [("book/zh/roc-auc.html", 2), ("book/en/precision-recall.html", 2)]  # of each kind
ALL = [pytest.param(page, None, marks=pytest.mark.slow) for page in CHAPTERS]


@pytest.mark.parametrize(("page", "most"), [*A_FEW, *ALL])
def test_it_follows(reading, page, most):
    with reading(theme="dark") as reader:
        tab = reader.open(page)
        for kind, selector in KINDS.items():
            for part in tab.locator(selector).filter(visible=True).all()[:most]:
                ground, brightest = brightness(part)
                assert ground < 0.25, (kind, part)
                assert brightest > 0.5, (kind, part)  # there is something to see
