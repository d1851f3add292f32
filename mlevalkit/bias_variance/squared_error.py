"""Bias, variance and noise of the squared error."""

from __future__ import annotations

import math
from typing import Any

import numpy as np

from .._validation import ArrayLike, Floats, as_array, as_floats, fail, integer
from ..display.equations import equations as eq
from ..display.record import Record
from ..display.workings import (
    Line,
    Messages,
    Number,
    Sentence,
    Step,
    Table,
    Working,
    line,
    measure,
    plain,
)
from .decomposition import Decomposition, averaged, checked

_say = Messages(__package__)

_ROWS = 10  # a longer table of points shows its first rows, dots, and its last
_CHANCE = 3.0  # so many standard errors are more than chance


class SquaredTerms(Record):
    """The terms of (2.41), at every point (arrays) or on average (numbers).

    Attributes
    ----------
    mean_prediction : ndarray or float
        Mean over the training sets, (2.37).
    bias2, variance, noise : ndarray or float
        (2.40), (2.38), (2.39).
    dependence : ndarray or float
        Cross term ``2 E[(f - f_bar)(y - y_D)]``: 0 if the noise is independent of the prediction.
    offset : ndarray or float
        Cross term ``2 (f_bar - y) E[y - y_D]``: 0 if the noise is 0 on average.
    error : ndarray or float
        Measured: the mean of ``(f - y_D)**2``.
    """

    mean_prediction: Any
    bias2: Any
    variance: Any
    noise: Any
    dependence: Any
    offset: Any
    error: Any

    @property
    def cross(self) -> Any:
        """Both cross terms together: what (2.42) leaves out."""
        return self.dependence + self.offset

    @property
    def total(self) -> Any:
        """The right side of (2.41) with its cross terms; equals `error` up to rounding."""
        return self.bias2 + self.variance + self.noise + self.cross


class BiasVarianceResult(Decomposition, SquaredTerms):
    """What `bias_variance_decomposition` returns; unpacks as ``bias2, variance, noise``.

    Attributes
    ----------
    bias2, variance, noise, dependence, offset, error, mean_prediction : float
        The terms of `SquaredTerms`, averaged over the points; so are `cross` and `total`.
    per_point : SquaredTerms
        The same at every point.
    predictions : ndarray of shape (n_sets, n_points)
    y_true : ndarray of shape (n_points,)
    y_noisy : ndarray of shape (n_sets, n_points) or (1, n_points), or None
        As given.
    """

    per_point: SquaredTerms
    predictions: Floats
    y_true: Floats
    y_noisy: Floats | None

    _unpacks = ("bias2", "variance", "noise")
    _brief = (*_unpacks, "cross", "error", "n_sets", "n_points")

    @property
    def cross_standard_error(self) -> float:
        """Standard error of `cross`, from its spread over the training sets.

        NaN where one set of labels (or one training set) leaves nothing to tell it from.
        """
        if self.y_noisy is None or len(self.y_noisy) == 1:
            return math.nan
        cross = 2 * (self.predictions - self.y_true) * (self.y_true - self.y_noisy)
        each = cross.mean(axis=1)
        unit = float(np.abs(each).max()) or 1.0  # whose square a float may not hold
        return unit * float((each / unit).std(ddof=1)) / math.sqrt(len(each))

    def working(self, point: int = 0) -> Working:
        """Show every equation at one point, the terms of all points, and their average.

        Parameters
        ----------
        point : int, default 0
            The point (column of `predictions`) whose sums are written out.

        Returns
        -------
        Working
        """
        i = integer(point, "point", least=0, most=self.n_points - 1)
        cross = _cross(self)
        steps: list[Step] = [_say("point", i=i), *_lines(self, i, cross), _table(self, cross)]
        return Working(self.error, (*steps, *_average(self, cross), *_conclusion(self, cross)))


@measure
def bias_variance_decomposition(
    predictions: ArrayLike, y_true: ArrayLike, *, y_noisy: ArrayLike | None = None
) -> BiasVarianceResult:
    """Split the squared error of a learner into bias, variance and noise: (2.37)-(2.42).

    The same points are predicted by models trained on many training sets. Every expectation
    over D is the mean over the rows, so the terms add up to the measured error exactly, once the
    cross terms are counted: (2.42) drops them because it takes the noise to be 0 on average and
    independent of the prediction. A row of `y_noisy` that the model was trained on is neither.

    Parameters
    ----------
    predictions : array-like of shape (n_sets, n_points)
        Row i: what the model trained on set i predicts for every point.
    y_true : array-like of shape (n_points,)
        The true values y, without noise. If only noisy labels are known, give them here; their
        noise is then part of `bias2`.
    y_noisy : array-like of shape (n_sets, n_points) or (n_points,), optional
        The labels y_D in the data: row i belongs to training set i; one row serves all sets.
        Without them y_D = y and the noise is 0.

    Returns
    -------
    BiasVarianceResult
        ``.bias2``, ``.variance``, ``.noise``, ``.cross``, ``.error`` averaged over the points,
        ``.per_point`` with the same at every point, and ``.working(point)``.

    Raises
    ------
    ValueError, TypeError
        If the shapes do not fit, or something is not a finite number. Class labels belong in
        `zero_one_decomposition`.

    Notes
    -----
    The variance divides by the number of training sets, as the identity demands. As an estimate
    for all training sets it is too small by the factor (n - 1) / n, and `bias2` too large by
    var / n.

    Examples
    --------
    >>> import mlevalkit as mk
    >>> result = mk.bias_variance_decomposition([[1, 4], [3, 4], [2, 7]], [3, 5])
    >>> result
    BiasVarianceResult(bias2=0.5, variance=1.3333, noise=0, cross=0, error=1.8333,
    n_sets=3, n_points=2)
    >>> bias2, variance, noise = result
    >>> result.per_point.bias2.tolist()
    [1.0, 0.0]

    Source
    ------
    Zhou, Machine Learning, section 2.5. That (2.42) needs a mean of 0 is said in the text; that
    the noise must not depend on the training set is tacit there.
    """
    if as_array(predictions, "predictions", 2).dtype.kind == "U":
        expected = "numbers (zero_one_decomposition takes class labels)"
        fail("predictions", expected, "strings", TypeError)
    f, y = checked(as_floats, predictions, y_true)
    labels = None if y_noisy is None else _noisy_rows(y_noisy, f.shape)
    with np.errstate(over="ignore", invalid="ignore"):
        per_point = _terms(f, y, labels)
        average = averaged(per_point)
    if not math.isfinite(sum(average.values())):
        fail("predictions", "numbers whose squares a float can hold", "larger ones")
    return BiasVarianceResult(
        **average, per_point=per_point, predictions=f, y_true=y, y_noisy=labels
    )


def _noisy_rows(y_noisy: ArrayLike, shape: tuple[int, ...]) -> Floats:
    """Return labels y_D with one row for every training set, or one for all."""
    noisy = as_floats(y_noisy, "y_noisy", (1, 2))
    rows = np.atleast_2d(noisy)
    if rows.shape not in (shape, (1, shape[1])):
        expected = f"shape {shape} like predictions, or ({shape[1]},)"
        fail("y_noisy", expected, f"{noisy.shape}")
    return rows


def _terms(f: Floats, y: Floats, y_noisy: Floats | None) -> SquaredTerms:
    mean = f.mean(axis=0)
    centred = f - mean
    variance = np.square(centred).mean(axis=0)
    bias2 = np.square(mean - y)
    noise, dependence, offset = np.zeros((3, *y.shape))
    error = np.square(f - y).mean(axis=0)
    if y_noisy is not None:
        off = y - y_noisy
        if len(off) > 1:  # one set of labels is the same for every prediction
            dependence = 2 * (centred * off).mean(axis=0)
        offset = 2 * (mean - y) * off.mean(axis=0) + 0.0  # never -0
        noise = np.square(off).mean(axis=0)
        error = np.square(f - y_noisy).mean(axis=0)
    return SquaredTerms(
        mean_prediction=mean,
        bias2=bias2,
        variance=variance,
        noise=noise,
        dependence=dependence,
        offset=offset,
        error=error,
    )


# -- the working ------------------------------------------------------------------------------


def _cross(r: BiasVarianceResult) -> dict[str, Floats]:
    """Return the cross terms that are more than rounding at some point."""
    if r.y_noisy is None:
        return {}
    t = r.per_point
    size = max(float(np.abs(x).max()) for x in (r.predictions, r.y_true, r.y_noisy))
    rounding = 1e-14 * size * math.sqrt(float((t.error + t.noise).max()))
    terms = {"c_1": t.dependence, "c_2": t.offset}
    return {name: c for name, c in terms.items() if np.abs(c).max() > rounding}


def _lines(r: BiasVarianceResult, i: int, cross: dict[str, Floats]) -> list[Line]:
    f = list(map(plain, r.predictions[:, i]))
    y = plain(r.y_true[i])
    n = r.n_sets
    mean = eq["2.37"](f=f, n=n)
    at: dict[str, Any] = {"f": f, "f_mean": mean.value, "y": y, "n": n}
    spread = eq["2.38"](f=f, f_mean=mean.value, n=n)
    bias = eq["2.40"](f_mean=mean.value, y=y)
    if r.y_noisy is None:
        noise = eq["2.39"](form="0", note=_say("no_noise_given"))
        error = "sum((f - y)**2) / n"
        labels: dict[str, Any] = {"y": y}
    else:
        y_noisy = list(map(plain, np.broadcast_to(r.y_noisy[:, i], n)))
        at["y_D"] = y_noisy
        noise = eq["2.39"](y_D=y_noisy, y=y, n=n)
        error = "sum((f - y_D)**2) / n"
        labels = {"y_D": y_noisy}
    formulas = {
        "c_1": "2*sum((f - f_mean)*(y - y_D)) / n",
        "c_2": "2*(f_mean - y)*sum(y - y_D) / n",
    }
    extra = [line(name, formulas[name], at, _say(name)) for name in cross]
    total = _sum_line({term.symbol: term.value for term in (bias, spread, noise, *extra)})
    measured = line("E", error, labels, _say("measured"), f=f, n=n)
    return [mean, spread, noise, bias, *extra, total, measured]


def _sum_line(terms: dict[str, Number], note: Sentence | None = None) -> Line:
    """Return (2.42), or (2.41) with the cross terms that are there."""
    if len(terms) == 3:
        return eq["2.42"](terms, note=note)
    return eq["2.41"](terms, form=" + ".join(terms), note=note)


def _table(r: BiasVarianceResult, cross: dict[str, Floats]) -> Table:
    t = r.per_point
    columns = {"y": r.y_true, "f_mean": t.mean_prediction, "bias2": t.bias2, "var": t.variance}
    if r.y_noisy is not None:
        columns |= {"eps2": t.noise, **cross}
    columns["E"] = t.error
    rows: list[list[Any]] = [[i, *(c[i] for c in columns.values())] for i in range(r.n_points)]
    return Table(["x", *columns], rows, _say("terms"), _ROWS)


def _average(r: BiasVarianceResult, cross: dict[str, Floats]) -> list[Step]:
    means = {name: float(c.mean()) for name, c in cross.items()}
    terms: dict[str, Number] = {"bias2": r.bias2, "var": r.variance, "eps2": r.noise, **means}
    n = r.n_points
    note = _say("measured_as", error=f"{r.error:.6g}")
    return [_say("average", n=n, s="s" if n > 1 else ""), _sum_line(terms, note)]


def _conclusion(r: BiasVarianceResult, cross: dict[str, Floats]) -> list[Sentence]:
    said = [_say("exact")]
    if cross:
        key = "both_crosses" if len(cross) > 1 else "one_cross"
        names = _say(key, name=next(iter(cross)))
        said = [_say("with_cross", names=names, finding=_on_cross(r))]
    if r.n_sets == 1:
        said.append(_say("one_set"))
    if r.y_noisy is None:
        said.append(_say("noise_in_bias"))
    return said


def _on_cross(r: BiasVarianceResult) -> Sentence:
    error = r.cross_standard_error
    if math.isnan(error):
        return _say("single_draw")
    key = "more_than_chance" if abs(r.cross) > _CHANCE * error else "chance"
    return _say(key, size=f"{r.cross:.4g}", error=f"{error:.2g}")
