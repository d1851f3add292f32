"""The frame of the book: two editions in one build, each page in its own language.

A page belongs to an edition by its folder (book/zh, book/en). Its language, the words around the
text, the contents, the neighbours and the same page in the other edition all follow from that.
"""

import re
from fnmatch import fnmatch
from gettext import NullTranslations
from importlib.util import find_spec
from itertools import groupby
from pathlib import Path
from shutil import copytree, ignore_patterns

from docutils import nodes
from sphinx import addnodes, locale

from mlevalkit_book.words import WORDS, words

SPHINX_WORDS, SECTIONS = words("sphinx"), words("sections")
LANGUAGE = {"zh": "zh-CN", "en": "en"}
CATALOGUE = {"zh": "zh_CN", "en": "en"}
OTHER = {"zh": "en", "en": "zh"}
SEARCH = {"search": "zh", "search-en": "en"}
# A note on an erratum, which wide pages have in their margin.
NOTE = re.compile(r'<blockquote\b(?:(?!</blockquote>).)*href="[^"]*errata', re.DOTALL)
UNUSED_MATHJAX = (
    "a11y", "sre", "adaptors", "svg", "svg.js", "mml*", "latest.js", "node-main.js", "tex-svg*",
    "tex-mml*", "*-full*", "asciimath*",
)  # fmt: skip

UNUSED = (
    "basic.css", "mystnb.*.css", "pygments.css", "sphinx-design.min.css", "design-tabs.js",
    "doctools.js", "sphinx_highlight.js", "searchtools.js", "language_data.js", "translations.js",
)  # fmt: skip


def edition(docname):
    """Return "zh" or "en", or None for a page that speaks both languages."""
    folder = docname.split("/")
    return folder[1] if len(folder) > 2 and folder[1] in LANGUAGE else None


class PageWords(NullTranslations):
    """Sphinx's own words, with those added that its catalogue lacks."""

    def __init__(self, base, own):
        super().__init__()
        self.own = own
        self.add_fallback(base)

    def gettext(self, message):
        return self.own.get(message) or super().gettext(message)


def speak(app, doctree, docname):
    """Let Sphinx's own words (admonition titles, link titles) follow the page."""
    lang = edition(docname) or "zh"
    locale.translators.pop(("general", "sphinx"), None)  # init() would add to the last language
    base, _ = locale.init([str(Path(locale.__file__).parent)], CATALOGUE[lang])
    locale.translators["general", "sphinx"] = PageWords(base, SPHINX_WORDS[lang])


def speak_while_reading(app, docname, source):
    """Let what autodoc adds be said in the page's language."""
    speak(app, None, docname)


def box_tables(app, doctree, docname):
    """Let a wide table scroll in a box of its own; rows of sentences become cards on a phone."""
    for table in list(doctree.findall(nodes.table)):
        rows = list(table.next_node(nodes.tbody).findall(nodes.row))
        wordy = ["wordy"] * (len(rows[0]) > 2 and any(len(row[-1].astext()) > 16 for row in rows))
        box = nodes.container(classes=["scroll", *wordy])
        table.replace_self(box)
        box += table


def table(head, rows, widths, kind):
    """Return a table; a cell is a text or a list of nodes, widths are in per cent."""
    group = nodes.tgroup("", *(nodes.colspec(colwidth=width) for width in widths), cols=len(head))
    group += nodes.thead("", row(head))
    group += nodes.tbody("", *map(row, rows))
    return nodes.table("", group, classes=[kind, "colwidths-given"])


def row(cells):
    return nodes.row("", *(nodes.entry("", *blocks(cell)) for cell in cells))


def blocks(cell):
    """Yield the nodes of a cell, with its inline ones in paragraphs."""
    inside = [nodes.Text(cell)] if isinstance(cell, str) else cell
    for is_block, run in groupby(inside, lambda node: isinstance(node, nodes.math_block)):
        found = list(run)
        yield from found if is_block else [nodes.paragraph("", "", *found)]


FOREIGN = {"英文": "en", "English": "en", "中文": "zh-CN", "Chinese": "zh-CN"}  # heads of columns


def tag_languages(app, doctree, docname):
    """Tell a screen reader which cells and entries are not in the language of the page.

    docutils makes a ``lang`` of a class ``language-...``.
    """
    own = LANGUAGE.get(edition(docname))
    for table in doctree.findall(nodes.table) if own else []:
        rows = list(table.findall(nodes.row))
        for n, head in enumerate(rows[0].children):
            tag = FOREIGN.get(head.astext(), own)
            for row in rows[1:] if tag != own else []:
                if n < len(row):
                    row[n]["classes"].append(f"language-{tag}")
    if docname.startswith("book/zh/reference"):
        for entry in doctree.findall(addnodes.desc_content):
            entry["classes"].append("language-en")


def contents(app):
    """Yield (caption, page names) for each part of the table of contents."""
    for tree in app.env.get_doctree(app.config.root_doc).findall(addnodes.toctree):
        yield tree["caption"], [name for _, name in tree["entries"]]


def collect_contents(app, env):
    app.book.contents = list(contents(app))


def is_live(app, pagename):
    return bool(app.book.live) and Path(app.env.doc2path(pagename)).suffix == ".ipynb"


def neighbours(app, pagename):
    """Return the pages before and after this one in its own edition; the reference has none."""
    reference = f"book/{edition(pagename)}/reference"
    parts = [part for _, part in app.book.contents if reference not in part]
    pages = [p for part in parts for p in part if edition(p) == edition(pagename)]
    if pagename not in pages:
        return None, None
    i = pages.index(pagename) + 1
    pages = [app.config.root_doc, *pages, None]
    return pages[i - 1], pages[i + 1]


def page_context(app, pagename, templatename, context, doctree):
    lang = SEARCH.get(pagename) or edition(pagename)
    if pagename.startswith("_modules/"):
        lang = "en"
    prev, following = neighbours(app, pagename)
    context.update(
        edition=lang,
        tags=LANGUAGE,
        language=LANGUAGE[lang or "zh"],
        docstitle=WORDS[lang]["book"] if lang else app.config.html_title,
        words=WORDS[lang or "zh"],
        all_words=WORDS,
        parts=[part for part in described(app, pagename) if lang in (None, part["lang"])],
        before=prev and (prev, app.env.titles[prev].astext()),
        after=following and (following, app.env.titles[following].astext()),
        partner=lang and partner_of(app, pagename, OTHER[lang]),
        search_page="search-en" if lang == "en" else "search",
        notebook=context.get("sourcename", "").endswith(".ipynb"),
        noted=bool(NOTE.search(context.get("body", ""))),
    )
    context["script_files"] = list(deferred(context["script_files"]))
    context["css_files"] = [css for css in context["css_files"] if not is_unused(css)]
    if pagename == app.config.root_doc:
        fill_front(app, context)


def described(app, pagename):
    """Yield the parts of the book with their language and the titles of their pages.

    The pages of the reference are listed on one another only.
    """
    for caption, pages in app.book.contents:
        shown = (p for p in pages if "/reference-" not in p or "/reference" in pagename)
        titles = [(page, app.env.titles[page].astext()) for page in shown]
        lang = edition(pages[0])
        yield {"lang": lang, "caption": caption, "pages": titles, "heads": heads(titles, lang)}


def heads(titles, lang):
    """Return the textbook's heading above the first of several pages of one section."""
    numbers = [re.match(r"\d\.\d\.\d(?= )", title) for _, title in titles]
    sections = [number[0] if number else "" for number in numbers]
    return {
        page: f"{section} {SECTIONS[lang][section]}"
        for i, ((page, _), section) in enumerate(zip(titles, sections, strict=True))
        if section and sections.count(section) > 1 and section not in sections[:i]
    }


def fill_front(app, context):
    """Put what follows from the table of contents into the places that the front page keeps."""
    for name in ("start", "chapter-map"):
        html = app.builder.templates.render(f"{name}.html", context)
        context["body"] = context["body"].replace(f'<div class="{name}"></div>', html)


def partner_of(app, pagename, lang):
    """Return (page, language) of the other edition; the front page if that page is missing."""
    if pagename in SEARCH:
        return next(page for page in SEARCH if SEARCH[page] == lang), lang
    page = pagename.replace(f"book/{OTHER[lang]}/", f"book/{lang}/", 1)
    return (page if page in app.env.all_docs else app.config.root_doc), lang


def is_unused(file):
    """Tell whether no page needs what Sphinx and its extensions bring: book.css does its work."""
    name = Path(str(getattr(file, "filename", None) or file)).name
    return any(fnmatch(name, pattern) for pattern in UNUSED)


def deferred(scripts):
    """Yield the scripts that pages use; none of them holds up the first paint."""
    for script in scripts:
        if is_unused(script):
            continue
        if getattr(script, "filename", None) and "async" not in script.attributes:
            script.attributes["defer"] = "defer"
        yield script


def drop_unused(app, exception):
    """Take away the files that no page loads."""
    if exception or app.builder.format != "html":
        return
    for path in Path(app.outdir, "_static").iterdir():
        if is_unused(path):
            path.unlink()


def search_pages(app):
    yield from ((page, {}, "search.html") for page in SEARCH)


def copy_mathjax(app):
    """Copy the part of MathJax that a live page loads when a reader's own cell prints LaTeX."""
    if app.builder.format != "html":
        return
    source = Path(find_spec("sphinx-mathjax-offline").origin).parent / "static" / "mathjax"
    target = Path(app.outdir, "_static", "mathjax")
    copytree(source, target, ignore=ignore_patterns(*UNUSED_MATHJAX), dirs_exist_ok=True)


def show_code(self, node):
    words = WORDS[edition(self.builder.current_docname) or "zh"]
    prompt = node["prompt_show"]  # of a whole cell, which is always a solution's: "content"
    kind = next((kind for kind in ("output", "content", "figure") if kind in prompt), "code")
    self.body.append(f'<details class="code-fold"><summary>{words[kind]}</summary>')


def end_code(self, node):
    self.body.append("</details>")
