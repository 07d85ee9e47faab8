"""Paints the plane of vectors: grid, arrows, and labels clear of arrowheads, of each other and of the edge."""

from __future__ import annotations

from dataclasses import fields
from math import hypot
from typing import Any

from PySide6.QtCore import QLineF, QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QPainter, QPen, QPolygonF

from attnviz.figures.labels import ruler
from attnviz.figures.per_thread import kept_per_thread
from attnviz.figures.theme import Theme
from attnviz.figures.titles import paint_sentence, paint_title
from attnviz.figures.vector_crossings import ARC_POINTS
from attnviz.figures.vector_labels import PlacedLabel, place_labels
from attnviz.figures.vector_names import paint_pieces
from attnviz.figures.vector_places import RING, head_length, nearest_in
from attnviz.figures.vectors import Arc, Arrow, Plane, Vectors, plane_layout

_WIDTHS = {"value": 2.0, "share": 1.5, "output": 3.0, "query": 2.5, "key": 2.0, "before": 1.5, "turned": 2.5}
_UNDER = 2.0  # times as wide is a key that a query lies on, so that both are seen
_ORDER = {"before": 0, "key": 0, "value": 1, "share": 2, "query": 3, "output": 4, "turned": 4}
_NOISE = 1e-9  # what roundings of binary numbers come to, in steps or pixels
_DASHED = frozenset({"share", "before"})


def paint_vectors(painter: QPainter, rect: QRectF, model: Vectors, theme: Theme) -> None:
    """Draws the plane in `rect`."""
    painter.save()
    painter.setRenderHint(QPainter.RenderHint.Antialiasing, True)
    content = tuple(getattr(model, field.name) for field in fields(model))
    plane, labels = _planned(content, rect.x(), rect.y(), rect.width(), rect.height(), theme)
    if model.show_title:
        paint_title(painter, plane.title, theme, model.title, "input", *_words(model, labels))
    _paint_grid(painter, plane, rect)
    if model.dim_reason:
        paint_sentence(painter, plane.area.adjusted(8, 8, -8, -8), model.dim_reason, theme)
    for ghost in model.ghosts:
        _paint_ghost(painter, plane, ghost)
    for arc in model.arcs:
        _paint_arc(painter, plane, arc)
    covered = {(arrow.start, arrow.tip) for arrow in model.arrows if arrow.kind == "query"}
    for arrow in sorted(model.arrows, key=lambda arrow: _ORDER[arrow.kind]):
        under = arrow.kind == "key" and (arrow.start, arrow.tip) in covered
        _paint_arrow(painter, plane, arrow, _UNDER if under else 1.0)
    veil = QColor(theme.palette.panel)
    veil.setAlphaF(0.72)
    for label in labels:
        if label.tip is not None:
            painter.setPen(plane.theme.pen(label.colour))
            painter.drawLine(QLineF(nearest_in(label.rect, label.tip), label.tip))
        painter.fillRect(label.rect, veil)  # lines under a label step back
        painter.setPen(label.colour)
        baseline = QPointF(label.rect.left(), label.rect.top() + ruler(label.font).ascent)
        paint_pieces(painter, baseline, label.pieces, label.font)
    painter.restore()


@kept_per_thread(16)
def _planned(
    content: tuple[Any, ...], left: float, top: float, width: float, height: float, theme: Theme
) -> tuple[Plane, tuple[PlacedLabel, ...]]:
    """The plane and its labels, searched once for models of the same content in the same place."""
    model = Vectors(*content)
    rect = QRectF(left, top, width, height)
    plane = plane_layout(model, rect, theme)
    return plane, place_labels(plane, model, rect)


def _words(model: Vectors, labels: tuple[PlacedLabel, ...]) -> tuple[str, ...]:
    """What stands after the title: the output's numbers where its label has no room for them, else the formula."""
    texts = {label.text for label in labels}
    told = ("output", "turned")
    bare = [a for a in model.arrows if a.kind in told and not any(model.pair(a.tip) in text for text in texts)]
    return (*(model.pair(arrow.tip) for arrow in bare if model.numbers and len(bare) == 1), model.formula)


def _paint_grid(painter: QPainter, plane: Plane, rect: QRectF) -> None:
    """Grid lines and their numbers; a number that would be cut at the edge of `rect` is left out."""
    theme, area = plane.theme, plane.area
    palette, small = theme.palette, ruler(theme.small_font)
    across, up = plane.ticks()
    for number in across:
        x = plane.to_point(number, 0).x()
        painter.setPen(theme.pen(palette.grid if abs(number) > _NOISE * plane.steps[0] else palette.soft))
        painter.drawLine(QLineF(x, area.top(), x, area.bottom()))
    for number in up:
        y = plane.to_point(0, number).y()
        painter.setPen(theme.pen(palette.grid if abs(number) > _NOISE * plane.steps[1] else palette.soft))
        painter.drawLine(QLineF(area.left(), y, area.right(), y))
    painter.setFont(theme.small_font)
    painter.setPen(palette.soft)
    for text, place in plane.numbers():
        if rect.left() <= place.left() + _NOISE and place.right() <= rect.right() + _NOISE:
            painter.drawText(QPointF(place.left(), place.top() + small.ascent), text)


def _paint_arc(painter: QPainter, plane: Plane, arc: Arc) -> None:
    """A thin line with a small head, in the direction in which it was turned."""
    colour = QColor(plane.theme.role(arc.role))
    painter.setPen(QPen(colour, 1.2))
    painter.setBrush(Qt.BrushStyle.NoBrush)
    points = [plane.to_point(*point) for point in arc.points(ARC_POINTS)]
    painter.drawPolyline(QPolygonF(points))
    last, before = points[-1], points[-2]
    length = hypot(last.x() - before.x(), last.y() - before.y())
    if not length:
        return
    dx, dy = (last.x() - before.x()) / length, (last.y() - before.y()) / length
    head = 0.5 * head_length(plane.theme)
    neck = QPointF(last.x() - dx * head, last.y() - dy * head)
    side = QPointF(-dy, dx) * (0.5 * head)
    painter.setPen(Qt.PenStyle.NoPen)
    painter.setBrush(colour)
    painter.drawPolygon(QPolygonF([last, neck + side, neck - side]))


def _paint_ghost(painter: QPainter, plane: Plane, arrow: Arrow) -> None:
    """Where an arrow was: a thin dotted line with a ring at its tip."""
    colour = QColor(plane.theme.role(arrow.role))
    colour.setAlphaF(0.6)
    pen = QPen(colour, 1.2)
    pen.setDashPattern([1.5, 3.0])
    painter.setPen(pen)
    painter.setBrush(Qt.BrushStyle.NoBrush)
    start, tip = plane.to_point(*arrow.start), plane.to_point(*arrow.tip)
    painter.drawLine(QLineF(start, tip))
    painter.setPen(QPen(colour, 1.5))
    painter.drawEllipse(tip, RING, RING)


def _paint_arrow(painter: QPainter, plane: Plane, arrow: Arrow, part: float = 1.0) -> None:
    start, tip = plane.to_point(*arrow.start), plane.to_point(*arrow.tip)
    colour = QColor(plane.theme.role(arrow.role))
    if arrow.hidden:
        colour.setAlphaF(0.45)
    width = part * _WIDTHS[arrow.kind] * max(1.0, plane.theme.factor**0.5)
    length = hypot(tip.x() - start.x(), tip.y() - start.y())
    painter.setBrush(colour)
    if length < 1.0:
        painter.setPen(Qt.PenStyle.NoPen)
        painter.drawEllipse(tip, 3.5, 3.5)
        return
    head = min(head_length(plane.theme) * (0.8 if arrow.kind == "share" else 1.0), length)
    dx, dy = (tip.x() - start.x()) / length, (tip.y() - start.y()) / length
    neck = QPointF(tip.x() - dx * head, tip.y() - dy * head)
    pen = QPen(colour, width)
    pen.setCapStyle(Qt.PenCapStyle.FlatCap)
    if arrow.kind in _DASHED or arrow.hidden:
        pen.setDashPattern([3.0, 2.0])
    painter.setPen(pen)
    painter.drawLine(QLineF(start, neck))
    painter.setPen(Qt.PenStyle.NoPen)
    side = 0.42 * head * part**0.5
    corners = [
        tip,
        QPointF(neck.x() - dy * side, neck.y() + dx * side),
        QPointF(neck.x() + dy * side, neck.y() - dx * side),
    ]
    painter.drawPolygon(QPolygonF(corners))
