"""What must hold whatever the data: invariance, duality, additivity, bounds, and every route to
the same number. Each comparison is counted for the report.
"""

import math
from dataclasses import replace
from fractions import Fraction
from functools import partial

import numpy as np
import pytest
from agreement import agree, record
from helpers import check_working
from hypothesis import assume, given, settings, strategies as st
from hypothesis.extra.numpy import arrays
from trust.test_workings import CASES, working_of

import mlevalkit as mk

FEW, MANY = 25, 500  # examples of each property: in every run, in the slow one


def examples_of(*strategies):
    """Run a property on a few examples in every run, on many where slow tests are asked for."""
    sizes = [pytest.param(FEW, id="few"), pytest.param(MANY, id="many", marks=pytest.mark.slow)]

    def decorate(test):
        def run(size):
            settings(max_examples=size, deadline=None)(given(*strategies)(test))()

        run.__name__, run.__doc__ = test.__name__, test.__doc__
        return pytest.mark.parametrize("size", sizes)(run)

    return decorate


def same(what, ours, expected, rel=1e-12, absolute=1e-15):
    agree("property", "hypothesis", what, ours, expected, rel=rel, absolute=absolute)


def holds(what, *truths):
    for truth in truths:
        assert truth, what
    record("property", "hypothesis", what, cases=len(truths))


# -- data ----------------------------------------------------------------------------------------


def whole(shape, least, most):
    """Draw whole numbers, each by itself."""
    return arrays(int, shape, elements=st.integers(least, most), fill=st.nothing())


@st.composite
def labelled(draw, classes=3):
    """True and predicted labels, and a whole weight for each sample."""
    n = draw(st.integers(1, 40))
    column = whole(n, 0, classes - 1)
    weight = whole(n, 0, 5).filter(np.any)
    return draw(column), draw(column), draw(weight)


@st.composite
def scored(draw):
    """Labels of both classes, scores with ties, and a whole weight for each sample."""
    n = draw(st.integers(2, 40))
    y = draw(whole(n, 0, 1))
    assume(0 < y.sum() < n)
    levels = draw(st.sampled_from([1, 4, 1000]))
    s = draw(whole(n, -levels, levels))
    return y, s, draw(whole(n, 1, 5))


orders = st.integers(0, 2**32 - 1).map(np.random.RandomState)
shares = st.floats(0.01, 0.99)
costs = st.integers(1, 20)

BINARY = {
    "precision": partial(mk.precision_score, zero_division=0),
    "recall": partial(mk.recall_score, zero_division=0),
    "F1": partial(mk.f1_score, zero_division=0),
}
AVERAGED = {
    "accuracy": mk.accuracy_score,
    "error rate": mk.error_rate,
    "macro F1 (2.14)": partial(mk.macro_f1, zero_division=0),
}
for average in ("macro", "micro", "weighted"):
    for name in ("precision", "recall", "F1"):
        AVERAGED[f"{name}, {average}"] = partial(BINARY[name], average=average)
RANKED = {
    "AUC": mk.roc_auc_score,
    "partial AUC": lambda y, s, **w: mk.roc_auc_score(y, s, max_fpr=0.3, **w),
    "ranking loss": mk.ranking_loss,
    "average precision": mk.average_precision_score,
    "break-even point": mk.break_even_point,
    "highest F1": lambda y, s, **w: mk.best_f_threshold(y, s, **w).score,
    "expected total cost": mk.expected_total_cost,
    "lowest cost": lambda y, s, **w: mk.best_threshold(y, s, cost_fn=3, cost_fp=2, **w).cost,
}


# -- invariance ----------------------------------------------------------------------------------


@examples_of(labelled(), orders)
def test_order_of_samples(data, order):
    y, p, w = data
    new = order.permutation(len(y))
    for name, measure in AVERAGED.items():
        moved = measure(y[new], p[new], sample_weight=w[new])
        same(f"order of samples: {name}", moved, measure(y, p, sample_weight=w))


@examples_of(labelled(), st.permutations(["q", "c", "x"]))
def test_names_of_classes(data, names):
    y, p, w = data
    called = np.array(names)
    for name, measure in AVERAGED.items():
        renamed = measure(called[y], called[p], sample_weight=w)
        same(f"names of classes: {name}", renamed, measure(y, p, sample_weight=w))
    table = mk.confusion_matrix(called[y], called[p], labels=names, sample_weight=w)
    expected = mk.confusion_matrix(y, p, labels=[0, 1, 2], sample_weight=w)
    same("names of classes: confusion matrix", table, expected)


MAPS = {
    "exp": lambda s: np.exp(s / 100),
    "cube": lambda s: s.astype(float) ** 3,
    "ranks": lambda s: np.searchsorted(np.unique(s), s),
    "arctan": lambda s: np.arctan(s / 50),
    "next floats": lambda s: 1 + np.searchsorted(np.unique(s), s) * 2**-52,
}


@examples_of(scored(), orders, st.sampled_from(list(MAPS)), st.integers(2, 9))
def test_what_changes_no_measure_of_scores(data, order, way, unit):
    y, s, w = data
    new, mapped = order.permutation(len(y)), MAPS[way](s)
    for what, (labels, scores, weights) in {
        "order of samples": (y[new], s[new], w[new]),
        "monotone map of scores": (y, mapped, w),
        "unit of weights": (y, s, w * unit),
        "weights are copies": (np.repeat(y, w), np.repeat(s, w), None),
    }.items():
        for name, measure in RANKED.items():
            changed = measure(labels, scores, sample_weight=weights)
            same(f"{what}: {name}", changed, measure(y, s, sample_weight=w))
    for curve in (mk.roc_curve, mk.precision_recall_curve):
        same(f"monotone map of scores: {curve.__name__}",
             curve(y, mapped, sample_weight=w)[:2], curve(y, s, sample_weight=w)[:2])  # fmt: skip


# -- duality -------------------------------------------------------------------------------------


@examples_of(scored())
def test_negated_scores(data):
    y, s, w = data
    auc = mk.roc_auc_score(y, s, sample_weight=w)
    same("AUC of negated scores is 1 - AUC", mk.roc_auc_score(y, -s, sample_weight=w), 1 - auc)
    same("AUC with the classes exchanged is 1 - AUC",
         mk.roc_auc_score(1 - y, s, sample_weight=w), 1 - auc)  # fmt: skip
    same("both: the same AUC", mk.roc_auc_score(1 - y, -s, sample_weight=w), auc)
    fpr, tpr, _ = mk.roc_curve(y, s, sample_weight=w, drop_intermediate=False)
    other, one, _ = mk.roc_curve(1 - y, -s, sample_weight=w, drop_intermediate=False)
    same("both: the ROC curve mirrored at the diagonal", [1 - tpr[::-1], 1 - fpr[::-1]],
         [other, one])  # fmt: skip


@examples_of(scored(), costs, costs)
def test_classes_exchanged_with_their_costs(data, cost_fn, cost_fp):
    y, s, w = data
    one = mk.best_threshold(y, s, cost_fn=cost_fn, cost_fp=cost_fp, sample_weight=w)
    other = mk.best_threshold(1 - y, -s, cost_fn=cost_fp, cost_fp=cost_fn, sample_weight=w)
    same("classes exchanged with their costs: the same lowest cost", one.cost, other.cost)
    one, other = (mk.expected_total_cost(*d, sample_weight=w) for d in ((y, s), (1 - y, -s)))
    same("classes exchanged: the same area under the cost curve", one, other)


@examples_of(labelled(2))
def test_precision_and_recall_exchanged(data):
    y, p, w = data
    table = mk.confusion_matrix(y, p, labels=[0, 1], sample_weight=w)
    turned = mk.confusion_matrix(p, y, labels=[0, 1], sample_weight=w)
    same("truth and prediction exchanged: the confusion matrix transposed", turned, table.T)
    for one, other in (("precision", "recall"), ("recall", "precision"), ("F1", "F1")):
        same(f"truth and prediction exchanged: {one} is {other}",
             BINARY[one](p, y, sample_weight=w), BINARY[other](y, p, sample_weight=w))  # fmt: skip


@examples_of(scored())
def test_precision_recall_from_roc(data):
    y, s, w = data
    fpr, tpr, _ = mk.roc_curve(y, s, sample_weight=w, drop_intermediate=False)
    prior = np.average(y, weights=w)
    precision, recall, _ = mk.precision_recall_curve(y, s, sample_weight=w)
    same("P-R curve from the ROC curve and the prior",
         [mk.precision_from_roc(fpr[1:], tpr[1:], prior), tpr[1:]],
         [precision[-2::-1], recall[-2::-1]])  # fmt: skip


# -- additivity ----------------------------------------------------------------------------------


@examples_of(labelled(), st.integers(0, 40))
def test_parts_add_up(data, cut):
    y, p, w = data
    parts = [d for d in (slice(None, cut), slice(cut, None)) if w[d].any()]
    options = [{"labels": [0, 1, 2], "sample_weight": w[d]} for d in parts]
    tables = [mk.confusion_matrix(y[d], p[d], **o) for d, o in zip(parts, options, strict=True)]
    whole = mk.confusion_matrix(y, p, labels=[0, 1, 2], sample_weight=w)
    same("confusion matrices of parts add up", sum(tables), whole)
    rates = [w[d].sum() * mk.error_rate(y[d], p[d], sample_weight=w[d]) for d in parts]
    same("errors of parts add up", sum(rates), w.sum() * mk.error_rate(y, p, sample_weight=w))
    squares = [w[d].sum() * mk.mean_squared_error(y[d], p[d], sample_weight=w[d]) for d in parts]
    expected = w.sum() * mk.mean_squared_error(y, p, sample_weight=w)
    same("squared errors of parts add up", sum(squares), expected)
    counts = mk.one_vs_rest_counts(y, p, labels=[0, 1, 2], sample_weight=w).values()
    same("one against the rest: TP + FP + FN + TN of each class is the sample",
         [sum((c.TP, c.FP, c.FN, c.TN)) for c in counts], [w.sum()] * 3)  # fmt: skip


# -- bounds --------------------------------------------------------------------------------------


@examples_of(scored(), labelled())
def test_bounds(data, predicted):
    y, s, w = data
    for name, measure in RANKED.items():
        value = measure(y, s, sample_weight=w)
        holds(f"{name} is at least 0", value >= 0)
        # a lowest cost may be as dear as one error of a kind on every sample
        holds(f"{name} has its upper bound", value <= (3 if name == "lowest cost" else 1))
    holds("the area under the cost curve is at most 1/4",
          mk.expected_total_cost(y, s, sample_weight=w) <= 0.25 + 1e-15)  # fmt: skip
    y, p, w = predicted
    for name, measure in AVERAGED.items():
        holds(f"{name} lies from 0 to 1", 0 <= measure(y, p, sample_weight=w) <= 1 + 1e-15)
    p_, r, f = (BINARY[name](y == 1, p == 1, sample_weight=w) for name in BINARY)
    holds("F1 lies between precision and recall", min(p_, r) - 1e-15 <= f <= max(p_, r) + 1e-15)


# -- every route to the same number --------------------------------------------------------------


@examples_of(scored())
def test_routes_to_the_auc(data):
    y, s, w = data
    won = Fraction(0)
    for i in np.flatnonzero(y):
        for j in np.flatnonzero(1 - y):
            pair = int(w[i]) * int(w[j])
            won += pair * Fraction(int(np.sign(s[i] - s[j])) + 1, 2)
    exact = won / (int(w[y == 1].sum()) * int(w[y == 0].sum()))
    corners, *_ = curves = [
        mk.roc_curve(y, s, sample_weight=w),
        mk.roc_curve(y, s, sample_weight=w, drop_intermediate=False),
        mk.one_vs_rest_curves(y, np.stack([-s, s], axis=1), sample_weight=w)[1],
    ]
    routes = {
        "roc_auc_score": mk.roc_auc_score(y, s, sample_weight=w),
        "1 - ranking loss (2.22)": 1 - mk.ranking_loss(y, s, sample_weight=w),
        "trapezoids (2.20)": mk.auc(*corners[:2]),
        "trapezoids, every point": mk.auc(*curves[1][:2]),
        "the range 0 to 1 of a partial AUC": mk.roc_auc_score(y, s, sample_weight=w, max_fpr=1),
        "the curve of one class against the rest": mk.auc(*curves[2][:2]),
        "copies instead of weights": mk.roc_auc_score(np.repeat(y, w), np.repeat(s, w)),
    }
    for name, value in routes.items():
        same(f"AUC, pairs counted one by one, and by {name}", value, exact)


@examples_of(scored(), st.sampled_from([0.5, 1.0, 2.0]))
def test_routes_to_f(data, beta):
    y, s, w = data
    _, fp, fn, tp, thresholds = mk.confusion_matrix_at_thresholds(y, s, sample_weight=w)
    fs, at = mk.metric_at_thresholds(
        y, s, mk.fbeta_score, sample_weight=w, metric_params={"beta": beta, "zero_division": 0}
    )
    same("thresholds by two routes", at, thresholds)
    same("F at all thresholds, and from counts",
         fs, (1 + beta**2) * tp / ((1 + beta**2) * tp + beta**2 * fn + fp))  # fmt: skip
    same("F at all thresholds, and one call for each", fs,
         [mk.fbeta_score(y, s >= t, beta=beta, zero_division=0, sample_weight=w)
          for t in thresholds])  # fmt: skip
    best = mk.best_f_threshold(y, s, beta=beta, sample_weight=w)
    same("the highest F, and the highest of all", best.score, max(fs))
    precision, recall, _ = mk.precision_recall_curve(y, s, sample_weight=w)
    same("precision from the curve and from counts", precision[-2::-1], tp / (tp + fp))
    same("recall from the curve and from counts", recall[-2::-1], tp / (tp + fn))
    same("average precision, and its sum of steps",
         mk.average_precision_score(y, s, sample_weight=w),
         math.fsum(np.diff(recall[::-1]) * precision[-2::-1]))  # fmt: skip


@examples_of(labelled())
def test_routes_to_the_averages(data):
    y, p, w = data
    table = mk.confusion_matrix(y, p, labels=[0, 1, 2], sample_weight=w)
    tp, predicted, true = table.diagonal(), table.sum(axis=0), table.sum(axis=1)
    precision = np.divide(tp, predicted, out=np.zeros(3), where=predicted > 0)
    recall = np.divide(tp, true, out=np.zeros(3), where=true > 0)
    total = predicted + true
    f1 = np.divide(2 * tp, total, out=np.zeros(3), where=total > 0)
    options = {"labels": [0, 1, 2], "sample_weight": w, "zero_division": 0}
    all_at_once = mk.precision_recall_fscore_support(y, p, **options)
    same("precision, recall, F1, support: all at once, and from the table",
         all_at_once, [precision, recall, f1, true])  # fmt: skip
    report = mk.classification_report(y, p, output_dict=True, **options)
    for k in range(3):
        same("the report, and from the table", list(report[str(k)].values()),
             [precision[k], recall[k], f1[k], true[k]])  # fmt: skip
    for name, measure, values in (
        ("precision", mk.precision_score, precision),
        ("recall", mk.recall_score, recall),
        ("F1", mk.f1_score, f1),
    ):
        same(f"macro {name}, and the mean over classes",
             measure(y, p, average="macro", **options), values.mean())  # fmt: skip
        same(f"micro {name} is the accuracy", measure(y, p, average="micro", **options),
             mk.accuracy_score(y, p, sample_weight=w))  # fmt: skip
    same("error rate is 1 - accuracy", mk.error_rate(y, p, sample_weight=w),
         1 - mk.accuracy_score(y, p, sample_weight=w))  # fmt: skip
    same("cost-sensitive error of equal costs is the error rate",
         mk.cost_sensitive_error(y, p, cost_matrix=1 - np.eye(3), labels=[0, 1, 2],
                                 sample_weight=w),
         mk.error_rate(y, p, sample_weight=w))  # fmt: skip


@examples_of(scored(), costs, costs, shares)
def test_routes_to_the_cost(data, cost_fn, cost_fp, prior):
    y, s, w = data
    given_costs = {"cost_fn": cost_fn, "cost_fp": cost_fp, "prior": prior, "sample_weight": w}
    best = mk.best_threshold(y, s, **given_costs)
    curve = mk.cost_curve(y, s, sample_weight=w)
    at = mk.positive_cost(prior, cost_fn=cost_fn, cost_fp=cost_fp)
    same("P(+)cost by two routes", best.positive_cost, at)
    same("the lowest cost, and the cost curve there", best.normalized_cost,
         np.interp(at, curve.positive_cost, curve.normalized_cost))  # fmt: skip
    lines = curve.fpr * (1 - at) + curve.fnr * at
    same("the cost curve, and the lowest of all lines", best.normalized_cost, lines.min())
    pred = (s >= best.threshold).astype(int)
    same("the lowest cost, and the cost of its predictions", best.cost,
         mk.cost_sensitive_error(y, pred, **given_costs))  # fmt: skip
    same("normalized cost by two routes", best.normalized_cost,
         mk.normalized_cost(y, pred, **given_costs))  # fmt: skip
    same("the area under the cost curve, and by trapezoids",
         mk.expected_total_cost(y, s, sample_weight=w), mk.auc(*curve))  # fmt: skip


rates = st.lists(st.integers(0, 50), min_size=3, max_size=12).map(lambda r: np.array(r) / 50)


@examples_of(rates, st.integers(0, 50), st.data())
def test_routes_to_the_tests_of_two(errors, rate, data):
    other = np.array(data.draw(st.permutations(errors.tolist())))
    paired = mk.paired_t_test(errors, other)
    same("paired t of a pair exchanged: the other sign, the same p",
         [-paired.statistic, paired.pvalue], list(mk.paired_t_test(other, errors)))  # fmt: skip
    alone = mk.t_test(errors, rate / 50)
    against = mk.paired_t_test(errors, np.full(len(errors), rate / 50))
    same("paired t against a constant is the t test, up to its sign", abs(against.statistic),
         abs(alone.statistic), rel=1e-10)  # fmt: skip
    same("the p-value of it", against.pvalue, alone.pvalue, rel=1e-9)


@examples_of(labelled(2), st.data())
def test_routes_to_mcnemar(data, more):
    y, a, _ = data
    b = more.draw(whole(len(y), 0, 1))
    right_a, right_b = a == y, b == y
    table = [
        [np.sum(right_b & right_a), np.sum(right_b & ~right_a)],
        [np.sum(~right_b & right_a), np.sum(~right_b & ~right_a)],
    ]
    for exact in (False, True):
        one = mk.mcnemar_test(y, a, b, exact=exact)
        name = "exact McNemar" if exact else "McNemar"
        by_table = mk.mcnemar_test(table=table, exact=exact)
        same(f"{name} from predictions and from the table", list(one), list(by_table))
        turned = mk.mcnemar_test(y, b, a, exact=exact)
        same(f"{name} with the learners exchanged", list(one), list(turned))


@st.composite
def score_tables(draw):
    n, k = draw(st.integers(2, 8)), draw(st.integers(2, 6))
    return draw(whole((n, k), 0, draw(st.sampled_from([2, 100]))))


@examples_of(score_tables(), st.booleans(), orders)
def test_routes_to_friedman(scores, corrected, order):
    n, k = scores.shape
    test = partial(mk.friedman_test, tie_correction=corrected)
    one = test(scores)
    units = scores * order.randint(1, 9, (n, 1)) + order.randint(0, 9, (n, 1))
    statistics = [one.statistic, one.chi2, one.pvalue]
    for what, other in {
        "from ranks": test(ranks=one.ranks),
        "rows in another order": test(scores[order.permutation(n)]),
        "columns in another order": test(scores[:, order.permutation(k)]),
        "errors instead of scores": test(-scores, greater_is_better=False),
        "each row in its own unit": test(units),
    }.items():
        same(f"Friedman: {what}", [other.statistic, other.chi2, other.pvalue], statistics)
    means = [Fraction(sum(map(Fraction, column)), n) for column in one.ranks.T.tolist()]
    spread = sum(r * r for r in means) - Fraction(k * (k + 1) ** 2, 4)
    exact = Fraction(12 * n, k * (k + 1)) * spread
    if not corrected:
        same("Friedman (2.34), and in exact fractions", one.chi2, exact)
    nemenyi = mk.nemenyi_test(scores)
    above = nemenyi.statistic > nemenyi.critical_value
    holds("Nemenyi: pairs differ by p, by the statistic, and by the critical difference",
          np.array_equal(nemenyi.reject, above),
          np.array_equal(nemenyi.reject, nemenyi.pvalue < 0.05),
          np.array_equal(above, np.abs(np.subtract.outer(nemenyi.mean_ranks, nemenyi.mean_ranks))
                         > nemenyi.critical_difference))  # fmt: skip
    if k == 2:  # the range of two is the difference of two
        away = abs(nemenyi.mean_ranks[0] - nemenyi.mean_ranks[1]) * math.sqrt(n)
        same("Nemenyi of two learners is a normal test", nemenyi.pvalue[0, 1],
             math.erfc(away / math.sqrt(2)), rel=1e-9)  # fmt: skip


@examples_of(st.integers(0, 60), st.integers(1, 60), shares, st.sampled_from([0.01, 0.05, 0.3]))
def test_routes_to_the_binomial_test(errors, m, rate, alpha):
    assume(errors <= m)
    result = mk.binomial_test(errors, m, error_rate_0=rate, alpha=alpha)
    q = Fraction(rate)
    tail = sum(math.comb(m, e) * q**e * (1 - q) ** (m - e) for e in range(errors, m + 1))
    same("binomial test, and the sum of exact fractions", result.pvalue, tail)
    limit = mk.binomial_critical_value(m, rate, alpha=alpha)
    holds("rejected by p where the error rate exceeds the critical one",
          result.reject == (errors / m > limit) == (result.pvalue < alpha))  # fmt: skip
    likely = [mk.error_likelihood(e, m, rate) for e in range(m + 1)]
    same("likelihoods of all counts add up to 1", math.fsum(likely), 1)
    interval = mk.error_rate_interval(errors, m, confidence_level=1 - 2 * alpha)
    if errors:
        upper = mk.binomial_test(errors, m, error_rate_0=float(interval.low), alpha=alpha).pvalue
        same("the exact interval ends where the binomial test would reject", upper, alpha, rel=1e-9)


values = st.lists(st.tuples(*[st.integers(-100, 100)] * 2), min_size=2, max_size=30)


@examples_of(values, st.integers(1, 50), st.integers(-9, 9))
def test_errors_of_numbers(pairs, unit, shift):
    y, p = np.array(pairs).T
    n = len(y)
    mse, mae = mk.mean_squared_error(y, p), mk.mean_absolute_error(y, p)
    same("MSE, and in exact fractions", mse, Fraction(sum((a - b) ** 2 for a, b in pairs), n))
    same("MAE, and in exact fractions", mae, Fraction(sum(abs(a - b) for a, b in pairs), n))
    same("RMSE squared is MSE", mk.root_mean_squared_error(y, p) ** 2, mse)
    same("MSE in another unit", mk.mean_squared_error(unit * y, unit * p), unit**2 * mse)
    same("MSE of shifted numbers", mk.mean_squared_error(y + shift, p + shift), mse)
    same("MSE with truth and prediction exchanged", mk.mean_squared_error(p, y), mse)
    holds("MAE is at most RMSE", mae <= math.sqrt(mse) * (1 + 1e-15))
    mean = Fraction(sum(y.tolist()), n)
    spread = sum((a - mean) ** 2 for a in y.tolist())
    if spread:
        exact = 1 - sum(Fraction((a - b) ** 2) for a, b in pairs) / spread
        same("R2, and in exact fractions", mk.r2_score(y, p), exact, absolute=1e-12)


@examples_of(st.data(), st.integers(1, 6), st.integers(1, 8), st.booleans())
def test_decompositions_add_up(data, n_sets, m, noisy):
    grid = whole((n_sets, m), 0, 2)
    predictions, y = data.draw(grid), data.draw(whole(m, 0, 2))
    labels = data.draw(grid) if noisy else None
    r = mk.bias_variance_decomposition(predictions, y, y_noisy=labels)
    against = y if labels is None else labels
    measured = Fraction(int(np.sum((predictions - against) ** 2)), n_sets * m)
    same("squared error, and what was measured", r.error, measured)
    parts = [r.bias2, r.variance, r.noise, r.average.dependence, r.average.offset]
    same("bias2 + variance + noise + cross terms is the squared error", math.fsum(parts), measured)


# -- value and working ---------------------------------------------------------------------------

LABELS = {
    "whole numbers": lambda codes: codes,
    "negative numbers": lambda codes: 3 * codes - 4,
    "large numbers": lambda codes: codes + 2**60,
    "whole floats": lambda codes: codes.astype(float),
    "text": lambda codes: np.char.add("class ", codes.astype(str)),
    "truth": lambda codes: codes > 0,
}
WEIGHTS = {
    "no weights": lambda random, n: None,
    "whole weights": lambda random, n: random.randint(1, 6, n),
    "quarters": lambda random, n: random.randint(0, 9, n) / 4,
    "any weights": lambda random, n: random.exponential(size=n),
}
SCORES = {"y_score", "y_prob", "y_proba", "y_score_a", "y_score_b"}
NUMBERS = "mean_squared_error", "root_mean_squared_error", "mean_absolute_error", "r2_score"
COLUMNS = {
    name: recipe
    for name, recipe in CASES.items()
    if "y_true" in recipe.arguments
    and "predictions" not in recipe.arguments
    and recipe.name not in {"evaluate", "separation_interval"}  # more columns; data of one kind
    and recipe.name not in {"loss_interval", "bootstrap_interval", "paired_permutation_test"}
}  # the last take a metric: the data that suit it are in their own tests
COUNTED = {"auc_confidence_interval", "average_precision_interval", "rate_interval"}


def drawn(recipe, random):
    """Return the call on random data: labels, scores and numbers with ties, weights."""
    n = random.randint(4, 30)
    levels = random.choice([2, 10, 1000])
    arguments = dict(recipe.arguments)
    columns = [k for k in arguments if k in ("y_true", "y_pred", "y_pred_a", "y_pred_b")]
    if recipe.name in NUMBERS:
        arguments |= {k: random.randint(-levels, levels, n) / 4 for k in columns}
    else:
        listed = [arguments[k] for k in (*columns, "labels") if arguments.get(k) is not None]
        classes = np.unique(np.concatenate(listed))
        kinds = set(LABELS) - ({"truth"} if len(classes) > 2 else set())
        if "metric_func" in arguments:  # which is told 0 and 1
            kinds = {"whole numbers"}
        names = LABELS[random.choice(sorted(kinds))](np.arange(len(classes)))
        arguments |= {k: names[random.randint(0, len(names), n)] for k in columns}
        if "labels" in arguments:
            arguments["labels"] = names[np.searchsorted(classes, arguments["labels"])]
        if "pos_label" in recipe.names and len(classes) < 3:
            arguments["pos_label"] = names[-1].item()
    for name in SCORES & set(arguments):
        shape = n, *arguments[name].shape[1:]
        score = random.randint(1, levels + 1, shape) / levels
        arguments[name] = score / score.sum(axis=1, keepdims=True) if score.ndim > 1 else score
    if "sample_weight" in recipe.names:
        arguments["sample_weight"] = WEIGHTS[random.choice(list(WEIGHTS))](random, n)
    if recipe.name in COUNTED:  # their weights are numbers of samples
        arguments["sample_weight"] = random.randint(1, 4, n)
    return replace(recipe, arguments=arguments)


@pytest.mark.parametrize("name", COLUMNS)
@pytest.mark.parametrize(
    "size", [pytest.param(8, id="few"), pytest.param(500, id="many", marks=pytest.mark.slow)]
)
@pytest.mark.filterwarnings("ignore::mlevalkit.UndefinedMetricWarning")
def test_value_and_working_of_random_data(name, size):
    random = np.random.RandomState(size)
    done = 0
    for _ in range(size):
        case = drawn(COLUMNS[name], random)
        try:
            result = case.call(case.arguments)
        except ValueError:  # one class only, weights that are all 0
            continue
        if working := working_of(case):
            value = getattr(result, "statistic", result)
            check_working(working, value if isinstance(value, float) else None)
        done += 1
    assert done > size / 4
    record("property", "random data", f"value and working: {name.partition(' ')[0]}", cases=done)
