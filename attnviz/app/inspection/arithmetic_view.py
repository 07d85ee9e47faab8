"""The inspector's text: a heading and numbered steps in the colours of their roles, to be read, selected and copied."""

from __future__ import annotations

import html
import re
from functools import lru_cache
from math import ceil

from PySide6.QtCore import QEvent, QMimeData, Qt
from PySide6.QtGui import (
    QColor,
    QFont,
    QResizeEvent,
    QTextBlockFormat,
    QTextCharFormat,
    QTextCursor,
    QTextOption,
    QWheelEvent,
)
from PySide6.QtWidgets import QFrame, QTextEdit, QWidget

from attnviz.app.inspection.inspector_words import Page
from attnviz.content.arithmetic import Line
from attnviz.figures.theme import MONOSPACED, Theme, font

INDENT = 14
LINE_PX = 13  # arithmetic at normal size
HARD_SPACE, JOINER = "\u00a0", "\u2060"  # neither lets a line break; Qt copies the first as a space
_BREAKS = re.compile(f"{HARD_SPACE}([+=→·]){HARD_SPACE}")
SMALLER = (1.0, 0.9, 0.8, 0.7, 0.6)  # parts of the letters' size that are tried before a word is broken
SHORT = 18  # pieces of a line up to which operands are bold; a long sum would become a block of black


class ArithmeticView(QTextEdit):
    """Read-only text as high as its page, so that the page around it scrolls as a whole.

    Labels are inserted as text and never read as markup. The document is made anew only for another page.
    """

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._shown: tuple[Page, Theme] | None = None
        self._part = 0.0  # of their usual size, that the letters of the arithmetic have now
        self._on_hold = False
        self.setObjectName("inspector.text")
        self.setAccessibleName("Arithmetic")
        self.setReadOnly(True)
        self.setUndoRedoEnabled(False)
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setTabChangesFocus(True)
        self.setTextInteractionFlags(
            Qt.TextInteractionFlag.TextSelectableByMouse | Qt.TextInteractionFlag.TextSelectableByKeyboard
        )
        self.setWordWrapMode(QTextOption.WrapMode.WordWrap)
        for policy in (self.setVerticalScrollBarPolicy, self.setHorizontalScrollBarPolicy):
            policy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.document().setDocumentMargin(0)

    def show_page(self, page: Page, look: Theme) -> None:
        """Writes a page; nothing happens if it is the one that is shown."""
        if (page, look) == self._shown:
            return
        self._shown = page, look
        self._part = 0.0
        self.viewport().setToolTip(f"<qt>{html.escape(page.whole)}</qt>" if page.whole else "")
        self._fit()

    def _write(self, page: Page, look: Theme, part: float) -> None:
        self._part = part
        cursor = QTextCursor(self.document())
        cursor.beginEditBlock()  # else each piece of text would lay out the page again
        cursor.select(QTextCursor.SelectionType.Document)
        cursor.removeSelectedText()
        writer = _Writer(cursor, look, part)
        writer.heading(page)
        writer.steps(page)
        writer.close(page)
        cursor.endEditBlock()
        self.moveCursor(QTextCursor.MoveOperation.Start)

    def toPlainText(self) -> str:
        """The words without the marks that keep lines from breaking."""
        return super().toPlainText().replace(JOINER, "")

    def createMimeDataFromSelection(self) -> QMimeData:
        """The selected words as plain text, to be pasted anywhere."""
        copied = QMimeData()
        copied.setText(self.textCursor().selection().toPlainText().replace(JOINER, ""))
        return copied

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Another width breaks lines elsewhere."""
        super().resizeEvent(event)
        if event.size().width() != event.oldSize().width():
            self._fit()

    def wheelEvent(self, event: QWheelEvent) -> None:
        """The page around it scrolls."""
        event.ignore()

    def changeEvent(self, event: QEvent) -> None:
        """A new application font or palette leaves the page's own looks alone."""
        super().changeEvent(event)
        if event.type() in (QEvent.Type.FontChange, QEvent.Type.StyleChange):
            self._fit()

    def hold(self, on: bool) -> None:
        """Keeps its height while something below it is dragged."""
        self._on_hold = on
        self._fit()

    def _fit(self) -> None:
        if self._shown is not None:
            self._fit_width(*self._shown)
        if self._on_hold:
            return
        height = ceil(self.document().size().height()) + 2
        if self.height() != height or self.minimumHeight() != height:
            self.setFixedHeight(height)

    def _fit_width(self, page: Page, look: Theme) -> None:
        """Lets the longest product fit into a line: in smaller letters first, broken only where nothing else helps."""
        width = self.viewport().width()
        self._wrap(QTextOption.WrapMode.WordWrap)
        for part in SMALLER:
            if part != self._part:
                self._write(page, look, part)
            self.document().setTextWidth(width)
            if self.document().idealWidth() <= width:
                return
        self._wrap(QTextOption.WrapMode.WrapAtWordBoundaryOrAnywhere)
        self.document().setTextWidth(width)

    def _wrap(self, mode: QTextOption.WrapMode) -> None:
        if self.wordWrapMode() != mode:
            self.setWordWrapMode(mode)


class _Writer:
    """Writes one page at a cursor."""

    def __init__(self, cursor: QTextCursor, look: Theme, part: float) -> None:
        self._cursor = cursor
        self._part = part
        self._look = look
        self._begun = False

    def heading(self, page: Page) -> None:
        """What is explained, and where it stands."""
        palette = self._look.palette
        self._block(0, 0)
        self._write(page.heading, self._look.title_font, palette.text)
        self._block(2, 0)
        self._write(page.place.replace(" ", HARD_SPACE), self._look.small_font, palette.soft)
        if page.sentence:
            self._block(4, 0)
            self._write(page.sentence, self._look.small_font, palette.soft)

    def steps(self, page: Page) -> None:
        """Each step's number and title once, then its lines."""
        palette, look = self._look.palette, self._look
        size = round(LINE_PX * look.factor * self._part)
        number, before = 0, ""
        for line in page.lines:
            if line.step != before:
                number, before = number + 1, line.step
                self._block(12, 0)
                title = f"{number}  {line.step}" if page.numbered else line.step
                self._write(title, font(round(12 * look.factor)), palette.soft)
            self._block(3, INDENT)
            short = len(line.spans) <= SHORT
            for span, text in zip(line.spans, _unbroken(line), strict=True):
                colour = palette.error if span.role == "error" else look.role(span.role)
                coloured = font(size, monospaced=True, bold=span.strong or (short and span.role in _BOLD))
                self._write(text, coloured, colour)

    def close(self, page: Page) -> None:
        """The last, soft sentence."""
        if page.close:
            self._block(14, 0)
            self._write(page.close, self._look.small_font, self._look.palette.soft)

    def _block(self, above: float, indent: float) -> None:
        form = QTextBlockFormat()
        form.setTopMargin(above)
        form.setLeftMargin(indent)
        form.setLayoutDirection(Qt.LayoutDirection.LeftToRight)
        form.setAlignment(Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignAbsolute)
        if self._begun:
            self._cursor.insertBlock(form)
        else:
            self._cursor.setBlockFormat(form)
            self._begun = True

    def _write(self, text: str, letters: QFont, colour: QColor) -> None:
        self._cursor.insertText(
            text, _char_format(letters.pixelSize(), letters.bold(), letters.family(), colour.rgba())
        )


@lru_cache(128)
def _char_format(size: int, bold: bool, family: str, colour: int) -> QTextCharFormat:
    """How a piece of text looks; made once, since typing writes the page anew with each key."""
    form = QTextCharFormat()
    form.setFont(font(size, monospaced=family == MONOSPACED[0], bold=bold))
    form.setForeground(QColor.fromRgba(colour))
    return form


def _unbroken(line: Line) -> list[str]:
    """The line's pieces, kept together but before + and =, where a sum may go on in the next line.

    Sentences may break between all words.
    """
    texts = [span.text for span in line.spans]
    if len(texts) == 1 and line.spans[0].role in ("plain", "error"):
        return texts
    pieces = [_BREAKS.sub(r" \1" + HARD_SPACE, text.replace(" ", HARD_SPACE)) for text in texts]
    pieces = [piece.replace("…)", f"…{JOINER})") for piece in pieces]
    follow = [*pieces[1:], " "]
    return [
        piece + JOINER if piece.endswith("…") and not after.startswith((" ", HARD_SPACE)) else piece
        for piece, after in zip(pieces, follow, strict=True)
    ]


_BOLD = frozenset({"queries", "keys", "values", "output"})
