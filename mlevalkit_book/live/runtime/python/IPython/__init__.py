"""As much of IPython as a notebook of the book asks for: the page is not IPython."""  # noqa: N999

from . import display as display

version_info = (9, 0, 0, "")
__version__ = "9.0.0"


def get_ipython() -> None:
    """Return None: there is no IPython shell here."""
