"""Explorers on a page without a kernel: every setting has been drawn, and a slider chooses.

An explorer's own HTML (in a notebook's output, or from the directive ``{explorer} NAME``) is a
placeholder. When its page is written, controls and the first picture take its place. The other
pictures go into one script per explorer and language, which the page loads when the reader comes
near.

Every setting is drawn once and kept in ``_build/drawings`` until the library changes, or a package
underneath; all of them take less than a minute, on all cores. Most tags of a picture are the same
from setting to setting: each is kept once.
"""

import json
import os
import re
import sys
from functools import cache
from importlib import metadata
from pathlib import Path
from typing import ClassVar
from zlib import crc32

from docutils import nodes
from joblib import Parallel, delayed
from sphinx.util.docutils import SphinxDirective
from sphinx.util.osutil import relative_uri

from mlevalkit.explorers.engine import Value
from mlevalkit.explorers.words import speaking, typeset
from mlevalkit_book.live import panels, tables
from mlevalkit_book.live.panels import are_wide, controls, explorer_of, panel_html, shares
from mlevalkit_book.paths import BOOK, PACKAGE, ROOT, digest_of, library_files
from mlevalkit_book.sphinx.places import edition, note_files
from mlevalkit_book.templates import Markup, render
from mlevalkit_book.words import LANGUAGES

PLACE = re.compile(
    r'<div class="mk mk-explorer" data-explorer="([\w-]+)" data-at="([\d ]+)" lang="(\w+)"[^>]*>'
    r".*?<!-- /mk-explorer -->",
    re.DOTALL,
)
# in the source of a page: an output of its code, or the directive
NAMED = re.compile(r'(?<=data-explorer=\\")[\w-]+|(?<=\{explorer\} )[\w-]+')
COLOUR = re.compile(r"var\((--mk-[\w-]+), #\w+\)")  # what every page defines

STORE = ROOT / "_build" / "drawings"
TAG = re.compile("<[^<]*")
_ROWS_SHOWN = 25  # of the data that stand in the box as an example


def draw_ahead(app):
    """Draw what the pages show, and the store lacks."""
    files = (path for lang in LANGUAGES for path in (BOOK / lang).iterdir())
    pages = (path for path in files if path.suffix in (".ipynb", ".md"))
    sources = [*pages, ROOT / f"{app.config.root_doc}.md"]
    draw({key for path in sources for key in NAMED.findall(path.read_text(encoding="utf-8"))})


class ExplorerDirective(SphinxDirective):
    """``{explorer} KEY``: an explorer in a page that is no notebook."""

    required_arguments = 1
    option_spec: ClassVar = {"language": str}  # where it is not the page's

    def run(self):
        explorer = explorer_of(self.arguments[0])
        note_files(self.env, (PACKAGE / "explorers").glob("*.*"))
        with speaking(self.options.get("language", language_of(self.env.docname))):
            return [nodes.raw("", explorer.box_html(""), format="html")]


def is_live(app, pagename):
    return bool(app.book.live) and Path(app.env.doc2path(pagename)).suffix == ".ipynb"


def language_of(docname):
    """Return the language of a page; that of the front page is the first edition's."""
    return edition(docname) or "zh"


def state_at(explorer, data, at):
    """Return what was drawn with the parameters at these places."""
    k = 0
    for i, parameter in zip(at, explorer.parameters, strict=True):
        k = k * len(parameter.values) + i
    return data["states"][k]


def picture_at(key, at, lang):
    """Return an explorer's picture, and the picture in words, in a language."""
    data = drawings(key)[lang]
    state, texts = state_at(explorer_of(key), data, at), data["texts"]
    return "".join(texts[i] for i in state["picture"]), texts[state["alt"]]


# -- the page ---------------------------------------------------------------------------------


def own_data_html(explorer, group):
    """Return the box for a reader's own data, where an explorer takes a table."""
    if explorer.name not in tables.EDITORS:
        return ""
    rows = tables.text_of(explorer, explorer.defaults).split("\n")
    return render(
        "own-data.html",
        key=explorer.key,
        kind=tables.EDITORS[explorer.name].hint,
        say=tables.say,
        example="\n".join(rows[:_ROWS_SHOWN]),
        controls=Markup(controls(tables.choices_of(explorer), f"{group}-own")),
    )


def explorer_html(explorer, data, at, serial, lang, script, live, asks):
    sizes = [len(p.values) for p in explorer.parameters]
    setting = {p.name: p.values[i] for p, i in zip(explorer.parameters, at, strict=True)}
    texts, state = data["texts"], state_at(explorer, data, at)
    shown = [texts[i] for i in state["numbers"]]
    every = {i for state in data["states"] for i in state["numbers"]}
    return panel_html(
        explorer.starting_at(**setting),
        group=f"{explorer.key}-{serial}",
        attributes=f'data-explorer="{explorer.key}" data-sizes="{sizes}" data-drawings="{script}"',
        picture=without_fallback("".join(texts[i] for i in state["picture"])),
        alt=texts[state["alt"]],
        numbers=[Value(*pair) for pair in zip(data["labels"], shown, strict=True)],
        handles=[json.loads(texts[i]) for i in state["handles"]],
        wide=are_wide(data["labels"], [texts[i] for i in every]),
        below=own_data_html(explorer, f"{explorer.key}-{serial}") if live else "",
        asks=asks,
    )


def fill_places(app, pagename, templatename, context, doctree):
    """Put the explorers of a page in their places."""
    used = []
    asks = edition(pagename) is not None  # a lesson asks first; the front page shows
    live = doctree is not None and is_live(app, pagename)
    static = relative_uri(app.builder.get_target_uri(pagename), "_static/")

    def fill(place):
        key, at, lang = place[1], [int(i) for i in place[2].split()], place[3]
        if key not in app.book.scripts:
            app.book.scripts[key] = write_scripts(app, key)
        used.append(key)
        data, script = drawings(key)[lang], static + app.book.scripts[key][lang]
        with speaking(lang):
            return explorer_html(explorer_of(key), data, at, len(used), lang, script, live, asks)

    if PLACE.search(context.get("body", "")):
        context["body"] = PLACE.sub(fill, context["body"])
        context["explorers"] = sorted(set(used))
        app.add_js_file("explorer-guess.js", priority=590)
        app.add_js_file("book-explorers.js", priority=600)


def write_scripts(app, key):
    """Write the settings of an explorer in each language; return the addresses in _static."""
    folder = Path(app.outdir, "_static", "explorers")
    folder.mkdir(parents=True, exist_ok=True)
    addresses = {}
    for lang in LANGUAGES:
        name = f"{key}-{lang}"
        data = shipped(drawings(key)[lang])
        text = json.dumps(data, ensure_ascii=False, separators=(",", ":"))
        script = f"(window.bookExplorers ??= {{}})['{name}'] = {text};\n".encode()
        (folder / f"{name}.js").write_bytes(script)
        addresses[lang] = f"explorers/{name}.js?v={crc32(script):08x}"
    return addresses


def shipped(data):
    """Return the drawings of an explorer as its script has them."""
    said = {state["alt"] for state in data["states"]}
    texts = [
        typeset(text) if i in said else without_fallback(text)
        for i, text in enumerate(data["texts"])
    ]
    return {"texts": texts, "states": data["states"]}


def without_fallback(text):
    """Return a picture whose colours are those of the page, which defines them all."""
    return COLOUR.sub(r"var(\1)", text)


# -- what is drawn, and kept ------------------------------------------------------------------


@cache
def digest():
    """Return a digest of all that drawings depend on."""
    below = (f"{package} {metadata.version(package)}" for package in ("numpy", "scipy"))
    own = [Path(__file__), Path(panels.__file__), *library_files("exercises", "report")]
    return digest_of(own, sys.version, *below)[:16]


def draw_all(key):
    """Return all settings of an explorer, by language."""
    return {lang: drawn_in(lang, key) for lang in LANGUAGES}


def drawn_in(lang, key):
    """Return what an explorer shows: a table of distinct texts, and where each one is used."""
    table = {}

    def put(text):
        return table.setdefault(text, len(table))

    with speaking(lang):
        explorer = explorer_of(key)
        states = [state_of(explorer, explorer.draw(**s), put) for s in explorer.settings()]
        labels = [str(v.label) for v in explorer.first.numbers]
    return {"labels": labels, "texts": list(table), "states": states}


def state_of(explorer, view, put):
    """Return what a view shows, each text as what `put` returns for it; the picture tag by tag."""
    handles = (shares(handle, explorer.parameters) for handle in view.handles)
    return {
        "picture": [put(tag) for tag in TAG.findall(view.figure.svg())],
        "numbers": [put(v.text) for v in view.numbers],
        "alt": put(str(view.alt)),
        "handles": [put(json.dumps(handle)) for handle in handles],
    }


def path_of(key, store):
    return store / f"{key}-{digest()}.json"


def drawings(key, store=STORE):
    """Return all settings of an explorer, drawn if that is not done."""
    draw([key], store)
    return read_drawings(path_of(key, store))


@cache
def read_drawings(path):
    return json.loads(path.read_text(encoding="utf-8"))


def draw(keys, store=STORE):
    """Draw explorers into the store, on all cores: those that it lacks as the library is now."""
    missing = {key: path_of(key, store) for key in keys if not path_of(key, store).exists()}
    if missing:
        Parallel(n_jobs=-1)(delayed(keep)(key, path) for key, path in missing.items())


def keep(key, path):
    """Draw an explorer into its file."""
    data = draw_all(key)
    for old in path.parent.glob(f"{key}-{'[0-9a-f]' * 16}.json"):
        old.unlink(missing_ok=True)
    path.parent.mkdir(parents=True, exist_ok=True)
    part = path.with_suffix(f".{os.getpid()}.part")  # an interrupted build leaves no half of it
    part.write_text(json.dumps(data, ensure_ascii=False), encoding="utf-8")
    part.replace(path)
