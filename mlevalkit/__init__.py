"""mlevalkit: how machine-learning models are judged, equation by equation.

>>> import mlevalkit as mk
>>> mk.f1_score([1, 1, 0, 1], [1, 0, 1, 1])
0.6666666666666666
>>> print(mk.f1_score.working([1, 1, 0, 1], [1, 0, 1, 1]))
(2.8)    P = TP / (TP + FP) = 2 / (2 + 1) = 2/3 ≈ 0.6667
(2.9)    R = TP / (TP + FN) = 2 / (2 + 1) = 2/3 ≈ 0.6667
(2.10)   F1 = 2·P·R / (P + R) = 2 · 2/3 · 2/3 / (2/3 + 2/3) = 2/3 ≈ 0.6667
(2.10)   F1 = 2·TP / (m + TP - TN) = 2 · 2 / (4 + 2 - 0) = 2/3 ≈ 0.6667
"""

from __future__ import annotations

from typing import Any

from ._lazy import attach_stub

__version__ = "0.4.0"


def _hint(name: str) -> str:
    from ._hints import hint

    return hint(name, __all__, _get("results").__all__)


# `import mlevalkit` alone costs next to nothing: the stub has the one list of the public names.
_get, __dir__, __all__ = attach_stub(__name__, _hint)


def __getattr__(name: str) -> Any:
    if name == "UndefinedMetricWarning":  # not kept: scikit-learn may be imported after it
        from ._validation import undefined_metric_warning

        return undefined_metric_warning()
    return _get(name)
