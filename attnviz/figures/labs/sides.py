"""The headings over what is right and what is wrong, and the lines between the two sides of a page."""

from __future__ import annotations

from PySide6.QtCore import QLineF, QPointF
from PySide6.QtGui import QPainter

from attnviz.figures.labels import ruler
from attnviz.figures.labs.result_page import RIGHT, PageLayout


def paint_sides(painter: QPainter, page: PageLayout) -> None:
    """Draws them where the page's layout has them, in its theme."""
    look, palette = page.theme, page.theme.palette
    ascent = ruler(look.title_font).ascent
    painter.setFont(look.title_font)
    for text, place in page.headings:
        painter.setPen(look.role("values") if text == RIGHT else palette.error)
        painter.drawText(QPointF(place.left(), place.top() + ascent), text)
    painter.setPen(look.pen(palette.border))
    for x, top, bottom in page.dividers:
        painter.drawLine(QLineF(x, top, x, bottom))
