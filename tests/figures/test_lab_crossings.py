"""The numbers of lines where a mark crosses them: beside their own line, and on none."""

from __future__ import annotations

import numpy as np
import pytest
from lab_scenes import X
from PySide6.QtCore import QRectF, Qt
from PySide6.QtGui import QColor

from attnviz.figures.labs.crossings import CrossingLabel, crossing_labels, crossings
from attnviz.figures.labs.drawing import Drawing
from attnviz.figures.labs.plot import PlotGrid, plot_layout
from attnviz.figures.labs.plot_names import ink_of
from attnviz.figures.theme import theme
from attnviz.labs.exhibits import Axis, Mark, Plot, Series


def test_a_mark_tells_the_numbers_of_the_lines_that_it_crosses() -> None:
    square = Series("square", X, X**2, "scores")
    plot = Plot("p", "P", Axis("T", log=True), Axis("n", log=True), (square,), (Mark("x", 20.0, "now", tells=True),))
    assert crossings(plot, plot.marks[0]) == [(0, 400.0)]


def _told_at_marks(rect: QRectF, count: int) -> tuple[PlotGrid, Plot, tuple[CrossingLabel, ...]]:
    """Parallel lines of a square with a mark in their middle, laid out in `rect`, and the numbers at the mark."""
    lines = tuple(Series(f"line {k}", X, X**2 * 10.0**k, "scores") for k in range(count))
    plot = Plot("p", "P", Axis("T", log=True), Axis("n", log=True), lines, (Mark("x", 20.0, "now", tells=True),))
    grid = plot_layout(Drawing(plot), rect, theme())
    return grid, plot, crossing_labels(grid, plot)


def test_the_number_at_a_mark_stands_left_above_its_line() -> None:
    grid, plot, (label,) = _told_at_marks(QRectF(0, 0, 600, 400), 1)
    point = grid.at(plot.marks[0].at, 400.0)
    assert label.place.right() < point.x()
    assert label.place.bottom() < point.y()


def test_numbers_at_a_mark_meet_no_other_line_and_are_left_out_where_they_would() -> None:
    for height, most in ((700, 5), (170, 4), (140, 3)):
        grid, plot, labels = _told_at_marks(QRectF(0, 0, 500, height), 5)
        assert 1 <= len(labels) <= most
        for index, series in enumerate(plot.series):
            at = np.geomspace(series.x[0], series.x[-1], 500)
            heights = np.exp(np.interp(np.log(at), np.log(series.x), np.log(series.y)))
            points = [grid.at(x, y) for x, y in zip(at.tolist(), heights.tolist(), strict=True)]
            others = [label for label in labels if label.series != index]
            assert not [label for label in others for point in points if label.place.contains(point)]


def test_numbers_without_room_between_their_lines_run_along_them_and_none_covers_a_line() -> None:
    grid, plot, labels = _told_at_marks(QRectF(0, 0, 500, 300), 5)
    assert {label.series for label in labels} == set(range(5))
    (angle,) = {round(label.turned, 6) for label in labels}
    start, end = grid.at(1.0, 1.0), grid.at(100.0, 1e4)
    assert angle == pytest.approx(np.degrees(np.arctan2(end.y() - start.y(), end.x() - start.x())))
    for series in plot.series:
        along = np.geomspace(1.0, 100.0, 400).tolist()
        points = [grid.at(x, x * x * float(series.y[0])) for x in along]
        covered = [
            label for label in labels for point in points if label.outline.containsPoint(point, Qt.FillRule.OddEvenFill)
        ]
        assert not covered


def test_each_number_along_its_line_is_nearest_to_that_line() -> None:
    grid, plot, labels = _told_at_marks(QRectF(0, 0, 500, 300), 5)
    for label in labels:
        middle = label.place.center()
        x = grid.x.to_value(middle.x())
        apart = [abs(grid.at(x, x * x * float(series.y[0])).y() - middle.y()) for series in plot.series]
        assert apart.index(min(apart)) == label.series


def test_numbers_along_their_lines_stand_on_one_side_of_these_and_off_them() -> None:
    grid, plot, labels = _told_at_marks(QRectF(0, 0, 500, 300), 5)
    assert all(label.turned for label in labels)
    at = [grid.x.to_value(label.place.center().x()) for label in labels]
    over = [
        grid.at(x, x * x * float(plot.series[label.series].y[0])).y() - label.place.center().y()
        for x, label in zip(at, labels, strict=True)
    ]
    assert min(over) == pytest.approx(max(over), abs=0.5)
    angle = np.radians(labels[0].turned)
    assert min(over) * np.cos(angle) - labels[0].place.height() / 2 >= 5  # pixels from the middle of a line


@pytest.mark.parametrize("name", ["light", "dark"])
def test_numbers_of_a_paler_line_are_dark_enough_to_be_read(name: str) -> None:
    lines = tuple(Series(f"line {k}", X, X * 10.0**k, "scores", dashed=True) for k in range(3))
    plot, look = Plot("p", "P", Axis("T", log=True), Axis("n", log=True), lines), theme(name)  # type: ignore[arg-type]

    def luminance(colour: QColor) -> float:
        parts = [c / 12.92 if c <= 0.04045 else ((c + 0.055) / 1.055) ** 2.4 for c in colour.getRgbF()[:3]]
        return float(np.dot(parts, [0.2126, 0.7152, 0.0722]))

    ground = luminance(look.palette.panel)
    for series in range(3):
        low, high = sorted((luminance(ink_of(plot, series, look)), ground))
        assert (high + 0.05) / (low + 0.05) >= 4.49
