"""The workings of precision, recall and F."""

import math
import re
from collections.abc import Callable, Mapping, Sequence
from fractions import Fraction
from typing import Any, cast

from .._validation import zero_division_value
from .._workings import (
    Line,
    Number,
    Table,
    Words,
    Working,
    digits,
    exact,
    quoted,
    ratio,
    shortened,
    shows,
)
from ._counts import Counts
from ._kernel import chosen_counts, valid_beta
from ._typing import AveragedMeasure

_CLASSES, _ROWS = 12, 30  # more classes are the rows of a table; more rows are left out

_MICRO = {"P": "2.15", "R": "2.16", "F": "2.17"}
_MACRO = {"P": "2.12", "R": "2.13", "F": None}


def showing(kinds: str) -> Callable[..., Working]:
    """Return what builds the working of precision ("P"), recall ("R") or F ("PRF")."""

    def build(value: Any, **options: Any) -> Working:
        beta, average = valid_beta(options.get("beta", 1)), options["average"]
        chosen = {k: v for k, v in options.items() if k not in ("beta", "zero_division")}
        counts, put = chosen_counts(**chosen), undefined_as(options)
        if average == "micro":
            return Working(value, *_micro_lines(counts, kinds, beta, put))
        steps = class_steps(counts, kinds, beta, put)
        if average in ("macro", "weighted"):
            steps.append(mean_line(counts, kinds[-1], beta, average, put))
        if average == "binary" and kinds == "PRF" and beta == 1:
            steps += _second_form(counts)
        return Working(value, *steps)

    return build


def averaged_measure(kinds: str) -> Callable[[Callable[..., Any]], AveragedMeasure]:
    """Give a function its working, and the type that knows what `average` does to it."""
    return cast("Callable[[Callable[..., Any]], AveragedMeasure]", shows(showing(kinds)))


def show_macro_f1(value: float, **options: Any) -> Working:
    """Build the working of (2.14), with the rival form beside it."""
    counts = chosen_counts(**{k: v for k, v in options.items() if k != "zero_division"},
                           pos_label=1, average="macro")  # fmt: skip
    put = undefined_as(options)
    steps = class_steps(counts, "PR", 1, put)
    p, r = (mean_line(counts, kind, 1, "macro", put) for kind in "PR")
    means = {"macro_P": p.value, "macro_R": r.value}
    lost = sum(means.values()) == 0 or math.isnan(value)
    formula = "2*macro_P*macro_R / (macro_P + macro_R)"
    line = Line("2.14", "macro_F1", formula, means, None, exact(value) if lost else None)
    rival = digits(float(mean_line(counts, "F", 1, "macro", put).value))
    words = Words(
        f"The mean of the classes' F1, which scikit-learn calls macro F1, is {rival}.",
        f"各类 F1 的平均（scikit-learn 所说的 macro F1）是 {rival}。",
    )
    return Working(value, *steps, p, r, line, words)


def undefined_as(options: Mapping[str, Any]) -> Number:
    """Return what stands for 0/0."""
    value = zero_division_value(options["zero_division"])
    return value if math.isnan(value) else int(value)


# -- class by class ---------------------------------------------------------------------------


def class_steps(c: Counts, kinds: str, beta: float, put: Number) -> list[Line | Table | Words]:
    """Return what leads to P, R or F of every class."""
    if len(c.classes) > _CLASSES:
        return [_class_table(c, kinds, beta, put)]
    return [line for i in range(len(c.classes)) for line in _class_lines(c, i, kinds, beta, put)]


def _class_lines(c: Counts, i: int, kinds: str, beta: float, put: Number) -> list[Line]:
    below = "" if len(c.classes) == 1 else "_" + quoted(c.classes[i])
    tp, predicted, true = (exact(x[i]) for x in (c.right, c.predicted, c.true))
    lines = []
    for kind, number, other, total in (("P", "2.8", "FP", predicted), ("R", "2.9", "FN", true)):
        if kind in kinds:
            values = {"TP": tp, other: total - tp}
            undefined = put if total == 0 else None
            formula = f"TP / (TP + {other})"
            lines.append(Line(number, kind + below, formula, values, None, undefined))
    if "F" in kinds:
        lines.append(_f_line(tp, predicted, true, beta, below, put))
    return lines


def _class_table(c: Counts, kinds: str, beta: float, put: Number) -> Table:
    header = ["class", "TP", "FP", "FN", *kinds]
    rows = []
    for i, label in enumerate(c.classes.tolist()):
        tp, fp, fn = c.right[i], c.predicted[i] - c.right[i], c.true[i] - c.right[i]
        values = [line.value for line in _class_lines(c, i, kinds, beta, put)]
        rows.append([str(label), tp, fp, fn, *values])
    return Table(header, shortened(rows, _ROWS))


def _f_line(tp: Any, predicted: Any, true: Any, beta: float, below: str, put: Number) -> Line:
    number, symbol = ("2.10", "F1" + below) if beta == 1 else ("2.11", "F_beta" + below)
    if math.isinf(beta):
        lost = put if true == 0 else None
        values, note = {"TP": tp, "FN": true - tp}, ("R, as β = ∞", "即 R，因 β = ∞")
        return Line(number, symbol, "TP / (TP + FN)", values, note, lost)
    fraction = Fraction(beta)
    b: Number = exact(fraction) if fraction.denominator <= 64 else beta
    if 0 in (tp, predicted, true):  # P or R is 0 or undefined: only the counts tell
        counts = {"TP": tp, "FN": true - tp, "FP": predicted - tp}
        lost = put if predicted + (true if beta else 0) == 0 else None
        if beta == 1:
            return Line(number, symbol, "2*TP / (2*TP + FN + FP)", counts, None, lost)
        formula = "(1 + beta**2)*TP / ((1 + beta**2)*TP + beta**2*FN + FP)"
        return Line(number, symbol, formula, {"beta": b, **counts}, None, lost)
    values = {"P": ratio(tp, predicted), "R": ratio(tp, true)}
    if beta == 1:
        return Line(number, symbol, "2*P*R / (P + R)", values)
    formula = "(1 + beta**2)*P*R / (beta**2*P + R)"
    return Line(number, symbol, formula, {**values, "beta": b})


def _second_form(c: Counts) -> Sequence[Line]:
    """Return F1 from the counts alone, the second form of (2.10)."""
    m, tp, predicted, true = (exact(x) for x in (c.total, c.right[0], c.predicted[0], c.true[0]))
    if predicted + true == 0:
        return ()
    values = {"TP": tp, "m": m, "TN": m - predicted - true + tp}
    return (Line("2.10", "F1", "2*TP / (m + TP - TN)", values),)


# -- over the classes -------------------------------------------------------------------------


def mean_line(c: Counts, kind: str, beta: float, average: str, put: Number) -> Line:
    """Return the line of the plain or weighted mean of P, R or F over the classes."""
    parts = [_class_lines(c, i, kind, beta, put)[-1].value for i in range(len(c.classes))]
    known = [i for i, p in enumerate(parts) if not math.isnan(p)]
    number = _MACRO[kind] if average == "macro" else None
    symbol, note = f"{average}_{kind}", None
    if kind == "F":
        symbol += "1" if beta == 1 else "_beta"
        if average == "macro" and beta == 1:
            note = ("the mean of the classes' F1; (2.14) is macro_f1",
                    "各类 F1 的平均；(2.14) 是 macro_f1")  # fmt: skip
    values: dict[str, Any] = {kind: [parts[i] for i in known]}
    if average == "weighted" and c.true[known].any():
        values["m"] = [exact(c.true[i]) for i in known]
        return Line(None, symbol, f"sum(m*{kind}) / sum(m)", values)
    if not known:
        return Line(number, symbol, kind, {kind: math.nan}, note)
    return Line(number, symbol, f"sum({kind}) / n", {**values, "n": len(known)}, note)


def _micro_lines(c: Counts, kinds: str, beta: float, put: Number) -> list[Line]:
    k = len(c.classes)
    tp, predicted, true = (ratio(x.sum(), k) for x in (c.right, c.predicted, c.true))
    lines = []
    for kind, other, total in (("P", "FP", predicted), ("R", "FN", true)):
        if kind in kinds:
            values = {"TP_mean": tp, f"{other}_mean": total - tp}
            formula = f"TP_mean / (TP_mean + {other}_mean)"
            lost = put if total == 0 else None
            lines.append(Line(_MICRO[kind], f"micro_{kind}", formula, values, None, lost))
    if "F" in kinds:
        line = _f_line(tp, predicted, true, beta, "", put)
        number, symbol = (_MICRO["F"], "micro_F1") if beta == 1 else (None, "micro_F_beta")
        formula, values = line.formula, dict(line.values)
        if "P" in values:
            formula = re.sub(r"\b([PR])\b", r"micro_\1", formula)
            values |= {f"micro_{kind}": values.pop(kind) for kind in "PR"}
        lines.append(Line(number, symbol, formula, values, line.note, line.undefined))
    return lines
