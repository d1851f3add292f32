"""A notebook of the book in a real JupyterLab: solutions stay closed until a reader opens them."""

import os
import re
import shutil
import socket
import subprocess
import sys
import time
import urllib.request
from importlib.util import find_spec

import pytest
from built_book import BOOK, notebook

pytestmark = pytest.mark.slow  # JupyterLab takes half a minute to start and load


@pytest.fixture(scope="module")
def lab(tmp_path_factory):
    if find_spec("jupyterlab") is None and not os.environ.get("CI"):
        pytest.skip("jupyterlab is not installed")
    folder = tmp_path_factory.mktemp("lab")
    for name in ("exercises", "mcnemar"):
        shutil.copy(BOOK / "en" / f"{name}.ipynb", folder)
    settings = folder / "settings/@jupyterlab/notebook-extension/tracker.jupyterlab-settings"
    settings.parent.mkdir(parents=True)
    settings.write_text('{"windowingMode": "none"}')  # all cells are drawn, also far below
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    command = [sys.executable, "-m", "jupyterlab", "--no-browser", f"--port={port}",
               "--IdentityProvider.token=", f"--ServerApp.root_dir={folder}",
               "--LabApp.user_settings_dir=" + str(folder / "settings"),
               "--LabApp.workspaces_dir=" + str(folder / "workspaces")]  # fmt: skip
    if hasattr(os, "geteuid") and os.geteuid() == 0:
        command.append("--allow-root")
    quiet = {"stdout": subprocess.DEVNULL, "stderr": subprocess.DEVNULL}
    with subprocess.Popen(command, **quiet) as server:
        address = f"http://127.0.0.1:{port}/lab"
        for _ in range(120):
            try:
                urllib.request.urlopen(address).close()
                break
            except OSError:
                time.sleep(0.5)
        yield address
        server.kill()


@pytest.mark.parametrize("name", ["exercises", "mcnemar"])
def test_solutions_are_closed(lab, chromium, name):
    cells = notebook("en", name).cells
    solutions = [c for c in cells if "hide-cell" in c.metadata.get("tags", [])]
    lines = {line.strip() for c in solutions for line in c.source.split("\n")[1:]}
    open_code = "\n".join(c.source for c in cells if c not in solutions)
    given_away = [line for line in lines if len(line) > 12 and line not in open_code]
    assert len(given_away) > 5
    tab = chromium.new_page(viewport={"width": 1200, "height": 900})
    tab.goto(f"{lab}/tree/{name}.ipynb?reset")
    tab.locator(".jp-Notebook .jp-Cell").nth(len(cells) - 1).wait_for(timeout=90_000)
    text = tab.locator(".jp-Notebook").inner_text()
    assert not [line for line in given_away if line in text]
    seen = set(re.findall(r"# Solution[^\n]*", text))
    assert seen == {c.source.split("\n")[0] for c in solutions}
    tab.close()
