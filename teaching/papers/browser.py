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


def to_pdf(browser: str, html: Path) -> Path:
    """Print a page; return the PDF beside it."""
    pdf = html.with_suffix(".pdf")
    with TemporaryDirectory(ignore_cleanup_errors=True) as profile:
        command = [
            browser,
            "--headless",
            "--disable-gpu",
            "--no-sandbox",
            f"--user-data-dir={profile}",
            "--no-pdf-header-footer",
            f"--print-to-pdf={pdf}",
            html.resolve().as_uri(),
        ]
        try:
            subprocess.run(command, capture_output=True, timeout=_TIMEOUT, check=True)
        except subprocess.SubprocessError as error:
            raise RuntimeError(f"{html.name} is not printed: {error}") from error
    return pdf
