"""How precision, recall and F came about, class by class and averaged."""

from __future__ import annotations

import math
import re
from collections.abc import Callable
from fractions import Fraction
from typing import Any

from ..._validation import zero_division_value
from ...display.equations import equations as eq
from ...display.workings import (
    Line,
    Messages,
    Number,
    Step,
    Table,
    digits,
    exact,
    quoted,
    ratio,
    word,
)
from .counts import Counts

_say = Messages(__package__)

_CLASSES = 12  # more classes are the rows of a table
_ROWS = 30  # more rows are left out
_MACRO = {"P": "2.12", "R": "2.13"}


def prf_steps(
    c: Counts, kinds: str, average: object, zero_division: object, beta: float = 1, means: str = ""
) -> list[Step]:
    """Return what leads to P ("P"), R ("R") or F ("PRF")."""
    put = undefined_value(zero_division)
    if average == "micro":
        return _micro_lines(c, kinds, beta, put)
    steps = class_steps(c, kinds, beta, put)
    if average in ("macro", "weighted"):
        steps += [mean_line(c, k, str(average), put, beta) for k in means or kinds[-1]]
    elif average == "binary" and kinds == "PRF" and beta == 1:
        steps += _second_form(c)
    return steps


def macro_f1_steps(c: Counts, zero_division: object) -> list[Step]:
    """Return what leads to (2.14), with the other definition beside it."""
    put = undefined_value(zero_division)
    p, r, f = (mean_line(c, kind, "macro", put) for kind in "PRF")
    undefined = math.nan if math.isnan(p.value) or math.isnan(r.value) else 0
    macro = eq["2.14"](macro_P=p.value, macro_R=r.value, undefined=undefined)
    other = _say("mean_of_f1", value=digits(float(f.value)))
    return [*class_steps(c, "PR", 1, put), p, r, macro, other]


def undefined_value(zero_division: object) -> Number:
    """Return what stands for 0/0."""
    value = zero_division_value(zero_division)
    return value if math.isnan(value) else int(value)


# -- class by class ---------------------------------------------------------------------------


def class_steps(c: Counts, kinds: str, beta: float, put: Number) -> list[Step]:
    """Return what leads to P, R or F of every class: lines, or the rows of a table."""
    lines = [_class_lines(c, i, kinds, beta, put) for i in range(len(c.classes))]
    if len(lines) <= _CLASSES:
        return [found for of_class in lines for found in of_class]
    counts = zip(c.right, c.predicted - c.right, c.true - c.right, strict=True)
    rows = [
        [str(label), *of_class, *(step.value for step in found)]
        for label, of_class, found in zip(c.classes.tolist(), counts, lines, strict=True)
    ]
    return [Table([word("class_"), "TP", "FP", "FN", *kinds], rows, most=_ROWS)]


def _class_lines(c: Counts, i: int, kinds: str, beta: float, put: Number) -> list[Line]:
    of = "" if len(c.classes) == 1 else "_" + quoted(c.classes[i])
    tp, predicted, true = (exact(x[i]) for x in (c.right, c.predicted, c.true))
    make: dict[str, Callable[[], Line]] = {
        "P": lambda: eq["2.8"](of=of, TP=tp, FP=predicted - tp, undefined=put),
        "R": lambda: eq["2.9"](of=of, TP=tp, FN=true - tp, undefined=put),
        "F": lambda: _f_line(tp, predicted, true, beta, of, put),
    }
    return [make[kind]() for kind in kinds]


def _f_line(tp: Any, predicted: Any, true: Any, beta: float, of: str, put: Number) -> Line:
    equation = eq["2.10" if beta == 1 else "2.11"]
    fp = predicted - tp
    fn = true - tp
    if math.isinf(beta):
        note = _say("f_inf")
        return equation(form=eq["2.9"].forms[0], of=of, note=note, TP=tp, FN=fn, undefined=put)
    b = {} if beta == 1 else {"beta": _short(beta)}
    if 0 in (tp, predicted, true):  # P or R is 0 or undefined: only the counts tell
        counts = equation.forms[-1]
        return equation(b, form=counts, of=of, TP=tp, FN=fn, FP=fp, undefined=put)
    return equation(b, of=of, P=ratio(tp, predicted), R=ratio(tp, true))


def _short(beta: float) -> Number:
    fraction = Fraction(beta)
    return exact(fraction) if fraction.denominator <= 64 else beta


def _second_form(c: Counts) -> list[Step]:
    """Return F1 from the counts alone, the second form of (2.10)."""
    m, tp, predicted, true = (exact(x) for x in (c.total, c.right[0], c.predicted[0], c.true[0]))
    if predicted + true == 0:
        return []
    return [eq["2.10"](form=1, TP=tp, m=m, TN=m - predicted - true + tp)]


# -- over the classes -------------------------------------------------------------------------


def mean_line(c: Counts, kind: str, average: str, put: Number, beta: float = 1) -> Line:
    """Return the line of the plain or weighted mean of P, R or F over the classes."""
    values = [_class_lines(c, i, kind, beta, put)[0].value for i in range(len(c.classes))]
    known = [i for i, value in enumerate(values) if not math.isnan(value)]
    number = _MACRO.get(kind) if average == "macro" else None
    symbol = f"{average}_{kind}"
    note = None
    if kind == "F":
        symbol += "1" if beta == 1 else "_beta"
        note = _say("not_macro_f1") if average == "macro" and beta == 1 else None
    put_in: dict[str, Any] = {kind: [values[i] for i in known]}
    if average == "weighted" and c.true[known].any():
        m = [exact(c.true[i]) for i in known]
        return Line(None, symbol, f"sum(m*{kind}) / sum(m)", {**put_in, "m": m})
    if not known:
        return Line(number, symbol, kind, {kind: math.nan}, note)
    return Line(number, symbol, f"sum({kind}) / n", {**put_in, "n": len(known)}, note)


def _micro_lines(c: Counts, kinds: str, beta: float, put: Number) -> list[Step]:
    k = len(c.classes)
    total = c.pooled("micro")
    tp, predicted, true = (ratio(x[0], k) for x in (total.right, total.predicted, total.true))
    f = _f_line(tp, predicted, true, beta, "", put)
    number, symbol = ("2.17", "micro_F1") if beta == 1 else (None, "micro_F_beta")
    formula = f.formula
    values = dict(f.values)
    if "P" in values:
        formula = re.sub(r"\b([PR])\b", r"micro_\1", formula)
        values |= {f"micro_{kind}": values.pop(kind) for kind in "PR"}
    lines = {
        "P": eq["2.15"](TP_mean=tp, FP_mean=predicted - tp, undefined=put),
        "R": eq["2.16"](TP_mean=tp, FN_mean=true - tp, undefined=put),
        "F": Line(number, symbol, formula, values, f.note, put),
    }
    return [lines[kind] for kind in kinds]
