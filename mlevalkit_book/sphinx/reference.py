"""The API reference: one entry a public name, with its equations, its pages and its source.

``{reference} MODULE`` in a Markdown page writes it from the docstrings, ``{reference}`` alone the
list of all names. Names and modules come from the package itself, equations from ``mk.equations``,
pages from the notebooks that use the name. Writers link to ``reference.md#name``: the page of its
module is found here.

Docstrings are English; the Chinese edition has a sentence of its own for each name, in
``reference_zh.csv``.
"""

import inspect
import re
from functools import cache

from docutils import nodes
from docutils.statemachine import StringList
from sphinx.util.docutils import SphinxDirective

import mlevalkit as mk
from mlevalkit_book.notebooks import cells_of
from mlevalkit_book.paths import BOOK, TABLES, read_rows
from mlevalkit_book.sphinx.places import note_files, note_names
from mlevalkit_book.words import COMMA, words

MODULES = words("modules")  # in the order of the chapter
RESULTS = [  # what many functions return or warn with, and in which language
    *((f"results.{name}", getattr(mk.results, name)) for name in mk.results.__all__),
    ("Working", mk.Working),
    ("set_language", mk.set_language),
    ("UndefinedMetricWarning", mk.UndefinedMetricWarning),
]
SENTENCES = TABLES / "reference_zh.csv"
CHINESE = {r["name"]: r["zh"] for r in read_rows(SENTENCES)}
WORDS, FIELDS = words("reference"), words("fields")


def entries(module):
    """Return the public objects of a module, as (the reader's name, object)."""
    if module == "results":
        return RESULTS
    if module in mk.__all__:
        found = getattr(mk, module)
        return [(f"{module}.{name}", getattr(found, name)) for name in sorted(found.__all__)]
    known = ((name, getattr(mk, name)) for name in sorted(mk.__all__))
    return [(n, v) for n, v in known if home_of(getattr(v, "__module__", "")) == module]


def home_of(module):
    """Return the part of the reference that a module of the library belongs to, or ""."""
    return next((part for part in module.split(".")[1:] if part in MODULES["en"]), "")


@cache
def pages_using():
    """Return, for each ``mk.NAME`` in the code of the pages, the pages that use it."""
    found = {}
    for path in sorted((BOOK / "en").glob("*.ipynb")):
        cells = cells_of(path)
        code = "\n".join(c.source for c in cells if c.cell_type == "code")
        for name in set(re.findall(r"\bmk\.((?:[a-z]+\.)?\w+)", code)):
            for part in {name, name.split(".")[0]}:
                found.setdefault(part, []).append(path.stem)
    return found


def equations_of(function):
    return [number for number, entry in mk.equations.items() if entry.function is function]


@cache
def homes():
    """Return the page of each anchor that the reference has, modules and names."""
    named = {nodes.make_id(n): f"reference-{m}" for m in MODULES["en"] for n, _ in entries(m)}
    return {nodes.make_id(module): f"reference-{module}" for module in MODULES["en"]} | named


class Reference(SphinxDirective):
    """Write an entry for every public name of a module, or a list of all names."""

    optional_arguments = 1

    def run(self):
        self.lang = self.env.docname.split("/")[1]
        note_files(self.env, [SENTENCES])
        note_names(self.env)
        lines = self.module(self.arguments[0]) if self.arguments else self.overview()
        text, parent = StringList(list(lines), self.env.docname), nodes.Element()
        self.state.nested_parse(text, 0, parent, match_titles=True)
        if self.arguments:
            return parent.children
        modules = {title: module for module, title in MODULES[self.lang].items()}
        for section in self.state.document.findall(nodes.section):
            if module := modules.get(section[0].astext()):
                section["ids"] = [nodes.make_id(module)]  # a place that both editions have
        return parent.children

    def overview(self):
        for module, title in MODULES[self.lang].items():
            page = f"reference-{module}.md"
            yield from (f"## [{title}]({page})", "")
            for name, value in entries(module):
                yield f"- [`{name}`]({page}#{nodes.make_id(name)}) {self.summary(name, value)}"
            yield ""

    def summary(self, name, value):
        """Return what a name is for, in one sentence of the page's language."""
        if self.lang == "zh" and name in CHINESE:
            return CHINESE[name]
        return inspect.getdoc(value).split("\n\n")[0].replace("\n", " ")

    def module(self, module):
        for name, value in entries(module):
            kind = "autoclass" if inspect.isclass(value) else "autofunction"
            path = f"{value.__module__}.{value.__qualname__}"
            said = [] if self.lang == "en" else [self.summary(name, value), ""]
            yield from (f"## {name}", "", *said, "```{eval-rst}", f".. {kind}:: {path}")
            yield from ([] if self.lang == "en" else ["   :no-index:"])
            yield from ("```", "", *self.about(name, value), "")

    def about(self, name, value):
        """Yield the line that leads from a name to its equations and its pages."""
        said, comma = WORDS[self.lang], COMMA[self.lang]
        numbers = comma.join(f"({n})" for n in equations_of(value))
        known = [p for p in pages_using().get(name, []) if self.page(p) in self.env.found_docs]
        links = comma.join(f"[](/{self.page(p)})" for p in known)
        named = ((said["equations"], numbers), (said["pages"], links))
        parts = [f"{what} {found}" for what, found in named if found]
        if parts:
            yield "{.mk-where}"
            yield " · ".join(parts)

    def page(self, name):
        return f"book/{self.lang}/{name}"


def name_fields(app, doctree):
    """Give an entry heads in its language: Sphinx fixes most of them when the build starts."""
    if "/reference" in app.env.docname:
        lang = app.env.docname.split("/")[1]
        others = (each for other, each in FIELDS.items() if other != lang)
        own = {each[key]: FIELDS[lang][key] for each in others for key in each}
        for head in doctree.findall(lambda node: isinstance(node, nodes.rubric | nodes.field_name)):
            if text := own.get(head.astext()):
                head.children[:] = [nodes.Text(text)]


def sources_lead_to_english(app, env):
    """Let the source pages lead to the edition that is in their language and has their names."""
    for name, entry in getattr(env, "_viewcode_modules", {}).items():
        if entry:
            home = home_of(name) or "results"
            used = entry[2]
            for each in used:  # classes of results stand on a page of their own
                of_results = each.partition(".")[0] in mk.results.__all__
                used[each] = f"book/en/reference-{'results' if of_results else home}"


def find_pages(app, docname, source):
    """Let links to ``reference.md#name`` lead to the page of its module."""
    text = lead_to_pages(source[0])
    if text != source[0]:
        source[0] = text
        note_names(app.env)


def lead_to_pages(text):
    def found(link):
        return f"]({homes().get(link[1], 'reference')}.md#{link[1]})"

    return re.sub(r"\]\(reference\.md#([\w-]+)\)", found, text)
