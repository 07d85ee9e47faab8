"""What lies between the menu bar and the window's edges, and where the message bar goes."""

from __future__ import annotations

from PySide6.QtCore import QEvent, QRect
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QVBoxLayout, QWidget

from attnviz.app.message_bar import MessageBar

MARGIN = 8


class Middle(QWidget):
    """Toolbar, columns, the place of the lesson, and at the foot the message bar.

    The bar has a strip of its own, so that a message moves nothing. Projected text needs that room: there the bar
    lies over the foot of the columns, and only while it has something to say.
    """

    def __init__(self, toolbar: QWidget, columns: QWidget, lesson: QWidget, bar: MessageBar) -> None:
        super().__init__()
        self._bar = bar
        self._strip = QWidget(self)
        bar.setParent(self)
        bar.shown.connect(self._place)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        column.addWidget(toolbar)
        around = QVBoxLayout()
        around.setContentsMargins(MARGIN, MARGIN, MARGIN, MARGIN)
        around.addWidget(columns, 1)
        around.addWidget(lesson)
        column.addLayout(around, 1)
        column.addWidget(self._strip)

    def fit(self, text_size: str) -> None:
        """Gives the message bar its place for that text size."""
        self._strip.setVisible(text_size != "projector")
        self._place()

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Keeps the message bar at the foot."""
        super().resizeEvent(event)
        self._place()

    def event(self, event: QEvent) -> bool:
        """Follows a change of the font, which changes the height of the bar."""
        if event.type() == QEvent.Type.LayoutRequest:
            self._place()
        return super().event(event)

    def _place(self) -> None:
        height = self._bar.sizeHint().height()
        if self._strip.minimumHeight() != height:
            self._strip.setFixedHeight(height)
        self._bar.setGeometry(QRect(0, self.height() - height, self.width(), height))
        self._bar.setVisible(self._bar.message is not None or not self._strip.isHidden())
        self._bar.raise_()
