"""What belongs together stands together: an exercise in one box, and a figure's code below it.

A cell with the tag ``figure-code`` only draws: its picture comes first, its code folded below.
A question, its answer (a ``<details>`` of the writer's) and the cell ``hide-cell`` that follows the
answer become one box, on the pages where questions are a list and on those where they are sections.
"""

import re

from docutils import nodes
from myst_nb.sphinx_ import HideCodeCellNode

NUMBER = re.compile(r"<details><summary>\D*(\d*)\s*</summary>")


def fold_figure_code(app, doctree):
    for cell in list(doctree.findall(nodes.container)):
        if "tag_figure-code" in cell["classes"] and len(cell.children) == 2:
            code, output = cell.children
            fold = HideCodeCellNode("", code, prompt_show="figure", prompt_hide="figure")
            cell.children = []
            cell.extend([output, fold])


def box_exercises(app, doctree):
    for section in list(doctree.findall(nodes.section)):
        answers = list(folded_answers(section))
        questions = [n for n in section.children if isinstance(n, nodes.enumerated_list)]
        for number, parts in answers:
            for part in parts:
                section.remove(part)
            if number:
                questions[-1]["classes"] = ["exercises"]
                questions[-1].children[int(number) - 1].extend(parts)
            else:
                section["classes"].append("exercise")
                section.extend(parts)


def folded_answers(section):
    """Yield the number of each folded answer and its nodes, the solution's code among them."""
    children = list(section.children)
    for begin, node in enumerate(children):
        if not (found := isinstance(node, nodes.raw) and NUMBER.match(node.astext())):
            continue
        end = next(i for i in range(begin, len(children)) if is_end(children[i]))
        code = children[end + 1 : end + 2]
        if code and "tag_hide-cell" in code[0].get("classes", []):
            yield found[1], [*children[begin:end], *code, children[end]]


def is_end(node):
    return isinstance(node, nodes.raw) and node.astext().strip() == "</details>"


def setup(app):
    app.connect("doctree-read", fold_figure_code)
    app.connect("doctree-read", box_exercises)
    return {"parallel_read_safe": True, "parallel_write_safe": True}
