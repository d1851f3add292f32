"""How often do the tests of 2.4.2 see a difference, where there is none and where there is one?"""

from functools import partial
from typing import TYPE_CHECKING

import numpy as np

from .._validation import Floats, fail, integer
from ..plots._style import BLUE, GREY, PALE, VERMILION
from ._base import Explorer, Parameter, Value, View
from ._equal_learners import Comparison, simulated
from ._picture import figure

if TYPE_CHECKING:
    from matplotlib.axes import Axes

_TESTS = {
    "t": ("t, 10 folds", "t，10 折"),
    "corrected": ("corrected t", "修正的 t"),
    "hold-out": ("t, 30 hold-outs", "t，30 次留出"),
    "textbook": ("5×2cv, textbook", "5×2cv，教材"),
    "dietterich": ("5×2cv, Dietterich", "5×2cv，Dietterich"),
    "alpaydin": ("5×2cv F, Alpaydin", "5×2cv F，Alpaydin"),
}
_LEARNERS = {"nearest": ("nearest neighbour", "最近邻"), "mean": ("nearest mean", "最近均值")}
_GAPS = (0.0, 0.3, 0.6, 0.9, 1.2)
_LEVELS = (0.05, 0.1)
_BINS = np.linspace(0, 1, 21)


def sizes(*, m: int = 60, n_sets: int = 2000, seed: int = 0) -> Explorer:
    """Explore how often k-fold t tests and 5x2cv tests reject, by simulation.

    Learners A and B are of one kind, but each sees a feature of its own: with gap 0 the two
    are in truth equal, and every rejection is wrong. Each p-value comes from one data set of m
    samples with two equally large classes.

    Parameters
    ----------
    m : int, default 60
        Samples of each data set: a multiple of 20, up to 400.
    n_sets : int, default 2000
        The number of data sets, from 20 to 20000.
    seed : int, default 0
        Another seed draws other data sets.

    Returns
    -------
    Explorer

    Raises
    ------
    ValueError, TypeError
        If `m` is no such multiple, or another number is out of range.
    ImportError
        When it is shown, if matplotlib is not installed.

    Examples
    --------
    >>> import mlevalkit as mk
    >>> view = mk.explorers.sizes(n_sets=200).view(test="hold-out")
    >>> view.numbers[0].value > 0.3  # at a nominal 0.05, with equal learners
    True

    Source
    ------
    Zhou, Machine Learning, section 2.4.2; Dietterich, Approximate statistical tests, 1998.
    """
    m, n = integer(m, "m", least=20, most=400), integer(n_sets, "n_sets", least=20, most=20_000)
    if m % 20:
        fail("m", "a multiple of 20", str(m))
    seed = integer(seed, "seed", most=2**32 - 1)
    title = (f"Two learners, {n} data sets: how often do the tests see a difference?",
             f"两个学习器，{n} 个数据集：各种检验多常说“有差别”？")  # fmt: skip
    parameters = (
        Parameter("test", ("test", "检验"), tuple(_TESTS), "t", _TESTS.__getitem__, True),
        Parameter("learner", ("learners", "学习器"), tuple(_LEARNERS), "nearest",
                  _LEARNERS.__getitem__, True),
        Parameter("alpha", ("significance α", "显著性水平 α"), _LEVELS, 0.05, choice=True),
        Parameter("gap", ("gap in truth", "真实的差距"), _GAPS, 0.0),
    )  # fmt: skip
    prepared = (m, n, seed) == (60, 2000, 0)
    draw = partial(_draw, m, n, seed)
    return Explorer("sizes", title, parameters, draw, prepared=prepared)


def _draw(
    m: int, n_sets: int, seed: int, test: str, learner: str, alpha: float, gap: float
) -> View:
    comparison = simulated(learner, gap, m, n_sets, seed)
    with figure(4.6, 4.9) as picture:
        top, bottom = picture.subplots(2, 1, height_ratios=[1, 1.05])
        picture.subplots_adjust(0.325, 0.1, 0.965, 0.965, hspace=0.42)
        _pvalues(top, comparison.pvalues[test], alpha)
        _tests(bottom, comparison, test, alpha)
    share = _share(comparison.pvalues[test], alpha)
    a, b = comparison.errors
    numbers = (
        Value(("share rejected", "拒绝的比例"), share),
        Value(("significance α", "显著性水平 α"), alpha),
        Value(("mean error of A", "A 的平均错误率"), a, 3),
        Value(("mean error of B", "B 的平均错误率"), b, 3),
    )
    truth = ("A and B are equal", "A 与 B 相同") if gap == 0 else ("A is better", "A 更好")
    alt = (
        f"{_TESTS[test][0]}, {_LEARNERS[learner][0]}: in truth {truth[0]} "
        f"(errors {a:.3f} and {b:.3f}); rejected on a share {share:.4f} of the data sets "
        f"at significance {alpha:g}.",
        f"{_TESTS[test][1]}，{_LEARNERS[learner][1]}：事实上 {truth[1]}"
        f"（错误率 {a:.3f} 与 {b:.3f}）；"
        f"显著性水平 {alpha:g} 下，拒绝的数据集占 {share:.4f}。",
    )
    return View(picture, numbers, alt)


def _share(pvalues: Floats, alpha: float) -> float:
    return float((pvalues < alpha).mean())


def _pvalues(ax: Axes, pvalues: Floats, alpha: float) -> None:
    """Draw how the p-values are distributed; all heights are equal if they are what they claim."""
    counts, _ = np.histogram(pvalues, _BINS)
    heights, left = counts / len(pvalues), _BINS[:-1]
    low = left < alpha - 1e-9
    for bars, colour in ((low, VERMILION), (~low, BLUE)):
        ax.bar(left[bars] + 0.025, heights[bars], 0.046, color=colour)
    ax.axhline(1 / len(left), color=GREY, linestyle=":", linewidth=1.2)
    ax.set(xlim=(0, 1), ylim=(0, 1.08 * max(heights.max(), 0.1)), xlabel="p-value", ylabel="share")
    ax.set_xticks([0, 0.5, 1], ["0", "0.5", "1"])


def _tests(ax: Axes, comparison: Comparison, chosen: str, alpha: float) -> None:
    """Draw how often each test rejects."""
    names = list(_TESTS)
    for row, name in enumerate(names):
        share, colour = _share(comparison.pvalues[name], alpha), GREY
        if name == chosen:
            colour = VERMILION
        ax.plot([0, share], [row, row], color=colour, linewidth=1.5)
        ax.plot(share, row, "o", color=colour, markersize=8 if name == chosen else 5)
    ax.axvline(alpha, color=GREY, linestyle=":", linewidth=1.2)
    ax.set(xlim=(0, 1.02), ylim=(len(names) - 0.5, -0.5), xlabel="share rejected")
    ax.set_xticks([0, 0.25, 0.5, 0.75, 1], ["0", "0.25", "0.5", "0.75", "1"])
    ax.set_yticks(range(len(names)), [_TESTS[name][0] for name in names])
    ax.tick_params(axis="y", length=0)
    ax.grid(axis="x", color=PALE, linewidth=0.6)
