"""The program as text: read, walked through line by line, with the lines lit that belong to what the figures show."""

from __future__ import annotations

from collections.abc import Collection

from PySide6.QtCore import QRectF, Qt, Signal
from PySide6.QtGui import QColor, QKeyEvent, QMouseEvent, QPainter, QPaintEvent, QTextBlock, QTextCursor, QTextFormat
from PySide6.QtWidgets import QPlainTextEdit, QTextEdit, QWidget

from attnviz.app.coding.colouring import Colouring
from attnviz.content.code.rows import CodeLine
from attnviz.content.stage_formulas import role_of
from attnviz.figures.theme import Theme, font

MARGIN = 18
_MARK = "▸"
_GROUND, _HERE = 28, 60  # of 255: how much of its colour a lit line has, and the one that one stands on


class CodeListing(QPlainTextEdit):
    """Shows lines that nobody edits. `chosen` fires with the line, from 0, that was clicked or reached by keys."""

    chosen = Signal(int)

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self.setObjectName("code.listing")
        self.setAccessibleName("Program")
        self.setReadOnly(True)
        flags = Qt.TextInteractionFlag
        self.setTextInteractionFlags(flags.TextSelectableByMouse | flags.TextSelectableByKeyboard)
        self.setLineWrapMode(QPlainTextEdit.LineWrapMode.NoWrap)
        self.setTabChangesFocus(True)
        self.setCursorWidth(0)  # the line that one stands on is lit; nothing is typed here
        self.setUndoRedoEnabled(False)
        self.document().setDocumentMargin(MARGIN)
        self._lines: tuple[CodeLine, ...] = ()
        self._lit: Collection[int] = ()
        self._theme: Theme | None = None
        self._colouring = Colouring(self.document())

    @property
    def line(self) -> int:
        """The line with the cursor, from 0."""
        return self.textCursor().blockNumber()

    def show_look(self, theme: Theme, px: int) -> None:
        """Wears a theme, with letters of that size."""
        if self.font().pixelSize() != px or self._theme is not theme:
            self.setFont(font(px, monospaced=True))
            self._theme = theme
            self._colouring.show_look(theme)
            self._set_off()

    def show_lines(self, lines: tuple[CodeLine, ...]) -> None:
        """Replaces the lines that differ; cursor and place stay where they are."""
        if lines == self._lines:
            return
        before, self._lines = self._lines, lines
        if len(before) != len(lines):
            here, bar = self.line, self.verticalScrollBar().value()
            self.setPlainText("\n".join(line.text for line in lines))
            self._put_cursor(min(here, len(lines) - 1))
            self.verticalScrollBar().setValue(bar)
            return
        for place, (old, new) in enumerate(zip(before, lines, strict=True)):
            if old.text != new.text:
                _replace(self.document().findBlockByNumber(place), new.text)

    def light(self, places: Collection[int]) -> None:
        """Sets these lines off."""
        self._lit = places
        self._set_off()

    def go_to(self, place: int) -> None:
        """Puts the cursor on a line and brings it into sight."""
        self._put_cursor(place)
        self.horizontalScrollBar().setValue(0)
        if not self._sees(place):
            self.centerCursor()
        self._set_off()

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        """A click chooses its line, a drag selects text."""
        super().mouseReleaseEvent(event)
        self._choose()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Arrows and page keys choose the line that they reach."""
        before = self.line
        super().keyPressEvent(event)
        if self.line != before:
            self._choose()

    def paintEvent(self, event: QPaintEvent) -> None:
        """Marks the lit lines beside them too, for colour alone tells not everybody."""
        super().paintEvent(event)
        theme = self._theme
        if theme is None or not self._lit:
            return
        with QPainter(self.viewport()) as painter:
            painter.setFont(self.font())
            block, offset = self.firstVisibleBlock(), self.contentOffset()
            while block.isValid():
                place = self.blockBoundingGeometry(block).translated(offset)
                if place.top() > self.viewport().height():
                    break
                if block.blockNumber() in self._lit:
                    painter.setPen(self._colour(block.blockNumber(), theme))
                    painter.drawText(
                        QRectF(3, place.top(), MARGIN, place.height()), Qt.AlignmentFlag.AlignVCenter, _MARK
                    )
                block = block.next()

    def _choose(self) -> None:
        if not self.textCursor().hasSelection():
            self.chosen.emit(self.line)

    def _put_cursor(self, place: int) -> None:
        self.setTextCursor(QTextCursor(self.document().findBlockByNumber(max(place, 0))))

    def _sees(self, place: int) -> bool:
        block = self.document().findBlockByNumber(place)
        box = self.blockBoundingGeometry(block).translated(self.contentOffset())
        return box.top() >= 0 and box.bottom() <= self.viewport().height() - box.height()

    def _set_off(self) -> None:
        """Grounds under the lit lines, stronger where the cursor is."""
        found = []
        if self._theme is not None:
            for place in self._lit:
                ground = QTextEdit.ExtraSelection()
                colour = QColor(self._colour(place, self._theme))
                colour.setAlpha(_HERE if place == self.line else _GROUND)
                ground.format.setBackground(colour)
                ground.format.setProperty(QTextFormat.Property.FullWidthSelection, True)
                ground.cursor = QTextCursor(self.document().findBlockByNumber(place))
                found.append(ground)
        self.setExtraSelections(found)

    def _colour(self, place: int, theme: Theme) -> QColor:
        stages = self._lines[place].stages if place < len(self._lines) else ()
        role = role_of(stages[-1]) if stages else "input"
        return theme.palette.accent if role in ("input", "scores") else theme.role(role)


def _replace(block: QTextBlock, text: str) -> None:
    cursor = QTextCursor(block)
    cursor.movePosition(QTextCursor.MoveOperation.EndOfBlock, QTextCursor.MoveMode.KeepAnchor)
    cursor.insertText(text)
