"""A paragraph of prose in the panel: as high as its width asks for, with formulas, spoken as plain text."""

from __future__ import annotations

from math import ceil, floor

from PySide6.QtCore import QSize, Qt
from PySide6.QtGui import QPainter, QPaintEvent, QResizeEvent
from PySide6.QtWidgets import QSizePolicy, QWidget

from attnviz.content.lessons.prose import split_terms
from attnviz.figures.prose import Prose, prose, without_marks
from attnviz.figures.theme import Theme, theme

PX = {"normal": 14, "large": 17, "projector": 20}


class Words(QWidget):
    """Paints one text. `soft` words are drawn in the colour of subtitles."""

    def __init__(self, text: str, parent: QWidget, *, soft: bool = False) -> None:
        super().__init__(parent)
        self._text = text
        self._soft = soft
        self._look: Theme = theme()
        self._px = PX["normal"]
        self._prose: Prose | None = None
        policy = QSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Preferred)
        policy.setHeightForWidth(True)
        self.setSizePolicy(policy)
        self.setAttribute(Qt.WidgetAttribute.WA_TransparentForMouseEvents)
        self.setAccessibleName(plain(text))

    def say(self, text: str) -> None:
        """Writes another text."""
        if text != self._text:
            self._text = text
            self.setAccessibleName(plain(text))
            self._forget()

    def show_look(self, look: Theme, px: int) -> None:
        """Takes on a theme and a size of letters."""
        if (look, px) != (self._look, self._px):
            self._look, self._px = look, px
            self._forget()

    def hasHeightForWidth(self) -> bool:
        """Lines break where the width ends."""
        return True

    def heightForWidth(self, width: int) -> int:
        """What the text needs in that width."""
        document = self._document()
        document.setTextWidth(width)
        return ceil(document.size().height())

    def top_of_line(self, y: int) -> int:
        """Where the line begins that stands at that height; `y` itself between lines."""
        document = self._document()
        document.setTextWidth(self.width())
        block = document.begin()
        while block.isValid():
            above = document.documentLayout().blockBoundingRect(block).top()
            for number in range(block.layout().lineCount()):
                line = block.layout().lineAt(number)
                if above + line.y() < y < above + line.y() + line.height():
                    return floor(above + line.y())
            block = block.next()
        return y

    def sizeHint(self) -> QSize:
        """A comfortable line."""
        width = 30 * self._px
        return QSize(width, self.heightForWidth(width))

    def minimumSizeHint(self) -> QSize:
        """Narrow enough for a small window."""
        return QSize(8 * self._px, self._px)

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Another width breaks lines elsewhere."""
        super().resizeEvent(event)
        self.updateGeometry()

    def paintEvent(self, _event: QPaintEvent) -> None:
        """The text, from its top left corner."""
        document = self._document()
        document.setTextWidth(self.width())
        with QPainter(self) as painter:
            document.drawContents(painter)

    def _document(self) -> Prose:
        if self._prose is None:
            self._prose = prose(self._text, self._look, self._px, self.width(), soft=self._soft)
        return self._prose

    def _forget(self) -> None:
        self._prose = None
        self.updateGeometry()
        self.update()


def plain(text: str) -> str:
    """The words of a text for a screen reader: formulas and numbers as they are written, terms as they read."""
    said = (piece.words if piece.kind == "term" else piece.text for piece in split_terms(without_marks(text)))
    return "".join(said).replace("**", "").replace("`", "").strip()
