"""What is marked over the grid of heads: lit tokens, heads that were found, the opened one and the cursor."""

from __future__ import annotations

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QPainter

from attnviz.content.sources.source import Place
from attnviz.figures.labels import isolated, ruler
from attnviz.figures.overview.head_colours import head_colour
from attnviz.figures.overview.head_grid import NOTCH, GridPlaces, HeadGrid
from attnviz.figures.theme import Theme, font

_NUMBERED = 22.0  # pixels of a map that has room for the place it came out at
_LONGEST_LIT = 16  # signs of a token in the legend
_LEAST_NOTCH = 3.0  # pixels along the edge of a map
_RINGED = 36.0  # pixels of a map in which a ring leaves something of the rest
_LEAST_RING = 7.0


def paint_marks(painter: QPainter, model: HeadGrid, places: GridPlaces) -> None:
    """Notches at the lit tokens, the places that a search gave, the opened head's frame and the cursor's."""
    palette, theme = places.theme.palette, places.theme
    marked = dict.fromkeys((*model.found, *(one for one in (model.cursor,) if one is not None)))
    for place in marked:  # in every map they would be read as dirt
        if places.gap >= NOTCH and place.head is not None and place.layer < places.layers:
            _paint_notches(painter, model, places, place)
            _paint_ring(painter, model, places, place)
    for number, place in enumerate(model.found, start=1):
        rect = places.tile_rect(place)
        painter.setPen(theme.pen(palette.text, 1.5))
        painter.setBrush(Qt.BrushStyle.NoBrush)
        painter.drawRect(rect.adjusted(-1.5, -1.5, 1.5, 1.5))
        if min(rect.width(), rect.height()) >= _NUMBERED:
            _paint_rank(painter, rect, str(number), theme)
    painter.setBrush(Qt.BrushStyle.NoBrush)
    frames = [
        (model.opened, theme.pen(palette.accent, 3.0)),
        (model.cursor, theme.pen(palette.accent, 2.0, dashed=model.cursor != model.opened)),
    ]
    if len(model.lined) > 1:  # in the colours of their lines, the cursor among them
        frames[1:] = [
            (place, theme.pen(head_colour(number, theme.name), 2.5)) for number, place in enumerate(model.lined)
        ]
    for framed, pen in frames:
        if framed is not None and framed.layer < places.layers:
            whole = places.tile_rect(framed) if framed.head is not None else _row(places, framed.layer)
            painter.setPen(pen)
            painter.drawRect(whole.adjusted(-2.5, -2.5, 2.5, 2.5))


def _row(places: GridPlaces, layer: int) -> QRectF:
    if places.wrapped:
        return places.all_tiles
    return places.tile_rect(Place(layer, 0)).united(places.tile_rect(Place(layer, places.heads - 1)))


def _paint_notches(painter: QPainter, model: HeadGrid, places: GridPlaces, place: Place) -> None:
    """Beside the map at the lit query, over it at the lit key."""
    rect, (rows, columns) = places.tile_rect(place), places.shape
    query, key = _lit(model)
    if query is not None:
        size = rect.height() / rows
        top = rect.top() + query * size - max(_LEAST_NOTCH - size, 0) / 2
        mark = QRectF(rect.left() - NOTCH - 3, top, NOTCH + 1, max(size, _LEAST_NOTCH))
        painter.fillRect(mark, places.theme.role("queries"))
    if key is not None:
        size = rect.width() / columns
        left = rect.left() + key * size - max(_LEAST_NOTCH - size, 0) / 2
        mark = QRectF(left, rect.top() - NOTCH - 3, max(size, _LEAST_NOTCH), NOTCH + 1)
        painter.fillRect(mark, places.theme.role("keys"))


def _paint_ring(painter: QPainter, model: HeadGrid, places: GridPlaces, place: Place) -> None:
    """A ring around the weight between the two lit tokens, where it stays clear of its neighbours."""
    query, key = _lit(model)
    if query is None or key is None or min(places.tile.toTuple()) < _RINGED:
        return
    rect, (rows, columns) = places.tile_rect(place), places.shape
    wide, high = rect.width() / columns, rect.height() / rows
    cell = QRectF(rect.left() + key * wide, rect.top() + query * high, wide, high)
    more = max(_LEAST_RING - min(wide, high), 2.0) / 2
    painter.setBrush(Qt.BrushStyle.NoBrush)
    painter.setPen(places.theme.pen(places.theme.role("keys"), 1.6))
    painter.drawRect(cell.adjusted(-more, -more, more, more))


def _lit(model: HeadGrid) -> tuple[int | None, int | None]:
    """In which row and column of the maps the lit tokens are; None for one that is hidden."""
    return tuple(
        shown.index(index) if index is not None and index in shown else None
        for index, shown in ((model.query, model.shown_queries), (model.key, model.shown_keys))
    )  # type: ignore[return-value]  # a pair in, a pair out


def _paint_rank(painter: QPainter, rect: QRectF, text: str, theme: Theme) -> None:
    """The place that a head came out at, on a small disc at a corner of its map."""
    letters = ruler(font(round(min(theme.small_px, 0.3 * rect.height())), bold=True))
    radius = 0.62 * letters.height
    middle = QPointF(rect.right() - radius * 0.4, rect.top() + radius * 0.4)
    painter.setPen(Qt.PenStyle.NoPen)
    painter.setBrush(theme.palette.text)
    painter.drawEllipse(middle, radius, radius)
    painter.setFont(letters.font)
    painter.setPen(theme.palette.panel)
    painter.drawText(QPointF(middle.x() - letters.width(text) / 2, middle.y() + letters.figure_height / 2), text)


def paint_lit(painter: QPainter, model: HeadGrid, places: GridPlaces, start: QPointF) -> None:
    """What the notches and the ring are: the lit tokens, each after a mark in its colour."""
    theme, x = places.theme, start.x()
    small = ruler(theme.small_font)
    for index, labels, role in ((model.query, model.queries, "queries"), (model.key, model.keys, "keys")):
        if index is None or not labels:
            continue
        text = isolated(labels[index], _LONGEST_LIT)
        if x + small.height + small.width(text) > places.legend.right():
            return
        size = round(0.55 * small.height)
        painter.fillRect(QRectF(x, start.y() - small.figure_height / 2 - size / 2, size, size), theme.role(role))
        painter.setPen(theme.palette.text)
        painter.drawText(QPointF(x + size + 5, start.y()), text)
        x += size + 5 + small.width(text) + 12
