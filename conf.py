"""The book without Jupyter Book: `sphinx-build . _build/sphinx`, with any Sphinx and myst-parser.

Made of _config.yml, which stays the one place for settings; see "The next Sphinx" in
book/README.md. `jupyter-book build .` does not read this file.
"""

import sys
from pathlib import Path

import yaml

ROOT = Path(__file__).parent
sys.path.insert(0, str(ROOT))  # mlevalkit_book is no part of an installed mlevalkit

_book = yaml.safe_load((ROOT / "_config.yml").read_text(encoding="utf-8"))

# What Jupyter Book makes of its own keys.
author = _book["author"]
copyright = _book["copyright"]  # noqa: A001
html_title = _book["title"]
html_baseurl = _book["html"].get("baseurl", "")
nb_execution_mode = _book["execute"]["execute_notebooks"]
nb_output_stderr = "show"
myst_enable_extensions = _book["parse"]["myst_enable_extensions"]
myst_url_schemes = ["mailto", "http", "https"]
external_toc_path = "_toc.yml"
external_toc_exclude_missing = _book["only_build_toc_files"]
exclude_patterns = ["_build", "**.ipynb_checkpoints"]
html_sourcelink_suffix = ""
pygments_style = "sphinx"

# Sphinx's own are taken over as they stand.
globals().update(_book["sphinx"]["config"])
extensions = [name for name in _book["sphinx"]["config"]["extensions"] if name != "jupyter_book"]

# Sphinx 8.2 would leave the quotation marks of English pages in a Chinese book straight.
smartquotes_excludes = {"languages": ["ja"], "builders": ["man", "text"]}
