"""McNemar's distribution and the measured sizes of tests, as drawn."""

from __future__ import annotations

import numpy as np
import pytest
from matplotlib import pyplot as plt
from scipy import integrate, stats

import mlevalkit as mk


@pytest.fixture(autouse=True)
def _no_figure_stays_open():
    yield
    plt.close("all")


def drawn(table, **options):
    return mk.plots.mcnemar_test(mk.mcnemar_test(table=table, **options))


def labels(ax):
    return [text.get_text() for text in ax.get_legend().get_texts()]


def dashes(ax):
    return sorted({line.get_xdata()[0] for line in ax.lines if line.get_linestyle() == "--"})


def hatched(ax):
    return sum(bar.get_height() for bar in ax.patches if bar.get_hatch())


@pytest.mark.parametrize("correction", [True, False])
def test_area_beyond_the_dashes_is_the_p_value(correction):
    ax = drawn([[60, 10], [25, 5]], correction=correction)
    low, high = dashes(ax)
    assert (low, high) == pytest.approx((10.5, 24.5) if correction else (10, 25))
    p = 2 * stats.norm(17.5, np.sqrt(35) / 2).cdf(low)
    assert f"normal curve beyond the dashes: p = {p:.4f}" in labels(ax)


@pytest.mark.parametrize(("e01", "e10"), [(10, 25), (0, 6), (3, 3), (8, 1), (0, 1)])
def test_hatched_bars_are_the_exact_p_value(e01, e10):
    ax = drawn([[60, e01], [e10, 5]])
    p = stats.binomtest(e01, e01 + e10).pvalue
    assert hatched(ax) == pytest.approx(p, abs=2e-5)  # bars too low to be seen are not drawn
    assert labels(ax)[0] == f"seen: e01 = {e01}, e10 = {e10}"


def test_many_discordant_samples_are_an_outline():
    ax = drawn([[0, 900], [1000, 0]])
    assert not ax.patches
    assert len(drawn([[0, 0], [10**6, 0]]).lines) > 0


def test_exact_test_has_no_curve():
    ax = drawn([[60, 1], [8, 5]], exact=True)
    assert dashes(ax) == []
    assert labels(ax)[1] == "as far apart or farther: exact p = 0.0391"


def test_curve_is_a_density():
    line = max(drawn([[0, 30], [30, 0]]).lines, key=lambda line: len(line.get_xdata()))
    assert integrate.trapezoid(line.get_ydata(), line.get_xdata()) == pytest.approx(1, abs=1e-4)


def test_nothing_to_draw():
    with pytest.raises(ValueError, match="at least one discordant sample, got none"):
        drawn([[60, 0], [0, 5]])
    with pytest.raises(TypeError, match="what mcnemar_test returns, got int"):
        mk.plots.mcnemar_test(3)


# -- sizes ------------------------------------------------------------------------------------


def test_sizes_are_drawn_beside_the_nominal_one():
    ax = mk.plots.sizes([5, 10], {"a": [0.1, 0.2], "b": [0.05, 0.04]}, alpha=0.1, xlabel="folds")
    nominal, *lines = ax.lines
    assert set(nominal.get_ydata()) == {0.1}
    assert [line.get_label() for line in lines] == ["a", "b"]
    assert lines[1].get_ydata().tolist() == [0.05, 0.04]
    assert ax.get_ylim()[1] > 0.2
    assert ax.get_xlabel() == "folds"
    assert mk.plots.sizes([5, 10], [0.1, 0.2]).get_legend() is None


@pytest.mark.parametrize(
    ("n", "rejected", "match"),
    [
        ([1, 2], {"a": [0.1]}, "a: expected 2 shares, one for each n, got 1"),
        ([1], [1.5], "rejected: expected shares from 0 to 1, got 1.5 to 1.5"),
        ([], [], "n: expected at least one value"),
    ],
)
def test_bad_sizes_are_named(n, rejected, match):
    with pytest.raises(ValueError, match=match):
        mk.plots.sizes(n, rejected)
