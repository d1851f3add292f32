"""A notebook of the book in a real JupyterLab: solutions stay closed until a reader opens them."""

import json
import os
import re
import socket
import subprocess
import sys
import time
import urllib.request
from importlib.util import find_spec
from pathlib import Path

import pytest

pytestmark = pytest.mark.slow  # JupyterLab takes half a minute to start and load
BOOK = Path(__file__).parents[2] / "book"


@pytest.fixture(scope="module")
def lab(tmp_path_factory):
    if find_spec("jupyterlab") is None and not os.environ.get("CI"):
        pytest.skip("jupyterlab is not installed")
    folder = tmp_path_factory.mktemp("lab")
    for name in ("exercises", "mcnemar"):
        text = (BOOK / "en" / f"{name}.ipynb").read_text("utf-8")
        (folder / f"{name}.ipynb").write_text(text, "utf-8")
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
    cells = json.loads((BOOK / "en" / f"{name}.ipynb").read_text("utf-8"))["cells"]
    solutions = [c for c in cells if "hide-cell" in c["metadata"].get("tags", [])]
    lines = {line.strip() for c in solutions for line in "".join(c["source"]).split("\n")[1:]}
    open_code = "\n".join("".join(c["source"]) for c in cells if c not in solutions)
    given_away = [line for line in lines if len(line) > 12 and line not in open_code]
    assert len(given_away) > 5
    context = chromium.new_context(viewport={"width": 1200, "height": 900})
    tab = context.new_page()
    tab.goto(f"{lab}/tree/{name}.ipynb?reset")
    tab.locator(".jp-RenderedMarkdown h1").first.wait_for(timeout=90_000)
    for _ in range(60):  # cells are drawn bit by bit
        if tab.locator(".jp-Notebook .jp-Cell").count() >= len(cells):
            break
        tab.wait_for_timeout(500)
    seen = set()
    for k in range(60):  # cells far below are drawn when they come near
        tab.evaluate(
            "k => { const w = document.querySelector('.jp-WindowedPanel-outer');"
            " w.scrollTop = k * 600; }", k
        )  # fmt: skip
        tab.wait_for_timeout(150)
        text = tab.locator(".jp-Notebook").inner_text()
        seen |= set(re.findall(r"# Solution[^\n]*", text))
        assert not [line for line in given_away if line in text], k
        bottom = tab.evaluate(
            "() => { const w = document.querySelector('.jp-WindowedPanel-outer');"
            " return w.scrollTop + w.clientHeight >= w.scrollHeight - 2; }"
        )  # fmt: skip
        if bottom:
            break
    assert seen == {"".join(c["source"]).split("\n")[0] for c in solutions}
    context.close()
