"""The scripts of the book that need no page, tested by Node's own runner."""

import shutil
import subprocess

import pytest
from built_book import ROOT


@pytest.mark.skipif(not shutil.which("node"), reason="needs Node.js")
def test_scripts():
    files = sorted(map(str, (ROOT / "tests/javascript").glob("*.test.mjs")))
    assert files
    done = subprocess.run(["node", "--test", *files], capture_output=True, text=True)
    assert done.returncode == 0, done.stdout
