"""A map whose numbers are old is fainter with all that says its colours: legend, small map, the selected number."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any

import numpy as np
import pytest
from large_scenes import large_map, listened, painted, part, pixels_of, room
from PySide6.QtCore import QPointF, QRectF
from PySide6.QtGui import QColor, QImage, QPainter

from attnviz.figures.board import Board, paint_board_title
from attnviz.figures.colour_maps import contrast
from attnviz.figures.large.callout import callout_of
from attnviz.figures.large.large_legend import bar_in
from attnviz.figures.large.large_map import LargeMap
from attnviz.figures.large.layout import layout
from attnviz.figures.large.powers import weight_powers
from attnviz.figures.theme import Theme, theme

LOOKS = pytest.mark.parametrize("look", [theme("light"), theme("dark")], ids=["light", "dark"])
SIDE = 400


def by_powers(**others: Any) -> LargeMap:
    """Weights of 1 in the upper half and 0 below, coloured by powers of ten."""
    values = np.zeros((SIDE, SIDE))
    values[: SIDE // 2] = 1.0
    limits = weight_powers(1.0, SIDE)
    return large_map(values, signed=False, powers=True, limits=limits, numbers=False, **others)


def evenly(**others: Any) -> LargeMap:
    """Scores of 1 in the upper half and −1 below."""
    values = np.ones((SIDE, SIDE))
    values[SIDE // 2 :] = -1.0
    return large_map(values, signed=True, numbers=False, **others)


def colour(pixels: np.ndarray, x: float, y: float) -> list[int]:
    return [int(part) for part in pixels[int(y), int(x)]]


@LOOKS
@pytest.mark.parametrize("made", [by_powers, evenly])
@pytest.mark.parametrize("pending", ["", "before the edit"])
def test_the_ends_of_the_legend_have_the_colours_that_the_map_has(
    look: Theme, made: Callable[..., LargeMap], pending: str
) -> None:
    model = made(pending=pending)
    place = layout(model, room(), look)
    pixels = painted(model, look=look)
    bar = bar_in(place.legend, model, look)
    for end, row in ((bar.top() + 2, 100), (bar.bottom() - 3, 300)):
        cell = place.region_rect((row, row + 1), (200, 201)).center()
        assert colour(pixels, bar.left() + 3, end) == pytest.approx(colour(pixels, cell.x(), cell.y()), abs=8)


@LOOKS
def test_the_small_map_is_as_faint_as_the_map(look: Theme) -> None:
    seen = part(50, 50, 100, 100)
    model = by_powers(pending="before the edit", viewport=seen)
    place = layout(model, room(), look)
    pixels = painted(model, look=look)
    inside, cell = QPointF(place.minimap.right() - 6, place.minimap.top() + 6), place.map.center()
    assert colour(pixels, inside.x(), inside.y()) == colour(pixels, cell.x(), cell.y())


@LOOKS
def test_the_selected_number_is_fainter_and_still_to_be_read(look: Theme) -> None:
    model = replace(by_powers(cursor=(100, 200)), numbers=True)
    found = callout_of(model, layout(model, room(), look))
    assert found is not None
    plate = found[0].adjusted(2, 2, -2, -2).toRect()

    def strongest(model: LargeMap) -> float:
        pixels = painted(model, look=look)[plate.top() : plate.bottom(), plate.left() : plate.right()]
        letters = {tuple(map(int, pixel)) for pixel in pixels.reshape(-1, 3)}
        return max(contrast(QColor(*letter), look.palette.panel) for letter in letters)

    now, old = strongest(model), strongest(replace(model, pending="before the edit"))
    assert 4.5 <= old < 0.7 * now


@LOOKS
def test_the_legend_that_all_heads_share_is_as_faint_as_their_maps(look: Theme) -> None:
    def ink(pending: str) -> int:
        board = Board("heads", (by_powers(pending=pending, compact=True),), (0,), title="All", shared=True)
        image = QImage(700, 300, QImage.Format.Format_RGB32)
        image.fill(look.palette.panel)
        with QPainter(image) as painter:
            paint_board_title(painter, QRectF(0, 0, 700, 300), board, look)
        return int(np.abs(pixels_of(image)[:, 400:].astype(int) - pixels_of(image)[-1, -1].astype(int)).sum())

    assert ink("before the edit") < 0.6 * ink("")


@pytest.mark.parametrize(("width", "said"), [(260, "before the edit"), (110, "before"), (62, "")])
def test_the_title_of_an_old_map_stays_whole(width: int, said: str) -> None:
    model = by_powers(pending="before the edit", title="Head 11", compact=True)
    texts = listened(model, (width, 140)).texts
    assert texts[0] == "Head 11"
    assert texts[1] == said
