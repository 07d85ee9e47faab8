"""Labels in the plane beside arrows that were before the last change, and of hidden values: clear, once, and alike."""

from __future__ import annotations

import pytest
from PySide6.QtCore import QRectF

from attnviz.figures.theme import theme
from attnviz.figures.vector_labels import PlacedLabel, place_labels
from attnviz.figures.vectors import Arrow, Plane, Point, Vectors, plane_layout

START = (0.0, 0.0)
BEFORE = Arrow("output", 1, START, (3.109, -0.586), "output", "output")
MIXED = (1.81, 0.643), (3.109, -0.586)  # where the first share ends, and the output
MOVED = (0.33, 0.117), (2.595, -2.009)
LOW, HIGH = QRectF(0, 0, 330, 195), QRectF(0, 0, 430, 290)


def value(name: str, tip: Point, *, hidden: bool = False) -> Arrow:
    """One of the arrows of values."""
    return Arrow("value", 0, START, tip, f"v_{name}", "values", weight=0.0 if hidden else 0.5, hidden=hidden)


def plane_of(
    path: tuple[Point, Point], room: QRectF, text_size: str, *ghosts: Arrow
) -> tuple[Plane, tuple[PlacedLabel, ...]]:
    """Four values, two of them hidden, and their output at the end of two shares."""
    middle, output = path
    arrows = (
        value("the", (3.8, 1.35)), value("old", (2.45, -2.3)), value("river", (2.0, -0.5), hidden=True),
        value("bank", (-0.4, 1.9), hidden=True), Arrow("share", 0, START, middle, "v_the", "values", weight=0.087),
        Arrow("share", 1, middle, output, "v_old", "values", weight=0.913),
        Arrow("output", 1, START, output, "output", "output"),
    )  # fmt: skip
    model = Vectors("Head 1: output of query 2 “old” of four", "weights · V", 0, 1, arrows, 3, ghosts=ghosts)
    plane = plane_layout(model, room, theme("light", text_size))
    return plane, place_labels(plane, model, room)


def test_no_label_lies_over_the_ring_where_an_arrow_was() -> None:
    plane, labels = plane_of(MOVED, LOW, "normal", BEFORE)
    tip = plane.to_point(*BEFORE.tip)
    ring = QRectF(tip.x() - 3.5, tip.y() - 3.5, 7, 7)
    assert not any(label.rect.intersects(ring) for label in labels)


@pytest.mark.parametrize("text_size", ["normal", "large", "projector"])
@pytest.mark.parametrize(("path", "room"), [(MOVED, LOW), (MIXED, HIGH), (MIXED, LOW)])
def test_the_output_is_named_once(path: tuple[Point, Point], room: QRectF, text_size: str) -> None:
    _, labels = plane_of(path, room, text_size)
    assert sum("output" in label.text for label in labels) == 1


@pytest.mark.parametrize("text_size", ["normal", "large", "projector"])
def test_all_labels_of_hidden_values_say_that_they_are_or_none(text_size: str) -> None:
    _, labels = plane_of(MIXED, HIGH, text_size)
    said = {label.text.endswith(", hidden") for label in labels if label.text.startswith(("v_river", "v_bank"))}
    assert len(said) == 1
