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
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
REFERENCES = [
    "dask[distributed]", "hypothesis", "ipywidgets", "joblib", "matplotlib", "mlxtend", "mpmath",
    "nbformat", "pandas", "pytest", "scikit-learn", "scikit-posthocs", "statsmodels", "tqdm",
]  # fmt: skip
FEW = ["hypothesis", "matplotlib", "mpmath", "nbformat", "pandas", "pytest", "tqdm"]
RUN_LEARNERS = [f"tests/test_{n}.py" for n in ("evaluation", "learners", "scoring", "splitting")]
QUANTILES = "tests/test_critical_values.py"  # SciPy's were wrong in some versions
# what needs the book, the homework, the benchmarks, or the library installed
ELSEWHERE = r'"book"|"homework"|"benchmarks"|"README|built_book|book_|mlevalkit_book|nbformat'
# exact texts belong to one version, as the notebooks' outputs; the fuzz test needs numpy 2
OF_ONE_VERSION = {"test_versions.py", "test_workings.py", "test_errors.py", "test_fuzz.py"}


def unit_tests() -> list[str]:
    files = [*ROOT.glob("tests/test_*.py"), *ROOT.glob("tests/trust/test_*.py")]
    files = [f for f in files if not re.search(ELSEWHERE, f.read_text(encoding="utf-8"))]
    return sorted(str(f.relative_to(ROOT)) for f in files if f.name not in OF_ONE_VERSION)


def lowest(requirement: str) -> str:
    """Return a requirement with the lowest version that it allows."""
    return requirement.replace(">=", "==")


def run(*command: str | Path) -> str:
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, encoding="utf-8")
    assert done.returncode == 0, (done.stdout + done.stderr)[-5000:]
    return done.stdout


def environment(folder: Path, *packages: str) -> Path:
    """Make an environment with these packages and return its Python."""
    venv.create(folder, with_pip=True)
    python = next(p for p in folder.glob("*/python*") if p.stem == "python")
    run(python, "-m", "pip", "install", "-q", *packages)
    return python


def passed(python: Path, *tests: str) -> int:
    """Return how many tests pass; none may fail."""
    options = ["-q", "-p", "no:cacheprovider", "-o", "addopts=", "--import-mode=importlib",
               "-m", "not slow"]  # fmt: skip
    out = run(python, "-B", "-m", "pytest", *options, *tests)
    return int(re.search(r"(\d+) passed", out)[1])


@pytest.mark.slow
@pytest.mark.parametrize("which", ["lowest", "newest"])
def test_unit_tests(which: str, tmp_path: Path) -> None:
    ours = PROJECT["dependencies"]
    python = environment(tmp_path, *(map(lowest, ours) if which == "lowest" else ours), *REFERENCES)
    about = "import numpy, scipy; print(f'numpy {numpy.__version__}, SciPy {scipy.__version__}')"
    versions = run(python, "-c", about).strip()
    count = passed(python, *unit_tests())
    assert count > 1000
    record("versions", versions, f"unit tests passed, Python {sys.version.split()[0]}", cases=count)


@pytest.mark.slow  # but a part of `.ci/run`
def test_learners_and_quantiles_with_the_lowest_scikit_learn_and_scipy(tmp_path: Path) -> None:
    notebook = PROJECT["optional-dependencies"]["notebook"]
    scikit_learn = next(lowest(r) for r in notebook if r.startswith("scikit-learn"))
    python = environment(tmp_path, *map(lowest, PROJECT["dependencies"]), scikit_learn, *FEW)
    assert passed(python, *RUN_LEARNERS, QUANTILES, "-k", "not dask") > 180
