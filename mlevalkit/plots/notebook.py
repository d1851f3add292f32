"""In Jupyter, the package's figures are shown as SVG, unless the user has chosen a format.

Other figures of matplotlib are shown as before. ``%config InlineBackend.figure_formats = ["png"]``
chooses for all.
"""

import sys
from functools import partial
from typing import Any
from weakref import WeakSet

from .style import Figure

_ours: WeakSet[Figure] = WeakSet()
_asked: WeakSet[Any] = WeakSet()  # shells whose formatters were changed once


def show_as_svg(figure: Figure) -> None:
    """Let the inline backend of IPython show a figure as SVG, if it would show it as PNG."""
    _ours.add(figure)
    shell = getattr(sys.modules.get("IPython"), "get_ipython", lambda: None)()
    if shell is None or shell in _asked:
        return
    if (usual := _unchosen(shell)) is not None:
        formatters = shell.display_formatter.formatters
        formatters["image/png"].for_type(type(figure), partial(_png, usual))
        formatters["image/svg+xml"].for_type(type(figure), _svg)
        _asked.add(shell)  # a format chosen later removes these two, and stays


def _unchosen(shell: Any) -> Any:
    """Return what makes PNG of figures, if only the inline backend's default does."""
    if "matplotlib_inline.config" not in sys.modules or _is_chosen():
        return None
    from matplotlib.figure import Figure

    formatters = shell.display_formatter.formatters
    usual = {kind: f.for_type(Figure) for kind, f in formatters.items()}
    made = [kind for kind, function in usual.items() if function is not None]
    plain = getattr(usual["image/png"], "keywords", {}).get("fmt") == "png"
    return usual["image/png"] if made == ["image/png"] and plain else None


def _is_chosen() -> bool:
    """Tell whether the user's settings name a format, were it the default."""
    inline: Any = sys.modules["matplotlib_inline.config"]
    return "figure_formats" in inline.InlineBackend.instance().config.get("InlineBackend", {})


def _svg(figure: Figure) -> str | None:
    from .svg import standalone

    return standalone(figure) if figure in _ours and not _is_chosen() else None


def _png(usual: Any, figure: Figure) -> Any:
    return usual(figure) if figure not in _ours or _is_chosen() else None
