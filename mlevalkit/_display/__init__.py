"""How a calculation is shown: formulas, workings, and the link from a function to its equation."""

from ._equation import Equation, Shows, computes, registered, shows
from ._expression import Expression
from ._html import bilingual, typeset
from ._numbers import Number, digits, exact, plain, ratio
from ._result import Explained, Result, decision, p_text, quantile_line
from ._working import Line, Table, Words, Working, cell_text, shortened
from ._writers import Latex, Plain, quoted

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
    "plain",
    "quantile_line",
    "quoted",
    "ratio",
    "registered",
    "shortened",
    "shows",
    "typeset",
]
