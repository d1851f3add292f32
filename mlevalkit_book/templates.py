"""HTML of the book that is longer than a line: the templates of ``theme/parts``.

A text that is put into one is escaped; what is HTML already is `Markup`.
"""

import json
from typing import Any

from jinja2 import Environment, FileSystemLoader, StrictUndefined
from markupsafe import Markup as Markup

from mlevalkit_book.paths import THEME

PARTS = THEME / "parts"


def as_json(data: Any) -> Markup:
    """Return data as JSON that may stand in a page's script."""
    return Markup(json.dumps(data, ensure_ascii=False).replace("</", r"<\/"))


_found = Environment(
    loader=FileSystemLoader(PARTS), autoescape=True, trim_blocks=True, undefined=StrictUndefined
)
_found.filters["json"] = as_json


def render(name: str, **values: Any) -> str:
    """Return a template with these values in it."""
    return _found.get_template(name).render(values)
