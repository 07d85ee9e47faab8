"""Writes the inspector's page into a text document: titles, lines in the colours of roles, links, set formulas."""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import lru_cache
from math import ceil

from PySide6.QtCore import Qt
from PySide6.QtGui import QColor, QFont, QTextBlockFormat, QTextCharFormat, QTextCursor

from attnviz.app.inspection.page import Page, PageLine, PageStep
from attnviz.app.style_sheet import mixed
from attnviz.content.explanation_parts import Part
from attnviz.engine.cells import Cell
from attnviz.engine.errors import AttentionError
from attnviz.figures.formula_picture import FormulaPicture, formula_picture
from attnviz.figures.formula_text import insert_formula
from attnviz.figures.labels import ruler
from attnviz.figures.theme import MONOSPACED, Theme, font

INDENT = 14
LINE_PX = 13  # arithmetic at normal size
FORMULA_PX = 15  # formulas, whose letters are smaller at the same size
RAISED, RAISED_BY = 1.25, 25.0  # times as large are exponents before Qt makes them smaller, and per cent higher
LEAST_FORMULA = 0.6  # of their size, to which formulas shrink where they have no room
HARD_SPACE, JOINER = "\u00a0", "\u2060"  # neither lets a line break; Qt copies the first as a space
FADED = 0.5  # of the panel's colour is in letters whose numbers are old
SHORT = 24  # pieces of a line up to which operands are bold; a long sum would become a block of black
_BREAKS = re.compile(f"{HARD_SPACE}([+=→·÷]){HARD_SPACE}")
_MORE = re.compile(rf"(\(\d+{HARD_SPACE}more){HARD_SPACE}")  # "(4087 more products)" may go on in the next line
_BOLD = frozenset({"queries", "keys", "values", "output"})
_SYMBOLS = {
    "q": "queries", "Q": "queries", "k": "keys", "K": "keys", "v": "values", "V": "values", "w": "weights",
    "E": "weights", "o": "output", "O": "output",
}  # fmt: skip


@dataclass(frozen=True)
class Link:
    """Some letters of the page that lead to a number: from `start` up to `stop`."""

    start: int
    stop: int
    cell: Cell


class PageWriter:
    """Writes one page at a cursor. `links` are those written so far, in reading order.

    width: what formulas may take.
    """

    def __init__(self, cursor: QTextCursor, look: Theme, width: float) -> None:
        self.links: list[Link] = []
        self._cursor = cursor
        self._look = look
        self._width = width
        self._begun = False
        self._faded = False

    def page(self, page: Page) -> None:
        """All of it; fainter where its numbers are old."""
        self._faded = bool(page.mark)
        self._heading(page)
        number = 0
        for step in page.steps:
            number += step.counted
            self._step(step, f"{number}  {step.title}" if page.numbered and step.counted else step.title)
        if page.close:
            self._block(14, 0)
            self._write(page.close, self._look.small_font, self._look.palette.soft)

    def _heading(self, page: Page) -> None:
        """What is explained, and where it stands."""
        palette = self._look.palette
        self._block(0, 0)
        self._write(page.heading, self._look.title_font, palette.text)
        if page.result is not None:
            self._write(": ", self._look.title_font, palette.text)
            self._write(page.result.text, self._look.title_font, self._look.role(page.result.role))
        self._place(page)
        if page.sentence:
            self._block(4, 0)
            self._write(page.sentence, self._look.small_font, palette.soft)

    def _place(self, page: Page) -> None:
        """Where it stands, after the mark of old numbers, with which the line is no higher: nothing jumps."""
        bold, small = ruler(self._look.title_font), ruler(self._look.small_font)
        self._block(2, 0, ceil(max(bold.height, small.height)))
        words = ", ".join(piece.replace(" ", HARD_SPACE) for piece in page.place.split(", "))
        if page.mark:
            self._faded = False
            self._write(page.mark.replace(" ", HARD_SPACE), bold.font, self._look.palette.accent)
            self._faded = True
            words = HARD_SPACE * 2 + words
            if bold.width(page.mark) + small.width(words) > self._width:
                return
        self._write(words, small.font, self._look.palette.soft)

    def _step(self, step: PageStep, title: str) -> None:
        """The title, the formula if there is one, and the lines."""
        self._block(7, 0)
        self._write(title, font(round(12 * self._look.factor)), self._look.palette.soft, step.cell)
        picture = self._formula(step.formula)
        if picture is not None:
            self._block(4, INDENT)
            insert_formula(self._cursor, picture, QTextCharFormat())
            self._name(step.name, picture)
        for line in step.lines:
            self._block(2, INDENT)
            self._line(line)

    def _name(self, name: str, picture: FormulaPicture) -> None:
        """What the formula's left side is called, after it where that has room."""
        letters, words = self._look.small_font, f"{HARD_SPACE * 3}{name.replace(' ', HARD_SPACE)}"
        if name and INDENT + 2 + picture.width + ruler(letters).width(words) <= self._width:
            self._write(words, letters, self._look.palette.soft)

    def _line(self, line: PageLine) -> None:
        size = round((LINE_PX if not line.prose else 12) * self._look.factor)
        short, raised = len(line.parts) <= SHORT, False
        room = (self._width - INDENT) / ruler(font(size, monospaced=True)).width("0")
        for part, text in zip(line.parts, _unbroken(line, room), strict=True):
            bold = part.strong or (short and not line.prose and part.role in _BOLD)
            colour = self._look.palette.error if part.role == "error" else self._look.role(part.role)
            raised = raised and not text.startswith((" ", HARD_SPACE, JOINER))
            letters = font(round(size * RAISED) if raised else size, monospaced=not line.prose, bold=bold)
            base, power, _ = text.partition("^")
            self._write(base, letters, colour, part.cell, raised=raised)
            if power:  # it stays in the text, unseen, for those who copy or hear it
                self._write(power, font(1, monospaced=True), QColor(Qt.GlobalColor.transparent))
                raised = True

    def _formula(self, latex: str) -> FormulaPicture | None:
        """The formula in a size that fits; None where there is none, or none that can be set."""
        if not latex:
            return None
        look = self._look
        colours = {letter: look.role(role) for letter, role in _SYMBOLS.items()}
        size = FORMULA_PX * look.factor
        try:
            picture = formula_picture(latex, size, look.palette.text, colours)
            room = self._width - INDENT - 2
            if room > 0 and picture.width > room:
                part = max(room / picture.width, LEAST_FORMULA)
                picture = formula_picture(latex, int(10 * size * part) / 10, look.palette.text, colours)
        except AttentionError:  # the numbers below say the same
            return None
        return picture

    def _block(self, above: float, indent: float, height: float = 0) -> None:
        form = QTextBlockFormat()
        if height:
            form.setLineHeight(height, QTextBlockFormat.LineHeightTypes.FixedHeight.value)
        form.setTopMargin(above)
        form.setLeftMargin(indent)
        form.setLayoutDirection(Qt.LayoutDirection.LeftToRight)
        form.setAlignment(Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignAbsolute)
        if self._begun:
            self._cursor.insertBlock(form)
        else:
            self._cursor.setBlockFormat(form)
            self._begun = True

    def _write(
        self, text: str, letters: QFont, colour: QColor, leads: Cell | None = None, *, raised: bool = False
    ) -> None:
        if self._faded and colour.alpha():
            colour = mixed(colour, self._look.palette.panel, FADED)
        looks = letters.pixelSize(), letters.bold(), letters.family(), colour.rgba(), raised
        if leads is None:
            self._cursor.insertText(text, _char_format(*looks))
            return
        start = self._cursor.position()
        self._cursor.insertText(text, _link_format(*looks, len(self.links), self._look.palette.soft.rgba()))
        self.links.append(Link(start, self._cursor.position(), leads))


@lru_cache(128)
def _char_format(size: int, bold: bool, family: str, colour: int, raised: bool) -> QTextCharFormat:
    """How a piece of text looks; made once, since typing writes the page anew with each key."""
    form = QTextCharFormat()
    form.setFont(font(size, monospaced=family == MONOSPACED[0], bold=bold))
    form.setForeground(QColor.fromRgba(colour))
    if raised:
        form.setVerticalAlignment(QTextCharFormat.VerticalAlignment.AlignSuperScript)
        form.setSuperScriptBaseline(RAISED_BY)
    return form


@lru_cache(512)
def _link_format(
    size: int, bold: bool, family: str, colour: int, raised: bool, number: int, line: int
) -> QTextCharFormat:
    """The same for the link with that number, on a dotted line of its own colour."""
    form = QTextCharFormat(_char_format(size, bold, family, colour, raised))
    form.setAnchor(True)
    form.setAnchorHref(f"#{number}")
    form.setUnderlineStyle(QTextCharFormat.UnderlineStyle.DotLine)
    form.setUnderlineColor(QColor.fromRgba(line))
    return form


def _unbroken(line: PageLine, room: float) -> list[str]:
    """The line's pieces, kept together but before + and =, where a sum may go on in the next line.

    Sentences may break between all words. room: signs that a line has room for; longer words about what is left out
    may break too.
    """
    texts = [part.text for part in line.parts]
    if line.prose:
        return texts
    pieces = [_BREAKS.sub(r" \1" + HARD_SPACE, text.replace(" ", HARD_SPACE)) for text in texts]
    pieces = [_MORE.sub(r"\1 ", piece) if len(piece) > room else piece for piece in pieces]
    pieces = [piece.replace("…)", f"…{JOINER})") for piece in pieces]
    follow = [*pieces[1:], " "]
    return [
        piece + JOINER if _sticks(part, after) else piece
        for part, piece, after in zip(line.parts, pieces, follow, strict=True)
    ]


def _sticks(part: Part, after: str) -> bool:
    return part.text.endswith("…") and not after.startswith((" ", HARD_SPACE))
