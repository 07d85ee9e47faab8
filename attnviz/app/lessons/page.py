"""The text of a step: scrolls, follows the numbers, and says what a term means under the mouse or the keyboard."""

from __future__ import annotations

from math import ceil, floor

from PySide6.QtCore import QEvent, QMimeData, QPoint, QRect, Qt, QUrl
from PySide6.QtGui import QResizeEvent, QTextCursor
from PySide6.QtWidgets import QFrame, QTextBrowser, QWidget

from attnviz.app.lessons.definition import Definition, place_in
from attnviz.app.lessons.more_sign import MoreSign
from attnviz.figures.formula_text import plain_of
from attnviz.figures.prose import TERM, Prose, prose
from attnviz.figures.theme import Theme, theme

LINE = 50  # times the letters' size: about 95 signs, more are hard to follow
AIR = 16
_PLACED = frozenset({QEvent.Type.Resize, QEvent.Type.Show, QEvent.Type.LayoutRequest, QEvent.Type.Polish})


class LessonPage(QTextBrowser):
    """One text at a time. The Tab key goes from term to term; the arrow keys scroll."""

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self.setObjectName("lesson.text")
        self.setAccessibleName("Text of the step")
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setOpenLinks(False)
        self.setCursorWidth(0)  # a term that has the keyboard is framed; there is nothing to type
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setTextInteractionFlags(
            Qt.TextInteractionFlag.TextBrowserInteraction | Qt.TextInteractionFlag.TextSelectableByKeyboard
        )
        self._look: Theme = theme()
        self._px = 14
        self._shown: tuple[str, Theme, int] | None = None
        self._prose: Prose | None = None
        self._measured: Prose | None = None  # the same text in other widths, to be measured
        self._heights: dict[int, int] = {}  # by width
        self._definition: Definition | None = None
        self.highlighted.connect(self._explain)
        self.anchorClicked.connect(self._explain)
        self.verticalScrollBar().valueChanged.connect(self.put_away)
        self._more = MoreSign(self)

    def show_text(self, text: str, look: Theme, px: int, *, anew: bool) -> None:
        """Writes a text. anew: from its beginning; else where it was scrolled to, since only numbers changed."""
        if (text, look, px) != self._shown:
            place, at = self.verticalScrollBar().value(), self.textCursor().position()
            self._shown, self._look, self._px = (text, look, px), look, px
            self._measured, self._heights = None, {}
            before, self._prose = self._prose, prose(text, look, px, self._width())
            self.setDocument(self._prose)
            self._more.show_look(look)
            if before is not None:
                before.deleteLater()
            cursor = QTextCursor(self._prose)
            cursor.setPosition(0 if anew else min(at, self._prose.characterCount() - 1))
            self.setTextCursor(cursor)
            self.verticalScrollBar().setValue(0 if anew else place)
            self._fit()
        elif anew:
            self.verticalScrollBar().setValue(0)
        if anew:
            self.put_away()

    @property
    def terms(self) -> tuple[str, ...]:
        """The glossary terms of the text."""
        return tuple(self._prose.terms) if self._prose is not None else ()

    @property
    def wanted_width(self) -> int:
        """The width at which lines are comfortable."""
        return LINE * self._px + 2 * AIR

    def height_wanted(self, width: int) -> int:
        """How high the whole text stands in a page of that width."""
        if self._shown is None:
            return 0
        text, look, px = self._shown
        room = min(width - self.verticalScrollBar().sizeHint().width() - 2 * AIR, LINE * px)
        known = self._heights.get(room)
        if known is None:
            if self._measured is None:
                self._measured = prose(text, look, px, room)
            else:  # writing it anew for each width that is tried would take milliseconds each time
                self._measured.setTextWidth(room)
            known = self._heights[room] = ceil(self._measured.size().height()) + 2
        return known

    def top_of_line(self, y: int) -> int:
        """Where the line begins that stands at that height of the page."""
        cursor = self.cursorForPosition(QPoint(self.viewport().width() // 2, y))
        block = cursor.block()
        line = block.layout().lineForTextPosition(cursor.positionInBlock())
        if not line.isValid():
            return y
        box = self.document().documentLayout().blockBoundingRect(block)
        top = box.top() + line.y() - self.verticalScrollBar().value()
        return floor(top) if top <= y < top + line.height() else y

    def definition(self) -> Definition:
        """The sheet that says what a term means."""
        if self._definition is None:
            self._definition = Definition(self.window())
        return self._definition

    def createMimeDataFromSelection(self) -> QMimeData:
        """The selected words as plain text, formulas as LaTeX."""
        copied = QMimeData()
        copied.setText(plain_of(self.textCursor()))
        return copied

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Lines stay comfortable in a wide panel."""
        super().resizeEvent(event)
        self._fit()

    def event(self, event: QEvent) -> bool:
        """The definition goes when the page is left."""
        if event.type() in (QEvent.Type.Leave, QEvent.Type.FocusOut, QEvent.Type.Hide):
            self.put_away()
        place = self.verticalScrollBar().value()
        done = super().event(event)
        if event.type() in _PLACED and self.verticalScrollBar().value() != place:
            self.verticalScrollBar().setValue(place)  # Qt scrolls to its cursor where there is no room for a line
        return done

    def focusNextPrevChild(self, onward: bool) -> bool:
        """To the next term, which says what it means, else out of the page."""
        moved = super().focusNextPrevChild(onward)
        cursor = self.textCursor()
        probe = QTextCursor(cursor)
        probe.setPosition(cursor.selectionStart() + 1)
        if moved and self.hasFocus() and cursor.hasSelection() and probe.charFormat().isAnchor():
            self._explain(QUrl(probe.charFormat().anchorHref()))
        return moved

    def _width(self) -> float:
        return float(max(100, self.viewport().width()))

    def _fit(self) -> None:
        room = self.width() - self.verticalScrollBar().sizeHint().width()
        right = max(AIR, room - AIR - LINE * self._px)
        self.setViewportMargins(AIR, 0, right, 0)

    def _explain(self, link: QUrl) -> None:
        """Says what the term under the mouse or the keyboard means."""
        address = link.toString()
        if not address.startswith(TERM):
            self.put_away()
            return
        rect = self._rect_of(address)
        place = place_in(self.window(), self.viewport(), rect)
        self.definition().show_term(address.removeprefix(TERM), place, self._look, self._px)

    def _rect_of(self, address: str) -> QRect:
        """Where a term stands that the mouse is on, else the one that the keyboard is on."""
        cursor = self.cursorForPosition(self.viewport().mapFromGlobal(self.cursor().pos()))
        if cursor.charFormat().anchorHref() != address or not self.viewport().underMouse():
            cursor = self.textCursor()
            cursor.setPosition(cursor.selectionStart())
        return self.cursorRect(cursor)

    def put_away(self) -> None:
        """Hides the definition."""
        if self._definition is not None:
            self._definition.hide()
