"""Explorers on a page without a kernel: every setting has been drawn, and a slider chooses.

An explorer's own HTML (in a notebook's output, or from the directive ``{explorer} NAME``) is a
placeholder. When its page is written, controls and the first picture take its place. The other
pictures go into one script per explorer, cut into lines that are stored once each.
"""

import json
import re
from decimal import Decimal
from html import escape
from operator import itemgetter
from pathlib import Path
from typing import ClassVar

from docutils import nodes
from sphinx.util.docutils import SphinxDirective

from mlevalkit.explorers.words import speaking, typeset
from mlevalkit_book.live import tables
from mlevalkit_book.live.panels import are_wide, controls, explorer_of, panel_html
from mlevalkit_book.paths import BOOK, ROOT
from mlevalkit_book.sphinx.drawings import begin, drawings, end, explorer_sources, texts_in
from mlevalkit_book.sphinx.frame import edition, is_live
from mlevalkit_book.words import LANGUAGES

PLACE = re.compile(
    r'<div class="mk mk-explorer" data-explorer="([\w-]+)" data-at="([\d ]+)" lang="(\w+)"[^>]*>'
    r".*?<!-- /mk-explorer -->",
    re.DOTALL,
)
# in the source of a page: an output of its code, or the directive
NAMED = re.compile(r'(?<=data-explorer=\\")[\w-]+|(?<=\{explorer\} )[\w-]+')
POINT = re.compile(r'(.*d="|)([ML]) (\S+) (\S+) ')  # a line of a path
COLOUR = re.compile(r"var\((--mk-[\w-]+), #\w+\)")  # what every page defines

_ROWS_SHOWN = 25  # of the data that stand in the box as an example


def draw_ahead(app):
    """Begin to draw what the pages show, in the order in which they will be written."""
    if app.builder.format != "html":
        return
    files = (path for lang in LANGUAGES for path in (BOOK / lang).iterdir())
    pages = sorted(path for path in files if path.suffix in (".ipynb", ".md"))
    sources = [*pages, ROOT / f"{app.config.root_doc}.md"]
    keys = [key for path in sources for key in NAMED.findall(path.read_text(encoding="utf-8"))]
    begin(dict.fromkeys(keys))


def all_drawn(app, exception):
    """Wait for what was begun; after an error it is given up."""
    end(wait=not exception)


class ExplorerDirective(SphinxDirective):
    """``{explorer} KEY``: an explorer in a page that is no notebook."""

    required_arguments = 1
    option_spec: ClassVar = {"language": str}  # where it is not the page's

    def run(self):
        explorer = explorer_of(self.arguments[0])
        for path in explorer_sources(explorer.key):
            self.env.note_dependency(str(path))
        with speaking(self.options.get("language", language_of(self.env.docname))):
            return [nodes.raw("", explorer._repr_html_(), format="html")]


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
    data = drawings(key)
    state, texts = state_at(explorer_of(key), data, at), texts_in(data, lang)
    return "\n".join(texts[i] for i in state["picture"]), texts[state["alt"]]


# -- the page ---------------------------------------------------------------------------------


def own_data_html(explorer, group):
    """Return the box for a reader's own data, where an explorer takes a table."""
    if explorer.name not in tables.EDITORS:
        return ""
    editor = tables.EDITORS[explorer.name]
    own, hint, draw = map(tables.say, ("own_data", editor.hint, "own_draw"))
    rows = tables.text_of(explorer, explorer.defaults).split("\n")
    example = escape("\n".join(rows[:_ROWS_SHOWN]))
    return (
        f'<details class="mk-editor" data-own-data="{explorer.key}" data-kind="{editor.hint}">'
        f"<summary>{own}</summary><label><span>{hint}</span>"
        f'<textarea rows="6" spellcheck="false" autocomplete="off">{example}</textarea></label>'
        f"{controls(tables.choices_of(explorer), f'{group}-own')}"
        f'<p><button type="button">{draw}</button></p><p class="mk-message" role="alert"></p>'
        "</details>"
    )


def explorer_html(explorer, data, at, serial, lang, live):
    sizes = [len(p.values) for p in explorer.parameters]
    setting = {p.name: p.values[i] for p, i in zip(explorer.parameters, at, strict=True)}
    texts, state = texts_in(data, lang), state_at(explorer, data, at)
    numbers = {i for state in data["states"] for i in state["numbers"]}
    return panel_html(
        explorer.starting_at(**setting),
        group=f"{explorer.key}-{serial}",
        attributes=f'data-explorer="{explorer.key}" data-sizes="{sizes}"',
        picture="\n".join(relative(texts[i] for i in state["picture"])),
        alt=texts[state["alt"]],
        wide=are_wide(explorer.first, [texts[i] for i in numbers]),
        below=own_data_html(explorer, f"{explorer.key}-{serial}") if live else "",
    )


def fill_places(app, pagename, templatename, context, doctree):
    """Put the explorers of a page in their places, and load their scripts there only."""
    used = []
    live = doctree is not None and is_live(app, pagename)

    def fill(place):
        key, at, lang = place[1], [int(i) for i in place[2].split()], place[3]
        if key not in app.book.explorers:
            app.book.explorers[key] = drawings(key)
            write_script(app, key)
        used.append(key)
        explorer, data = explorer_of(key), app.book.explorers[key]
        with speaking(lang):
            return explorer_html(explorer, data, at, len(used), lang, live)

    if PLACE.search(context.get("body", "")):
        context["body"] = PLACE.sub(fill, context["body"])
        context["explorers"] = sorted(set(used))
        for key in context["explorers"]:
            app.add_js_file(f"explorers/{key}.js")
        app.add_js_file("explorer-guess.js", priority=590)
        app.add_js_file("book-explorers.js", priority=600)


def write_script(app, key):
    """Write the settings of an explorer, before Sphinx takes the script's checksum."""
    folder = Path(app.outdir, "_static", "explorers")
    folder.mkdir(parents=True, exist_ok=True)
    text = json.dumps(shipped(app.book.explorers[key]), ensure_ascii=False, separators=(",", ":"))
    (folder / f"{key}.js").write_text(
        f"(window.bookExplorers ??= {{}})['{key}'] = {text};\n", encoding="utf-8"
    )


def shipped(data):
    """Return the drawings of an explorer as its script has them."""
    said = {state["alt"] for state in data["states"]}
    table = {}  # the texts, each with its place

    def put(text):
        return table.setdefault(text, len(table))

    def put_all(places):
        return [put(texts[i]) for i in places]

    def form(i, text):
        return typeset(text) if i in said else COLOUR.sub(r"var(\1)", text)

    texts = [form(i, text) for i, text in enumerate(data["texts"])]
    states = [
        {
            "picture": [*map(put, relative(texts[i] for i in state["picture"]))],
            "numbers": put_all(state["numbers"]),
            "alt": put(texts[state["alt"]]),
            "handles": put_all(state["handles"]),
        }
        for state in data["states"]
    ]
    own = {
        lang: {table[texts[int(i)]]: form(int(i), text) for i, text in changed.items()}
        for lang, changed in data["own"].items()
    }
    pictures = packed([state["picture"] for state in states], len(table))
    states = [s | {"picture": p} for s, p in zip(states, pictures, strict=True)]
    return {"texts": list(table), "own": own, "states": states}


def relative(lines):
    """Return the lines of a picture with paths that go from point to point.

    Steps are shorter than places, and many are the same.
    """
    result = []
    before = None  # where the path is, after M or L
    command = ""
    for line in lines:
        point = POINT.fullmatch(line)
        if not point:
            result.append(line)
            before = None
            continue
        here = Decimal(point[3]), Decimal(point[4])
        if before is None or point[1]:
            result.append(f"{point[1]}{point[2]}{point[3]} {point[4]}")
        else:
            drawn = step(point[2], here[0] - before[0], here[1] - before[1])
            if (command, point[2]) == ("m", "L"):
                result[-1] += drawn  # a line of many single strokes
            else:
                result.append(drawn)
        command = result[-1][0]
        before = here
    return result


def step(command, dx, dy):
    """Return a step of a path in its shortest form."""
    if command == "L" and not dx:
        return f"v{dy.normalize():f}"
    if command == "L" and not dy:
        return f"h{dx.normalize():f}"
    return f"{command.lower()}{dx.normalize():f} {dy.normalize():f}"


def packed(pictures, count):
    """Return lists of numbers below ``count`` as texts, which repeat little of one another.

    All numbers in their order stand in one list, behind 0, 1, ..., count - 1. "7+3" says: what
    stands there from place 7 on, three numbers; "7" is one. book-explorers.js reads it.
    """
    stream = list(range(count))
    seen = {}  # where the list had four numbers in a row
    result = []
    for picture in pictures:
        tokens = []
        i = 0
        while i < len(picture):
            places = [picture[i], *seen.get(tuple(picture[i : i + 4]), ())[-6:]]
            at, length = max(((p, equal(stream, p, picture, i)) for p in places), key=itemgetter(1))
            tokens.append(f"{at}+{length}" if length > 1 else f"{at}")
            for number in picture[i : i + length]:
                stream.append(number)
                seen.setdefault(tuple(stream[-4:]), []).append(len(stream) - 4)
            i += length
        result.append(" ".join(tokens))
    return result


def equal(stream, place, picture, i):
    """Return how many numbers are the same from a place on, before the list ends."""
    most = min(len(stream) - place, len(picture) - i)
    return next((k for k in range(most) if stream[place + k] != picture[i + k]), most)
