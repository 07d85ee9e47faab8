"""The inspector's page in a text document: written whole once, and then only in those letters that are others."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from typing import NamedTuple

from PySide6.QtCore import Qt
from PySide6.QtGui import QColor, QTextBlockFormat, QTextCharFormat, QTextCursor, QTextDocument

from attnviz.engine.cells import Cell
from attnviz.figures.formula_picture import FormulaPicture
from attnviz.figures.formula_text import insert_formula
from attnviz.figures.theme import font

RAISED_BY = 25.0  # per cent higher stand exponents


class Looks(NamedTuple):
    """How letters look. colour and line: as `QColor.rgba` gives them; link: its number, -1 where they are none."""

    size: int
    bold: bool
    monospaced: bool
    colour: int
    raised: bool = False
    link: int = -1
    line: int = 0


class Piece(NamedTuple):
    """Letters that look alike, or one formula, whose letters are "". leads: the number that a link leads to."""

    text: str
    looks: Looks | FormulaPicture
    leads: Cell | None = None


class Form(NamedTuple):
    """A paragraph's margins in pixels. height: of its lines, 0 for what they need. hangs: how much further in it goes
    on than it begins.
    """

    above: float
    indent: float
    height: float = 0
    hangs: float = 0


class Paragraph(NamedTuple):
    """What stands between two line ends."""

    form: Form
    pieces: tuple[Piece, ...]


@dataclass(frozen=True)
class Link:
    """Some letters of the page that lead to a number: from `start` up to `stop`."""

    start: int
    stop: int
    cell: Cell


class PageText:
    """What stands in a document, which nobody else writes. `links` are in reading order."""

    def __init__(self, document: QTextDocument) -> None:
        self.links: list[Link] = []
        self._document = document
        self._paragraphs: tuple[Paragraph, ...] = ()
        self._looks: list[tuple[Form, list[Looks | FormulaPicture]]] = []
        self._ends: list[tuple[int, int]] = []  # where each piece begins and ends

    def show(self, paragraphs: tuple[Paragraph, ...]) -> bool:
        """Puts these there; False if that is what stands there.

        Where all looks as before, only the letters that are others are put in anew: typing changes a few numbers, and
        the page is laid out and painted again from the first of these only.
        """
        if paragraphs == self._paragraphs:
            return False
        looks = [(form, [piece.looks for piece in pieces]) for form, pieces in paragraphs]
        cursor = QTextCursor(self._document)
        if looks == self._looks:
            cursor.beginEditBlock()  # else each piece of text would lay out the page again
            self._replace(cursor, _pieces(self._paragraphs), _pieces(paragraphs))
        else:
            self._document.clear()  # to remove the words alone would keep their looks and formulas for good
            cursor.beginEditBlock()
            self._write(cursor, paragraphs)
        cursor.endEditBlock()
        self._paragraphs, self._looks = paragraphs, looks
        self.links = [
            Link(*ends, piece.leads)
            for piece, ends in zip(_pieces(paragraphs), self._ends, strict=True)
            if piece.leads is not None
        ]
        return True

    def _write(self, cursor: QTextCursor, paragraphs: tuple[Paragraph, ...]) -> None:
        self._ends = []
        for number, (form, pieces) in enumerate(paragraphs):
            if number:
                cursor.insertBlock(_block_format(form))
            else:
                cursor.setBlockFormat(_block_format(form))
            for piece in pieces:
                begin = cursor.position()
                self._put(cursor, piece)
                self._ends.append((begin, cursor.position()))

    def _replace(self, cursor: QTextCursor, before: list[Piece], now: list[Piece]) -> None:
        """Puts in those letters that are others; what stands behind them moves."""
        moved = 0
        for number, (old, new) in enumerate(zip(before, now, strict=True)):
            begin, end = self._ends[number]
            if old.text != new.text:
                cursor.setPosition(begin + moved)
                cursor.setPosition(end + moved, QTextCursor.MoveMode.KeepAnchor)
                self._put(cursor, new)
                self._ends[number] = begin + moved, cursor.position()
                moved = cursor.position() - end
            elif moved:
                self._ends[number] = begin + moved, end + moved

    @staticmethod
    def _put(cursor: QTextCursor, piece: Piece) -> None:
        if isinstance(piece.looks, FormulaPicture):
            insert_formula(cursor, piece.looks, QTextCharFormat())
        else:
            cursor.insertText(piece.text, _char_format(piece.looks))


def _pieces(paragraphs: tuple[Paragraph, ...]) -> list[Piece]:
    return [piece for paragraph in paragraphs for piece in paragraph.pieces]


@lru_cache(128)
def _block_format(paragraph: Form) -> QTextBlockFormat:
    form = QTextBlockFormat()
    if paragraph.height:
        form.setLineHeight(paragraph.height, QTextBlockFormat.LineHeightTypes.FixedHeight.value)
    form.setTopMargin(paragraph.above)
    form.setLeftMargin(paragraph.indent + paragraph.hangs)
    form.setTextIndent(-paragraph.hangs)
    form.setLayoutDirection(Qt.LayoutDirection.LeftToRight)
    form.setAlignment(Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignAbsolute)
    return form


@lru_cache(512)
def _char_format(looks: Looks) -> QTextCharFormat:
    """How a piece of text looks, a link on a dotted line of its own colour; made once."""
    form = QTextCharFormat()
    form.setFont(font(looks.size, monospaced=looks.monospaced, bold=looks.bold))
    form.setForeground(QColor.fromRgba(looks.colour))
    if looks.raised:
        form.setVerticalAlignment(QTextCharFormat.VerticalAlignment.AlignSuperScript)
        form.setSuperScriptBaseline(RAISED_BY)
    if looks.link >= 0:
        form.setAnchor(True)
        form.setAnchorHref(f"#{looks.link}")
        form.setUnderlineStyle(QTextCharFormat.UnderlineStyle.DotLine)
        form.setUnderlineColor(QColor.fromRgba(looks.line))
    return form
