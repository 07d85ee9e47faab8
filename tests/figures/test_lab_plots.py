"""Axes of plots: round ticks, powers of ten, marks where their number is, names that do not meet."""

from __future__ import annotations

from itertools import pairwise

import numpy as np
import pytest
from lab_scenes import X, drawings, every_kind, painted
from PySide6.QtCore import QPointF, QRectF
from PySide6.QtGui import QColor

from attnviz.content.numerals import amount
from attnviz.figures.labels import ruler
from attnviz.figures.labs.amounts import tick_text
from attnviz.figures.labs.axes import Scale, ends_of
from attnviz.figures.labs.drawing import Drawing
from attnviz.figures.labs.exhibit_lines import lines_of
from attnviz.figures.labs.painting import words_under
from attnviz.figures.labs.plot import plot_layout
from attnviz.figures.labs.plot_names import LINES, colour_of
from attnviz.figures.theme import theme
from attnviz.labs.exhibits import Axis, Plot, Series


def test_a_logarithmic_axis_has_powers_of_ten_at_equal_distances() -> None:
    scale = Scale(1.0, 1e6, 0.0, 600.0, log=True)
    ticks = scale.ticks(50.0)
    assert [value for value, _ in ticks] == [1, 10, 100, 1e3, 1e4, 1e5, 1e6]
    assert [text for _, text in ticks] == ["1", "10", "100", "1000", "10⁴", "10⁵", "10⁶"]
    assert [scale.to_pixel(value) for value, _ in ticks] == pytest.approx([0, 100, 200, 300, 400, 500, 600])


def test_a_linear_axis_has_round_numbers() -> None:
    assert [text for _, text in Scale(0.0, 1.0, 0.0, 250.0).ticks(40.0)] == ["0", "0.2", "0.4", "0.6", "0.8", "1"]


def test_an_axis_of_degrees_is_divided_as_turns_are() -> None:
    ticks = Scale(0.0, 360.0, 0.0, 360.0, turn=True).ticks(70.0)
    assert [value for value, _ in ticks] == [0, 90, 180, 270, 360]


def test_an_axis_that_counts_has_no_tick_between_two_numbers() -> None:
    assert [value for value, _ in Scale(1.0, 3.0, 0.0, 600.0, whole=True).ticks(40.0)] == [1, 2, 3]


@pytest.mark.parametrize("scale", [Scale(2.0, 7.0, 10.0, 400.0), Scale(0.5, 5e4, 300.0, 20.0, log=True)])
def test_a_pixel_leads_back_to_its_number(scale: Scale) -> None:
    for value in (scale.low, 3.0, scale.high):
        assert scale.to_value(scale.to_pixel(value)) == pytest.approx(value)


def test_what_is_zero_or_not_finite_leaves_a_logarithmic_axis_alone() -> None:
    low, high = ends_of([0.0, np.nan, np.inf, 1.0, 100.0], log=True, low=None, high=None)
    assert 0 < low < 1
    assert 100 < high < 200


@pytest.mark.parametrize("width", [260, 420, 900])
def test_ticks_do_not_meet_and_are_not_cut_off(width: int) -> None:
    look = theme()
    grid = plot_layout(drawings()["plot"], QRectF(0, 0, width, 300), look)
    small = ruler(look.small_font)
    ends = [(x - small.width(text) / 2, x + small.width(text) / 2) for _, text, x in grid.x_ticks]
    assert all(after[0] > before[1] for before, after in pairwise(ends))
    assert ends[-1][1] <= width
    assert min(grid.area.left() - 6 - small.width(text) for _, text, _ in grid.y_ticks) >= 0


def test_names_at_the_ends_of_lines_stand_beside_their_last_points() -> None:
    look = theme()
    plot = Plot(
        "p", "p", Axis("x", low=0, high=1), Axis("y", low=0, high=1),
        tuple(Series(f"line {k}", np.array([0.0, 1.0]), np.array([0.0, k / 4]), "weights") for k in range(5)),
    )  # fmt: skip
    grid = plot_layout(Drawing(plot), QRectF(0, 0, 500, 300), look)
    assert all(name.beside and name.place.left() > grid.area.right() for name in grid.names)
    for name in grid.names:
        assert name.place.center().y() == pytest.approx(grid.y.to_pixel(name.series / 4), abs=1)


def test_lines_that_end_in_one_point_are_named_in_a_legend() -> None:
    plot = Plot(
        "p", "p", Axis("x"), Axis("y"),
        tuple(Series(f"line {k}", np.array([0.0, 1.0]), np.array([float(k), 0.5]), "weights") for k in range(3)),
    )  # fmt: skip
    grid = plot_layout(Drawing(plot), QRectF(0, 0, 500, 300), theme())
    assert not any(name.beside for name in grid.names)
    assert all(name.place.bottom() <= grid.area.top() for name in grid.names)


def test_a_mark_is_where_its_number_is_and_can_be_taken_there() -> None:
    plot = every_kind()["plot"]
    assert isinstance(plot, Plot)
    grid = plot_layout(Drawing(plot), QRectF(0, 0, 500, 300), theme())
    place = grid.place_of(plot.marks[0])
    assert place == pytest.approx(grid.x.to_pixel(10.0))
    assert grid.mark_at(plot, QPointF(place + 3, grid.area.center().y())) is plot.marks[0]
    assert grid.mark_at(plot, QPointF(place + 30, grid.area.center().y())) is None


@pytest.mark.parametrize(
    ("value", "text"),
    [
        (16777216.0, "16\u202f777\u202f216"),
        (1048576.0, "1\u202f048\u202f576"),
        (-65536.0, "−65\u202f536"),
        (1.125e-7, "1.125×10⁻⁷"),
        (0.284, "0.284"),
        (4096.0, "4096"),
        (932984.814, "932\u202f985"),
        (float("nan"), "NaN"),
    ],
)
def test_amounts_are_read_in_full(value: float, text: str) -> None:
    assert amount(value, 3) == text


def test_ticks_have_no_more_decimals_than_they_need() -> None:
    assert tick_text(0.1 + 0.2, 0.1) == "0.3"
    assert tick_text(20000.0, 5000.0) == "20\u202f000"


def test_ticks_of_many_digits_have_a_power_of_ten() -> None:
    assert tick_text(5e13, 5e13) == "5×10¹³"
    assert tick_text(1.2e7, 2e6) == "1.2×10⁷"
    assert tick_text(3e-8, 1e-8) == "3×10⁻⁸"


def test_a_low_logarithmic_axis_has_two_powers_of_ten_where_they_have_room() -> None:
    scale = Scale(10.0**3.6, 10.0**13.7, 0.0, 100.0, log=True)
    assert [text for _, text in scale.ticks(60.0)] == ["10⁴", "10¹¹"]
    assert [text for _, text in scale.ticks(19.0)] == ["10⁴", "10⁶", "10⁸", "10¹⁰", "10¹²"]


def ranged() -> Plot:
    x = np.array([1.0, 2.0, 3.0])
    series = Series("times", x, x, "keys", "points", low=x - 1, high=np.array([1.5, 2.5, 9.0]))
    return Plot("p", "p", Axis("T"), Axis("ms"), (series,))


def test_ranges_stand_inside_their_plot() -> None:
    grid = plot_layout(Drawing(ranged()), QRectF(0, 0, 400, 300), theme())
    assert grid.area.contains(grid.at(3.0, 9.0))
    assert grid.area.contains(grid.at(1.0, 0.0))


def test_a_range_is_drawn_from_its_low_to_its_high_end() -> None:
    drawing, look = Drawing(ranged()), theme()
    grid = plot_layout(drawing, QRectF(0, 0, 400, 300), look)
    image, x = painted(drawing, 400, 300), round(grid.at(2.0, 2.0).x())

    def coloured(value: float) -> bool:
        y = round(grid.at(2.0, value).y())
        near = [image.pixelColor(x + by, y) for by in (-1, 0, 1)]
        return any(colour.red() - colour.blue() > 60 for colour in near)  # the orange of keys

    assert coloured(1.4)
    assert not coloured(4.0)


def test_ranges_go_into_the_numbers_of_a_plot() -> None:
    lines = lines_of(ranged())
    assert lines.titles == ("series", "T", "ms", "least", "most")
    assert lines.rows[2] == ("times", 3.0, 3.0, 2.0, 9.0)


def measured_plot(ticks: tuple[float, ...] = (), mark: str = "square") -> Drawing:
    """Two lines of one role over lengths that double."""
    x = np.array([128.0, 256.0, 512.0, 1024.0])
    lines = Series("full", x, x, mark="disc"), Series("tiles", x, x / 2, dashed=True, mark=mark)
    return Drawing(Plot("time", "Times", Axis("T", log=True, ticks=ticks), Axis("ms", log=True), lines))


def test_an_axis_has_the_ticks_that_it_is_given() -> None:
    found = plot_layout(measured_plot((128.0, 256.0, 512.0, 1024.0)), QRectF(0, 0, 600, 300), theme())
    assert [text for _, text, _ in found.x_ticks] == ["128", "256", "512", "1024"]


def test_of_given_ticks_those_that_would_meet_a_later_one_are_left_out() -> None:
    found = plot_layout(measured_plot((128.0, 130.0, 132.0, 1024.0)), QRectF(0, 0, 300, 200), theme())
    assert [text for _, text, _ in found.x_ticks] == ["132", "1024"]


def test_a_dashed_line_with_marks_shows_its_points() -> None:
    marked, plain = (painted(measured_plot(mark=mark), 600, 300) for mark in ("square", "none"))
    point = plot_layout(measured_plot(), QRectF(0, 0, 600, 300), theme()).at(256.0, 128.0).toPoint()
    beside = point.x() - 2, point.y() - 2  # within the square, and off the line
    assert marked.pixelColor(*beside).lightness() < plain.pixelColor(*beside).lightness() - 60


def test_lines_that_marks_tell_apart_have_no_colour_of_a_role() -> None:
    plot = measured_plot().exhibit
    assert isinstance(plot, Plot)
    for index in (0, 1):
        assert colour_of(plot, index, theme()).hsvSaturation() < 120


def test_lines_of_one_thing_have_colours_that_are_no_roles_and_lie_apart() -> None:
    for name in ("light", "dark"):
        look = theme(name)
        roles = {look.role(role).name() for role in ("queries", "keys", "values", "output")}
        own = [QColor(colour) for colour in LINES[name].values()]
        assert not {colour.name() for colour in own} & roles
        for one, other in pairwise(own):
            apart = (one.red() - other.red(), one.green() - other.green(), one.blue() - other.blue())
            assert sum(part * part for part in apart) > 80 * 80


def test_lines_with_colours_of_their_own_are_named_at_their_ends_though_these_meet() -> None:
    lines = tuple(Series(f"way {k}", X, X * (1 + k / 1000), f"line {k}", at_end="7 ms") for k in (1, 2, 3))
    helper = Series("∝ T²", X, X, "", mark="none")
    drawing = Drawing(Plot("p", "P", Axis("T", log=True), Axis("ms", log=True), (helper, *lines)))
    names = plot_layout(drawing, QRectF(0, 0, 600, 400), theme()).names
    assert sorted(name.text for name in names) == ["way 1: 7 ms", "way 2: 7 ms", "way 3: 7 ms"]
    assert all(name.beside for name in names)
    for one, other in pairwise(sorted(name.place.top() for name in names)):
        assert other - one >= ruler(theme().small_font).height - 1


def test_a_short_name_of_the_axis_across_stands_at_its_end_and_a_long_one_below() -> None:
    line = (Series("square", 4 * X, X**2, "scores"),)
    rect, small = QRectF(0, 0, 500, 300), ruler(theme().small_font)
    short, long = (plot_layout(Drawing(Plot("p", "P", Axis(name, log=True), Axis("n"), line)), rect, theme())
                   for name in ("T", "tokens of the text"))  # fmt: skip
    assert short.x_title.x() + small.width("T") / 2 == pytest.approx(short.area.right())
    assert short.area.bottom() - long.area.bottom() == pytest.approx(small.height + 3)
    last = max(x + small.width(text) / 2 for _, text, x in short.x_ticks)
    assert last < short.x_title.x() - small.width("T") / 2


def test_the_name_of_an_axis_that_its_ticks_tell_takes_no_line() -> None:
    line = (Series("square", X, X**2, "scores"),)
    told, untold = (
        plot_layout(
            Drawing(Plot("p", "P", Axis("T"), Axis("bytes", unwritten=own), line)), QRectF(0, 0, 500, 300), theme()
        )
        for own in (False, True)
    )
    assert told.area.top() - untold.area.top() >= ruler(theme().small_font).height


def test_the_name_of_an_upright_axis_stands_between_the_legend_and_the_axis() -> None:
    bars = tuple(Series(f"d_k {k}", np.arange(4.0), np.ones(3), "scores", "bars") for k in (4, 64))
    for series in (bars, bars[:1]):
        plot = Plot("p", "P", Axis("q·k"), Axis("density"), series, subtitle="with the standard deviation of each")
        grid = plot_layout(Drawing(plot), QRectF(0, 0, 600, 400), theme())
        top = grid.y_title.y() - ruler(theme().small_font).ascent
        assert all(name.place.bottom() <= top for name in grid.names)
        assert grid.heading.bottom() < top
        assert grid.y_title.y() < grid.area.top()


def test_a_line_that_helps_the_eye_ends_at_the_axis() -> None:
    def plot(heights: list[float]) -> Drawing:
        helper = Series("∝ T²", np.array([1.0, 10.0]), np.array(heights), "", mark="none")
        return Drawing(Plot("p", "P", Axis("T", low=0.0, high=12.0), Axis("ms", low=10.0, high=20.0), (helper,)))

    rect = QRectF(0, 0, 400, 300)
    bottom = int(plot_layout(plot([-30.0, 20.0]), rect, theme()).area.bottom()) + 2
    through, over = (painted(plot(heights), 400, 300) for heights in ([-30.0, 20.0], [15.0, 20.0]))
    below = [(x, y) for y in range(bottom, bottom + 3) for x in range(60, 400)]
    assert all(through.pixelColor(x, y) == over.pixelColor(x, y) for x, y in below)


def test_an_axis_of_bytes_and_what_hovers_over_it_have_units() -> None:
    line = Series("cache", np.array([64.0, 6502.0, 65536.0]), np.array([1e6, 4058496384.0, 1e11]), "keys")
    drawing = Drawing(Plot("p", "P", Axis("T", log=True), Axis("bytes", log=True, unit="bytes"), (line,)))
    rect = QRectF(0, 0, 600, 400)
    grid = plot_layout(drawing, rect, theme())
    assert {text for _, text, _ in grid.y_ticks} <= {"1 MB", "10 MB", "100 MB", "1 GB", "10 GB", "100 GB"}
    (words,) = words_under(drawing, rect, grid.at(6502.0, 4058496384.0), theme())
    assert words == "cache: T 6502, bytes 4.1 GB"
