"""The export as it will look, on a chequered ground where it is transparent."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

from PySide6.QtCore import QRect, QSize, Qt, Signal
from PySide6.QtGui import QColor, QImage, QPainter, QPaintEvent, QResizeEvent
from PySide6.QtWidgets import QSizePolicy, QWidget

CHEQUER = 8
MOST_ZOOM, LEAST_ZOOM = 4.0, 0.05
LIGHT, DARK = QColor("#ffffff"), QColor("#d9dde3")


class ExportPreview(QWidget):
    """Shows a picture whole, as large as there is room. `resized` asks for one that is as sharp as the screen."""

    resized = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("export.preview")
        self.setAccessibleName("Preview")
        self.setMinimumSize(320, 240)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Expanding)
        self._image = QImage()
        self._words = ""
        self._natural = QSize()

    def show_image(self, image: QImage, natural: QSize) -> None:
        """Replaces the picture; an empty one leaves the ground alone. natural: its size at 96 dots to the inch."""
        self._image, self._natural, self._words = image, natural, ""
        self.update()

    def say(self, words: str) -> None:
        """Says in place of a picture, where there is none yet, why that is so."""
        self._words = words
        self.update()

    @property
    def image(self) -> QImage:
        """The picture that is shown."""
        return self._image

    @property
    def natural(self) -> QSize:
        """The size at 96 dots to the inch of the picture that is shown."""
        return self._natural

    def zooming(self) -> Callable[[QSize], float]:
        """How many pixels of this screen stand for one of a picture of a given size when it fills the room there is.

        What comes back knows no widget, so that pictures can be painted in another thread.
        """
        return partial(_zoom, self.size(), self.devicePixelRatioF())

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Asks for a picture of the new size."""
        super().resizeEvent(event)
        self.resized.emit()

    def paintEvent(self, _event: QPaintEvent) -> None:
        """Draws the picture at the top, beside the first of what is chosen."""
        with QPainter(self) as painter:
            self._paint(painter)

    def _paint(self, painter: QPainter) -> None:
        painter.fillRect(self.rect(), self.palette().window())
        if self._image.isNull():
            painter.drawText(self.rect(), Qt.AlignmentFlag.AlignCenter, self._words)
            return
        size = self._natural.scaled(self.size(), Qt.AspectRatioMode.KeepAspectRatio)
        size = size.boundedTo(self._natural * MOST_ZOOM)
        place = QRect((self.width() - size.width()) // 2, min(1, self.height() - size.height()), *size.toTuple())
        if self._image.hasAlphaChannel():
            self._chequer(painter, place)
        painter.setRenderHint(QPainter.RenderHint.SmoothPixmapTransform)
        painter.drawImage(place, self._image)
        painter.setPen(self.palette().mid().color())
        painter.drawRect(place.adjusted(-1, -1, 0, 0))

    def sizeHint(self) -> QSize:
        """Room for a figure somewhat larger than its natural size."""
        return QSize(720, 540)

    def _chequer(self, painter: QPainter, place: QRect) -> None:
        painter.save()
        painter.setClipRect(place)
        painter.fillRect(place, LIGHT)
        for row, top in enumerate(range(place.top(), place.bottom() + 1, CHEQUER)):
            for left in range(place.left() + (row % 2) * CHEQUER, place.right() + 1, 2 * CHEQUER):
                painter.fillRect(left, top, CHEQUER, CHEQUER, DARK)
        painter.restore()


def _zoom(room: QSize, ratio: float, natural: QSize) -> float:
    zoom = min(room.width() / max(1, natural.width()), room.height() / max(1, natural.height()))
    return max(LEAST_ZOOM, min(zoom, MOST_ZOOM) * ratio)
