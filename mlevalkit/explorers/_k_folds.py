"""Stability and fidelity of k: what k-fold cross validation says, split by split and on average."""

from functools import cache, partial
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import ArrayLike

from .._validation import Floats, fail, integer, as_labels
from ..plots._style import BLUE, GREEN, GREY, INK, PALE, VERMILION
from ._base import Explorer, Parameter, Value, View
from ._k_fold_studies import KS, LOO, Study, own, simulated
from ._picture import figure

if TYPE_CHECKING:
    from matplotlib.axes import Axes

_LEARNERS = {
    "mean": ("nearest mean", "最近均值"),
    "nearest": ("nearest neighbour", "最近邻"),
    "majority": ("majority", "多数类"),
}
_SIZES = (20, 60)
_SHOWN = (1, 2, 3, 4)  # data sets whose estimates are drawn one by one


def k_folds(
    estimator: Any = None, X: Any = None, y: ArrayLike | None = None, *, n_splits: int = 20
) -> Explorer:
    """Explore how k moves the estimate of cross validation, and how much it depends on the split.

    Without arguments: 600 data sets of two equally large classes, drawn from N(0, 1) and
    N(0.6, 1) in five features, each cut into k stratified folds in 20 ways. The true error of the
    learner trained on all of a data set is measured on 600 new samples.

    Parameters
    ----------
    estimator, X, y : optional
        Your own classifier and samples. See `cross_validate`; the true error is not known then.
    n_splits : int >= 2, default 20
        In how many ways your samples are cut.

    Returns
    -------
    Explorer

    Raises
    ------
    ValueError, TypeError
        If only some of `estimator`, `X` and `y` are given, or y has fewer than 10 labels of a
        class.
    ImportError
        When it is shown, if matplotlib is not installed.

    Examples
    --------
    Leave-one-out is always wrong about a learner that predicts the majority:

    >>> import mlevalkit as mk
    >>> view = mk.explorers.k_folds().view(learner="majority", k="m")
    >>> {v.label[0]: v.text for v in view.numbers}["bias"]
    '0.5'

    Source
    ------
    Zhou, Machine Learning, section 2.2.2.
    """
    title = ("Change k: how stable, how faithful is the estimate?",
             "改变 k：估计有多稳定，有多保真？")  # fmt: skip
    k = Parameter("k", ("folds k", "折数 k"), KS, 10, _fold_name)
    if estimator is None and X is None and y is None:
        parameters = (
            Parameter("m", ("samples m", "样例数 m"), _SIZES, 20, choice=True),
            Parameter("learner", ("learner", "学习器"), tuple(_LEARNERS), "mean",
                      _LEARNERS.__getitem__, True),
            k,
            Parameter("data", ("data set", "数据集"), _SHOWN, 1),
        )  # fmt: skip
        return Explorer("k_folds", title, parameters, _draw_prepared)
    if estimator is None or X is None or y is None:
        fail("estimator, X and y", "all or none of them", "some of them")
    column = as_labels(y, "y")
    fewest = np.unique(column, return_counts=True)[1].min()
    if fewest < 10:
        fail("y", "at least 10 samples of each class", str(fewest))
    ways = integer(n_splits, "n_splits", least=2)
    study = cache(partial(own, estimator, X, column, ways))
    return Explorer("k_folds", title, (k,), lambda k: _draw(study(), k, 0), prepared=False)


def _fold_name(k: int | str) -> str:
    return "m (LOO)" if k == LOO else str(k)


# -- the picture ------------------------------------------------------------------------------


def _draw_prepared(learner: str, m: int, k: int | str, data: int) -> View:
    return _draw(simulated(learner, m), k, data - 1)


def _draw(study: Study, k: int | str, shown: int) -> View:
    with figure(4.6, 4.9) as picture:
        top, bottom = picture.subplots(2, 1, height_ratios=[1.25, 1])
        picture.subplots_adjust(0.15, 0.095, 0.975, 0.93, hspace=0.42)
        _one_data_set(top, study, k, shown)
        _all_data_sets(bottom, study, k)
    folds = study.m if k == LOO else int(k)
    mean = float(study.estimates[k].mean())
    values: tuple[Value, ...] = (
        Value(("learners trained", "训练几个学习器"), folds),
        Value(("estimates above", "上图的各次估计"), _range(study.estimates[k][:, shown])),
        Value(("mean estimate", "估计的均值"), mean, 3),
        Value(("spread over splits", "换划分的波动"), study.spread(k), 3),
    )
    if study.truth is not None:
        values += (
            Value(("true error", "真实误差"), float(study.truth.mean()), 3),
            Value(("bias", "偏差"), study.bias(k), 3),
            Value(("total error (RMSE)", "总误差 (RMSE)"), study.total(k), 3),
        )
    en = "; ".join(f"{v.label[0]} {v.text}" for v in values)
    zh = "；".join(f"{v.label[1]} {v.text}" for v in values)
    return View(picture, values, (f"k = {_fold_name(k)}: {en}.", f"k = {_fold_name(k)}：{zh}。"))


def _range(estimates: Floats) -> str:
    low, high = f"{estimates.min():.3f}", f"{estimates.max():.3f}"
    return low if low == high else f"{low}-{high}"


def _one_data_set(ax: Axes, study: Study, k: int | str, shown: int) -> None:
    """Draw the estimates of one data set, a dot for each split; equal ones side by side."""
    for x, each in enumerate(KS):
        values, counts = np.unique(study.estimates[each][:, shown].round(9), return_counts=True)
        step = min(0.09, 0.8 / counts.max())
        places = np.concatenate([x + step * (np.arange(c) - (c - 1) / 2) for c in counts])
        colour = VERMILION if each == k else GREY
        ax.plot(places, np.repeat(values, counts), "o", color=colour, markersize=3.6)
    every = np.concatenate([e[:, shown] for e in study.estimates.values()])
    if study.truth is not None:
        at = study.truth[shown]
        ax.axhline(at, color=GREEN, linestyle="--", linewidth=1.4)
        every = np.append(every, at)
        ax.set_title("- - true error", color=GREEN, loc="right", fontsize=9)
    ax.set_title("one data set, cut again and again", loc="left", fontsize=9)
    ax.set(ylim=(min(every.min() - 0.05, 0.1), max(every.max() + 0.05, 0.6)), ylabel="estimate")
    _k_axis(ax)


def _all_data_sets(ax: Axes, study: Study, k: int | str) -> None:
    """Draw spread, bias and total error against k."""
    curves = [("spread", VERMILION, "o-", study.spread)]
    if study.truth is not None:
        curves += [("bias", BLUE, "s--", study.bias), ("total error", INK, "^:", study.total)]
    for name, colour, style, measure in curves:
        heights = [measure(each) for each in KS]
        ax.plot(heights, style, color=colour, markersize=4, linewidth=1.3, label=name)
        ax.plot(KS.index(k), measure(k), style[0], color=colour, markersize=8)
    ax.axhline(0, color=PALE, linewidth=1, zorder=0)
    low, high = ax.get_ylim()
    ax.set(ylim=(low, max(high, 0.05)), xlabel="k")
    ax.locator_params(axis="y", nbins=4, steps=[1, 2, 5, 10])  # ticks of two decimals
    ax.set_title("mean of all data sets" if study.truth is not None else "", loc="left", fontsize=9)
    ax.legend(frameon=False, fontsize=8.5, ncols=3, loc="lower right", bbox_to_anchor=(1.02, 0.93),
              borderpad=0, handlelength=1.8, columnspacing=1)  # fmt: skip
    _k_axis(ax)


def _k_axis(ax: Axes) -> None:
    ax.set_xlim(-0.5, len(KS) - 0.5)
    ax.set_xticks(range(len(KS)), [_fold_name(k) for k in KS])
    ax.tick_params(axis="x", length=0)
