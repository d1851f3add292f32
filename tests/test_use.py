"""How the library is used: results kept, compared, copied; chance unseeded; types; messages.

Every public function that has a recipe in `trust/recipes.py` is tried.
"""

import ast
import copy
import dataclasses
import inspect
import pickle
import re
import shutil
import string
import sys
import tomllib
from cProfile import Profile
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest
from helpers import DATA, check_working
from scipy import stats
from trust.recipes import public, recipes
from trust.test_fuzz import fresh

import mlevalkit as mk
from mlevalkit.display.language import LANGUAGES
from mlevalkit.results import Explained, TestResult, TupleResult
from mlevalkit_book.author.prose import sentences
from mlevalkit_book.paths import read_rows

ROOT = Path(mk.__file__).parent
RECIPES = [r for r in recipes() if not r.name.startswith(("plots.", "explorers."))]
# What they return comes from the learners alone.
NO_WORKING = {
    "cross_val_predict", "cross_validate", "paired_predictions", "predictions_over_training_sets",
}  # fmt: skip


def test_every_function_that_computes_shows_how() -> None:
    functions = {n for n, v in public().items() if inspect.isfunction(v) and "." not in n}
    silent = {n for n in functions if not hasattr(getattr(mk, n), "working")}
    assert silent == NO_WORKING | {"evaluate", "read_predictions", "set_language"}


# -- results ----------------------------------------------------------------------------------


def made() -> dict[str, Any]:
    """Return the recipes that give a result, one for each form of the call."""
    found = {}
    for i, recipe in enumerate(RECIPES):
        if getattr(recipe.function, "__annotations__", {}).get("return") in FINAL:
            found[f"{recipe.name} {i}"] = recipe
    return found


def _is_final(value: object) -> bool:
    final = isinstance(value, type) and not inspect.isabstract(value)
    return final and issubclass(value, Explained)


FINAL = {value.__name__ for value in public().values() if _is_final(value)} - {"ConfidenceInterval"}
RESULTS = made()


def test_there_is_a_recipe_for_every_class_of_results() -> None:
    returned = {recipe.function.__annotations__["return"] for recipe in RESULTS.values()}
    assert returned == FINAL


@pytest.fixture(scope="module", params=RESULTS)
def case(request: pytest.FixtureRequest) -> SimpleNamespace:
    recipe = RESULTS[request.param]
    arguments = fresh(recipe)
    return SimpleNamespace(recipe=recipe, arguments=arguments, result=recipe.call(arguments))


def test_a_result_is_compared_copied_and_pickled(case: SimpleNamespace) -> None:
    result = case.result
    for twin in (
        case.recipe.call(fresh(case.recipe)),
        copy.copy(result),
        copy.deepcopy(result),
        pickle.loads(pickle.dumps(result)),
        dataclasses.replace(result),
    ):
        assert (twin, str(twin)) == (result, str(result))
    assert result != str(result)
    if isinstance(result, TestResult):
        assert dataclasses.replace(result, reject=not result.reject) != result
        assert dataclasses.replace(result, alpha=0.123) != result


def test_a_result_cannot_be_changed(case: SimpleNamespace) -> None:
    for field in dataclasses.fields(case.result):
        value = getattr(case.result, field.name)
        with pytest.raises(AttributeError):
            setattr(case.result, field.name, value)
        if isinstance(value, np.ndarray):
            assert not value.flags.writeable, field.name
            given = [v for v in case.arguments.values() if isinstance(v, np.ndarray)]
            assert not any(np.shares_memory(value, v) for v in given), field.name
        assert not isinstance(value, list), field.name


def test_a_result_stays_when_its_input_changes(case: SimpleNamespace) -> None:
    before = str(case.result), repr(case.result), case.result._repr_html_()
    for value in case.arguments.values():
        if isinstance(value, np.ndarray):
            value[:] = value.ravel()[0]
    assert (str(case.result), repr(case.result), case.result._repr_html_()) == before


def test_a_result_shows_itself_the_same_everywhere(case: SimpleNamespace) -> None:
    html = case.result._repr_html_()
    assert not re.search(r"\$\$|\\\(|\\\[", html)  # TeX within HTML is typeset in few places
    assert str(case.result) == str(case.result.working())
    if not isinstance(case.result, mk.results.PrintedTable):
        assert "\n" not in repr(case.result)
    if isinstance(case.result, TupleResult):
        for i, value in enumerate(case.result):
            np.testing.assert_array_equal(case.result[i], value)
        assert len(case.result) == i + 1
    check_working(case.result.working())


def test_a_result_is_a_table_of_pandas(case: SimpleNamespace) -> None:
    frame = case.result.to_frame()
    assert len(frame) > 0
    assert not frame.index.has_duplicates
    if isinstance(case.result, TestResult):
        (row,) = frame.to_dict("records")
        assert (row["statistic"], row["pvalue"]) == tuple(case.result)
        assert row["test"] + "Result" == type(case.result).__name__


def test_by_position_as_in_scipy_as_far_as_nothing_may_be_left_out() -> None:
    rates = [0.1, 0.2, 0.25, 0.12]
    scipys = stats.ttest_1samp(rates, 0.1)
    np.testing.assert_allclose([*mk.t_test(rates, 0.1)], [*scipys])
    p = stats.binomtest(6, 10, 0.3, alternative="greater").pvalue
    assert mk.binomial_test(6, 10, error_rate_0=0.3).pvalue == pytest.approx(p)
    wrong = [True] * 6 + [False] * 4
    assert mk.binomial_test(wrong, error_rate_0=0.3).pvalue == pytest.approx(p)
    assert mk.binomial_test(6, 10, 0.3).pvalue == pytest.approx(p)
    with pytest.raises(TypeError, match="errors: expected a whole number"):
        mk.binomial_test(wrong, 10, 0.3)
    with pytest.raises(TypeError, match="error_rate_0: expected a finite number"):
        mk.binomial_test(6, 10)
    table = [[60, 10], [25, 5]]
    assert mk.mcnemar_test(table) == mk.mcnemar_test(table=table)
    scores = np.random.default_rng(0).random((7, 3))
    ours = mk.friedman_test(*scores.T, tie_correction=True)
    assert ours == mk.friedman_test(scores, tie_correction=True)
    assert [ours.chi2, ours.chi2_pvalue] == pytest.approx([*stats.friedmanchisquare(*scores.T)])


@pytest.mark.parametrize(
    ("call", "meant"),
    [
        (lambda: mk.t_test([0.1, 0.2], popmean=0.1), "t_test: popmean is called error_rate_0"),
        (lambda: mk.t_test([0.1, 0.2], 0.1, alternative="less"), "t_test: it has no alternative"),
        (lambda: mk.error_rate_interval(6, 10, alpha=0.1), "alpha is given as confidence_level"),
        (lambda: mk.binomial_test.working(6, 10, p=0.3), "p is called error_rate_0"),
        (lambda: mk.bootstrap_interval(mk.error_rate, [1, 0], [1, 0], rng=0), "random_state"),
        (lambda: mk.f1_score([1, 0], [1, 0], nonsense=1), "unexpected keyword argument 'nonsense'"),
    ],
)
def test_an_argument_of_another_library_is_understood(call: Any, meant: str) -> None:
    with pytest.raises(TypeError, match=meant):
        call()


@pytest.mark.parametrize("test", [mk.nemenyi_test, mk.pairwise_tests])
def test_tests_of_pairs_have_a_row_for_each_pair(test: Any) -> None:
    scores = np.random.default_rng(0).random((6, 3))
    result = test(scores, learners=["x", "y", "z"])
    frame = result.to_frame().set_index(["learner_a", "learner_b"])
    assert [*frame.index] == [("x", "y"), ("x", "z"), ("y", "z")]
    assert frame.pvalue["x", "z"] == result.pvalue[0, 2]
    assert frame.reject["y", "z"] == result.reject[1, 2]
    ends = result.confidence_interval().to_frame()
    assert ends.estimate[1] == result.confidence_interval().estimate[0, 2]


def test_without_pandas_a_table_says_what_to_install(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "pandas", None)
    with pytest.raises(ImportError, match=r'pandas is missing: pip install "mlevalkit\[notebook\]'):
        mk.mcnemar_test(table=[[5, 3], [8, 9]]).to_frame()


# -- many samples -----------------------------------------------------------------------------

N = 100_000
Y, SCORES, CLASSES = np.arange(N) % 2, np.arange(N) % 977, np.arange(300)
RANKS = np.tile([1.0, 2.0], (N, 1))
CURVES = [
    "roc_curve", "precision_recall_curve", "average_precision_score", "ranking_loss", "cost_curve",
    "roc_auc_score", "confusion_matrix_at_thresholds", "best_f_threshold",
]  # fmt: skip
ERRORS = ["mean_squared_error", "root_mean_squared_error", "mean_absolute_error", "r2_score"]
TABLES = ["confusion_matrix", "one_vs_rest_counts", "classification_report", "macro_f1"]
LONG: dict[str, tuple[Any, ...]] = {
    **dict.fromkeys([*CURVES, *ERRORS], (Y, SCORES)),
    **dict.fromkeys(TABLES, (CLASSES, CLASSES)),
    **dict.fromkeys(["train_test_split", "bootstrap_split", "zscore", "minmax_scale"], (SCORES,)),
    **dict.fromkeys(["friedman_test", "compare_learners"], (RANKS,)),
    "bias_variance_decomposition": (RANKS.T, SCORES),
    "error_likelihood": (6, 10, np.linspace(0, 1, N)),
}


@pytest.mark.parametrize("name", LONG)
def test_a_working_of_many_samples_is_short(name: str) -> None:
    text = str(getattr(mk, name).working(*LONG[name]))
    assert len(text) < 8000
    assert text.count("\n") < 120


@pytest.mark.parametrize("name", CURVES)
def test_a_working_of_many_samples_does_little_for_each(name: str) -> None:
    """It took a hundred times as long as the value; calls are counted, as time is the machine's."""
    counted = Profile()
    counted.runcall(lambda: str(getattr(mk, name).working(Y, SCORES)))
    assert sum(entry.callcount for entry in counted.getstats()) < 4 * N


# -- chance -----------------------------------------------------------------------------------

DRAWN = [r for r in RECIPES if "random_state" in r.arguments and inspect.isfunction(r.function)]
DRAWN = [r for r in DRAWN if hasattr(r.function, "working")]


@pytest.mark.parametrize("recipe", DRAWN, ids=lambda recipe: recipe.name)
@pytest.mark.parametrize("chance", [None, np.random.RandomState(1), np.random.default_rng(1)])
def test_an_unseeded_working_shows_the_numbers_of_its_own_value(recipe: Any, chance: Any) -> None:
    call = dataclasses.replace(recipe, function=recipe.function.working)
    arguments = fresh(recipe) | {"random_state": chance}
    first = call.call(arguments)
    check_working(first, first.value if isinstance(first.value, float) else None)
    assert str(first) == str(first)


# -- messages ---------------------------------------------------------------------------------

PACKAGES = {path.parent: sentences(path) for path in ROOT.rglob("messages.toml")}
GRAMMAR = {"s", "samples", "third", "other"}  # plurals, and what one language need not name


def modules(folder: Path) -> list[Path]:
    """Return the modules that take their sentences from a folder's file."""
    below = folder.glob("*/*.py") if folder != ROOT else ()
    own = (path for path in below if not (path.parent / "messages.toml").exists())
    return sorted([*folder.glob("*.py"), *own])


def places(text: str) -> set[str]:
    """Return the names that a sentence has places for."""
    named = (name for _, name, _, _ in string.Formatter().parse(text) if name)
    return {re.split(r"[.\[]", name)[0] for name in named}


@pytest.mark.parametrize("folder", PACKAGES, ids=lambda folder: folder.name)
def test_messages_are_said_in_every_language_with_the_same_places(folder: Path) -> None:
    for path, entry in PACKAGES[folder].items():
        assert set(entry) == set(LANGUAGES), path
        for said in entry.values():
            assert places(entry[LANGUAGES[0]]) ^ places(said) <= GRAMMAR, path


def named_in_data() -> set[str]:
    """Return the words of tables that templates show, the names of rules, and of measures."""
    exercises = ROOT / "exercises"
    files = [*(exercises / "catalogue").glob("*.toml"), exercises / "messages.toml"]
    found: set[str] = set()
    for row in (r for path in files for r in tomllib.loads(path.read_text("utf-8")).values()):
        columns = row.get("columns", {})
        found |= {*columns, *row.get("rules", {})}
        found |= {cell for cells in columns.values() if isinstance(cells, list) for cell in cells}
    measures = tomllib.loads((ROOT / "report" / "measures.toml").read_text("utf-8"))
    return found.union(*measures.values())


@pytest.mark.parametrize("folder", PACKAGES, ids=lambda folder: folder.name)
def test_every_message_is_said(folder: Path) -> None:
    shared = folder.name == "display"  # all packages take its words
    every = [*ROOT.rglob("*.py")] if shared else modules(folder)
    if folder.name == "plots":  # a live page says figures in words
        every += (ROOT.parent / "mlevalkit_book").rglob("descriptions.py")
    code = "\n".join(path.read_text("utf-8") for path in every)
    words = set(re.findall(r"[\w.-]+", code)) | set(re.findall(r"[\w-]+", code))
    study = read_rows(ROOT / "datasets" / "power.csv")  # an explorer names its tests and learners
    words |= set(study[0]) | {row["learner"] for row in study}
    words |= {"check_first"} | named_in_data()  # said by a page, which judges without Python
    for path in PACKAGES[folder]:
        name = path[-1]  # the names before it may be put together from what a result says
        assert {".".join(path), name, name.replace("_", ".")} & words, path


@pytest.mark.parametrize("folder", PACKAGES, ids=lambda folder: folder.name)
def test_what_is_said_has_a_message_with_its_places(folder: Path) -> None:
    above = [known for known in (*reversed(folder.parents), folder) if known in PACKAGES]
    known = {".".join(path): entry for each in above for path, entry in PACKAGES[each].items()}
    for module in modules(folder):
        for node in ast.walk(ast.parse(module.read_text("utf-8"))):
            if not isinstance(node, ast.Call) or ast.unparse(node.func) not in ("_say", "say"):
                continue
            path = [arg.value for arg in node.args if isinstance(arg, ast.Constant)]
            if len(path) == len(node.args) and all(k.arg for k in node.keywords):
                entry = known[".".join(path)]
                given = {k.arg for k in node.keywords}
                assert set().union(*map(places, entry.values())) == given, (module.name, path)


# -- types ------------------------------------------------------------------------------------


@pytest.mark.slow
def test_a_users_file_elsewhere_passes_a_strict_type_checker(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    from mypy import api

    shutil.copy(DATA / "users_file.txt", tmp_path / "homework.py")
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("MYPYPATH", str(ROOT.parent))
    out, errors, _ = api.run(["--strict", "homework.py", "--cache-dir", str(tmp_path / "cache")])
    lines = [line.partition(": ")[2] for line in out.splitlines() if line.startswith("homework")]
    revealed = [line for line in lines if line.startswith("note: Revealed")]
    f1, working, accuracy, table, t_test, result = revealed
    for shown in ("y_true", "y_pred", "labels", "pos_label", "average", "sample_weight"):
        assert shown in f1
    assert re.search(r"average: .*'binary'.*'macro'.* =", f1)
    assert "Working" in working
    assert "float" in accuracy
    assert "ndarray" in table
    assert "TTestResult" in t_test
    assert "TupleResult" in result
    wrong = [line for line in lines if line.startswith("error")]
    assert len(wrong) == 2, (out, errors)
    assert '"average" to' in wrong[0]
    assert 'maybe "f1_score"?' in wrong[1]
