"""How reliable DeLong's interval and test are: the stored table, and what is said of it."""

import csv
import importlib.util
import re
from pathlib import Path

import numpy as np
import pytest

import mlevalkit as mk

HOME = Path(__file__).parents[1]
TABLE = HOME / "mlevalkit" / "datasets" / "delong.csv"
ROWS = [
    {name: float(value) for name, value in row.items()}
    for row in csv.DictReader(TABLE.read_text(encoding="utf-8").splitlines())
]
SHARES = "interval", "logit_interval", "test"


@pytest.fixture(scope="module")
def delong():
    spec = importlib.util.spec_from_file_location("delong", HOME / "book" / "data" / "delong.py")
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


@pytest.mark.parametrize(("auc", "m_pos", "m_neg"), [(0.8, 10, 30), (0.95, 20, 20)])
def test_what_is_simulated_is_the_library(delong, auc, m_pos, m_neg):
    high, low = delong.scores(auc, m_pos, m_neg, 40, np.random.default_rng(1))
    found = delong.decisions(auc, m_pos, m_neg, 40, np.random.default_rng(1))
    y = np.repeat([1, 0], [m_pos, m_neg])
    for i in range(40):
        a, b = np.concatenate([high, low], axis=2)[:, i]
        intervals = [mk.auc_confidence_interval(y, a, logit=logit) for logit in (False, True)]
        ours = [end.low <= auc <= end.high for end in intervals]
        assert [*ours, mk.delong_test(y, a, b).reject] == [column[i] for column in found]


def test_the_stored_table_is_made_again(delong):
    sets = 1000
    for row in ROWS[::17]:
        sizes = int(row["m_small"]), int(row["m_large"])
        found = delong.decisions(row["auc"], *sizes, sets, np.random.default_rng(3))
        for name, share in zip(SHARES, np.mean(found, axis=1), strict=True):
            spread = np.sqrt(row[name] * (1 - row[name]) / sets)
            assert abs(share - row[name]) <= 4 * spread + 0.002


def span(name, auc, few):
    """Return the lowest and the highest share, with or without a class of 10, in per cent."""
    shares = [r[name] for r in ROWS if r["auc"] == auc and (r["m_small"] == 10) == few]
    return 100 * min(shares), 100 * max(shares)


def test_the_docstring_of_the_interval_says_what_the_table_says():
    lines = re.findall(r"^ *(0\.\d+) +(\d.*%)$", mk.auc_confidence_interval.__doc__, re.M)
    assert [float(auc) for auc, _ in lines] == sorted({row["auc"] for row in ROWS})
    for auc, cells in lines:
        cases = [(name, few) for few in (True, False) for name in SHARES[:2]]
        expected = ["{:.1f} to {:.1f} %".format(*span(n, float(auc), few)) for n, few in cases]
        assert re.split(r"  +", cells) == expected


def test_the_docstring_of_the_test_says_what_the_table_says():
    said = " ".join(mk.delong_test.__doc__.split())
    many = {auc: span("test", auc, few=False) for auc in (0.7, 0.8, 0.9, 0.95, 0.99)}
    few = [end for auc in (0.7, 0.8) for end in span("test", auc, few=True)]
    low, high = min(many[0.7] + many[0.8]), max(many[0.7] + many[0.8])
    assert f"in {low:.1f} to {high:.1f} % of the test sets for AUCs of 0.7 and 0.8" in said
    assert f"in {min(few):.1f} to {max(few):.1f} % if one has 10" in said
    rest = ", ".join("{:.1f} to {:.1f} %".format(*many[auc]) for auc in (0.9, 0.95))
    assert f"in {rest} and 0 to {many[0.99][1]:.1f} % for AUCs of 0.9, 0.95 and 0.99" in said


@pytest.mark.parametrize(
    ("m", "low", "high", "logit", "said"),
    [
        (50, 0.7, 0.8, False, False),
        (50, 0.9, 0.94, False, True),
        (50, 0.9, 0.94, True, False),
        (50, 0.97, 0.99, True, True),
        (15, 0.7, 0.8, True, True),
    ],
)
def test_the_working_says_where_an_interval_covers_too_rarely(m, low, high, logit, said):
    y = np.repeat([1, 0], m)
    rng = np.random.default_rng(2)
    while True:
        score = rng.normal(size=2 * m) + y * rng.uniform(0.5, 3.5)
        if low < mk.roc_auc_score(y, score) < high:
            break
    words = str(mk.auc_confidence_interval.working(y, score, logit=logit))
    assert ("cover the true AUC less often" in words) == said


@pytest.mark.parametrize(("other", "outcome"), [([4, 3, 2, 1], "limits"), ([2, 4, 6, 8], "0/0")])
def test_without_spread_the_test_says_that_it_has_no_answer(other, outcome):
    words = str(mk.delong_test([0, 0, 1, 1], [1, 2, 3, 4], other))
    assert "no scale to measure a difference on" in words
    assert outcome in words
    assert "confidence interval has width 0" in words


def test_a_table_of_counts_is_the_samples_it_stands_for():
    rng = np.random.default_rng(5)
    y = rng.integers(0, 2, 30)
    a, b = rng.integers(0, 6, (2, 30)) + y
    n = rng.integers(1, 5, 30)
    each = np.repeat(np.arange(30), n)
    ours = mk.delong_test(y, a, b, sample_weight=n)
    theirs = mk.delong_test(y[each], a[each], b[each])
    assert [ours.auc_a, ours.auc_b, ours.statistic, ours.pvalue] == pytest.approx(
        [theirs.auc_a, theirs.auc_b, theirs.statistic, theirs.pvalue]
    )
    assert [*mk.auc_confidence_interval(y, a, sample_weight=n)] == pytest.approx(
        [*mk.auc_confidence_interval(y[each], a[each])]
    )
    for call in (
        lambda w: mk.delong_test(y, a, b, sample_weight=w),
        lambda w: mk.auc_confidence_interval(y, a, sample_weight=w),
    ):
        with pytest.raises((ValueError, TypeError), match="sample_weight"):
            call(n / 2)


def test_the_logit_interval_mostly_comes_closer():
    """What the working says of it, by the stored table."""
    closer = [abs(r["logit_interval"] - 0.95) < abs(r["interval"] - 0.95) for r in ROWS]
    assert 0.9 < np.mean(closer) < 1
