"""QTI 2.1: a package of items, and a test that takes one version of each question.

Read by TAO, OpenOlat, ONYX and others that run an item's own response processing, in which the
mistakes stand. A number has to lie between two bounds, because not every player knows the
tolerance of ``equal``.
"""

from __future__ import annotations

import re
import zipfile
from pathlib import Path
from string import ascii_uppercase

from .fields import feedback, versions
from .plan import Paper
from .sheets import Html, filled, title

_MATHS = '<math xmlns="http://www.w3.org/1998/Math/MathML"'


def write_qti(paper: Paper, path: Path) -> None:
    """Write a paper as a package, which platforms import as it is."""
    items: dict[str, str] = {}
    questions = []
    for number, found in enumerate(versions(paper), start=1):
        made = {f"q{number:02}-{given.seed}": (given, steps) for given, steps in found}
        questions.append((found[0][0].title.plain(), [*made]))
        for name, (given, steps) in made.items():
            of = {"given": given, "steps": steps, "feedback": feedback}
            items[name] = filled("item.xml", name=name, letters=ascii_uppercase, clean=_clean, **of)
    files = {
        "imsmanifest.xml": filled("imsmanifest.xml", items=items),
        "test.xml": filled("test.xml", title=title(paper), questions=questions),
        **{f"items/{name}.xml": item for name, item in items.items()},
    }
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as package:
        for name, text in files.items():
            package.writestr(name, text)


def _clean(html: Html) -> Html:
    """Return HTML without the attributes that QTI does not have."""
    bare = re.sub(r' (tabindex|lang)="[^"]*"', "", html)
    return Html(bare.replace("<math", _MATHS))
