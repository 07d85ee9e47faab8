"""Where the labels of arrows are written: clear of arrowheads, of each other and of the edge."""

from __future__ import annotations

from dataclasses import dataclass, replace
from math import cos, sin

from PySide6.QtCore import QPointF, QRectF
from PySide6.QtGui import QColor, QFont

from attnviz.content.numerals import format_result
from attnviz.figures.labels import ruler
from attnviz.figures.theme import font
from attnviz.figures.vector_crossings import lines_of, shafts_of
from attnviz.figures.vector_names import Piece, joined, pieces_of, plain, shortened, width_of
from attnviz.figures.vector_places import RING, Places, head_length
from attnviz.figures.vectors import Arrow, Plane, Vectors

_TOLD_WHOLE = ("output", "query", "turned")  # with their numbers or without, and never cut
_MIXED = ("value", "share", "output")  # among these an output that is named at the edge is known by its colour
_FEW = 16  # arrows or labels up to which a better place is looked for more than once
_MOST_LABELS = 20  # of values or keys, and of shares: of the greatest weights; more would cover what they name
_HIDDEN = ", hidden"
MOST_NAMES = 4  # of arrows that end in one point
_LABEL_LETTERS = 14.0  # label widths at most, in label sizes; the output with its numbers is never cut
_Forms = tuple[tuple[Piece, ...], ...]  # of one label
_Text = tuple[_Forms, Arrow, QFont]


@dataclass(frozen=True)
class PlacedLabel:
    """A label where it is written, in its colour and font. tip: where a line leads that says whose it is."""

    pieces: tuple[Piece, ...]
    rect: QRectF
    colour: QColor
    font: QFont
    tip: QPointF | None = None

    @property
    def text(self) -> str:
        """All of it in one line of plain letters."""
        return plain(self.pieces)


_Named = tuple[PlacedLabel, _Forms, Arrow]


def place_labels(plane: Plane, model: Vectors, rect: QRectF) -> tuple[PlacedLabel, ...]:
    """Labels beside the tips, greatest weight first; one that finds no free place is briefer, or left out whole."""
    area, numbers = plane.area, plane.numbers_room
    top = rect.top() + plane.title.height()
    inside = QRectF(rect.left(), top, rect.width(), max(area.bottom() - top, 1.0))
    taken = [QRectF(area.left() - numbers, area.top(), numbers - 1.0, area.height())]
    taken += [_around(plane.to_point(*arrow.tip), 0.55 * head_length(plane.theme)) for arrow in model.arrows]
    taken += [_around(plane.to_point(*ghost.tip), RING + 1.0) for ghost in model.ghosts]
    places = Places(plane, inside, taken, lines_of(plane, model), shafts_of(plane, model))
    placed = _arc_labels(model, places)
    told = tuple(label.text for label in placed)
    named = _named(_texts(model, plane, told), model, places)
    if any(_keeps_silent(*one) for one in named):  # all say that they are hidden, or none
        named = _named(_texts(model, plane, told, hidden=False), model, places)
    return (*placed, *(label for label, _, _ in named))


def _named(texts: list[_Text], model: Vectors, places: Places) -> list[_Named]:
    """Each label with what it could have said, and of which arrow it is; those that lack a place of theirs come first
    in a second try."""
    found, lacking = _in_turn(texts, model, replace(places, taken=list(places.taken)))
    if not lacking or len(texts) > _FEW:
        return found
    hard = sorted(texts, key=lambda text: (text[1].kind != "output", text[1] not in lacking))
    again, still = _in_turn(hard, model, replace(places, taken=list(places.taken)))
    return again if len(still) < len(lacking) else found


def _in_turn(texts: list[_Text], model: Vectors, places: Places) -> tuple[list[_Named], list[Arrow]]:
    """The labels in this order, and the arrows that have none or one with a line to their tips."""
    found: list[_Named] = []
    lacking: list[Arrow] = []
    for forms, arrow, own_font in texts:
        own = _placed(forms, arrow, own_font, model, places)
        found += [(label, forms, arrow) for label in own]
        if arrow.kind != "share" and (not own or own[0].tip is not None):
            lacking.append(arrow)
    return found, lacking


def _keeps_silent(label: PlacedLabel, forms: _Forms, arrow: Arrow) -> bool:
    """True if the arrow is hidden and its label had no room to say so."""
    return arrow.hidden and plain(forms[0]).endswith(_HIDDEN) and not label.text.endswith(_HIDDEN)


def _placed(forms: _Forms, arrow: Arrow, own_font: QFont, model: Vectors, places: Places) -> list[PlacedLabel]:
    """The label of one arrow in the longest form that no line runs through, else in the shortest where most is clear.

    The output that has no room for its numbers in one line at its tip stands above them, or with them at the edge.
    """
    plane, height = places.plane, ruler(own_font).height
    sizes = [(width_of(form, own_font), height) for form in forms]
    number, free = _longest_clear(arrow, sizes, places)
    if number and arrow.kind == "output" and not title_has_room(plane, model, arrow):
        among_values = all(other.kind in _MIXED for other in model.arrows)
        both = _together(forms[-1], model.pair(arrow.tip), arrow, own_font, places, at_edge=among_values)
        if both:
            return both
    if free is None:
        return []
    tip = None
    if arrow.kind != "share" and places.is_strange(free, arrow):
        tip = plane.to_point(*arrow.tip)
        if arrow.kind not in _TOLD_WHOLE and not places.is_led(free, arrow):
            return []
    places.taken.append(free)
    return [PlacedLabel(forms[number], free, plane.theme.role(arrow.role), own_font, tip)]


def _together(
    name: tuple[Piece, ...], numbers: str, arrow: Arrow, own_font: QFont, places: Places, *, at_edge: bool
) -> list[PlacedLabel]:
    """The output's name and numbers: in two lines at its tip, else in one or two at the edge where that is allowed."""
    height, colour = ruler(own_font).height, places.plane.theme.role(arrow.role)
    one, two = joined((*name, Piece(f" = {numbers}"))), joined((*name, Piece(" =")))
    tries: list[tuple[_Forms, bool]] = [((name, (Piece(numbers),)), True)]
    tries += [((one,), False), ((two, (Piece(numbers),)), False)] if at_edge else []
    for lines, at_tip in tries:
        size = max(width_of(line, own_font) for line in lines), len(lines) * height
        place = places.clear(arrow, size) if at_tip else places.corner(size)
        if place is not None:
            places.taken.append(place)
            rects = (QRectF(place.left(), place.top() + row * height, size[0], height) for row in range(len(lines)))
            return [PlacedLabel(line, rect, colour, own_font) for line, rect in zip(lines, rects, strict=True)]
    return []


def _longest_clear(arrow: Arrow, sizes: list[tuple[float, float]], places: Places) -> tuple[int, QRectF | None]:
    """Which of the sizes, and where: the first that has a place near the tip or around it that no line crosses."""
    free = None
    exact = arrow.kind == "output" or (arrow.kind != "share" and len(places.shafts) <= _FEW)
    for number, size in enumerate(sizes):
        free = places.near(arrow, size)
        strange = exact and free is not None and places.is_strange(free, arrow)
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


def _texts(model: Vectors, plane: Plane, told: tuple[str, ...], *, hidden: bool = True) -> list[_Text]:
    """What is written, in the order of importance, the longest form first; arrows that end in one point share a label.

    told: the angles that arcs tell. hidden: labels say which arrows are hidden, which are faint and dashed anyway.
    """
    small, bold = plane.theme.small_font, font(plane.theme.small_px, bold=True)
    room = _LABEL_LETTERS * plane.theme.small_px
    found: list[_Text] = []
    for arrow in model.arrows:
        if arrow.kind in _TOLD_WHOLE:
            numbers = (Piece(f" {model.pair(arrow.tip)}"),) if model.numbers else ()
            name = pieces_of(_without_angle(arrow.label, told) if arrow.kind == "turned" else arrow.label)
            found.append((_different(joined((*name, *numbers)), name), arrow, bold))
    shared: dict[tuple[str, float, float], list[Arrow]] = {}
    for arrow in sorted(model.arrows, key=lambda arrow: -arrow.weight):
        if arrow.kind in ("value", "key", "before"):
            shared.setdefault((arrow.kind, *arrow.tip), []).append(arrow)
    for arrows in list(shared.values())[:_MOST_LABELS]:
        whole, first = _shared_name(arrows, hidden=hidden), pieces_of(arrows[0].label)
        brief = (*first, Piece(" …")) if any(arrow.label != arrows[0].label for arrow in arrows) else first
        found.append((_different(*(shortened(form, small, room) for form in (whole, brief))), arrows[0], small))
    shares = [one for one in model.arrows if one.kind == "share" and model.numbers and one.weight]
    shares = sorted((one for one in shares if one.tip != one.start), key=lambda arrow: -arrow.weight)[:_MOST_LABELS]
    for arrow in sorted(shares, key=model.arrows.index):  # along their path
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
