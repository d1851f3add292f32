"""The inputs of the lecture slides' examples."""

from __future__ import annotations

from functools import cache
from importlib.resources import files
from typing import Any

import numpy as np

from .._validation import Floats, NDArray, one_of
from ..display.workings import data_of

_NAMES = [f"2.{i}" for i in range(1, 14)]
# columns of the diabetes table
_BP = 3
_S5 = 8


@cache
def _diabetes() -> tuple[Floats, Floats]:
    """Return the diabetes table as scikit-learn shipped it until version 1.0, its first 150 rows.

    The raw table is rounded. Blood pressures are means of readings, in thirds; s5 is the logarithm
    of a whole number. The table of old had both in more digits.
    """
    text = (files(__package__) / "diabetes.csv").read_text(encoding="ascii")
    rows = np.loadtxt(text.splitlines(), delimiter=",", skiprows=1)
    X = rows[:, :-1]
    y = rows[:, -1]
    X[:, _BP] = [float(f"{round(3 * bp) / 3:.10g}") for bp in X[:, _BP]]
    X[:, _S5] = np.log(np.round(np.exp(X[:, _S5])))
    X -= X.mean(axis=0)
    X /= np.sqrt((X**2).sum(axis=0))
    return X[:150], y[:150]


def example(number: str) -> tuple[NDArray[Any], ...]:
    """Return the input of one of the lecture slides' Examples 2.1 to 2.13.

    ============  ====================  ======================================================
    Examples      returns               what for
    ============  ====================  ======================================================
    2.1           ``X, y``              hold-out of 5 samples, ``test_size=0.4, random_state=10``
    2.2           ``X, y``              R2 of `Lasso()` on 150 diabetes patients, 3 folds
    2.3           ``X, y``              3 folds of 6 samples
    2.4           ``X, y``              2 times 3 folds of 6 samples, ``random_state=18``
    2.5           ``X, y``              4 folds of 8 samples, plain and stratified
    2.6           ``X, y``              leave-one-out of 3 samples
    2.7, 2.8      ``y_true, y_pred``    MSE; RMSE and MAE
    2.9           ``y_true, y_pred``    accuracy
    2.10, 2.12    ``y_true, y_pred``    confusion matrix; precision, averaged in three ways
    2.11, 2.13    ``y_true, y_score``   P-R curve; ROC curve and AUC
    ============  ====================  ======================================================

    Examples 2.7 and 2.8 have the same data. Example 2.9 prints y_pred first; here y_true is first.
    Example 2.2 has the table as scikit-learn had it until version 1.0, when the slide was made: it
    gives the printed scores 0.33150734, 0.08022311, 0.03531764. Since 1.1 scikit-learn's
    `load_diabetes` starts from a rounded table (82.67 for a blood pressure of 82 2/3, 4.8598 for
    log 129), and the scores are 0.3315057, 0.08022103, 0.03531816.

    Parameters
    ----------
    number : str
        The example's number, such as "2.10".

    Returns
    -------
    tuple of two ndarrays
        See above; they are yours to change.

    Raises
    ------
    ValueError
        If there is no such example.

    Examples
    --------
    >>> import mlevalkit as mk
    >>> y_true, y_score = mk.datasets.example("2.13")
    >>> len(y_true), int(y_true.sum())
    (20, 10)

    Source
    ------
    The lecture slides on chapter 2 of Zhou, Machine Learning. Example 2.2: Efron, Hastie, Johnstone
    and Tibshirani (2004), Least angle regression, Annals of Statistics 32, 407-499.
    """
    one_of(number, "number", _NAMES)
    columns: Any = _diabetes() if number == "2.2" else data_of(__package__, "examples.toml")[number]
    return tuple(np.array(column) for column in columns)
