"""The picture of a map of many cells, pixel by pixel, against rules that are followed one cell at a time."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from math import ceil

import numpy as np
import numpy.typing as npt
import pytest
from PySide6.QtCore import QRectF
from PySide6.QtGui import QImage, QPainter

from attnviz.content.colours import MIDDLE
from attnviz.content.presets import preset
from attnviz.engine.tracing import trace
from attnviz.figures import cells_painter
from attnviz.figures.cells_painter import paint_cells, picture
from attnviz.figures.colour_maps import colour_map
from attnviz.figures.compose_heatmap import heatmap_of
from attnviz.figures.grid import layout
from attnviz.figures.heatmap import Face
from attnviz.figures.theme import theme
from attnviz.figures.view import Selection, View

STRIPE, THICK = 7, 1  # pixels from line to line, and of a line, where a pixel is a unit


def shown(face: Face, side: float) -> npt.NDArray[np.uint32]:
    """The pixels of its picture."""
    colours = colour_map("auto", "light", signed=face.diverging)
    image = picture(face, colours, theme("light", "normal").palette, QRectF(0, 0, side, side))
    bits = np.frombuffer(image.constBits(), dtype=np.uint32)
    return bits.reshape(image.height(), image.bytesPerLine() // 4)[:, : image.width()].copy()


def strongest(face: Face, rows: range, columns: range) -> tuple[int, int] | None:
    """Of some cells the first that is furthest from the middle of its scale; None where all are hidden."""
    best, found = -1, None
    for row in rows:
        for column in columns:
            far = abs(int(face.entries[row, column]) - (MIDDLE if face.diverging else 0))
            if far > best and not (face.hidden is not None and face.hidden[row, column]):
                best, found = far, (row, column)
    return found


@pytest.mark.parametrize("signed", [False, True])
@pytest.mark.parametrize(("cells", "side"), [(70, 70.0), (70, 150.0), (71, 30.0), (66, 24.0), (70, 9.0)])
def test_each_pixel_is_the_most_marked_of_its_cells_and_striped_where_all_are_hidden(
    signed: bool, cells: int, side: float
) -> None:
    values = np.random.default_rng(5).integers(-9 if signed else 0, 10, (cells, cells)) / 9.0
    face = Face(values, 2, (-1.0, 1.0) if signed else (0.0, 1.0), signed, hidden=np.triu(np.ones_like(values), 3) > 0)
    colours, palette = colour_map("auto", "light", signed=signed), theme("light", "normal").palette

    pixels = shown(face, side)

    together = ceil(cells / side)
    blocks = ceil(cells / together)
    large = pixels.shape[0] // blocks
    assert pixels.shape == (blocks * large, blocks * large)
    fine = pixels.shape[1] / side
    step, thick = max(3, round(STRIPE * fine)), max(1, round(1.15 * fine))
    for high in range(pixels.shape[0]):
        for wide in range(pixels.shape[1]):
            row, column = high // large * together, wide // large * together
            block = range(row, min(row + together, cells)), range(column, min(column + together, cells))
            own = strongest(face, *block)
            if own is not None:
                wanted = int(colours.argb[face.entries[own]])
            else:
                wanted = (palette.hatch if (high + wide) % step < thick else palette.panel).rgb()
            assert int(pixels[high, wide]) == wanted


@pytest.mark.parametrize("hiding", [False, True])
@pytest.mark.parametrize(("side", "left", "top"), [(97.3, 3.2, 5.0), (64.0, 0.5, 0.49), (211.7, 10.51, 7.27)])
def test_many_cells_without_lines_between_them_lie_as_qt_fills_their_rectangles(
    monkeypatch: pytest.MonkeyPatch, hiding: bool, side: float, left: float, top: float
) -> None:
    monkeypatch.setattr(cells_painter, "paint_hatch", lambda *_: None)
    values = np.random.default_rng(3).random((32, 29))
    hidden = np.triu(np.ones(values.shape), 4) > 0 if hiding else None
    face, look = Face(values, 2, (0.0, 1.0), diverging=False, hidden=hidden), theme("light", "normal")
    xs, ys = np.linspace(left, left + side, 30).tolist(), np.linspace(top, top + side, 33).tolist()
    place, model = QRectF(left, top, side, side), heatmap_of("weights", trace(preset("by-hand")), Selection(), View())
    grid = replace(layout(model, place, look), map=place, xs=tuple(xs), ys=tuple(ys), gap=0.0)
    colours = colour_map("auto", "light", signed=False)

    def fill_each(painter: QPainter) -> None:
        for row in range(32):
            for column in range(29):
                veiled = hidden is not None and hidden[row, column]
                colour = look.palette.panel if veiled else colours.colours[face.entries[row, column]]
                painter.fillRect(
                    QRectF(xs[column], ys[row], xs[column + 1] - xs[column], ys[row + 1] - ys[row]), colour
                )

    found = on_paper(lambda painter: paint_cells(painter, grid, face, colours))
    wanted = on_paper(fill_each)
    inner = place.translated(*MOVED).adjusted(2, 2, -2, -2).toAlignedRect()  # within the line around it
    assert found.copy(inner) == wanted.copy(inner)
    assert len({wanted.pixel(x, inner.center().y()) for x in range(inner.left(), inner.right())}) > 5


MOVED = (4.3, 2.0)


def on_paper(paint: Callable[[QPainter], object]) -> QImage:
    image = QImage(240, 240, QImage.Format.Format_RGB32)
    image.fill(0)
    with QPainter(image) as painter:
        painter.translate(*MOVED)
        paint(painter)
    return image
