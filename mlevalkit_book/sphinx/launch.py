"""Links of a notebook page to Colab and Binder, if ``_config.yml`` names a repository.

As Jupyter Book has it: ``repository: {url: https://github.com/OWNER/NAME, branch: main}``.
"""

import re
from urllib.parse import quote

import yaml

from mlevalkit_book.paths import ROOT

CONFIG = ROOT / "_config.yml"
GITHUB = re.compile(r"https://github\.com/([\w.-]+/[\w.-]+?)(?:\.git)?/?")


def repository(path=CONFIG):
    """Return "OWNER/NAME" and the branch, or None."""
    entry = yaml.safe_load(path.read_text(encoding="utf-8")).get("repository") or {}
    if not entry.get("url"):
        return None
    known = GITHUB.fullmatch(entry["url"])
    if not known:
        raise ValueError(
            f"_config.yml: repository.url is {entry['url']!r}; expected"
            " https://github.com/OWNER/NAME, which Colab and Binder can open"
        )
    return known[1], entry.get("branch", "main")


def links(place, notebook):
    """Return (service, address) for a notebook's path in the repository."""
    if place is None:
        return []
    name, branch = place
    binder = f"{name}/{quote(branch, safe='')}?urlpath={quote(f'lab/tree/{notebook}', safe='')}"
    return [
        ("Colab", f"https://colab.research.google.com/github/{name}/blob/{branch}/{notebook}"),
        ("Binder", f"https://mybinder.org/v2/gh/{binder}"),
    ]


def add_links(app, pagename, templatename, context, doctree):
    notebook = context.get("sourcename", "")
    context["launch"] = links(app.config.book_repository, notebook) if doctree else []
    if not notebook.endswith(".ipynb"):
        context["launch"] = []


def read_config(app, config):
    config.book_repository = repository()


def setup(app):
    app.add_config_value("book_repository", None, "html", [tuple, type(None)])
    app.connect("config-inited", read_config)
    app.connect("html-page-context", add_links)
    return {"parallel_read_safe": True, "parallel_write_safe": True}
