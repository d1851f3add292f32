"""2.3: errors of regression, scaling."""

from __future__ import annotations

from typing import Any

import numpy as np

import mlevalkit as mk

from ...display.workings import line
from ..draw import Draw
from ..questions import Step
from ..templates import templates_of

add = templates_of("regression.toml")


def _predicted(draw: Draw) -> dict[str, Any] | None:
    y = draw.sample(range(1, 13), 4)
    f = [value + draw.randint(-2, 2) for value in y]
    return {"y": y, "f": f, "y_mean": sum(y) / 4}


add("r2_of_table", _predicted)


def _column(draw: Draw) -> dict[str, Any]:
    x = [draw.randint(1, 20) for _ in range(5)]
    one = draw.choice(x)
    return {"x": x, "one": one}


def _z(x: list[int], one: int) -> Any:
    mean = line("x_mean", "sum(x) / m", x=x, m=len(x))
    sigma = line("sigma_x", "sqrt(sum((x - x_mean)**2) / m)", x=x, x_mean=mean.value, m=len(x))
    z = mk.equations["2.44"](x=one, x_mean=mean.value, sigma_x=sigma.value)
    return mk.Working(z.value, (mean, sigma, z))


add(
    "min_max_and_z",
    _column,
    min_max=Step(
        lambda x, one: mk.equations["2.43"](x=one, x_min=min(x), x_max=max(x), a=0, b=1),
        divided_by_maximum=lambda x, one: one / max(x),
        minimum_not_subtracted=lambda x, one: one / (max(x) - min(x)),
    ),
    z=Step(
        _z,
        z_by_variance=lambda x, one: (one - np.mean(x)) / np.var(x),
        z_divisor=lambda x, one: (one - np.mean(x)) / np.std(x, ddof=1),
        mean_not_divided=lambda x, one: one - np.mean(x),
    ),
)
