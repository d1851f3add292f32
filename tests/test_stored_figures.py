"""A changed label of a figure makes a page's test fail; other places of the same parts do not."""

import re
from types import SimpleNamespace

import pytest
from stored_figures import same_figures

import mlevalkit as mk
from mlevalkit.plots.svg import standalone

PATH = "book/en/roc-auc.ipynb"


def outputs(*pictures: str) -> list[dict[str, dict[str, str]]]:
    return [{"data": {"image/svg+xml": picture, "text/plain": "<Figure>"}} for picture in pictures]


@pytest.fixture(scope="module")
def picture() -> str:
    return standalone(mk.plots.roc(*mk.datasets.example("2.13")).figure)


def compared(test: str, ref: str) -> tuple[bool, list[str]]:
    """Return whether two pictures are the same, and what the failure would say."""
    cell = SimpleNamespace(comparison_traceback=[], parent=SimpleNamespace(nodeid=PATH))
    same = same_figures(cell, lambda *_: True, outputs(test), outputs(ref))
    return same, cell.comparison_traceback


def test_a_changed_label_is_noticed(picture: str) -> None:
    same, said = compared(picture, picture.replace("AUC 0.680", "AUC 0.681"))
    assert not same
    assert "AUC 0.680" in said[0]
    assert f"python -m mlevalkit_book pages {PATH}" in said[0]


def test_a_curve_more_is_noticed(picture: str) -> None:
    assert not compared(picture, picture.replace("</svg>", '<path d="M 0 0"/></svg>'))[0]


def test_other_places_are_no_other_figure(picture: str) -> None:
    moved = re.sub(r"(?<=M )(\d+)", lambda m: str(int(m[1]) + 1), picture)
    assert moved != picture
    assert compared(picture, moved) == (True, [])


def test_where_nbval_sees_a_difference_it_stays_one(picture: str) -> None:
    assert not same_figures(None, lambda *_: False, outputs(picture), outputs(picture))
