"""What cells become: formulas and figures in the page, code folded, exercises in one box.

Tags say it. A cell ``figure-code`` only draws: its picture comes first, its code folded below. A
question, its answer (a ``<details>`` of the writer's) and the cell ``hide-cell`` that follows the
answer become one box, on the pages where questions are a list and on those where they are sections.
``further`` marks what its cell begins as beyond the core: the whole page on the title's cell, a
section on a heading's, and on any other cell that cell alone (a line of a summary, an exercise).
The words are added when a page is written, so that contents, links and the search show the text
alone, and the folding is the theme's.

A figure's text is text, its colours are the page's. Its words stand in its cell's metadata:
``mystnb.figure.caption``, which everybody sees, and ``mystnb.image.alt``, which describes it to
those who do not see it.

A formula is MathML, converted when the book is built: nothing to wait for, no script needed. A
number, ``\\tag{2.8}``, stands beside it. Names of more than one letter (TPR, cost) are words, not
products, and upright.
"""

import re
from html import escape, unescape
from itertools import groupby
from pathlib import Path
from xml.etree import ElementTree

from docutils import nodes
from math_core import LatexError, LatexToMathML
from myst_nb.sphinx_ import HideCodeCellNode
from sphinx.errors import ExtensionError

from mlevalkit.plots.svg import in_page_colours
from mlevalkit_book.notebooks import cells_of
from mlevalkit_book.sphinx.places import CELL, edition
from mlevalkit_book.words import WORDS

NUMBER = re.compile(r"<details><summary>\D*(\d*)\s*</summary>")
ANSWER = re.compile(r"<details><summary>(Solution|答案) \d+</summary>")  # no code need follow it
TAG = "further"


# -- figures --------------------------------------------------------------------------------------


def put_in_page(app, doctree):
    """Replace the images that myst-nb makes of SVG outputs, before Sphinx collects them."""
    for bundle in list(doctree.findall(nodes.container)):
        if bundle.get("nb_element") != "mime_bundle":
            continue
        kinds = {part["mime_type"]: part for part in bundle.children}
        picture = kinds.get("image/svg+xml")
        image = picture and picture.next_node(nodes.image)
        if image is None:
            continue
        drawn = Path(app.env.relfn2path(image["uri"])[1]).read_text(encoding="utf-8")
        image.replace_self(in_page(drawn, image.get("alt", "")))


def in_page(drawn, words):
    """Return a figure with its words."""
    start = f'<svg role="img" aria-label="{escape(words)}"'
    svg = in_page_colours(drawn).replace("<svg", start, 1)
    return nodes.raw("", f'<div class="mk-figure">{svg}</div>', format="html")


# -- folds and boxes ------------------------------------------------------------------------------


def fold_figure_code(app, doctree):
    for cell in list(doctree.findall(nodes.container)):
        if "tag_figure-code" in cell["classes"] and len(cell.children) == 2:
            code, output = cell.children
            fold = HideCodeCellNode("", code, prompt_show="figure", prompt_hide="figure")
            cell.children = []
            cell.extend([output, fold])


def show_code(self, node):
    words = WORDS[edition(self.builder.current_docname) or "zh"]
    prompt = node["prompt_show"]  # of a whole cell, which is always a solution's: "content"
    kind = next((kind for kind in ("output", "content", "figure") if kind in prompt), "code")
    self.body.append(f'<details class="code-fold"><summary>{words[kind]}</summary>')


def end_code(self, node):
    self.body.append("</details>")


def box_exercises(app, doctree):
    for section in list(doctree.findall(nodes.section)):
        answers = list(folded_answers(section))
        questions = dict(numbered_questions(section))
        for number, parts in answers:
            for part in parts:
                section.remove(part)
            if number:
                questions[int(number)].parent["classes"] = ["exercises"]
                questions[int(number)].extend(parts)
            else:
                section["classes"].append("exercise")
                section.extend(parts)


def numbered_questions(section):
    """Yield each question with its number; a later list may go on counting."""
    for questions in section.children:
        if isinstance(questions, nodes.enumerated_list):
            yield from enumerate(questions.children, questions.get("start", 1))


def folded_answers(section):
    """Yield the number of each folded answer and its nodes, the solution's code among them."""
    children = list(section.children)
    for begin, node in enumerate(children):
        if not (found := isinstance(node, nodes.raw) and NUMBER.match(node.astext())):
            continue
        end = next(i for i in range(begin, len(children)) if is_end(children[i]))
        code = children[end + 1 : end + 2]
        has_code = code and "tag_hide-cell" in code[0].get("classes", [])
        if has_code:
            yield found[1], [*children[begin:end], *code, children[end]]
        elif ANSWER.match(node.astext()):
            yield found[1], children[begin : end + 1]


def is_end(node):
    return isinstance(node, nodes.raw) and node.astext().strip() == "</details>"


# -- beyond the core ------------------------------------------------------------------------------


def is_tagged(cell):
    return TAG in cell["metadata"].get("tags", [])


def further_cells(path):
    """Return the ids of a notebook's cells that have the tag."""
    return {cell["id"] for cell in cells_of(path) if is_tagged(cell)}


def core_cells(cells):
    """Return those cells of a notebook that are in no further part."""
    core, fold = [], 0  # the level of the heading that began a further section
    for cell in cells:
        is_text = cell["cell_type"] == "markdown"
        heading = re.match("#+(?= )", "".join(cell["source"])) if is_text else None
        if heading and len(heading[0]) <= fold:
            fold = 0
        if heading and is_tagged(cell) and not fold:
            fold = len(heading[0])
        if not fold and not is_tagged(cell):
            core.append(cell)
    return core


def mark_page(app, doctree):
    """Mark sections and cells; `anchors` has named the sections after their cells."""
    path = Path(app.env.doc2path(app.env.docname))
    wanted = further_cells(path)
    for section in doctree.findall(nodes.section):
        if section["ids"] and section["ids"][0] in wanted:
            section["classes"].append(TAG)
            if section.parent is doctree:
                app.env.metadata[app.env.docname][TAG] = "yes"
    ids = [cell["id"] for cell in cells_of(path)]
    for section in list(doctree.findall(nodes.section)):
        box_cells(section, ids, wanted)


def box_cells(section, ids, wanted):
    """Put what a section has of each tagged cell into a box, which can fold."""
    cell, owners = None, []
    for node in section.children:
        if isinstance(node, nodes.section):
            cell = None
        elif node.line and 0 < node.line // CELL <= len(ids):  # a node without a line follows
            cell = ids[node.line // CELL - 1]
        owners.append(cell)
    if not wanted.intersection(set(owners) - set(section["ids"])):
        return
    parts = groupby(zip(owners, section.children, strict=True), key=lambda pair: pair[0])
    children = []
    for owner, pairs in parts:
        found = [node for _, node in pairs]
        if owner in wanted and owner not in section["ids"]:
            found = [nodes.container("", *found, classes=[TAG])]
        children += found
    section.children = []
    section.extend(children)


def say_so(app, doctree, docname):
    def mark():
        return nodes.inline("", WORDS[edition(docname)][TAG], classes=["further-mark"])

    for section in doctree.findall(nodes.section):
        if TAG in section["classes"]:
            section[0].extend([nodes.Text(" "), mark()])
    for box in doctree.findall(nodes.container):
        if TAG in box["classes"]:
            box.insert(0, mark())


def further_pages(env):
    """Return the names of the pages that are beyond the core as a whole."""
    return {page for page, meta in env.metadata.items() if TAG in meta}


# -- formulas --------------------------------------------------------------------------------------

NUMBERED = re.compile(r"\\tag\{([^}]*)\}")
# what a command is or holds as text, or a name: three letters, or capitals
LETTERS = re.compile(
    r"\\(?:text|mathrm|operatorname|begin|end)\*?\s*\{[^{}]*\}|\\[A-Za-z]+|([A-Za-z]{3,}|[A-Z]{2,})"
)
BEFORE, AFTER = re.compile(r"[‘“（《「]*[!-~]*\Z"), re.compile(r"[!-~]*[’”…）》」，。、；：？！]*")
TO_MATHML = LatexToMathML()
RAISED = str.maketrans("0123456789+−", "⁰¹²³⁴⁵⁶⁷⁸⁹⁺⁻")
ACCENTS = {"ˆ": "\N{COMBINING CIRCUMFLEX ACCENT}", "¯": "\N{COMBINING MACRON}"}


def named(latex):
    """Set names of more than one letter upright."""
    return LETTERS.sub(lambda m: rf"\mathrm{{{m[1]}}}" if m[1] else m[0], latex)


def mathml(latex, display=False):
    """Return the MathML of a formula, which must not hold a number."""
    source = re.sub(r"\\cr\b", r"\\\\", named(latex))
    try:
        return TO_MATHML.convert_with_local_state(source, displaystyle=display)
    except LatexError as error:
        raise ExtensionError(f"a formula that MathML cannot say: {latex}\n{error}") from None


def block(latex):
    """Return a displayed formula with its number beside it."""
    numbers = "".join(f'<span class="mk-tag">({escape(n)})</span>' for n in NUMBERED.findall(latex))
    return mathml(NUMBERED.sub("", latex).strip(), display=True) + numbers


def line(latex):
    """Return a formula in plain characters, as a search result shows it: F_β, χ², a/m."""
    named = re.sub(r"&(?!lt|gt|amp)\w+;", lambda m: unescape(m[0]), mathml(latex))
    spaced = re.sub(r"\s+", " ", _line(ElementTree.fromstring(named)))
    return re.sub(r"(^|[=(\[,] ?)([−±+]) ", r"\1\2", spaced.strip()).replace("( ", "(")


def _line(node):
    own = (node.text or "").replace("′", "'").strip("\N{FUNCTION APPLICATION}")
    inner = [_line(child) for child in node]
    parts = [part.strip() for part in inner]
    if node.tag == "mo" and own in "=<>≤≥≈≠∈∼×⋅±+−∖":
        return f" {own} "
    if node.tag == "mi" and len(own) > 1:
        return f" {own} "
    if node.tag == "mfrac":
        return ", ".join(parts) if "linethickness" in node.attrib else "/".join(map(_group, parts))
    if node.tag == "msqrt":
        return f"√{_group(''.join(inner))}"
    if node.tag == "mover":
        return parts[0] + ACCENTS.get(parts[1], parts[1])
    if node.tag in ("msub", "munder", "msup", "msubsup", "munderover"):
        below = f"_{_group(parts[1])}" if node.tag != "msup" else ""
        above = _raised(parts[-1]) if len(parts) == 3 or not below else ""
        return parts[0] + below + above
    return own + "".join(inner) + (own == ",") * " "


def _group(text):
    return text if re.fullmatch(r"[\w.]+", text) else f"({text.strip()})"


def _raised(top):
    return top.translate(RAISED) if re.fullmatch("[0-9]+|['+−]", top) else f"^{_group(top)}"


def visit_inline(self, node):
    self.body.append(mathml(node.astext()))
    raise nodes.SkipNode


def visit_block(self, node):
    self.body.append(self.starttag(node, "div", CLASS="math"))
    self.body.append(block(node.astext()) + "</div>\n")
    raise nodes.SkipNode


def keep_together(app, doctree, docname):
    """Let no line begin with the comma after a formula: browsers break on either side of one."""
    for formula in list(doctree.findall(nodes.math)):
        parent, i = formula.parent, formula.parent.index(formula)
        first = i - (i > 0 and isinstance(parent[i - 1], nodes.Text))
        last = i + (i + 1 < len(parent) and isinstance(parent[i + 1], nodes.Text))
        before, after = (parent[i - 1] if first < i else ""), (parent[i + 1] if last > i else "")
        start, end = BEFORE.search(before).start(), AFTER.match(after).end()
        if start < len(before) or end:
            whole = nodes.inline("", "", classes=["whole"])
            parent[first : last + 1] = [nodes.Text(before[:start]), whole, nodes.Text(after[end:])]
            whole += [nodes.Text(before[start:]), formula, nodes.Text(after[:end])]
