"""Where the labels of arrows are written: clear of arrowheads, of each other and of the edge."""

from __future__ import annotations

from dataclasses import dataclass, replace
from math import cos, sin

from PySide6.QtCore import QPointF, QRectF
from PySide6.QtGui import QColor, QFont

from attnviz.content.numerals import format_result
from attnviz.figures.labels import ruler
from attnviz.figures.theme import font
from attnviz.figures.vector_crossings import lines_of
from attnviz.figures.vector_names import Piece, joined, pieces_of, plain, shortened, width_of
from attnviz.figures.vector_places import RING, Places, head_length
from attnviz.figures.vectors import Arrow, Plane, Vectors

_TOLD_WHOLE = ("output", "query", "turned")  # with their numbers or without, and never cut
_HIDDEN = ", hidden"
MOST_NAMES = 4  # of arrows that end in one point
_LABEL_LETTERS = 14.0  # label widths at most, in label sizes; the output with its numbers is never cut
_Forms = tuple[tuple[Piece, ...], ...]  # of one label


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
    """Labels beside the tips, greatest weight first; one that finds no free place is briefer, or left out whole."""
    area, numbers = plane.area, plane.numbers_room
    top = rect.top() + plane.title.height()
    inside = QRectF(rect.left(), top, rect.width(), max(area.bottom() - top, 1.0))
    taken = [QRectF(area.left() - numbers, area.top(), numbers - 1.0, area.height())]
    taken += [_around(plane.to_point(*arrow.tip), 0.55 * head_length(plane.theme)) for arrow in model.arrows]
    taken += [_around(plane.to_point(*ghost.tip), RING + 1.0) for ghost in model.ghosts]
    tips = (plane.to_point(*arrow.tip) for arrow in model.arrows)
    places = Places(plane, inside, taken, lines_of(plane, model), [(tip.x(), tip.y()) for tip in tips])
    placed = _arc_labels(model, places)
    told = tuple(label.text for label in placed)
    named = _named(_texts(model, plane, told), model, replace(places, taken=list(places.taken)))
    if any(
        _keeps_silent(label, forms, arrow) for label, forms, arrow in named
    ):  # all say that they are hidden, or none
        named = _named(_texts(model, plane, told, hidden=False), model, places)
    return (*placed, *(label for label, _, _ in named))


def _named(
    texts: list[tuple[_Forms, Arrow, QFont]], model: Vectors, places: Places
) -> list[tuple[PlacedLabel, _Forms, Arrow]]:
    """Each label with what it could have said, and of which arrow it is."""
    return [
        (label, forms, arrow)
        for forms, arrow, own_font in texts
        for label in _placed(forms, arrow, own_font, model, places)
    ]


def _keeps_silent(label: PlacedLabel, forms: _Forms, arrow: Arrow) -> bool:
    """True if the arrow is hidden and its label had no room to say so."""
    return arrow.hidden and plain(forms[0]).endswith(_HIDDEN) and not label.text.endswith(_HIDDEN)


def _placed(forms: _Forms, arrow: Arrow, own_font: QFont, model: Vectors, places: Places) -> list[PlacedLabel]:
    """The label of one arrow in the longest form that no line runs through, else in the shortest where most is clear.

    The numbers that the output leaves out stand at the edge, if not in the title: alone where its name is at its tip.
    """
    plane, height = places.plane, ruler(own_font).height
    sizes = [(width_of(form, own_font), height) for form in forms]
    number, free = _longest_clear(arrow, sizes, places)
    found: list[PlacedLabel] = []
    if number and arrow.kind == "output" and not title_has_room(plane, model, arrow):
        named = places.clear(arrow, sizes[-1]) or places.near(arrow, sizes[-1])
        told = (Piece(model.pair(arrow.tip)),) if named is not None else forms[0]
        beside = places if named is None else replace(places, taken=[*places.taken, named])
        corner = beside.corner((width_of(told, own_font), height))
        if corner is not None:
            places.taken.append(corner)
            found.append(PlacedLabel(told, corner, plane.theme.role(arrow.role), own_font))
            number, free = len(forms) - 1, named
    if free is not None:
        places.taken.append(free)
        found.append(PlacedLabel(forms[number], free, plane.theme.role(arrow.role), own_font))
    return found


def _longest_clear(arrow: Arrow, sizes: list[tuple[float, float]], places: Places) -> tuple[int, QRectF | None]:
    """Which of the sizes, and where: the first that has a place near the tip or around it that no line crosses."""
    free = None
    for number, size in enumerate(sizes):
        free = places.near(arrow, size)
        strange = free is not None and arrow.kind == "output" and places.is_strange(free, arrow)
        if free is not None and not strange and not places.is_crossed(free):
            return number, free
        clear = None if arrow.kind == "share" else places.clear(arrow, size)
        if clear is not None:
            return number, clear
    return len(sizes) - 1, free


def title_has_room(plane: Plane, model: Vectors, output: Arrow) -> bool:
    """Whether the output's numbers can stand after the plane's title."""
    if not model.show_title:
        return False
    words = ruler(plane.theme.title_font).width(model.title) + 8
    return words + ruler(plane.theme.small_font).width(model.pair(output.tip)) <= plane.title.width()


def _arc_labels(model: Vectors, places: Places) -> list[PlacedLabel]:
    """The angle of each arc beside its middle, inside or outside of it, where nothing is crossed."""
    plane, own_font = places.plane, places.plane.theme.small_font
    placed: list[PlacedLabel] = []
    for arc in model.arcs:
        width, height = ruler(own_font).width(arc.label), ruler(own_font).height
        angle = arc.start + arc.turn / 2
        middle = plane.to_point(arc.radius * cos(angle), arc.radius * sin(angle))
        for away in (0.5, 0.7, 0.9, -0.6, -0.8):
            along = away * (abs(cos(angle)) * width + abs(sin(angle)) * height) + (4.0 if away > 0 else -4.0)
            x, y = middle.x() + along * cos(angle), middle.y() - along * sin(angle)
            place = QRectF(x - width / 2, y - height / 2, width, height)
            if places.is_free(place) and not places.is_crossed(place.adjusted(0, 2, 0, -2)):
                places.taken.append(place)
                placed.append(PlacedLabel((Piece(arc.label),), place, plane.theme.role(arc.role), own_font))
                break
    return placed


def _without_angle(label: str, told: tuple[str, ...]) -> str:
    """The label of a turned arrow without the angle that its arc tells."""
    return next((label.removesuffix(angle).rstrip(", ") for angle in told if label.endswith(angle)), label)


def _texts(
    model: Vectors, plane: Plane, told: tuple[str, ...], *, hidden: bool = True
) -> list[tuple[_Forms, Arrow, QFont]]:
    """What is written, in the order of importance, the longest form first; arrows that end in one point share a label.

    told: the angles that arcs tell. hidden: labels say which arrows are hidden, which are faint and dashed anyway.
    """
    small, bold = plane.theme.small_font, font(plane.theme.small_px, bold=True)
    room = _LABEL_LETTERS * plane.theme.small_px
    found: list[tuple[_Forms, Arrow, QFont]] = []
    for arrow in model.arrows:
        if arrow.kind in _TOLD_WHOLE:
            numbers = (Piece(f" {model.pair(arrow.tip)}"),) if model.numbers else ()
            name = pieces_of(_without_angle(arrow.label, told) if arrow.kind == "turned" else arrow.label)
            found.append((_different(joined((*name, *numbers)), name), arrow, bold))
    shared: dict[tuple[str, float, float], list[Arrow]] = {}
    for arrow in sorted(model.arrows, key=lambda arrow: -arrow.weight):
        if arrow.kind in ("value", "key", "before"):
            shared.setdefault((arrow.kind, *arrow.tip), []).append(arrow)
    for arrows in shared.values():
        whole, first = _shared_name(arrows, hidden=hidden), pieces_of(arrows[0].label)
        brief = (*first, Piece(" …")) if any(arrow.label != arrows[0].label for arrow in arrows) else first
        found.append((_different(*(shortened(form, small, room) for form in (whole, brief))), arrows[0], small))
    for arrow in model.arrows:
        if arrow.kind == "share" and model.numbers and arrow.weight and arrow.tip != arrow.start:
            share = Piece(f"{format_result(arrow.weight, model.decimals)} ")
            text = shortened(joined((share, *pieces_of(arrow.label))), small, room)
            found.append(((text,), arrow, small))
    return found


def _different(*forms: tuple[Piece, ...]) -> _Forms:
    return tuple(dict.fromkeys(forms))


def _shared_name(arrows: list[Arrow], *, hidden: bool) -> tuple[Piece, ...]:
    """The names of arrows that end in one point: "v_a = v_c, hidden", "2 × v_[PAD], hidden"."""
    counts: dict[tuple[str, bool], int] = {}
    for arrow in arrows:
        counts[arrow.label, arrow.hidden] = counts.get((arrow.label, arrow.hidden), 0) + 1
    same = len({unseen for _, unseen in counts}) == 1
    found: list[Piece] = []
    for (label, unseen), count in list(counts.items())[:MOST_NAMES]:
        before = (" = " if found else "") + (f"{count} × " if count > 1 else "")
        found += [Piece(before)] if before else []
        found += pieces_of(label)
        found += [Piece(_HIDDEN)] if unseen and not same else []
    found += [Piece(" …")] if len(counts) > MOST_NAMES else []
    found += [Piece(_HIDDEN)] if hidden and same and arrows[0].hidden else []
    return joined(found)


def _around(point: QPointF, radius: float) -> QRectF:
    return QRectF(point.x() - radius, point.y() - radius, 2 * radius, 2 * radius)
