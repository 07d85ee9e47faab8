"""Paints the plane of vectors: grid, arrows, and labels clear of arrowheads, of each other and of the edge."""

from __future__ import annotations

from dataclasses import dataclass
from math import atan2, cos, hypot, pi, sin

from PySide6.QtCore import QLineF, QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QFont, QPainter, QPen, QPolygonF

from attnviz.content.numerals import format_number
from attnviz.figures.labels import ruler
from attnviz.figures.theme import Theme, font
from attnviz.figures.titles import paint_sentence, paint_title
from attnviz.figures.vectors import Arrow, Plane, Vectors, plane_layout

HEAD = 10.0  # length of an arrowhead in pixels at normal size
_WIDTHS = {"value": 2.0, "share": 1.5, "output": 3.0, "query": 2.5, "key": 2.0}
_ORDER = {"key": 0, "value": 1, "share": 2, "query": 3, "output": 4}
_LABEL_LETTERS = 14.0  # label widths at most, in label sizes; the output with its numbers is never shortened


@dataclass(frozen=True)
class PlacedLabel:
    """A label where it is written, in its colour and font."""

    text: str
    rect: QRectF
    colour: QColor
    font: QFont


def paint_vectors(painter: QPainter, rect: QRectF, model: Vectors, theme: Theme) -> None:
    """Draws the plane in `rect`."""
    painter.save()
    painter.setRenderHint(QPainter.RenderHint.Antialiasing, True)
    plane = plane_layout(model, rect, theme)
    if model.show_title:
        paint_title(painter, plane.title, theme, model.title, "input", model.formula)
    _paint_grid(painter, plane)
    if model.dim_reason:
        paint_sentence(painter, plane.area.adjusted(8, 8, -8, -8), model.dim_reason, theme)
    for arrow in sorted(model.arrows, key=lambda arrow: _ORDER[arrow.kind]):
        _paint_arrow(painter, plane, arrow)
    for label in place_labels(plane, model, rect):
        painter.setFont(label.font)
        painter.setPen(label.colour)
        painter.drawText(QPointF(label.rect.left(), label.rect.top() + ruler(label.font).ascent), label.text)
    painter.restore()


def place_labels(plane: Plane, model: Vectors, rect: QRectF) -> tuple[PlacedLabel, ...]:
    """Labels beside the tips, greatest weight first; one that finds no free place is left out whole."""
    inside = rect.adjusted(0, plane.title.height(), 0, 0).intersected(plane.area.adjusted(0, 0, 4, 0))
    taken = [_around(plane.to_point(*arrow.tip), 0.55 * _head(plane.theme)) for arrow in model.arrows]
    shafts = [QLineF(plane.to_point(*arrow.start), plane.to_point(*arrow.tip)) for arrow in model.arrows]
    placed: list[PlacedLabel] = []
    for text, arrow, own_font in _texts(model, plane):
        measure = ruler(own_font)
        whole = arrow.kind in ("output", "query")
        shown = text if whole else measure.shortened(text, _LABEL_LETTERS * plane.theme.small_px)
        size = measure.width(shown), measure.height
        free = _free_place(plane, arrow, size, inside, taken, shafts)
        if free is not None:
            taken.append(free)
            placed.append(PlacedLabel(shown, free, plane.theme.role(arrow.role), own_font))
    return tuple(placed)


def _texts(model: Vectors, plane: Plane) -> list[tuple[str, Arrow, QFont]]:
    """What is written, in the order of importance; arrows that end in one point share one label."""
    small, bold = plane.theme.small_font, font(plane.theme.small_px, bold=True)
    found: list[tuple[str, Arrow, QFont]] = []
    for arrow in model.arrows:
        if arrow.kind in ("output", "query"):
            text = f"{arrow.label} {model.pair(arrow.tip)}" if model.numbers else arrow.label
            found.append((text, arrow, bold))
    shared: dict[tuple[str, float, float], list[Arrow]] = {}
    for arrow in sorted(model.arrows, key=lambda arrow: -arrow.weight):
        if arrow.kind in ("value", "key"):
            shared.setdefault((arrow.kind, *arrow.tip), []).append(arrow)
    for arrows in shared.values():
        names = [arrow.label + (" hidden" if arrow.hidden else "") for arrow in arrows]
        found.append((" = ".join(names[:4]) + (" …" if len(names) > 4 else ""), arrows[0], small))
    for arrow in model.arrows:
        if arrow.kind == "share" and model.numbers and arrow.weight and arrow.tip != arrow.start:
            found.append((f"{format_number(arrow.weight, model.decimals)} {arrow.label}", arrow, small))
    return found


def _free_place(
    plane: Plane,
    arrow: Arrow,
    size: tuple[float, float],
    inside: QRectF,
    taken: list[QRectF],
    shafts: list[QLineF],
) -> QRectF | None:
    """The place near the tip (or near the middle of a share) that crosses the fewest shafts, None if none is free."""
    start, tip = plane.to_point(*arrow.start), plane.to_point(*arrow.tip)
    along = atan2(tip.y() - start.y(), tip.x() - start.x()) if start != tip else -pi / 4
    share = arrow.kind == "share"
    at = (start + tip) / 2 if share else tip
    turns = (pi / 2, -pi / 2) if share else (0, pi / 4, -pi / 4, pi / 2, -pi / 2, 3 * pi / 4, -3 * pi / 4)
    width, height = size
    best: tuple[float, QRectF] | None = None
    for distance in (5.0, 12.0, 22.0) if not share else (4.0,):
        for number, turn in enumerate(turns):
            dx, dy = cos(along + turn), sin(along + turn)
            away = (0.55 * _head(plane.theme) if not share else 0.0) + distance
            x = at.x() + dx * (away + width / 2) - width / 2
            y = at.y() + dy * (away + height / 2) - height / 2
            place = QRectF(x, y, width, height)
            if not inside.contains(place) or any(place.intersects(other) for other in taken):
                continue
            crossings = sum(_crosses(place, shaft) for shaft in shafts)
            cost = 3.0 * crossings + 0.3 * number + 0.05 * distance
            if best is None or cost < best[0]:
                best = cost, place
    return best[1] if best is not None and not (share and best[0] >= 3.0) else None


def _crosses(rect: QRectF, line: QLineF) -> bool:
    """True if a segment touches a rectangle."""
    if rect.contains(line.p1()) or rect.contains(line.p2()):
        return True
    corners = (rect.topLeft(), rect.topRight(), rect.bottomRight(), rect.bottomLeft())
    bounded = QLineF.IntersectionType.BoundedIntersection
    edges = (QLineF(corners[i], corners[(i + 1) % 4]) for i in range(4))
    return any(line.intersects(edge)[0] == bounded for edge in edges)


def _paint_grid(painter: QPainter, plane: Plane) -> None:
    theme, area = plane.theme, plane.area
    palette, small = theme.palette, ruler(theme.small_font)
    across, up = plane.ticks()
    decimals = max(0, -int(f"{plane.step:e}".partition("e")[2]))
    painter.setFont(theme.small_font)
    for number in across:
        x = plane.to_point(number, 0).x()
        painter.setPen(theme.pen(palette.grid if abs(number) > 1e-12 else palette.soft))
        painter.drawLine(QLineF(x, area.top(), x, area.bottom()))
        text = format_number(number, decimals)
        left = x - small.width(text) / 2
        if left >= area.left() - 12 and left + small.width(text) <= area.right() + 4:
            painter.setPen(palette.soft)
            painter.drawText(QPointF(left, area.bottom() + 4 + small.ascent), text)
    for number in up:
        y = plane.to_point(0, number).y()
        painter.setPen(theme.pen(palette.grid if abs(number) > 1e-12 else palette.soft))
        painter.drawLine(QLineF(area.left(), y, area.right(), y))
        text = format_number(number, decimals)
        painter.setPen(palette.soft)
        if area.top() - 2 <= y - small.figure_height / 2 and y + small.figure_height / 2 <= area.bottom() + 2:
            painter.drawText(QPointF(area.left() - 5 - small.width(text), y + small.figure_height / 2), text)


def _paint_arrow(painter: QPainter, plane: Plane, arrow: Arrow) -> None:
    start, tip = plane.to_point(*arrow.start), plane.to_point(*arrow.tip)
    colour = QColor(plane.theme.role(arrow.role))
    if arrow.hidden:
        colour.setAlphaF(0.45)
    width = _WIDTHS[arrow.kind] * max(1.0, plane.theme.factor**0.5)
    length = hypot(tip.x() - start.x(), tip.y() - start.y())
    painter.setBrush(colour)
    if length < 1.0:
        painter.setPen(Qt.PenStyle.NoPen)
        painter.drawEllipse(tip, 3.5, 3.5)
        return
    head = min(_head(plane.theme) * (0.8 if arrow.kind == "share" else 1.0), length)
    dx, dy = (tip.x() - start.x()) / length, (tip.y() - start.y()) / length
    neck = QPointF(tip.x() - dx * head, tip.y() - dy * head)
    pen = QPen(colour, width)
    pen.setCapStyle(Qt.PenCapStyle.FlatCap)
    if arrow.kind == "share" or arrow.hidden:
        pen.setDashPattern([3.0, 2.0])
    painter.setPen(pen)
    painter.drawLine(QLineF(start, neck))
    painter.setPen(Qt.PenStyle.NoPen)
    side = 0.42 * head
    corners = [
        tip,
        QPointF(neck.x() - dy * side, neck.y() + dx * side),
        QPointF(neck.x() + dy * side, neck.y() - dx * side),
    ]
    painter.drawPolygon(QPolygonF(corners))


def _head(theme: Theme) -> float:
    return HEAD * max(1.0, float(theme.factor**0.5))


def _around(point: QPointF, radius: float) -> QRectF:
    return QRectF(point.x() - radius, point.y() - radius, 2 * radius, 2 * radius)
