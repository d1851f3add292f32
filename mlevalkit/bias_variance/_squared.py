"""Bias, variance and noise of the squared error."""

import math
import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import ArrayLike

from .._validation import Floats, as_array, fail, as_floats, integer
from .._workings import Explained, Line, Number, Table, Words, Working, computes, plain, shortened
from ._shared import ONE_SET, as_rows, averaged, check_points, dimensions

_ROWS = 10  # a longer table of points shows its first rows, dots, and its last
_CHANCE = 3.0  # so many standard errors are more than chance


@dataclass(frozen=True, slots=True, eq=False)
class SquaredTerms:
    """The terms of (2.41), at every point (arrays) or on average (numbers).

    Attributes
    ----------
    mean_prediction : ndarray or float
        Mean over the training sets, (2.37).
    bias2, variance, noise : ndarray or float
        (2.40), (2.38), (2.39).
    dependence : ndarray or float
        Cross term ``2 E[(f - mean f)(y - y_D)]``: 0 if the noise is independent of the prediction.
    offset : ndarray or float
        Cross term ``2 (mean f - y) E[y - y_D]``: 0 if the noise is 0 on average.
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


@dataclass(frozen=True, slots=True, eq=False, repr=False)
class BiasVarianceResult(Explained):
    """What `bias_variance_decomposition` returns; unpacks as ``bias2, variance, noise``.

    Attributes
    ----------
    average, per_point : SquaredTerms
        The terms averaged over the points, and at every point. `bias2`, `variance`, `noise`,
        `cross` and `error` of the average can be read from the result itself.
    predictions : ndarray of shape (n_sets, n_points)
    y_true : ndarray of shape (n_points,)
    y_noisy : ndarray of shape (n_sets, n_points) or (1, n_points), or None
        As given.
    """

    average: SquaredTerms
    per_point: SquaredTerms
    predictions: Floats
    y_true: Floats
    y_noisy: Floats | None

    @property
    def bias2(self) -> float:
        """Squared bias (2.40), averaged over the points."""
        return float(self.average.bias2)

    @property
    def variance(self) -> float:
        """Variance (2.38), averaged over the points."""
        return float(self.average.variance)

    @property
    def noise(self) -> float:
        """Noise (2.39), averaged over the points."""
        return float(self.average.noise)

    @property
    def cross(self) -> float:
        """Cross terms, averaged over the points: 0 where (2.42) holds exactly."""
        return float(self.average.cross)

    @property
    def error(self) -> float:
        """Measured squared error, averaged over training sets and points."""
        return float(self.average.error)

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

    @property
    def gap(self) -> float:
        """Largest difference, over the points, of the sum of all terms and the measured error."""
        return float(np.abs(self.per_point.total - self.per_point.error).max())

    def __iter__(self) -> Iterator[float]:
        """Unpack as ``bias2, variance, noise``."""
        return iter((self.bias2, self.variance, self.noise))

    def __repr__(self) -> str:
        sets, points = self.predictions.shape
        return (
            f"BiasVarianceResult(bias2={self.bias2:.6g}, variance={self.variance:.6g}, "
            f"noise={self.noise:.6g}, cross={self.cross:.6g}, error={self.error:.6g}, "
            f"n_sets={sets}, n_points={points})"
        )

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
        last = self.predictions.shape[1] - 1
        i = integer(point, "point", least=0, most=last)
        words = Words(f"Point {i}:", f"第 {i} 个点：")
        return Working(
            self.error, words, *_lines(self, i), _table(self), *_average(self), *_conclusion(self)
        )


# -- the kernel -------------------------------------------------------------------------------


def _terms(f: Floats, y: Floats, y_noisy: Floats | None) -> SquaredTerms:
    mean = f.mean(axis=0)
    centred = f - mean
    variance = np.square(centred).mean(axis=0)
    bias2 = np.square(mean - y)
    if y_noisy is None:
        zero = np.zeros_like(y)
        return SquaredTerms(mean, bias2, variance, zero, zero, zero, np.square(f - y).mean(axis=0))
    off = y - y_noisy
    # One set of labels is the same for every prediction: nothing to depend on.
    dependence = np.zeros_like(y) if len(off) == 1 else 2 * (centred * off).mean(axis=0)
    offset = 2 * (mean - y) * off.mean(axis=0) + 0.0  # never -0
    noise, error = np.square(off).mean(axis=0), np.square(f - y_noisy).mean(axis=0)
    return SquaredTerms(mean, bias2, variance, noise, dependence, offset, error)


# -- the working ------------------------------------------------------------------------------

_NOTES = {
    "c_1": ("noise that depends on the training set", "噪声与训练集有关"),
    "c_2": ("noise that is not 0 on average", "噪声的均值不为 0"),
}


def _cross(r: BiasVarianceResult) -> dict[str, Floats]:
    """Return the cross terms that are more than rounding at some point."""
    if r.y_noisy is None:
        return {}
    t = r.per_point
    size = max(float(np.abs(x).max()) for x in (r.predictions, r.y_true, r.y_noisy))
    rounding = 1e-14 * size * math.sqrt(float((t.error + t.noise).max()))
    terms = {"c_1": t.dependence, "c_2": t.offset}
    return {name: c for name, c in terms.items() if np.abs(c).max() > rounding}


def _lines(r: BiasVarianceResult, i: int) -> list[Line]:
    f, y = list(map(plain, r.predictions[:, i])), plain(r.y_true[i])
    at: dict[str, Any] = {"f": f, "y": y, "n": len(f)}
    mean = _line("2.37", "f_mean", "sum(f) / n", at)
    spread = _line("2.38", "var", "sum((f - f_mean)**2) / n", at)
    if r.y_noisy is None:
        note = ("no noisy labels given: y_D = y", "未给出带噪声的标记：y_D = y")
        noise = Line("2.39", "eps2", "0", {}, note)
        measured = "sum((f - y)**2) / n"
    else:
        at["y_D"] = list(map(plain, np.broadcast_to(r.y_noisy[:, i], len(f))))
        noise = _line("2.39", "eps2", "sum((y_D - y)**2) / n", at)
        measured = "sum((f - y_D)**2) / n"
    bias = _line("2.40", "bias2", "(f_mean - y)**2", at)
    cross = _cross_lines(at, _cross(r))
    sum_of = {line.symbol: line.value for line in (bias, spread, noise, *cross)}
    total = Line("2.41" if cross else "2.42", "E", " + ".join(sum_of), sum_of)
    error = _line(None, "E", measured, at, ("measured", "实测"))
    return [mean, spread, noise, bias, *cross, total, error]


def _line(
    number: str | None,
    symbol: str,
    formula: str,
    at: dict[str, Any],
    note: tuple[str, str] | None = None,
) -> Line:
    """Return a line with the numbers that its formula names, and note its own value."""
    values = {name: v for name, v in at.items() if re.search(rf"\b{name}\b", formula)}
    line = Line(number, symbol, formula, values, note)
    at.setdefault(symbol, line.value)
    return line


def _cross_lines(at: dict[str, Any], cross: dict[str, Floats]) -> list[Line]:
    lines = []
    if "c_1" in cross:
        formula = "2*sum((f - f_mean)*(y - y_D)) / n"
        lines.append(_line(None, "c_1", formula, at, _NOTES["c_1"]))
    if "c_2" in cross:
        formula = "2*(f_mean - y)*sum(y - y_D) / n"
        lines.append(_line(None, "c_2", formula, at, _NOTES["c_2"]))
    return lines


def _table(r: BiasVarianceResult) -> Table:
    t = r.per_point
    columns = {"y": r.y_true, "f_mean": t.mean_prediction, "bias2": t.bias2, "var": t.variance}
    if r.y_noisy is not None:
        columns |= {"eps2": t.noise, **_cross(r)}
    columns["E"] = t.error
    rows: list[list[Any]] = [[i, *(c[i] for c in columns.values())] for i in range(len(r.y_true))]
    caption = ("The terms and the measured error E at every point:", "各点的各项与实测误差 E：")
    return Table(["x", *columns], shortened(rows, _ROWS), caption)


def _average(r: BiasVarianceResult) -> list[Words | Line]:
    cross = {name: float(c.mean()) for name, c in _cross(r).items()}
    values: dict[str, Number] = {"bias2": r.bias2, "var": r.variance, "eps2": r.noise, **cross}
    n = len(r.y_true)
    words = Words(f"Averaged over {n} point{'s' * (n > 1)}:", f"对 {n} 个点取平均：")
    note = (f"measured {r.error:.6g}", f"实测 {r.error:.6g}")
    return [words, Line("2.41" if cross else "2.42", "E", " + ".join(values), values, note)]


def _conclusion(r: BiasVarianceResult) -> list[Words]:
    said = [_on_cross(r) if _cross(r) else Words(
        "bias^2 + variance + noise is the measured error at every point "
        f"(largest difference {r.gap:.1g}).",
        f"在每个点上，偏差平方 + 方差 + 噪声都等于实测误差（最大相差 {r.gap:.1g}）。",
    )]  # fmt: skip
    if len(r.predictions) == 1:
        said.append(ONE_SET)
    if r.y_noisy is None:
        said.append(Words(
            "No noisy labels were given: if y itself holds noise, it is counted in bias^2.",
            "未给出带噪声的标记：若 y 本身含噪声，则噪声计入偏差的平方。",
        ))  # fmt: skip
    return said


def _on_cross(r: BiasVarianceResult) -> Words:
    names = " and ".join(_cross(r))
    plural = "s" * (len(_cross(r)) > 1)
    en = (f"With the cross term{plural} {names} the sum is the measured error at every point "
          f"(largest difference {r.gap:.1g}). ")  # fmt: skip
    zh = (
        f"加上交叉项 {names.replace('and', '与')}，各点之和都等于实测误差（最大相差 {r.gap:.1g}）。"
    )
    error, size = r.cross_standard_error, f"{r.cross:.4g}"
    if math.isnan(error):
        en += "Cross terms vanish on average over many draws of the labels, not for a single one."
        zh += "交叉项只有对多次抽取的标记取平均才会消失，对单独一次抽取则不会。"
    elif abs(r.cross) > _CHANCE * error:
        en += (f"On average that is {size}, with a standard error of {error:.2g}: more than "
               "chance. The noise depends on the training set or is not 0 on average, and "
               "(2.42) does not hold.")  # fmt: skip
        zh += (f"其平均为 {size}，标准误差为 {error:.2g}，已超出偶然波动："
               "噪声与训练集有关，或其均值不为 0，此时 (2.42) 不成立。")  # fmt: skip
    else:
        en += (f"On average that is {size}, with a standard error of {error:.2g}: no more than "
               "the chance of a finite number of training sets.")  # fmt: skip
        zh += f"其平均为 {size}，标准误差为 {error:.2g}：训练集个数有限，属偶然波动。"
    return Words(en, zh)


# -- the public function ----------------------------------------------------------------------


@computes(
    eq_2_37=r"\bar{f}(x) = \mathbb{E}_D\left[f(x; D)\right]",
    eq_2_38=r"var(x) = \mathbb{E}_D\left[\left(f(x; D) - \bar{f}(x)\right)^2\right]",
    eq_2_39=r"\varepsilon^2 = \mathbb{E}_D\left[(y_D - y)^2\right]",
    eq_2_40=r"bias^2(x) = \left(\bar{f}(x) - y\right)^2",
    eq_2_41=(
        r"E(f; D) = \mathbb{E}_D\left[\left(f(x; D) - \bar{f}(x)\right)^2\right]"
        r" + \left(\bar{f}(x) - y\right)^2 + \mathbb{E}_D\left[(y_D - y)^2\right]"
    ),
    eq_2_42=r"E(f; D) = bias^2(x) + var(x) + \varepsilon^2",
)
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
    BiasVarianceResult(bias2=0.5, variance=1.33333, noise=0, cross=0, error=1.83333,
    n_sets=3, n_points=2)
    >>> bias2, variance, noise = result
    >>> result.per_point.bias2.tolist()
    [1.0, 0.0]

    Source
    ------
    Zhou, Machine Learning, section 2.5. That (2.42) needs a mean of 0 is said in the text; that
    the noise must not depend on the training set is tacit there.
    """
    f = _predictions(predictions)
    y = as_floats(y_true, "y_true")
    check_points(y, f.shape)
    labels = None
    if y_noisy is not None:
        labels = as_rows(as_floats(y_noisy, "y_noisy", dimensions(y_noisy)), f.shape)
    with np.errstate(over="ignore", invalid="ignore"):
        per_point = _terms(f, y, labels)
        average = averaged(per_point)
    if not math.isfinite(average.total + average.error):
        fail("predictions", "numbers whose squares a float can hold", "larger ones")
    return BiasVarianceResult(average, per_point, f, y, labels)


def _predictions(values: ArrayLike) -> Floats:
    if as_array(values, "predictions", 2).dtype.kind == "U":
        expected = "numbers (zero_one_decomposition takes class labels)"
        fail("predictions", expected, "strings", TypeError)
    return as_floats(values, "predictions", 2)
