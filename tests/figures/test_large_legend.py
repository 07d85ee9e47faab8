"""Numbers of an upright legend by powers of ten stand beside their ticks, clear of them, and none touches another."""

from __future__ import annotations

from itertools import product

import numpy as np
import pytest
from large_scenes import large_map, pixels_of
from PySide6.QtCore import QRectF
from PySide6.QtGui import QImage, QPainter

from attnviz.figures.colour_maps import colour_map
from attnviz.figures.labels import ruler
from attnviz.figures.large.large_legend import bar_in, legend_width, paint_large_legend
from attnviz.figures.large.large_map import LargeMap
from attnviz.figures.large.powers import ticks, weight_powers
from attnviz.figures.large.tick_choice import apart
from attnviz.figures.theme import Theme, theme

CLEAR = 4  # pixels between a tick and its number: closer ones read as a minus
LOOKS = pytest.mark.parametrize(
    "look",
    [theme("light"), theme("dark"), theme("light", "large"), theme("light", "projector"), theme("dark", "projector")],
    ids=["light", "dark", "large", "projector", "dark projector"],
)
HEIGHTS = pytest.mark.parametrize("height", [480, 333, 240])


def weights() -> LargeMap:
    return large_map(np.full((64, 80), 1e-3), signed=False, powers=True, limits=weight_powers(1.0, 4096))


def differences() -> LargeMap:
    values = np.full((64, 80), 0.25)
    values[0] = -0.02
    return large_map(values, signed=True, powers=True, least=1e-4, limits=(-0.25, 0.25))


def painted_legend(model: LargeMap, height: int, look: Theme) -> tuple[np.ndarray, int, int]:
    """Where there is ink, (height, width); where the bar ends; and the lowest row of the legend's numbers."""
    area = QRectF(8, 20, legend_width(model, look, roomy=True), height)
    image = QImage(round(area.right()) + 20, height + 40, QImage.Format.Format_RGB32)
    image.fill(look.palette.panel)
    with QPainter(image) as painter:
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        paint_large_legend(painter, area, model, colour_map("auto", look.name, signed=model.signed), look)
    pixels, bar = pixels_of(image).astype(int), bar_in(area, model, look)
    return np.abs(pixels - pixels[0, 0]).sum(axis=2) > 60, round(bar.right()), round(bar.bottom()) + 1


def runs(ink: np.ndarray) -> list[tuple[int, int]]:
    """First and last row of each group of rows that have ink."""
    rows = np.flatnonzero(ink.any(axis=1))
    return [(int(group[0]), int(group[-1])) for group in np.split(rows, np.flatnonzero(np.diff(rows) > 1) + 1)]


@LOOKS
@HEIGHTS
@pytest.mark.parametrize("made", [weights, differences])
def test_each_tick_has_a_number_in_its_middle_and_keeps_clear_of_it(look: Theme, height: int, made: object) -> None:
    ink, right, bottom = painted_legend(made(), height, look)  # type: ignore[operator]
    ticks = runs(ink[20:bottom, right + 2 : right + 3])
    numbers = runs(ink[: bottom + 4, right + 4 :])
    assert len(ticks) >= 2
    assert not ink[:bottom, right + 4 : right + 3 + CLEAR].any()
    for first, last in ticks:
        tick = (first + last) / 2 + 20
        nearest = min(abs((top + end) / 2 - tick) for top, end in numbers)
        assert nearest <= 0.06 * look.small_px + 0.8


@LOOKS
@HEIGHTS
@pytest.mark.parametrize("made", [weights, differences])
def test_no_number_touches_another_and_those_of_the_ends_stay_beside_the_bar(
    look: Theme, height: int, made: object
) -> None:
    ink, right, bottom = painted_legend(made(), height, look)  # type: ignore[operator]
    numbers = runs(ink[:, right + 5 :])
    small = ruler(look.small_font)
    assert all(end - top <= 1.25 * small.figure_height + 1 for top, end in numbers)
    assert numbers[0][0] >= 19
    inside = [number for number in numbers if number[0] < bottom]
    assert inside[-1][1] <= bottom + 2


@LOOKS
def test_what_kind_of_scale_it_is_stands_under_the_bar(look: Theme) -> None:
    ink, _, bottom = painted_legend(weights(), 480, look)
    below = runs(ink[bottom + 3 :])
    assert len(below) == 1
    assert below[0][1] + bottom + 3 <= 20 + 480


def test_a_low_legend_leaves_that_out() -> None:
    ink, _, bottom = painted_legend(weights(), 60, theme("light"))
    assert not ink[bottom + 3 :].any()


def test_a_power_close_to_the_low_end_is_left_out_which_would_look_a_whole_step_away():
    assert [text for _, text in ticks(weight_powers(1.0, 2048))] == ["≤ 0.00005", "0.001", "0.01", "0.1", "1"]
    assert [text for _, text in ticks(weight_powers(1.0, 4096))] == ["≤ 0.00002", "0.0001", "0.001", "0.01", "0.1", "1"]


@pytest.mark.parametrize("keys", [300, 1024, 2000, 4000, 4096])
@pytest.mark.parametrize("high", [1.0, 0.073])
def test_powers_are_left_out_evenly_where_room_is_short(keys: int, high: float) -> None:
    told = ticks(weight_powers(high, keys))
    for room, size in product(range(20, 400, 7), (12.0, 60.0)):
        at = [room * place for place, _ in told]
        stands = apart([min(max(middle, size / 2), room - size / 2) for middle in at], [size] * len(at), None, at)
        powers = [place for place, own in list(zip(at, stands, strict=True))[1:-1] if own]
        steps = np.diff([*powers, *at[-1:]] if high == 1.0 and powers else powers)
        assert stands[0]
        assert steps == pytest.approx(steps[:1].repeat(len(steps)))


def test_each_second_power_is_named_where_the_low_end_hides_one() -> None:
    texts = ["≤ 0.0001", "0.001", "0.01", "0.1", "1"]
    stands = apart([0, 60, 120, 180, 240], [90, 50, 40, 30, 10], None, [0, 60, 120, 180, 240])
    assert [text for text, own in zip(texts, stands, strict=True) if own] == ["≤ 0.0001", "0.01", "1"]
