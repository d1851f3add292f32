"""2.4, 2.5: tests of one learner, of two, and of many."""

from __future__ import annotations

from itertools import combinations
from typing import Any

import numpy as np
import scipy

import mlevalkit as mk

from ..._distributions import chi2_isf
from ...display.workings import Messages, Table, line, quoted, word
from ..draw import Draw
from ..questions import Step
from ..templates import templates_of

add = templates_of("hypothesis_tests.toml")
_say = Messages("mlevalkit.exercises")


def _at_least(m: int, a: int, eps_0: float) -> Any:
    """Return the probability of a errors or more."""
    terms = [mk.equations["2.26"](m=m, mprime=i, epsilon=eps_0, of=f"_{i}") for i in range(a)]
    last = line("p", "1 - sum(P)", P=[term.value for term in terms])
    return mk.Working(last.value, (*terms, last))


add(
    "binomial_decision",
    p=Step(
        _at_least,
        more_without_equal=lambda m, a, eps_0: _at_least(m, a + 1, eps_0),
        fewer_errors=lambda m, a, eps_0: 1 - _at_least(m, a, eps_0).value,
        lower_tail=lambda m, a, eps_0: 1 - _at_least(m, a + 1, eps_0).value,
        both_tails=lambda m, a, eps_0: 2 * _at_least(m, a, eps_0).value,
    ),
)


add(
    "five_by_two",
    critical=Step(
        lambda: mk.Working(mk.t_critical_value(6), mk.t_critical_value.working(6).steps[:1])
    ),
)


def _three_learners(draw: Draw) -> dict[str, Any]:
    scores = [draw.sample(range(70, 96), 3) for _ in range(4)]
    tied = draw.choice(scores)
    i, j = draw.sample(range(3), 2)
    tied[i] = tied[j]
    heads = [word("data_set"), *map(quoted, "ABC")]
    table = Table(heads, [[f"D{i + 1}", *row] for i, row in enumerate(scores)])
    return {"scores": scores, "table": table}


def _mean_ranks(scores: list[list[int]], tied: str) -> Any:
    """Return the mean ranks, the greatest first, with one of SciPy's ways to rank what is tied."""
    return scipy.stats.rankdata(-np.array(scores), tied, axis=1).mean(axis=0)


def _ranks(scores: list[list[int]]) -> Any:
    working = mk.friedman_test(scores).working()
    return mk.Working(mk.friedman_test(scores).mean_ranks, working.steps[1:3])


add(
    "ranks_with_ties",
    _three_learners,
    ranks=Step(
        _ranks,
        ranks_reversed=lambda scores: mk.friedman_test(scores, greater_is_better=False).mean_ranks,
        tie_better_rank=lambda scores: _mean_ranks(scores, "min"),
        tie_dense_rank=lambda scores: _mean_ranks(scores, "dense"),
        ranks_summed=lambda scores: [4 * r for r in mk.friedman_test(scores).mean_ranks],
    ),
)


def _rank_table(draw: Draw) -> dict[str, Any]:
    k = draw.choice([3, 4])
    N = draw.randint(4, 6)
    lead = draw.randint(0, N)
    ranks = [[1, *draw.sample(range(2, k + 1))] for _ in range(lead)]
    ranks += [draw.sample(range(1, k + 1)) for _ in range(N - lead)]
    ranks = draw.sample(ranks)
    heads = [word("data_set"), *map(quoted, "ABCD"[:k])]
    table = Table(heads, [[f"D{i + 1}", *row] for i, row in enumerate(ranks)])
    return {"k": k, "N": N, "ranks": ranks, "table": table}


def _column_means(ranks: list[list[int]]) -> Any:
    return [
        line(f'r_"{"ABCD"[i]}"', "sum(r) / N", r=column, N=len(ranks))
        for i, column in enumerate(zip(*ranks, strict=True))
    ]


add(
    "friedman",
    _rank_table,
    r=Step(
        _column_means,
        ranks_from_worst=lambda ranks, k, N: [k + 1 - sum(r) / N for r in zip(*ranks, strict=True)],
    ),
    critical=Step(chi2_for_f=lambda k: chi2_isf(0.05, k - 1)),
)


def _four_mean_ranks(draw: Draw) -> dict[str, Any] | None:
    N = draw.choice([5, 6, 8, 10])
    ranks = [
        draw.sample([1, 2, 3, 4]) if draw.randint(0, 2) == 0 else [1, 2, 3, 4] for _ in range(N)
    ]
    r = [sum(column) / N for column in zip(*ranks, strict=True)]
    values: dict[str, Any] = {
        "k": 4,
        "N": N,
        "r": draw.sample([round(v, 3) for v in r]),
        "q_alpha": 2.569,
    }
    CD = mk.equations["2.36"](values).value
    gaps = [abs(a - b) for a, b in combinations(values["r"], 2)]
    return None if any(abs(gap - CD) <= 0.05 * CD for gap in gaps) else values


def _pairs_apart(r: list[float], CD: float) -> Any:
    gaps = {f"{a}-{b}": round(abs(x - y), 3) for (a, x), (b, y) in _pairs(r)}
    table = Table([word("pair"), word("gap_of_ranks")], list(gaps.items()))
    return mk.Working({pair for pair, gap in gaps.items() if gap > CD}, (table,))


def _pairs(r: list[float]) -> Any:
    return combinations(zip("ABCD", r, strict=True), 2)


add(
    "nemenyi",
    _four_mean_ranks,
    pairs=Step(
        _pairs_apart,
        pairs_below_cd=lambda r, CD: {
            f"{a}-{b}" for (a, x), (b, y) in _pairs(r) if abs(x - y) <= CD
        },
        all_pairs=lambda r: {f"{a}-{b}" for (a, _), (b, _) in _pairs(r)},
    ),
)


def _four_p_values(draw: Draw) -> dict[str, Any]:
    least = [0.001, 0.005, 0.012, 0.02]
    most = [0.009, 0.022, 0.045, 0.2]
    each = zip(least, most, strict=True)
    return {"p": draw.sample([draw.decimal(a, b, 3) for a, b in each])}


def _step_by_step(p: list[float]) -> Any:
    found = _rejected(p, lambda rank: 0.05 / (4 - rank))
    rows = [
        (name, value, f"0.05/{4 - rank}", _say("decision", "yes" if name in found else "no"))
        for rank, (value, name) in enumerate(sorted(zip(p, "ABCD", strict=True)))
    ]
    return mk.Working(found, (Table([word("pair"), "p", word("bound"), word("rejected")], rows),))


def _rejected(p: list[float], by_rank: Any) -> set[str]:
    """Return the hypotheses, from the smallest p-value on, as long as it is below its bound."""
    found: set[str] = set()
    for rank, (value, name) in enumerate(sorted(zip(p, "ABCD", strict=True))):
        if value > by_rank(rank):
            break
        found.add(name)
    return found


add(
    "holm",
    _four_p_values,
    rejected=Step(
        _step_by_step,
        bonferroni_for_holm=lambda p: _rejected(p, lambda rank: 0.05 / 4),
        not_corrected=lambda p: _rejected(p, lambda rank: 0.05),
    ),
)


def _gap_of_two(draw: Draw) -> dict[str, Any]:
    k, q_alpha = draw.choice([(3, 2.344), (4, 2.569), (5, 2.728), (6, 2.850), (8, 3.031)])
    return {"k": k, "q_alpha": q_alpha, "d": draw.decimal(0.6, 1.6, 1)}


add("data_sets_for_nemenyi", _gap_of_two)
