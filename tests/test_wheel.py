"""The wheel: it builds, installs into an empty environment, and does a student's homework there."""

from __future__ import annotations

import re
import subprocess
import sys
import venv
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]


def _run(*command: str | Path, cwd: Path) -> str:
    done = subprocess.run(command, capture_output=True, text=True, cwd=cwd, encoding="utf-8")
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


@pytest.mark.slow
def test_homework_from_the_wheel(tmp_path: Path) -> None:
    _run(
        sys.executable, "-m", "pip", "wheel", "-q", "--no-deps", "-w", tmp_path, ROOT, cwd=tmp_path
    )
    (wheel,) = tmp_path.glob("mlevalkit-*.whl")
    venv.create(tmp_path / "empty", with_pip=True)
    python = next(p for p in (tmp_path / "empty").glob("*/python*") if p.stem == "python")
    _run(python, "-m", "pip", "install", "-q", wheel, cwd=tmp_path)
    readme = (ROOT / "README.md").read_text(encoding="utf-8")
    snippet, printed = re.search(r"```python\n(.*?)```\s+```\n(.*?)```", readme, re.DOTALL).groups()
    assert _run(python, "-X", "utf8", "-c", snippet, cwd=tmp_path) == printed
    more = "import mlevalkit as mk; print(len(mk.datasets.example('2.2')[0]), len(mk.equations))"
    assert _run(python, "-c", more, cwd=tmp_path).split() == ["150", "44"]
