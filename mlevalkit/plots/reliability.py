"""The reliability diagram: how often came true what was predicted with probability p?"""

from functools import partial

import numpy as np

from .._validation import ArrayLike
from ..one_learner.error_rates import error_rate_interval
from ..ranking.probabilities import Strategy, bins
from .axes import Axes, legend, text, unit_square
from .style import BLUE, PALE


def calibration(
    y_true: ArrayLike,
    y_prob: ArrayLike,
    *,
    pos_label: object = None,
    n_bins: int = 10,
    strategy: Strategy = "quantile",
    confidence_level: float = 0.95,
    ax: Axes | None = None,
) -> Axes:
    """Draw the reliability diagram: predicted probabilities against the share of positives.

    Every point is a bin of samples, with Wilson's interval of its share. Where the interval
    includes the diagonal, the bin shows no miscalibration; with few samples it hardly can. The
    grey bars are the bins' shares of all samples.

    Parameters
    ----------
    y_true, y_prob : array-like of shape (n_samples,)
        True labels of two classes, predicted probabilities of the positive class.
    pos_label : label, optional
        The positive class; needed unless the labels are in {0, 1} or {-1, 1}.
    n_bins : int, default 10
        The number of bins.
    strategy : {"quantile", "uniform"}, default "quantile"
        Whether the bins hold equally many samples or are equally wide.
    confidence_level : float, default 0.95
        Of each bin's interval by itself, not of all together.
    ax : matplotlib Axes, optional
        Where to draw; a new one by default.

    Returns
    -------
    matplotlib Axes

    Raises
    ------
    ValueError, TypeError
        As `calibration_curve`, or if `confidence_level` is not inside 0 to 1.

    Examples
    --------
    >>> import mlevalkit as mk
    >>> ax = mk.plots.calibration([0, 0, 1, 0, 1, 1], [0.1, 0.2, 0.3, 0.6, 0.7, 0.9], n_bins=3)
    >>> ax.get_ylabel()
    'share of positives'

    Source
    ------
    Niculescu-Mizil and Caruana, Predicting good probabilities with supervised learning, 2005;
    scikit-learn's ``CalibrationDisplay``, without intervals. Not in the textbook.
    """
    counts, hits, p = bins(y_true, y_prob, pos_label, n_bins, strategy)
    wilson = partial(error_rate_interval, confidence_level=confidence_level, method="wilson")
    pairs = zip(hits.tolist(), counts.tolist(), strict=True)
    low, high = np.transpose([[*wilson(hit, n)] for hit, n in pairs])
    ax = unit_square(ax, text("mean_probability"), text("share_of_positives"), diagonal=True)
    ax.bar(p, counts / counts.sum(), width=0.02, color=PALE, label=text("share_of_all"))
    interval = text("level_interval", level=100 * confidence_level)
    ax.vlines(p, low, high, color=BLUE, linewidth=1.4, label=interval)
    ax.plot(p, hits / counts, "o", color=BLUE, markersize=5)
    return legend(ax, "above")
