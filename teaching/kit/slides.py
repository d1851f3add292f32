"""Slides that PowerPoint, WPS and LibreOffice can edit: text as text, tables as tables."""

from __future__ import annotations

import io
from collections.abc import Iterator
from typing import Any

from pptx import Presentation
from pptx.dml.color import RGBColor
from pptx.enum.text import MSO_ANCHOR, PP_ALIGN
from pptx.oxml.ns import qn
from pptx.util import Emu, Inches, Pt

from mlevalkit.display.language import speaking
from mlevalkit.explorers.guess import Guess

from . import deck, pictures, votes

WIDTH, HEIGHT, EDGE, TOP = Inches(13.333), Inches(7.5), Inches(0.7), Inches(1.55)
GREEN, INK, GREY = (
    RGBColor(0x0B, 0x6B, 0x4F),
    RGBColor(0x22, 0x22, 0x22),
    RGBColor(0x66, 0x66, 0x66),
)
FONT = {"en": ("Calibri", "Microsoft YaHei"), "zh": ("Microsoft YaHei", "Microsoft YaHei")}
SIZE, BESIDE, SMALL, TITLE, COVER = Pt(28), Pt(24), Pt(20), Pt(32), Pt(48)
GAP, INDENT = Inches(0.25), Inches(0.3)
LETTERS = "ABCD"


class Deck:
    """A presentation that is being made, in one language."""

    def __init__(self, language: str) -> None:
        self.language = language
        self.file = Presentation()
        self.file.slide_width, self.file.slide_height = WIDTH, HEIGHT
        self.number = 0

    def add(self, title: str, notes: str) -> Any:
        """Add a slide with its title, number and notes; return it."""
        made = self.file.slides.add_slide(self.file.slide_layouts[5])  # a title alone
        self.number += 1
        head = made.shapes.title
        head.left, head.top, head.width, head.height = (
            EDGE,
            Inches(0.45),
            WIDTH - 2 * EDGE,
            Inches(1),
        )
        size = COVER if self.number == 1 else TITLE
        self.write(head.text_frame, title, size, GREEN, bold=True).alignment = PP_ALIGN.LEFT
        foot = made.shapes.add_textbox(
            WIDTH - Inches(1.2), HEIGHT - Inches(0.5), Inches(0.9), Inches(0.35)
        )
        self.write(foot.text_frame, str(self.number), Pt(12), GREY)
        if self.number == 1:
            head.top, head.height = Inches(1.2), Inches(2)
            head.text_frame.vertical_anchor = MSO_ANCHOR.BOTTOM
        if notes:
            made.notes_slide.notes_text_frame.text = notes
        return made

    def content(self) -> bytes:
        """Return the file."""
        file = io.BytesIO()
        self.file.save(file)
        return file.getvalue()

    def write(
        self, frame: Any, text: str, size: Pt, colour: RGBColor = INK, *, bold: bool = False
    ) -> Any:
        """Put a text into the last paragraph of a frame, or the first that is empty."""
        frame.word_wrap = True
        paragraph = frame.paragraphs[-1]
        if paragraph.text:
            paragraph = frame.add_paragraph()
        for k, part in enumerate(text.split("**")):  # every second one is emphasized
            if part:
                run = paragraph.add_run()
                run.text = part
                run.font.size, run.font.color.rgb = size, colour
                run.font.bold = bold or k % 2 == 1
                latin, chinese = FONT[self.language]
                run.font.name = latin
                properties = run._r.get_or_add_rPr()
                east = properties.makeelement(qn("a:ea"), {"typeface": chinese})
                properties.append(east)
        return paragraph


def text_height(texts: list[str], width: int, size: Pt) -> int:
    """Return about how high texts are that fill a width; a Chinese character counts twice."""
    across = Emu(width).pt / (0.5 * size.pt)
    lines = sum(
        1 + int(sum(2 if ord(letter) > 0x2E80 else 1 for letter in text) / across) for text in texts
    )
    return int(Pt(lines * size.pt * 1.35))


def lay_out(made: Any, deck_: Deck, blocks: list[tuple[str, Any]]) -> None:
    """Put blocks below the title: words to the left of a picture, else over the whole width.

    The answer to a vote stands above both.
    """
    shown = [content for kind, content in blocks if kind == "picture"]
    rest = [block for block in blocks if block[0] not in ("answer", "picture")]
    whole = WIDTH - 2 * EDGE
    width = int(whole * 0.44) if shown and rest else whole
    top = TOP if deck_.number > 1 else Inches(3.4)
    for kind, name in blocks:
        if kind == "answer":
            head = votes.word("answer", deck_.language) + votes.word("colon", deck_.language)
            text = f"{head}**{right(votes.guess(name))}**"
            top += put(made, deck_, "text", text, top, whole, BESIDE)
    size = BESIDE if shown else SIZE
    left = EDGE + width + GAP if rest else EDGE
    for words, place in shown:
        png = pictures.to_png(pictures.figure(place, deck_.language))
        image(made, png, words, left, top)
    for kind, content in rest:
        top += put(made, deck_, kind, content, top, width, size) + GAP


def put(made: Any, deck_: Deck, kind: str, content: Any, top: int, width: int, size: Pt) -> int:
    """Put one block at a height; return how high it is."""
    if kind == "formula":
        return sum(
            formula(made, each, top + k * Inches(0.8), width) for k, each in enumerate(content)
        )
    if kind == "table":
        return table(made, deck_, content, top, width)
    lines = [(0, content)] if kind == "text" else content
    height = text_height([text for _, text in lines], width, size)
    box = made.shapes.add_textbox(EDGE, top, width, height).text_frame
    for level, text in lines:
        paragraph = deck_.write(box, text, size if level == 0 else SMALL)
        paragraph.space_after = Pt(8)
        if kind == "list":
            bullet(paragraph, level)
    return height + int(Pt(8 * len(lines)))


def bullet(paragraph: Any, level: int) -> None:
    """Make a paragraph an item of a list, whose further lines stand below its first word."""
    paragraph.level = level
    properties = paragraph._p.get_or_add_pPr()
    properties.set("marL", str(INDENT * (level + 1)))
    properties.set("indent", str(-INDENT))
    properties.append(properties.makeelement(qn("a:buChar"), {"char": "•–"[level]}))


def formula(made: Any, latex: str, top: int, width: int) -> int:
    """Put a formula as a picture whose words are its LaTeX."""
    picture = made.shapes.add_picture(io.BytesIO(pictures.formula(latex)), EDGE, top)
    factor = min(1.0, width / picture.width)
    picture.width, picture.height = int(picture.width * factor), int(picture.height * factor)
    describe(picture, latex)
    return int(picture.height)


def table(made: Any, deck_: Deck, rows: list[list[str]], top: int, width: int) -> int:
    """Put a table whose first row is its head."""
    if len({len(row) for row in rows}) != 1:
        raise ValueError(f"a table: expected rows of equal length, got {[len(r) for r in rows]}")
    height = Inches(0.5) * len(rows)
    shape = made.shapes.add_table(len(rows), len(rows[0]), EDGE, top, width, height)
    for i, row in enumerate(rows):
        for j, text in enumerate(row):
            cell = shape.table.cell(i, j)
            colour = RGBColor(0xFF, 0xFF, 0xFF) if i == 0 else INK
            deck_.write(cell.text_frame, text, SMALL, colour, bold=i == 0)
            if i == 0:
                cell.fill.solid()
                cell.fill.fore_color.rgb = GREEN
    return int(height)


def image(made: Any, png: bytes, words: str, left: int, top: int) -> None:
    """Put a picture into the room from `left` to the right edge, as large as it fits."""
    room = WIDTH - EDGE - left, HEIGHT - top - Inches(0.6)
    picture = made.shapes.add_picture(io.BytesIO(png), left, top)
    factor = min(room[0] / picture.width, room[1] / picture.height)
    picture.width, picture.height = int(picture.width * factor), int(picture.height * factor)
    picture.left = left + (room[0] - picture.width) // 2
    describe(picture, words)


def describe(picture: Any, words: str) -> None:
    """Give a picture its words for those who cannot see it."""
    picture._element.nvPicPr.cNvPr.set("descr", words)


def vote(deck_: Deck, name: str) -> None:
    """Add a question; the notes have its answer."""
    asked = votes.guess(name)
    answer = votes.word("colon", deck_.language).join([right(asked), str(asked.answer)])
    notes = f"{answer}\n{votes.advice(name, deck_.language)}"
    made = deck_.add(votes.word("ask", deck_.language), notes)
    lay_out(made, deck_, [("text", str(asked.question)), *options(asked)])


def options(asked: Guess) -> Iterator[tuple[str, Any]]:
    """Yield the choices as a list, if there are any."""
    if asked.choices:
        yield "text", ""
        for letter, choice in zip(LETTERS, asked.choices, strict=False):
            yield "text", f"**{letter}**  {choice}"


def right(asked: Guess) -> str:
    """Return the right answer in words."""
    if not asked.choices:
        return f"{asked.right:g}"
    return f"{LETTERS[int(asked.right)]}  {asked.choices[int(asked.right)]}"


def presentation(lesson: int, language: str) -> bytes:
    """Return the slides of a lesson as a .pptx file."""
    made = Deck(language)
    with speaking(language):
        for each in deck.read(lesson, language):
            if isinstance(each, str):
                vote(made, each)
            else:
                lay_out(made.add(each.title, each.notes), made, each.blocks)
    return made.content()


def all_votes(language: str) -> bytes:
    """Return every vote, each with its answer on the next slide, as a .pptx file."""
    made = Deck(language)
    with speaking(language):
        lay_out(made.add(votes.word("votes", language), ""), made, [])
        for name in votes.names():
            vote(made, name)
            asked = votes.guess(name)
            answer = made.add(votes.word("answer", language), votes.advice(name, language))
            lay_out(answer, made, [("text", f"**{right(asked)}**"), ("text", str(asked.answer))])
    return made.content()
