"""The types of functions whose return type depends on an argument."""

from collections.abc import Sequence
from typing import Any, Literal, Protocol, overload

from numpy.typing import ArrayLike

from .._validation import Floats
from .._workings import Working


class AveragedMeasure(Protocol):
    """What `precision_score`, `recall_score` and `f1_score` are."""

    __name__: str
    __doc__: str | None

    @overload
    def __call__(
        self,
        y_true: ArrayLike,
        y_pred: ArrayLike,
        *,
        labels: ArrayLike | None = ...,
        pos_label: object = ...,
        average: None,
        sample_weight: ArrayLike | None = ...,
        zero_division: object = ...,
    ) -> Floats: ...

    @overload
    def __call__(
        self,
        y_true: ArrayLike,
        y_pred: ArrayLike,
        *,
        labels: ArrayLike | None = ...,
        pos_label: object = ...,
        average: str = ...,
        sample_weight: ArrayLike | None = ...,
        zero_division: object = ...,
    ) -> float: ...

    def working(
        self,
        y_true: ArrayLike,
        y_pred: ArrayLike,
        *,
        labels: ArrayLike | None = ...,
        pos_label: object = ...,
        average: str | None = ...,
        sample_weight: ArrayLike | None = ...,
        zero_division: object = ...,
    ) -> Working:
        """Show how the value comes about."""


class AveragedFBeta(Protocol):
    """What `fbeta_score` is."""

    __name__: str
    __doc__: str | None

    @overload
    def __call__(
        self,
        y_true: ArrayLike,
        y_pred: ArrayLike,
        *,
        beta: float,
        labels: ArrayLike | None = ...,
        pos_label: object = ...,
        average: None,
        sample_weight: ArrayLike | None = ...,
        zero_division: object = ...,
    ) -> Floats: ...

    @overload
    def __call__(
        self,
        y_true: ArrayLike,
        y_pred: ArrayLike,
        *,
        beta: float,
        labels: ArrayLike | None = ...,
        pos_label: object = ...,
        average: str = ...,
        sample_weight: ArrayLike | None = ...,
        zero_division: object = ...,
    ) -> float: ...

    def working(
        self,
        y_true: ArrayLike,
        y_pred: ArrayLike,
        *,
        beta: float,
        labels: ArrayLike | None = ...,
        pos_label: object = ...,
        average: str | None = ...,
        sample_weight: ArrayLike | None = ...,
        zero_division: object = ...,
    ) -> Working:
        """Show how the value comes about."""


class Report(Protocol):
    """What `classification_report` is."""

    __name__: str
    __doc__: str | None

    @overload
    def __call__(
        self,
        y_true: ArrayLike,
        y_pred: ArrayLike,
        *,
        labels: ArrayLike | None = ...,
        target_names: Sequence[str] | None = ...,
        sample_weight: ArrayLike | None = ...,
        digits: int = ...,
        output_dict: Literal[False] = ...,
        zero_division: object = ...,
    ) -> str: ...

    @overload
    def __call__(
        self,
        y_true: ArrayLike,
        y_pred: ArrayLike,
        *,
        labels: ArrayLike | None = ...,
        target_names: Sequence[str] | None = ...,
        sample_weight: ArrayLike | None = ...,
        digits: int = ...,
        output_dict: Literal[True],
        zero_division: object = ...,
    ) -> dict[str, Any]: ...

    def working(
        self,
        y_true: ArrayLike,
        y_pred: ArrayLike,
        *,
        labels: ArrayLike | None = ...,
        target_names: Sequence[str] | None = ...,
        sample_weight: ArrayLike | None = ...,
        digits: int = ...,
        output_dict: bool = ...,
        zero_division: object = ...,
    ) -> Working:
        """Show how the numbers of the report come about."""
