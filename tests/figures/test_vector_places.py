"""Places for the labels of arrows: clear of what stands there, nearest to their own tip."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import assume, given
from hypothesis import strategies as st
from PySide6.QtCore import QRectF

from attnviz import Direct, Scenario, trace
from attnviz.figures.compose import vectors_of
from attnviz.figures.theme import TextSize, Theme, theme
from attnviz.figures.vector_labels import PlacedLabel, place_labels
from attnviz.figures.vector_places import Places, head_length
from attnviz.figures.vectors import Arrow, Plane, Point, Vectors, plane_layout
from attnviz.figures.view import Selection, View

LOOK, ROOM = theme("light", "normal"), QRectF(0, 0, 400, 300)
NO_LINES = np.zeros((1, 4)) - 1e6  # far away
SIZE = (40.0, 14.0)
STEP = 5.0
Shaft = tuple[float, float, float, float]


def plane_of_two() -> tuple[Plane, Arrow]:
    """A plane of two values, and the first of them."""
    values = [[2.0, 1.0], [-1.0, 2.0]]
    figure = vectors_of(trace(Scenario(Direct(values, values, values))), Selection(0, 0, None), View())
    assert isinstance(figure, Vectors)
    plane = plane_layout(figure, ROOM, LOOK)
    return plane, next(arrow for arrow in figure.arrows if arrow.kind == "value")


def places(*taken: QRectF, shafts: list[Shaft] | None = None) -> tuple[Places, Arrow]:
    plane, arrow = plane_of_two()
    lines = np.array(shafts or []).reshape(-1, 4)
    return Places(plane, QRectF(-1000, -1000, 3000, 3000), list(taken), NO_LINES, lines), arrow


def away(place: QRectF, *shaft: float) -> float:
    """How far the nearest of many points on a shaft is from a rectangle, by its nearest point in it."""
    share = np.linspace(0, 1, 2001)[:, np.newaxis]
    points = (1 - share) * shaft[:2] + share * shaft[2:]
    near = np.clip(points, (place.left(), place.top()), (place.right(), place.bottom()))
    return float(np.linalg.norm(near - points, axis=1).min())


@given(
    left=st.floats(-200, 600), top=st.floats(-200, 500),
    shafts=st.lists(st.tuples(*[st.floats(-200, 600)] * 4), max_size=6),
)  # fmt: skip
def test_a_label_is_strange_where_another_arrow_is_nearer_by_a_pixel(
    left: float, top: float, shafts: list[Shaft]
) -> None:
    room, arrow = places(shafts=shafts)
    place, tip = QRectF(left, top, *SIZE), room.plane.to_point(*arrow.tip)
    own, others = away(place, tip.x(), tip.y(), tip.x(), tip.y()), [away(place, *shaft) for shaft in shafts]
    assume(all(abs(other - own + 1.0) > 0.3 for other in others))
    assert room.is_strange(place, arrow) == any(other < own - 1.0 for other in others)


def drawn(output: Point | None, *values: Point) -> Vectors:
    """A plane of values named v_1, v_2 … and perhaps of an output."""
    arrows = [
        Arrow("value", key, (0.0, 0.0), tip, f"v_{key + 1}", "values", weight=1.0 - key / 10)
        for key, tip in enumerate(values)
    ]
    arrows += [Arrow("output", 0, (0.0, 0.0), output, "output", "output")] if output else []
    return Vectors("Values", "", 0, 0, tuple(arrows), 3)


def labels_of(model: Vectors, room: QRectF, look: Theme) -> tuple[Plane, tuple[PlacedLabel, ...]]:
    plane = plane_layout(model, room, look)
    return plane, place_labels(plane, model, room)


@pytest.mark.parametrize("values", [[(4, 1), (2, 0)], [(2, 4), (1, 5), (4, 4)], [(2, 0), (4, 0), (1, 1)], [(1, 1)]])
@pytest.mark.parametrize("size", [(250, 150), (280, 240), (400, 300)])
@pytest.mark.parametrize("text_size", ["normal", "large", "projector"])
def test_a_label_stands_nearest_to_its_own_arrow_or_has_a_line_to_its_tip(
    text_size: TextSize, size: tuple[int, int], values: list[Point]
) -> None:
    model = drawn(None, *values)
    plane, labels = labels_of(model, QRectF(0, 0, *size), theme("light", text_size, 768))
    ends = {a.label: (plane.to_point(*a.start), plane.to_point(*a.tip)) for a in model.arrows}
    for label in labels:
        _, tip = ends[label.text]
        own = away(label.rect, tip.x(), tip.y(), tip.x(), tip.y())
        others = [away(label.rect, a.x(), a.y(), b.x(), b.y()) for name, (a, b) in ends.items() if name != label.text]
        assert label.tip == tip or own <= min(others, default=own) + 1.1, label.text


def test_both_values_of_a_low_plane_in_large_letters_are_named() -> None:
    _, labels = labels_of(drawn(None, (4, 1), (2, 0)), QRectF(0, 0, 260, 170), theme("light", "projector", 768))
    assert {label.text for label in labels} == {"v_1", "v_2"}


@pytest.mark.parametrize("size", [(250, 190), (290, 230), (400, 320)])
@pytest.mark.parametrize("text_size", ["normal", "large", "projector"])
def test_the_numbers_of_the_output_stand_beside_or_under_its_name(text_size: TextSize, size: tuple[int, int]) -> None:
    model = drawn((3.333, 0.667), (4, 0), (3, 1), (1, 3), (0, 4))
    _, labels = labels_of(model, QRectF(0, 0, *size), theme("light", text_size, 768))
    named = [label for label in labels if label.text.startswith("output")]
    assert len(named) == 1
    for told in (label for label in labels if "3.333" in label.text and label is not named[0]):
        assert (told.rect.left(), told.rect.top()) == (named[0].rect.left(), named[0].rect.bottom())


def test_an_undisturbed_label_stands_in_the_nearest_ring_around_its_tip() -> None:
    room, arrow = places()
    found = room.clear(arrow, SIZE)
    assert found is not None
    tip = room.plane.to_point(*arrow.tip)
    assert away(found, *(2 * tip.toTuple())) < 0.55 * head_length(LOOK) + 3.0 + 1e-6


def test_where_the_nearest_rings_are_taken_it_stands_in_the_first_that_is_not() -> None:
    _, arrow = places()
    tip = plane_of_two()[0].to_point(*arrow.tip)
    reach = 0.55 * head_length(LOOK) + 3.0 + 2.5 * STEP  # two steps more than the nearest, and a half
    room, _ = places(QRectF(tip.x() - reach, tip.y() - reach, 2 * reach, 2 * reach))
    found = room.clear(arrow, SIZE)
    assert found is not None
    assert reach <= away(found, *(2 * tip.toTuple())) <= reach + STEP


def test_a_label_finds_no_place_where_all_rings_are_taken() -> None:
    room, arrow = places(QRectF(-1000, -1000, 3000, 3000))
    assert room.clear(arrow, SIZE) is None
