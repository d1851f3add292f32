"""Compare mlevalkit with its peers: ``python benchmarks/compare.py [n ...]``.

Both calls run on the same data in the same process, in turns; what is reported is the median of
the ratios peer / ours with its quartiles. An absolute time is no result. Results are checked for
equality before anything is timed. Set OMP_NUM_THREADS=1 and let the machine do nothing else.
"""

from __future__ import annotations

import sys
from statistics import median, quantiles
from timeit import default_timer

import numpy as np
from cases import Case, cases

ROUNDS = 15
SLICE = 0.02  # seconds that one measurement of a call should take


def seconds(call, repeats: int) -> float:
    """Return how long `repeats` calls take."""
    start = default_timer()
    for _ in range(repeats):
        call()
    return default_timer() - start


def ratios(case: Case) -> list[float]:
    """Return peer time over ours, measured in turns."""
    np.testing.assert_allclose(case.pick(case.ours()), case.pick(case.peer()), rtol=case.rtol)
    repeats = [max(1, int(SLICE / max(seconds(c, 3) / 3, 1e-9))) for c in (case.ours, case.peer)]
    found = []
    for _ in range(ROUNDS):
        ours, peer = seconds(case.ours, repeats[0]), seconds(case.peer, repeats[1])
        found.append((peer / repeats[1]) / (ours / repeats[0]))
    return found


def main(sizes: list[int]) -> None:
    """Print the table."""
    print(f"{'call':36} {'n':>9} {'ratio':>9}   quartiles            goal")
    for n in sizes:
        for case in cases(n):
            found = ratios(case)
            low, _, high = quantiles(found, n=4)
            goal = "" if case.goal is None else f"{case.goal:g}"
            print(
                f"{case.name:36} {n:9,} {median(found):9.2f}   {low:8.2f} - {high:8.2f}  {goal:>6}"
            )


if __name__ == "__main__":
    main([int(n) for n in sys.argv[1:]] or [100, 1000, 1_000_000])
