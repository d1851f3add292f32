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


def digest(name: str) -> str:
    """Return what changes if the code of a module, or of all of a package, does.

    Its texts and comments are left out.
    """
    folder, found = ROOT / "mlevalkit" / name, hashlib.sha256()
    for file in sorted(folder.glob("*.py")) if folder.is_dir() else [ROOT / place(name)]:
        tree = ast.parse(file.read_text(encoding="utf-8"))
        for node in ast.walk(tree):
            if isinstance(node, ast.Constant) and isinstance(node.value, str):
                node.value = ""
        found.update(ast.dump(tree).encode())
    return found.hexdigest()[:16]
