"""The API reference: one entry a public name, with its equations, its pages and its source.

``{reference} MODULE`` in a Markdown page writes it from the docstrings, ``{reference}`` alone the
list of all names. Names and modules come from the package itself, equations from ``mk.equations``,
pages from the notebooks that use the name. Writers link to ``reference.md#name``: the page of its
module is found here, and readers with an address of that kind are led on.

Docstrings are English; the Chinese edition has a sentence of its own for each name, in
``reference_zh.csv``.
"""

import inspect
import json
import re
from functools import cache

import nbformat
from docutils import nodes
from docutils.statemachine import StringList
from sphinx.util.docutils import SphinxDirective

import mlevalkit as mk
from mlevalkit_book.paths import BOOK, TABLES
from mlevalkit_book.sphinx.frame import speak
from mlevalkit_book.sphinx.tables import read_rows

MODULES = {  # in the order of the chapter
    "splitting": ("2.2 怎样划分数据", "2.2 How to split the data"),
    "evaluation": ("2.2 运行学习器", "2.2 Running learners"),
    "regression": ("2.3 回归误差", "2.3 Errors of regression"),
    "classification": ("2.3.1–2.3.2 分类", "2.3.1–2.3.2 Classification"),
    "ranking": ("2.3.2–2.3.3 排序", "2.3.2–2.3.3 Ranking"),
    "cost": ("2.3.4 代价", "2.3.4 Costs"),
    "one_learner": ("2.4.1 一个学习器", "2.4.1 One learner"),
    "two_learners": ("2.4.2–2.4.3 两个学习器", "2.4.2–2.4.3 Two learners"),
    "many_learners": ("2.4.4 多个学习器", "2.4.4 Many learners"),
    "critical_values": ("2.4 临界值表", "2.4 Tables of critical values"),
    "bias_variance": ("2.5 偏差与方差", "2.5 Bias and variance"),
    "scaling": ("习题 2.8 规范化", "Exercise 2.8 Scaling"),
    "datasets": ("例与表的数据", "Data of examples and tables"),
    "plots": ("图", "Figures"),
    "explorers": ("探索器", "Explorers"),
    "exercises": ("习题", "Exercises"),
    "report": ("评估预测结果", "Evaluating predictions"),
    "results": ("结果与演算", "Results and workings"),
}
RESULTS = [  # what many functions return or warn with, and in which language
    *((f"results.{name}", getattr(mk.results, name)) for name in mk.results.__all__),
    ("Working", mk.Working),
    ("set_language", mk.set_language),
    ("UndefinedMetricWarning", mk.UndefinedMetricWarning),
]
HEADS = {  # heads that Sphinx leaves in the other language
    "zh": {"Source": "来源", "Type": "类型"},
    "en": {"参数": "Parameters", "返回": "Returns", "返回类型": "Return type", "抛出": "Raises",
           "变量": "Variables", "类型": "Type"},
}  # fmt: skip
CHINESE = {r["name"]: r["zh"] for r in read_rows(TABLES / "reference_zh.csv")}
WORDS = {"zh": ("公式", "见", "、"), "en": ("Equations", "Pages", ", ")}


def entries(module):
    """Return the public objects of a module, as (the reader's name, object)."""
    if module == "results":
        return RESULTS
    if module in mk.__all__:
        found = getattr(mk, module)
        return [(f"{module}.{name}", getattr(found, name)) for name in sorted(found.__all__)]
    known = ((name, getattr(mk, name)) for name in sorted(mk.__all__))
    return [(n, v) for n, v in known if getattr(v, "__module__", "").split(".")[1:2] == [module]]


@cache
def pages_using():
    """Return, for each ``mk.NAME`` in the code of the pages, the pages that use it."""
    found = {}
    for path in sorted((BOOK / "en").glob("*.ipynb")):
        cells = nbformat.read(path, as_version=4).cells
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
    named = {nodes.make_id(n): f"reference-{m}" for m in MODULES for n, _ in entries(m)}
    return {nodes.make_id(module): f"reference-{module}" for module in MODULES} | named


class Reference(SphinxDirective):
    """Write an entry for every public name of a module, or a list of all names."""

    optional_arguments = 1

    def run(self):
        self.lang = self.env.docname.split("/")[1]
        lines = self.module(self.arguments[0]) if self.arguments else self.overview()
        text, parent = StringList(list(lines), self.env.docname), nodes.Element()
        self.state.nested_parse(text, 0, parent, match_titles=True)
        if self.arguments:
            return parent.children
        modules = {titles[self.lang == "en"]: module for module, titles in MODULES.items()}
        for section in self.state.document.findall(nodes.section):
            if module := modules.get(section[0].astext()):
                section["ids"] = [nodes.make_id(module)]  # a place that both editions have
        return [*parent.children, self.lead_on()]

    def overview(self):
        for module, titles in MODULES.items():
            page = f"reference-{module}.md"
            yield from (f"## [{titles[self.lang == 'en']}]({page})", "")
            for name, value in entries(module):
                yield f"- [`{name}`]({page}#{nodes.make_id(name)}) {self.summary(name, value)}"
            yield ""

    def summary(self, name, value):
        """Return what a name is for, in one sentence of the page's language."""
        if self.lang == "zh" and name in CHINESE:
            return CHINESE[name]
        return inspect.getdoc(value).split("\n\n")[0].replace("\n", " ")

    def lead_on(self):
        """Return a script that leads an address of the time when all stood on one page."""
        old = {}
        for module in MODULES:
            for name, value in entries(module):
                page = f"reference-{module}.html#"
                if inspect.isclass(value) or inspect.isroutine(value):
                    full = f"{value.__module__}.{value.__qualname__}"
                    old[full] = page + (full if self.lang == "en" else nodes.make_id(name))
                old[nodes.make_id(name)] = page + nodes.make_id(name)
        script = (
            f"const to = {json.dumps(old)}[location.hash.slice(1)]; if (to) location.replace(to);"
        )
        return nodes.raw("", f"<script>{{ {script} }}</script>", format="html")

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
        equation, page, comma = WORDS[self.lang]
        numbers = comma.join(f"({n})" for n in equations_of(value))
        known = [p for p in pages_using().get(name, []) if self.page(p) in self.env.found_docs]
        links = comma.join(f"[](/{self.page(p)})" for p in known)
        parts = [f"{equation} {numbers}"] * bool(numbers) + [f"{page} {links}"] * bool(links)
        if parts:
            yield "{.mk-where}"
            yield " · ".join(parts)

    def page(self, name):
        return f"book/{self.lang}/{name}"


def outdated(app, env, added, changed, removed):
    """Read the reference again when other pages use its names."""
    if getattr(env, "book_names_used", None) == pages_using():
        return []
    env.book_names_used = pages_using()
    return [page for page in env.found_docs if "/reference" in page]


def name_fields(app, doctree):
    """Give an entry heads in its language: Sphinx fixes most of them when the build starts."""
    if "/reference" in app.env.docname:
        own = HEADS[app.env.docname.split("/")[1]]
        for head in doctree.findall(lambda node: isinstance(node, nodes.rubric | nodes.field_name)):
            if text := own.get(head.astext()):
                head.children[:] = [nodes.Text(text)]


def sources_lead_to_english(app, env):
    """Let the source pages lead to the edition that is in their language and has their names."""
    for name, entry in getattr(env, "_viewcode_modules", {}).items():
        if entry:
            module = name.split(".")[1]
            used, page = entry[2], f"book/en/reference-{module if module in MODULES else 'results'}"
            used.update(dict.fromkeys(used, page))


def find_pages(app, docname, source):
    """Let links to ``reference.md#name`` lead to the page of its module."""

    def found(link):
        return f"]({homes().get(link[1], 'reference')}.md#{link[1]})"

    source[0] = re.sub(r"\]\(reference\.md#([\w-]+)\)", found, source[0])


def setup(app):
    """Register the directive; what autodoc adds is said in the page's language."""
    app.add_directive("reference", Reference)
    app.connect("env-get-outdated", outdated)
    app.connect("doctree-read", name_fields)
    app.connect("source-read", find_pages)
    app.connect("env-updated", sources_lead_to_english)
    app.connect("source-read", lambda app, docname, source: speak(app, None, docname))
    return {"version": "1", "parallel_read_safe": True, "parallel_write_safe": True}
