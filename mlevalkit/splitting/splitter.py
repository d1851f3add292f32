"""The base of all splitters."""

from abc import ABC, abstractmethod
from collections.abc import Iterator
from typing import Any

from .._validation import fail
from .rows import Indices, same_rows

Splits = Iterator[tuple[Indices, Indices]]  # training and test samples


class Splitter(ABC):
    """Deals samples out to training and test sets, again and again."""

    def split(self, X: Any, y: Any = None, groups: None = None) -> Splits:
        """Return the splits, one after another.

        Parameters
        ----------
        X : array, data frame or list of n_samples rows
            The samples; only their number matters.
        y : array-like of shape (n_samples,), optional
            The classes; the stratified splitters need them, the others look only at its length.
        groups : None
            Not supported; here so that scikit-learn's own functions take the splitter as `cv`.

        Yields
        ------
        train, test : ndarray of int
            The positions of the training and of the test samples.

        Raises
        ------
        ValueError, TypeError
            If X holds no rows or too few of them, or `y` does not fit to it.
        """
        if groups is not None:
            fail("groups", "None (groups are not supported)", type(groups).__name__)
        if X is None:
            fail("X", "a sequence, an array or a data frame", "NoneType", TypeError)
        return self._splits(same_rows(X=X, y=y), y)

    @abstractmethod
    def _splits(self, n: int, y: Any) -> Splits:
        """Check what is asked of n samples, and return the splits."""

    @abstractmethod
    def get_n_splits(self, X: Any = None, y: Any = None, groups: None = None) -> int:
        """Return how many splits there are."""
