"""Moves the part of a large map that is seen: wheel, drag, pinch, double click and keys, through one door."""

from __future__ import annotations

from dataclasses import replace
from math import floor

import numpy as np
from PySide6.QtCore import QRectF, QSizeF

from attnviz.app.pipeline.in_focus import focus_name
from attnviz.app.session import Session, State
from attnviz.content.colours import is_drawn_singly
from attnviz.engine.cells import Cell
from attnviz.engine.inputs import GivenWeights
from attnviz.figures.compose_making import MAKING
from attnviz.figures.figure import Figure
from attnviz.figures.large.compose_large import follows_of, is_large_map
from attnviz.figures.large.large_map import ALONG, Follows, LargeMap, followed, shared
from attnviz.figures.large.layout import layout
from attnviz.figures.large.pictures import POSITIVE, least_of
from attnviz.figures.theme import Theme
from attnviz.figures.told import axes_of
from attnviz.figures.viewport import Viewport, cropped, seen, whole

NOTCH = 1.25  # how much nearer one notch of the wheel or one press of a key brings the map
_NEARER = 1.2  # steps in which numbers are looked for
_MOST_STEPS = 80
_READABLE = 0.9  # of the theme's numbers is what a double click wants to reach
_PAGE = 0.9  # of what is seen, by which a page goes on
_NEIGHBOURS = 24.0  # rows and columns around a pair that one goes to
_NOT_POSITIVE = "Only weights, exponentials and their differences are coloured by powers of ten."
_NEGATIVE = "A weight here is negative, and powers of ten have no place for it."
_SOME = np.empty((0, 0))
PAIRS = frozenset({
    "scores", "scaled", "capped", "alibi", "bias", "biased", "tempered", "masked", "exponentials", "weights",
})  # fmt: skip


def shows_part(figure: Figure | None) -> bool:
    """True for a map of which a part may be seen, and other parts by moving."""
    return isinstance(figure, LargeMap) and any(figure.follows)


def show_part(session: Session, figure: LargeMap, part: Viewport) -> None:
    """Shows that part of the map, and with it the same rows and columns in all maps that have them."""
    view, size = session.state.view, session.state.trace.sizes
    wanted = figure.shared(part.clamped(figure.shape), view.viewport, (size.T, size.S))
    seen = None if wanted.is_whole((size.T, size.S)) else wanted
    if seen != view.viewport:
        session.look(viewport=seen)


def zoom(session: Session, figure: LargeMap, factor: float, about: tuple[float, float] | None = None) -> None:
    """Brings the map nearer (above 1) or farther; the place `about` (row, column) stays where it is."""
    show_part(session, figure, figure.seen.zoomed(figure.shape, factor, about))


def pan(session: Session, figure: LargeMap, rows: float, columns: float) -> None:
    """Moves what is seen down and right by so many cells."""
    show_part(session, figure, figure.seen.panned(figure.shape, rows, columns))


def fit(session: Session, figure: LargeMap) -> None:
    """Shows the whole map."""
    show_part(session, figure, whole(figure.shape))


def centre(session: Session, figure: LargeMap, place: tuple[float, float]) -> None:
    """Moves what is seen so that this place is in its middle."""
    show_part(session, figure, figure.seen.centred(figure.shape, *place))


def follow(session: Session, figure: LargeMap, cell: Cell) -> None:
    """Moves what is seen no farther than it takes to see that cell."""
    show_part(session, figure, figure.seen.showing(figure.shape, cell.row, cell.column))


def part_with_numbers(figure: LargeMap, cell: Cell, room: QSizeF, look: Theme) -> Viewport:
    """The largest part around a cell in which numbers can be read; that which is seen if they can be there already.

    room: the size of the rectangle that the map is painted in.
    """
    area, part, shape = QRectF(0, 0, room.width(), room.height()), figure.seen, figure.shape
    if figure.picture is None:
        return part
    wanted = _READABLE * look.number_px
    roomy = replace(figure, numbers=True, values=_SOME if figure.values is None else figure.values)
    for _ in range(_MOST_STEPS):
        place = layout(replace(roomy, viewport=part), area, look)
        if place.number_px >= wanted and place.digits.decimals == roomy.decimals:
            return part.on_whole_cells(shape).showing(shape, cell.row, cell.column).on_whole_cells(shape)
        nearer = part.zoomed(shape, _NEARER).centred(shape, cell.row + 0.5, cell.column + 0.5)
        if nearer == part:
            break
        part = nearer
    return part.on_whole_cells(shape)


def page(figure: LargeMap, cell: Cell, down: int, right: int) -> Cell:
    """The cell that lies a screen below, above or beside another one, as far as the map goes."""
    seen, (rows, columns) = figure.seen, figure.shape
    row = cell.row + down * max(1, floor(_PAGE * seen.rows))
    column = cell.column + right * max(1, floor(_PAGE * seen.columns))
    return replace(cell, row=min(max(row, 0), rows - 1), column=min(max(column, 0), columns - 1))


def wide_in_front(state: State) -> tuple[Follows, tuple[int, int]] | None:
    """What the map in focus goes along with, and its shape, if of its many columns a part may be seen."""
    name = focus_name(state.trace, state.view).removeprefix(MAKING)
    known = name in state.trace.stages or any(name == own for own, _ in state.scenario.given())
    shape: tuple[int, ...] = state.trace.shape(name) if known and state.view.tab == "head" else ()
    if not is_large_map(shape):
        return None
    rows, columns = shape
    follows = follows_of(axes_of(state.trace, name), (rows, columns))
    return (follows, (rows, columns)) if ALONG in follows else None


def has_map(state: State) -> bool:
    """True if a scenario's maps of queries and keys are so large that parts of them are looked at."""
    return not is_drawn_singly(*_shape(state))


def can_move(state: State) -> bool:
    """True if a part of what is shown large can be looked at."""
    return has_map(state) or wide_in_front(state) is not None


def why_no_powers(state: State) -> str:
    """Why the colours of what is shown cannot go by powers of ten; "" where they can."""
    alone = focus_name(state.trace, state.view).removeprefix(MAKING)
    name = {"head": alone, "heads": "weights", "concat": "output"}[state.view.tab]
    if name not in POSITIVE:
        return _NOT_POSITIVE
    if not isinstance(state.scenario.inputs, GivenWeights):  # softmax makes no negative number
        return ""
    heads = tuple(range(state.trace.sizes.heads)) if state.view.tab == "heads" else (state.selection.head,)
    least = least_of(state.trace, name, heads, together=state.view.shared_scale)
    return _NEGATIVE if least is not None and least < 0 else ""


def turn_powers(session: Session) -> None:
    """From colours by powers of ten to even ones, and back."""
    session.look(colour_scale="auto" if session.state.view.colour_scale == "linear" else "linear")


def seen_part(state: State) -> Viewport:
    """The queries and keys that are seen in all maps."""
    return seen(state.view.viewport, _shape(state))


def pair_of(state: State) -> Cell | None:
    """The selected cell if it is a query's and a key's."""
    cell = state.selection.cell
    return cell if cell is not None and cell.name in PAIRS else None


def zoom_all(session: Session, factor: float) -> None:
    """Brings all maps nearer or farther, about the selected pair where it is seen, else about their middle.

    Where the map in focus has many columns that are no tokens, it is this one that is meant.
    """
    state = session.state
    follows, shape = wide_in_front(state) or (("rows", "columns"), _shape(state))
    part = followed(state.view.viewport, follows, shape)
    cell = state.selection.cell if ALONG in follows else pair_of(state)
    if cell is not None and ALONG in follows and cell.name != focus_name(state.trace, state.view):
        cell = None
    seen = cell is not None and part.holds(cell.row, cell.column)
    about = (cell.row + 0.5, cell.column + 0.5) if cell is not None and seen else None
    show_all(session, shared(follows, shape, part.zoomed(shape, factor, about), state.view.viewport, _shape(state)))


def can_zoom(state: State, factor: float) -> bool:
    """True if the maps can come nearer, or go farther, by that factor."""
    follows, shape = wide_in_front(state) or (("rows", "columns"), _shape(state))
    part = followed(state.view.viewport, follows, shape)
    return part.zoomed(shape, factor) != part


def show_all(session: Session, part: Viewport | None) -> None:
    """Shows these queries and keys in all maps; None: all of them."""
    shape = _shape(session.state)
    now = None if part is None else replace(part.clamped(shape), along=part.along)
    now = None if now is None or now.is_whole(shape) else now
    if now != session.state.view.viewport:
        session.look(viewport=now)


def show_rows(
    session: Session, rows: tuple[int, int], columns: tuple[int, int], along: tuple[int, int] | None = None
) -> None:
    """Shows these queries and keys, half-open ranges, in all maps; along: these columns of the wide one in focus."""
    part, front = _beside(session, cropped(_shape(session.state), rows, columns)), wide_in_front(session.state)
    if along is not None and front is not None:
        _, shape = front
        own = cropped(shape, (0, shape[0]), along)
        part = shared((None, ALONG), shape, own, part, _shape(session.state))
    show_all(session, part)


def seen_along(state: State) -> tuple[int, tuple[int, int]] | None:
    """How many columns the wide map in focus has, and which of them are seen; None where there is none."""
    front = wide_in_front(state)
    if front is None:
        return None
    follows, shape = front
    return shape[1], followed(state.view.viewport, follows, shape).seen_columns


def show_around(session: Session, row: int, column: int) -> None:
    """Shows a pair with its neighbours, no farther away than it is now."""
    shape, part = _shape(session.state), seen_part(session.state)
    if max(part.rows, part.columns) > _NEIGHBOURS:
        near = min(_NEIGHBOURS, part.rows), min(_NEIGHBOURS, part.columns)
        part = Viewport(part.top, part.left, *near)
    show_all(session, _beside(session, part.centred(shape, row + 0.5, column + 0.5).on_whole_cells(shape)))


def _beside(session: Session, part: Viewport) -> Viewport:
    """That part of queries and keys, and of other columns what is seen already."""
    before = session.state.view.viewport
    return part if before is None else replace(part, along=before.along)


def _shape(state: State) -> tuple[int, int]:
    return state.trace.sizes.T, state.trace.sizes.S
