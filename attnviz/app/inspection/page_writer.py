"""Writes the inspector's page into a text document: titles, lines in the colours of roles, links, set formulas."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from math import ceil

from PySide6.QtCore import Qt
from PySide6.QtGui import QColor, QFont, QTextBlockFormat, QTextCharFormat, QTextCursor

from attnviz.app.inspection.line_breaks import HARD_SPACE, JOINER, MAY_BREAK, formula_lines, longest, unbroken
from attnviz.app.inspection.page import Page, PageLine, PageStep
from attnviz.app.style_sheet import mixed
from attnviz.engine.cells import Cell
from attnviz.engine.errors import AttentionError
from attnviz.figures.formula_picture import FormulaPicture, formula_picture
from attnviz.figures.formula_text import insert_formula
from attnviz.figures.labels import ruler
from attnviz.figures.theme import MONOSPACED, Theme, font

INDENT = 14
LINE_PX = 13  # arithmetic at normal size
FORMULA_PX = 15  # formulas, whose letters are smaller at the same size
# Of their size, tried in turn: down to that of the arithmetic a formula stays in one line, and goes on in the next one
# before it is smaller. Its scripts do not shrink with it, so that a half may be as wide as it was.
IN_ONE_LINE = 1.0, 0.97, 0.94, 0.91, LINE_PX / FORMULA_PX
IN_LINES = *IN_ONE_LINE, 0.8, 0.7, 0.6
RAISED, RAISED_BY = 1.25, 25.0  # times as large are exponents before Qt makes them smaller, and per cent higher
FADED = 0.5  # of the panel's colour is in letters whose numbers are old
SHORT = 24  # pieces of a line up to which operands are bold; a long sum or a list would become a block of black
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

    width: of the lines. Where the longest product has no room in it otherwise, arithmetic stands at the margin.
    """

    def __init__(self, cursor: QTextCursor, look: Theme, width: float) -> None:
        self.links: list[Link] = []
        self._cursor = cursor
        self._look = look
        self._width = width
        self._indent: float = INDENT
        self._begun = False
        self._faded = False

    def page(self, page: Page) -> None:
        """All of it; fainter where its numbers are old."""
        self._faded = bool(page.mark)
        self._indent = _indent(page, self._look, self._width)
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
        self._formula(step)
        for line in step.lines:
            self._block(2, self._indent, hangs=_hangs(line))
            self._line(line)

    def _name(self, name: str, picture: FormulaPicture) -> None:
        """What the formula's left side is called, after it where that has room."""
        letters, words = self._look.small_font, f"{HARD_SPACE * 3}{name.replace(' ', HARD_SPACE)}"
        if name and self._indent + 2 + picture.width + ruler(letters).width(words) <= self._width:
            self._write(words, letters, self._look.palette.soft)

    def _line(self, line: PageLine) -> None:
        size = round((LINE_PX if not line.prose else 12) * self._look.factor)
        short, raised = len(line.parts) <= SHORT, False
        bolds = _BOLD if short and not line.prose and line.name is None else frozenset()
        for part, text in zip(line.parts, _pieces(line, self._look, self._width - self._indent), strict=True):
            bold = part.strong or part.role in bolds
            colour = self._look.palette.error if part.role == "error" else self._look.role(part.role)
            if part is line.name and part.role == "plain":
                colour = self._look.palette.soft
            raised = raised and not text.startswith((" ", HARD_SPACE, JOINER, MAY_BREAK))
            letters = font(round(size * RAISED) if raised else size, monospaced=not line.prose, bold=bold)
            base, power, _ = text.partition("^")
            self._write(base, letters, colour, part.cell, raised=raised)
            if power:  # it stays in the text, unseen, for those who copy or hear it
                self._write(power, font(1, monospaced=True), QColor(Qt.GlobalColor.transparent))
                raised = True

    def _formula(self, step: PageStep) -> None:
        """The step's formula in as few lines as hold it, and what its left side is called."""
        if not step.formula:
            return
        size, room = FORMULA_PX * self._look.factor, self._width - self._indent - 2
        try:
            tried = size, IN_ONE_LINE[-1] * size  # most fit at once, and to set a formula takes long
            lines = formula_lines(step.formula, lambda own: any(self._picture(own, px).width <= room for px in tried))
            sizes = ([self._picture(latex, part * size) for latex in lines] for part in IN_LINES)
            pictures = next(own for own in sizes if all(picture.width <= room for picture in own))
        except (AttentionError, StopIteration):  # the numbers below say the same
            return
        for number, picture in enumerate(pictures):
            self._block(2 if number else 4, self._indent)
            insert_formula(self._cursor, picture, QTextCharFormat())
        self._name(step.name, pictures[-1])

    def _picture(self, latex: str, size: float) -> FormulaPicture:
        look = self._look
        return formula_picture(latex, size, look.palette.text, {own: look.role(role) for own, role in _SYMBOLS.items()})

    def _block(self, above: float, indent: float, height: float = 0, *, hangs: float = 0) -> None:
        """Begins a paragraph. hangs: how much further in it goes on than it begins."""
        form = QTextBlockFormat()
        if height:
            form.setLineHeight(height, QTextBlockFormat.LineHeightTypes.FixedHeight.value)
        form.setTopMargin(above)
        form.setLeftMargin(indent + hangs)
        form.setTextIndent(-hangs)
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


def written_alike(page: Page, look: Theme, width: float) -> tuple[object, ...]:
    """What a page's text depends on beside page and look: it need not be written anew for a width that gives the same.

    Formulas are as large as their room, and so is what stands beside a mark.
    """
    indent = _indent(page, look, width)
    lines = tuple(tuple(_pieces(line, look, width - indent)) for step in page.steps for line in step.lines)
    by_width = bool(page.mark) or any(step.formula for step in page.steps)
    return indent, lines, width if by_width else None


def _indent(page: Page, look: Theme, width: float) -> float:
    """Of arithmetic; none where its longest product has no room otherwise."""
    room = _room(look, width - INDENT)
    long = (line for step in page.steps for line in step.lines if sum(len(part.text) for part in line.parts) > room)
    return INDENT if max(map(longest, long), default=0) <= room else 0


def _hangs(line: PageLine) -> int:
    """How much further in what stands after a name goes on, so that it is seen to belong to it."""
    return INDENT if line.name is not None else 0


def _pieces(line: PageLine, look: Theme, width: float) -> list[str]:
    """The pieces of a line, which may break where that width has no room."""
    return unbroken(line, _room(look, width), _room(look, width - _hangs(line)))


def _room(look: Theme, width: float) -> float:
    """Signs of arithmetic in a line of that width."""
    return width / ruler(font(round(LINE_PX * look.factor), monospaced=True)).width("0")


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
