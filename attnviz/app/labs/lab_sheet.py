"""What is scrolled of a laboratory: the sheet that its exhibits lie on."""

from __future__ import annotations

from PySide6.QtCore import QSizeF, Qt
from PySide6.QtGui import QPainter, QPaintEvent
from PySide6.QtWidgets import QWidget

from attnviz.figures.labs.result_page import PageLayout
from attnviz.figures.labs.sides import paint_sides
from attnviz.figures.theme import Theme
from attnviz.figures.theme import theme as theme_of
from attnviz.figures.titles import paint_sentence


class Sheet(QWidget):
    """The headings of the two sides, the line between them, and the exhibits as children."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("lab.sheet")
        self.theme = theme_of()
        self.page = PageLayout((), (), (), QSizeF())
        self._sentence = ""
        self.setAttribute(Qt.WidgetAttribute.WA_OpaquePaintEvent)

    def wear(self, look: Theme, sentence: str) -> None:
        """Takes on a theme, and a sentence that stands there when there is no exhibit."""
        self.theme, self._sentence = look, sentence
        self.update()

    def paintEvent(self, _event: QPaintEvent) -> None:
        """The headings, the line between them, or the sentence."""
        with QPainter(self) as painter:
            self._paint(painter)

    def _paint(self, painter: QPainter) -> None:
        look, palette = self.page.theme, self.theme.palette
        painter.fillRect(self.rect(), palette.panel)
        paint_sides(painter, self.page)
        if self._sentence:
            paint_sentence(painter, self.rect().toRectF().adjusted(16, 16, -16, -16), self._sentence, look)
