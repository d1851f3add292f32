"""The package goes with the book: a wheel beside the pages, for the install line that they show."""

import os
import subprocess
import sys
from pathlib import Path
from shutil import copy, copytree, ignore_patterns
from tempfile import TemporaryDirectory

from mlevalkit_book.paths import ROOT

BUILD = "import sys; from setuptools import build_meta; build_meta.build_wheel(sys.argv[1])"
SAME = {"SOURCE_DATE_EPOCH": "315532800"}  # the first day of a ZIP file: the same bytes each time


def build_wheel(folder):
    """Build the package's wheel, from a copy: setuptools leaves traces where it works."""
    folder.mkdir(parents=True, exist_ok=True)
    with TemporaryDirectory() as place:
        for path in [ROOT / "pyproject.toml", ROOT / "README.md", *ROOT.glob("LICENSE*")]:
            copy(path, place)
        package = Path(place, "mlevalkit")
        copytree(ROOT / "mlevalkit", package, ignore=ignore_patterns("__pycache__"))
        command = [sys.executable, "-c", BUILD, str(folder)]
        subprocess.run(command, cwd=place, env=os.environ | SAME, check=True, capture_output=True)


def add_wheel(app, exception):
    """Put the wheel and a page that lists it into the book; pip can read either."""
    if exception or app.builder.format != "html":
        return
    folder = Path(app.outdir, "wheels")
    build_wheel(folder)
    links = "\n".join(f'<a href="{w.name}">{w.name}</a>' for w in sorted(folder.glob("*.whl")))
    (folder / "index.html").write_text(
        f'<!DOCTYPE html>\n<html lang="en"><title>mlevalkit</title>\n{links}\n</html>\n',
        encoding="utf-8",
    )


def setup(app):
    app.connect("build-finished", add_wheel)
    return {"parallel_read_safe": True, "parallel_write_safe": True}
