"""The diabetes table as scikit-learn shipped it until version 1.0, rebuilt from the raw table."""

from importlib.resources import files

import numpy as np

from .._validation import Floats

_BP, _S5 = 3, 8  # columns


def diabetes() -> tuple[Floats, Floats]:
    """Return X of shape (442, 10), each column with mean 0 and norm 1, and the progression y.

    The raw table is rounded. Blood pressures are means of readings, in thirds; s5 is the logarithm
    of a whole number. The table of old had both in more digits.
    """
    text = (files(__package__) / "diabetes.csv").read_text(encoding="ascii")
    rows = np.loadtxt(text.splitlines(), delimiter=",", skiprows=1)
    X, y = rows[:, :-1], rows[:, -1]
    X[:, _BP] = [float(f"{round(3 * bp) / 3:.10g}") for bp in X[:, _BP]]
    X[:, _S5] = np.log(np.round(np.exp(X[:, _S5])))
    X -= X.mean(axis=0)
    X /= np.sqrt((X**2).sum(axis=0))
    return X, y
