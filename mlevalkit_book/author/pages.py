"""Bring pages that were edited in Jupyter into the form that the repository stores.

::

    python -m mlevalkit_book pages                       # all that differ from the last commit
    python -m mlevalkit_book pages book/zh/roc-auc.ipynb # one pair; cells follow the Chinese page

A page is a pair of notebooks, ``book/zh/NAME.ipynb`` and ``book/en/NAME.ipynb``, with the same
cells. What was changed in one of them since the last commit is carried to the other: code, tags,
new, moved and deleted cells. Text cannot be carried over; the cell of the other page shows the new
text under TO TRANSLATE, above its own. Then both pages are run, and stored without what Jupyter
adds. Exit status 1 means that something is left to do, which is printed.
"""

from __future__ import annotations

import argparse
import os
import re
import subprocess
import sys
from copy import deepcopy
from pathlib import Path

import nbformat
from nbclient import NotebookClient
from nbclient.exceptions import CellExecutionError
from nbformat import NotebookNode

from mlevalkit_book.author.page_code import same_program, translated
from mlevalkit_book.notebooks import leave_out_pictures
from mlevalkit_book.paths import BOOK, ROOT

EDITIONS = {"zh": "Chinese", "en": "English"}
PARTNER = {"zh": "en", "en": "zh"}
TAG = {"zh": "zh-CN", "en": "en"}  # of the language
KERNEL = {"display_name": "Python 3", "language": "python", "name": "python3"}
KEPT = ("text/plain", "text/html", "text/latex", "text/markdown", "image/png", "image/svg+xml")
CELL_METADATA = ("jupyter", "mystnb", "tags")  # "mystnb" holds the words of a figure
SHARED_METADATA = ("jupyter", "tags")
MARK = "TO TRANSLATE"
RANDOM_ID = re.compile(r"[0-9a-f]{8}(-[0-9a-f-]+)?")  # as Jupyter names a new cell


class PageError(Exception):
    """What a page has that cannot be stored, in words for its author."""


# -- one page ---------------------------------------------------------------------------------


def normalized(page: NotebookNode, edition: str) -> NotebookNode:
    """Return a page without what Jupyter adds to it."""
    if (page.nbformat, page.nbformat_minor) < (4, 5):
        raise PageError(
            f"saved as notebook format {page.nbformat}.{page.nbformat_minor}, which has no cell"
            " ids; expected 4.5, which JupyterLab writes"
        )
    page = deepcopy(page)
    page.nbformat_minor = 5
    page.metadata = NotebookNode(
        kernelspec=KERNEL, language_info={"name": "python"}, lang=TAG[edition]
    )
    page.cells = [c for c in page.cells if c.source.strip()]
    for cell in page.cells:
        if cell.cell_type == "raw":
            raise PageError(f"cell {cell.id}: a raw cell; expected Markdown or code")
        if cell.pop("attachments", None):
            raise PageError(
                f"cell {cell.id}: a picture pasted into the text; expected a file in book/,"
                " or a code cell that draws it"
            )
        cell.source = cell.source.strip("\n")
        kept = {k: v for k, v in cell.metadata.items() if k in CELL_METADATA and v}
        cell.metadata = NotebookNode(kept)
        for output in cell.get("outputs", []):
            if "data" in output:
                output.data = {k: v for k, v in output.data.items() if k in KEPT}
                leave_out_pictures(output.data)
                output.metadata = {}
    name_new_cells(page.cells)
    return page


def name_new_cells(cells: list[NotebookNode]) -> None:
    """Name cells after their heading, or the cell before: ids are part of addresses."""
    taken = {cell.id for cell in cells}
    last = "start"
    for cell in cells:
        if RANDOM_ID.fullmatch(cell.id):
            heading = re.match(r"#+ (.*)", cell.source)
            slug = re.sub(r"[^a-z0-9]+", "-", heading[1].lower() if heading else "").strip("-")
            base = slug or f"{last}-{'code' if cell.cell_type == 'code' else 'text'}"
            numbered = (f"{base}-{n}" for n in range(2, len(cells) + 2))
            cell.id = next(name for name in (base, *numbered) if name not in taken)
            taken.add(cell.id)
        last = cell.id


def run(page: NotebookNode, edition: str) -> None:
    """Run a page from top to bottom, and keep the outputs that a page can show."""
    place = {"metadata": {"path": str(BOOK / edition)}}
    path = os.pathsep.join(filter(None, [os.environ.get("PYTHONPATH"), str(ROOT)]))
    client = NotebookClient(
        page, timeout=900, store_widget_state=False, coalesce_streams=True, resources=place,
        extra_arguments=["--ext=mlevalkit_book.author.page_figures"],
    )  # fmt: skip
    try:
        client.execute(env=os.environ | {"PYTHONPATH": path})
    except CellExecutionError as error:
        cell = next(c for c in page.cells if _has_error(c))
        raise PageError(f"cell {cell.id}: {error.ename}: {error.evalue}") from None


def run_both(now: dict[str, NotebookNode]) -> None:
    """Run both pages, or one of them if their code is the same."""
    sources = [[c.source for c in now[e].cells if c.cell_type == "code"] for e in EDITIONS]
    for e in ["en"] if sources[0] == sources[1] else EDITIONS:
        try:
            run(now[e], e)
        except PageError as error:
            raise PageError(f"{e}, {error}") from None
        now[e] = normalized(now[e], e)
    if sources[0] == sources[1]:
        for zh, en in zip(now["zh"].cells, now["en"].cells, strict=True):
            if en.cell_type == "code":
                zh.outputs, zh.execution_count = deepcopy(en.outputs), en.execution_count


def _has_error(cell: NotebookNode) -> bool:
    expected = "raises-exception" in cell.metadata.get("tags", [])
    return not expected and any(o.output_type == "error" for o in cell.get("outputs", []))


# -- two pages --------------------------------------------------------------------------------


def unmarked(text: str) -> str:
    """Return the text of a cell below its mark."""
    if not text.startswith(f"> **{MARK}**"):
        return text
    lines = text.split("\n")
    own = next((i for i, line in enumerate(lines) if not line.startswith(">")), len(lines))
    return "\n".join(lines[own:]).strip("\n")


def marked(text: str, new: str, old: str, edition: str) -> str:
    """Return a cell's text under what has to be translated: the other edition's new paragraphs."""
    head = f"> **{MARK}** from the {EDITIONS[edition]} page:\n>\n"
    known = re.split(r"\n{2,}", old)
    fresh = [p for p in re.split(r"\n{2,}", unmarked(new)) if p not in known]
    asked = "\n\n".join(fresh) or unmarked(new)  # all of it where paragraphs were only removed
    quoted = "\n".join(f"> {line}".rstrip() for line in asked.split("\n"))
    return f"{head}{quoted}\n\n{unmarked(text)}".rstrip("\n")


def is_marked(cell: NotebookNode) -> bool:
    alt = cell.metadata.get("mystnb", {}).get("image", {}).get("alt", "")
    return MARK in cell.source or MARK in alt


def by_id(page: NotebookNode | None) -> dict[str, NotebookNode]:
    return {cell.id: cell for cell in page.cells} if page else {}


def leader(
    now: dict[str, NotebookNode], before: dict[str, NotebookNode | None], chosen: str
) -> str:
    """Return the edition whose cells the other one follows."""
    ids = {e: list(by_id(now[e])) for e in EDITIONS}
    changed = [e for e in EDITIONS if ids[e] != list(by_id(before[e]))]
    if chosen or ids["zh"] == ids["en"]:
        return chosen or "en"
    if len(changed) != 1:
        raise PageError(
            "both editions have cells that the other lacks; name the notebook whose cells count"
        )
    return changed[0]


def follow(
    now: dict[str, NotebookNode], before: dict[str, NotebookNode | None], first: str
) -> None:
    """Give the other edition the cells of the first, in the same order."""
    other = PARTNER[first]
    own, old = by_id(now[other]), by_id(before[first])
    cells = []
    for cell in now[first].cells:
        here = own.get(cell.id)
        if here is None or here.cell_type != cell.cell_type:
            here = deepcopy(cell)
            if cell.cell_type == "markdown":
                here.source = marked("", cell.source, "", first)
            else:
                mark_code(here, *translated(cell.source, "", ""), first)
        cells.append(here)
    lost = set(own) - set(by_id(now[first])) - set(old)
    if lost:
        raise PageError(f"cells of the {EDITIONS[other]} page only: {', '.join(sorted(lost))}")
    now[other].cells = cells


def mark_code(cell: NotebookNode, code: str, left: list[str], edition: str) -> None:
    head = f"# {MARK} from the {EDITIONS[edition]} page: "
    said = " ".join(text.replace("\n", " ") for text in left)
    cell.source = f"{head}{said}\n{code}" if left else code


def carry(now: dict[str, NotebookNode], before: dict[str, NotebookNode | None]) -> None:
    """Carry each change of a cell to the cell of the other edition, or mark what must be done."""
    old = {e: by_id(before[e]) for e in EDITIONS}
    for zh, en in zip(now["zh"].cells, now["en"].cells, strict=True):
        pair = {"zh": zh, "en": en}
        was = {e: old[e].get(zh.id) for e in EDITIONS}
        if not all(was.values()):
            continue  # a new cell
        for e, cell in pair.items():
            other = pair[PARTNER[e]]
            carry_metadata(cell, other, was[e], was[PARTNER[e]])
            if cell.source == was[e].source:
                continue
            if unmarked(other.source) != unmarked(was[PARTNER[e]].source) or is_marked(cell):
                continue  # its author has changed both
            if cell.cell_type == "markdown":
                other.source = marked(other.source, cell.source, was[e].source, e)
            else:
                new = translated(cell.source, was[e].source, was[PARTNER[e]].source)
                mark_code(other, *new, e)


def carry_metadata(
    cell: NotebookNode, other: NotebookNode, was: NotebookNode, other_was: NotebookNode
) -> None:
    for key in SHARED_METADATA:
        new = cell.metadata.get(key)
        if new != was.metadata.get(key) and other.metadata.get(key) == other_was.metadata.get(key):
            other.metadata.pop(key, None)
            if new:
                other.metadata[key] = deepcopy(new)


def left_to_do(now: dict[str, NotebookNode]) -> list[str]:
    """Return what an author has still to do, a line each."""
    found = []
    for e, page in now.items():
        for cell in page.cells:
            where = f"{e}, cell {cell.id}"
            if is_marked(cell):
                found.append(f"{where}: translate it, then delete the mark")
            outputs = cell.get("outputs", [])
            drawn = any("image" in kind for o in outputs for kind in o.get("data", {}))
            words = cell.metadata.get("mystnb", {})
            for kind, name in (("image", "alt"), ("figure", "caption")):
                if drawn and not words.get(kind, {}).get(name):
                    found.append(
                        f"{where}: describe its figure in the cell's metadata:"
                        f' "mystnb": {{"{kind}": {{"{name}": "..."}}}}'
                    )
            if any(o.get("name") == "stderr" for o in outputs):
                found.append(f"{where}: it warns: {outputs[0].get('text', '')[:200]}")
    for zh, en in zip(now["zh"].cells, now["en"].cells, strict=True):
        if zh.cell_type == "code" and not same_program(zh.source, en.source):
            found.append(f"cell {zh.id}: the code of the two editions differs")
    return found


# -- files ------------------------------------------------------------------------------------


def path_of(name: str, edition: str) -> Path:
    return BOOK / edition / f"{name}.ipynb"


def read(name: str, edition: str) -> NotebookNode | None:
    path = path_of(name, edition)
    if not path.exists():
        return None
    try:
        return normalized(nbformat.read(path, as_version=4), edition)
    except PageError as error:
        raise PageError(f"{edition}, {error}") from None


def committed(name: str, edition: str) -> NotebookNode | None:
    """Return a page as it was last committed."""
    command = ["git", "show", f"HEAD:./{edition}/{name}.ipynb"]
    done = subprocess.run(command, cwd=BOOK, capture_output=True, check=False)
    if done.returncode:
        return None
    return normalized(nbformat.reads(done.stdout.decode("utf-8"), as_version=4), edition)


def text_of(page: NotebookNode) -> str:
    """Return the file of a page."""
    nbformat.validate(page)
    return nbformat.writes(page, indent=1) + "\n"


def renew(name: str, first: str = "") -> list[str]:
    """Store a page pair; return what is left to do."""
    now = {e: read(name, e) for e in EDITIONS}
    before = {e: committed(name, e) for e in EDITIONS}
    if not any(now.values()):
        raise PageError("there is no such page")
    for e in EDITIONS:
        if now[e] is None:
            now[e] = nbformat.v4.new_notebook()
            now[e] = normalized(now[e], e)
            first = PARTNER[e]
    first = leader(now, before, first)
    follow(now, before, first)
    carry(now, before)
    run_both(now)
    for e, page in now.items():
        path_of(name, e).write_text(text_of(page), encoding="utf-8")
    return left_to_do(now)


def changed_pages() -> list[str]:
    """Return the pages that differ from the last commit."""
    command = ["git", "status", "--porcelain", "--untracked-files=all", "--", "zh", "en"]
    done = subprocess.run(command, cwd=BOOK, capture_output=True, text=True, check=True)
    paths = [Path(line[3:].strip('"')) for line in done.stdout.splitlines()]
    return sorted({p.stem for p in paths if p.suffix == ".ipynb" and p.parent.name in EDITIONS})


def main() -> int:
    """Run the command line."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("pages", nargs="*", help="a page's name, or the notebook that leads")
    names = parser.parse_args().pages or changed_pages()
    status = 0
    for name in names:
        path = Path(name)
        first = path.parent.name if path.parent.name in EDITIONS else ""
        try:
            todo = renew(path.stem if path.suffix == ".ipynb" else name, first)
        except PageError as error:
            todo = [f"not stored: {error}"]
        print(f"{path.stem}: {'stored' if not todo else ''}", *todo, sep="\n  ")
        status |= bool(todo)
    return status


if __name__ == "__main__":
    sys.exit(main())
