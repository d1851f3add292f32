"""How reliable DeLong's interval and test are: the stored table, and what is said of it."""

import re
from pathlib import Path

import numpy as np
import pytest
from helpers import simulation
from hypothesis import given, strategies as st

import mlevalkit as mk
from mlevalkit.display.workings import Line
from mlevalkit_book.paths import read_rows

TABLE = read_rows(Path(mk.__file__).parent / "datasets" / "delong.csv")
ROWS = [{name: float(value) for name, value in row.items()} for row in TABLE]
SHARES = (
    "interval", "logit_interval", "score_interval", "test", "difference", "score_difference",
)  # fmt: skip
METHODS = "delong", "logit", "score"


@st.composite
def areas(draw):
    """Draw labels and scores, some of them equal."""
    m_pos, m_neg = (draw(st.integers(2, 12)) for _ in range(2))
    y = np.repeat([True, False], [m_pos, m_neg])
    score = draw(st.lists(st.integers(0, 8), min_size=len(y), max_size=len(y)))
    return y, np.array(score) + draw(st.sampled_from([0, 2, 9])) * y


@pytest.fixture(scope="module")
def delong():
    return simulation("delong")


@pytest.mark.parametrize(("auc", "m_pos", "m_neg"), [(0.8, 10, 30), (0.95, 20, 20)])
def test_what_is_simulated_is_the_library(delong, auc, m_pos, m_neg):
    high, low = delong.scores(auc, m_pos, m_neg, 40, np.random.default_rng(1))
    found = delong.decisions(auc, m_pos, m_neg, 40, np.random.default_rng(1))
    y = np.repeat([1, 0], [m_pos, m_neg])
    for i in range(40):
        a, b = np.concatenate([high, low], axis=2)[:, i]
        intervals = [mk.auc_confidence_interval(y, a, method=method) for method in METHODS]
        ours = [end.low <= auc <= end.high for end in intervals]
        test = mk.delong_test(y, a, b)
        worse = mk.delong_test(y, a, b - delong.WORSE * y)
        gap = auc - delong.area_of(auc, delong.WORSE)
        plain = abs(worse.auc_a - worse.auc_b - gap) <= delong.Z * worse.standard_error
        low_end, high_end = worse.confidence_interval()
        ours += [test.reject, plain, low_end <= gap <= high_end]
        assert ours == [column[i] for column in found]


def test_the_stored_table_is_made_again(delong):
    sets = 1000
    for row in ROWS[::29]:
        sizes = int(row["m_small"]), int(row["m_large"])
        found = delong.decisions(row["auc"], *sizes, sets, np.random.default_rng(3))
        for name, share in zip(SHARES, np.mean(found, axis=1), strict=True):
            spread = np.sqrt(row[name] * (1 - row[name]) / sets)
            assert abs(share - row[name]) <= 4 * spread + 0.002


def span(name, auc, few):
    """Return the lowest and the highest share, with a class of 5 or 10 or without, in per cent."""
    shares = [r[name] for r in ROWS if auc in (r["auc"], None) and (r["m_small"] <= 10) == few]
    return 100 * min(shares), 100 * max(shares)


def test_the_docstring_of_the_interval_says_what_the_table_says():
    lines = re.findall(r"^ *(0\.\d+) +(\d.*%)$", mk.auc_confidence_interval.__doc__, re.M)
    aucs = sorted({row["auc"] for row in ROWS})
    assert [float(auc) for auc, _ in lines] == aucs * 2
    for i, (auc, cells) in enumerate(lines):
        cases = [span(name, float(auc), few=i < len(aucs)) for name in SHARES[:3]]
        assert re.split(r"  +", cells) == ["{:.1f} to {:.1f} %".format(*case) for case in cases]


def test_the_docstring_of_the_test_says_what_the_table_says():
    said = " ".join(mk.delong_test.__doc__.split())
    many = {auc: span("test", auc, few=False) for auc in (0.7, 0.8, 0.9, 0.95, 0.99)}
    few = [end for auc in (0.7, 0.8) for end in span("test", auc, few=True)]
    low, high = min(many[0.7] + many[0.8]), max(many[0.7] + many[0.8])
    assert f"in {low:.1f} to {high:.1f} % of the test sets for AUCs of 0.7 and 0.8" in said
    assert f"in {min(few):.1f} to {max(few):.1f} % if one has 5 or 10" in said
    rest = ["{:.1f} to {:.1f} %".format(*many[auc]) for auc in (0.9, 0.95, 0.99)]
    assert f"in {rest[0]}, {rest[1]} and {rest[2]} for AUCs of 0.9, 0.95 and 0.99" in said
    ours = [row["score_difference"] for row in ROWS]
    assert f"covers in {100 * min(ours):.1f} to {100 * max(ours):.1f} %. DeLong's" in said
    ends = [span("difference", None, few=few) for few in (False, True)]
    plain = ["{:.1f} to {:.1f} %".format(*end) for end in ends]
    assert f"covers in {plain[0]} from 20 samples on, and in {plain[1]} with 5 or 10" in said


@given(areas())
def test_the_score_interval_is_newcombes_where_delongs_variance_is_smaller(case):
    y, score = case
    interval = mk.auc_confidence_interval(y, score)
    a = interval.estimate
    lines = {step.symbol: step.value for step in interval.working().steps if type(step) is Line}
    bar = lines["c"] * lines.get("t", lines.get("z")) ** 2
    m_pos, m_neg = y.sum(), (~y).sum()

    def variance(area):
        share = (1 - area) / (2 - area) + area / (1 + area)
        return area * (1 - area) * (1 + ((m_pos + m_neg) / 2 - 1) * share) / (m_pos * m_neg)

    for end in interval:
        assert (a - end) ** 2 == pytest.approx(bar * variance(end), abs=1e-9)
    assert 0 <= interval.low <= a <= interval.high <= 1


@given(areas(), st.randoms())
def test_the_interval_of_a_difference_keeps_between_minus_1_and_1(case, random):
    y, score = case
    other = score[random.sample(range(len(y)), len(y))]
    interval = mk.delong_test(y, score, other).confidence_interval(0.99)
    assert -1 <= interval.low <= interval.estimate <= interval.high <= 1
    low, high = mk.delong_test(y, other, score).confidence_interval(0.99)
    assert (-high, -low) == pytest.approx(tuple(interval))


@pytest.mark.parametrize(
    ("m", "low", "high", "method", "said"),
    [
        (50, 0.7, 0.8, "delong", False),
        (50, 0.9, 0.94, "delong", True),
        (50, 0.9, 0.94, "logit", False),
        (50, 0.97, 0.99, "logit", True),
        (15, 0.7, 0.8, "logit", True),
        (15, 0.7, 0.8, "score", False),
    ],
)
def test_the_working_says_where_an_interval_covers_too_rarely(m, low, high, method, said):
    y = np.repeat([1, 0], m)
    rng = np.random.default_rng(2)
    while True:
        score = rng.normal(size=2 * m) + y * rng.uniform(0.5, 3.5)
        if low < mk.roc_auc_score(y, score) < high:
            break
    words = str(mk.auc_confidence_interval.working(y, score, method=method))
    assert ("cover the true AUC less often" in words) == said


@pytest.mark.parametrize(("other", "outcome"), [([4, 3, 2, 1], "limits"), ([2, 4, 6, 8], "0/0")])
def test_without_spread_the_test_says_that_it_has_no_answer(other, outcome):
    words = str(mk.delong_test([0, 0, 1, 1], [1, 2, 3, 4], other))
    assert "no scale to measure a difference on" in words
    assert outcome in words
    assert "not to be reported" in words


@pytest.mark.parametrize("function", [mk.delong_test, mk.auc_confidence_interval])
def test_a_table_of_counts_is_the_samples_it_stands_for(function):
    rng = np.random.default_rng(5)
    y, n = rng.integers(0, 2, 30), rng.integers(1, 5, 30)
    columns = [y, rng.integers(0, 6, 30) + y, rng.integers(0, 6, 30) + y]
    columns = columns if function is mk.delong_test else columns[:2]
    each = [np.repeat(column, n) for column in columns]
    assert tuple(function(*columns, sample_weight=n)) == pytest.approx(tuple(function(*each)))
    with pytest.raises((ValueError, TypeError), match="sample_weight"):
        function(*columns, sample_weight=n / 2)
