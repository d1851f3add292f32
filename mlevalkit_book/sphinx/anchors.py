r"""Places inside a page that links can name, the same in both editions.

\tag{2.10} in a formula is the target of [](#eq-2-10) on the same page. Each heading of a notebook
carries the id of its cell, each heading of a Markdown page the id that the English page has. Such
targets belong to their page, and a link on another page names both: [](errata.ipynb#e11). Sphinx's
own labels are global, and the two pages of a pair would fight over them.
"""

import re
from collections import Counter
from pathlib import Path

from docutils import nodes
from sphinx.transforms import SphinxTransform

from mlevalkit_book.notebooks import cells_of

TAG = re.compile(r"\\tag\*?\{([^}]+)\}")
CELL = 10_000  # myst-nb counts the lines of cell n from n * 10 000


def equation_anchor(number):
    return "eq-" + re.sub(r"[^0-9A-Za-z]+", "-", number).strip("-")


def english_page(path):
    """Return the English page of a Markdown page, or None."""
    english = path.parents[1] / "en" / path.name
    return english if path.suffix == ".md" and english.exists() else None


def english_ids(path):
    """Return the ids of the headings of an English page, without the title's."""
    text = re.sub(r"^```.*?^```", "", path.read_text(encoding="utf-8"), flags=re.M | re.S)
    return [nodes.make_id(heading) for heading in re.findall(r"^##+ (.*)", text, re.M)]


def is_output(node):
    """Tell whether a node is in a cell's output, of whose forms only one will be shown."""
    while node is not None:
        if node.get("nb_element") == "mime_bundle":
            return True
        node = node.parent if isinstance(node.parent, nodes.Element) else None
    return False


class PageTargets(SphinxTransform):
    default_priority = 870  # before myst-parser looks for the targets of local links (879)

    def apply(self):
        targets = self.equations() | self.headings() | self.markdown_headings()
        for link in self.document.findall(nodes.reference):
            target = link.get("refuri", "")[1:]
            if link.get("id_link") and target in targets:
                del link["id_link"], link["refuri"]
                link["refid"] = target
                if not link.children:
                    link += nodes.Text(targets[target])
        self.tell_other_pages(targets)

    def tell_other_pages(self, targets):
        """Let a link on another page, [](errata.ipynb#e11), end here; a dead one is a warning."""
        headed = {i: s[0].astext() for s in self.document.findall(nodes.section) for i in s["ids"]}
        slugs = self.env.metadata[self.env.docname].setdefault("myst_slugs", {})
        slugs |= {name: (0, name, text) for name, text in (headed | targets).items()}

    def equations(self):
        """Name each numbered formula; its first showing on the page is its place."""
        found = {}
        for formula in self.document.findall(nodes.math_block):
            if is_output(formula):
                continue
            for number in TAG.findall(formula.astext()):
                anchor = equation_anchor(number)
                if anchor not in found:
                    found[anchor] = f"({number})"
                    formula["ids"].append(anchor)
        return found

    def headings(self):
        """Name each heading by its cell: `cell`, then `cell-2` if the cell has another."""
        found = {}
        seen = Counter()
        cells = [cell.id for cell in cells_of(self.env.doc2path(self.env.docname))]
        for section in self.document.findall(nodes.section):
            number = (section.line or section[0].line or 0) // CELL
            if 0 < number <= len(cells):
                seen[number] += 1
                again = f"-{seen[number]}" if seen[number] > 1 else ""
                anchor = f"{cells[number - 1]}{again}"
                found[anchor] = section[0].astext()
                # an id that Sphinx made of a heading's words may be the name of another cell
                section["ids"] = [anchor, *(i for i in section["ids"] if i not in cells)]
        return found

    def markdown_headings(self):
        """Name each heading that the writer of a Markdown page wrote, after its English page."""
        found = {}
        path = english_page(Path(self.env.doc2path(self.env.docname)))
        if path is None:
            return found
        self.env.note_dependency(str(path))
        written = [s for s in self.document.findall(nodes.section) if s["names"] or s["dupnames"]]
        anchors = english_ids(path)
        for section, anchor in zip(written[1:], anchors, strict=False):
            found[anchor] = section[0].astext()
            if anchor not in section["ids"]:
                section["ids"].insert(0, anchor)
        return found
