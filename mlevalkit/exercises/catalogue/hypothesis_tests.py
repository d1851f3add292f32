"""2.4: tests of one learner, of two, and of many."""

from __future__ import annotations

from typing import Any

import mlevalkit as mk

from ..._workings import data_of
from ..draw import Draw
from ..questions import Step
from ..templates import template

_TEXTS = data_of(__package__, "hypothesis_tests.toml")


def _critical_t(k: int) -> float:
    """Return the critical value as Table 2.3 prints it."""
    return round(mk.t_critical_value(k, alpha=0.05), 3)


@template(
    _TEXTS["t_test"],
    conclusion=Step(lambda rejected: "differs" if rejected else "not_shown"),
)
def t_test(draw: Draw) -> dict[str, Any]:
    k = draw.randint(5, 8)
    eps_hat = [draw.decimal(0.1, 0.3) for _ in range(k)]
    eps_0 = draw.decimal(0.12, 0.28)
    return {"k": k, "df": k - 1, "eps_hat": eps_hat, "eps_0": eps_0, "critical": _critical_t(k)}
