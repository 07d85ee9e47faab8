"""The inspector's text: steps in the colours of their roles, whose operands lead to their own arithmetic."""

from __future__ import annotations

import html
from math import ceil

from PySide6.QtCore import QEvent, QMimeData, Qt, QUrl, Signal
from PySide6.QtGui import (
    QContextMenuEvent,
    QFocusEvent,
    QHelpEvent,
    QKeyEvent,
    QMouseEvent,
    QResizeEvent,
    QTextCursor,
    QTextOption,
    QWheelEvent,
)
from PySide6.QtWidgets import QFrame, QMenu, QTextBrowser, QToolTip, QWidget

from attnviz.app.inspection.line_breaks import HARD_SPACE, JOINER, MAY_BREAK
from attnviz.app.inspection.page import Page
from attnviz.app.inspection.page_formulas import LINE_PX
from attnviz.app.inspection.page_text import Link, PageText
from attnviz.app.inspection.page_writer import PageWriter
from attnviz.app.pipeline.figure_words import cell_in_words
from attnviz.app.session import Session
from attnviz.figures.formula_text import let_hold_formulas, plain_of
from attnviz.figures.theme import Theme

__all__ = ["LINE_PX", "ArithmeticView"]

_UNSEEN = str.maketrans({JOINER: "", MAY_BREAK: "", HARD_SPACE: " "})
_STEPS = {Qt.Key.Key_Right: 1, Qt.Key.Key_Left: -1}
_LINES = {Qt.Key.Key_Down: 1, Qt.Key.Key_Up: -1}


class ArithmeticView(QTextBrowser):
    """Read-only text as high as its page, so that the page around it scrolls as a whole.

    A click on an operand follows it; ← and → walk from operand to operand, ↑ and ↓ from line to line, Enter follows
    the chosen one, and Tab too goes along them before it leaves. Labels are inserted as text and never read as markup.
    The letters have the page's own size in any width: what is too wide goes on in the next line. The document is made
    anew only where another page or width makes it another one. `followed(cell)` tells where a link leads.
    """

    followed = Signal(object)
    resized = Signal()

    def __init__(self, session: Session, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._shown: tuple[Page, Theme] | None = None
        self._written: tuple[Page, Theme, int] | None = None  # what stands in the document, and for which width
        self._on_hold = False
        self.rests = False  # another page or look is about to come
        self.session = session
        self.menu = QMenu(self)  # what its owner offers beside copying
        self.setObjectName("inspector.text")
        self.setAccessibleName("Arithmetic")
        self.setAccessibleDescription("Arrow keys walk along the operands, Enter shows how one came about")
        self.setOpenLinks(False)
        self.setUndoRedoEnabled(False)
        self.setFrameShape(QFrame.Shape.NoFrame)
        flags = Qt.TextInteractionFlag
        self.setTextInteractionFlags(
            flags.TextSelectableByMouse
            | flags.TextSelectableByKeyboard
            | flags.LinksAccessibleByMouse
            | flags.LinksAccessibleByKeyboard
        )
        self.setWordWrapMode(QTextOption.WrapMode.WrapAtWordBoundaryOrAnywhere)
        for policy in (self.setVerticalScrollBarPolicy, self.setHorizontalScrollBarPolicy):
            policy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.document().setDocumentMargin(0)
        self.words = PageText(self.document())
        let_hold_formulas(self.document())
        self.anchorClicked.connect(self._follow)

    def show_page(self, page: Page, look: Theme) -> None:
        """Writes a page; nothing happens if it is the one that is shown."""
        self.rests = False
        if (page, look) == self._shown and (page, look, self.viewport().width()) == self._written:
            return
        self._shown = page, look
        whole = f"<qt>{html.escape(page.whole)}</qt>" if page.whole else ""
        if self.viewport().toolTip() != whole:
            self.viewport().setToolTip(whole)
        self._fit()

    @property
    def links(self) -> list[Link]:
        """What leads to numbers, in reading order."""
        return self.words.links

    def link_at(self, place: int) -> Link | None:
        """The link that holds the sign after that position of the text."""
        return next((link for link in self.links if link.start <= place < link.stop), None)

    def toPlainText(self) -> str:
        """The words without the marks that keep lines from breaking; formulas as their LaTeX."""
        cursor = QTextCursor(self.document())
        cursor.select(QTextCursor.SelectionType.Document)
        return plain_of(cursor).translate(_UNSEEN)

    def createMimeDataFromSelection(self) -> QMimeData:
        """The selected words as plain text, to be pasted anywhere."""
        copied = QMimeData()
        copied.setText(plain_of(self.textCursor()).translate(_UNSEEN))
        return copied

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Walks along the operands, and follows one."""
        key, plain = Qt.Key(event.key()), not event.modifiers() & ~Qt.KeyboardModifier.KeypadModifier
        if plain and self.links and key in _STEPS:
            self._choose(self._next(_STEPS[key]))
        elif plain and self.links and key in _LINES:
            self._choose(self._in_another_line(_LINES[key]))
        elif plain and key in (Qt.Key.Key_Return, Qt.Key.Key_Enter) and self._chosen() is not None:
            self._follow(QUrl(f"#{self._chosen()}"))
        elif key == Qt.Key.Key_Escape or (key in _STEPS and event.modifiers() & Qt.KeyboardModifier.AltModifier):
            event.ignore()
        else:
            super().keyPressEvent(event)

    def focusInEvent(self, event: QFocusEvent) -> None:
        """Coming by Tab chooses the first operand, coming back by Shift+Tab the last."""
        super().focusInEvent(event)
        if self.links and event.reason() == Qt.FocusReason.TabFocusReason:
            self._choose(0)
        elif self.links and event.reason() == Qt.FocusReason.BacktabFocusReason:
            self._choose(len(self.links) - 1)

    def focusNextPrevChild(self, forward: bool) -> bool:
        """Tab goes on to the next operand, and from the last one out of the text."""
        chosen = self._chosen()
        target = None if chosen is None else chosen + (1 if forward else -1)
        if target is not None and 0 <= target < len(self.links):
            self._choose(target)
            return True
        cursor = self.textCursor()
        cursor.clearSelection()
        self.setTextCursor(cursor)
        parent = self.parentWidget()
        while parent is not None and not parent.isWindow():
            parent = parent.parentWidget()
        return bool(parent is not None and parent.focusNextPrevChild(forward))

    def viewportEvent(self, event: QEvent) -> bool:
        """Says on hover where an operand leads, in full."""
        if event.type() == QEvent.Type.ToolTip and isinstance(event, QHelpEvent):
            link = self.link_at(self.cursorForPosition(event.pos()).position())
            if link is not None and self.anchorAt(event.pos()):
                QToolTip.showText(event.globalPos(), self.spoken_link(link), self.viewport())
                return True
        return super().viewportEvent(event)

    def spoken_link(self, link: Link) -> str:
        """What an operand is, with its whole number; safe to show where markup would be read."""
        return f"<qt>{html.escape(cell_in_words(self.session.state, link.cell))}</qt>"

    def contextMenuEvent(self, event: QContextMenuEvent) -> None:
        """Copying what is selected, and what the owner offers."""
        menu = QMenu(self)
        copy = menu.addAction("&Copy Selection", self.copy)
        copy.setEnabled(self.textCursor().hasSelection())
        menu.addSeparator()
        menu.addActions(self.menu.actions())
        menu.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        menu.popup(event.globalPos())

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Another width breaks lines elsewhere; while nothing is painted it asks for the page, which may be another."""
        super().resizeEvent(event)
        if event.size().width() == event.oldSize().width():
            return
        if self.updatesEnabled():
            self._fit()
        else:
            self.rests = True
            self.resized.emit()

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        """Keeps the click, also where there is no link: nothing under the text waits for it."""
        super().mouseReleaseEvent(event)
        event.accept()

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

    def _follow(self, url: QUrl) -> None:
        number = int(url.fragment()) if url.fragment().isdigit() else -1
        if 0 <= number < len(self.links):
            self.followed.emit(self.links[number].cell)

    def _chosen(self) -> int | None:
        """The number of the link that is selected."""
        cursor = self.textCursor()
        if not cursor.hasSelection():
            return None
        start, stop = cursor.selectionStart(), cursor.selectionEnd()
        found = (number for number, link in enumerate(self.links) if (link.start, link.stop) == (start, stop))
        return next(found, None)

    def _next(self, step: int) -> int:
        """The link after or before the chosen one, else after or before where the text is read."""
        chosen = self._chosen()
        if chosen is not None:
            return min(max(chosen + step, 0), len(self.links) - 1)
        place = self.textCursor().position()
        if step > 0:
            return next((n for n, link in enumerate(self.links) if link.start >= place), len(self.links) - 1)
        return max((n for n, link in enumerate(self.links) if link.stop <= place), default=0)

    def _in_another_line(self, step: int) -> int:
        """The first link of the next line that has one, or of the line before."""
        chosen = self._chosen()
        if chosen is None:
            return self._next(step)
        document = self.document()
        lines = [document.findBlock(link.start).blockNumber() for link in self.links]
        if step > 0:
            return next((n for n, line in enumerate(lines) if line > lines[chosen]), chosen)
        above = max((line for line in lines if line < lines[chosen]), default=None)
        return chosen if above is None else lines.index(above)

    def _choose(self, number: int) -> None:
        link = self.links[number]
        cursor = self.textCursor()
        cursor.setPosition(link.start)
        cursor.setPosition(link.stop, QTextCursor.MoveMode.KeepAnchor)
        self.setTextCursor(cursor)

    def _write(self, page: Page, look: Theme, width: int) -> None:
        """Writes the page for that width, unless it is what stands there: a new style comes twice, and changes none."""
        wanted = page, look, width
        if wanted == self._written:
            return
        self._written = wanted
        if not self.words.show(PageWriter(look, width).page(page)):
            return
        cursor = self.textCursor()
        if cursor.position() or cursor.hasSelection():
            self.moveCursor(QTextCursor.MoveOperation.Start)

    def _fit(self) -> None:
        width = self.viewport().width()
        if self.rests:
            return
        if self._shown is not None:
            self._write(*self._shown, width)
        if self.document().textWidth() != width:  # Qt would lay out all of it once more
            self.document().setTextWidth(width)
        if self._on_hold:
            return
        height = ceil(self.document().size().height()) + 2
        if self._shown is not None and self._shown[0].waiting:  # what stands below stays where it is meanwhile
            height = max(height, self.minimumHeight())
        if self.height() != height or self.minimumHeight() != height:
            self.setFixedHeight(height)
