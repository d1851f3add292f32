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

import ast
from difflib import get_close_matches
from importlib import import_module
from typing import Any

__version__ = "0.3.0"


def _public_names() -> dict[str, str | None]:
    """Return the module of each public name, None for modules: the stub lists them, once."""
    stub = __spec__.loader.get_data(f"{__file__}i")  # type: ignore[union-attr]
    imports = [node for node in ast.parse(stub).body if isinstance(node, ast.ImportFrom)]
    return {alias.name: node.module for node in imports for alias in node.names}


# Names are imported when they are first asked for: `import mlevalkit` alone costs next to nothing.
_HOMES = _public_names()

__all__ = list(_HOMES)


def __getattr__(name: str) -> Any:
    if name not in _HOMES:
        near = get_close_matches(name, _HOMES, n=1)
        hint = f". Did you mean: {near[0]!r}?" if near else ""
        message = f"module {__name__!r} has no attribute {name!r}{hint}"
        raise AttributeError(message, name=name, obj=None)  # so that Python gives no second hint
    home = _HOMES[name]
    module = import_module(f".{home or name}", __name__)
    value = getattr(module, name) if home else module
    globals()[name] = value
    return value


def __dir__() -> list[str]:
    return sorted({*__all__, *(name for name in globals() if name.startswith("__"))})
