"""The picture of a map of many cells, pixel by pixel, against rules that are followed one cell at a time."""

from __future__ import annotations

from math import ceil

import numpy as np
import numpy.typing as npt
import pytest
from PySide6.QtCore import QRectF

from attnviz.content.colours import MIDDLE
from attnviz.figures.cells_painter import picture
from attnviz.figures.colour_maps import colour_map
from attnviz.figures.heatmap import Face
from attnviz.figures.theme import theme

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
@pytest.mark.parametrize(("cells", "side"), [(70, 70.0), (70, 150.0), (71, 30.0), (66, 24.0)])
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
