"""The export as it will look, on a chequered ground where it is transparent."""

from __future__ import annotations

from PySide6.QtCore import QRect, QSize, Qt
from PySide6.QtGui import QColor, QImage, QPainter, QPaintEvent
from PySide6.QtWidgets import QSizePolicy, QWidget

CHEQUER = 8
LIGHT, DARK = QColor("#ffffff"), QColor("#d9dde3")


class ExportPreview(QWidget):
    """Shows a picture whole, never larger than it is."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("export.preview")
        self.setAccessibleName("Preview")
        self.setMinimumSize(320, 240)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Expanding)
        self._image = QImage()

    def show_image(self, image: QImage) -> None:
        """Replaces the picture; an empty one leaves the ground alone."""
        self._image = image
        self.update()

    @property
    def image(self) -> QImage:
        """The picture that is shown."""
        return self._image

    def paintEvent(self, _event: QPaintEvent) -> None:
        """Draws the picture in the middle."""
        painter = QPainter(self)
        painter.fillRect(self.rect(), self.palette().window())
        if self._image.isNull():
            return
        size = self._image.size().scaled(self.size(), Qt.AspectRatioMode.KeepAspectRatio).boundedTo(self._image.size())
        place = QRect(
            (self.size() - size).width() // 2, (self.size() - size).height() // 2, size.width(), size.height()
        )
        if self._image.hasAlphaChannel():
            self._chequer(painter, place)
        painter.setRenderHint(QPainter.RenderHint.SmoothPixmapTransform)
        painter.drawImage(place, self._image)
        painter.setPen(self.palette().mid().color())
        painter.drawRect(place.adjusted(-1, -1, 0, 0))

    def sizeHint(self) -> QSize:
        """Room for a figure in its natural size."""
        return QSize(620, 460)

    def _chequer(self, painter: QPainter, place: QRect) -> None:
        painter.save()
        painter.setClipRect(place)
        painter.fillRect(place, LIGHT)
        for row, top in enumerate(range(place.top(), place.bottom() + 1, CHEQUER)):
            for left in range(place.left() + (row % 2) * CHEQUER, place.right() + 1, 2 * CHEQUER):
                painter.fillRect(left, top, CHEQUER, CHEQUER, DARK)
        painter.restore()
