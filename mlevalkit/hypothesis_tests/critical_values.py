"""The textbook's tables of critical values, and its table of ranks, for any size."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from typing import Any, Literal

import numpy as np
from numpy.typing import ArrayLike

from .._distributions import LARGEST_K, f_isf, studentized_range_isf
from .._optional import need
from .._validation import (
    Floats,
    as_array,
    fail,
    inside,
    integer,
    is_single,
    one_of,
    size,
)
from ..display.results import Explained, exceeded, quantile_line
from ..display.workings import (
    Found,
    Messages,
    Sentence,
    Step,
    Table,
    Working,
    line,
    measure,
    quoted,
)
from .one_learner.t import t_critical

_say = Messages(__package__)

_RANKS = ("data set", "learner")
_TABLE_2_5 = [[1, 2, 3], [1, 2.5, 2.5], [1, 2, 3], [1, 2, 3]]

# -- single values ----------------------------------------------------------------------------


@measure
def t_critical_value(k: int, *, alpha: float = 0.05) -> Found[float]:
    """Return the critical value of the t test for k error rates (Table 2.3).

    Parameters
    ----------
    k : int, at least 2
        The number of test error rates, or of differences; k - 1 degrees of freedom.
    alpha : float, default 0.05
        The significance level, two-sided.

    Returns
    -------
    float
        It is exceeded by the absolute value of t with probability `alpha`.

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
    df = size(k, "k", least=2) - 1
    value = t_critical(alpha, df)

    def steps() -> Iterator[Step]:
        yield exceeded("t", value, alpha / 2, df)
        yield _say("critical_values.two_sided", k=df + 1, df=df, alpha=alpha)

    return Found(value, steps)


@measure
def friedman_critical_value(
    n_learners: int, n_datasets: int, *, alpha: float = 0.05
) -> Found[float]:
    """Return the critical value of the Friedman test's F, (2.35) (Table 2.6).

    Parameters
    ----------
    n_learners : int, at least 2
        The number of learners, k.
    n_datasets : int, at least 2
        The number of data sets, N.
    alpha : float, default 0.05
        The significance level.

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
    k = size(n_learners, "n_learners", least=2)
    n = size(n_datasets, "n_datasets", least=2)
    dfn = k - 1
    dfd = (k - 1) * (n - 1)
    value = f_isf(alpha, dfn, dfd)

    def steps() -> Iterator[Step]:
        yield line('df_"1"', "k - 1", k=k)
        yield line('df_"2"', "(k - 1)*(N - 1)", k=k, N=n)
        yield exceeded("F", value, alpha, dfn, dfd)

    return Found(value, steps)


@measure
def nemenyi_critical_value(n_learners: int, *, alpha: float = 0.05) -> Found[float]:
    """Return q_alpha of the Nemenyi test, (2.36) (Table 2.7).

    Parameters
    ----------
    n_learners : int, from 2 to 1000
        The number of learners, k.
    alpha : float, default 0.05
        The significance level for all pairs together.

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
    q = studentized_range_isf(alpha, k)

    def steps() -> Iterator[Step]:
        yield quantile_line("q", q, _say("critical_values.range", k=k, tail=f"{alpha:.4g}"))
        yield line("q_alpha", "q / sqrt(2)", q=q)

    return Found(q / math.sqrt(2), steps)


# -- tables -----------------------------------------------------------------------------------


class PrintedTable(Explained):
    """A table of the textbook: ``table.values``, or one cell ``table[row, column]``.

    It can be given where an array is expected: ``mk.friedman_test(ranks=mk.table("2.5"))``.

    Attributes
    ----------
    rows, columns : tuple
        The keys of rows and columns.
    values : ndarray of shape (len(rows), len(columns))
        The numbers.
    names : (str, str)
        What the keys of rows and of columns are.
    title : Sentence
        What the table holds, in English and Chinese.
    """

    rows: tuple[Any, ...]
    columns: tuple[Any, ...]
    values: Floats
    names: tuple[str, str]
    title: Sentence

    def __getitem__(self, key: tuple[Any, Any]) -> float:
        """Return the cell of a row key and a column key."""
        if not isinstance(key, tuple) or len(key) != 2:
            fail("key", f"a row and a column, [{', '.join(self.names)}]", repr(key), KeyError)
        for given, known, name in zip(key, (self.rows, self.columns), self.names, strict=True):
            if given not in known:
                fail(name, f"one of {list(known)}", repr(given), KeyError)
        return float(self.values[self.rows.index(key[0]), self.columns.index(key[1])])

    def __array__(self, dtype: Any = None, copy: bool | None = None) -> Floats:
        """Return the numbers, where numpy asks for an array."""
        return np.array(self.values, dtype=dtype)

    def working(self) -> Working:
        """Show the table."""
        ranks = self.names == _RANKS
        named = " \\ ".join(self.names).replace("alpha", "α")
        corner = _say("critical_values.ranks") if ranks else quoted(named)
        header = [corner, *map(quoted, map(str, self.columns))]
        rows = zip(self.rows, self.values.tolist(), strict=True)
        show = "{:g}" if ranks else "{:.3f}"
        body = [[str(key), *map(show.format, row)] for key, row in rows]
        return Working(self.values, (Table(header, body, self.title),))

    def to_frame(self) -> Any:
        """Return the table as a pandas DataFrame with the keys of its rows and columns."""
        return need("pandas").DataFrame(self.values, index=self.rows, columns=self.columns)

    __repr__ = Explained.__str__


@measure
def table(
    number: Literal["2.3", "2.5", "2.6", "2.7"],
    *,
    k: int | ArrayLike | None = None,
    n_datasets: int | ArrayLike | None = None,
    alpha: float | ArrayLike | None = None,
) -> PrintedTable:
    """Return one of the textbook's tables; those of critical values for any sizes and levels.

    Parameters
    ----------
    number : {"2.3", "2.5", "2.6", "2.7"}
        Critical values of the two-sided t test; the ranks of section 2.4.4; critical values of
        the Friedman test's F; q_alpha of the Nemenyi test.
    k : int or array-like of int, optional
        The columns: numbers of error rates (2.3) or of learners (2.6, 2.7). As printed by default,
        as are the others.
    n_datasets : int or array-like of int, optional
        The rows of Table 2.6: numbers of data sets.
    alpha : float or array-like of float, optional
        Significances: the rows of Tables 2.3 and 2.7. A single one, 0.05 by default, for
        Table 2.6, whose other half has 0.10.

    Returns
    -------
    PrintedTable
        ``table[alpha, k]`` or ``table[n_datasets, k]``, ``table.values``.

    Raises
    ------
    ValueError, TypeError
        If there is no such table or it has no such argument, or as `t_critical_value`,
        `friedman_critical_value`, `nemenyi_critical_value`.

    Examples
    --------
    >>> import mlevalkit as mk
    >>> mk.table("2.3")
    Critical values of the two-sided t test
    α \\ k       2      5     10     20     30
     0.05  12.706  2.776  2.262  2.093  2.045
      0.1   6.314  2.132  1.833  1.729  1.699
    >>> mk.table("2.6", k=(2, 3, 4, 9), n_datasets=(4, 5), alpha=0.10)
    Critical values of the Friedman test's F at significance level 0.1
    N \\ k      2      3      4      9
        4  5.538  3.463  2.813  1.941
        5  4.545  3.113  2.606  1.870
    >>> mk.table("2.7")[0.10, 9].__round__(3)
    2.855

    Source
    ------
    Zhou, Machine Learning, Tables 2.3, 2.5, 2.6 and 2.7. Printed there: 1.940 for 1.941 in
    Table 2.6; 2.949, 2.459 and 2.885 for 2.948, 2.460 and 2.855 in Table 2.7.
    """
    one_of(number, "number", ("2.3", "2.5", "2.6", "2.7"))
    given = {"k": k, "n_datasets": n_datasets, "alpha": alpha}
    unknown = {"2.3": ["n_datasets"], "2.7": ["n_datasets"], "2.5": [*given]}.get(number, [])
    for name in unknown:
        if given[name] is not None:
            fail(name, f"nothing, since Table {number} has no such argument", repr(given[name]))
    if number == "2.5":
        title = _say("critical_values.2_5")
        ranks = np.array(_TABLE_2_5)
        rows = tuple(f"D{i}" for i in range(1, len(ranks) + 1))
        return PrintedTable(rows, ("A", "B", "C"), ranks, _RANKS, title)
    columns = _sizes((2, 5, 10, 20, 30) if number == "2.3" else range(2, 11), k, "k")
    if number == "2.6":
        level = inside(0.05 if alpha is None else alpha, "alpha")
        n_rows = _sizes((4, 5, 8, 10, 15, 20), n_datasets, "n_datasets")
        values = [[friedman_critical_value(c, n, alpha=level) for c in columns] for n in n_rows]
        title = _say("critical_values.2_6", level=level)
        return PrintedTable(n_rows, columns, np.array(values), ("N", "k"), title)
    given_levels = (0.05, 0.10) if alpha is None else alpha
    levels = tuple(inside(a, "alpha") for a in _cells(given_levels, "alpha"))
    cell = t_critical_value if number == "2.3" else nemenyi_critical_value
    values = [[cell(c, alpha=a) for c in columns] for a in levels]
    title = _say(f"critical_values.{number.replace('.', '_')}")
    return PrintedTable(levels, columns, np.array(values), ("alpha", "k"), title)


def _sizes(printed: Sequence[int], given: Any, name: str) -> tuple[int, ...]:
    if given is None:
        return tuple(printed)
    return tuple(size(v, name, least=2) for v in _cells(given, name))


def _cells(given: Any, name: str) -> list[Any]:
    return [given] if is_single(given) else as_array(given, name).tolist()
