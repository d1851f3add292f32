"""How long the course takes, measured on its pages: the core alone, and all of it."""

import re

from mlevalkit_book.notebooks import cells_of
from mlevalkit_book.paths import BOOK
from mlevalkit_book.sphinx.cells import core_cells
from mlevalkit_book.sphinx.places import is_open_code, length_of, reading_order

WORDS_A_MINUTE, CELL, EXPLORER = 110, 1, 3  # minutes; as the page for teachers reckons
PLACE = re.compile(r'<span class="count">(core|all)-(\w+)</span>')


def effort(cells, lang):
    """Return the words (Chinese: characters) and minutes of some cells of a page."""
    code = [cell for cell in cells if cell.cell_type == "code"]
    explorers = sum(cell.source.startswith("mk.explorers.") for cell in code)
    open_code = sum(map(is_open_code, code))
    words = sum(length_of(cell, lang) for cell in cells)
    return {"words": words, "cells": open_code, "explorers": explorers}


def minutes(found):
    """Return the minutes that pages take whose English words are counted."""
    reading = found["words"] / WORDS_A_MINUTE
    return reading + CELL * found["cells"] + EXPLORER * found["explorers"]


def measured(choose, lang):
    """Add up the pages in their reading order, of each the cells that are chosen."""
    total = {"pages": 0, "words": 0, "cells": 0, "explorers": 0}
    for page in reading_order(lang):
        cells = cells_of(BOOK / lang / f"{page}.ipynb")
        chosen = choose(cells)
        found = effort(chosen, lang)
        total["pages"] += bool(chosen)
        for name, number in found.items():
            total[name] += number
    return total


def counts():
    """Return the numbers that the front page names, such as ("core", "hours")."""
    found = {}
    for path, choose in {"core": core_cells, "all": list}.items():
        english = measured(choose, "en")
        characters = measured(choose, "zh")["words"]
        shown = {
            "pages": english["pages"],
            "cells": english["cells"],
            "words": f"{round(english['words'], -3):,}".replace(",", " "),
            "characters": f"{characters / 10_000:.1f}",
            "hours": round(minutes(english) / 60),
        }
        found |= {(path, name): str(value) for name, value in shown.items()}
    return found


def fill(body):
    """Put the numbers into the places that the front page keeps."""
    known = counts()
    return PLACE.sub(lambda place: known[place[1], place[2]], body)


def fill_front_page(app, pagename, templatename, context, doctree):
    if pagename == app.config.root_doc:
        context["body"] = fill(context["body"])
