"""Notebooks to take along: each runs on its own, and all of an edition come as one archive.

`mlevalkit_on_pypi` in _config.yml decides where every install line of the book looks. Until the
package is there, pip takes the wheel that lies in the book and in each archive.
"""

import gzip
import os
import re
import subprocess
import sys
from base64 import b64encode
from copy import deepcopy
from functools import partial
from pathlib import Path, PurePosixPath
from shutil import copy, copytree, ignore_patterns, rmtree
from tempfile import TemporaryDirectory
from zipfile import ZIP_DEFLATED, ZipFile, ZipInfo

import nbformat
from nbformat.v4 import new_markdown_cell

from mlevalkit.explorers.picture import image
from mlevalkit_book.notebooks import read
from mlevalkit_book.paths import PACKAGE, ROOT, digest_of, library_files
from mlevalkit_book.sphinx.explorers import PLACE, picture_at
from mlevalkit_book.sphinx.places import edition
from mlevalkit_book.sphinx.problems import as_cells
from mlevalkit_book.sphinx.reference import lead_to_pages
from mlevalkit_book.words import LANGUAGES, WORDS

BESIDE = "--find-links . "  # in the cell `setup`, which installs where mlevalkit is missing
BUILD = "import sys; from setuptools import build_meta; build_meta.build_wheel(sys.argv[1])"
SAME = {"SOURCE_DATE_EPOCH": "315532800"}  # the first day of a ZIP file: the same bytes each time
BESIDE_PACKAGE = [ROOT / "pyproject.toml", ROOT / "README.md", *ROOT.glob("LICENSE*")]
FOLD_END = re.compile(r"\s*</details>\s*\Z")
IMAGE = re.compile(r"(!\[[^\]]*\]\()((?!https?:)[^)]+\.png)\)")
LINK = re.compile(r"(?<!!)\[([^\]]*)\]\(([\w-]+\.(?:ipynb|md))(#[^)]*)?\)")


def where(app):
    """Return the option that tells pip where the package is."""
    if app.config.mlevalkit_on_pypi:
        return ""
    base = app.config.html_baseurl
    return f"--find-links {base.rstrip('/')}/wheels/ " if base else BESIDE


def point_to_package(app, code):
    """Return the code of the first cell with the install line that the configuration asks for."""
    if code.count(BESIDE) != 1:
        raise ValueError(f"the cell `setup` must install once with {BESIDE!r}: {code[:200]}")
    return code.replace(BESIDE, where(app))


def with_picture(lang, place):
    """Put the picture into an explorer's stored output: where it goes, no kernel may draw it."""
    drawn = picture_at(place[1], [int(i) for i in place[2].split()], lang)
    return place[0].replace("<dl", f"{image(*drawn)}<dl", 1)


def attach_images(cell, folder):
    """Put the images that a cell shows into the cell, since a notebook travels without them."""

    def attach(shown):
        path = Path(folder, shown[2])
        encoded = b64encode(path.read_bytes()).decode()
        cell.setdefault("attachments", {})[path.name] = {"image/png": encoded}
        return f"{shown[1]}attachment:{path.name})"

    cell.source = IMAGE.sub(attach, cell.source)


def with_caption(cell):
    """Yield a cell, and the caption of its figure, which Jupyter would not show."""
    yield cell
    if caption := cell.metadata.get("mystnb", {}).get("figure", {}).get("caption"):
        yield new_markdown_cell(caption, id=f"{cell.id[:56]}-caption")


def with_folded_answers(cells):
    """Return cells with the code of each answer, and what it prints, in the fold of its words.

    A closed code cell is opened by *Restart and Run All* and by nbconvert; a ``<details>`` is not.
    """
    kept = []
    for cell in cells:
        is_hidden = "hide-cell" in cell.metadata.get("tags", [])
        if not (is_hidden and kept and FOLD_END.search(kept[-1].source)):
            kept.append(cell)
            continue
        inside = f"```python\n{cell.source}\n```\n"
        if shown := printed(cell):
            inside += f"\n```text\n{shown}\n```\n"
        kept[-1].source = f"{FOLD_END.sub('', kept[-1].source)}\n\n{inside}\n</details>"
    return kept


def printed(cell):
    """Return what a cell prints, as text."""
    texts = (o.get("text") or o.get("data", {}).get("text/plain", "") for o in cell.outputs)
    return "\n".join(text.rstrip("\n") for text in texts)


def taken_along(app, docname):
    """Return a notebook as it is downloaded: with its install line, and links that lead on."""
    book = deepcopy(read(app.env.doc2path(docname)))
    lang = edition(docname)
    (setup,) = (cell for cell in book.cells if cell.id == "setup")
    setup.source = point_to_package(app, setup.source)
    base = app.config.html_baseurl
    beside = set()  # other notebooks that it links to

    def lead(link):
        text, page, anchor = link[1], PurePosixPath(link[2]), link[3] or ""
        if base:
            return f"[{text}]({base.rstrip('/')}/book/{lang}/{page.stem}.html{anchor})"
        if page.suffix == ".md":  # no notebook, so not in the archive
            return text + WORDS[lang]["in_the_book"]
        beside.add(page)
        return link[0]

    for cell in book.cells:
        for output in cell.get("outputs", []):
            if html := output.get("data", {}).get("text/html"):
                output.data["text/html"] = PLACE.sub(partial(with_picture, lang), html)
        if cell.cell_type == "markdown":
            cell.source = LINK.sub(lead, lead_to_pages(cell.source))
            attach_images(cell, Path(app.env.doc2path(docname)).parent)
    cells = [each for cell in book.cells for each in as_cells(cell, docname)]
    book.cells = [each for cell in with_folded_answers(cells) for each in with_caption(cell)]
    if beside or where(app) == BESIDE:
        book.cells.insert(1, new_markdown_cell(WORDS[lang]["stands_alone"], id="taken-along"))
    return nbformat.writes(book) + "\n"


def put_downloads(app):
    """Write the notebooks that the pages offer, and an archive of each edition.

    What an earlier build made stays, as long as the page does: Sphinx copies the stored notebook
    each time that it writes the page.
    """
    out = Path(app.outdir)
    for lang in LANGUAGES:
        books = []
        for name in sorted(n for n in app.env.found_docs if edition(n) == lang):
            stored = Path(app.env.doc2path(name))
            if stored.suffix == ".ipynb":
                books.append(out / "_sources" / f"{name}.ipynb")
                if not books[-1].exists() or books[-1].read_bytes() == stored.read_bytes():
                    write_notebook(books[-1], taken_along(app, name))
        wheels = [] if app.config.mlevalkit_on_pypi else [*(out / "wheels").glob("*.whl")]
        write_archive(out / "_sources" / f"mlevalkit-{lang}.zip", [*books, *wheels])


def write_notebook(path, text):
    """Write a notebook, and a script that has it for a page in a folder."""
    path.write_text(text, encoding="utf-8")
    zipped = b64encode(gzip.compress(text.encode(), mtime=0)).decode()
    script = f'window.bookNotebook = "{zipped}";\n'
    path.with_name(f"{path.name}.js").write_text(script, encoding="utf-8")


def changed(path):
    return path.stat().st_mtime_ns


def write_archive(path, files):
    """Write an archive of files, unless it is newer than all of them."""
    if path.exists() and changed(path) > max(map(changed, files)):
        return
    with ZipFile(path, "w") as archive:
        for file in files:  # dated alike, so that the archive is
            archive.writestr(ZipInfo(f"{path.stem}/{file.name}"), file.read_bytes(), ZIP_DEFLATED)


# -- the package goes with the book: a wheel, for the install line that pages show -----------------


def build_wheel(folder):
    """Build the package's wheel, from a copy: setuptools leaves traces where it works."""
    folder.mkdir(parents=True, exist_ok=True)
    with TemporaryDirectory() as place:
        for path in BESIDE_PACKAGE:
            copy(path, place)
        copytree(PACKAGE, Path(place, PACKAGE.name), ignore=ignore_patterns("__pycache__"))
        command = [sys.executable, "-c", BUILD, str(folder)]
        subprocess.run(command, cwd=place, env=os.environ | SAME, check=True, capture_output=True)


def add_wheel(app):
    """Put the wheel and a page that lists it into the book; pip can read either."""
    folder = Path(app.outdir, "wheels")
    made_of = Path(app.doctreedir, "wheel.txt")
    now = digest_of([*BESIDE_PACKAGE, *library_files()])
    if folder.exists() and made_of.exists() and made_of.read_text(encoding="utf-8") == now:
        return
    rmtree(folder, ignore_errors=True)
    build_wheel(folder)
    links = "\n".join(f'<a href="{w.name}">{w.name}</a>' for w in sorted(folder.glob("*.whl")))
    (folder / "index.html").write_text(
        f'<!DOCTYPE html>\n<html lang="en"><title>mlevalkit</title>\n{links}\n</html>\n',
        encoding="utf-8",
    )
    made_of.write_text(now, encoding="utf-8")
