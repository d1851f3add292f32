"""An extension of IPython for the kernel that runs a page: it shows every figure as the library's.

Pages draw some figures with matplotlib alone. These are SVG too, in the fonts of the language.
"""

import sys
from typing import Any

from mlevalkit.plots.axes import add_fonts
from mlevalkit.plots.svg import show_as_svg


def load_ipython_extension(shell: Any) -> None:
    shell.events.register("post_execute", take_open_figures)


def take_open_figures() -> None:
    if pyplot := sys.modules.get("matplotlib.pyplot"):
        for figure in map(pyplot.figure, pyplot.get_fignums()):
            show_as_svg(figure)
            for ax in figure.axes:
                add_fonts(ax)
