"""A table that the reader of an explorer may change under a kernel."""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from ._base import Explorer, Parameter, Text


@dataclass(frozen=True, slots=True)
class Editor:
    """An explorer's data as text, and the way back from the text.

    Parameters
    ----------
    hint : (str, str)
        What the table holds, in English and Chinese.
    text : callable
        From a setting, by name, to the table as text.
    explore : callable
        From a text, a setting (a dict) and the choices, by name, to the explorer of that table.
        It raises ValueError or TypeError, in words for the reader, if the text is no such table.
    choices : tuple of Parameter
        What the text itself does not tell.
    """

    hint: Text
    text: Callable[..., str]
    explore: Callable[..., Explorer]
    choices: tuple[Parameter, ...] = ()


def as_text(columns: Sequence[str], rows: Iterable[tuple[str, Iterable[float]]]) -> str:
    """Return a table with names as lines of text, the way `from_text` reads it."""
    lines = [["", *columns]]
    lines += [[name, *(f"{value:.12g}" for value in values)] for name, values in rows]
    return "\n".join(", ".join(cells) for cells in lines)
