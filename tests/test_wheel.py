"""Wheel and source archive: each installs into an empty environment and does homework there."""

import os
import re
import shutil
import subprocess
import sys
import venv
import zipfile
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]


def _run(*command: str | Path, cwd: Path) -> str:
    done = subprocess.run(command, capture_output=True, text=True, cwd=cwd, encoding="utf-8")
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


@pytest.fixture(scope="module")
def archives(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return the folder that MLEVALKIT_DIST names, or build wheel and source archive."""
    if ready := os.environ.get("MLEVALKIT_DIST"):
        return Path(ready).resolve()
    folder = tmp_path_factory.mktemp("dist")
    _run(sys.executable, "-m", "build", "--outdir", folder, ROOT, cwd=folder)
    return folder


@pytest.mark.slow
@pytest.mark.parametrize("kind", ["*.whl", "*.tar.gz"])
def test_homework_from_an_archive(kind: str, archives: Path, tmp_path: Path) -> None:
    (archive,) = archives.glob(f"mlevalkit-{kind}")
    venv.create(tmp_path / "empty", with_pip=True)
    python = next(p for p in (tmp_path / "empty").glob("*/python*") if p.stem == "python")
    _run(python, "-m", "pip", "install", "-q", archive, cwd=tmp_path)
    readme = (ROOT / "README.md").read_text(encoding="utf-8")
    snippet, printed = re.search(r"```python\n(.*?)```\s+```\n(.*?)```", readme, re.DOTALL).groups()
    assert _run(python, "-X", "utf8", "-c", snippet, cwd=tmp_path) == printed
    more = "import mlevalkit as mk; print(len(mk.datasets.example('2.2')[0]), len(mk.equations))"
    assert _run(python, "-c", more, cwd=tmp_path).split() == ["150", "44"]
    version = _run(python, "-c", "import mlevalkit; print(mlevalkit.__version__)", cwd=tmp_path)
    assert f"mlevalkit-{version.strip()}" in archive.name


@pytest.mark.slow
def test_an_editable_install_is_a_path_that_editors_follow(tmp_path: Path) -> None:
    shutil.copytree(ROOT / "mlevalkit", tmp_path / "mlevalkit")
    for name in ("pyproject.toml", "README.md", "LICENSE", "LICENSE-book"):
        shutil.copy(ROOT / name, tmp_path)
    code = "from setuptools import build_meta; print(build_meta.build_editable('out'))"
    (tmp_path / "out").mkdir()
    _run(sys.executable, "-c", code, cwd=tmp_path)
    (wheel,) = (tmp_path / "out").glob("*.whl")
    with zipfile.ZipFile(wheel) as files:
        paths = [files.read(n).decode().strip() for n in files.namelist() if n.endswith(".pth")]
        assert not [n for n in files.namelist() if n.endswith(".py")]  # no finder hook
    assert [Path(path) for path in paths] == [tmp_path]
