"""Where the labels of arrows are written: clear of arrowheads, of each other and of the edge."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from math import atan2, cos, pi, sin

from PySide6.QtCore import QLineF, QPointF, QRectF
from PySide6.QtGui import QColor, QFont

from attnviz.content.numerals import format_number
from attnviz.figures.labels import ruler
from attnviz.figures.theme import Theme, font
from attnviz.figures.vectors import Arrow, Plane, Vectors

HEAD = 10.0  # length of an arrowhead in pixels at normal size
_LABEL_LETTERS = 14.0  # label widths at most, in label sizes; the output with its numbers is never shortened


@dataclass(frozen=True)
class PlacedLabel:
    """A label where it is written, in its colour and font."""

    text: str
    rect: QRectF
    colour: QColor
    font: QFont


def place_labels(plane: Plane, model: Vectors, rect: QRectF) -> tuple[PlacedLabel, ...]:
    """Labels beside the tips, greatest weight first; one that finds no free place is left out whole."""
    inside = rect.adjusted(0, plane.title.height(), 0, 0).intersected(plane.area.adjusted(0, 0, 4, 0))
    taken = [_around(plane.to_point(*arrow.tip), 0.55 * head_length(plane.theme)) for arrow in model.arrows]
    lines = [QLineF(plane.to_point(*arrow.start), plane.to_point(*arrow.tip)) for arrow in model.arrows]
    area, origin = plane.area, plane.origin
    lines += [
        QLineF(area.left(), origin.y(), area.right(), origin.y()),
        QLineF(origin.x(), area.top(), origin.x(), area.bottom()),
    ]
    placed: list[PlacedLabel] = []
    for text, arrow, own_font in _texts(model, plane):
        measure = ruler(own_font)
        whole = arrow.kind in ("output", "query")
        shown = text if whole else measure.shortened(text, _LABEL_LETTERS * plane.theme.small_px)
        size = measure.width(shown), measure.height
        free = _free_place(plane, arrow, size, inside, taken, lines)
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
    lines: list[QLineF],
) -> QRectF | None:
    """The place near the tip (or near the middle of a share) that crosses the fewest lines, None if none is free."""
    start, tip = plane.to_point(*arrow.start), plane.to_point(*arrow.tip)
    share = arrow.kind == "share"
    best: tuple[float, QRectF] | None = None
    for place, far in _places(start, tip, size, head_length(plane.theme), share=share):
        slid = place.translated(
            min(max(inside.left() - place.left(), 0.0), 0.6 * size[0])
            - min(max(place.right() - inside.right(), 0.0), 0.6 * size[0]),
            0.0,
        )
        if not inside.contains(slid) or any(slid.intersects(other) for other in taken):
            continue
        cost = 3.0 * sum(_crosses(slid, line) for line in lines) + far
        if best is None or cost < best[0]:
            best = cost, slid
    if best is None or (share and best[0] >= 3.0):  # a share has its name elsewhere: rather no label than a crossed one
        return None
    return best[1]


def _places(
    start: QPointF, tip: QPointF, size: tuple[float, float], head: float, *, share: bool
) -> Iterator[tuple[QRectF, float]]:
    """Places around the tip, or beside the middle of a share, each with how little it is liked."""
    width, height = size
    along = atan2(tip.y() - start.y(), tip.x() - start.x()) if start != tip else -pi / 4
    if share:
        middle = (start + tip) / 2
        for number, turn in enumerate((pi / 2, -pi / 2)):
            dx, dy = cos(along + turn), sin(along + turn)
            away = 4.0 + abs(dx) * width / 2 + abs(dy) * height / 2
            center = QPointF(middle.x() + dx * away, middle.y() + dy * away)
            yield QRectF(center.x() - width / 2, center.y() - height / 2, width, height), 0.3 * number
        return
    for distance in (3.0, 9.0, 18.0, 30.0):
        for number, turn in enumerate((0.0, pi / 4, -pi / 4, pi / 2, -pi / 2, 3 * pi / 4, -3 * pi / 4)):
            dx, dy = cos(along + turn), sin(along + turn)
            away = 0.55 * head + distance
            x = tip.x() + dx * away + (0.0 if dx > 0.4 else -width if dx < -0.4 else -width / 2)
            y = tip.y() + dy * away + (0.0 if dy > 0.4 else -height if dy < -0.4 else -height / 2)
            yield QRectF(x, y, width, height), 0.35 * number + 0.06 * distance


def _crosses(rect: QRectF, line: QLineF) -> bool:
    """True if a segment touches a rectangle."""
    if rect.contains(line.p1()) or rect.contains(line.p2()):
        return True
    corners = (rect.topLeft(), rect.topRight(), rect.bottomRight(), rect.bottomLeft())
    bounded = QLineF.IntersectionType.BoundedIntersection
    edges = (QLineF(corners[i], corners[(i + 1) % 4]) for i in range(4))
    return any(line.intersects(edge)[0] == bounded for edge in edges)


def head_length(theme: Theme) -> float:
    """The length of an arrowhead, which grows a little with the text."""
    return HEAD * max(1.0, float(theme.factor**0.5))


def _around(point: QPointF, radius: float) -> QRectF:
    return QRectF(point.x() - radius, point.y() - radius, 2 * radius, 2 * radius)
