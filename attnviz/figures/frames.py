"""Painting the frames that set cells off, in small and large maps alike."""

from __future__ import annotations

from PySide6.QtCore import QRectF
from PySide6.QtGui import QColor, QPainter, QPen

from attnviz.figures.matrix_figure import Frame
from attnviz.figures.theme import Theme

CURSOR = 3.0  # pixels: the frame of the selected cell
_THIN, _STRONG = 1.5, 2.5
_ROOMY = 12.0  # pixels of a framed row that is not hidden by its frame
_ROUND = 2.5


def width_of(frame: Frame) -> float:
    """How wide its line is, in pixels."""
    return _STRONG if frame.strong else _THIN


def paint_frame(
    painter: QPainter, area: QRectF, theme: Theme, colour: QColor, width: float, *, dashed: bool = False
) -> None:
    """A rounded frame on a halo of the panel's colour, so that it stands out from any cell; around a thin row."""
    out = 0.5 if min(area.width(), area.height()) >= _ROOMY else width / 2 + 1
    area = area.adjusted(-out, -out, out, out)
    painter.setPen(QPen(theme.palette.panel, width + 2))
    painter.drawRoundedRect(area, _ROUND, _ROUND)
    painter.setPen(theme.pen(colour, width, dashed=dashed))
    painter.drawRoundedRect(area, _ROUND, _ROUND)
