"""Paints the numbers of the cells that are seen; no other cell is looked at."""

from __future__ import annotations

from PySide6.QtCore import QPointF, QRectF
from PySide6.QtGui import QPainter

from attnviz.content.numerals import NEARLY_0
from attnviz.figures.colour_maps import BLACK, WHITE, ColourMap
from attnviz.figures.labels import ruler
from attnviz.figures.large.codes import MASKED
from attnviz.figures.large.colouring import entries_for
from attnviz.figures.large.large_map import LargeMap
from attnviz.figures.large.layout import Ground
from attnviz.figures.theme import font


def is_written(model: LargeMap, place: Ground, row: int, column: int) -> bool:
    """True if the number of that cell stands in it: not cut off, and not as the ≈0 that too few decimals make of it."""
    if not place.number_px or model.values is None or model.picture is None or not model.picture.has_cells:
        return False
    measure = ruler(font(place.number_px))
    ((text,),) = place.digits.texts(model.values[row : row + 1, column : column + 1])
    if text == NEARLY_0 and place.digits.decimals < model.decimals:
        return False
    wide, drop = measure.width(text) / 2, measure.figure_height / 2
    room = place.map.adjusted(1, 1, -1, -1)
    x, y = place.x_of(column + 0.5) - 0.5, place.y_of(row + 0.5) - 0.5
    return room.left() <= x - wide and x + wide <= room.right() and room.top() <= y - drop and y + drop <= room.bottom()


def paint_numbers(painter: QPainter, place: Ground, model: LargeMap, colours: ColourMap) -> None:
    """The number of each cell in its middle, black or white as its colour asks, soft where it is hidden.

    A cell that is cut off at the edge has its number while all of it has room. The gap of a hatch is left where there
    is a number only.
    """
    if model.values is None or model.picture is None or not model.picture.has_cells:
        return
    (top, bottom), (left, right) = place.viewport.seen_rows, place.viewport.seen_columns
    measure = ruler(font(place.number_px))
    painter.setFont(measure.font)
    entries = entries_for(model.picture, model.scale, colours)
    codes = model.picture.levels[0][top:bottom, left:right].tolist()
    texts = place.digits.texts(model.values[top:bottom, left:right])
    middles = [place.x_of(column + 0.5) - 0.5 for column in range(left, right)]
    drop, light, width = measure.figure_height / 2, colours.light_text, measure.width
    first, last = place.map.left() + 1, place.map.right() - 1
    groups: dict[str, list[tuple[QPointF, str]]] = {"black": [], "white": [], "soft": []}
    for row, (line, own) in enumerate(zip(texts, codes, strict=True), start=top):
        baseline = place.y_of(row + 0.5) + drop - 0.5
        if baseline > place.map.bottom() - 1 or baseline - 2 * drop < place.map.top() + 1:
            continue
        for middle, text, code in zip(middles, line, own, strict=True):
            half = width(text) / 2
            if first <= middle - half and middle + half <= last:
                group = "soft" if code == MASKED else "white" if light[entries[code]] else "black"
                groups[group].append((QPointF(middle - half, baseline), text))
    palette = place.theme.palette
    for name, colour in (("black", BLACK), ("white", WHITE), ("soft", palette.soft)):
        painter.setPen(colour)
        for point, text in groups[name]:
            if name == "soft":  # the hatch leaves a gap for the number
                gap = QRectF(point.x() - 3, point.y() - 2 * drop - 2, width(text) + 6, 2 * drop + 4)
                painter.fillRect(gap, palette.panel)
            painter.drawText(point, text)
