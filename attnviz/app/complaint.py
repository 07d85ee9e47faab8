"""The reason, in words and beside the cell, why what was typed is no number."""

from __future__ import annotations

from PySide6.QtCore import QPoint, QRect, Qt
from PySide6.QtWidgets import QLabel, QWidget

from attnviz.figures.theme import Theme

_WIDEST = 300  # at normal size
_GAP, _MARGIN = 2, 4


class Complaint(QLabel):
    """Floats over the panes, below the line that is being typed in, or above it where there is more room."""

    def __init__(self, name: str, parent: QWidget) -> None:
        super().__init__(parent)
        self.setObjectName(f"pane.{name}.problem")
        self.setTextFormat(Qt.TextFormat.PlainText)
        self.setWordWrap(True)
        self._widest = _WIDEST
        self.hide()

    def say(self, reason: str, line: QWidget) -> None:
        """Shows the reason beside that line."""
        room = self.parentWidget()
        if room is None:
            return
        self.setText(reason)
        place = line.mapTo(room, QPoint(0, 0))
        wanted = self.fontMetrics().horizontalAdvance(reason) + 3 * _MARGIN + 2
        width = min(wanted, self._widest, room.width() - 2 * _MARGIN)
        height = self.heightForWidth(width)
        below, above = place.y() + line.height() + _GAP, place.y() - height - _GAP
        top = below if below + height <= room.height() else max(above, 0)
        left = max(min(place.x(), room.width() - width - _MARGIN), 0)
        self.setGeometry(QRect(left, top, width, height))
        self.raise_()
        self.show()

    def dress(self, worn: Theme) -> None:
        """Takes on the fonts and colours of a theme."""
        panel, error = worn.palette.panel.name(), worn.palette.error.name()
        self._widest = round(_WIDEST * worn.factor)
        self.setFont(worn.small_font)
        self.setStyleSheet(
            f"QLabel {{ background: {panel}; color: {error}; border: 1px solid {error}; padding: 2px {_MARGIN}px; }}"
        )
