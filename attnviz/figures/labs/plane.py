"""The plane of a laboratory: the house's vectors over the polygon that a mixture cannot leave."""

from __future__ import annotations

from dataclasses import replace
from functools import lru_cache

from PySide6.QtCore import QPointF, QRectF, QSizeF, Qt
from PySide6.QtGui import QColor, QPainter, QPolygonF

from attnviz.figures.labs.drawing import Drawing
from attnviz.figures.labs.heading import body_of, heading_height, paint_heading
from attnviz.figures.theme import Theme
from attnviz.figures.vectors import GRAB, Kind, Vectors, plane_layout, vectors_size
from attnviz.figures.vectors import Arrow as Drawn
from attnviz.figures.vectors import Plane as PlaneGrid
from attnviz.figures.vectors_painter import paint_vectors
from attnviz.labs.exhibits import Arrow, Plane

_KINDS: dict[str, Kind] = {"queries": "query", "keys": "key", "values": "value", "output": "output"}
_FILL = 0.10  # how strongly the polygon is filled


@lru_cache(maxsize=64)
def vectors_of(drawing: Drawing) -> Vectors:
    """The plane as the house's vectors, without its title; an arrow's index is its place among the exhibit's."""
    plane = drawing.exhibit
    assert isinstance(plane, Plane)
    arrows = tuple(_drawn(arrow, index) for index, arrow in enumerate(plane.arrows))
    model = Vectors(
        drawing.title,
        drawing.subtitle,
        0,
        0,
        arrows,
        drawing.decimals,
        bounds=drawing.bounds,
        show_title=False,
        numbers=drawing.numbers,
        path=plane.path,
    )
    if drawing.bounds is None and (plane.hull or plane.path):
        around = tuple(Drawn("key", 0, (0.0, 0.0), tip, "", "input") for tip in (*plane.hull, *plane.path))
        reach = Vectors("", "", 0, 0, (*arrows, *around), drawing.decimals).reach
        model = replace(model, bounds=reach)
    return model


def _drawn(arrow: Arrow, index: int) -> Drawn:
    kind = _KINDS.get(arrow.role, "key")
    if kind == "value" and arrow.start != (0.0, 0.0):
        kind = "share"
    return Drawn(kind, index, arrow.start, arrow.tip, arrow.label, arrow.role)


def paint_plane(painter: QPainter, rect: QRectF, drawing: Drawing, theme: Theme) -> None:
    """Draws heading, polygon, path and arrows."""
    plane = drawing.exhibit
    assert isinstance(plane, Plane)
    painter.save()
    painter.setRenderHint(QPainter.RenderHint.Antialiasing, True)
    paint_heading(painter, rect, drawing, theme)
    grid = plane_grid(drawing, rect, theme)
    painter.save()
    painter.setClipRect(grid.area)
    _paint_hull(painter, grid, plane, theme)
    painter.restore()
    paint_vectors(painter, body_of(drawing, rect, theme), vectors_of(drawing), theme)
    painter.restore()


def _paint_hull(painter: QPainter, grid: PlaneGrid, plane: Plane, theme: Theme) -> None:
    colour = QColor(theme.role("output"))
    if len(plane.hull) > 1:
        fill = QColor(colour)
        fill.setAlphaF(_FILL)
        painter.setBrush(fill)
        painter.setPen(theme.pen(colour, 1.2, dashed=True))
        painter.drawPolygon(_corners(grid, plane.hull))
    if plane.path:
        painter.setBrush(Qt.BrushStyle.NoBrush)
        painter.setPen(theme.pen(colour, 1.2))
        painter.drawPolyline(_corners(grid, plane.path))


def _corners(grid: PlaneGrid, points: tuple[tuple[float, float], ...]) -> QPolygonF:
    return QPolygonF([grid.to_point(*point) for point in points])


def plane_grid(drawing: Drawing, rect: QRectF, theme: Theme) -> PlaneGrid:
    """The geometry of the plane in `rect`."""
    return plane_layout(vectors_of(drawing), body_of(drawing, rect, theme), theme)


def handle_at(drawing: Drawing, rect: QRectF, point: QPointF, theme: Theme) -> int | None:
    """The number of the arrow whose tip can be taken at a point: the nearest that a parameter stands behind."""
    plane = drawing.exhibit
    assert isinstance(plane, Plane)
    grid = plane_grid(drawing, rect, theme)
    best, nearest = None, GRAB * max(1.0, theme.factor**0.5)
    for index in movable(plane):
        tip = grid.to_point(*plane.arrows[index].tip)
        distance = ((tip.x() - point.x()) ** 2 + (tip.y() - point.y()) ** 2) ** 0.5
        if distance < nearest:  # of two tips in one place, the one in question
            best, nearest = index, distance
    return best


def movable(plane: Plane) -> tuple[int, ...]:
    """The arrows that can be dragged, what is in question first: the query, and the output that sets a mixture."""
    able = [i for i, arrow in enumerate(plane.arrows) if arrow.parameter or (plane.mixture and arrow.role == "output")]
    return tuple(sorted(able, key=lambda index: plane.arrows[index].role not in ("queries", "output")))


def plane_size(drawing: Drawing, theme: Theme) -> QSizeF:
    """A plane in which labels have room."""
    size = vectors_size(vectors_of(drawing), theme)
    return QSizeF(size.width(), size.height() + heading_height(drawing, theme, size.width()))


def plane_least(drawing: Drawing, theme: Theme, width: float) -> QSizeF:
    """The smallest plane whose labels find places."""
    least = 17.0 * theme.small_px
    return QSizeF(least, 14.0 * theme.small_px + heading_height(drawing, theme, max(width, least)))
