"""The six questions of `decisions`: answers lead to a measure, a split, a test, and their code.

The questions stand in ``book/tables/chooser.toml``, what follows from the answers in the rules that
`mk.evaluate` reads, ``mlevalkit/report/rules.toml``. A page keeps the place
``<div data-chooser></div>``; without JavaScript nothing is shown there.

The code of each way to answer them is made while the book is built: lines of the rules are kept,
left out, or repeated for a second and third model, by the names that they use, which Python's own
parser finds. What is left to the page are the reader's own columns, ``{file}`` and the like.
"""

import ast
import re
import tomllib
from functools import cache
from pathlib import Path

from docutils import nodes

import mlevalkit
from mlevalkit.report.rules import hold, rules
from mlevalkit_book.paths import TABLES
from mlevalkit_book.sphinx.places import edition, note_files, title
from mlevalkit_book.sphinx.reference import homes
from mlevalkit_book.templates import render
from mlevalkit_book.words import words

PLACE = "<div data-chooser></div>"
QUESTIONS = TABLES / "chooser.toml"
RULES = Path(mlevalkit.__file__).parent / "report" / "rules.toml"
SAID = words("chooser")
KINDS = ("measure", "split", "test", "claim")
SPACE = {"en": " ", "zh": ""}  # between sentences


def put_in_page(app, doctree):
    """Put the questions and all that can be answered into their place."""
    for place in doctree.findall(nodes.raw):
        if PLACE in place.astext():
            note_files(app.env, [QUESTIONS, RULES])
            html = chooser_html(edition(app.env.docname))
            place.parent.replace(place, nodes.raw("", html, format="html"))


def add_script(app, pagename, templatename, context, doctree):
    if "data-chooser" in context.get("body", ""):
        app.add_js_file("chooser-rules.js", priority=590)
        app.add_js_file("chooser.js", priority=600)


def chooser_html(lang):
    table = tomllib.loads(QUESTIONS.read_text(encoding="utf-8"))
    found = {kind: rules(kind) for kind in KINDS}
    return render(
        "chooser.html",
        table=table,
        rules=found,
        lang=lang,
        say=SAID[lang],
        between=SPACE[lang],
        address_of=address_of,
        title=title,
        data=data_of(table, found, lang),
    )


def address_of(function):
    """Return where the reference describes a function."""
    anchor = nodes.make_id(function)
    return f"{homes()[anchor]}.html#{anchor}"


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
    told = {name: getattr(rule, name) for name in ("name", "take", "gives", "pairs")}
    return told | {"interval": interval, "if": rule.conditions}


# -- the code of each way -------------------------------------------------------------------------

OF_TABLES = ("one_test_set", "two_test_sets")  # data with a column for each prediction
SCORED = ("test_error_rates", "many_data_sets")  # the measure was computed before
OWN = ("y_pred", "y_score", "interval", "scores", "learner", "test")  # what each model has


def ways(table, rules):
    """Yield the answers of each way to the end, with its facts and the rule of each kind."""
    found = [({}, {})]
    for question in table["question"]:
        found = [
            (answers | {question["name"]: key}, facts | answer["sets"])
            for answers, facts in found
            for key, answer in question["answers"].items()
            if hold(answer.get("if", {}), facts)
        ]
    for answers, facts in found:
        yield answers, facts, choose(table["needs"], rules, answers, facts)


def choose(needs, rules, answers, facts):
    """Return the rule of each kind that holds first, once the questions it needs are answered."""
    known = dict(facts)
    found = {}
    for kind in KINDS:
        if not set(needs[kind]) <= answers.keys():
            continue
        if kind == "test" and known.get("claim") == "estimate":
            continue
        rule = next((rule for rule in rules[kind] if rule.holds(known)), None)
        if rule is None:
            continue
        found[kind] = rule
        if kind == "measure":
            known["compared"] = rule.gives
            known["interval"] = any("interval" in given(line) for line in rule.code)
    return found


def for_two(rules, rule, measure, facts):
    """Return the rule for two models that stands for all pairs of three."""
    known = facts | {"models": 2, "compared": measure.gives}
    return next(r for r in rules["test"] if r.holds(known)) if rule.pairs else None


# -- names in a line -------------------------------------------------------------------------------


@cache
def given(line):
    """Return the names that a line defines."""
    return frozenset(name for name, stored in _names(line) if stored)


@cache
def used(line):
    """Return the names that a line needs, with those of modules and of functions."""
    return frozenset(name for name, stored in _names(line) if not stored)


def _names(line):
    tree = ast.parse(_plain(line))
    own = {a.arg for f in ast.walk(tree) if isinstance(f, ast.Lambda) for a in f.args.args}
    for node in ast.walk(tree):
        if isinstance(node, ast.Name) and node.id not in own:
            yield node.id, isinstance(node.ctx, ast.Store)


def _plain(line):
    """Return a line in which {places} are names, which Python can parse."""
    return line.replace("{", "").replace("}", "")


def renamed(line, names):
    """Return a line with other names; none of them stands in a text of the rules."""
    return re.sub(r"\b[a-z_]\w*", lambda found: names.get(found[0], found[0]), line)


# -- lines -----------------------------------------------------------------------------------------


def program(table, rules, facts, found):
    """Return the code of one way, with places for the reader's columns."""
    body = _lines(rules, facts, found)
    before = _definitions(table["definition"], facts, body)
    shown = [
        line if given(line) or line.startswith("mk.plots.") else f"print({line})" for line in body
    ]
    lines = [*before, *shown]
    names = set().union(*map(used, lines)) if lines else set()
    imports = [line for name, line in table["imports"].items() if name in names]
    return "\n".join([*imports, "", *lines])


def _lines(rules, facts, found):
    def filled(code):
        return [_filled(line, found["measure"], facts) for line in code]

    body = filled(found["split"].code) if "split" in found else []
    if facts["data"] in OF_TABLES or facts.get("size") == "many":
        body += filled(_measured(found["measure"], facts))
    models = "abc"[: facts.get("models", 1)]
    if facts["data"] != "many_data_sets":
        body = _for_each(body, models, facts)
    body += _tested(rules, facts, found, filled)
    body += filled(found["claim"].code) if "claim" in found else []
    if facts.get("claim") == "estimate" and facts["data"] == "one_data_set":
        body = _for_each(body, models, facts)
    if facts["have"] == "labels":
        body = [line for line in body if not _any(line, "y_score", "y_score_b", "y_score_c")]
    body = list(dict.fromkeys(body))
    if facts["data"] != "many_data_sets":
        body = _possible(body)
    return [
        line
        for i, line in enumerate(body)
        if not given(line) or any(given(line) & used(later) for later in body[i + 1 :])
    ]


def _measured(measure, facts):
    """Return the code of the measure, with an interval that suits where samples come from."""
    if facts["origin"] == "independent":
        return measure.code
    code = [line for line in measure.code if "interval" not in line]
    if facts["origin"] == "groups" and len(code) < len(measure.code):
        drawn = "interval = mk.bootstrap_interval({drawn}, groups=groups, random_state=0)"
        code += [drawn, "interval"]
    return code


def _any(line, *names):
    return bool((given(line) | used(line)) & set(names))


def _for_each(body, models, facts):
    """Repeat the lines that are of one model for the others."""
    found = list(body)
    for model in models[1:]:
        own = {name: f"{name}_{model}" for name in OWN}
        if facts["data"] == "two_test_sets":
            own["y_true"] = "y_true_b"
        found += [renamed(line, own) for line in body if _any(line, *OWN)]
    return found


def _tested(rules, facts, found, filled):
    """Return the code of the test; for three models it is that for two, on all pairs."""
    if "test" not in found:
        return []
    test = found["test"]
    two = for_two(rules, test, found["measure"], facts)
    if two is None:
        return filled(test.code)
    own = ("y_pred", "y_score", "scores")
    code = filled(two.code)
    first = [line for line in code if line != "test"]
    a_c = {f"{name}_b": f"{name}_c" for name in own} | {"test": "test_ac"}
    b_c = {name: f"{name}_b" for name in own} | a_c | {"test": "test_bc"}
    pairs = [renamed(line, names) for names in (a_c, b_c) for line in first]
    return [*code, *pairs, *test.code]


def _filled(line, measure, facts):
    """Put what the measure says into the places of a line."""
    second = "y_score_b" if measure.drawn.endswith("y_score") else "y_pred_b"
    places = {
        "pair": measure.pair,
        "drawn": measure.drawn,
        "second": second,
        "scoring": measure.scoring,
        "column": "" if facts.get("n_classes") == 3 else "[:, 1]",
    }
    for name, text in places.items():
        line = line.replace("{" + name + "}", text)
    return line


def _possible(body):
    """Leave out lines that need what no line before them defines."""
    defined = set()
    found = []
    for line in body:
        needed = used(line) & {"test", "interval", "interval_b", "scores", "scores_b", "scores_c"}
        if needed <= defined:
            defined |= given(line)
            found.append(line)
    return found


def _definitions(definitions, facts, body):
    """Return what must be read before: what these lines use, and what those definitions use."""
    wanted = []
    for definition in reversed(definitions):
        name = definition["name"]
        first = next((i for i, line in enumerate(body) if name in used(line)), None)
        made = next((i for i, line in enumerate(body) if name in given(line)), None)
        early = first is not None and (made is None or made >= first)
        later = made is None and any(name in used(line) for line in wanted)
        if early or later:
            wanted.insert(0, f"{name} = {_meaning(definition, facts)}")
    return wanted


def _meaning(definition, facts):
    numbers = facts["predicted"] == "numbers"
    value = definition.get("numbers", definition["code"]) if numbers else definition["code"]
    name = definition["name"]
    if facts["origin"] == "groups":
        value = definition.get("groups", value)
    if facts["data"] == "two_test_sets" and name.endswith("_b"):
        value = renamed(value, {"table": "table_b"}) if name != "table_b" else value
    if definition.get("label") and facts.get("n_classes") == 2:
        value = f"({value} == {{positive}}).astype(int)"
    if name.startswith("y_score") and facts.get("n_classes") == 3:
        value += ".to_numpy()"
    return value


def _said(rule, facts):
    """Return what a paper says of a rule; cross validation computes less than a test set allows."""
    by_folds = facts["data"] == "one_data_set" and rule.folds is not None
    return rule.folds if by_folds else rule.paper


def paper(rules, facts, found, lang):
    """Return the sentences of a paper on one way: no more than the code beside it does."""
    said = []
    for kind in KINDS:
        rule = found.get(kind)
        if rule is None or (kind == "measure" and facts["data"] in SCORED):
            continue
        two = for_two(rules, rule, found["measure"], facts) if kind == "test" else None
        said += [_said(r, facts).texts[lang] for r in (two, rule) if r is not None]
    return said
