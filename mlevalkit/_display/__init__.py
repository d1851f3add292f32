"""How a calculation is shown: formulas, workings, and the link from a function to its equation."""

from ._equation import Equation, Shows, computes, registered, shows
from ._expression import Expression, Latex, Number, Plain, digits, exact, quoted, ratio
from ._result import Explained, Result, decision, p_text, quantile_line
from ._working import Line, Table, Words, Working, bilingual, cell_text, shortened

__all__ = [
    "Equation",
    "Explained",
    "Expression",
    "Latex",
    "Line",
    "Number",
    "Plain",
    "Result",
    "Shows",
    "Table",
    "Words",
    "Working",
    "bilingual",
    "cell_text",
    "computes",
    "decision",
    "digits",
    "exact",
    "p_text",
    "quantile_line",
    "quoted",
    "ratio",
    "registered",
    "shortened",
    "shows",
]
