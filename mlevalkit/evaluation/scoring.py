"""From `scoring` to scikit-learn's scorers: a metric or its name, a function of the learner."""

from __future__ import annotations

import inspect
from collections.abc import Callable, Iterable, Mapping
from functools import partial
from typing import Any

from .._optional import need
from .._validation import fail
from ..measures.classification.accuracy import accuracy_score, error_rate
from ..measures.regression.errors import r2_score
from .inputs import Sample
from .learners import is_classifier

Function = Callable[..., Any]
Scoring = str | Function | Iterable[str | Function] | Mapping[str, Any] | None

_SCORES = ("decision_function", "predict_proba")  # in the order in which scikit-learn asks
# What a metric takes beside the true values, by the name of its second argument.
_TAKES: dict[str, str | tuple[str, ...]] = {
    "y_pred": "predict",
    "y_score": _SCORES,
    "y_proba": "predict_proba",
    "y_prob": "predict_proba",
}
# Before scikit-learn 1.9 these called their probabilities y_pred.
_OF_PROBABILITIES = ("log_loss", "d2_log_loss_score")

_GAINS = ("_score", "_f1", "_corrcoef")
_LOSSES = ("_loss", "_error", "_deviance", "error_rate")


def scorers_of(scoring: Scoring, estimator: Any, sample: Sample) -> Any:
    """Return what scikit-learn gets as `scoring`."""
    if scoring is None or isinstance(scoring, str) or callable(scoring):
        return _scorer(scoring, estimator, sample)
    if not isinstance(scoring, Iterable):
        got = f"{scoring!r} ({type(scoring).__name__})"
        fail("scoring", "a name, a function, or a list or dict of them", got, TypeError)
    chosen = scoring if isinstance(scoring, Mapping) else _by_name(scoring)
    if not chosen:
        fail("scoring", "at least one measure", "none")
    return {str(name): _scorer(one, estimator, sample) for name, one in chosen.items()}


def more_is_better(scoring: Scoring) -> bool | None:
    """Tell whether more is better, by scikit-learn's endings of names; None if that is unknown."""
    if not callable(scoring):
        return scoring != "error_rate"
    if _takes(scoring) is None or name_of(scoring).endswith(_GAINS):
        return True
    return False if name_of(scoring).endswith(_LOSSES) else None


def _by_name(scoring: Iterable[Any]) -> dict[str, Any]:
    """Return the measures of a list under their own names."""
    chosen: dict[str, Any] = {}
    for one in scoring:
        if not isinstance(one, str) and _takes(one) is None:
            expected = "names or metrics in a list (a dict gives other functions a name)"
            fail("scoring", expected, repr(one), TypeError)
        name = one if isinstance(one, str) else name_of(one)
        if name in chosen:
            fail("scoring", "each name once (a dict gives other names)", f"{name!r} twice")
        chosen[name] = one
    return chosen


def _scorer(scoring: Any, estimator: Any, sample: Sample) -> Any:
    """Return a scorer of scikit-learn, a function of the learner, or None for its own `score`."""
    metrics = need("sklearn.metrics", "learners")
    known = {"error_rate", *metrics.get_scorer_names()}
    function: Any = scoring
    if scoring is None:
        if callable(getattr(estimator, "score", None)):
            return None
        function = accuracy_score if is_classifier(estimator, sample) else r2_score
    elif isinstance(scoring, str) and scoring in known:
        function = error_rate if scoring == "error_rate" else metrics.get_scorer(scoring)
    elif not callable(scoring):
        expected = "a function or one of " + ", ".join(map(repr, sorted(known)))
        fail("scoring", expected, repr(scoring))
    elif _takes(scoring) is None:
        _check_scorer(scoring, sample)
        return scoring
    else:
        _check_options(scoring)
    if sample.y is None:
        got = "None (or a learner with its own score)" if scoring is None else "None"
        fail("y", f"the true values, for scoring={scoring!r}", got)
    takes = _takes(function)
    scorer = function if takes is None else metrics.make_scorer(function, response_method=takes)
    _check_methods(estimator, getattr(scorer, "_response_method", "predict"))
    return scorer


def _check_methods(estimator: Any, asked: Any) -> None:
    """Check that the learner has a method that a scorer asks for."""
    methods = (asked,) if isinstance(asked, str) else tuple(asked)
    if not any(callable(getattr(estimator, method, None)) for method in methods):
        expected = f"a learner with {' or '.join(methods)}"
        fail("estimator", expected, f"{type(estimator).__name__}, which has none", TypeError)


def name_of(function: Function) -> str:
    """Return the name of a function, without the options of a partial."""
    while isinstance(function, partial):
        function = function.func
    return str(getattr(function, "__name__", "score"))


def _parameters(function: Function) -> Mapping[str, inspect.Parameter]:
    try:
        return inspect.signature(function).parameters
    except (TypeError, ValueError):  # not every built-in tells what it takes
        return {}


def _takes(function: Function) -> str | tuple[str, ...] | None:
    """Return what a metric asks of the learner; None if it is no metric."""
    parameters = _parameters(function)
    second = [*parameters, "", ""][1]
    several = parameters.get("multi_class")
    if second in _TAKES and name_of(function) in _OF_PROBABILITIES:
        return "predict_proba"
    if second == "y_score" and several is not None and several.default in ("ovr", "ovo"):
        return "predict_proba"
    return _TAKES.get(second)


def _check_options(metric: Function) -> None:
    """Check that a metric needs nothing but the true values and what the learner says."""
    further = [*_parameters(metric).values()][2:]
    variable = (inspect.Parameter.VAR_POSITIONAL, inspect.Parameter.VAR_KEYWORD)
    needed = [p.name for p in further if p.default is p.empty and p.kind not in variable]
    if needed:
        name = name_of(metric)
        expected = f"a metric with all its options, such as partial({name}, {needed[0]}=...)"
        fail("scoring", expected, f"{name} without {' and '.join(needed)}", TypeError)


def _check_scorer(function: Function, sample: Sample) -> None:
    """Check that a function that is no metric takes a learner, X and, if there is one, y."""
    names = [*_parameters(function)]
    try:
        inspect.signature(function).bind(None, *sample.xy)
    except ValueError:  # not every built-in tells what it takes
        fits = True
    except TypeError:
        fits = False
    else:
        fits = names[0] not in ("y", "y_true")
    if not fits:
        metric = "a metric whose second argument is called " + " or ".join(_TAKES)
        scorer = "a function of (estimator, X" + (")" if sample.y is None else ", y)")
        got = f"{name_of(function)}({', '.join(names)})"
        fail("scoring", f"{metric}, or {scorer}", got, TypeError)
