"""Vectors in the plane: values as arrows, their shares added tip to tail, and the output they make."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass
from functools import cached_property
from math import ceil, cos, floor, hypot, log10, sin
from typing import Literal

from PySide6.QtCore import QPointF, QRectF, QSizeF

from attnviz.content.numerals import format_number, format_result
from attnviz.figures.labels import Ruler, isolated, ruler
from attnviz.figures.theme import Theme

Point = tuple[float, float]
Bounds = tuple[float, float, float, float]  # left, bottom, right, top in data coordinates
Kind = Literal["value", "share", "output", "query", "key", "before", "turned"]

GRAB = 12.0  # pixels around an arrow's tip within which it can be taken
MOST_TICKS = 5  # on each axis, and three where they have room
LEAST_TICKS = 3
_LABEL_LINES = 1.5  # that a plane is larger than what is in reach, on each side where there is room
_NUMBERED = re.compile("[qkv][0-9]+")
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
        span = max(right - left, top - bottom) or 1.0
        step = round_step(span / 4)
        air = _BEFORE * span
        outside = 0.25 * step  # the outermost grid line does not stand on the edge
        low = [floor((end - air) / step + 0.5) * step - outside for end in (left, bottom)]
        high = [ceil((end + air) / step - 0.5) * step + outside for end in (right, top)]
        return low[0], low[1], high[0], high[1]

    def pair(self, point: Point) -> str:
        """Two numbers as a point, both with decimals or both without: (1.340, 0.330), (5.000, 0.125), (1, 0)."""
        texts = [format_result(round(number, 12) + 0.0, self.decimals) for number in point]  # without noise: 5, not 5+ε
        if any("." in text for text in texts):
            texts = [f"{text}.{'0' * self.decimals}" if text.lstrip("−").isdigit() else text for text in texts]
        return f"({texts[0]}, {texts[1]})"


@dataclass(frozen=True)
class Plane:
    """The geometry of a painted plane: one scale for both axes. `area` is the plane, around it stand the ticks.

    steps: between the grid lines across and up; the same wherever both axes get along with it.
    """

    theme: Theme
    title: QRectF
    area: QRectF
    scale: float  # pixels for one unit
    origin: QPointF  # where (0, 0) is drawn
    steps: tuple[float, float]

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
        return _multiples(left, right, self.steps[0]), _multiples(bottom, top, self.steps[1])

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


def plane_layout(model: Vectors, rect: QRectF, theme: Theme) -> Plane:
    """The geometry in `rect`: a box around what is in reach, as large as fits; one unit is as long across as up."""
    small = ruler(theme.small_font)
    title = ruler(theme.title_font).height + 6 if model.show_title else 0.0
    left, bottom, right, top = model.reach
    side = _tick_room(small)
    room = rect.adjusted(side, title + 2, -4, -(small.height + 6))
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
    steps = _steps(seen, scale, small)
    return Plane(theme, QRectF(rect.left(), rect.top(), rect.width(), title), area, scale, origin, steps)


def _steps(seen: Bounds, scale: float, small: Ruler) -> tuple[float, float]:
    """The finest steps across and up whose numbers are no more than MOST_TICKS and keep clear of each other."""
    left, bottom, right, top = seen

    def clear(step: float) -> float:
        ends = (
            format_number(number * step, tick_decimals(step)) for number in (floor(left / step), ceil(right / step))
        )
        return max(map(small.width, ends)) + small.width("0")

    across = _finest(right - left, scale, clear)
    up = _finest(top - bottom, scale, lambda _: 1.6 * small.height)
    return (across, up) if len(_multiples(bottom, top, across)) < LEAST_TICKS else (max(across, up),) * 2


def _finest(span: float, scale: float, clear: Callable[[float], float]) -> float:
    """The finest step with which so long an axis has no more ticks than it may, each clear of the next."""
    step = round_step(span / (MOST_TICKS + 1))
    while span / step >= MOST_TICKS or step * scale < clear(step):
        if step > span:
            return step
        step = round_step(1.5 * step)
    return step


def tick_room(plane: Plane) -> float:
    """The width left of the plane that its numbers take."""
    return _tick_room(ruler(plane.theme.small_font))


def _tick_room(small: Ruler) -> float:
    return small.width("−0.00") + 6


def tick_decimals(step: float) -> int:
    """The decimals that numbers at such steps have."""
    return max(0, -int(f"{step:e}".partition("e")[2]))


def vectors_size(model: Vectors, theme: Theme) -> QSizeF:
    """A plane in which labels have room, as wide and high as its arrows ask for."""
    left, bottom, right, top = model.reach
    side = 26.0 * theme.small_px
    share = max(0.55, min(1.0, ((top - bottom) or 1.0) / ((right - left) or 1.0)))
    return QSizeF(side + 40, side * share + 40 + ruler(theme.title_font).height)


def round_step(least: float) -> float:
    """The smallest 1, 2 or 5 times a power of ten that is at least `least`."""
    if not least > 0:
        return 1.0
    power = 10.0 ** floor(log10(least))
    return next(part * power for part in (1, 2, 5, 10) if part * power >= least * (1 - 1e-9))


def name_of(letter: str, label: str) -> str:
    """The name of one vector: v_b; a label that says it already is the name: v1, q; the value of k1 is v1."""
    if label == letter or _NUMBERED.fullmatch(label):
        return f"{letter}{label[1:]}"
    return f"{letter}_{isolated(label)}"


def _multiples(low: float, high: float, step: float) -> list[float]:
    first, last = ceil(low / step - 1e-9), floor(high / step + 1e-9)
    return [number * step for number in range(first, min(last, first + 200) + 1)]


def _distance(point: QPointF, start: QPointF, tip: QPointF) -> float:
    """From a point to a segment."""
    dx, dy = tip.x() - start.x(), tip.y() - start.y()
    length = dx * dx + dy * dy
    share = ((point.x() - start.x()) * dx + (point.y() - start.y()) * dy) / length if length else 0.0
    share = min(max(share, 0.0), 1.0)
    return hypot(point.x() - start.x() - share * dx, point.y() - start.y() - share * dy)
