"""Where the labels of arrows are written: clear of arrowheads, of each other and of the edge."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from math import atan2, cos, hypot, pi, sin

import numpy as np
from PySide6.QtCore import QPointF, QRectF
from PySide6.QtGui import QColor, QFont

from attnviz.content.numerals import format_result
from attnviz.figures.labels import ruler
from attnviz.figures.theme import Theme, font
from attnviz.figures.vector_crossings import Lines, crossings, lines_of
from attnviz.figures.vector_names import Piece, joined, pieces_of, plain, shortened, width_of
from attnviz.figures.vectors import Arrow, Plane, Vectors, tick_room

HEAD = 10.0  # length of an arrowhead in pixels at normal size
_TOLD_WHOLE = ("output", "query", "turned")  # with their numbers, and never shortened
MOST_NAMES = 4  # of arrows that end in one point
_LABEL_LETTERS = 14.0  # label widths at most, in label sizes; the output with its numbers is never shortened
_STRANGE = 2.0  # how little a place is liked that is nearer to another tip; 3 for each line through it
_ALONG, _PLACES = 1.0, 12  # label sizes from one place at an edge to the next, and how many
_STEP, _STEPS = 5.0, 8  # pixels, and how often the output's name may move so far away from its tip


@dataclass(frozen=True)
class PlacedLabel:
    """A label where it is written, in its colour and font."""

    pieces: tuple[Piece, ...]
    rect: QRectF
    colour: QColor
    font: QFont

    @property
    def text(self) -> str:
        """All of it in one line of plain letters."""
        return plain(self.pieces)


def place_labels(plane: Plane, model: Vectors, rect: QRectF) -> tuple[PlacedLabel, ...]:
    """Labels beside the tips, greatest weight first; one that finds no free place is left out whole."""
    area, numbers = plane.area, tick_room(plane)
    top = rect.top() + plane.title.height()
    inside = QRectF(rect.left(), top, rect.width(), max(area.bottom() - top, 1.0))
    taken = [QRectF(area.left() - numbers, area.top(), numbers - 1.0, area.height())]
    taken += [_around(plane.to_point(*arrow.tip), 0.55 * head_length(plane.theme)) for arrow in model.arrows]
    lines = lines_of(plane, model)
    tips = [plane.to_point(*arrow.tip) for arrow in model.arrows]
    placed = _arc_labels(plane, model, inside, taken, lines)
    for pieces, arrow, own_font in _texts(model, plane, tuple(label.text for label in placed)):
        height = ruler(own_font).height
        whole = arrow.kind in _TOLD_WHOLE
        shown = pieces if whole else shortened(pieces, own_font, _LABEL_LETTERS * plane.theme.small_px)
        size = width_of(shown, own_font), height
        free = _free_place(plane, arrow, size, inside, taken, lines, tips)
        if arrow.kind == "output" and (
            free is None or crossings([free], lines)[0] or _strange(free, arrow, plane, tips)
        ):
            clear = _clear_place(plane, arrow, size, inside, taken, lines, tips)
            name = pieces_of(arrow.label)
            if clear is None and shown != name:
                in_title = title_has_room(plane, model, arrow)
                corner = None if in_title else _corner(plane, size, inside, taken, lines)
                if corner is not None:  # the numbers there, the name at the tip
                    taken.append(corner)
                    placed.append(PlacedLabel(shown, corner, plane.theme.role(arrow.role), own_font))
                if corner is not None or in_title:
                    shown, size = name, (width_of(name, own_font), height)
                    clear = _clear_place(plane, arrow, size, inside, taken, lines, tips)
                    free = _free_place(plane, arrow, size, inside, taken, lines, tips)
            free = clear or free
        if arrow.kind == "turned" and (free is None or crossings([free], lines)[0]):
            clear = _clear_place(plane, arrow, size, inside, taken, lines, tips)
            if clear is None:  # rather without its numbers than across an arrow
                shown = (Piece(_without_angle(arrow.label, tuple(label.text for label in placed))),)
                size = width_of(shown, own_font), height
                clear = _clear_place(plane, arrow, size, inside, taken, lines, tips)
                free = _free_place(plane, arrow, size, inside, taken, lines, tips)
            free = clear or free
        if free is not None:
            taken.append(free)
            placed.append(PlacedLabel(shown, free, plane.theme.role(arrow.role), own_font))
    return tuple(placed)


def title_has_room(plane: Plane, model: Vectors, output: Arrow) -> bool:
    """Whether the output's numbers can stand after the plane's title."""
    if not model.show_title:
        return False
    words = ruler(plane.theme.title_font).width(model.title) + 8
    return words + ruler(plane.theme.small_font).width(model.pair(output.tip)) <= plane.title.width()


def _arc_labels(plane: Plane, model: Vectors, inside: QRectF, taken: list[QRectF], lines: Lines) -> list[PlacedLabel]:
    """The angle of each arc beside its middle, inside or outside of it, where nothing is crossed."""
    own_font = plane.theme.small_font
    placed: list[PlacedLabel] = []
    for arc in model.arcs:
        width, height = ruler(own_font).width(arc.label), ruler(own_font).height
        angle = arc.start + arc.turn / 2
        middle = plane.to_point(arc.radius * cos(angle), arc.radius * sin(angle))
        for away in (0.5, 0.7, 0.9, -0.6, -0.8):
            along = away * (abs(cos(angle)) * width + abs(sin(angle)) * height) + (4.0 if away > 0 else -4.0)
            x, y = middle.x() + along * cos(angle), middle.y() - along * sin(angle)
            place = QRectF(x - width / 2, y - height / 2, width, height)
            free = inside.contains(place) and not any(place.intersects(other) for other in taken)
            if free and not crossings([place.adjusted(0, 2, 0, -2)], lines)[0]:
                taken.append(place)
                placed.append(PlacedLabel((Piece(arc.label),), place, plane.theme.role(arc.role), own_font))
                break
    return placed


def _without_angle(label: str, told: tuple[str, ...]) -> str:
    """The label of a turned arrow without the angle that its arc tells."""
    return next((label.removesuffix(angle).rstrip(", ") for angle in told if label.endswith(angle)), label)


def _texts(model: Vectors, plane: Plane, told: tuple[str, ...]) -> list[tuple[tuple[Piece, ...], Arrow, QFont]]:
    """What is written, in the order of importance; arrows that end in one point share one label.

    told: the angles that arcs tell.
    """
    small, bold = plane.theme.small_font, font(plane.theme.small_px, bold=True)
    found: list[tuple[tuple[Piece, ...], Arrow, QFont]] = []
    for arrow in model.arrows:
        if arrow.kind in _TOLD_WHOLE:
            numbers = (Piece(f" {model.pair(arrow.tip)}"),) if model.numbers else ()
            name = _without_angle(arrow.label, told) if arrow.kind == "turned" else arrow.label
            found.append((joined((*pieces_of(name), *numbers)), arrow, bold))
    shared: dict[tuple[str, float, float], list[Arrow]] = {}
    for arrow in sorted(model.arrows, key=lambda arrow: -arrow.weight):
        if arrow.kind in ("value", "key", "before"):
            shared.setdefault((arrow.kind, *arrow.tip), []).append(arrow)
    for arrows in shared.values():
        found.append((_shared_name(arrows), arrows[0], small))
    for arrow in model.arrows:
        if arrow.kind == "share" and model.numbers and arrow.weight and arrow.tip != arrow.start:
            share = Piece(f"{format_result(arrow.weight, model.decimals)} ")
            found.append((joined((share, *pieces_of(arrow.label))), arrow, small))
    return found


def _shared_name(arrows: list[Arrow]) -> tuple[Piece, ...]:
    """The names of arrows that end in one point: "v_a = v_c, hidden", "2 × v_[PAD], hidden"."""
    counts: dict[tuple[str, bool], int] = {}
    for arrow in arrows:
        counts[arrow.label, arrow.hidden] = counts.get((arrow.label, arrow.hidden), 0) + 1
    same = len({hidden for _, hidden in counts}) == 1
    found: list[Piece] = []
    for (label, hidden), count in list(counts.items())[:MOST_NAMES]:
        before = (" = " if found else "") + (f"{count} × " if count > 1 else "")
        found += [Piece(before)] if before else []
        found += pieces_of(label)
        found += [Piece(", hidden")] if hidden and not same else []
    found += [Piece(" …")] if len(counts) > MOST_NAMES else []
    found += [Piece(", hidden")] if same and arrows[0].hidden else []
    return joined(found)


def _free_place(
    plane: Plane,
    arrow: Arrow,
    size: tuple[float, float],
    inside: QRectF,
    taken: list[QRectF],
    lines: Lines,
    tips: list[QPointF],
) -> QRectF | None:
    """The place near the tip (or near the middle of a share) that crosses the fewest lines, None if none is free."""
    start, tip = plane.to_point(*arrow.start), plane.to_point(*arrow.tip)
    share = arrow.kind == "share"
    free: list[QRectF] = []
    costs: list[float] = []
    for place, far in _places(start, tip, size, head_length(plane.theme), share=share):
        slid = _slid(place, inside)
        if inside.contains(slid) and not any(slid.intersects(other) for other in taken):
            free.append(slid)
            costs.append(far + (_STRANGE if not share and _strange(slid, arrow, plane, tips) else 0.0))
    if not free:
        return None
    total = np.array(costs) + 3.0 * crossings(free, lines)
    best = int(total.argmin())
    # A share has its name elsewhere: rather no label than a crossed one.
    return None if share and total[best] >= 3.0 else free[best]


def _clear_place(
    plane: Plane,
    arrow: Arrow,
    size: tuple[float, float],
    inside: QRectF,
    taken: list[QRectF],
    lines: Lines,
    tips: list[QPointF],
) -> QRectF | None:
    """The nearest place around the tip that no line crosses, None if there is none."""
    tip, (width, height) = plane.to_point(*arrow.tip), size
    away = 0.55 * head_length(plane.theme) + 3.0
    found: list[QRectF] = []
    for step in range(_STEPS):
        reach = away + step * _STEP
        found += [
            QRectF(tip.x() - width * part / 8, y, width, height)
            for part in range(9)
            for y in (tip.y() - reach - height, tip.y() + reach)
        ]
        found += [
            QRectF(x, tip.y() - height * part / 2, width, height)
            for part in (0, 1, 2)
            for x in (tip.x() + reach, tip.x() - reach - width)
        ]
    free = [one for one in found if inside.contains(one) and not any(one.intersects(other) for other in taken)]
    free = [one for one in free if not _strange(one, arrow, plane, tips)]
    if not free:
        return None
    clear = np.flatnonzero(crossings(free, lines) == 0)
    return free[int(clear[0])] if len(clear) else None


def _corner(
    plane: Plane, size: tuple[float, float], inside: QRectF, taken: list[QRectF], lines: Lines
) -> QRectF | None:
    """A place at the upper or lower edge that nothing crosses, as far right as can be; None if there is none."""
    (width, height), area = size, plane.area
    most = min(area.right(), inside.right()) - width
    edges = (area.top() + 2.0, area.bottom() - height - 2.0)
    # At the corners first; between them it is far from the tip, but told by its name and colour.
    lefts = [most - step * _ALONG * plane.theme.small_px for step in range(_PLACES)]
    for left, top in ((left, top) for left in lefts for top in edges if left >= area.left()):
        place = QRectF(left, top, width, height)
        free = inside.contains(place) and not any(place.intersects(other) for other in taken)
        if free and not crossings([place], lines)[0]:
            return place
    return None


def _strange(place: QRectF, arrow: Arrow, plane: Plane, tips: list[QPointF]) -> bool:
    """Whether a label there would be taken for that of another arrow, whose tip is nearer."""
    own = _apart(place, plane.to_point(*arrow.tip))
    return any(_apart(place, tip) < own - 1.0 for tip in tips)


def _apart(place: QRectF, point: QPointF) -> float:
    across = max(place.left() - point.x(), point.x() - place.right(), 0.0)
    return hypot(across, max(place.top() - point.y(), point.y() - place.bottom(), 0.0))


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


def _around(point: QPointF, radius: float) -> QRectF:
    return QRectF(point.x() - radius, point.y() - radius, 2 * radius, 2 * radius)
