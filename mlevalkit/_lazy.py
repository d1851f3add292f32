"""Names that a stub lists and that are imported when they are first asked for."""

from __future__ import annotations

import ast
import sys
from collections.abc import Callable
from importlib import import_module
from typing import Any


def attach_stub(
    module: str, hint: Callable[[str], str]
) -> tuple[Callable[[str], Any], Callable[[], list[str]], list[str]]:
    """Return `__getattr__`, `__dir__` and `__all__` of a module beside which its stub lies.

    The stub imports each public name from the module where it is, so that editors and type
    checkers know it as well. `hint` says what is meant by a name that it does not list.
    """
    this = sys.modules[module]
    stub = this.__spec__.loader.get_data(f"{this.__file__}i")  # type: ignore[union-attr]
    imports = [node for node in ast.parse(stub).body if isinstance(node, ast.ImportFrom)]
    homes = {alias.name: node.module for node in imports for alias in node.names}

    def get(name: str) -> Any:
        if name not in homes:
            message = f"module {module!r} has no attribute {name!r}{hint(name)}"
            raise AttributeError(message, name=name, obj=None)  # so that Python gives no hint too
        home = homes[name]
        found = import_module(f".{home or name}", this.__package__)
        value = getattr(found, name) if home else found
        this.__dict__[name] = value
        return value

    def names() -> list[str]:
        return sorted({*homes, *(name for name in this.__dict__ if name.startswith("__"))})

    return get, names, list(homes)
