"""What makes the book: tools for its authors, Sphinx extension, theme, live pages, print."""

import sys

# jsonschema imports it where JupyterLab has installed it, only to check addresses, and it builds a
# grammar for nearly two seconds: each process that reads a notebook would wait for that.
sys.modules.setdefault("rfc3987_syntax", None)  # type: ignore[arg-type]
