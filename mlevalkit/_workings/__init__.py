"""How a calculation is shown: expressions, lines, tables, sentences, and `measure`."""

from .expression import Expression
from .html import bilingual, languages, set_language, typeset
from .measure import Found, Measure, Messages, data_of, measure
from .numbers import Number, digits, exact, plain, quotient, ratio, ratios
from .steps import Line, Sentence, Step, Table, Working, cell_text, shortened
from .writers import Latex, MathML, Plain, quoted

__all__ = [
    "Expression", "Found", "Latex", "Line", "MathML", "Measure", "Messages", "Number", "Plain",
    "Sentence", "Step", "Table", "Working", "bilingual", "cell_text", "data_of", "digits", "exact",
    "languages", "measure", "plain", "quoted", "quotient", "ratio", "ratios", "set_language",
    "shortened", "typeset",
]  # fmt: skip
