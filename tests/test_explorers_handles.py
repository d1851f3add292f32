"""What can be dragged in an explorer's picture: where it lies, and for which value."""

import numpy as np
import pytest
from explorer_panels import shares as shares_of

from mlevalkit import explorers

EXPLORERS = {name: getattr(explorers, name)() for name in explorers.__all__ if name.islower()}
HANDLES = [(name, k) for name, e in EXPLORERS.items() for k, _ in enumerate(e.first.handles)]
each_handle = pytest.mark.parametrize(("name", "k"), HANDLES)


def shares(name: str, k: int) -> dict[str, list[float]]:
    explorer = EXPLORERS[name]
    return shares_of(explorer.first.handles[k], explorer.parameters)


def test_what_the_audience_wants_to_drag_can_be_dragged() -> None:
    dragged = {(name, EXPLORERS[name].first.handles[k].parameter) for name, k in HANDLES}
    assert dragged >= {
        ("threshold", "at"), ("class_balance", "prior"), ("overfitting", "noise"),
        ("overfitting", "degree"), ("mcnemar", "e01"), ("mcnemar", "e10"),
    }  # fmt: skip


@each_handle
def test_a_handle_lies_in_its_part_of_the_picture(name: str, k: int) -> None:
    found = shares(name, k)
    left, top, right, bottom = found["box"]
    assert 0 <= left < right <= 1
    assert 0 <= top < bottom <= 1
    values = EXPLORERS[name].parameters[found["n"]].values
    for axis, low, high in (("x", left, right), ("y", top, bottom)):
        places = [p for p in found.get(axis, []) if p is not None]
        assert len(found.get(axis, values)) == len(values)
        assert all(low - 1e-3 <= p <= high + 1e-3 for p in places), axis


@each_handle
def test_a_larger_value_is_to_the_right(name: str, k: int) -> None:
    explorer, found = EXPLORERS[name], shares(name, k)
    falling = {("calibration", 0), ("macro_micro", 2), ("power", 0)}  # dearer misses, smaller alpha
    if explorer.first.handles[k].along == "x" and (name, k) not in falling:
        values = explorer.parameters[found["n"]].values
        places = range(len(values))
        order = places if name == "k_folds" else sorted(places, key=values.__getitem__)
        steps = np.diff(np.array(found["x"])[order])
        assert (steps >= 0).all()
        assert (steps > 0).all() or name == "beta"  # neighbouring beta may share their threshold


def test_a_point_without_a_value_has_no_place() -> None:
    """Above all scores precision is 0/0."""
    explorer = EXPLORERS["threshold"]
    precision = shares("threshold", 1)
    top = explorer.parameters[1].values.index(1.0)
    assert (precision["x"][top], precision["y"][top]) == (None, None)


def test_the_axis_of_the_scores_stays_while_the_threshold_moves() -> None:
    explorer = EXPLORERS["threshold"]
    seen = {explorer.view(at=at).handles[0].ax.get_xlim() for at in (0.0, 0.5, 1.0)}
    assert len(seen) == 1
