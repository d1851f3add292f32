"""The front page says how long the course takes, as its pages are."""

from built_book import BOOK, notebook

from mlevalkit_book.sphinx import frame
from mlevalkit_book.sphinx.cells import core_cells

HOURS_OF_TEN_LESSONS = 15


def test_a_page_is_measured_by_its_cells():
    cells = notebook("en", "hold-out").cells
    core, whole = (frame.effort(c, "en") for c in (core_cells(cells), cells))
    assert 0 < core["words"] < whole["words"]
    assert 0 < core["cells"] <= whole["cells"]
    assert core["explorers"] == 1


def test_minutes_are_those_of_the_page_for_teachers():
    assert frame.minutes({"words": 1100, "cells": 5, "explorers": 2}) == 10 + 5 + 6


def test_the_front_page_names_numbers_that_are_known():
    known = frame.counts()
    named = frame.COUNT.findall((BOOK / "index.md").read_text(encoding="utf-8"))
    assert set(named) <= set(known)
    assert {path for path, _ in named} == {"core", "all"}
    assert int(known["core", "hours"]) < int(known["all", "hours"])
    assert "count" not in frame.fill('<span class="count">core-hours</span>')


def test_the_core_fits_into_the_lessons_of_a_term():
    assert int(frame.counts()["core", "hours"]) <= HOURS_OF_TEN_LESSONS
