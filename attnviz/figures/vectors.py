"""Vectors in the plane: values as arrows, their shares added tip to tail, and the output they make."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass
from functools import cached_property
from math import ceil, cos, floor, hypot, sin
from typing import Literal

from PySide6.QtCore import QPointF, QRectF, QSizeF

from attnviz.content.numerals import format_result
from attnviz.figures.labels import isolated, ruler
from attnviz.figures.theme import Theme
from attnviz.figures.vector_ticks import Bounds, multiples, round_step, steps_of, tick_text

Point = tuple[float, float]
Kind = Literal["value", "share", "output", "query", "key", "before", "turned"]

GRAB = 12.0  # pixels around an arrow's tip within which it can be taken
_LABEL_LINES = 1.5  # that a plane is larger than what is in reach, on each side where there is room
_NUMBERED = re.compile("[qkv][0-9]+")
_EDGE = 4.0  # right of a plane whose numbers do not ask for more
_NUMBERS_SHARE = 0.4  # of the width is the most that numbers take on one side
_ROUNDS = 8  # in which a plane makes room for its numbers, which change with its size
_SHORTEST, _LONGEST = 1e-300, 1e300  # of what is in sight; beyond, scales would leave the range of numbers
TOO_LONG = "These vectors are too long to be drawn."
_BEFORE = 0.12  # of the range stays free beyond the outermost tip


@dataclass(frozen=True)
class Arrow:
    """One arrow. index: the key it belongs to, or the query. cell: the first of its two numbers as a Cell names it."""

    kind: Kind
    index: int
    start: Point
    tip: Point
    label: str
    role: str
    hidden: bool = False
    weight: float = 0.0
    cell: tuple[str, int | None, int, int] | None = None


@dataclass(frozen=True)
class Arc:
    """A part of a circle around the origin, from `start` on by `turn`, both in radians. label: how far, in words."""

    radius: float
    start: float
    turn: float
    role: str
    label: str = ""

    def points(self, count: int) -> list[Point]:
        """Points along it, its ends among them."""
        angles = (self.start + self.turn * place / (count - 1) for place in range(count))
        return [(self.radius * cos(angle), self.radius * sin(angle)) for angle in angles]


@dataclass(frozen=True, eq=False)
class Vectors:
    """A plane of arrows. bounds: what must be in sight; None fits the arrows, and an app that drags one fixes them.

    ghosts: arrows as they were before the last change, drawn faintly under the others. path: the corners of a line
    that is drawn too, which labels keep clear of. arcs: by how much arrows were turned.
    """

    title: str
    formula: str
    head: int
    query: int
    arrows: tuple[Arrow, ...]
    decimals: int
    bounds: Bounds | None = None
    show_title: bool = True
    numbers: bool = True
    dim_reason: str = ""
    ghosts: tuple[Arrow, ...] = ()
    path: tuple[Point, ...] = ()
    arcs: tuple[Arc, ...] = ()

    @cached_property
    def reach(self) -> Bounds:
        """The bounds that hold every arrow and the origin, with a little air, on round numbers."""
        if self.bounds is not None:
            return self.bounds
        arrows = (*self.arrows, *self.ghosts)
        points = [(0.0, 0.0), *(point for arrow in arrows for point in (arrow.start, arrow.tip))]
        left, right = min(x for x, _ in points), max(x for x, _ in points)
        bottom, top = min(y for _, y in points), max(y for _, y in points)
        longest = max(right - left, top - bottom)
        span = max(longest, _SHORTEST) if longest else 1.0
        step = round_step(span / 4)
        air = _BEFORE * span
        outside = 0.25 * step  # the outermost grid line does not stand on the edge
        low = [floor((end - air) / step + 0.5) * step - outside for end in (left, bottom)]
        high = [ceil((end + air) / step - 0.5) * step + outside for end in (right, top)]
        return low[0], low[1], high[0], high[1]

    def pair(self, point: Point) -> str:
        """Two numbers as a point, each as it stands in its map: (1.340, 0.330), (5, 0.125), (1, 0)."""
        texts = [format_result(round(number, 12) + 0.0, self.decimals) for number in point]  # without noise: 5, not 5+ε
        return f"({texts[0]}, {texts[1]})"


@dataclass(frozen=True)
class Plane:
    """The geometry of a painted plane: one scale for both axes. `area` is the plane, around it stand the ticks.

    steps: between the grid lines across and up; the same wherever both axes get along with it. numbers_room: the width
    left of the plane that its numbers take.
    """

    theme: Theme
    title: QRectF
    area: QRectF
    scale: float  # pixels for one unit
    origin: QPointF  # where (0, 0) is drawn
    steps: tuple[float, float]
    numbers_room: float

    @property
    def step(self) -> float:
        """Between grid lines, the finer of both."""
        return min(self.steps)

    def to_point(self, x: float, y: float) -> QPointF:
        """Where a vector's tip is drawn."""
        return QPointF(self.origin.x() + x * self.scale, self.origin.y() - y * self.scale)

    def to_data(self, point: QPointF) -> Point:
        """The vector whose tip is drawn there."""
        return (point.x() - self.origin.x()) / self.scale, (self.origin.y() - point.y()) / self.scale

    def ticks(self) -> tuple[list[float], list[float]]:
        """The numbers at the grid lines across and up."""
        left, top = self.to_data(self.area.topLeft())
        right, bottom = self.to_data(self.area.bottomRight())
        return multiples(left, right, self.steps[0]), multiples(bottom, top, self.steps[1])

    def numbers(self) -> list[tuple[str, QRectF]]:
        """What stands at the grid lines and where: under the plane, then left of it where its height holds it."""
        small, area = ruler(self.theme.small_font), self.area
        across, up = self.ticks()
        found: list[tuple[str, QRectF]] = []
        for number in across:
            text, x = tick_text(number, self.steps[0]), self.to_point(number, 0).x()
            width = small.width(text)
            found.append((text, QRectF(x - width / 2, area.bottom() + 4, width, small.height)))
        half = small.figure_height / 2
        for number in up:
            text, y = tick_text(number, self.steps[1]), self.to_point(0, number).y()
            width = small.width(text)
            if area.top() - 2 <= y - half and y + half <= area.bottom() + 2:
                found.append((text, QRectF(area.left() - 5 - width, y + half - small.ascent, width, small.height)))
        return found

    def handle_at(self, model: Vectors, point: QPointF) -> Arrow | None:
        """The value, query or key whose tip is nearest to a point, if it is near enough to be dragged."""
        best, nearest = None, GRAB
        for arrow in model.arrows:
            if arrow.kind not in ("share", "output"):
                tip = self.to_point(*arrow.tip)
                distance = hypot(tip.x() - point.x(), tip.y() - point.y())
                if distance < nearest:
                    best, nearest = arrow, distance
        return best

    def arrow_at(self, model: Vectors, point: QPointF) -> Arrow | None:
        """The arrow under a point: a tip near it, else a shaft."""
        tip = self.handle_at(model, point)
        if tip is not None:
            return tip
        near = [(_distance(point, self.to_point(*a.start), self.to_point(*a.tip)), a) for a in model.arrows]
        distance, arrow = min(near, key=lambda pair: pair[0], default=(GRAB, None))
        return arrow if distance < GRAB / 2 else None


def too_long(arrows: Iterable[Arrow]) -> bool:
    """True if lengths and scales of a plane with them would leave the range of numbers."""
    return any(not abs(number) < _LONGEST for arrow in arrows for number in (*arrow.start, *arrow.tip))


def plane_layout(model: Vectors, rect: QRectF, theme: Theme) -> Plane:
    """The geometry in `rect`: a box around what is in reach, as large as fits; one unit is as long across as up.

    Long numbers beside or under the plane make it smaller, so that they end inside `rect`.
    """
    small = ruler(theme.small_font)
    most = _NUMBERS_SHARE * rect.width()
    left, right = small.width("−0.00") + 6, _EDGE
    for _ in range(_ROUNDS):
        plane = _placed(model, rect, theme, (left, right))
        more_left, more_right = _outside(plane, rect)
        if not (more_left > 0 and left < most) and not (more_right > 0 and right < most):
            break
        left, right = max(left, min(left + more_left + 1, most)), max(right, min(right + more_right + 1, most))
    return plane


def _placed(model: Vectors, rect: QRectF, theme: Theme, sides: tuple[float, float]) -> Plane:
    """The plane with so much room for numbers left and right of it."""
    small = ruler(theme.small_font)
    title = ruler(theme.title_font).height + 6 if model.show_title else 0.0
    left, bottom, right, top = model.reach
    room = rect.adjusted(sides[0], title + 2, -sides[1], -(small.height + 6))
    room = QRectF(room.left(), room.top(), max(room.width(), 10.0), max(room.height(), 10.0))
    wide, high = (right - left) or 1.0, (top - bottom) or 1.0
    scale = min(room.width() / wide, room.height() / high)
    air = 2 * _LABEL_LINES * small.height  # for labels, where the room is of another shape
    box = QSizeF(min(wide * scale + air, room.width()), min(high * scale + air, room.height()))
    area = QRectF(QPointF(room.center().x() - box.width() / 2, room.center().y() - box.height() / 2), box)
    middle = (left + right) / 2, (bottom + top) / 2
    origin = QPointF(area.center().x() - middle[0] * scale, area.center().y() + middle[1] * scale)
    wide, high = box.width() / scale / 2, box.height() / scale / 2
    seen = middle[0] - wide, middle[1] - high, middle[0] + wide, middle[1] + high
    steps = steps_of(seen, scale, small)
    return Plane(theme, QRectF(rect.left(), rect.top(), rect.width(), title), area, scale, origin, steps, sides[0])


def _outside(plane: Plane, rect: QRectF) -> tuple[float, float]:
    """How far the plane's numbers reach out of `rect` on the left and on the right."""
    places = plane.numbers()
    least = min((place.left() for _, place in places), default=rect.left())
    most = max((place.right() for _, place in places), default=rect.right())
    return rect.left() - least, most - rect.right()


def vectors_size(model: Vectors, theme: Theme) -> QSizeF:
    """A plane in which labels have room, as wide and high as its arrows ask for."""
    left, bottom, right, top = model.reach
    side = 26.0 * theme.small_px
    share = max(0.55, min(1.0, ((top - bottom) or 1.0) / ((right - left) or 1.0)))
    return QSizeF(side + 40, side * share + 40 + ruler(theme.title_font).height)


def name_of(letter: str, label: str) -> str:
    """The name of one vector: v_b; a label that says it already is the name: v1, q; the value of k1 is v1."""
    if label == letter or _NUMBERED.fullmatch(label):
        return f"{letter}{label[1:]}"
    return f"{letter}_{isolated(label)}"


def _distance(point: QPointF, start: QPointF, tip: QPointF) -> float:
    """From a point to a segment."""
    dx, dy = tip.x() - start.x(), tip.y() - start.y()
    length = dx * dx + dy * dy
    share = ((point.x() - start.x()) * dx + (point.y() - start.y()) * dy) / length if length else 0.0
    share = min(max(share, 0.0), 1.0)
    return hypot(point.x() - start.x() - share * dx, point.y() - start.y() - share * dy)
