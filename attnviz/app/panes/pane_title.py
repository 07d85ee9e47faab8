"""The line above a pane: the matrix's name in its role's colour, its shape in numbers and words, and its menu."""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtGui import QFontMetrics, QPainter, QPaintEvent, QPalette
from PySide6.QtWidgets import QHBoxLayout, QLabel, QMenu, QSizePolicy, QToolButton, QWidget

from attnviz.figures.theme import Theme


class PaneTitle(QWidget):
    """ "W_Q  2×2, d_model × d_k  ⋮"."""

    def __init__(self, name: str, menu: QMenu, parent: QWidget) -> None:
        super().__init__(parent)
        self.name = QLabel(name, self)
        self.shape = ShortenedLabel(self)
        self.button = QToolButton(self)
        self.name.setTextFormat(Qt.TextFormat.PlainText)
        self.name.setObjectName(f"pane.{name}.title")
        self.shape.setObjectName(f"pane.{name}.shape")
        self.button.setObjectName(f"pane.{name}.menu")
        self.button.setText("⋮")
        self.button.setAutoRaise(True)
        self.button.setMenu(menu)
        self.button.setPopupMode(QToolButton.ToolButtonPopupMode.InstantPopup)
        self.button.setAccessibleName(f"Menu of {name}")
        self.button.setToolTip(f"Add, remove, fill, copy and paste in {name}")
        line = QHBoxLayout(self)
        line.setContentsMargins(0, 0, 0, 0)
        line.setSpacing(8)
        line.addWidget(self.name)
        line.addWidget(self.shape, 1)
        line.addWidget(self.button)

    def say(self, shape: str) -> bool:
        """Shows another shape; False if it is the same."""
        if self.shape.text() == shape:
            return False
        self.shape.setText(shape)
        return True

    def dress(self, worn: Theme, role: str) -> None:
        """Takes on the fonts and colours of a theme."""
        inks = self.name.palette()
        inks.setColor(QPalette.ColorRole.WindowText, worn.role(role))
        self.name.setPalette(inks)
        self.name.setFont(worn.title_font)
        self.shape.setFont(worn.small_font)
        self.button.setFont(worn.title_font)


class ShortenedLabel(QLabel):
    """A line of plain text; where there is no room only what stands before its comma. All of it is in the tooltip."""

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self.setTextFormat(Qt.TextFormat.PlainText)
        self.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Preferred)

    def setText(self, text: str) -> None:
        """Shows another text."""
        super().setText(text)
        self.setToolTip(text)

    def fitting(self, width: int) -> str:
        """What is shown in that many pixels."""
        measure, text = QFontMetrics(self.font()), self.text()
        if measure.horizontalAdvance(text) > width:
            text = text.partition(", ")[0]
        return measure.elidedText(text, Qt.TextElideMode.ElideRight, width)

    def paintEvent(self, _event: QPaintEvent) -> None:
        """The text, or the beginning of it for which there is room."""
        with QPainter(self) as painter:
            painter.setFont(self.font())
            painter.setPen(self.palette().color(self.foregroundRole()))
            place = Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter
            painter.drawText(self.rect(), place, self.fitting(self.width()))
