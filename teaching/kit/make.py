"""Makes the kit of one language: a folder, and an archive of it, to take along to a course."""

from __future__ import annotations

import re
import shutil
from argparse import Namespace
from collections.abc import Iterator
from pathlib import Path
from urllib.parse import urljoin

import yaml

from mlevalkit.display.language import language as spoken, speaking

from ..assignments import assignment as assignments
from ..papers import plan, sheets
from ..papers.browser import needed_browser, to_pdf
from ..papers.write import write
from ..papers.written import written
from . import slides, votes

ROOT = Path(__file__).parents[2]
LESSONS = (1, 2, 3, 4)
HOMEWORK = ("hw1", "hw2", "hw3")
SECTIONS = ["2.2", "2.3", "2.4"]
PAGES = ("teaching-plan", "review")  # of the built book, printed


def make(folder: Path, language: str, *, html: Path, seed: int) -> Iterator[Path]:
    """Write every part of the kit into a folder, and yield what was written."""
    folder.mkdir(parents=True, exist_ok=True)
    yield readme(folder, language)
    with speaking(language):
        yield from presentations(folder / "slides", language)
        yield vote_sheet(folder, language)
        yield from papers(folder / "papers", seed)
    yield from printed(folder, language, html)
    for name in HOMEWORK:
        target = folder / "homework" / name
        assignments.main(Namespace(name=name, language=language, folder=str(target)))
        yield target
    yield homework_readme(folder / "homework", language)


def readme(folder: Path, language: str, config: Path = ROOT / "_config.yml") -> Path:
    """Write what the kit holds and where book and project are, with links into the book.

    Where the book has no public address, its pages are named without a link.
    """
    settings = yaml.safe_load(config.read_text("utf-8"))
    book = settings["html"].get("baseurl", "")
    project = settings.get("repository", {}).get("url", "")

    def link(found: re.Match[str]) -> str:
        return f"[{found[1]}]({urljoin(book, found[2])})" if book else found[1]

    text = (Path(__file__).parent / f"README.{language}.md").read_text("utf-8")
    for name, address in (("book", book), ("project", project)):
        known = votes.word(name if address else f"no_{name}", language)
        text = text.replace(f"{{{name}}}", known.format(address=address))
    path = folder / "README.md"
    path.write_text(re.sub(r"\[([^\]]+)\]\((book/[^)]+)\)", link, text), "utf-8")
    return path


def homework_readme(folder: Path, language: str) -> Path:
    """Write how homework is handed out and graded, and first where the commands run."""
    halves = (ROOT / "teaching" / "README.md").read_text("utf-8").split("\n---\n")
    text = halves[("zh", "en").index(language)].removeprefix("# 作业 · Homework\n").strip()
    path = folder / "README.md"
    path.write_text(f"{votes.word('homework', language)}\n\n{text}\n", "utf-8")
    return path


def presentations(folder: Path, language: str) -> Iterator[Path]:
    """Write the slides of each lesson, and all votes."""
    folder.mkdir(exist_ok=True)
    for lesson in LESSONS:
        path = folder / f"lesson-{lesson}.pptx"
        path.write_bytes(slides.presentation(lesson, language))
        yield path
    path = folder / "votes.pptx"
    path.write_bytes(slides.all_votes(language))
    yield path


def vote_sheet(folder: Path, language: str) -> Path:
    """Write all votes on one sheet: choices, right and usual wrong answer, what to say."""
    path = folder / "votes.html"
    page = sheets.filled(
        "votes.html",
        title=votes.word("votes", language),
        kind="votes",
        votes=[(name, votes.guess(name), votes.entry(name)) for name in votes.names()],
        word=lambda name: votes.word(name, language),
        right=slides.right,
        language=language,
    )
    path.write_text(page, "utf-8")
    return to_pdf(needed_browser(), path)


def papers(folder: Path, seed: int) -> Iterator[Path]:
    """Write papers A and B of the chapter, with their keys; questions in words have 40 marks."""
    chosen = plan.choose(SECTIONS, 8, seed=seed)
    words = written(SECTIONS, 40, seed=seed, language=spoken())
    made = plan.paper(
        chosen,
        plan.letters(2),
        seed=seed,
        language=spoken(),
        total=100,
        marks={},
        head={"title": None, "school": None, "minutes": 100},
        written=words,
    )
    yield from map(Path, write(made, folder, pdf=True, also=[]))


def printed(folder: Path, language: str, html: Path) -> Iterator[Path]:
    """Print pages of the built book."""
    for page in PAGES:
        source = html / "book" / language / f"{page}.html"
        if not source.exists():
            raise FileNotFoundError(f"{source}: no such page; run `jupyter-book build .` first")
        copy = source.with_name(f"kit-{page}.html")  # beside it: style sheets are found
        copy.write_text(with_public_links(source.read_text("utf-8")), "utf-8")
        try:
            yield Path(shutil.move(to_pdf(needed_browser(), copy), folder / f"{page}.pdf"))
        finally:
            copy.unlink()


def with_public_links(page: str) -> str:
    """Return a page whose links lead to the published book; where it has no address, nowhere.

    Elsewhere there are no pages beside this one.
    """
    address = re.search(r'<link rel="canonical" href="([^"]+)"', page)

    def link(found: re.Match[str]) -> str:
        return f'{found[1]}href="{urljoin(address[1], found[2])}"' if address else found[1]

    return re.sub(r'(<a\b[^>]*?)href="(?!https?:|mailto:|#)([^"]*)"', link, page)


def main(asked: Namespace) -> None:
    """Make the kit and its archive."""
    folder = asked.folder / f"mlevalkit-kit-{asked.language}"
    if folder.exists():
        raise FileExistsError(f"{folder} is there already; remove it or choose another folder")
    for path in make(folder, asked.language, html=asked.html, seed=asked.seed):
        print(path, flush=True)
    print(shutil.make_archive(str(folder), "zip", asked.folder, folder.name))
