"""The figure of scattered estimates: means, spreads, rows and heights are those of the data."""

import numpy as np
import pytest

import mlevalkit as mk

plt = pytest.importorskip("matplotlib.pyplot")


@pytest.fixture(autouse=True)
def _closed():
    yield
    plt.close("all")


def drawn(ax):
    """Return (mean, low, high) of each row, from the top."""
    bars, dots = ax.lines[0::2], ax.lines[1::2]
    return [
        (float(d.get_xdata()[0]), *map(float, b.get_xdata()))
        for b, d in zip(bars, dots, strict=True)
    ]


def test_each_row_has_mean_and_standard_deviation():
    rng = np.random.RandomState(0)
    rows = {"a": rng.normal(size=500), "b": [0.1, 0.3, 0.3], "c": [0.25]}
    ax = mk.plots.estimates(rows)
    for (mean, low, high), row in zip(drawn(ax), rows.values(), strict=True):
        spread = np.std(row, ddof=1) if len(row) > 1 else 0
        assert mean == pytest.approx(np.mean(row))
        assert (low, high) == pytest.approx((mean - spread, mean + spread))
    assert [t.get_text() for t in ax.get_yticklabels()] == list(rows)
    assert list(ax.get_yticks()) == [2, 1, 0]


def test_values_that_recur_get_a_bar_each():
    ax = mk.plots.estimates([0.2] * 3 + [0.4] * 9 + [0.3] * 3)
    bars = ax.patches
    assert [b.get_x() + b.get_width() / 2 for b in bars] == pytest.approx([0.2, 0.3, 0.4])
    assert [b.get_height() / bars[2].get_height() for b in bars] == pytest.approx([1 / 3, 1 / 3, 1])


@pytest.mark.parametrize(
    ("row", "bars"),
    [
        (np.random.RandomState(1).uniform(size=900), 30),
        (np.random.RandomState(1).uniform(size=10_000), 40),
        (np.linspace(0, 1, 12), 6),
        ([0.1] * 9 + [0.2] * 9 + [0.2001] * 9, 6),  # bars as thin as that would not show
    ],
)
def test_other_values_become_a_histogram(row, bars):
    ax = mk.plots.estimates(row)
    assert len(ax.patches) == bars
    total = sum(b.get_height() for b in ax.patches)
    counts = [len(row) * b.get_height() / total for b in ax.patches]
    assert np.allclose(counts, np.histogram(row, bars)[0])


def test_the_truth_is_a_line_with_a_name():
    ax = mk.plots.estimates([0.2, 0.4], truth=0.25, xlabel="error rate")
    assert ax.get_legend().get_texts()[0].get_text() == "truth"
    assert ax.lines[-1].get_xdata()[0] == 0.25
    assert ax.get_xlabel() == "error rate"


def test_draws_where_it_is_told():
    _, ax = plt.subplots()
    assert mk.plots.estimates([0.1, 0.2], ax=ax) is ax


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (({},), "values: expected at least one row of estimates, got none"),
        (({"a": []},), "a: "),
        (({"a": [0.1, float("nan")]},), "a: "),
        (([[0.1], [0.2]],), "values: "),
    ],
)
def test_bad_input_is_named(arguments, message):
    with pytest.raises(ValueError, match=message):
        mk.plots.estimates(*arguments)


def test_very_large_estimates_are_drawn():
    ax = mk.plots.estimates([1e300, 2e300, 1.5e300])
    assert ax.lines[1].get_xdata()[0] == pytest.approx(1.5e300)


def test_estimates_too_far_apart_are_refused():
    with pytest.raises(ValueError, match="values: expected numbers not too far apart"):
        mk.plots.estimates([1.7e308, -1.7e308])
