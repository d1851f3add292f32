"""Prints pages as PDF by a browser that is installed: Chromium, Chrome or Edge."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path
from tempfile import TemporaryDirectory

from mlevalkit.display.workings import data_of

_TIMEOUT = 600  # seconds


def find_browser() -> str | None:
    """Return the path of a browser that can print, or None if there is none."""
    known = data_of(__package__, "browsers.toml")
    places = map(os.path.expandvars, known["places"].get(sys.platform, ()))
    found = [*filter(None, map(shutil.which, known["names"])), *filter(os.path.exists, places)]
    return found[0] if found else None


def needed_browser() -> str:
    """Return the path of a browser that can print; RuntimeError if there is none."""
    if found := find_browser():
        return found
    raise RuntimeError("printing and drawing need Chromium, Chrome or Edge: none is installed")


def run(browser: str, page: Path, *options: str) -> None:
    """Open a page in a browser without a window, which makes of it what the options say."""
    with TemporaryDirectory(ignore_cleanup_errors=True) as profile:
        own = ("--headless", "--disable-gpu", "--no-sandbox", f"--user-data-dir={profile}")
        command = [browser, *own, *options, page.resolve().as_uri()]
        try:
            subprocess.run(command, capture_output=True, timeout=_TIMEOUT, check=True)
        except subprocess.SubprocessError as error:
            raise RuntimeError(f"{page.name} is not printed: {error}") from error


def to_pdf(browser: str, html: Path) -> Path:
    """Print a page; return the PDF beside it."""
    pdf = html.with_suffix(".pdf")
    run(browser, html, "--no-pdf-header-footer", f"--print-to-pdf={pdf}")
    return pdf
