"""How reliable are intervals and tests of AUCs? By AUC and class sizes.

`python book/data/delong.py` writes `mlevalkit/datasets/delong.csv` (some minutes; the same numbers
each time). Scores are normal with variance 1, those of the positives with a mean that gives the
AUC; m_large samples of one class, m_small of the other (which is which does not matter). The scores
of two models have correlation 0.5. A row has shares of 10,000 data sets:

- interval, logit_interval, score_interval: on how many the 95 % interval of
  `auc_confidence_interval` covers the AUC, by each method;
- test: on how many `delong_test` rejects at 0.05 that two scorings of equal AUC have equal AUCs;
- difference, score_difference: on how many a 95 % interval of the difference to a model whose
  normal scores lie WORSE standard deviations closer covers it: DeLong's, difference plus or minus z
  standard errors, and that of `delong_test`, made of two score intervals.

The standard error of a share p is sqrt(p (1 - p) / 10,000), 0.002 at 0.95.
"""

import csv
from itertools import combinations_with_replacement, product
from pathlib import Path

import numpy as np
from scipy.special import expit, logit
from scipy.stats import norm, t

import mlevalkit as mk

TABLE = Path(mk.__file__).parent / "datasets" / "delong.csv"
SETS, AT_ONCE = 10_000, 500
AUCS = (0.7, 0.8, 0.9, 0.95, 0.99)
SIZES = (5, 10, 20, 30, 50, 100, 200)
CORRELATION = 0.5
WORSE = 0.5
Z = norm.isf(0.025)
COLUMNS = "interval", "logit_interval", "score_interval", "test", "difference", "score_difference"


def area_of(auc, worse):
    """Return the AUC of normal scores that lie so many standard deviations closer."""
    return norm.cdf(norm.ppf(auc) - worse / np.sqrt(2))


def scores(auc, m_pos, m_neg, sets, rng):
    """Return two correlated scores of the positives and of the negatives of each data set."""
    shared, own = np.sqrt(CORRELATION), np.sqrt(1 - CORRELATION)
    drawn = [
        shared * rng.normal(size=(sets, m)) + own * rng.normal(size=(2, sets, m))
        for m in (m_pos, m_neg)
    ]
    return drawn[0] + np.sqrt(2) * norm.ppf(auc), drawn[1]


def placements(high, low):
    """Return what share of the negatives each positive beats, of the positives each negative."""
    wins = high[..., :, np.newaxis] > low[..., np.newaxis, :]
    return wins.mean(axis=-1), wins.mean(axis=-2)


def mean_and_errors(above, below):
    """Return AUCs, or differences of AUCs, and the variances of both classes' means."""
    return above.mean(axis=-1), [x.var(axis=-1, ddof=1) / x.shape[-1] for x in (above, below)]


def score_interval(area, parts, m_pos, m_neg):
    """Return the ends of the score interval, by bisection."""
    variance = sum(parts)

    def expected(a):
        share = (1 - a) / (2 - a) + a / (1 + a)
        return a * (1 - a) * (1 + ((m_pos + m_neg) / 2 - 1) * share) / (m_pos * m_neg)

    with np.errstate(all="ignore"):
        factor = np.where(expected(area) > 0, np.maximum(1, variance / expected(area)), 1)
        df = variance**2 / (parts[0] ** 2 / (m_pos - 1) + parts[1] ** 2 / (m_neg - 1))
    bar = factor * np.where(variance > 0, t.isf(0.025, np.where(variance > 0, df, 1)), Z) ** 2
    ends = []
    for edge in (0.0, 1.0):
        near, far = area.copy(), np.full_like(area, edge)
        for _ in range(45):
            middle = (near + far) / 2
            fits = (area - middle) ** 2 <= bar * expected(middle)
            near, far = np.where(fits, middle, near), np.where(fits, far, middle)
        ends.append((near + far) / 2)
    return ends


def difference_interval(areas, errors, variance, intervals):
    """Return the interval of the difference, made of those of both AUCs (Zou and Donner 2008)."""
    (low_a, high_a), (low_b, high_b) = intervals
    product_ = errors[0] * errors[1]
    with np.errstate(all="ignore"):
        r = (errors[0] ** 2 + errors[1] ** 2 - variance) / (2 * product_)
    r = np.where(product_ > 0, r, 0)
    ends = []
    for one, other, sign in (
        (areas[0] - low_a, high_b - areas[1], -1),
        (high_a - areas[0], areas[1] - low_b, 1),
    ):
        squared = np.maximum(0, one**2 + other**2 - 2 * r * one * other)
        ends.append(areas[0] - areas[1] + sign * np.sqrt(squared))
    return ends


def decisions(auc, m_pos, m_neg, sets, rng):
    """Return for each data set whether each interval covers, and whether the test rejects."""
    high, low = scores(auc, m_pos, m_neg, sets, rng)
    above, below = placements(high, low)
    area, parts = mean_and_errors(above[0], below[0])
    error = np.sqrt(sum(parts))
    plain = abs(area - auc) <= Z * error
    with np.errstate(all="ignore"):  # where all pairs are in order, both ends are 1
        step = Z * error / (area * (1 - area))
        ends = [expit(logit(area) + sign * step) for sign in (-1, 1)]
    on_logits = (ends[0] <= auc) & (auc <= ends[1]) & (error > 0)
    by_score = score_interval(area, parts, m_pos, m_neg)
    difference, own = mean_and_errors(above[0] - above[1], below[0] - below[1])
    rejects = abs(difference) > Z * np.sqrt(sum(own))
    two = differences(auc, above[0], below[0], high[1] - WORSE, low[1], by_score)
    return plain, on_logits, covers(by_score, auc), rejects, *two


def differences(auc, above, below, high_b, low_b, interval):
    """Return whether both intervals of the difference to the worse model cover it."""
    above_b, below_b = placements(high_b, low_b)
    sizes = above.shape[-1], below.shape[-1]
    area, parts = mean_and_errors(above, below)
    area_b, parts_b = mean_and_errors(above_b, below_b)
    gap, own = mean_and_errors(above - above_b, below - below_b)
    true = auc - area_of(auc, WORSE)
    plain = abs(gap - true) <= Z * np.sqrt(sum(own))
    errors = [np.sqrt(sum(p)) for p in (parts, parts_b)]
    both = interval, score_interval(area_b, parts_b, *sizes)
    return plain, covers(difference_interval((area, area_b), errors, sum(own), both), true)


def covers(ends, value):
    """Return whether intervals contain a value."""
    return (ends[0] <= value) & (value <= ends[1])


def main():
    """Write the table."""
    rng = np.random.default_rng(0)
    with TABLE.open("w", newline="", encoding="utf-8") as file:
        out = csv.writer(file, lineterminator="\n")
        out.writerow(["auc", "m_small", "m_large", *COLUMNS])
        for auc, sizes in product(AUCS, combinations_with_replacement(SIZES, 2)):
            parts = [decisions(auc, *sizes, AT_ONCE, rng) for _ in range(SETS // AT_ONCE)]
            shares = np.concatenate(parts, axis=1).mean(axis=1)
            out.writerow([auc, *sizes, *(f"{share:.3f}" for share in shares)])
            file.flush()


if __name__ == "__main__":
    main()
