"""Figures that a page stores, compared by what they say: a changed label is noticed.

Coordinates depend on the fonts of the machine and on the version of matplotlib; words and the
number of parts do not.
"""

import re
from typing import Any

from mlevalkit_book.notebooks import leave_out_pictures


def same_figures(cell: Any, compare: Any, test: Any, ref: Any, *options: Any) -> bool:
    """Compare outputs as nbval does, and then the figures of the library, which are SVG.

    Places, and so the coordinates of a figure, depend on the fonts of the machine. Figures of
    matplotlib alone are PNG here and SVG in the page.
    """
    for output in test:
        leave_out_pictures(output.get("data", {}))
    if not compare(test, ref, *options):
        return False
    made, stored = (list(map(figure_in_words, figures(outputs))) for outputs in (test, ref))
    if len(made) != len(stored) or made == stored:
        return True
    now, then = next(pair for pair in zip(made, stored, strict=True) if pair[0] != pair[1])
    cell.comparison_traceback.append(
        f"A figure differs: python -m mlevalkit_book pages {cell.parent.nodeid} stores it again.\n"
        f"now:    {now}\nstored: {then}"
    )
    return False


def figures(outputs: Any) -> list[str]:
    """Return the SVG among outputs."""
    return [o["data"]["image/svg+xml"] for o in outputs if "image/svg+xml" in o.get("data", {})]


def figure_in_words(svg: str) -> list[str]:
    """Return the texts of a figure, sorted, and its number of paths."""
    texts = re.findall(r"<text[^>]*>(.*?)</text>", svg, re.DOTALL)
    return [f"{svg.count('<path')} paths", *sorted(texts)]
