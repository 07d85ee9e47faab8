"""What a glossary term means, in a small sheet beside the term, while the mouse or the keyboard is on it."""

from __future__ import annotations

from PySide6.QtCore import QPoint, QRect, Qt
from PySide6.QtGui import QAccessible, QAccessibleAnnouncementEvent
from PySide6.QtWidgets import QFrame, QVBoxLayout, QWidget

from attnviz.app.lessons.words import Words, plain
from attnviz.content.lessons.glossary import entry
from attnviz.content.lessons.prose import source_of, split_terms
from attnviz.figures.theme import Theme

MOST_WIDE = 26  # times the letters' size
AIR = 10


class Definition(QFrame):
    """Belongs to the window, so that it can stand over the figures; takes neither clicks nor the keyboard."""

    def __init__(self, window: QWidget) -> None:
        super().__init__(window)
        self._owner = window
        self.setObjectName("lesson.definition")
        self.setProperty("part", "definition")
        self.setAttribute(Qt.WidgetAttribute.WA_StyledBackground)
        self.setAttribute(Qt.WidgetAttribute.WA_TransparentForMouseEvents)
        self._words = Words("", self)
        column = QVBoxLayout(self)
        column.setContentsMargins(AIR, AIR - 2, AIR, AIR - 2)
        column.addWidget(self._words)
        self.hide()

    @property
    def text(self) -> str:
        """What is said at present, "" while it is hidden."""
        return "" if self.isHidden() else self._words.accessibleName()

    def show_term(self, term: str, place: QRect, look: Theme, px: int) -> None:
        """Says what a term means, over or under a place in the window."""
        found = entry(term)
        if found is None:
            self.hide()
            return
        self._words.show_look(look, px)
        said = f"**{found.term}**: {without_links(found.text)}"
        self._words.say(said)
        room = self._owner.rect()
        width = min(MOST_WIDE * px, room.width() - 2 * AIR)
        height = self._words.heightForWidth(width - 2 * AIR - 2) + 2 * AIR
        left = min(max(AIR, place.left() - AIR), room.width() - width - AIR)
        above = place.top() - height - 4
        self.setGeometry(left, above if above >= 0 else place.bottom() + 4, width, height)
        self.raise_()
        self.show()
        self.setAccessibleName(plain(said))
        QAccessible.updateAccessibility(QAccessibleAnnouncementEvent(self, self.accessibleName()))


def without_links(text: str) -> str:
    """The text with its terms as plain words: nothing in the sheet can be pointed at."""
    return "".join(piece.words if piece.kind == "term" else source_of(piece) for piece in split_terms(text))


def place_in(window: QWidget, widget: QWidget, rect: QRect) -> QRect:
    """A rectangle of a widget in the coordinates of its window."""
    return QRect(widget.mapTo(window, QPoint(rect.topLeft())), rect.size())
