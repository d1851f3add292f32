r"""Formulas as MathML, converted when the book is built: nothing to wait for, no script needed.

A number, ``\tag{2.8}``, stands beside its formula. Names of more than one letter (TPR, cost) are
words, not products, and upright.
"""

import re
from html import escape, unescape
from xml.etree import ElementTree

from docutils import nodes
from math_core import LatexError, LatexToMathML
from sphinx.errors import ExtensionError

TAG = re.compile(r"\\tag\{([^}]*)\}")
# what a command is or holds as text, or a name: three letters, or capitals
NAME = re.compile(
    r"\\(?:text|mathrm|operatorname|begin|end)\*?\s*\{[^{}]*\}|\\[A-Za-z]+|([A-Za-z]{3,}|[A-Z]{2,})"
)
BEFORE, AFTER = re.compile(r"[‘“（《「]*[!-~]*\Z"), re.compile(r"[!-~]*[’”…）》」，。、；：？！]*")
TO_MATHML = LatexToMathML()
RAISED = str.maketrans("0123456789+−", "⁰¹²³⁴⁵⁶⁷⁸⁹⁺⁻")
ACCENTS = {"ˆ": "\N{COMBINING CIRCUMFLEX ACCENT}", "¯": "\N{COMBINING MACRON}"}


def named(latex):
    """Set names of more than one letter upright."""
    return NAME.sub(lambda m: rf"\mathrm{{{m[1]}}}" if m[1] else m[0], latex)


def mathml(latex, display=False):
    """Return the MathML of a formula, which must not hold a number."""
    source = re.sub(r"\\cr\b", r"\\\\", named(latex))
    try:
        return TO_MATHML.convert_with_local_state(source, displaystyle=display)
    except LatexError as error:
        raise ExtensionError(f"a formula that MathML cannot say: {latex}\n{error}") from None


def block(latex):
    """Return a displayed formula with its number beside it."""
    numbers = "".join(f'<span class="mk-tag">({escape(n)})</span>' for n in TAG.findall(latex))
    return mathml(TAG.sub("", latex).strip(), display=True) + numbers


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
