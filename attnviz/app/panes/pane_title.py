"""The line above a pane: the matrix's name in its role's colour, its shape in numbers and words, and its menu."""

from __future__ import annotations

from math import ceil

from PySide6.QtCore import QEvent, Qt
from PySide6.QtGui import QColor, QFont, QFontMetrics, QPainter, QPaintEvent, QPalette
from PySide6.QtWidgets import QHBoxLayout, QLabel, QMenu, QSizePolicy, QToolButton, QWidget

from attnviz.figures.theme import SMALL_PX, Theme

_SMALLEST = 0.75  # of the usual letters of a shape


class PaneTitle(QWidget):
    """ "W_Q  2×2, d_model × d_k  ⋮"."""

    def __init__(self, name: str, menu: QMenu, parent: QWidget) -> None:
        super().__init__(parent)
        self.name = InkedLabel(name, self)
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
        self.name.write_in(worn.role(role))
        self.name.setFont(worn.title_font)
        self.shape.setFont(worn.small_font)
        self.button.setFont(worn.title_font)


class InkedLabel(QLabel):
    """A name in a colour of its own.

    Where rules are read anew Qt (6.11) gives back the palette that the label had before the first, of another theme
    perhaps; so it takes its colour again.
    """

    def __init__(self, text: str, parent: QWidget) -> None:
        super().__init__(text, parent)
        self._ink: QColor | None = None

    def write_in(self, ink: QColor) -> None:
        """Takes on that colour."""
        self._ink = ink
        inks = self.palette()
        inks.setColor(QPalette.ColorRole.WindowText, ink)
        self.setPalette(inks)

    def changeEvent(self, event: QEvent) -> None:
        """Rules were read anew."""
        super().changeEvent(event)
        if event.type() == QEvent.Type.StyleChange and self._ink is not None:
            self.write_in(self._ink)


class ShortenedLabel(QLabel):
    """A shape; where there is no room only what stands before its comma. All of it is in the tooltip."""

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
        return self._fitted(width)[0]

    def letters(self, width: int) -> QFont:
        """In what letters that is: smaller ones before a shape would be cut."""
        return self._fitted(width)[1]

    def _fitted(self, width: int) -> tuple[str, QFont]:
        """All of it, else what stands before its comma, in letters down to a part of the usual ones; else nothing.

        A number that is cut is another number.
        """
        usual, shape = self.font(), self.text().partition(", ")[0]
        if QFontMetrics(usual).horizontalAdvance(self.text()) <= width:
            return self.text(), usual
        least = min(usual.pixelSize(), max(SMALL_PX, ceil(_SMALLEST * usual.pixelSize())))
        for size in range(usual.pixelSize(), least - 1, -1):
            smaller = QFont(usual)
            smaller.setPixelSize(size)
            if QFontMetrics(smaller).horizontalAdvance(shape) <= width:
                return shape, smaller
        return "", usual

    def paintEvent(self, _event: QPaintEvent) -> None:
        """The text, or what of it has room."""
        shown, letters = self._fitted(self.width())
        with QPainter(self) as painter:
            painter.setFont(letters)
            painter.setPen(self.palette().color(self.foregroundRole()))
            place = Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter
            painter.drawText(self.rect(), place, shown)
