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

import sys
from importlib import import_module
from typing import Any

__version__ = "0.2.0.dev0"

_MODULES = ["datasets", "exercises", "explorers", "plots", "results"]


def _public_names() -> dict[str, str]:
    """Return the module of each public name, read from the stub: there they are listed, once."""
    stub = __spec__.loader.get_data(f"{__file__}i").decode()  # type: ignore[union-attr]
    homes = {}
    for part in stub.split("\nfrom ")[1:]:
        home, names = part.split(" import ", 1)
        homes |= {name.split()[-1]: home for name in names.split(",") if " as " in name}
    return {name: home for name, home in homes.items() if name not in _MODULES}


# Names are imported when they are first asked for: `import mlevalkit` alone costs next to nothing.
_HOMES = _public_names()

__all__ = [*_HOMES, *_MODULES]


def __getattr__(name: str) -> Any:
    if name in _HOMES:
        value = getattr(import_module(_HOMES[name], __name__), name)
    elif name in _MODULES:
        value = import_module(f".{name}", __name__)
    else:
        message = f"module {__name__!r} has no attribute {name!r}"
        raise AttributeError(message, name=name, obj=sys.modules[__name__])  # "Did you mean ...?"
    globals()[name] = value
    return value


def __dir__() -> list[str]:
    return sorted({*__all__, *(name for name in globals() if name.startswith("__"))})
