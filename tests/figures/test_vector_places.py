"""Places for the labels of arrows: clear of what stands there, nearest to their own tip."""

from __future__ import annotations

import numpy as np
from hypothesis import assume, given
from hypothesis import strategies as st
from PySide6.QtCore import QPointF, QRectF

from attnviz import Direct, Scenario, trace
from attnviz.figures.compose import vectors_of
from attnviz.figures.theme import theme
from attnviz.figures.vector_places import Places, head_length
from attnviz.figures.vectors import Arrow, Plane, Vectors, plane_layout
from attnviz.figures.view import Selection, View

LOOK, ROOM = theme("light", "normal"), QRectF(0, 0, 400, 300)
NO_LINES = np.zeros((1, 4)) - 1e6  # far away
SIZE = (40.0, 14.0)
STEP = 5.0


def plane_of_two() -> tuple[Plane, Arrow]:
    """A plane of two values, and the first of them."""
    values = [[2.0, 1.0], [-1.0, 2.0]]
    figure = vectors_of(trace(Scenario(Direct(values, values, values))), Selection(0, 0, None), View())
    assert isinstance(figure, Vectors)
    plane = plane_layout(figure, ROOM, LOOK)
    return plane, next(arrow for arrow in figure.arrows if arrow.kind == "value")


def places(*taken: QRectF, tips: list[tuple[float, float]] | None = None) -> tuple[Places, Arrow]:
    plane, arrow = plane_of_two()
    return Places(plane, QRectF(-1000, -1000, 3000, 3000), list(taken), NO_LINES, tips or []), arrow


def away(place: QRectF, point: QPointF) -> float:
    """How far a point is from a rectangle, by its nearest point in it."""
    near = np.clip((point.x(), point.y()), (place.left(), place.top()), (place.right(), place.bottom()))
    return float(np.linalg.norm(near - (point.x(), point.y())))


@given(
    left=st.floats(-200, 600), top=st.floats(-200, 500),
    tips=st.lists(st.tuples(st.floats(-200, 600), st.floats(-200, 500)), max_size=6),
)  # fmt: skip
def test_a_label_is_strange_where_another_tip_is_nearer_by_a_pixel(
    left: float, top: float, tips: list[tuple[float, float]]
) -> None:
    room, arrow = places(tips=tips)
    place = QRectF(left, top, *SIZE)
    own, others = away(place, room.plane.to_point(*arrow.tip)), [away(place, QPointF(*tip)) for tip in tips]
    assume(all(abs(other - own + 1.0) > 1e-6 for other in others))
    assert room.is_strange(place, arrow) == any(other < own - 1.0 for other in others)


def test_an_undisturbed_label_stands_in_the_nearest_ring_around_its_tip() -> None:
    room, arrow = places()
    found = room.clear(arrow, SIZE)
    assert found is not None
    assert away(found, room.plane.to_point(*arrow.tip)) < 0.55 * head_length(LOOK) + 3.0 + 1e-6


def test_where_the_nearest_rings_are_taken_it_stands_in_the_first_that_is_not() -> None:
    _, arrow = places()
    tip = plane_of_two()[0].to_point(*arrow.tip)
    reach = 0.55 * head_length(LOOK) + 3.0 + 2.5 * STEP  # two steps more than the nearest, and a half
    room, _ = places(QRectF(tip.x() - reach, tip.y() - reach, 2 * reach, 2 * reach))
    found = room.clear(arrow, SIZE)
    assert found is not None
    assert reach <= away(found, tip) <= reach + STEP


def test_a_label_finds_no_place_where_all_rings_are_taken() -> None:
    room, arrow = places(QRectF(-1000, -1000, 3000, 3000))
    assert room.clear(arrow, SIZE) is None
