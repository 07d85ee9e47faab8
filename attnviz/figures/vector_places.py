"""Places for the labels of arrows: inside, clear of what stands there already, and nearest to their own tip."""

from __future__ import annotations

from dataclasses import dataclass
from math import atan2, cos, hypot, inf, pi, sin

import numpy as np
import numpy.typing as npt
from PySide6.QtCore import QPointF, QRectF

from attnviz.figures.theme import Theme
from attnviz.figures.vector_crossings import Lines, boxes_of, crossings, distances, passes
from attnviz.figures.vectors import Arrow, Plane

RING = 3.5  # pixels from the middle of a ring where an arrow was
HEAD = 10.0  # length of an arrowhead in pixels at normal size
_STRANGE = 2.0  # how little a place is liked that is nearer to another arrow; 3 for each line through it
_AXES, _AXIS = 2, 2.0  # the last lines, and by how much less one of them through a label matters
_ALONG, _PLACES = 1.0, 12  # label sizes from one place at an edge to the next, and how many
_AT_ONCE = 24  # places whose distances are looked at together
_ON_A_LINE = 12  # points that are looked at
_STEP, _STEPS = 5.0, 8  # pixels, and how often the output's name may move so far away from its tip


@dataclass(frozen=True)
class Places:
    """Where labels may be: `inside`, and clear of what is `taken`, to which each that is written is added.

    lines: what they had better not cross, the axes last. shafts: those of all arrows.
    """

    plane: Plane
    inside: QRectF
    taken: list[QRectF]
    lines: Lines
    shafts: Lines

    def is_free(self, place: QRectF) -> bool:
        """Whether nothing stands there."""
        return bool(self._free(boxes_of([place]))[0])

    def _free(self, boxes: Lines) -> npt.NDArray[np.bool_]:
        (left, top, right, bottom), edges = boxes.T[..., np.newaxis], boxes_of([self.inside])[0]
        x, y, x_end, y_end = boxes_of(self.taken).T
        meets = (left < x_end) & (x < right) & (top < y_end) & (y < bottom)
        return np.asarray(~meets.any(axis=1) & (boxes[:, :2] >= edges[:2]).all(1) & (boxes[:, 2:] <= edges[2:]).all(1))

    def is_crossed(self, place: QRectF) -> bool:
        """Whether a line goes through it."""
        return bool(crossings([place], self.lines)[0])

    def is_strange(self, place: QRectF, arrow: Arrow) -> bool:
        """Whether a label there would be taken for that of another arrow, whose tip or shaft is nearer."""
        return bool(self._strange(boxes_of([place]), arrow)[0])

    def _strange(self, boxes: Lines, arrow: Arrow) -> npt.NDArray[np.bool_]:
        tip = self.plane.to_point(*arrow.tip)
        own = distances(boxes, np.array([[tip.x(), tip.y(), tip.x(), tip.y()]]))[:, 0]
        return np.asarray(distances(boxes, self._others(tip)).min(axis=1, initial=inf) < own - 1.0)

    def is_led(self, place: QRectF, arrow: Arrow) -> bool:
        """Whether a line from there to its tip, the nearest of all, meets no other shaft on its way."""
        tip = self.plane.to_point(*arrow.tip)
        start, others = nearest_in(place, tip), self._others(tip)
        far = hypot(tip.x() - start.x(), tip.y() - start.y())
        if distances(boxes_of([place]), others[:, [2, 3, 2, 3]]).min(initial=inf) < far - 1.0:
            return False
        shares = np.linspace(0.0, 0.8, _ON_A_LINE)  # the last part is at the tip, where others may end or pass
        points = [start + (tip - start) * float(share) for share in shares]
        dots = [place, *(QRectF(point.x() - 1.0, point.y() - 1.0, 2.0, 2.0) for point in points)]
        return not crossings(dots, others).any()

    def _others(self, tip: QPointF) -> Lines:
        """The shafts that do not end at a tip."""
        ends = np.abs(self.shafts[:, 2:] - (tip.x(), tip.y())).max(axis=1)
        return np.asarray(self.shafts[ends >= 1.0])

    def near(self, arrow: Arrow, size: tuple[float, float]) -> QRectF | None:
        """The place near the tip, of a share near its middle, that crosses the fewest lines; None if none is free."""
        start, tip = self.plane.to_point(*arrow.start), self.plane.to_point(*arrow.tip)
        share = arrow.kind == "share"
        corners, costs = _corners(start, tip, size, head_length(self.plane.theme), share=share)
        boxes = np.hstack([corners, corners + size])
        boxes = boxes + _back(boxes, self.inside)
        free = self._free(boxes)
        if not free.any():
            return None
        boxes = boxes[free]
        through = passes(boxes, self.lines)
        total = costs[free] + 3.0 * through.sum(axis=1)
        if not share:
            total -= _AXIS * through[:, -_AXES:].sum(axis=1)
            hopeful = np.flatnonzero(total <= total.min() + _STRANGE)  # others are dearer than the cheapest anyway
            total[hopeful] += _STRANGE * self._strange(boxes[hopeful], arrow)
        best = int(total.argmin())
        # A share has its name elsewhere: rather no label than a crossed one.
        return None if share and total[best] >= 3.0 else QRectF(float(boxes[best, 0]), float(boxes[best, 1]), *size)

    def clear(self, arrow: Arrow, size: tuple[float, float]) -> QRectF | None:
        """The nearest place around the tip that no line crosses, None if there is none."""
        boxes = self._around(arrow, size)
        boxes = boxes[self._free(boxes)]
        boxes = boxes[~passes(boxes, self.lines).any(axis=1)]
        for first in range(0, len(boxes), _AT_ONCE):  # mostly one of the nearest will do
            some = boxes[first : first + _AT_ONCE]
            own = some[~self._strange(some, arrow)]
            if len(own):
                return QRectF(float(own[0, 0]), float(own[0, 1]), *size)
        return None

    def _around(self, arrow: Arrow, size: tuple[float, float]) -> Lines:
        """Places in rings around the tip, the nearest first."""
        tip, (width, height) = self.plane.to_point(*arrow.tip), size
        away = 0.55 * head_length(self.plane.theme) + 3.0
        corners: list[tuple[float, float]] = []
        for step in range(_STEPS):
            reach = away + step * _STEP
            above, below = tip.y() - reach - height, tip.y() + reach
            corners += [(tip.x() - width * part / 8, y) for part in range(9) for y in (above, below)]
            sides = tip.x() + reach, tip.x() - reach - width
            corners += [(x, tip.y() - height * part / 2) for part in (0, 1, 2) for x in sides]
        found = np.array(corners)
        return np.hstack([found, found + size])

    def corner(self, size: tuple[float, float]) -> QRectF | None:
        """A place at the upper or lower edge that nothing crosses, as far right as can be; None if there is none."""
        (width, height), area = size, self.plane.area
        most = min(area.right(), self.inside.right()) - width
        edges = (area.top() + 2.0, area.bottom() - height - 2.0)
        # At the corners first; between them it is far from the tip, but told by its name and colour.
        lefts = [most - step * _ALONG * self.plane.theme.small_px for step in range(_PLACES)]
        for left, top in ((left, top) for left in lefts for top in edges if left >= area.left()):
            place = QRectF(left, top, width, height)
            if self.is_free(place) and not self.is_crossed(place):
                return place
        return None


def nearest_in(place: QRectF, point: QPointF) -> QPointF:
    """The point of a place that is nearest to another."""
    return QPointF(min(max(point.x(), place.left()), place.right()), min(max(point.y(), place.top()), place.bottom()))


def _back(boxes: Lines, inside: QRectF) -> Lines:
    """How far each moves back from the left or right edge, by no more than most of its width, as (m, 4)."""
    left, _, right, _ = boxes.T
    most = 0.6 * (right - left)
    into = np.minimum(np.maximum(inside.left() - left, 0.0), most)
    moved = into - np.minimum(np.maximum(right - inside.right(), 0.0), most)
    return np.asarray(moved[:, np.newaxis] * (1.0, 0.0, 1.0, 0.0))


def _corners(
    start: QPointF, tip: QPointF, size: tuple[float, float], head: float, *, share: bool
) -> tuple[Lines, npt.NDArray[np.float64]]:
    """Upper left corners of places around the tip, or beside the middle of a share, and how little each is liked."""
    (width, height), found = size, []
    along = atan2(tip.y() - start.y(), tip.x() - start.x()) if start != tip else -pi / 4
    turns = (pi / 2, -pi / 2) if share else (0.0, pi / 4, -pi / 4, pi / 2, -pi / 2, 3 * pi / 4, -3 * pi / 4)
    directions = [(cos(along + turn), sin(along + turn)) for turn in turns]
    if share:
        x, y = (start.x() + tip.x()) / 2, (start.y() + tip.y()) / 2
        for number, (dx, dy) in enumerate(directions):
            away = 4.0 + abs(dx) * width / 2 + abs(dy) * height / 2
            found.append((x + dx * away - width / 2, y + dy * away - height / 2, 0.3 * number))
    for distance in () if share else (3.0, 9.0, 18.0, 30.0):
        away = 0.55 * head + distance
        for number, (dx, dy) in enumerate(directions):
            left = tip.x() + dx * away + (0.0 if dx > 0.4 else -width if dx < -0.4 else -width / 2)
            top = tip.y() + dy * away + (0.0 if dy > 0.4 else -height if dy < -0.4 else -height / 2)
            found.append((left, top, 0.35 * number + 0.06 * distance))
    places = np.array(found)
    return places[:, :2], places[:, 2]


def head_length(theme: Theme) -> float:
    """The length of an arrowhead, which grows a little with the text."""
    return HEAD * max(1.0, float(theme.factor**0.5))
