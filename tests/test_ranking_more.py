"""All thresholds at once, the best F, P-R from ROC, many classes, the interval of the AUC."""

import math
from fractions import Fraction
from pathlib import Path

import numpy as np
import pytest
from helpers import check_working
from hypothesis import assume, given, settings, strategies as st
from sklearn import metrics

import mlevalkit as mk
from mlevalkit.ranking._interval import placements
from mlevalkit.ranking._kernel import around

E11, E13 = mk.datasets.example("2.11"), mk.datasets.example("2.13")
ASAH = np.genfromtxt(
    Path(__file__).parent / "data" / "asah.csv", delimiter=",", names=True, skip_header=2
)

scored = (
    st.lists(st.tuples(st.booleans(), st.integers(-4, 4)), min_size=2, max_size=30)
    .map(lambda rows: tuple(np.array(column) for column in zip(*rows, strict=True)))
    .filter(lambda data: 0 < data[0].sum() < len(data[0]))
)


@st.composite
def weighted(draw):
    y, s = draw(scored)
    w = np.array(draw(st.lists(st.integers(0, 3), min_size=len(y), max_size=len(y))))
    assume(w[y].any() and w[~y].any())
    return y, s, draw(st.sampled_from([w, w / 4]))


# -- confusion matrices at all thresholds -----------------------------------------------------


def test_cuts_of_example_2_11():
    tns, fps, fns, tps, thresholds = mk.confusion_matrix_at_thresholds(*E11)
    printed = (
        ".9:1,0 .86:3,0 .8:4,0 .75:5,0 .74:6,0 .67:6,1 .62:7,1 .56:7,2 .55:8,2 .52:9,2 .5:9,3 "
        ".47:11,3 .44:11,4 .43:11,5 .4:11,7 .35:11,8 .1:11,9"
    )
    got = " ".join(
        f"{t:g}:{a},{b}".removeprefix("0") for t, a, b in zip(thresholds, tps, fps, strict=True)
    )
    assert got == printed
    assert (tps + fns == 11).all()
    assert (tns + fps == 9).all()


@given(weighted())
def test_counts_are_scikit_learns(data):
    y, s, w = data
    ours = mk.confusion_matrix_at_thresholds(y, s, sample_weight=w)
    theirs = metrics.confusion_matrix_at_thresholds(y, s, sample_weight=w)
    for a, b in zip(ours, theirs, strict=True):
        np.testing.assert_allclose(a, b, atol=1e-12)


def test_strings_and_whole_numbers():
    y = np.array(["ham", "spam", "eggs", "spam"])
    *counts, _ = mk.confusion_matrix_at_thresholds(y, [1, 2, 3, 4], pos_label="spam")
    theirs = metrics.confusion_matrix_at_thresholds(y, [1, 2, 3, 4], pos_label="spam")
    for a, b in zip(counts, theirs, strict=False):
        assert a.tolist() == b.tolist()
        assert a.dtype.kind == "i"


# -- any measure at all thresholds ------------------------------------------------------------

NAMES = ["accuracy_score", "precision_score", "recall_score", "f1_score", "fbeta_score"]
PARAMS = {"fbeta_score": {"beta": 2.0}}


@pytest.mark.parametrize("name", NAMES)
@settings(max_examples=30)
@given(data=weighted())
def test_measures_at_thresholds_are_scikit_learns(name, data):
    y, s, w = data
    params = PARAMS.get(name, {})
    theirs = metrics.metric_at_thresholds(
        y, s, getattr(metrics, name), sample_weight=w, metric_params=params
    )
    for home in (mk, metrics):
        measure = getattr(home, name)
        ours = mk.metric_at_thresholds(y, s, measure, sample_weight=w, metric_params=params)
        np.testing.assert_allclose(ours[0], theirs[0], atol=1e-12)
        np.testing.assert_array_equal(ours[1], theirs[1])


@pytest.mark.parametrize("name", [*NAMES, "error_rate"])
@settings(max_examples=30)
@given(data=weighted())
def test_short_way_is_the_long_way(name, data):
    y, s, w = data
    measure, params = getattr(mk, name), PARAMS.get(name, {})

    def in_disguise(y_true, y_pred, **options):
        return measure(y_true, y_pred, **options)

    short = mk.metric_at_thresholds(y, s, measure, sample_weight=w, metric_params=params)
    long = mk.metric_at_thresholds(y, s, in_disguise, sample_weight=w, metric_params=params)
    np.testing.assert_allclose(short[0], long[0], atol=1e-12)
    np.testing.assert_array_equal(short[1], long[1])


def test_f1_of_example_2_11():
    f1, thresholds = mk.metric_at_thresholds(*E11, mk.f1_score)
    assert (f1.max(), thresholds[f1.argmax()]) == (0.88, 0.47)
    quiet = mk.metric_at_thresholds(*E11, mk.f1_score, metric_params={"zero_division": 0})
    assert quiet[0].tolist() == f1.tolist()


def test_short_way_never_calls_the_measure_again_and_again(monkeypatch):
    calls = []

    def f1_score(y_true, y_pred, **options):
        calls.append(len(y_pred))
        return mk.f1_score(y_true, y_pred, **options)

    mk.metric_at_thresholds(*E11, f1_score)
    assert len(calls) == 17
    f1_score.__module__ = "mlevalkit.somewhere"
    calls.clear()
    mk.metric_at_thresholds(*E11, f1_score)
    assert not calls
    mk.metric_at_thresholds(*E11, f1_score, metric_params={"average": "macro"})
    assert len(calls) == 17


@pytest.mark.parametrize(
    ("measure", "params"),
    [
        (metrics.f1_score, {"average": "macro"}),
        (metrics.f1_score, {"pos_label": 0, "zero_division": 0}),
        (metrics.accuracy_score, {"normalize": False}),
        (metrics.precision_recall_fscore_support, {"average": "binary", "zero_division": 0}),
        (metrics.confusion_matrix, {}),
        (metrics.fbeta_score, {"beta": math.inf}),
    ],
)
def test_other_measures_are_called(measure, params):
    if params.get("average") == "binary":

        def measure(y, p, **options):
            return metrics.precision_recall_fscore_support(y, p, **options)[:3]

    with np.errstate(all="ignore"):
        ours, thresholds = mk.metric_at_thresholds(*E11, measure, metric_params=params)
        theirs, _ = metrics.metric_at_thresholds(*E11, measure, metric_params=params)
    np.testing.assert_allclose(ours, theirs)
    assert len(thresholds) == len(ours) == 17


def test_wrong_parameters_of_a_known_measure_are_told():
    with pytest.raises(ValueError, match="beta"):
        mk.metric_at_thresholds(*E11, mk.fbeta_score, metric_params={"beta": -1})
    with pytest.raises(TypeError, match="beta"):
        mk.metric_at_thresholds(*E11, mk.fbeta_score)
    with pytest.raises(ValueError, match="zero_division"):
        mk.metric_at_thresholds(*E11, mk.f1_score, metric_params={"zero_division": 2})
    with pytest.raises(ValueError, match="pos_label"):  # as f1_score itself says
        mk.metric_at_thresholds(
            ["a", "b"], [1, 2], lambda y, p: mk.f1_score(y == "a", p, pos_label=2)
        )


# -- the best F -------------------------------------------------------------------------------


@settings(max_examples=30)
@given(weighted(), st.sampled_from([0.0, 0.5, 1.0, 2.0]))
def test_best_f_is_the_highest(data, beta):
    y, s, w = data
    best = mk.best_f_threshold(y, s, beta=beta, sample_weight=w)
    every = {t: metrics.fbeta_score(y, s >= t, beta=beta, sample_weight=w) if beta else
             metrics.precision_score(y, s >= t, sample_weight=w, zero_division=0)
             for t in set(s.tolist())}  # fmt: skip
    assert best.score == pytest.approx(max(every.values()))
    assert best.threshold == max(t for t, f in every.items() if f >= best.score * (1 - 1e-12))
    predicted = s >= best.threshold
    assert best.precision == pytest.approx(metrics.precision_score(y, predicted, sample_weight=w))
    assert best.recall == pytest.approx(metrics.recall_score(y, predicted, sample_weight=w))
    check_working(best.working(), best.score)


def test_best_f_of_example_2_11():
    threshold, score = best = mk.best_f_threshold(*E11)
    assert (threshold, score) == (0.47, 0.88)
    assert repr(best) == "BestF(threshold=0.47, score=0.8800)"
    assert "(2.10)   F1 = 2·P·R / (P + R) = 2 · 11/14 · 1 / (11/14 + 1) = 22/25" in str(best)
    assert "<table>" in best._repr_html_()
    assert "(2.11)" in str(mk.best_f_threshold(*E11, beta=0.5).working())


def test_best_f_of_hardly_any_positives():
    best = mk.best_f_threshold([1, 0, 1, 0], [0, 2, 4, 6], sample_weight=[5e-324, 0, 1e-300, 1])
    assert (best.threshold, best.recall) == (4, 1)
    check_working(best.working(), best.score)


def test_rows_around_the_best():
    assert list(around(0, 3)) == [0, 1, 2]
    assert list(around(0, 20)) == list(range(9))
    assert list(around(10, 20)) == list(range(6, 15))
    assert list(around(19, 20)) == list(range(11, 20))


# -- P-R from ROC -----------------------------------------------------------------------------


@settings(max_examples=30)
@given(weighted(), st.floats(0.001, 0.999))
def test_precision_from_roc_is_the_p_r_curve(data, prior):
    y, s, w = data
    fpr, tpr, _ = mk.roc_curve(y, s, sample_weight=w, drop_intermediate=False)
    share = w[y].sum() / w.sum()
    own = mk.precision_from_roc(fpr, tpr, share)
    p, r, _ = mk.precision_recall_curve(y, s, sample_weight=w)
    np.testing.assert_allclose(own, p[::-1], atol=1e-12)
    np.testing.assert_allclose(tpr, r[::-1], atol=1e-12)  # R = TPR
    # Another share of positives: weigh them so that they make it up.
    again = np.where(y, w * prior / w[y].sum(), w * (1 - prior) / w[~y].sum())
    p, _, _ = mk.precision_recall_curve(y, s, sample_weight=again)
    np.testing.assert_allclose(mk.precision_from_roc(fpr, tpr, prior), p[::-1], atol=1e-9)


def test_precision_from_roc_at_the_ends():
    assert mk.precision_from_roc(0, 0, 0.5) == 1
    assert mk.precision_from_roc(0, 0, 0.5, zero_division=0) == 0
    assert math.isnan(mk.precision_from_roc(0.0, 1.0, 0, zero_division=math.nan))
    assert mk.precision_from_roc(np.float64(0.5), 1, 0) == 0
    assert mk.precision_from_roc([0, 1], [0, 1], 0.25).tolist() == [1, 0.25]
    assert "-> 1" in str(mk.precision_from_roc.working(0, 0, 0.5))


def test_share_of_positives_moves_p_r_and_not_roc():  # inventory, claim of S4
    rng = np.random.default_rng(0)
    for share, expected in ((0.5, 0.775), (0.2, 0.463), (0.05, 0.153)):
        y = rng.random(200_000) < share
        s = rng.normal(size=len(y)) + 1.5 * y
        assert mk.roc_auc_score(y, s) == pytest.approx(0.8556, abs=0.01)
        assert mk.precision_score(y, s >= 0.75) == pytest.approx(expected, abs=0.01)
        tail = [math.erfc(z / math.sqrt(2)) / 2 for z in (0.75, -0.75)]
        assert mk.precision_from_roc(*tail, share) == pytest.approx(expected, abs=0.005)


# -- many classes -----------------------------------------------------------------------------


@st.composite
def many(draw):
    y = np.array(draw(st.lists(st.integers(0, 3), min_size=4, max_size=30)))
    k = len(np.unique(y))
    assume(k > 2)
    raw = np.array(draw(st.lists(st.lists(st.integers(1, 5), min_size=k, max_size=k),
                                 min_size=len(y), max_size=len(y))))  # fmt: skip
    w = np.array(draw(st.lists(st.integers(1, 3), min_size=len(y), max_size=len(y))))
    return y, raw / raw.sum(axis=1, keepdims=True), w


@settings(max_examples=30)
@given(many(), st.sampled_from(["macro", "weighted", "micro", None]))
def test_one_vs_rest_auc_is_scikit_learns(data, average):
    y, s, w = data
    for weight in (None, w, w / 4):
        options = {"multi_class": "ovr", "average": average, "sample_weight": weight}
        ours = mk.roc_auc_score(y, s, **options)
        np.testing.assert_allclose(ours, metrics.roc_auc_score(y, s, **options), atol=1e-12)
        check_working(mk.roc_auc_score.working(y, s, **options))


@settings(max_examples=30)
@given(many(), st.sampled_from(["macro", "weighted"]))
def test_one_vs_one_auc_is_scikit_learns(data, average):
    y, s, _ = data
    options = {"multi_class": "ovo", "average": average}
    ours = mk.roc_auc_score(y, s, **options)
    assert ours == pytest.approx(metrics.roc_auc_score(y, s, **options))
    check_working(mk.roc_auc_score.working(y, s, **options), ours)


def test_columns_follow_labels():
    y, s = (
        np.array(["x", "y", "z", "z"]),
        np.array([[5, 3, 2], [1, 7, 2], [4, 4, 2], [0, 1, 9]]) / 10,
    )
    plain = mk.roc_auc_score(y, s, multi_class="ovr", average=None)
    turned = mk.roc_auc_score(
        y, s[:, [2, 0, 1]], multi_class="ovr", average=None, labels=["z", "x", "y"]
    )
    assert turned.tolist() == plain[[2, 0, 1]].tolist()
    curves = mk.one_vs_rest_curves(y, s)
    assert list(curves) == ["x", "y", "z"]
    areas = [mk.auc(fpr, tpr) for fpr, tpr, _ in curves.values()]
    np.testing.assert_allclose(areas, plain)


@settings(max_examples=30)
@given(many())
def test_curves_are_those_of_each_class(data):
    y, s, w = data
    classes = np.unique(y)
    for curve in ("roc", "precision_recall"):
        curves = mk.one_vs_rest_curves(y, s, curve=curve, sample_weight=w)
        for j, c in enumerate(classes):
            theirs = getattr(metrics, f"{curve}_curve")(y == c, s[:, j], sample_weight=w)
            for a, b in zip(curves[c], theirs, strict=True):
                np.testing.assert_allclose(a, b, atol=1e-12)
        check_working(mk.one_vs_rest_curves.working(y, s, curve=curve, sample_weight=w))


def test_two_classes_take_no_notice_of_multi_class():
    for multi_class in ("raise", "ovr", "ovo"):
        assert mk.roc_auc_score(*E13, multi_class=multi_class) == 0.68


@pytest.mark.parametrize("unit", [1, 2**58, 0.1, 1e300, 1e-320])
def test_unit_of_the_weights_does_not_matter(unit):
    y, s = E13
    w = np.arange(1, 21) % 3 * unit
    plain = mk.roc_auc_score(y, s, sample_weight=np.arange(1, 21) % 3)
    assert mk.roc_auc_score(y, s, sample_weight=w) == pytest.approx(plain, rel=1e-4)
    assert mk.ranking_loss(y, s, sample_weight=w) == pytest.approx(1 - plain, rel=1e-4)


# -- the left part of the curve ---------------------------------------------------------------


@settings(max_examples=30)
@given(weighted(), st.sampled_from([0.01, 0.1, 0.25, 0.5, 0.9, 1.0, 1]))
def test_partial_auc_is_scikit_learns(data, max_fpr):
    y, s, w = data
    ours = mk.roc_auc_score(y, s, max_fpr=max_fpr, sample_weight=w)
    theirs = metrics.roc_auc_score(y, s, max_fpr=max_fpr, sample_weight=w)
    assert ours == pytest.approx(theirs, abs=1e-9)
    check_working(mk.roc_auc_score.working(y, s, max_fpr=max_fpr, sample_weight=w), ours)


def test_partial_auc_as_proc_prints_it():
    # auc(roc1, partial.auc = c(1, 0.8)) of s100b: 0.08059, not yet stretched
    value = mk.roc_auc_score(ASAH["poor"], ASAH["s100b"], max_fpr=0.2)
    assert value == pytest.approx((1 + (0.08059 - 0.02) / (0.2 - 0.02)) / 2, abs=2e-5)


# -- the interval of the AUC ------------------------------------------------------------------


@pytest.mark.parametrize(
    ("marker", "auc", "low", "high", "variance"),
    [  # ci(roc(aSAH$outcome, aSAH$...)), var(..., method = "delong")
        ("s100b", 0.7314, 0.6301, 0.8326, 0.0026686824571724378),
        ("wfns", 0.8237, 0.7485, 0.8988, 0.0014699147088236264),
        ("ndka", 0.6120, 0.5012, 0.7227, 0.0031908105493913021),
    ],
)
def test_delong_as_proc_prints_it(marker, auc, low, high, variance):
    interval = mk.auc_confidence_interval(ASAH["poor"], ASAH[marker])
    assert [round(v, 4) for v in (interval.auc, *interval)] == [auc, low, high]
    assert interval.standard_error**2 == pytest.approx(variance, rel=1e-12)


@given(scored)
def test_delong_by_its_definition(data):
    y, s = data
    assume(2 <= y.sum() <= len(y) - 2)
    wins = (np.sign(s[y][:, None] - s[~y]) + 1) / 2
    above, below = placements(y, s)
    np.testing.assert_array_equal(above, np.sort(2 * wins.sum(axis=1)))
    np.testing.assert_array_equal(below[::-1], np.sort(2 * (1 - wins).sum(axis=0))[::-1])
    variance = wins.mean(axis=1).var(ddof=1) / y.sum() + wins.mean(axis=0).var(ddof=1) / (~y).sum()
    interval = mk.auc_confidence_interval(y, s)
    assert interval.standard_error == pytest.approx(math.sqrt(variance), abs=1e-12)
    assert interval.auc == pytest.approx(wins.mean()) == mk.roc_auc_score(y, s)


@settings(max_examples=30)
@given(
    scored,
    st.sampled_from(["delong", "hanley-mcneil"]),
    st.booleans(),
    st.sampled_from([0.5, 0.95, 0.999]),
)
def test_intervals_and_their_workings(data, method, logit, level):
    y, s = data
    assume(2 <= y.sum() <= len(y) - 2)
    options = {"method": method, "logit": logit, "confidence_level": level}
    interval = mk.auc_confidence_interval(y, s, **options)
    low, high = interval
    assert 0 <= low <= interval.auc <= high <= 1
    check_working(interval.working(), interval.auc)
    mirrored = mk.auc_confidence_interval(y, -s, **options)
    if method == "delong":  # what is lost here is won there
        assert tuple(mirrored) == pytest.approx((1 - high, 1 - low))
    steps = {
        line.symbol: line.value for line in interval.working().steps if hasattr(line, "symbol")
    }
    assert steps.get("low", low) == pytest.approx(low, abs=1e-12)
    assert steps.get("high", high) == pytest.approx(high, abs=1e-12)


def test_hanley_mcneil_is_exact_for_exponential_scores():
    rng = np.random.default_rng(0)
    m_pos, m_neg, rate = 6, 4, 1 / 3  # A = 1 / (1 + rate) = 3/4
    high = rng.exponential(1 / rate, (40_000, m_pos, 1))
    low = rng.exponential(1, (40_000, 1, m_neg))
    aucs = (high > low).mean(axis=(1, 2))
    a = Fraction(3, 4)
    q1, q2 = a / (2 - a), 2 * a**2 / (1 + a)
    variance = (a * (1 - a) + (m_pos - 1) * (q1 - a**2) + (m_neg - 1) * (q2 - a**2)) / 24
    assert aucs.mean() == pytest.approx(0.75, abs=0.003)
    assert aucs.var() == pytest.approx(float(variance), rel=0.02)
    # 18 of 24 pairs won: the same AUC, so the same standard error
    y = np.repeat([1, 0], [m_pos, m_neg])
    s = [9, 9, 9, 9, 4, 0, 1, 2, 5, 6]
    interval = mk.auc_confidence_interval(y, s, method="hanley-mcneil")
    assert interval.auc == 0.75
    assert interval.standard_error == pytest.approx(math.sqrt(variance))


def test_perfect_separation_has_no_spread():
    for logit in (False, True):
        interval = mk.auc_confidence_interval([0, 0, 1, 1], [1, 2, 3, 4], logit=logit)
        assert tuple(interval) == (1, 1)
        assert "says nothing about other samples" in str(interval)


def test_interval_covers():
    rng = np.random.default_rng(1)
    truth = (1 + math.erf(0.5)) / 2  # N(1, 1) against N(0, 1): Phi(1 / sqrt(2))
    hits = {False: 0, True: 0}
    y = np.repeat([0, 1], 60)
    for _ in range(600):
        s = rng.normal(size=120) + y
        for logit in hits:
            low, high = mk.auc_confidence_interval(y, s, logit=logit)
            hits[logit] += low <= truth <= high
    assert all(0.92 <= h / 600 <= 0.98 for h in hits.values())


def test_result_of_the_interval():
    interval = mk.auc_confidence_interval(*E13, confidence_level=0.9)
    assert repr(interval).startswith("AucInterval(auc=0.6800, low=0.47")
    assert "95 in 100" not in str(interval)
    assert "90 in 100" in str(interval)
    assert 'lang="zh"' in interval._repr_html_()
    with pytest.raises(AttributeError):
        interval.low = 0


# -- workings and wrong input -----------------------------------------------------------------


def test_workings():
    check_working(mk.confusion_matrix_at_thresholds.working(*E11))
    check_working(mk.precision_from_roc.working(0.1, 0.9, 0.01), 0.009 / 0.108)
    check_working(mk.precision_from_roc.working([0, 0.1, 1], [0, 0.9, 1], 0.01))
    walk = mk.metric_at_thresholds.working(*E11, mk.f1_score)
    check_working(walk)
    assert "12       0.47   2   0  11   3    0.88" in str(walk)
    two = mk.metric_at_thresholds.working(*E11, lambda y, p: (p.sum(), len(p)))
    assert "value_2" in str(two)
    numbers = mk.metric_at_thresholds(*E11, mk.f1_score)[0]
    np.testing.assert_array_equal(walk.value[0], numbers)
    other = mk.metric_at_thresholds.working(["a", "b"], [1, 2], lambda y, p: p.sum())
    assert str(other).split() == ["threshold", "value", "2", "1", "1", "2"]


WEIGHT = np.arange(20) % 3 + 1


@pytest.mark.parametrize(
    "function",
    [mk.roc_curve, mk.precision_recall_curve, mk.average_precision_score, mk.ranking_loss,
     mk.break_even_point, mk.best_f_threshold, mk.confusion_matrix_at_thresholds],
)  # fmt: skip
def test_positive_class_and_weights_are_heard_in_result_and_working(function):
    def shown(y, **options):
        result = function(y, E13[1], **options)
        own = getattr(result, "working", None)
        return str(result), str(own() if own else function.working(y, E13[1], **options))

    words = np.where(E13[0] == 1, "fine", "spoilt")
    heard = shown(words, pos_label="fine", sample_weight=WEIGHT)
    assert heard == shown(E13[0], sample_weight=WEIGHT)
    assert heard[1] != shown(E13[0])[1]


@pytest.mark.parametrize("y", [[1, 1, 0], [1, 0, 0], [0, 1, 1], [0, 0, 1], [1, 0, 1], [0, 1, 0]])
def test_three_points_of_which_one_lies_between(y):
    s = [3, 2, 1]
    for name in ("precision_recall_curve", "roc_curve"):
        ours = getattr(mk, name)(y, s, drop_intermediate=True)
        theirs = getattr(metrics, name)(y, s, drop_intermediate=True)
        for a, b in zip(ours, theirs, strict=True):
            np.testing.assert_array_equal(a, b)


def test_working_of_the_auc_to_the_letter():
    assert (
        str(mk.roc_auc_score.working([1, 0, 1], [3, 2, 2]))
        == """\
Of all pairs of a positive and a negative sample: won if the positive one has the higher score, \
lost if the lower.
(2.21)   l_rank = (lost + tied / 2) / (won + tied + lost) = (0 + 1 / 2) / (1 + 1 + 0) = 1/4 = 0.25
(2.22)   AUC = 1 - l_rank = 1 - 1/4 = 3/4 = 0.75
(2.20)   AUC = Σ (x_(i+1) - x_i) · (y_i + y_(i+1)) / 2 = (1 - 0) · (1/2 + 1) / 2 = 3/4 = 0.75"""
    )
    assert str(mk.auc.working([1, 1], [0, 1])).endswith("= (1 - 1) · (0 + 1) / 2 = 0")
    weighted = str(mk.roc_auc_score.working([1, 0, 1], [3, 2, 2], sample_weight=[1, 2, 3]))
    assert "= (0 + 6 / 2) / (2 + 6 + 0) = 3/8 = 0.375" in weighted


def test_the_tie_that_the_break_even_point_lies_in():
    text = str(mk.break_even_point.working([1, 0, 1, 0, 1, 1], [9, 8, 3, 3, 3, 3]))
    assert text.startswith("The tie at 3 holds 4 samples; a share s of it brings the predicted")
    assert text.endswith("(a + s · (b - a)) / m+ = (1 + 1/2 · (4 - 1)) / 4 = 5/8 = 0.625")
    everything = str(mk.break_even_point.working([1, 0, 1, 0], [3, 3, 3, 3]))
    assert everything.startswith("The tie at 3 holds 4 samples")


def test_weights_in_the_workings_of_several_classes_and_of_any_measure():
    working = mk.one_vs_rest_curves.working(ABC, ROWS, sample_weight=[1, 2, 3, 4])
    assert [row[1:3] for row in working.steps[0].rows] == [(1, 9), (2, 8), (7, 3)]
    assert working.steps[0].rows[2][-1] == pytest.approx(0.785714, abs=1e-6)
    walk = mk.metric_at_thresholds.working(
        [1, 0, 1], [3, 2, 1], mk.f1_score, sample_weight=[1, 2, 3]
    )
    assert [row[2:6] for row in walk.steps[0].rows] == [(1, 0, 1, 0), (0, 2, 1, 2), (3, 0, 4, 2)]


def test_working_of_a_point_with_another_prior_to_the_letter():
    assert (
        str(mk.precision_from_roc.working([0, 0, 0.5], [0, 0.5, 1], prior=0.3))
        == """\
the same points on both curves; R = TPR
FPR  TPR       P
  0    0       1
  0  0.5       1
0.5    1  0.4615
         P = π·TPR / (π·TPR + (1 - π) · FPR) = 0.3 · 0.5 / (0.3 · 0.5 + (1 - 0.3) · 0) = 1"""
    )
    pair = str(mk.precision_from_roc.working([0, 0.5], [0.5, 1], prior=0.3))
    assert pair.startswith("the same points on both curves")
    assert str(mk.precision_from_roc.working(0.5, 0.5, prior=0.5)).endswith(" = 0.5")


def test_the_interval_says_what_its_letters_are():
    text = str(mk.auc_confidence_interval(*E13).working())
    assert text.count("z: normal quantile for 0.95") == 1
    assert "low = max(0, A - z·SE) ≈ max(0, 17/25 - 1.95996 · 0.127017) ≈ 0.4311   z: " in text


@pytest.mark.parametrize(("steps", "cut"), [(40, False), (41, True)])
def test_a_walk_of_forty_steps_is_shown_whole(steps, cut):
    y = np.arange(steps) % 2
    assert ("..." in str(mk.roc_curve.working(y, np.arange(steps)))) == cut


@pytest.mark.parametrize("average", [None, "macro", "weighted"])
def test_working_of_more_than_two_classes(average):
    options = {"multi_class": "ovr", "average": average, "sample_weight": [1, 2, 3, 4]}
    value, w = (f(ABC, ROWS, **options) for f in (mk.roc_auc_score, mk.roc_auc_score.working))
    np.testing.assert_array_equal(w.value, value)
    table, *lines = w.steps
    assert [row[0] for row in table.rows] == ["x", "y", "z"]
    each = mk.roc_auc_score(ABC, ROWS, **{**options, "average": None})
    np.testing.assert_allclose([float(row[-1]) for row in table.rows], each)
    assert len(lines) == (average is not None)
    if lines:
        assert float(lines[0].value) == pytest.approx(value)


ROWS = np.array([[5, 3, 2], [1, 7, 2], [4, 4, 2], [0, 1, 9]]) / 10
ABC = ["x", "y", "z", "z"]
OVR = {"multi_class": "ovr"}


@pytest.mark.parametrize(
    ("function", "positional", "options", "error", "match"),
    [
        ("confusion_matrix_at_thresholds", ([1, 1], [1, 2]), {}, ValueError, "both classes"),
        ("confusion_matrix_at_thresholds", ([1, 0], [1, math.inf]), {}, ValueError, "finite"),
        ("confusion_matrix_at_thresholds", ([1, 0, 2], [1, 2, 3]), {}, ValueError, "two classes"),
        ("metric_at_thresholds", (*E11, "f1"), {}, TypeError,
         "metric_func: expected a function of y_true and y_pred, got 'f1'"),
        ("metric_at_thresholds", (*E11, mk.f1_score), {"metric_params": 2}, TypeError,
         "metric_params: expected a dict, got int"),
        ("metric_at_thresholds", ([0, 1], [1], mk.f1_score), {}, ValueError, "same length"),
        ("metric_at_thresholds", ([0, 1], [1, 2], mk.f1_score), {"sample_weight": [1, -1]},
         ValueError, "sample_weight"),
        ("best_f_threshold", E11, {"beta": -1}, ValueError, "beta: expected a finite number >= 0"),
        ("best_f_threshold", E11, {"beta": math.inf}, ValueError, "beta"),
        ("best_f_threshold", ([0, 0], [1, 2]), {}, ValueError, "both classes"),
        ("precision_from_roc", (1.5, 0.5, 0.5), {}, ValueError, "fpr: expected a finite number"),
        ("precision_from_roc", ([0, 1.5], [0, 1], 0.5), {}, ValueError,
         "fpr: expected rates from 0 to 1, got 1.5"),
        ("precision_from_roc", ([0, 1], [0, 0.5, 1], 0.5), {}, ValueError, "same length"),
        ("precision_from_roc", ([0, 1], [0, 1], 1.5), {}, ValueError, "prior"),
        ("precision_from_roc", (0, 0, 0.5), {"zero_division": "warn"}, ValueError,
         "zero_division: expected 0, 1 or NaN"),
        ("roc_auc_score", (ABC, ROWS), {}, ValueError,
         "multi_class: expected 'ovr' or 'ovo' for more than two classes"),
        ("roc_auc_score", (ABC, ROWS), {"multi_class": "all"}, ValueError, "multi_class"),
        ("roc_auc_score", (ABC, ROWS), {**OVR, "max_fpr": 0.5}, ValueError,
         "max_fpr: expected None for more than two classes, got 0.5"),
        ("roc_auc_score", (ABC, ROWS), {**OVR, "average": "samples"}, ValueError, "average"),
        ("roc_auc_score", (ABC, ROWS), {"multi_class": "ovo", "average": None}, ValueError,
         "average: expected one of 'macro', 'weighted', got None"),
        ("roc_auc_score", (ABC, ROWS), {"multi_class": "ovo", "sample_weight": [1] * 4},
         ValueError, "sample_weight: expected None with multi_class='ovo'"),
        ("roc_auc_score", (ABC, ROWS * 2), OVR, ValueError,
         "probabilities that add up to 1 in each row, got a row that adds up to 2"),
        ("roc_auc_score", (ABC, ROWS * [[0.5], [1.2], [1], [1]]), OVR, ValueError,
         "a row that adds up to 0.5"),
        ("roc_auc_score", (ABC, ROWS * [[0.8], [1.5], [1], [1]]), OVR, ValueError,
         "a row that adds up to 1.5"),
        ("roc_auc_score", ([0.5, 1, 2, 2], ROWS), OVR, ValueError, "y_true: expected class labels"),
        ("roc_auc_score", (ABC, ROWS), {**OVR, "labels": [0.5, 1, 2]}, ValueError,
         "labels: expected class labels"),
        ("precision_recall_curve", E13, {"drop_intermediate": 1}, TypeError,
         "drop_intermediate: expected True or False"),
        ("precision_from_roc", (-0.1, 0.5, 0.5), {}, ValueError, "fpr: expected a finite number"),
        ("precision_from_roc", ([0.5], ["a"], 0.5), {}, TypeError, "tpr: expected numbers"),
        ("precision_from_roc", (0.5, 0.5, -0.1), {}, ValueError, "prior: expected a finite number"),
        ("dominates", ([0, 1], [1, 2], ["a", "b"]), {}, TypeError, "y_score_b: expected numbers"),
        ("metric_at_thresholds", ([0.5, 1], [1, 2], mk.f1_score), {}, ValueError,
         "y_true: expected class labels"),
        ("auc", (["a", "b"], [0, 1]), {}, TypeError, "x: expected numbers"),
        ("auc", ([0, 1], ["a", "b"]), {}, TypeError, "y: expected numbers"),
        ("roc_auc_score", (ABC, ROWS[:, :2]), OVR, ValueError,
         r"y_score: expected 3 columns, one for each of the classes \['x', 'y', 'z'\], got shape"),
        ("roc_auc_score", (ABC, ROWS[:3]), OVR, ValueError, "same length"),
        ("roc_auc_score", (ABC, ROWS[:, 0]), OVR, ValueError, "y_score: expected 2 dimensions"),
        ("roc_auc_score", (ABC, ROWS), {**OVR, "labels": ["x", "x", "z"]}, ValueError,
         "each class once|multi_class"),
        ("roc_auc_score", (ABC, ROWS), {**OVR, "labels": ["w", "x", "y"]}, ValueError,
         r"labels: expected all labels that occur \['x', 'y', 'z'\], got none for \['z'\]"),
        ("roc_auc_score", (["x", "y", "y", "x"], ROWS), {**OVR, "labels": ["x", "y", "z"]},
         ValueError, r"y_true: expected samples of every class .* got none of \['z'\]"),
        ("roc_auc_score", (ABC, ROWS), {**OVR, "sample_weight": [0, 1, 1, 1]}, ValueError,
         "sample_weight: expected a positive weight in every class"),
        ("roc_auc_score", E13, {"max_fpr": 0}, ValueError, "max_fpr: expected a number above 0"),
        ("roc_auc_score", E13, {"max_fpr": 2}, ValueError, "max_fpr"),
        ("roc_auc_score", E13, {"max_fpr": [0.5]}, TypeError, "max_fpr"),
        ("one_vs_rest_curves", ([0.5, 1, 2, 2], ROWS), {}, ValueError, "y_true: .* class labels"),
        ("one_vs_rest_curves", (ABC, ROWS), {"labels": [0.5, 1, 2]}, ValueError,
         "labels: expected class labels"),
        ("metric_at_thresholds", ([1, 2], [1, 2], mk.f1_score), {}, ValueError, "average"),
        ("roc_auc_score", E13, {"max_fpr": -0.1}, ValueError, "max_fpr: .* from 0 to 1, got -0.1"),
        ("one_vs_rest_curves", (ABC, ROWS), {"curve": "lift"}, ValueError, "curve"),
        ("one_vs_rest_curves", (ABC, ROWS), {"labels": ["x", "x", "z"]}, ValueError,
         "labels: expected each class once"),
        ("auc_confidence_interval", ([1, 0, 0], [1, 2, 3]), {}, ValueError,
         "y_true: expected at least two samples of each class, got 1 and 2"),
        ("auc_confidence_interval", E13, {"confidence_level": 1}, ValueError, "confidence_level"),
        ("auc_confidence_interval", E13, {"confidence_level": 95}, ValueError, "confidence_level"),
        ("auc_confidence_interval", E13, {"method": "bootstrap"}, ValueError, "method"),
        ("auc_confidence_interval", E13, {"logit": "yes"}, TypeError, "logit"),
    ],
)  # fmt: skip
def test_wrong_input(function, positional, options, error, match):
    with pytest.raises(error, match=match):
        getattr(mk, function)(*positional, **options)
