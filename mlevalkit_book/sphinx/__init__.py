"""The Sphinx extension of the book."""

from importlib import import_module

# In the order in which they are set up.
MODULES = (
    "frame", "anchors", "boxes", "concordance", "downloads", "explorers", "figures", "further",
    "reference", "indexes", "live", "mathml", "moved", "search", "site", "trust", "wheel",
    "changes", "launch",
)  # fmt: skip


def setup(app):
    found = {}
    for name in MODULES:
        found |= import_module(f"{__name__}.{name}").setup(app)
    return found | {"parallel_read_safe": True, "parallel_write_safe": False}
