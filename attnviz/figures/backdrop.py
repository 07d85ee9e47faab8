"""What stands around a map on the screen, such as title and labels: drawn once for as long as only numbers change."""

from __future__ import annotations

from collections.abc import Callable
from math import ceil

from PySide6.QtCore import QRect, QRectF
from PySide6.QtGui import QColor, QImage, QPainter
from PySide6.QtWidgets import QWidget

_MOST = 24  # pictures; a window shows fewer maps
# By what they look like. Only the window's own thread paints on widgets.
_kept: dict[tuple[object, ...], QImage] = {}


def on_screen(painter: QPainter) -> bool:
    """True if it paints on a widget, which is painted again and again, and not in a file."""
    return isinstance(painter.device(), QWidget)


def fill_beside(painter: QPainter, whole: QRect, rect: QRectF, colour: QColor) -> None:
    """Fills what `paint_backdrop` in `rect` will leave of `whole`: filling that too takes as long as its numbers."""
    inner = rect.toAlignedRect() & whole
    if painter.device().devicePixelRatioF() % 1 or inner.isEmpty():  # its edges may lie amid pixels
        painter.fillRect(whole, colour)
        return
    above, below = inner.top() - whole.top(), inner.bottom() + 1
    before, behind = inner.left() - whole.left(), inner.right() + 1
    for part in (
        QRect(whole.left(), whole.top(), whole.width(), above),
        QRect(whole.left(), inner.top(), before, inner.height()),
        QRect(behind, inner.top(), whole.right() + 1 - behind, inner.height()),
        QRect(whole.left(), below, whole.width(), whole.bottom() + 1 - below),
    ):
        painter.fillRect(part, colour)


def paint_backdrop(
    painter: QPainter, rect: QRectF, colour: QColor, looks: tuple[object, ...], draw: Callable[[QPainter], object]
) -> None:
    """Fills `rect` with the colour and what `draw` draws in it, which is called only where that is not known yet.

    looks: all that decides what it looks like.
    """
    place, ratio = rect.toAlignedRect(), painter.device().devicePixelRatioF()
    key = (place.getRect(), colour.rgba(), ratio, *looks)
    image = _kept.get(key)
    if image is None:
        image = QImage(ceil(place.width() * ratio), ceil(place.height() * ratio), QImage.Format.Format_RGB32)
        image.setDevicePixelRatio(ratio)
        image.fill(colour)
        with QPainter(image) as own:
            own.translate(-place.topLeft())
            draw(own)
        if len(_kept) >= _MOST:
            _kept.clear()
        _kept[key] = image
    painter.drawImage(place.topLeft(), image)
