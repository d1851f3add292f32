"""The public face: flat, lazy, typed, and cheap to import."""

from __future__ import annotations

import ast
import importlib
import inspect
import pkgutil
import subprocess
import sys
from pathlib import Path

import mlevalkit as mk

ROOT = Path(mk.__file__).parent


def test_every_name_is_there_even_after_all_modules_are_imported() -> None:
    for module in pkgutil.walk_packages(mk.__path__, "mlevalkit."):
        importlib.import_module(module.name)
    for name, room in mk._HOME.items():
        value = getattr(mk, name)
        assert not inspect.ismodule(value), name
        assert value is getattr(importlib.import_module(f"mlevalkit.{room}"), name)
    assert set(mk.__all__) <= set(dir(mk))


def test_stub_lists_the_same_names() -> None:
    tree = ast.parse((ROOT / "__init__.pyi").read_text(encoding="utf-8"))
    found = {
        a.asname or a.name for n in tree.body if isinstance(n, ast.ImportFrom) for a in n.names
    }
    assert found == set(mk.__all__)


def test_unknown_name_is_an_attribute_error() -> None:
    assert not hasattr(mk, "no_such_measure")
    code = "import mlevalkit as mk; mk.f1_scores"
    ran = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False)
    assert "Did you mean: 'f1_score'?" in ran.stderr


def test_import_brings_no_heavy_module() -> None:
    code = "import sys, mlevalkit; print(*sorted(m for m in sys.modules))"
    loaded = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, check=True
    )
    heavy = {"numpy", "scipy", "matplotlib", "pandas", "sklearn", "joblib", "tqdm", "ipywidgets"}
    assert not heavy & set(loaded.stdout.split())


def test_library_works_without_the_optional_packages() -> None:
    code = (
        "import sys\n"
        "for m in ['matplotlib', 'pandas', 'sklearn', 'joblib', 'tqdm', 'ipywidgets']:\n"
        "    sys.modules[m] = None\n"
        "import mlevalkit as mk\n"
        "print(mk.f1_score.working([1, 0, 1], [1, 1, 1]))\n"
        "try:\n"
        "    mk.plots.roc([0, 1], [0.1, 0.9])\n"
        "except ImportError as error:\n"
        "    print(error)\n"
    )
    run = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert "F1 = " in run.stdout
    assert 'matplotlib is missing: pip install "mlevalkit[notebook]"' in run.stdout


def test_public_docstrings_are_complete() -> None:
    for name in mk._HOME:
        value = getattr(mk, name)
        if not inspect.isfunction(value):
            continue
        doc = inspect.getdoc(value) or ""
        for part in ("Parameters", "Returns", "Raises", "Examples", "Source"):
            assert f"{part}\n---" in doc, f"{name} has no {part}"
        for parameter in inspect.signature(value).parameters:
            assert parameter in doc, f"{name} does not explain {parameter}"
