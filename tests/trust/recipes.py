"""One valid call, or several, of every public function and class; the fuzz run spoils them."""

import inspect
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from operator import attrgetter
from types import ModuleType
from typing import Any

import numpy as np
import pandas as pd
from learners import Majority
from scipy import stats

import mlevalkit as mk
from mlevalkit._tables import TableError

# -- what is public ---------------------------------------------------------------------------


def public() -> dict[str, Any]:
    """Return every public function and class by its name below `mlevalkit`."""
    found = {}
    for name in mk.__all__:
        value = getattr(mk, name)
        if isinstance(value, ModuleType):
            found |= {f"{name}.{inner}": getattr(value, inner) for inner in value.__all__}
        else:
            found[name] = value
    return {name: value for name, value in found.items() if callable(value)}


# Nothing to spoil: classes that the library itself fills in, and what is checked when it is used.
FILLED = {
    name
    for name, value in public().items()
    if isinstance(value, type) and name.startswith(("results.", "exercises.", "explorers."))
}
PASSIVE = FILLED | {"UndefinedMetricWarning", "Working", "exercises.add_template", "set_language"}
WORK = {
    "cv", "n_jobs", "n_repeats", "n_resamples", "n_rounds", "n_samples", "n_sets", "n_splits",
}  # fmt: skip

# -- recipes ----------------------------------------------------------------------------------


@dataclass(frozen=True)
class Recipe:
    """A valid call and what its result must look like.

    Attributes
    ----------
    name : str
        The public name, "KFold.split" for a method.
    arguments : dict
        Arguments by name; arrays are data.
    shape : callable
        From result and arguments to True if the result has the right form; by default, if its
        class is the one that the function's annotation names.
    rows : set of str
        Arguments of which only the number of rows counts, or which only the learner reads.
    slow : bool
        Whether a call takes milliseconds.
    errors : tuple of type
        Documented errors besides ValueError, TypeError and ImportError.
    function : callable
        What is called: by default what has the name.
    """

    name: str
    arguments: dict[str, Any]
    shape: Callable[[Any, dict[str, Any]], bool] = None
    rows: set[str] = field(default_factory=set)
    slow: bool = False
    errors: tuple[type[Exception], ...] = ()
    function: Callable[..., Any] = None

    def __post_init__(self) -> None:
        function = self.function or attrgetter(self.name)(mk)
        object.__setattr__(self, "function", function)
        object.__setattr__(self, "shape", self.shape or annotated(function))

    @property
    def names(self) -> list[str]:
        """The names of all arguments."""
        names = inspect.signature(self.function).parameters
        return [n for n in names if n not in {"self", "ax", "groups"}]

    @property
    def work(self) -> set[str]:
        """The arguments that say how much to do; large numbers are spared."""
        return WORK | ({"m"} if self.name.startswith("explorers.") else set())

    @property
    def said(self) -> set[str]:
        """What a message may call the arguments."""
        # measures say y_true to what is y here, and y_pred to a prediction
        other = {"arrays": "array", "scoring": "y_true"}
        return {*self.names, "groups", *(other[name] for name in self.names if name in other)}

    def call(self, arguments: dict[str, Any]) -> Any:
        """Call the function."""
        named = dict(arguments)
        return self.function(*named.pop("arrays", ()), **named)


def _method(cls: type, method: str) -> Callable[..., Any]:
    """Return a function that makes an object and calls a method of it."""
    made, called = inspect.signature(cls), inspect.signature(getattr(cls, method))

    def function(**arguments: Any) -> Any:
        own = {k: v for k, v in arguments.items() if k in made.parameters}
        other = {k: v for k, v in arguments.items() if k not in made.parameters}
        return list(getattr(cls(**own), method)(**other))

    parameters = [*made.parameters.values(), *called.parameters.values()]
    keyword = [p.replace(kind=p.KEYWORD_ONLY) for p in parameters if p.name != "self"]
    function.__signature__ = inspect.Signature(keyword)  # type: ignore[attr-defined]
    return function


# -- shapes of results ------------------------------------------------------------------------

Shape = Callable[[Any, dict[str, Any]], bool]


def number(least: float = -np.inf, most: float = np.inf) -> Shape:
    """Accept a plain number in the range, NaN included."""
    return lambda r, a: isinstance(r, (float, int)) and not (r < least or r > most)


def annotated(function: Callable[..., Any]) -> Shape:
    """Accept an object of the class that a function's annotation names, or of the class itself."""
    if isinstance(function, type):
        return lambda r, a: type(r) is function
    name, _, _ = function.__annotations__["return"].partition("[")
    name = {"Floats": "ndarray", "NDArray": "ndarray"}.get(name, name)
    return lambda r, a: type(r).__name__ == name


rate = number(0, 1)
text_or_dict: Shape = lambda r, a: isinstance(r, (str, dict))  # noqa: E731


def array(ndim: int, kinds: str = "f") -> Shape:
    """Accept an array of so many dimensions, without NaN."""
    return lambda r, a: (
        type(r) is np.ndarray and r.ndim == ndim and r.dtype.kind in kinds and not (r != r).any()
    )


def count_or_rate(r: Any, a: dict[str, Any]) -> bool:
    """Accept a rate from 0 to 1, or a count where `normalize` is False."""
    return isinstance(r, (float, int)) and r >= 0 and (r <= 1 or a.get("normalize") is not True)


def by_average(r: Any, a: dict[str, Any]) -> bool:
    """Accept a rate, or an array of one rate a class where `average` is None."""
    if a.get("average", "binary") is not None:
        return isinstance(r, float) and not (r < 0 or r > 1)
    return r.ndim == 1 and r.dtype.kind == "f" and not ((r < 0) | (r > 1)).any()


def four_by_average(r: Any, a: dict[str, Any]) -> bool:
    """Accept precision, recall, F and support."""
    *rates, support = r
    if a.get("average") is not None:
        return support is None and all(isinstance(v, float) for v in rates)
    return len(r) == 4 and {v.shape for v in r} == {(len(support),)}


def columns(n: int, kinds: str = "f") -> Shape:
    """Accept so many arrays of one length."""
    return lambda r, a: (
        isinstance(r, tuple)
        and len(r) == n
        and len({len(c) for c in r}) == 1
        and all(type(c) is np.ndarray and c.ndim == 1 and c.dtype.kind in kinds for c in r)
    )


def square(r: Any, a: dict[str, Any]) -> bool:
    """Accept a square table, with a row a class."""
    if a.get("labels") is not None:
        n = len(a["labels"])
    else:
        n = len({str(v) for y in (a["y_true"], a["y_pred"]) for v in np.asarray(y).tolist()})
    return type(r) is np.ndarray and r.shape[0] == r.shape[1] <= n and not (r < 0).any()


def same_form(name: str) -> Shape:
    """Accept an array of the shape of an argument."""
    return lambda r, a: r.shape == np.shape(a[name]) and r.dtype == float


def broadcast(*names: str) -> Shape:
    """Accept a number, or an array, of the shape that arguments have together."""
    return lambda r, a: np.shape(r) == np.broadcast(*(np.asarray(a[n]) for n in names)).shape


def folds(r: Any, a: dict[str, Any]) -> bool:
    """Accept splits: positions in range, training and test samples never the same."""
    n = len(a["X"])
    return all(
        train.dtype == test.dtype == np.intp
        and not np.intersect1d(train, test).size
        and min(train.min(), test.min()) >= 0
        and max(train.max(), test.max()) < n
        for train, test in r
    )


def predictions(r: Any, a: dict[str, Any]) -> bool:
    """Accept what was read: a number of each learner and data set, or columns of one length."""
    if isinstance(r, mk.results.ScoreTable):
        return r.scores.shape == (len(r.datasets), len(r.learners))
    columns = [c for m in r.models.values() for c in (m.y_pred, m.y_score) if c is not None]
    return {len(c) for c in columns} == {len(r.rows)}


def parts(r: Any, a: dict[str, Any]) -> bool:
    """Accept a training and a test part of each array."""
    return len(r) == 2 * len(a["arrays"]) and all(len(part) for part in r)


# -- data -------------------------------------------------------------------------------------

TRUE = np.array([1, 0, 1, 1, 0, 1, 0, 0, 1, 0, 1, 0])
PRED = np.array([1, 0, 0, 1, 1, 1, 0, 0, 1, 0, 0, 1])
OTHER = np.array([1, 1, 1, 0, 0, 1, 0, 1, 1, 0, 1, 0])
SCORE = np.array([0.9, 0.2, 0.4, 0.8, 0.6, 0.7, 0.1, 0.3, 0.95, 0.2, 0.4, 0.5])
BELOW = np.array([0.4, 0.2, 0.1, 0.6, 0.6, 0.9, 0.5, 0.3, 0.85, 0.8, 0.4, 0.7])
LONG, LONG_SCORE = np.resize(TRUE, 80), np.random.RandomState(3).permutation(80) / 80
THREE = np.array([0, 1, 2, 0, 1, 2, 0, 1, 2, 0, 1, 2])
THREE_PRED = np.array([0, 2, 2, 0, 1, 1, 0, 1, 2, 1, 1, 0])
WORDS, WORDS_PRED = np.array(["a", "b", "c"])[THREE], np.array(["a", "b", "c"])[THREE_PRED]
THREE_SCORE = np.array([[0.6, 0.3, 0.1], [0.2, 0.5, 0.3], [0.1, 0.4, 0.5]])[THREE_PRED]
WEIGHT = np.array([1.0, 2.0, 0.5, 1.0, 3.0, 1.0, 0.0, 1.0, 2.0, 1.5, 1.0, 0.25])
LEFT = np.array([1.0, 5.0, 4.0, 3.0, 2.0, 5.0, -3.0, 0.5, 2.5, 1.0, 7.0, 4.0])
RIGHT = np.array([1.0, 4.5, 3.5, 5.0, 8.0, 4.5, 1.0, 0.0, 2.0, 1.5, 6.0, 4.0])
ERRORS_A = np.array([0.20, 0.25, 0.18, 0.30, 0.22, 0.21, 0.27, 0.24, 0.19, 0.23, 0.2, 0.26])
ERRORS_B = np.array([0.24, 0.25, 0.22, 0.31, 0.21, 0.27, 0.29, 0.28, 0.20, 0.25, 0.25, 0.3])
TABLE = np.random.RandomState(0).rand(12, 4).round(2)
RANKS = np.array([[1.0, 2, 3], [1, 2.5, 2.5], [1, 2, 3], [1, 2, 3]] * 3)
DIFFERENCES = np.array([[0.1, 0.05], [0.2, 0.1], [-0.1, 0.1], [0.05, 0.15], [0.1, 0.2]])
X = np.column_stack([LEFT, RIGHT])
STUDY = np.random.RandomState(1).rand(12, 12).round(2)
VOTES = np.random.RandomState(2).randint(0, 3, (12, 12))


class First(Majority):
    """The first label."""

    def fit(self, X: Any, y: Any = None) -> None:
        """Learn the first label."""
        self.label = np.asarray(y)[0]


def half(x: Any) -> Any:
    """Return whether x is above one half."""
    return x > 0.5


def third(x: Any) -> Any:
    """Return whether x is above one third."""
    return x > 0.3


def draws(n: int, random: np.random.RandomState | np.random.Generator) -> Any:
    """Draw from the uniform distribution."""
    return random.uniform(size=n)


def training_set(n: int, random: np.random.Generator) -> Any:
    """Draw a training set."""
    return random.random((n, 2)), random.integers(0, 2, n)


# -- the recipes ------------------------------------------------------------------------------


def _measures() -> Iterator[Recipe]:
    two = {"y_true": TRUE, "y_pred": PRED}
    words = {"y_true": WORDS, "y_pred": WORDS_PRED}
    weighted = two | {"sample_weight": WEIGHT}
    for name in ("accuracy_score", "error_rate"):
        for given in (two | {"normalize": True}, words, weighted | {"normalize": False}):
            yield Recipe(name, given, count_or_rate)
    for name in ("precision_score", "recall_score", "f1_score", "fbeta_score"):
        more = {"beta": 2.0} if name == "fbeta_score" else {}
        for given in (
            two | {"zero_division": 0},
            words | {"average": None, "labels": np.array(["a", "b", "c"])},
            weighted | {"average": "weighted", "zero_division": "warn", "pos_label": 1},
        ):
            yield Recipe(name, given | more, by_average)
    none, many = np.zeros(12, dtype=int), {"y_true": np.arange(60), "y_pred": np.arange(60) // 2}
    for name in ("precision_score", "recall_score", "f1_score"):
        given = many | {"average": "macro", "zero_division": 1.0}
        yield Recipe(name, given, by_average)
    for beta, y_true in ((2.0, none), (0.0, TRUE), (0.0, none), (np.inf, none)):
        given = {"y_true": y_true, "y_pred": none, "beta": beta, "zero_division": 0}
        yield Recipe("fbeta_score", given, by_average)
    empty = {"y_true": none, "y_pred": none, "labels": [1, 2], "zero_division": 1.0}
    for average in ("micro", "weighted", "macro"):
        for beta in (0.5, 1 / 3, 1.0, np.inf):
            given = words | {"average": average, "beta": beta}
            yield Recipe("fbeta_score", given, by_average)
        given = empty | {"average": average, "beta": 2.0}
        yield Recipe("fbeta_score", given, by_average)
        yield Recipe("f1_score", empty | {"average": average}, by_average)
        given = empty | {"average": average, "zero_division": np.nan}
        yield Recipe("f1_score", given, by_average)
    yield Recipe("precision_recall_fscore_support", two | {"beta": 1.0}, four_by_average)
    yield Recipe("precision_recall_fscore_support", words | {"average": "macro"}, four_by_average)
    yield Recipe("balanced_accuracy_score", weighted, rate)
    yield Recipe("macro_f1", words | {"sample_weight": WEIGHT}, rate)
    yield Recipe("confusion_matrix", words | {"normalize": None}, square)
    given = weighted | {"labels": np.array([1, 0]), "normalize": "true"}
    yield Recipe("confusion_matrix", given, square)
    yield Recipe("binary_counts", weighted | {"pos_label": 1})
    yield Recipe("results.BinaryCounts", {"TP": 4, "FP": 2, "FN": 2, "TN": 4})
    yield Recipe("results.BinaryCounts", dict.fromkeys(("TP", "FP", "FN", "TN"), 0))
    given = words | {"target_names": ["甲", "乙", "丙"], "digits": 3, "zero_division": 0}
    yield Recipe("classification_report", given, text_or_dict)
    yield Recipe("classification_report", two | {"output_dict": True}, text_or_dict)
    yield Recipe("one_vs_rest_counts", words)
    yield Recipe("pairwise_counts", words)
    for name in ("mean_squared_error", "root_mean_squared_error", "mean_absolute_error"):
        given = {"y_true": LEFT, "y_pred": RIGHT}
        yield Recipe(name, given, number(0))
        yield Recipe(name, given | {"sample_weight": WEIGHT}, number(0))
        long = {"y_true": np.arange(101), "y_pred": np.arange(101) // 2 * 2.0}  # is not listed
        yield Recipe(name, long, number(0))
    given = {"y_true": LEFT, "y_pred": RIGHT, "force_finite": True}
    yield Recipe("r2_score", given, number(most=1))


def _intervals() -> Iterator[Recipe]:
    two, level = {"y_true": TRUE, "y_pred": PRED}, {"confidence_level": 0.9}
    for name in ("negative_predictive_value", "specificity_score"):
        for more in ({"zero_division": 0}, {"sample_weight": WEIGHT, "pos_label": 1}):
            yield Recipe(name, two | more, rate)
    yield Recipe("rate_interval", two | level | {"rate": "f1", "pos_label": 1, "method": "wilson"})
    for name in ("accuracy", "precision", "specificity", "balanced_accuracy"):
        yield Recipe("rate_interval", two | {"rate": name})
    yield Recipe("rate_interval", {"y_true": TRUE, "y_pred": TRUE, "rate": "recall"})
    for name in (
        "mean_squared_error",
        "root_mean_squared_error",
        "mean_absolute_error",
        "r2_score",
    ):
        given = {"metric": name, "y_true": LEFT, "y_pred": RIGHT}
        yield Recipe("loss_interval", given | level)
    sure = {"y_true": TRUE, "y_pred": SCORE, "pos_label": 1}
    for name in ("brier_score_loss", "log_loss"):
        yield Recipe("loss_interval", sure | {"metric": name})
    yield Recipe("loss_interval", sure | {"metric": "brier_score_loss", "y_pred": TRUE})
    prices = {"metric": "cost_sensitive_error", "cost_fn": 3.0, "cost_fp": 1.0, "pos_label": 1}
    yield Recipe("loss_interval", {"y_true": TRUE, "y_pred": PRED} | prices)
    ranked = {"y_true": TRUE, "y_score": SCORE, "pos_label": 1}
    yield Recipe("average_precision_interval", ranked | level)
    alike = {"y_true": TRUE, "y_score": TRUE.astype(float)}
    yield Recipe("average_precision_interval", alike)
    yield Recipe("separation_interval", alike | level)
    yield Recipe("separation_interval", alike | {"y_score_b": np.ones(12)})


def _reports() -> Iterator[Recipe]:
    given = {"y_true": TRUE, "y_pred": PRED, "y_score": SCORE, "pos_label": 1, "threshold": 0.5}
    more = {"cost_fn": 3.0, "cost_fp": 1.0, "confidence_level": 0.9}
    second = {"y_pred_b": OTHER, "y_score_b": BELOW}
    yield Recipe("evaluate", given | more | second, slow=True)
    beside = {"groups": np.arange(12) // 2, "sample_weight": WEIGHT, "n_resamples": 100}
    yield Recipe("evaluate", {"y_true": LEFT, "y_pred": RIGHT} | beside, slow=True)


def _reading() -> Iterator[Recipe]:
    # refused tables have sentences of their own; unusual files: test_read_predictions.py
    known = {"errors": (TableError,)}
    rows = [f"{i},{t},{p},{s}" for i, (t, p, s) in enumerate(zip(TRUE, PRED, SCORE, strict=True))]
    text = "\n".join(["row,truth,pred,prob_1", *rows])
    roles = {"truth": "y_true", "pred": "y_pred", "prob_1": "y_score", "row": "id"}
    more = {"roles": roles, "pos_label": 1, "missing": "drop", "task": "classification"}
    yield Recipe("read_predictions", {"source": text} | more, predictions, **known)
    file = {"encoding": "utf-16", "decimal": "."}
    yield Recipe("read_predictions", {"source": text.encode("utf-16")} | file, predictions, **known)
    columns = {"truth": LEFT, "svm": RIGHT, "tree": np.flip(RIGHT)}
    frame = {"source": pd.DataFrame(columns), "higher_is_positive": True}
    yield Recipe("read_predictions", frame, predictions, **known)


def _ranking() -> Iterator[Recipe]:
    ranked = {"y_true": TRUE, "y_score": SCORE}
    weighted = ranked | {"sample_weight": WEIGHT, "pos_label": 1}
    shapes = {
        "average_precision_score": rate,
        "best_f_threshold": None,
        "break_even_point": rate,
        "confusion_matrix_at_thresholds": columns(5, "iuf"),
        "precision_recall_curve": lambda r, a: len(r[0]) == len(r[1]) == len(r[2]) + 1,
        "ranking_loss": rate,
        "roc_curve": columns(3),
    }
    for name, shape in shapes.items():
        for given in (ranked, weighted, {"y_true": LONG, "y_score": LONG_SCORE}):
            yield Recipe(name, given, shape)
    given = {"x": np.linspace(0, 1, 12), "y": np.sort(SCORE)}
    yield Recipe("auc", given, number())
    for method in ("score", "logit", "delong"):
        given = ranked | {"confidence_level": 0.9, "method": method}
        yield Recipe("auc_confidence_interval", given)
    sure = {"y_true": TRUE, "y_proba": SCORE}
    by_class = {"y_true": WORDS, "y_proba": THREE_SCORE, "sample_weight": WEIGHT}
    brier = {"pos_label": 1, "scale_by_half": "auto"}
    for name, more in (("brier_score_loss", brier), ("log_loss", {"normalize": True})):
        yield Recipe(name, sure | more, number(0))
        yield Recipe(name, by_class | {"labels": ["a", "b", "c"]}, number(0))
    given = {"y_true": TRUE, "y_prob": SCORE, "n_bins": 4, "strategy": "quantile", "pos_label": 1}
    yield Recipe("calibration_curve", given, columns(2))
    given = {"y_true": TRUE, "y_score_a": SCORE, "y_score_b": BELOW, "alpha": 0.1, "pos_label": 1}
    yield Recipe("delong_test", given)
    for one, other in ((SCORE, BELOW), (BELOW, SCORE), (TRUE, SCORE)):
        given = {"y_true": TRUE, "y_score_a": one, "y_score_b": other, "sample_weight": WEIGHT}
        yield Recipe("dominates", given)
    three = {"y_true": THREE, "y_score": THREE_SCORE}
    given = {"fpr": np.linspace(0, 1, 12), "tpr": np.linspace(0, 1, 12) ** 0.5, "prior": 0.3}
    yield Recipe("precision_from_roc", given, broadcast("fpr", "tpr"))
    yield Recipe("roc_auc_score", ranked | {"max_fpr": 0.5}, rate)
    given = three | {"multi_class": "ovr", "average": "macro"}
    one_or_each: Shape = lambda r, a: rate(r, a) or (a["average"] is None and r.ndim == 1)  # noqa: E731
    yield Recipe("roc_auc_score", given, one_or_each)


def _costs() -> Iterator[Recipe]:
    two, costs = {"y_true": TRUE, "y_pred": PRED}, {"cost_fn": 3.0, "cost_fp": 1.0}
    ranked = {"y_true": TRUE, "y_score": SCORE, "pos_label": 1, "sample_weight": WEIGHT}
    yield Recipe("best_threshold", ranked | costs | {"prior": 0.3})
    yield Recipe("cost_curve", ranked)
    yield Recipe("cost_sensitive_error", two | costs, number(0))
    matrix = np.array([[0.0, 1, 2], [3, 0, 1], [5, 1, 0]])
    three = {"y_true": WORDS, "y_pred": WORDS_PRED, "cost_matrix": matrix}
    yield Recipe("cost_sensitive_error", three | {"sample_weight": WEIGHT}, number(0))
    yield Recipe("cost_sensitive_error", three | {"y_pred": WORDS}, number(0))
    yield Recipe("expected_total_cost", ranked | {"threshold": 0.5}, number(0))
    given = {"y_true": TRUE, "y_score": SCORE, "pos_label": 1, "reference": 0.5}
    more = {"n_resamples": 100, "random_state": 0}
    yield Recipe("threshold_saving", given | costs | more, slow=True)
    yield Recipe("positive_cost", costs | {"prior": 0.3}, number(0))
    yield Recipe("normalized_cost", two | costs | {"prior": 0.3}, rate)
    rates = {"fnr": 0.2, "fpr": 0.1, "prior": 0.3}
    yield Recipe("normalized_cost", costs | rates, rate)


def _tables() -> Iterator[Recipe]:
    given = {"n_learners": 4, "n_datasets": 10, "alpha": 0.05}
    yield Recipe("friedman_critical_value", given, number(0))
    yield Recipe("nemenyi_critical_value", {"n_learners": 4, "alpha": 0.1}, number(0))
    yield Recipe("t_critical_value", {"k": 10, "alpha": 0.1}, number(0))
    sizes, levels = np.array([2, 3, 5]), np.array([0.05, 0.1])
    for given in (
        {"number": "2.3", "k": sizes, "alpha": levels},
        {"number": "2.5"},
        {"number": "2.6", "k": sizes, "n_datasets": np.array([4, 10]), "alpha": 0.1},
        {"number": "2.7", "k": sizes, "alpha": levels},
    ):
        yield Recipe("table", given)


def _one_learner() -> Iterator[Recipe]:
    wrong = np.array([0, 1, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0])
    for errors in ({"errors": wrong}, {"errors": 3, "m": 12}):
        yield Recipe("binomial_test", errors | {"error_rate_0": 0.3, "alpha": 0.1})
        yield Recipe("error_rate_interval", errors | {"method": "wilson"})
    given = {"m": 10, "error_rate_0": 0.3, "alpha": 0.05, "form": "corrected"}
    yield Recipe("binomial_critical_value", given, number())
    for form, start, m in (("minimum", 0.3, 300), ("maximum", 0.3, 300), ("corrected", 0.9, 2)):
        given = {"m": m, "error_rate_0": start, "form": form}
        yield Recipe("binomial_critical_value", given, number())
    for method in ("exact", "wilson"):
        for wrong in (3, 0, 40):
            given = {"errors": wrong, "m": 40, "method": method, "confidence_level": 0.9}
            yield Recipe("error_rate_interval", given)
    yield Recipe("binomial_test", {"errors": 9, "m": 20, "error_rate_0": 0.2})
    for error_rate, wrong in ((np.linspace(0, 1, 12), 6), (0.2, 0)):
        given = {"errors": wrong, "m": 10, "error_rate": error_rate}
        shape = broadcast("error_rate", "errors")
        yield Recipe("error_likelihood", given, shape)
    for start in (0.2, 0.9, 0.01):
        yield Recipe("t_test", {"error_rates": ERRORS_A, "error_rate_0": start})


def _learners() -> Iterator[Recipe]:
    pair = {"errors_a": ERRORS_A, "errors_b": ERRORS_B}
    for given in (pair, pair | {"n_train": 90, "n_test": 10}):
        yield Recipe("paired_t_test", given)
    scored = {"scores": ERRORS_A, "n_train": 90, "n_test": 10}
    yield Recipe("cross_val_interval", scored)
    losses = {"scores": np.abs(LEFT - RIGHT), "folds": np.arange(len(LEFT)) % 3}
    yield Recipe("cross_val_interval", losses | {"confidence_level": 0.9})
    for form in ("textbook", "dietterich", "alpaydin"):
        yield Recipe("five_by_two_cv_test", {"differences": DIFFERENCES, "form": form})
    many = np.array([[50, 30], [60, 20]])
    for given in (
        {"y_true": TRUE, "y_pred_a": PRED, "y_pred_b": OTHER, "exact": True},
        {"table": np.array([[10, 3], [8, 20]]), "correction": True},
        {"table": many, "correction": False, "alpha": 0.01},
        {"table": many, "exact": True},
        {"table": np.array([[50, 0], [2, 20]]), "exact": True},
        {"table": many, "mid_p": True},
    ):
        yield Recipe("mcnemar_test", given)
    for more in ({"discordant": 0.3}, {"std": 0.4, "alpha": 0.1, "power": 0.9}):
        given = {"difference": 0.2, **more}
        yield Recipe("sample_size", given, number(2), slow=True)
        yield Recipe("detectable_difference", {"m": 100, **more}, number(0), slow=True)
    yield Recipe("unpaired_test", {"errors_a": TRUE, "errors_b": 1 - PRED, "alpha": 0.1})
    yield Recipe("unpaired_test", {"errors_a": 5, "errors_b": 9, "m_a": 40, "m_b": 50})
    a, b = mk.error_rate_interval(5, 40), mk.error_rate_interval(9, 50)
    yield Recipe("difference_interval", {"interval_a": a, "interval_b": b})
    for result in (mk.mcnemar_test(TRUE, PRED, OTHER), mk.paired_t_test(ERRORS_A, ERRORS_B)):
        given = {"result": result, "margin": 0.1, "alpha": 0.1}
        yield Recipe("equivalence_test", given, slow=True)
    yield Recipe("critical_difference", {"n_learners": 4, "n_datasets": 10}, number(0))
    file = (OSError,)  # a text names a file with the scores
    scored = {"scores": TABLE, "learners": ["A", "B", "C", "D"]}
    for given in (scored, {"ranks": RANKS, "learners": ["A", "B", "C"], "alpha": 0.1}):
        yield Recipe("friedman_test", given, errors=file)
        yield Recipe("nemenyi_test", given, errors=file)
    for more in ({"control": "B", "test": "mean_ranks", "p_adjust": "bonferroni"}, {"alpha": 0.1}):
        yield Recipe("pairwise_tests", scored | more, errors=file)
    names = {"learners": scored["learners"], "datasets": [f"D{i}" for i in range(12)]}
    given = {"scores": TABLE, "tie_correction": True} | names
    yield Recipe("compare_learners", given, errors=file)


def _decompositions() -> Iterator[Recipe]:
    by_set = np.where(STUDY > 0.5, LEFT, RIGHT)  # noise that depends on the training set
    for noisy in (RIGHT, None, RIGHT + STUDY, by_set):
        given = {"predictions": STUDY, "y_true": LEFT, "y_noisy": noisy}
        yield Recipe("bias_variance_decomposition", given)
    given = {"predictions": STUDY[:1], "y_true": LEFT, "y_noisy": RIGHT}
    yield Recipe("bias_variance_decomposition", given)
    yield Recipe("zero_one_decomposition", {"predictions": VOTES, "y_true": THREE})


def _scaling() -> Iterator[Recipe]:
    yield Recipe("minmax_scale", {"X": X, "feature_range": (0, 1), "axis": 0}, same_form("X"))
    yield Recipe("minmax_scale", {"X": np.full(5, 0.1)}, same_form("X"))
    yield Recipe("zscore", {"a": X, "axis": 0, "ddof": 0}, same_form("a"))
    yield Recipe("zscore", {"a": STUDY[:, :3], "axis": 1, "ddof": 1}, same_form("a"))
    given = {"X": np.append(TRUE, 7), "feature_range": (-1, 3.5)}
    yield Recipe("minmax_scale", given, same_form("X"))


def _splitting() -> Iterator[Recipe]:
    y = {"X": X, "y": TRUE}
    for cls, made in {
        mk.KFold: {"n_splits": 3, "shuffle": True, "random_state": 0},
        mk.StratifiedKFold: {"n_splits": 3, "shuffle": False},
        mk.RepeatedKFold: {"n_splits": 3, "n_repeats": 2, "random_state": 0},
        mk.RepeatedStratifiedKFold: {"n_splits": 3, "n_repeats": 2, "random_state": 0},
        mk.ShuffleSplit: {"n_splits": 2, "test_size": 0.3, "random_state": 0},
        mk.StratifiedShuffleSplit: {"n_splits": 2, "test_size": 0.3, "random_state": 0},
        mk.LeaveOneOut: {},
    }.items():
        rows = {"X"} if "Stratified" in cls.__name__ else {"X", "y"}
        name = f"{cls.__name__}.split"
        yield Recipe(name, made | y, folds, rows=rows, function=_method(cls, "split"))
    arrays = {"arrays": (X, TRUE), "random_state": 0}
    yield Recipe("bootstrap_split", arrays, parts, rows={"arrays"})
    given = arrays | {"test_size": 0.3, "stratify": TRUE}
    yield Recipe("train_test_split", given, parts, rows={"arrays"})
    for m in (10, 10**6, 2**53):
        yield Recipe("out_of_bag_probability", {"m": m}, rate)


def _expectations() -> Iterator[Recipe]:
    by_density = {"f": half, "y": third, "p": stats.uniform()}
    by_draws = {"f": half, "y": third, "draw": draws, "random_state": 0}
    for name in ("expected_accuracy", "expected_error_rate", "expected_squared_error"):
        for given in (by_density, by_draws):
            yield Recipe(name, given, number(0), slow=True)


def _running() -> Iterator[Recipe]:
    learner, data = {"estimator": Majority()}, {"X": X, "y": TRUE}
    both = {"estimator_a": Majority(), "estimator_b": First()}

    def recipe(name: str, given: dict[str, Any], shape: Shape | None = None) -> Recipe:
        rows = {"X", "X_train", "X_test"}
        return Recipe(name, given, shape, rows=rows, slow=True)

    few = learner | data | {"cv": 3}
    scores = {"scoring": ["accuracy", "error_rate"], "return_train_score": True}
    yield recipe("cross_validate", few | scores)
    yield recipe("cross_val_score", few | {"scoring": "accuracy"}, array(1))
    yield recipe("cross_val_predict", few, lambda r, a: len(r) == len(a["y"]))
    answers = {"y_true": np.resize(TRUE, 60), "y_pred": np.resize(PRED, 60)}
    given = {"metric": mk.accuracy_score, "random_state": 0, "n_resamples": 100} | answers
    other = {"y_pred_b": np.resize(OTHER, 60), "stratify": True}
    for more in (other, {"stratify": False, "method": "percentile"}):
        yield recipe("bootstrap_interval", given | more)
    some = {"groups": np.repeat(np.arange(20), 3), "sample_weight": np.resize(WEIGHT, 60)}
    yield recipe("bootstrap_interval", given | some | {"method": "percentile"})
    some = {"metric": mk.error_rate, "y_true": TRUE, "y_pred_a": PRED, "y_pred_b": OTHER}
    yield recipe("paired_permutation_test", some | {"groups": np.arange(len(TRUE)) // 2})
    yield recipe("bootstrap_estimates", learner | data | {"n_rounds": 4, "random_state": 0})
    sizes = {"test_size": 0.3, "n_repeats": 3, "random_state": 0, "stratify": TRUE}
    yield recipe("repeated_hold_out", learner | data | sizes)
    yield recipe("tune", few | {"grid": {"label": [0, 1]}, "scoring": "accuracy"})
    seeded = both | data | {"random_state": 0}
    yield recipe("five_by_two_cv_differences", seeded, lambda r, a: r.shape == (5, 2))
    yield recipe("compare_two_learners", seeded | {"form": "alpaydin"})
    yield recipe("paired_cv_errors", both | data | {"cv": 3}, columns(2))
    given = both | {"X_train": X, "y_train": TRUE, "X_test": X[:5]}
    yield recipe("paired_predictions", given, lambda r, a: [*map(len, r)] == [len(a["X_test"])] * 2)
    for source, size in ((training_set, 8), ((X, TRUE), None)):
        drawn = {"source": source, "X_test": X[:5], "n_sets": 3, "random_state": 0}
        shape: Shape = lambda r, a: r.shape == (a["n_sets"], len(a["X_test"]))  # noqa: E731
        yield recipe(
            "predictions_over_training_sets", learner | drawn | {"train_size": size}, shape
        )


def _pictures() -> Iterator[Recipe]:
    ranked = {"y_true": TRUE, "y_score": SCORE}
    curve = {"train_scores": STUDY, "test_scores": STUDY[:, :5]}
    study = [mk.bias_variance_decomposition(STUDY, LEFT)] * 2
    given: dict[str, dict[str, Any]] = {
        "best_threshold": ranked | {"cost_fn": 3.0, "cost_fp": 1.0, "prior": 0.3},
        "bias_variance": {"results": study, "capacity": [1, 2]},
        "binomial_test": {"result": mk.binomial_test(3, 12, error_rate_0=0.3)},
        "calibration": {"y_true": TRUE, "y_prob": SCORE, "n_bins": 3, "strategy": "uniform"},
        "confusion_matrix": {"matrix": np.array([[3, 1], [2, 5]]), "labels": np.array([0, 1])},
        "constant_losses": {"y": LEFT},
        "cost_curve": ranked | {"segments": True},
        "cost_segments": {"points": np.array([[0.1, 0.5], [0.5, 0.8]])},
        "critical_difference": {"result": mk.nemenyi_test(TABLE)},
        "error_likelihood": {"errors": 3, "m": 10},
        "error_region": {"f": half, "y": third, "p": stats.norm(), "bounds": (-3.0, 3.0)},
        "estimates": {"values": SCORE, "truth": 0.4},
        "friedman": {"result": mk.nemenyi_test(TABLE)},
        "learning_curve": {"train_sizes": np.arange(1, 13)} | curve,
        "mcnemar_test": {"result": mk.mcnemar_test(table=[[5, 3], [8, 9]])},
        "one_vs_rest_roc": {"y_true": THREE, "y_score": THREE_SCORE},
        "paired_errors": {"errors_a": ERRORS_A, "errors_b": ERRORS_B},
        "precision_recall": ranked,
        "predictions": {"y_true": LEFT, "y_pred": RIGHT},
        "ranking_pairs": ranked,
        "rejections": {"rejected": TRUE.astype(bool), "alpha": 0.05},
        "roc": ranked | {"shade": True},
        "sizes": {"n": np.arange(1, 13), "rejected": ERRORS_A, "alpha": 0.05},
        "splits": {"cv": 3, "X": X, "y": TRUE},
        "t_test": {"result": mk.t_test(ERRORS_A, 0.2)},
        "validation_curve": {"param_range": np.arange(1, 13), "log": True} | curve,
    }
    for name, arguments in given.items():
        yield Recipe(f"plots.{name}", arguments, rows={"X"}, slow=True)


def _explorers() -> Iterator[Recipe]:
    ranked = {"y_true": TRUE, "y_score": SCORE}
    given: dict[str, dict[str, Any]] = {
        "beta": ranked,
        "binomial_test": {"m": 10, "error_rate_0": 0.3, "alpha": 0.05},
        "calibration": {"y_true": TRUE, "y_prob": SCORE},
        "class_balance": ranked,
        "cost": ranked,
        "dilemma": {"truth": np.sin},
        "friedman": {"scores": TABLE},
        "holm": {"pvalues": np.array([0.01, 0.02, 0.3])},
        "k_folds": {"estimator": Majority(), "X": np.tile(X, (2, 1)), "y": np.tile(TRUE, 2)},
        "mcnemar": {"table": np.array([[10, 3], [8, 20]]), "alpha": 0.05},
        "pr_baseline": ranked,
        "sizes": {"tests": "folds", "m": 20, "n_sets": 50, "seed": 0},
        "splitters": {"y": TRUE, "method": "k_fold"},
        "squared_error": {"y_true": ERRORS_A, "y_pred": ERRORS_A[::-1]},
        "t_distribution": {"error_rates": ERRORS_A, "error_rate_0": 0.3},
        "threshold": ranked | {"curves": "roc"},
    }
    for name in [n for n in public() if n.startswith("explorers.") and n not in PASSIVE]:
        arguments = given.get(name.removeprefix("explorers."), {})
        errors = (OSError,) * (name == "explorers.friedman")
        yield Recipe(name, arguments, rows={"X"}, slow=True, errors=errors)


def _exercises_and_data() -> Iterator[Recipe]:
    answers = {
        "2.1": 10**200,
        "2.2": (0.5, 1.0),
        "2.3": (TRUE, SCORE, BELOW),
        "2.4": lambda tpr, fpr, prior: prior * tpr,
        "2.5": mk.roc_auc_score,
        "2.6": lambda tpr, fpr, prior: prior * tpr,
        "2.7": (([0, 0.2, 1], [0, 0.8, 1]), ([0, 0.1, 1], [0, 0.2, 1])),
        "2.8": ([0, 0.25, 0.25, 0.375, 1], [-1, 0, 0, 0.5, 2]),
        "2.9": (7.0, 5, False),
        "2.10": (3.0, 2.0),
    }
    for exercise, answer in answers.items():
        arguments = {"number": exercise, "answer": answer}
        yield Recipe("exercises.check", arguments)
    yield Recipe("exercises.given", {"number": "2.8"})
    yield Recipe("exercises.kinds", {"section": "2.3", "difficulty": 1})
    yield Recipe("exercises.problem", {"section": "2.3.2", "seed": 7, "guided": False})
    yield Recipe("exercises.problem", {"kind": "t_test", "seed": 7})
    yield Recipe("exercises.Draw", {"name": "dice", "seed": 7})
    yield Recipe("datasets.example", {"number": "2.10"})
    yield Recipe("datasets.melons", {})
    yield Recipe("datasets.eight_cities", {})


def recipes() -> list[Recipe]:
    """Return all recipes."""
    groups = (
        _measures, _intervals, _reports, _reading, _ranking, _costs, _tables, _one_learner,
        _learners, _decompositions, _scaling, _splitting, _expectations, _running, _pictures,
        _explorers, _exercises_and_data,
    )  # fmt: skip
    return [recipe for group in groups for recipe in group()]
