"""Makes slides of a page of the built book, none of them taller than two screens.

After ``jupyter-book build .``::

    python -m mlevalkit_book slides en/roc-auc      # writes _build/slides/roc-auc.en.slides.html

Explorers are pictures, solutions are left out, long parts go on to a next slide.
"""

from __future__ import annotations

import argparse
import re
from copy import deepcopy
from pathlib import Path
from typing import TYPE_CHECKING

import nbformat
from nbconvert import SlidesExporter
from traitlets.config import Config

from mlevalkit_book.paths import ROOT

if TYPE_CHECKING:
    from collections.abc import Iterator

    from nbformat import NotebookNode

WIDTH, HEIGHT = 1280, 800  # of a screen, in CSS pixels
STYLE = """<style>
.reveal .slides { text-align: left; }
.reveal pre, .reveal .jp-OutputArea-output pre { white-space: pre-wrap; overflow-wrap: anywhere; }
.reveal img { max-height: 560px; width: auto; }
.reveal .mk-picture img { max-height: 460px; }
.reveal .mk-numbers { display: flex; flex-wrap: wrap; gap: .2em 1.2em; margin: .3em 0; font-size: 80%; }
.reveal .mk-numbers dd { margin: 0; font-weight: 600; }
</style>"""  # noqa: E501
FOR_READERS = {"setup", "taken-along"}  # cells that install, and say where the page is from
MERMAID = re.compile(r"<script type=\"module\">(?:(?!</script>).)*?mermaid.*?</script>", re.DOTALL)
OFFLINE = {
    "reveal_url_prefix": "reveal.js",
    "require_js_url": "requirejs/require.js",
    "jquery_url": "jquery/dist/jquery.min.js",
    "mathjax_url": "mathjax/MathJax.js?config=TeX-AMS_CHTML-full",
}

# -- how tall a cell is, in lines of text ---------------------------------------------------------

LINE, PER_LINE = 32, {"zh": 48, "en": 95}  # pixels, characters
MOST = 2 * HEIGHT / LINE * 0.7  # estimates are rough


def lines_of(cell: NotebookNode, per_line: int) -> float:
    """Estimate how many lines of text a cell takes."""
    if cell.cell_type == "markdown":
        return sum(1.4 * block_lines(block, per_line) for block in blocks(cell.source))
    hidden = "hide-input" in cell.metadata.get("tags", [])
    return (0 if hidden else 1 + len(cell.source.splitlines())) + sum(
        output_lines(output) for output in cell.get("outputs", [])
    )


def block_lines(block: str, per_line: int) -> float:
    formula = 2.0 * ("$$" in block)
    return formula + sum(1 + len(line) // per_line for line in block.splitlines())


def output_lines(output: NotebookNode) -> float:
    data = output.get("data", {})
    html = data.get("text/html", "")
    if data.keys() & {"image/svg+xml", "image/png"} or "<img" in html:
        return 16.0 + 3 * ("mk-numbers" in html)
    if html:
        return 2.0 + 1.6 * len(re.findall(r"<tr|<p|mk-line", html))
    return 1.0 + len(output.get("text", data.get("text/plain", "")).splitlines())


def blocks(text: str) -> list[str]:
    """Cut Markdown at empty lines; a formula, a fence or a fold stays whole."""
    found: list[str] = []
    for block in re.split(r"\n\s*\n", text):
        before = found[-1] if found else ""
        inside = before.count("$$") % 2 or before.count("```") % 2
        if inside or before.count("<details") > before.count("</details"):
            found[-1] += f"\n\n{block}"
        else:
            found.append(block)
    return found


# -- slides ---------------------------------------------------------------------------------------


def cut(cells: list[NotebookNode], per_line: int) -> Iterator[NotebookNode]:
    """Yield the cells, the long ones in parts, with the beginnings of slides marked."""
    taken = 0.0
    for cell in cells:
        parts = [cell] if cell.cell_type == "code" else paragraphs(cell)
        for k, part in enumerate(parts):
            starts = k == 0 and cell.metadata.get("slideshow", {}).get("slide_type") in (
                "slide",
                "subslide",
            )
            lines = lines_of(part, per_line)
            if not starts:
                over = taken and taken + lines > MOST
                part.metadata["slideshow"] = {"slide_type": "subslide" if over else "-"}
                starts = bool(over)
            taken = lines if starts else taken + lines
            yield part


def paragraphs(cell: NotebookNode) -> list[NotebookNode]:
    parts = []
    for k, block in enumerate(blocks(cell.source)):
        part = deepcopy(cell)
        part.source, part.id = block, f"{cell.id}-{k}"
        parts.append(part)
    return parts


def slides(
    book: NotebookNode,
    lang: str,
    *,
    solutions: bool = False,
    code: bool = True,
    offline: str = "",
) -> str:
    """Return the slides of a page as HTML."""
    kept = [c for c in book.cells if c.id not in FOR_READERS and (solutions or not is_solution(c))]
    book.cells = list(cut(kept, PER_LINE[lang]))
    settings = {"reveal_scroll": True, "reveal_width": str(WIDTH), "reveal_height": str(HEIGHT)}
    settings |= {"language_code": lang, "exclude_input_prompt": True, "exclude_input": not code}
    settings |= {"exclude_output_prompt": True, "embed_images": True}
    if offline:
        settings |= {option: f"{offline}/{path}" for option, path in OFFLINE.items()}
        settings |= {"reveal_theme": "white"}  # whose font lies beside it
    exporter = SlidesExporter(config=Config(SlidesExporter=settings))
    html, _ = exporter.from_notebook_node(book)
    html = html.replace("</head>", f"{STYLE}</head>", 1)
    return MERMAID.sub("", html) if offline else html  # no page has a diagram of Mermaid's


def is_solution(cell: NotebookNode) -> bool:
    """Tell whether a cell holds a folded answer: its words, or its code."""
    return "hide-cell" in cell.metadata.get("tags", []) or (
        cell.cell_type == "markdown" and cell.source.startswith("<details>")
    )


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("page", nargs="+", help="edition and page, such as en/roc-auc")
    parser.add_argument("--solutions", action="store_true", help="keep the solutions")
    parser.add_argument("--no-code", action="store_true", help="text, formulas and figures only")
    parser.add_argument("--offline", metavar="FOLDER", default="", help="where npm put reveal.js")
    parser.add_argument("--html", type=Path, default=ROOT / "_build/html", help="the built book")
    parser.add_argument("--to", type=Path, default=ROOT / "_build/slides")
    said = parser.parse_args()
    for page in said.page:
        source = said.html / "_sources/book" / f"{page}.ipynb"
        if not source.exists():
            raise SystemExit(f"{source}: no such page; run `jupyter-book build .` first")
        lang, name = page.split("/")
        book = nbformat.read(source, as_version=4)
        path = said.to / f"{name}.{lang}.slides.html"
        path.parent.mkdir(parents=True, exist_ok=True)
        options = {"solutions": said.solutions, "code": not said.no_code, "offline": said.offline}
        path.write_text(slides(book, lang, **options), encoding="utf-8")
        print(path)


if __name__ == "__main__":
    main()
