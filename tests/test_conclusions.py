"""What workings say in words follows from the case, and critical values from their tails.

The words themselves are pinned nowhere: two calls of one case say the same but for numbers and
names, and a call of another case says something else.
"""

import re
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest
from scipy import stats

import mlevalkit as mk
from mlevalkit.display.workings import Line, Sentence, digits

Y = np.repeat([1, 0], 20)
UP = np.linspace(0, 1, 40)
SHIFTED = np.array([0.0, 0.01, 0.02, 0.01, 0.0, 0.02])


def words(result: Any) -> list[str]:
    """Return the sentences and notes of a working, without numbers."""
    steps = result.working().steps
    said = [str(s) for s in steps if isinstance(s, Sentence)]
    noted = [str(s.note) for s in steps if isinstance(s, Line) and s.note]
    return [re.sub(r"-?\d+(\.\d+)?(e-?\d+)?", "N", text) for text in said + noted]


def discordant(e01: int, e10: int, **options: Any) -> Any:
    return mk.mcnemar_test(table=[[60, e01], [e10, 15]], **options)


def separated(gap: float) -> Any:
    """Return DeLong's test of scores that are right but for noise, and noise alone."""
    noise = np.random.default_rng(0).normal(size=(2, 40))
    return mk.delong_test(Y, Y * gap + noise[0], noise[1])


def ranked(*rows: list[float]) -> Any:
    return mk.friedman_test(np.array([*rows] * 4, dtype=float))


def folds(spread: float, shift: float = 0.0) -> Any:
    differences = np.array([[shift + spread, shift - spread]] * 5)
    return mk.five_by_two_cv_test(differences)


def of_a(gap: float, noise: float = 1.0) -> Any:
    """Return the paired test where B's errors are by the gap above A's."""
    return mk.paired_t_test(0.2 + SHIFTED, 0.2 + gap + noise * SHIFTED[::-1])


CASES: dict[str, tuple[Callable[[], Any], Callable[[], Any], Callable[[], Any]]] = {
    "binomial, no error": (
        lambda: mk.binomial_test(0, 60, 0.1),
        lambda: mk.binomial_test(0, 80, 0.1),
        lambda: mk.binomial_test(1, 80, 0.1),
    ),
    "binomial, not rejected": (
        lambda: mk.binomial_test(1, 60, 0.2),
        lambda: mk.binomial_test(9, 60, 0.2),
        lambda: mk.binomial_test(25, 60, 0.2),
    ),
    "interval of a share": (
        lambda: mk.error_rate_interval(3, 20),
        lambda: mk.error_rate_interval(19, 20),
        lambda: mk.error_rate_interval(20, 20),
    ),
    "interval from 0": (
        lambda: mk.error_rate_interval(0, 20),
        lambda: mk.error_rate_interval(0, 30),
        lambda: mk.error_rate_interval(1, 30),
    ),
    "t, below": (
        lambda: mk.t_test([0.1, 0.12, 0.11], 0.3),
        lambda: mk.t_test([0.2, 0.22, 0.21, 0.22], 0.3),
        lambda: mk.t_test([0.4, 0.42, 0.41], 0.3),
    ),
    "t, not rejected": (
        lambda: mk.t_test([0.29, 0.32, 0.31], 0.3),
        lambda: mk.t_test([0.3, 0.28, 0.31], 0.3),
        lambda: mk.t_test([0.4, 0.42, 0.41], 0.3),
    ),
    "t, no spread": (
        lambda: mk.t_test([0.2, 0.2], 0.3),
        lambda: mk.t_test([0.4, 0.4, 0.4], 0.3),
        lambda: mk.t_test([0.3, 0.3], 0.3),
    ),
    "paired": (lambda: of_a(0.1), lambda: of_a(0.2), lambda: of_a(-0.1)),
    "paired, not rejected": (lambda: of_a(0.001), lambda: of_a(-0.001), lambda: of_a(0.1)),
    "McNemar": (lambda: discordant(5, 40), lambda: discordant(8, 44), lambda: discordant(40, 5)),
    "McNemar, few": (
        lambda: discordant(8, 9),
        lambda: discordant(7, 9),
        lambda: discordant(30, 31),
    ),
    "McNemar, exact": (
        lambda: discordant(5, 9, exact=True),
        lambda: discordant(6, 9, exact=True),
        lambda: discordant(5, 9, mid_p=True),
    ),
    "McNemar, nothing discordant": (
        lambda: mk.mcnemar_test(table=[[60, 0], [0, 15]]),
        lambda: mk.mcnemar_test(table=[[70, 0], [0, 5]]),
        lambda: discordant(1, 0),
    ),
    "DeLong": (lambda: separated(4), lambda: separated(3), lambda: separated(0)),
    "DeLong, no spread": (
        lambda: mk.delong_test(Y, UP, UP),
        lambda: mk.delong_test(Y, Y, Y),
        lambda: mk.delong_test(Y, Y, -Y),
    ),
    "Friedman": (
        lambda: ranked([1, 2, 3], [1, 3, 2]),
        lambda: ranked([3, 2, 1], [3, 1, 2]),
        lambda: ranked([1, 2, 3], [3, 2, 1]),
    ),
    "Friedman, equal mean ranks": (
        lambda: ranked([1, 2, 3], [3, 2, 1]),
        lambda: ranked([1, 3, 2], [3, 1, 2]),
        lambda: ranked([1, 2, 3], [2, 3, 1]),
    ),
    "Friedman, full agreement": (
        lambda: ranked([1, 2, 3]),
        lambda: ranked([3, 2, 1]),
        lambda: ranked([1, 2, 3], [1, 3, 2]),
    ),
    "5x2, no spread": (lambda: folds(0, 0.1), lambda: folds(0, -0.2), lambda: folds(0)),
    "5x2": (lambda: folds(0.01, 0.2), lambda: folds(0.01, 0.3), lambda: folds(0.01, -0.3)),
    "two test sets": (
        lambda: mk.unpaired_test(10, 60, m_a=100, m_b=100),
        lambda: mk.unpaired_test(5, 60, m_a=80, m_b=100),
        lambda: mk.unpaired_test(60, 10, m_a=100, m_b=100),
    ),
}


@pytest.mark.parametrize("name", CASES)
def test_words_follow_from_the_case(name: str) -> None:
    first, second, other = (words(call()) for call in CASES[name])
    assert first == second != other


def test_only_equal_mean_ranks_are_called_equal() -> None:
    assert "all equal" in str(ranked([1, 2, 3], [3, 2, 1]).working())
    assert "all equal" not in str(ranked([1, 2, 3], [1, 3, 2]).working())


def test_no_spread_is_told_from_no_difference() -> None:
    assert len({str(mk.t_test([r, r], 0.3).working().steps[-1]) for r in (0.2, 0.3)}) == 2


TAILS = {"t": stats.t.sf, "F": stats.f.sf, "z": stats.norm.sf, "chi2": stats.chi2.sf}


@pytest.mark.parametrize("name", CASES)
def test_critical_values_leave_the_tail_that_their_symbol_says(name: str) -> None:
    for call in CASES[name]:
        for line in call().working().steps:
            if isinstance(line, Line) and re.fullmatch(r"(t|F|z|chi2)_[\d.,]+", line.symbol):
                letter, _, rest = line.symbol.partition("_")
                tail, *df = map(float, rest.split(","))
                assert TAILS[letter](float(line.value), *df) == pytest.approx(tail, rel=1e-3)


def test_two_folds_have_an_interval() -> None:
    assert mk.cross_val_interval([0, 1, 1, 0], folds=[0, 0, 1, 1]).estimate == 0.5


RATES = 0.2 + SHIFTED
INTERVALS = {
    "separation": lambda: mk.separation_interval(Y, Y),
    "separation of two": lambda: mk.separation_interval(Y, Y, -Y),
    "average precision": lambda: mk.average_precision_interval(Y, np.sin(range(40))),
    "average precision of 1": lambda: mk.average_precision_interval(Y, Y),
    "MSE": lambda: mk.loss_interval("mean_squared_error", Y, UP),
    "RMSE": lambda: mk.loss_interval("root_mean_squared_error", Y, UP),
    "R2": lambda: mk.loss_interval("r2_score", Y, UP),
    "Brier": lambda: mk.loss_interval("brier_score_loss", Y, UP),
    "no loss": lambda: mk.loss_interval("brier_score_loss", Y, Y),
    "recall": lambda: mk.rate_interval("recall", Y, np.roll(Y, 3)),
    "F1": lambda: mk.rate_interval("f1", Y, np.roll(Y, 3)),
    "balanced accuracy": lambda: mk.rate_interval("balanced_accuracy", Y, np.roll(Y, 3)),
    "folds": lambda: mk.cross_val_interval(RATES, n_train=90, n_test=10),
    "samples": lambda: mk.cross_val_interval(Y, folds=np.arange(40) % 4),
    "bootstrap": lambda: mk.bootstrap_interval(mk.error_rate, Y, np.roll(Y, 9), n_resamples=100),
    "saving": lambda: mk.threshold_saving(
        Y, UP, cost_fn=5, n_resamples=100, random_state=0
    ).confidence_interval(),
    "t": lambda: mk.t_test(RATES, 0.3).confidence_interval(),
    "paired": lambda: of_a(0.1).confidence_interval(),
    "5x2": lambda: folds(0.01, 0.2).confidence_interval(),
    "McNemar": lambda: discordant(5, 40).confidence_interval(),
    "DeLong": lambda: separated(3).confidence_interval(),
    "two test sets": lambda: mk.unpaired_test(10, 60, m_a=99, m_b=99).confidence_interval(),
}


@pytest.mark.parametrize("name", INTERVALS)
def test_the_working_of_an_interval_ends_with_what_it_says(name: str) -> None:
    interval = INTERVALS[name]()
    assert isinstance(interval.meaning, Sentence)
    for end in interval:
        assert digits(end) in str(interval.meaning)
    assert interval.low <= interval.estimate <= interval.high
