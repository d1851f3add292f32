"""The textbook's Tables 2.3, 2.6 and 2.7, for any significance and any size."""

import math
from dataclasses import dataclass
from html import escape

import numpy as np
from numpy.typing import ArrayLike

from ._validation import Floats, as_array, fail, as_floats, inside, integer, is_single, size
from ._workings import Line, Table, Words, Working, bilingual, quantile_line, shows
from ._distributions import LARGEST_K, f_isf, studentized_range_isf
from .one_learner._t import t_critical


@dataclass(frozen=True, slots=True, eq=False, repr=False)
class CriticalValues:
    """A table of critical values: ``table.values``, or one cell ``table[row, column]``.

    Attributes
    ----------
    rows, columns : tuple
        The keys of rows and columns.
    values : ndarray of shape (len(rows), len(columns))
        The critical values.
    names : (str, str)
        What the keys of rows and of columns are.
    title : (str, str)
        What the table holds, in English and Chinese.
    """

    rows: tuple[float, ...]
    columns: tuple[float, ...]
    values: Floats
    names: tuple[str, str]
    title: tuple[str, str]

    def __getitem__(self, key: tuple[float, float]) -> float:
        """Return the cell of a row key and a column key."""
        keys = (self.rows, self.columns)
        for given, known, name in zip(key, keys, self.names, strict=True):
            if given not in known:
                fail(name, f"one of {list(known)}", repr(given), KeyError)
        return float(self.values[self.rows.index(key[0]), self.columns.index(key[1])])

    def beside(self, printed: ArrayLike) -> Working:
        """Show the table with one printed elsewhere, row by row.

        Parameters
        ----------
        printed : array-like of the table's shape
            What is printed.

        Returns
        -------
        Working
            Its value is how many cells differ when rounded to three decimals; they have a sign ≠.

        Raises
        ------
        ValueError, TypeError
            If `printed` is no table of numbers of the same shape.
        """
        given = as_floats(printed, "printed", 2)
        if given.shape != self.values.shape:
            fail("printed", f"shape {self.values.shape}", f"shape {given.shape}")
        rows: list[list[str]] = []
        for key, ours, theirs in zip(self.rows, self.values, given, strict=True):
            cells = [(f"{v:.3f}", f"{p:.3f}") for v, p in zip(ours, theirs, strict=True)]
            rows.append([str(key), *(v for v, _ in cells)])
            rows.append(["printed", *(p if p == v else f"≠ {p}" for v, p in cells)])
        wrong = sum(cell.startswith("≠") for row in rows for cell in row)
        header = ['""', *map(str, self.columns)]
        title = (f"{self.title[0]}; {self.names[0]} in the rows, {self.names[1]} in the columns",
                 f"{self.title[1]}；行为 {self.names[0]}，列为 {self.names[1]}")  # fmt: skip
        said = Words(
            f"{wrong} of {given.size} printed cells differ{'s' * (wrong == 1)}.",
            f"印出的 {given.size} 格中，{wrong} 格不同。",
        )
        return Working(wrong, Table(header, rows, title), said)

    def __repr__(self) -> str:
        corner = f"{self.names[0]} \\ {self.names[1]}"
        cells = [[corner, *map(str, self.columns)]]
        cells += [[str(r), *(f"{v:.3f}" for v in row)]
                  for r, row in zip(self.rows, self.values.tolist(), strict=True)]  # fmt: skip
        widths = [max(map(len, column)) for column in zip(*cells, strict=True)]
        lines = ["  ".join(c.rjust(w) for c, w in zip(row, widths, strict=True)) for row in cells]
        return "\n".join([self.title[0], *lines])

    def _repr_html_(self) -> str:
        corner = f'<th scope="col">{escape(self.names[0])} \\ {escape(self.names[1])}</th>'
        head = corner + "".join(f'<th scope="col">{c}</th>' for c in self.columns)
        body = "".join(
            f'<tr><th scope="row">{r}</th>' + "".join(f"<td>{v:.3f}</td>" for v in row) + "</tr>"
            for r, row in zip(self.rows, self.values.tolist(), strict=True)
        )
        caption = f"<caption>{bilingual(*self.title)}</caption>"
        table = f"<table>{caption}<thead><tr>{head}</tr></thead><tbody>{body}</tbody></table>"
        return f'<div class="mk mk-table" tabindex="0">{table}</div>'


# -- single values ----------------------------------------------------------------------------


def _exceeded(tail: str) -> tuple[str, str]:
    return f"exceeded with probability {tail}", f"被超过的概率为 {tail}"


def _show_t(value: float, k: int, alpha: float) -> Working:
    tail = f"{alpha / 2:.4g}"
    words = Words(
        f"{k} values have {k - 1} degrees of freedom; two-sided, so half of {alpha:g} each side.",
        f"{k} 个取值有 {k - 1} 个自由度；双侧检验，{alpha:g} 两侧各占一半。",
    )
    return Working(value, quantile_line(f"t_{tail},{k - 1}", value, _exceeded(tail)), words)


def _show_f(value: float, n_learners: int, n_datasets: int, alpha: float) -> Working:
    k, n, tail = int(n_learners), int(n_datasets), f"{alpha:.4g}"
    dfn = Line(None, 'df_"1"', "k - 1", {"k": k})
    dfd = Line(None, 'df_"2"', "(k - 1)*(N - 1)", {"k": k, "N": n})
    symbol = f"F_{tail},{k - 1},{(k - 1) * (n - 1)}"
    return Working(value, dfn, dfd, quantile_line(symbol, value, _exceeded(tail)))


def _show_q(value: float, n_learners: int, alpha: float) -> Working:
    tail = f"{alpha:.4g}"
    q = studentized_range_isf(float(alpha), int(n_learners))
    note = (
        f"the studentized range of {n_learners} values, {_exceeded(tail)[0]}",
        f"{n_learners} 个值的学生化极差，{_exceeded(tail)[1]}",
    )
    last = Line(None, "q_alpha", "q / sqrt(2)", {"q": q})
    return Working(value, quantile_line("q", q, note), last)


@shows(_show_t)
def t_critical_value(k: int, *, alpha: float = 0.05) -> float:
    """Return what the t test's statistic must exceed in size for k error rates (Table 2.3).

    Parameters
    ----------
    k : int, at least 2
        The number of test error rates, or of differences; k - 1 degrees of freedom.
    alpha : float, default 0.05
        The significance, two-sided.

    Returns
    -------
    float

    Raises
    ------
    ValueError, TypeError
        If `k` is below 2 or `alpha` is not inside 0 to 1.

    Examples
    --------
    >>> import mlevalkit as mk
    >>> round(mk.t_critical_value(10), 3)
    2.262

    Source
    ------
    Zhou, Machine Learning, Table 2.3.
    """
    return t_critical(inside(alpha, "alpha"), size(k, "k", least=2) - 1)


@shows(_show_f)
def friedman_critical_value(n_learners: int, n_datasets: int, *, alpha: float = 0.05) -> float:
    """Return what the Friedman test's F, (2.35), must exceed (Table 2.6).

    Parameters
    ----------
    n_learners : int, at least 2
        The number of learners, k.
    n_datasets : int, at least 2
        The number of data sets, N.
    alpha : float, default 0.05
        The significance.

    Returns
    -------
    float
        The quantile of F with k - 1 and (k - 1)(N - 1) degrees of freedom.

    Raises
    ------
    ValueError, TypeError
        If a number is below 2 or `alpha` is not inside 0 to 1.

    Examples
    --------
    >>> import mlevalkit as mk
    >>> round(mk.friedman_critical_value(3, 4), 3)
    5.143

    Source
    ------
    Zhou, Machine Learning, Table 2.6.
    """
    k, n = size(n_learners, "n_learners", least=2), size(n_datasets, "n_datasets", least=2)
    return float(f_isf(inside(alpha, "alpha"), k - 1, (k - 1) * (n - 1)))


@shows(_show_q)
def nemenyi_critical_value(n_learners: int, *, alpha: float = 0.05) -> float:
    """Return q_alpha of the Nemenyi test, (2.36) (Table 2.7).

    Parameters
    ----------
    n_learners : int, from 2 to 1000
        The number of learners, k.
    alpha : float, default 0.05
        The significance for all pairs together.

    Returns
    -------
    float
        The quantile of the studentized range of k values, divided by √2.

    Raises
    ------
    ValueError, TypeError
        If `n_learners` is out of range or `alpha` is not inside 0 to 1.

    Examples
    --------
    >>> import mlevalkit as mk
    >>> round(mk.nemenyi_critical_value(3), 3)
    2.344

    Source
    ------
    Zhou, Machine Learning, Table 2.7; Demsar, Statistical comparisons of classifiers, 2006.
    """
    k = integer(n_learners, "n_learners", least=2, most=LARGEST_K)
    return studentized_range_isf(inside(alpha, "alpha"), k) / math.sqrt(2)


# -- tables -----------------------------------------------------------------------------------


def _levels(alpha: float | ArrayLike) -> tuple[float, ...]:
    if is_single(alpha):
        return (inside(alpha, "alpha"),)
    return tuple(inside(a, "alpha") for a in as_floats(alpha, "alpha").tolist())


def _sizes(values: int | ArrayLike, name: str) -> tuple[int, ...]:
    if is_single(values):
        return (size(values, name, least=2),)
    return tuple(size(v, name) for v in as_array(values, name).tolist())


def table_2_3(
    k: int | ArrayLike = (2, 5, 10, 20, 30), *, alpha: float | ArrayLike = (0.05, 0.10)
) -> CriticalValues:
    """Return Table 2.3, the critical values of the two-sided t test.

    Parameters
    ----------
    k : int or array-like of int, at least 2, default as printed
        Numbers of test error rates: the columns.
    alpha : float or array-like of float, default (0.05, 0.10)
        Significances: the rows.

    Returns
    -------
    CriticalValues
        ``table[alpha, k]``, ``table.values``.

    Raises
    ------
    ValueError, TypeError
        As `t_critical_value`.

    Examples
    --------
    >>> import mlevalkit as mk
    >>> mk.table_2_3()
    Critical values of the two-sided t test
    alpha \\ k       2      5     10     20     30
         0.05  12.706  2.776  2.262  2.093  2.045
          0.1   6.314  2.132  1.833  1.729  1.699

    Source
    ------
    Zhou, Machine Learning, Table 2.3.
    """
    levels, sizes = _levels(alpha), _sizes(k, "k")
    values = [[t_critical_value(n, alpha=a) for n in sizes] for a in levels]
    title = ("Critical values of the two-sided t test", "双侧 t 检验的常用临界值")
    return CriticalValues(levels, sizes, np.array(values), ("alpha", "k"), title)


def table_2_6(
    n_learners: int | ArrayLike = tuple(range(2, 11)),
    n_datasets: int | ArrayLike = (4, 5, 8, 10, 15, 20),
    *,
    alpha: float = 0.05,
) -> CriticalValues:
    """Return one half of Table 2.6, the critical values of the Friedman test's F.

    Parameters
    ----------
    n_learners : int or array-like of int, at least 2, default as printed
        Numbers of learners, k: the columns.
    n_datasets : int or array-like of int, at least 2, default as printed
        Numbers of data sets, N: the rows.
    alpha : float, default 0.05
        The significance; the other half of the table has 0.10.

    Returns
    -------
    CriticalValues
        ``table[n_datasets, n_learners]``, ``table.values``.

    Raises
    ------
    ValueError, TypeError
        As `friedman_critical_value`.

    Examples
    --------
    >>> import mlevalkit as mk
    >>> mk.table_2_6((2, 3, 4, 9), (4, 5), alpha=0.10)
    Critical values of the Friedman test's F at significance 0.1
    N \\ k      2      3      4      9
        4  5.538  3.463  2.813  1.941
        5  4.545  3.113  2.606  1.870

    Source
    ------
    Zhou, Machine Learning, Table 2.6, where 1.941 is printed as 1.940.
    """
    level = inside(alpha, "alpha")
    columns, rows = _sizes(n_learners, "n_learners"), _sizes(n_datasets, "n_datasets")
    values = [[friedman_critical_value(k, n, alpha=level) for k in columns] for n in rows]
    title = (
        f"Critical values of the Friedman test's F at significance {level:g}",
        f"F 检验的常用临界值，显著性水平 {level:g}",
    )
    return CriticalValues(rows, columns, np.array(values), ("N", "k"), title)


def table_2_7(
    n_learners: int | ArrayLike = tuple(range(2, 11)), *, alpha: float | ArrayLike = (0.05, 0.10)
) -> CriticalValues:
    """Return Table 2.7, q_alpha of the Nemenyi test.

    Parameters
    ----------
    n_learners : int or array-like of int, from 2 to 1000, default as printed
        Numbers of learners, k: the columns.
    alpha : float or array-like of float, default (0.05, 0.10)
        Significances: the rows.

    Returns
    -------
    CriticalValues
        ``table[alpha, n_learners]``, ``table.values``.

    Raises
    ------
    ValueError, TypeError
        As `nemenyi_critical_value`.

    Examples
    --------
    >>> import mlevalkit as mk
    >>> mk.table_2_7()
    q_alpha of the Nemenyi test
    alpha \\ k      2      3      4      5      6      7      8      9     10
         0.05  1.960  2.344  2.569  2.728  2.850  2.948  3.031  3.102  3.164
          0.1  1.645  2.052  2.291  2.460  2.589  2.693  2.780  2.855  2.920

    Source
    ------
    Zhou, Machine Learning, Table 2.7, where 2.948, 2.460 and 2.855 are printed as 2.949, 2.459
    and 2.885; Demsar's table has the first two so, and 2.855.
    """
    levels, sizes = _levels(alpha), _sizes(n_learners, "n_learners")
    values = [[nemenyi_critical_value(k, alpha=a) for k in sizes] for a in levels]
    title = ("q_alpha of the Nemenyi test", "Nemenyi 检验中常用的 q_α 值")
    return CriticalValues(levels, sizes, np.array(values), ("alpha", "k"), title)
