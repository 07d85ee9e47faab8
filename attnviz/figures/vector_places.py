"""Places for the labels of arrows: inside, clear of what stands there already, and nearest to their own tip."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from math import atan2, cos, hypot, pi, sin

import numpy as np
from PySide6.QtCore import QPointF, QRectF

from attnviz.figures.theme import Theme
from attnviz.figures.vector_crossings import Lines, crossings
from attnviz.figures.vectors import Arrow, Plane

RING = 3.5  # pixels from the middle of a ring where an arrow was
HEAD = 10.0  # length of an arrowhead in pixels at normal size
_STRANGE = 2.0  # how little a place is liked that is nearer to another tip; 3 for each line through it
_ALONG, _PLACES = 1.0, 12  # label sizes from one place at an edge to the next, and how many
_STEP, _STEPS = 5.0, 8  # pixels, and how often the output's name may move so far away from its tip


@dataclass(frozen=True)
class Places:
    """Where labels may be: `inside`, and clear of what is `taken`, to which each that is written is added.

    lines: what they had better not cross. tips: those of all arrows.
    """

    plane: Plane
    inside: QRectF
    taken: list[QRectF]
    lines: Lines
    tips: list[tuple[float, float]]

    def is_free(self, place: QRectF) -> bool:
        """Whether nothing stands there."""
        return self.inside.contains(place) and not any(place.intersects(other) for other in self.taken)

    def is_crossed(self, place: QRectF) -> bool:
        """Whether a line goes through it."""
        return bool(crossings([place], self.lines)[0])

    def is_strange(self, place: QRectF, arrow: Arrow) -> bool:
        """Whether a label there would be taken for that of another arrow, whose tip is nearer."""
        tip, left, right, top, bottom = self.plane.to_point(*arrow.tip), *_edges(place)
        nearer = hypot(_outside(tip.x(), left, right), _outside(tip.y(), top, bottom)) - 1.0
        for x, y in self.tips:  # all places that are tried meet all tips here
            across = _outside(x, left, right)
            if across < nearer and hypot(across, _outside(y, top, bottom)) < nearer:
                return True
        return False

    def near(self, arrow: Arrow, size: tuple[float, float]) -> QRectF | None:
        """The place near the tip, of a share near its middle, that crosses the fewest lines; None if none is free."""
        start, tip = self.plane.to_point(*arrow.start), self.plane.to_point(*arrow.tip)
        share = arrow.kind == "share"
        free: list[QRectF] = []
        costs: list[float] = []
        for place, far in _places(start, tip, size, head_length(self.plane.theme), share=share):
            slid = _slid(place, self.inside)
            if self.is_free(slid):
                free.append(slid)
                costs.append(far + (_STRANGE if not share and self.is_strange(slid, arrow) else 0.0))
        if not free:
            return None
        total = np.array(costs) + 3.0 * crossings(free, self.lines)
        best = int(total.argmin())
        # A share has its name elsewhere: rather no label than a crossed one.
        return None if share and total[best] >= 3.0 else free[best]

    def clear(self, arrow: Arrow, size: tuple[float, float]) -> QRectF | None:
        """The nearest place around the tip that no line crosses, None if there is none."""
        tip, (width, height) = self.plane.to_point(*arrow.tip), size
        away = 0.55 * head_length(self.plane.theme) + 3.0
        for step in range(_STEPS):
            reach = away + step * _STEP
            found = [
                QRectF(tip.x() - width * part / 8, y, width, height)
                for part in range(9)
                for y in (tip.y() - reach - height, tip.y() + reach)
            ]
            found += [
                QRectF(x, tip.y() - height * part / 2, width, height)
                for part in (0, 1, 2)
                for x in (tip.x() + reach, tip.x() - reach - width)
            ]
            free = [one for one in found if self.is_free(one) and not self.is_strange(one, arrow)]
            for one, crossed in zip(free, crossings(free, self.lines) if free else (), strict=True):
                if not crossed:
                    return one
        return None

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


def _edges(place: QRectF) -> tuple[float, float, float, float]:
    left, top = place.left(), place.top()
    return left, left + place.width(), top, top + place.height()


def _outside(value: float, low: float, high: float) -> float:
    """How far a number is from a stretch."""
    return low - value if value < low else value - high if value > high else 0.0


def _slid(place: QRectF, inside: QRectF) -> QRectF:
    """The place moved back from the left or right edge by no more than most of its width."""
    most = 0.6 * place.width()
    back = min(max(inside.left() - place.left(), 0.0), most) - min(max(place.right() - inside.right(), 0.0), most)
    return place.translated(back, 0.0)


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


def head_length(theme: Theme) -> float:
    """The length of an arrowhead, which grows a little with the text."""
    return HEAD * max(1.0, float(theme.factor**0.5))
