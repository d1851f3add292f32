"""How reliable are DeLong's interval and test? By AUC and class sizes.

`python book/data/delong.py` writes `mlevalkit/datasets/delong.csv` (some seconds; the same numbers
each time). Scores are normal with variance 1, those of the positives with a mean that gives the
AUC; m_large samples of one class, m_small of the other (which is which does not matter). A row has
three shares of 10,000 data sets: on how many the 95 % interval of `auc_confidence_interval` covers
the AUC, plain and with ``logit=True``, and on how many `delong_test` rejects at 0.05 that two
scorings have equal AUCs, which they have; their scores of a sample have correlation 0.5. The
standard error of a share p is sqrt(p (1 - p) / 10,000), 0.002 at 0.95.
"""

import csv
from itertools import combinations_with_replacement, product
from pathlib import Path

import numpy as np
from scipy.special import expit, logit
from scipy.stats import norm

import mlevalkit as mk

TABLE = Path(mk.__file__).parent / "datasets" / "delong.csv"
SETS, AT_ONCE = 10_000, 500
AUCS = (0.7, 0.8, 0.9, 0.95, 0.99)
SIZES = (10, 20, 30, 50, 100)
CORRELATION = 0.5
Z = norm.isf(0.025)


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


def mean_and_error(above, below):
    """Return AUCs, or differences of AUCs, and DeLong's standard errors."""
    parts = [x.var(axis=-1, ddof=1) / x.shape[-1] for x in (above, below)]
    return above.mean(axis=-1), np.sqrt(sum(parts))


def decisions(auc, m_pos, m_neg, sets, rng):
    """Return for each data set whether both intervals cover, and whether the test rejects."""
    above, below = placements(*scores(auc, m_pos, m_neg, sets, rng))
    area, error = mean_and_error(above[0], below[0])
    plain = abs(area - auc) <= Z * error
    with np.errstate(all="ignore"):  # where all pairs are in order, both ends are 1
        step = Z * error / (area * (1 - area))
        low, high = (expit(logit(area) + sign * step) for sign in (-1, 1))
    on_logits = (low <= auc) & (auc <= high) & (error > 0)
    difference, error = mean_and_error(above[0] - above[1], below[0] - below[1])
    return plain, on_logits, abs(difference) > Z * error


def main():
    """Write the table."""
    rng = np.random.default_rng(0)
    with TABLE.open("w", newline="", encoding="utf-8") as file:
        out = csv.writer(file, lineterminator="\n")
        out.writerow(["auc", "m_small", "m_large", "interval", "logit_interval", "test"])
        for auc, sizes in product(AUCS, combinations_with_replacement(SIZES, 2)):
            parts = [decisions(auc, *sizes, AT_ONCE, rng) for _ in range(SETS // AT_ONCE)]
            shares = np.concatenate(parts, axis=1).mean(axis=1)
            out.writerow([auc, *sizes, *(f"{share:.3f}" for share in shares)])


if __name__ == "__main__":
    main()
