"""Problems on a page: one variant stands there, the others lie in a script for each kind.

The directive ``{problems} KIND ...`` puts them below "Check yourself", ``{practice}`` all of
them on the page for practice. Without JavaScript a question stands there with its solution folded.
The variants of a kind are packed (deflate, base64) into one script for each language, loaded when
the reader first answers; they are kept in ``_build/problems`` under a digest of what makes them.
"""

import base64
import json
import re
import zlib
from functools import cache
from pathlib import Path
from shutil import copytree, rmtree

from docutils import nodes
from joblib import Parallel, delayed
from nbformat.v4 import new_code_cell, new_markdown_cell, new_output
from sphinx.util.docutils import SphinxDirective

from mlevalkit.exercises import kinds
from mlevalkit.explorers.words import speaking
from mlevalkit_book.live import problems
from mlevalkit_book.paths import PARTS, ROOT, digest_of, library_files
from mlevalkit_book.sphinx.places import edition, note_files, section_title
from mlevalkit_book.templates import Markup, render
from mlevalkit_book.words import LANGUAGES

STORE = ROOT / "_build" / "problems"
VARIANTS = range(1, 31)  # seeds
DIRECTIVE = re.compile(r"^```\{problems\} (.*)\n```$", re.MULTILINE)
MARK = 'class="mk mk-problem'


def made_of():
    """Return the library's files that decide what a problem is."""
    return library_files("explorers", "plots", "report")


@cache
def digest():
    """Return a digest of all that decides what the variants are."""
    own = [Path(__file__), Path(problems.__file__), PARTS / "words.toml"]
    return digest_of([*own, *made_of()], f"{VARIANTS}")[:12]


def packed(kind, lang):
    """Return a kind with its variants: with help, and without if that makes a difference."""
    helped = any(q.helps for q in kinds()[kind].questions)
    return {
        "mistakes": problems.mistakes(kind, lang),
        "variants": [
            problems.variant(kind, seed, lang, guided=guided)
            for guided in ([True, False] if helped else [True])
            for seed in VARIANTS
        ],
    }


def script(kind, lang):
    """Return the script that brings a kind's variants."""
    text = json.dumps(packed(kind, lang), ensure_ascii=False, separators=(",", ":"))
    data = base64.b64encode(zlib.compress(text.encode(), 9)).decode()
    return f'(window.bookProblems ??= {{}})["{lang}/{kind}"] = "{data}";\n'


def write_variants(app):
    """Write the scripts of all kinds, from the store if nothing below them has changed."""
    store = STORE / digest()
    if not store.exists():
        rmtree(STORE, ignore_errors=True)
        part = STORE / "part"  # an interrupted build leaves no half of a store
        every = [(kind, lang) for lang in LANGUAGES for kind in kinds()]
        texts = Parallel(n_jobs=-1)(delayed(script)(*each) for each in every)
        for (kind, lang), text in zip(every, texts, strict=True):
            path = part / lang / f"{kind}.js"
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(text, encoding="utf-8")
        part.rename(store)
    copytree(store, Path(app.outdir, "_static", "problems"), dirs_exist_ok=True)


def write_words(app):
    """Write the words of each language as a script, before Sphinx takes its checksum."""
    folder = Path(app.outdir, "_static")
    folder.mkdir(parents=True, exist_ok=True)
    for lang in LANGUAGES:
        said = json.dumps(problems.judged_words(lang), ensure_ascii=False)
        text = f"window.bookProblemWords = {said};\n"
        (folder / f"problem-words-{lang}.js").write_text(text, encoding="utf-8")


# -- the page -------------------------------------------------------------------------------------


class ProblemsDirective(SphinxDirective):
    """``{problems} KIND ...``: problems with a place to answer."""

    required_arguments = 1
    final_argument_whitespace = True

    def run(self):
        note_files(self.env, made_of())
        docname, names = self.env.docname, self.arguments[0].split()
        before = self.env.temp_data.get("problems", 0)
        self.env.temp_data["problems"] = before + len(names)
        html = (
            problem_html(kind, seed_on(docname, kind), edition(docname), number)
            for number, kind in enumerate(names, before + 1)
        )
        return [nodes.raw("", "".join(html), format="html")]


def seed_on(docname, kind):
    """Return the seed with which a kind stands on a page: not the same on every page."""
    page = docname.rpartition("/")[2]
    return VARIANTS[sum(f"{page} {kind}".encode()) % len(VARIANTS)]


@cache  # both editions show it
def problem_of(kind, seed):
    return kinds()[kind].problem(seed)


def as_cells(cell, docname):
    """Yield a notebook's cell; the problems that it names are cells of code, as they show them."""
    text, *rest = DIRECTIVE.split(cell.source) if cell.cell_type == "markdown" else [cell.source]
    if not rest:
        yield cell
        return
    names, after = rest
    yield new_markdown_cell(text, id=cell.id, metadata=cell.metadata)
    for kind in names.split():
        seed = seed_on(docname, kind)
        with speaking(edition(docname)):
            problem = problem_of(kind, seed)
            data = {"text/plain": repr(problem), "text/html": problem._repr_html_()}
        code = f'mk.exercises.problem(kind="{kind}", seed={seed})'
        shown = new_output("execute_result", data, execution_count=1)
        yield new_code_cell(code, id=f"problem-{kind}".replace("_", "-"), outputs=[shown])
    if after.strip():
        yield new_markdown_cell(after.strip(), id=f"{cell.id}-more", metadata=cell.metadata)


class PracticeDirective(SphinxDirective):
    """``{practice}``: a choice of sections, and their problems one after the other."""

    def run(self):
        note_files(self.env, made_of())
        return [nodes.raw("", practice_html(edition(self.env.docname)), format="html")]


def practice_html(lang):
    """Return the place for practice: what can be chosen, and a list of kinds for the script."""
    said = problems.SAID[lang]
    listed = {}
    with speaking(lang):
        for kind, template in kinds().items():
            level = said["level"].format(template.difficulty)
            row = {"section": template.section, "difficulty": template.difficulty, "level": level}
            listed[kind] = row | {"title": template.title.inline()}
    sections = sorted({row["section"] for row in listed.values()})
    levels = sorted({(row["difficulty"], row["level"]) for row in listed.values()})
    choices = [
        ("section", said["sections"], {s: section_title(s, lang) for s in sections}),
        ("difficulty", said["difficulty"], dict(levels)),
    ]
    data = json.dumps(listed, ensure_ascii=False)
    return render(
        "practice.html", version=digest(), lang=lang, kinds=data, choices=choices, say=said
    )


def problem_html(kind, seed, lang, number):
    """Return a problem in its box, with its number on the page."""
    template = kinds()[kind]
    with speaking(lang):
        title = template.title.inline()
    return render(
        "problem.html",
        kind=kind,
        seed=seed,
        version=digest(),
        lang=lang,
        number=number,
        title=Markup(title),
        level=problems.SAID[lang]["level"].format(template.difficulty),
        asked=Markup(problems.variant(kind, seed, lang)["html"]),
    )


def add_scripts(app, pagename, templatename, context, doctree):
    """Load the scripts on the pages that have problems."""
    body = context.get("body", "")
    lang = edition(pagename)
    if not lang or (MARK not in body and "data-practice" not in body):
        return
    for name in (f"problem-words-{lang}", "problem-answers", "problem-judge", "book-problems"):
        app.add_js_file(f"{name}.js", priority=610)
    if "data-practice" in body:
        app.add_js_file("book-practice.js", priority=620)
