"""Paints what stands in place of a veiled number: a neutral cell with "?", or what was typed with its verdict."""

from __future__ import annotations

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QPainter, QPen, QPolygonF

from attnviz.figures.labels import ruler
from attnviz.figures.theme import Theme, font
from attnviz.figures.veil import Mark

_TINT = 0.16  # how much of the verdict's colour its cell takes on
_LEAST = 9.0  # pixels of a cell in which a sign can be told


def paint_mark(painter: QPainter, rect: QRectF, mark: Mark, theme: Theme, number_px: int) -> None:
    """Fills `rect`, whatever the number is, and writes the mark in it; number_px 0 leaves only colour and sign.

    Right has a tick and wrong a cross in the corner, so that no colour has to be told from another.
    """
    painter.setRenderHint(QPainter.RenderHint.Antialiasing, False)
    painter.fillRect(rect, theme.palette.panel if mark.verdict == "unseen" else background(mark, theme))
    painter.setRenderHint(QPainter.RenderHint.Antialiasing, True)
    if mark.verdict == "unseen":
        return
    if mark.verdict in ("asked", "typed") and min(rect.width(), rect.height()) >= _LEAST:
        painter.setBrush(Qt.BrushStyle.NoBrush)
        painter.setPen(theme.pen(theme.palette.soft, 1.0, dashed=True))
        painter.drawRect(rect.adjusted(1.5, 1.5, -1.5, -1.5))
    side = max(6.0, 0.55 * number_px) if number_px else 0.6 * min(rect.width(), rect.height())
    if number_px:
        _paint_text(painter, rect, mark, theme, number_px, side + 5 if mark.verdict in ("right", "wrong") else 0.0)
    if mark.verdict in ("right", "wrong") and min(rect.width(), rect.height()) >= _LEAST:
        left = rect.right() - side - 3.5 if number_px else rect.center().x() - side / 2
        top = rect.top() + 3.5 if number_px else rect.center().y() - side / 2
        paint_sign(painter, QRectF(left, top, side, side), theme, right=mark.verdict == "right")


def background(mark: Mark, theme: Theme) -> QColor:
    """The neutral colour of a veiled cell, with a breath of its verdict's."""
    palette = theme.palette
    match mark.verdict:
        case "right":
            return _mixed(palette.panel, theme.role("values"))
        case "wrong":
            return _mixed(palette.panel, palette.error)
    return palette.hover


def paint_sign(painter: QPainter, rect: QRectF, theme: Theme, *, right: bool) -> None:
    """A tick or a cross drawn in lines, which every font lacks or has alike."""
    pen = QPen(theme.role("values") if right else theme.palette.error, max(1.6, rect.width() / 5))
    pen.setCapStyle(Qt.PenCapStyle.RoundCap)
    pen.setJoinStyle(Qt.PenJoinStyle.RoundJoin)
    painter.setPen(pen)
    painter.setBrush(Qt.BrushStyle.NoBrush)
    x, y, side = rect.left(), rect.top(), rect.width()
    if right:
        corners = (QPointF(x, y + 0.55 * side), QPointF(x + 0.36 * side, y + 0.9 * side), QPointF(x + side, y))
        painter.drawPolyline(QPolygonF(corners))
    else:
        painter.drawLine(QPointF(x, y), QPointF(x + side, y + side))
        painter.drawLine(QPointF(x, y + side), QPointF(x + side, y))


def _paint_text(painter: QPainter, rect: QRectF, mark: Mark, theme: Theme, number_px: int, sign: float) -> None:
    """In the middle, or as far left of it as the sign in the corner needs."""
    own = font(number_px)
    measure = ruler(own)
    text = measure.shortened(mark.text, rect.width() - 4)
    painter.setFont(own)
    painter.setPen(theme.palette.soft if mark.verdict == "asked" else theme.palette.text)
    left = rect.center().x() - measure.width(text) / 2
    if rect.height() < 2.6 * sign + measure.figure_height:  # the sign stands beside the text, not over it
        left = max(min(left, rect.right() - sign - measure.width(text)), rect.left() + 2)
    painter.drawText(QPointF(left, rect.center().y() + measure.figure_height / 2), text)


def _mixed(one: QColor, other: QColor) -> QColor:
    parts = ((one.red(), other.red()), (one.green(), other.green()), (one.blue(), other.blue()))
    return QColor(*(round(a * (1 - _TINT) + b * _TINT) for a, b in parts))
