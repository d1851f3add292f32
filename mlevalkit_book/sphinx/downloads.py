"""Notebooks to take along: each runs on its own, and all of an edition come as one archive.

`mlevalkit_on_pypi` in _config.yml decides where every install line of the book looks. Until the
package is there, pip takes the wheel that lies in the book and in each archive.
"""

import json
import re
from functools import cache, partial
from pathlib import Path, PurePosixPath
from zipfile import ZIP_DEFLATED, ZipFile, ZipInfo

from mlevalkit.explorers.picture import image
from mlevalkit_book.sphinx.explorers import PLACE, picture_at
from mlevalkit_book.sphinx.frame import edition
from mlevalkit_book.sphinx.words import WORDS

BESIDE = "--find-links . "  # in the cell `setup`, which installs where mlevalkit is missing
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


picture = cache(picture_at)


def with_picture(lang, place):
    """Put the picture into an explorer's stored output: where it goes, no kernel may draw it."""
    drawn = picture(place[1], tuple(map(int, place[2].split())), lang)
    return place[0].replace("<dl", f"{image(*drawn)}<dl", 1)


def with_caption(cell):
    """Yield a cell, and the caption of its figure, which Jupyter would not show."""
    yield cell
    if caption := cell["metadata"].get("mystnb", {}).get("figure", {}).get("caption"):
        yield {"cell_type": "markdown", "id": f"{cell['id'][:56]}-caption", "metadata": {},
               "source": [caption]}  # fmt: skip


def taken_along(app, docname):
    """Return a notebook as it is downloaded: with its install line, and links that lead on."""
    book = json.loads(Path(app.env.doc2path(docname)).read_text(encoding="utf-8"))
    lang = edition(docname)
    (setup,) = (cell for cell in book["cells"] if cell["id"] == "setup")
    code = point_to_package(app, "".join(setup["source"]))
    setup["source"] = code.splitlines(keepends=True)
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

    for cell in book["cells"]:
        for output in cell.get("outputs", []):
            if html := output.get("data", {}).get("text/html"):
                shown = PLACE.sub(partial(with_picture, lang), "".join(html))
                output["data"]["text/html"] = shown
        if cell["cell_type"] == "markdown":
            lines = LINK.sub(lead, "".join(cell["source"])).splitlines(keepends=True)
            cell["source"] = lines
    book["cells"] = [each for cell in book["cells"] for each in with_caption(cell)]
    if beside or where(app) == BESIDE:
        note = {"cell_type": "markdown", "id": "taken-along", "metadata": {},
                "source": [WORDS[lang]["stands_alone"]]}  # fmt: skip
        book["cells"].insert(1, note)
    return json.dumps(book, ensure_ascii=False, indent=1) + "\n"


def put_downloads(app, exception):
    """Write the notebooks that the pages offer, and an archive of each edition."""
    if exception or app.builder.format != "html":
        return
    out = Path(app.outdir)
    for lang in ("zh", "en"):
        names = [n for n in app.env.found_docs if edition(n) == lang]
        books = {
            n: taken_along(app, n) for n in sorted(names) if app.env.doc2path(n).endswith(".ipynb")
        }
        for name, text in books.items():
            path = out / "_sources" / f"{name}.ipynb"
            path.write_text(text, encoding="utf-8")
            script = f"window.bookNotebook = {json.dumps(text, ensure_ascii=False)};\n"
            path.with_name(f"{path.name}.js").write_text(script, encoding="utf-8")
        folder = f"mlevalkit-{lang}"
        files = {f"{folder}/{PurePosixPath(n).name}.ipynb": t.encode() for n, t in books.items()}
        if not app.config.mlevalkit_on_pypi:
            wheels = (out / "wheels").glob("*.whl")
            files |= {f"{folder}/{w.name}": w.read_bytes() for w in wheels}
        with ZipFile(out / "_sources" / f"{folder}.zip", "w") as archive:
            for name, content in files.items():  # dated alike, so that the archive is
                archive.writestr(ZipInfo(name), content, ZIP_DEFLATED)


def offer(app, pagename, templatename, context, doctree):
    context["on_pypi"] = app.config.mlevalkit_on_pypi


def setup(app):
    app.add_config_value("mlevalkit_on_pypi", False, "env", [bool])
    app.connect("html-page-context", offer)
    app.connect("build-finished", put_downloads, priority=900)  # after the wheel
    return {"parallel_read_safe": True, "parallel_write_safe": True}
