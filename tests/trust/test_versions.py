"""The unit tests with the lowest numpy and SciPy that pyproject allows, and with the newest."""

import re
import subprocess
import sys
import tomllib
import venv
from pathlib import Path

import pytest
from agreement import record

ROOT = Path(__file__).parents[2]
REFERENCES = [
    "dask[distributed]", "hypothesis", "ipywidgets", "joblib", "matplotlib", "mlxtend", "mpmath",
    "pandas", "pytest", "scikit-learn", "scikit-posthocs", "statsmodels", "tqdm",
]  # fmt: skip
# what needs the book, the homework, the benchmarks, or the library installed
ELSEWHERE = r'"book"|"homework"|"benchmarks"|"README|built_book|book_|nbformat'
# exact texts belong to one version, as the notebooks' outputs; the fuzz test needs numpy 2
OF_ONE_VERSION = {"test_versions.py", "test_workings.py", "test_errors.py", "test_fuzz.py"}


def unit_tests() -> list[str]:
    files = [*ROOT.glob("tests/test_*.py"), *ROOT.glob("tests/trust/test_*.py")]
    files = [f for f in files if not re.search(ELSEWHERE, f.read_text(encoding="utf-8"))]
    return sorted(str(f.relative_to(ROOT)) for f in files if f.name not in OF_ONE_VERSION)


def requirements(which: str) -> list[str]:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    pin = "==" if which == "lowest" else ">="
    return [d.replace(">=", pin) for d in project["dependencies"]]


def run(*command: str | Path) -> str:
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, encoding="utf-8")
    assert done.returncode == 0, (done.stdout + done.stderr)[-5000:]
    return done.stdout


@pytest.mark.slow
@pytest.mark.parametrize("which", ["lowest", "newest"])
def test_unit_tests(which: str, tmp_path: Path) -> None:
    venv.create(tmp_path / "env", with_pip=True)
    python = next(p for p in (tmp_path / "env").glob("*/python*") if p.stem == "python")
    run(python, "-m", "pip", "install", "-q", *requirements(which), *REFERENCES)
    about = "import numpy, scipy; print(f'numpy {numpy.__version__}, SciPy {scipy.__version__}')"
    versions = run(python, "-c", about).strip()
    options = ["-q", "-p", "no:cacheprovider", "-o", "addopts=", "--import-mode=importlib",
               "-m", "not slow"]  # fmt: skip
    out = run(python, "-B", "-m", "pytest", *options, *unit_tests())
    passed = int(re.search(r"(\d+) passed", out)[1])
    assert passed > 1500
    record("versions", versions, f"unit tests passed, Python {sys.version.split()[0]}",
           cases=passed)  # fmt: skip
