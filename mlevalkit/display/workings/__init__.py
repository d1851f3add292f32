"""How a calculation is shown: expressions, lines, tables, sentences, and `measure`.

Each file imports from those before it: numbers, writers, expression, steps, measure.
"""

from __future__ import annotations

from .expression import Expression
from .measure import Found, Measure, Messages, data_of, filled, measure, word
from .numbers import Number, digits, exact, plain, quotient, ratio, ratios
from .steps import Line, Sentence, Step, Table, Working, cell_text, line, shortened, width
from .writers import Latex, MathML, Plain, printable, quoted, typeset

__all__ = [
    "Expression", "Found", "Latex", "Line", "MathML", "Measure", "Messages", "Number", "Plain",
    "Sentence", "Step", "Table", "Working", "cell_text", "data_of", "digits", "exact", "filled",
    "line", "measure", "plain", "printable", "quoted", "quotient", "ratio", "ratios", "shortened",
    "typeset", "width", "word",
]  # fmt: skip
