"""The public face: flat, lazy, typed, and cheap to import."""

import ast
import csv
import importlib
import inspect
import pkgutil
import re
import subprocess
import sys
from operator import attrgetter
from pathlib import Path

import pytest
from learners import Always
from scipy import stats
from sklearn import calibration, metrics, model_selection, preprocessing

import mlevalkit as mk
from mlevalkit._hints import known_elsewhere

ROOT = Path(mk.__file__).parent
DATA = range(9), [i / 9 for i in range(9)]
MODULES = {"datasets", "exercises", "explorers", "plots", "results"}


def test_every_name_is_there_even_after_all_modules_are_imported() -> None:
    for module in pkgutil.walk_packages(mk.__path__, "mlevalkit."):
        importlib.import_module(module.name)
    for name in set(mk.__all__) - MODULES:
        assert not inspect.ismodule(getattr(mk, name)), name
    assert {n for n in dir(mk) if not n.startswith("_")} == set(mk.__all__)  # what Tab offers


@pytest.mark.parametrize("name", ["plots", "explorers", "exercises"])
def test_a_public_module_shows_its_public_names_alone(name: str) -> None:
    module = getattr(mk, name)
    assert dir(module) == sorted(module.__all__)


def test_stub_lists_the_same_names() -> None:
    for module, stub in ((mk, "__init__.pyi"), (mk.results, "results.pyi")):
        tree = ast.parse((ROOT / stub).read_text(encoding="utf-8"))
        imports = [n for n in tree.body if isinstance(n, ast.ImportFrom)]
        assert {a.asname or a.name for n in imports for a in n.names} == set(module.__all__)


def ran(code: str) -> subprocess.CompletedProcess[str]:
    """Return what Python says when it runs code by itself."""
    return subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False)


def test_unknown_name_is_an_attribute_error() -> None:
    assert not hasattr(mk, "no_such_measure")
    said = ran("import mlevalkit as mk; mk.f1_scores").stderr
    assert said.count("Did you mean: 'f1_score'?") == 1
    with pytest.raises(AttributeError, match="Did you mean: 'precision_score'"):
        _ = mk.precison_score  # in IPython, which shows the message alone
    with pytest.raises(AttributeError, match=r"has no attribute 'xyzzy'$"):
        _ = mk.xyzzy
    with pytest.raises(AttributeError, match="Did you mean: 'TTestResult'"):
        _ = mk.results.TTestResults


@pytest.mark.parametrize(
    ("name", "meant"),
    [("kfold", "'KFold'"), ("fbeta", "'fbeta_score'"), ("roc", "'roc_auc_score' or 'roc_curve'")],
)
def test_capitals_and_the_end_of_a_name_may_be_left_out(name: str, meant: str) -> None:
    with pytest.raises(AttributeError, match=rf"Did you mean: {meant}\?"):
        getattr(mk, name)


@pytest.mark.parametrize(
    ("name", "meant"),
    [
        ("zero_one_loss", "it is called error_rate"),
        ("ttest_rel", "it is called paired_t_test"),
        ("cohen_kappa_score", "it is in sklearn.metrics"),
        ("TTestResult", "it is in mlevalkit.results"),
        ("ROC_AUC", "it is called roc_auc_score"),
    ],
)
def test_a_name_of_another_library_is_understood(name: str, meant: str) -> None:
    """Although another name may be nearer in spelling."""
    with pytest.raises(AttributeError, match=f"has no attribute '{name}': {meant}"):
        getattr(mk, name)


def test_the_names_that_are_understood_are_those_of_others() -> None:
    names = known_elsewhere()
    for name, meant in names["ours"].items():
        assert name not in mk.__all__
        assert re.match(r"\w+", meant)[0] in mk.__all__, name
    for name, where in names["elsewhere"].items():
        assert name not in mk.__all__
        assert hasattr(importlib.import_module(where.split(";")[0]), name)


def test_results_are_apart() -> None:
    assert not [name for name in mk.__all__ if name in mk.results.__all__]
    assert isinstance(mk.t_test([0.1, 0.2], 0.1), mk.results.TTestResult)


def test_one_filter_is_for_the_undefined_measures_of_both() -> None:
    """Whichever is imported first, and scikit-learn is not imported for it."""
    code = (
        "import sys, warnings, mlevalkit as mk\n"
        "early = mk.UndefinedMetricWarning\n"
        "warnings.simplefilter('error')\n"
        "assert 'sklearn' not in sys.modules\n"
        "from sklearn.exceptions import UndefinedMetricWarning\n"
        "assert issubclass(mk.UndefinedMetricWarning, UndefinedMetricWarning)\n"
        "assert mk.UndefinedMetricWarning is early\n"
        "warnings.simplefilter('ignore', UndefinedMetricWarning)\n"
        "print(mk.precision_score([1, 0], [0, 0]))\n"
    )
    assert ran(code).stdout == "0.0\n"


def test_import_brings_no_heavy_module() -> None:
    loaded = ran("import sys, mlevalkit; print(*sorted(m for m in sys.modules))")
    heavy = {"numpy", "scipy", "matplotlib", "pandas", "sklearn", "joblib", "tqdm", "ipywidgets"}
    assert "mlevalkit" in loaded.stdout.split()
    assert not heavy & set(loaded.stdout.split())


def test_measures_work_without_the_optional_packages() -> None:
    code = (
        "import sys\n"
        "for m in ['matplotlib', 'pandas', 'sklearn', 'joblib', 'tqdm', 'ipywidgets']:\n"
        "    sys.modules[m] = None\n"
        "import mlevalkit as mk\n"
        "print(mk.f1_score.working([1, 0, 1], [1, 1, 1]))\n"
        "print(mk.explorers.threshold()._repr_html_())\n"
    )
    printed = ran(code).stdout
    assert "F1 = " in printed
    assert "data:image/svg+xml" in printed


@pytest.mark.parametrize(
    ("module", "use"),
    [
        ("matplotlib", lambda: mk.plots.roc([0, 1], [0.1, 0.9])),
        ("ipywidgets", lambda: mk.explorers.threshold().panel()),
        ("joblib", lambda: mk.bootstrap_estimates(Always(), *DATA, n_jobs=2)),
        ("tqdm", lambda: mk.repeated_hold_out(Always(), *DATA, progress=True)),
    ],
)
def test_what_needs_an_optional_package_names_its_extra(module, use, monkeypatch) -> None:
    monkeypatch.setitem(sys.modules, module, None)
    with pytest.raises(ImportError, match=rf'{module} is missing: pip install "mlevalkit\[noteb'):
        use()


@pytest.mark.parametrize("name", ["cross_validate", "cross_val_score", "cross_val_predict"])
def test_what_runs_learners_names_its_extra(name, monkeypatch) -> None:
    monkeypatch.setitem(sys.modules, "sklearn.metrics", None)
    monkeypatch.setitem(sys.modules, "sklearn.model_selection", None)
    with pytest.raises(ImportError, match=r'is missing: pip install "mlevalkit\[learners\]'):
        getattr(mk, name)(Always(), *DATA)


REFERENCES = (calibration, metrics, model_selection, preprocessing, stats)
OUT_OF_SCOPE = {"multioutput", "copy", "verbose", "pre_dispatch",
                "return_indices", "error_score", "nan_policy"}  # fmt: skip
SHARED = [
    (n, getattr(module, n)) for n in mk.__all__ for module in REFERENCES if hasattr(module, n)
]


def _parameters(function: object, without: set[str]) -> list[tuple[str, object, object]]:
    parameters = inspect.signature(function).parameters.values()
    return [
        (p.name, p.kind, p.empty if p.name == "y_proba" else p.default)  # None while it is renamed
        for p in parameters if p.name not in without and p.default != "deprecated"
    ]  # fmt: skip


@pytest.mark.parametrize(("name", "reference"), SHARED, ids=[name for name, _ in SHARED])
def test_a_name_of_scikit_learn_or_scipy_has_its_signature(name: str, reference: object) -> None:
    ours = _parameters(
        getattr(mk, name), {"progress", "error_score"}
    )  # added, and "raise" by default
    assert ours == _parameters(reference, OUT_OF_SCOPE)


def test_every_public_name_has_a_sentence_in_the_chinese_reference() -> None:
    """A row of book/tables/reference_zh.csv: the name, and what it is for, in one sentence."""
    path = Path(mk.__file__).parents[1] / "book/tables/reference_zh.csv"
    with path.open(encoding="utf-8", newline="") as file:
        said = {row["name"]: row["zh"] for row in csv.DictReader(file)}
    names = {name for name in mk.__all__ if not inspect.ismodule(getattr(mk, name))}
    for module in MODULES:
        names |= {f"{module}.{name}" for name in getattr(mk, module).__all__}
    values = {name: attrgetter(name)(mk) for name in names}
    shown = {name for name, v in values.items() if inspect.isroutine(v) or inspect.isclass(v)}
    assert sorted(shown - set(said)) == [], f"add rows to {path.name}"
    assert all(text.endswith("。") for text in said.values())
