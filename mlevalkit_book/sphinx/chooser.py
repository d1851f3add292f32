"""The six questions of `decisions`: answers lead to a measure, a split, a test, and their code.

The questions stand in ``book/tables/chooser.toml``, what follows from the answers in the rules that
`mk.evaluate` reads, ``mlevalkit/report/rules.toml``. A page keeps the place
``<div data-chooser></div>``; without JavaScript nothing is shown there.
"""

import json
import tomllib
from html import escape
from pathlib import Path

from docutils import nodes

import mlevalkit
from mlevalkit.report.rules import rules
from mlevalkit_book.paths import TABLES
from mlevalkit_book.sphinx.chooser_code import KINDS, paper, program, ways
from mlevalkit_book.sphinx.frame import edition
from mlevalkit_book.sphinx.places import title
from mlevalkit_book.sphinx.reference import homes
from mlevalkit_book.words import words

PLACE = "<div data-chooser></div>"
QUESTIONS = TABLES / "chooser.toml"
RULES = Path(mlevalkit.__file__).parent / "report" / "rules.toml"
SAID = words("chooser")
SPACE = {"en": " ", "zh": ""}  # between sentences


def put_in_page(app, doctree):
    """Put the questions and all that can be answered into their place."""
    for place in doctree.findall(nodes.raw):
        if PLACE in place.astext():
            for path in (QUESTIONS, RULES):
                app.env.note_dependency(str(path))
            html = chooser_html(edition(app.env.docname))
            place.parent.replace(place, nodes.raw("", html, format="html"))


def add_script(app, pagename, templatename, context, doctree):
    if "data-chooser" in context.get("body", ""):
        app.add_js_file("chooser-rules.js", priority=590)
        app.add_js_file("chooser.js", priority=600)


def chooser_html(lang):
    table = tomllib.loads(QUESTIONS.read_text(encoding="utf-8"))
    found = {kind: rules(kind) for kind in KINDS}
    asked = "".join(question_html(q, i, lang) for i, q in enumerate(table["question"], start=1))
    parts = "".join(kind_html(kind, found[kind], lang) for kind in KINDS)
    data = json.dumps(data_of(table, found, lang), ensure_ascii=False).replace("</", r"<\/")
    say = SAID[lang]
    copy = f'<p><button type="button" data-copy>{say["copy"]}</button></p>'
    return (
        f'<div class="mk-chooser" data-chooser hidden><form>{asked}'
        f'<p><button type="reset">{say["again"]}</button></p></form>'
        f'<p role="status" data-chosen></p>{parts}'
        f'<section data-part="code" hidden><h3>{say["code"]}</h3>{columns_html(table, lang)}'
        f'<pre tabindex="0"><code></code></pre>{copy}</section>'
        f'<section data-part="paper" hidden><h3>{say["paper"]}</h3><p></p>{copy}</section>'
        f'<script type="application/json">{data}</script></div>'
    )


def question_html(question, number, lang):
    name = question["name"]
    answers = "".join(
        f'<label><input type="radio" name="{name}" value="{key}"> '
        f"<span>{escape(answer[lang])}</span></label>"
        for key, answer in question["answers"].items()
    )
    return f"<fieldset><legend>{number}. {escape(question[lang])}</legend>{answers}</fieldset>"


def kind_html(kind, found, lang):
    """Return the rules of a kind as the page's tables show them, all of them hidden."""
    rows = "".join(rule_html(rule, lang) for rule in found)
    return f'<section data-part="{kind}" hidden><h3>{SAID[lang][kind]}</h3>{rows}</section>'


def rule_html(rule, lang):
    said = SPACE[lang].join([rule.when.texts[lang], rule.because.texts[lang]])
    take = " ".join(link(name) for name in rule.take)
    page, _, anchor = rule.page.partition("#")
    target = f"{page}.html" + (f"#{anchor}" if anchor else "")
    return (
        f'<div data-rule="{rule.name}" hidden><p>{take}</p><p>{escape(said)} '
        f'{SAID[lang]["why"]} <a href="{target}">{escape(title(page, lang))}</a></p></div>'
    )


def link(call):
    """Return a function's name with its arguments; the name leads to the reference."""
    name, bracket, rest = call.partition("(")
    anchor = nodes.make_id(name)
    code = f'<code class="literal">{name}</code>'
    linked = f'<a href="{homes()[anchor]}.html#{anchor}">{code}</a>'
    return linked + (f"<code>({escape(rest)}</code>" if bracket else "")


def columns_html(table, lang):
    """Return a field for each name that the reader's own table may have instead."""
    fields = "".join(
        f'<label hidden><span>{column[lang]}</span> <input name="{name}" value="{column["value"]}"'
        ' spellcheck="false" autocomplete="off"></label>'
        for name, column in table["columns"].items()
    )
    return f'<div class="mk-columns">{fields}</div>'


def data_of(table, found, lang):
    """Return what the script decides by, and the code and the words of each way to answer.

    Lines and sentences are kept once; code and paragraphs are their numbers, and a way is named by
    the places of its answers.
    """
    lines, codes, papers, chosen = {}, {}, {}, {}
    for answers, facts, rule_of in ways(table, found):
        code = program(table, found, facts, rule_of).splitlines()
        said = paper(found, facts, rule_of, lang)
        chosen[name_of(table, answers)] = [
            codes.setdefault(numbers(lines, code), len(codes)),
            papers.setdefault(numbers(lines, said), len(papers)),
        ]
    return {
        "needs": table["needs"],
        "questions": {
            question["name"]: {
                key: {"if": answer.get("if", {}), "sets": answer["sets"]}
                for key, answer in question["answers"].items()
            }
            for question in table["question"]
        },
        "rules": {kind: [rule_data(rule) for rule in found[kind]] for kind in KINDS},
        "lines": list(lines),
        "codes": list(codes),
        "papers": list(papers),
        "ways": chosen,
        "join": SPACE[lang],
        "said": {name: SAID[lang][name] for name in ("left", "copied")},
    }


def numbers(lines, texts):
    """Return the number of each text in a table, which grows by those that are new."""
    return tuple(lines.setdefault(text, len(lines)) for text in texts)


def name_of(table, answers):
    """Return the places of the answers among those of their questions, as one word."""
    places = (list(question["answers"]) for question in table["question"])
    return "".join(str(p.index(a)) for p, a in zip(places, answers.values(), strict=True))


def rule_data(rule):
    """Return what the script needs of a rule."""
    interval = any(line.startswith("interval =") for line in rule.code)
    return {
        "name": rule.name,
        "take": rule.take,
        "gives": rule.gives,
        "pairs": rule.pairs,
        "interval": interval,
        "if": rule.conditions,
    }
