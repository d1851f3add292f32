"""Where a module is, and whether its code is still that of a stored figure."""

import ast
import hashlib
from pathlib import Path

ROOT = Path(__file__).parents[2]


def place(module: str) -> str:
    """Return the file of a module: of ``ranking/bands``, ``mlevalkit/ranking/bands.py``."""
    return f"mlevalkit/{module}.py"


def modules(package: str) -> list[str]:
    """Return the modules of a package that hold code, or the module itself."""
    found = sorted((ROOT / "mlevalkit" / package).glob("[!_]*.py"))
    return [f"{package}/{path.stem}" for path in found] or [package]


def digest(module: str) -> str:
    """Return what changes if the code of a module does, its texts and comments left out."""
    tree = ast.parse((ROOT / place(module)).read_text(encoding="utf-8"))
    for node in ast.walk(tree):
        if isinstance(node, ast.Constant) and isinstance(node.value, str):
            node.value = ""
    return hashlib.sha256(ast.dump(tree).encode()).hexdigest()[:16]
