"""Labels of a plane are searched once for each place, and for no more arrows than can be named."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from contextlib import contextmanager

import numpy as np
import pytest
from PySide6.QtCore import QRectF
from PySide6.QtGui import QImage, QPainter

from attnviz.figures import vectors_painter
from attnviz.figures.theme import Theme, theme
from attnviz.figures.vector_labels import PlacedLabel, place_labels
from attnviz.figures.vectors import Arrow, Plane, Vectors, plane_layout
from attnviz.figures.vectors_painter import paint_vectors


def of_many(count: int, *, shares: bool = False) -> Vectors:
    """Values all around the origin, the first of the least weight, and perhaps a path of as many shares."""
    turns = np.linspace(0.0, 2 * np.pi, count, endpoint=False)
    tips = [(float(np.cos(turn)), float(np.sin(turn))) for turn in turns]
    weights = [(key + 1) / count for key in range(count)]
    named = list(enumerate(zip(tips, weights, strict=True)))
    arrows = [Arrow("value", key, (0.0, 0.0), tip, f"v_{key + 1}", "values", weight=w) for key, (tip, w) in named]
    if shares:
        path = [(0.0, 0.0), *tips]
        arrows += [Arrow("share", key, path[key], tip, f"v_{key + 1}", "values", weight=w) for key, (tip, w) in named]
    arrows.append(Arrow("output", 0, (0.0, 0.0), (0.2, 0.3), "output", "output"))
    return Vectors("Values", "", 0, 0, tuple(arrows), 3)


def painted(model: Vectors, room: QRectF, look: Theme) -> QImage:
    image = QImage(400, 300, QImage.Format.Format_ARGB32)
    image.fill(0)
    with painting_on(image) as painter:
        paint_vectors(painter, room, model, look)
    return image


@contextmanager
def painting_on(image: QImage) -> Iterator[QPainter]:
    painter = QPainter(image)
    try:
        yield painter
    finally:
        painter.end()


@pytest.fixture
def searches(monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """How many arrows those models have whose labels were searched, in turn."""
    found: list[int] = []

    def noted(plane: Plane, model: Vectors, rect: QRectF) -> tuple[PlacedLabel, ...]:
        found.append(len(model.arrows))
        return place_labels(plane, model, rect)

    monkeypatch.setattr(vectors_painter, "place_labels", noted)
    return found


def test_a_plane_that_is_painted_again_has_its_labels_searched_once(searches: list[int]) -> None:
    model, look = of_many(31), theme("light")
    first = painted(model, QRectF(0, 0, 400, 300), look)
    assert painted(model, QRectF(0, 0, 400, 300), look) == first
    assert painted(of_many(31), QRectF(0, 0, 400, 300), look) == first  # the same content, composed anew
    assert searches == [32]


def test_another_place_theme_text_size_or_model_has_its_labels_searched_anew(searches: list[int]) -> None:
    model, other = of_many(5), of_many(6)
    whole, less = QRectF(0, 0, 400, 300), QRectF(10, 0, 380, 300)
    painted(model, whole, theme("light"))
    painted(model, less, theme("light"))
    painted(model, whole, theme("dark"))
    painted(model, whole, theme("light", "large"))
    painted(other, whole, theme("light"))
    assert searches == [6, 6, 6, 6, 7]


def test_each_thread_searches_labels_for_itself_and_paints_the_same(searches: list[int]) -> None:
    model, room = of_many(21), QRectF(0, 0, 400, 300)
    here = painted(model, room, theme("light"))
    there: list[QImage] = []
    thread = threading.Thread(target=lambda: there.append(painted(model, room, theme("light"))))
    thread.start()
    thread.join()
    assert there == [here]
    assert searches == [22, 22]


def test_of_many_values_those_of_the_greatest_weights_are_named_and_no_more() -> None:
    model, room = of_many(74), QRectF(0, 0, 1600, 1600)
    labels = place_labels(plane_layout(model, room, theme("light")), model, room)
    assert {label.text for label in labels if label.text.startswith("v_")} == {f"v_{key}" for key in range(55, 75)}


def test_twenty_values_are_all_named_where_there_is_room() -> None:
    model, room = of_many(20), QRectF(0, 0, 1600, 1600)
    labels = place_labels(plane_layout(model, room, theme("light")), model, room)
    assert len([label for label in labels if label.text.startswith("v_")]) == 20


def test_of_many_shares_no_lesser_one_is_named() -> None:
    model, room = of_many(40, shares=True), QRectF(0, 0, 3000, 3000)
    labels = place_labels(plane_layout(model, room, theme("light")), model, room)
    weights = [float(label.text.split()[0]) for label in labels if " v_" in label.text]
    assert weights
    assert min(weights) > 0.5
