"""Makes the pictures of a printed paper and its key, for the page on teaching.

``python -m mlevalkit_book papers`` writes ``book/paper-zh.png`` and ``book/paper-en.png``. It needs
a browser that prints, and ``pdftoppm`` (Poppler).
"""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path
from tempfile import TemporaryDirectory

from PIL import Image, ImageOps

from mlevalkit_book.paths import ROOT
from mlevalkit_book.words import LANGUAGES

SEED = 2026
KINDS = (
    "which_split", "loo_line", "macro_and_micro", "auc_by_pairs",
    "cost_threshold", "t_test", "nemenyi", "bias_variance",
)  # fmt: skip
RESOLUTION = "72"  # dots an inch


def picture(language: str, folder: Path) -> Image.Image:
    """Return the first page of a paper, and of its key beside it."""
    chosen = [word for kind in KINDS for word in ("--kind", kind)]
    command = [sys.executable, "-m", "teaching", "paper", str(folder)]
    subprocess.run(
        [*command, "--language", language, "--seed", str(SEED), *chosen], check=True, cwd=ROOT
    )
    pages = []
    for name in ("papers", "key"):
        draw = ["pdftoppm", "-singlefile", "-png", "-gray", "-r", RESOLUTION]
        subprocess.run([*draw, folder / f"{name}.pdf", folder / name], check=True)
        pages.append(ImageOps.expand(Image.open(folder / f"{name}.png"), border=1, fill="gray"))
    size = sum(page.width for page in pages), max(page.height for page in pages)
    both = Image.new("L", size, "white")
    left = 0
    for page in pages:
        both.paste(page, (left, 0))
        left += page.width
    return both.quantize(16)


def main() -> None:
    for language in LANGUAGES:
        with TemporaryDirectory() as folder:
            path = ROOT / "book" / f"paper-{language}.png"
            picture(language, Path(folder)).save(path, optimize=True)
            print(path.relative_to(ROOT))
