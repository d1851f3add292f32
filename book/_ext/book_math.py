r"""Formulas as MathML, converted when the book is built: nothing to wait for, no script needed.

A number, ``\tag{2.8}``, stands beside its formula. Names of more than one letter (TPR, cost) are
words, not products, and upright.
"""

import re
from html import escape

from docutils import nodes
from math_core import LatexError, LatexToMathML
from sphinx.errors import ExtensionError

TAG = re.compile(r"\\tag\{([^}]*)\}")
# what a command is or holds as text, or a name: three letters, or capitals
NAME = re.compile(
    r"\\(?:text|mathrm|operatorname|begin|end)\*?\s*\{[^{}]*\}|\\[A-Za-z]+|([A-Za-z]{3,}|[A-Z]{2,})"
)
TO_MATHML = LatexToMathML()


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


def visit_inline(self, node):
    self.body.append(mathml(node.astext()))
    raise nodes.SkipNode


def visit_block(self, node):
    self.body.append(self.starttag(node, "div", CLASS="math"))
    self.body.append(block(node.astext()) + "</div>\n")
    raise nodes.SkipNode


def setup(app):
    app.add_html_math_renderer("mathml", (visit_inline, None), (visit_block, None))
    return {"parallel_read_safe": True, "parallel_write_safe": True}
