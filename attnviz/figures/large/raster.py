"""The codes of a part of a picture, one for each pixel: no strong cell is lost and no pixel shows a wrong cell."""

from __future__ import annotations

from dataclasses import dataclass
from math import floor

import numpy as np
import numpy.typing as npt

from attnviz.figures.large.codes import GRID, HATCHES, Codes
from attnviz.figures.large.picture import Picture, halved
from attnviz.figures.viewport import Viewport

HATCH_STEP, HATCH_WIDTH = 7.0, 1.15  # units between the lines over what is masked, and their width
LINED = 9.0  # units: cells at least so large have a line between them


@dataclass(frozen=True)
class Window:
    """Some pixels of a map that is `height` × `width` pixels: half-open ranges. unit: pixels of one unit of length."""

    height: int
    width: int
    rows: tuple[int, int]
    columns: tuple[int, int]
    unit: float = 1.0


def raster(picture: Picture, viewport: Viewport, window: Window) -> Codes:
    """The code of each pixel in the window, with lines between large cells and hatches over what is masked.

    A pixel shows the cell under its middle. Where cells are smaller than pixels it shows the strongest of a block of
    2, 4, 8, … cells that is no smaller than a pixel; blocks begin at the same cells wherever the map is moved.
    """
    down, across = window.height / viewport.rows, window.width / viewport.columns  # pixels of a cell
    level = _level(picture, down, across)
    codes, (high, wide) = picture.levels[level], picture.block(level)
    rows = _places(viewport.top, viewport.rows, window.height, window.rows, picture.shape[0]) // high
    columns = _places(viewport.left, viewport.columns, window.width, window.columns, picture.shape[1]) // wide
    part, rows = _coarser(codes, rows, down * high, 0)
    part, columns = _coarser(part, columns, across * wide, 1)
    made = _spread(part, rows, columns)
    if high == wide == 1 and min(down, across) >= LINED * window.unit:
        _rule(made, viewport, window)
    _hatch(made, window)
    return made


def _level(picture: Picture, down: float, across: float) -> int:
    """The finest level at which no block is smaller than a pixel in its longer direction."""
    for level in range(len(picture.levels)):
        rows, columns = picture.block(level)
        if max(down * rows, across * columns) >= 1.0 - 1e-9:
            return level
    return len(picture.levels) - 1


def _places(start: float, length: float, pixels: int, own: tuple[int, int], most: int) -> npt.NDArray[np.intp]:
    """The row or column under the middle of each pixel."""
    middles = start + (np.arange(*own) + 0.5) * (length / pixels)
    return np.asarray(np.clip(np.floor(middles), 0, most - 1).astype(np.intp))


def _coarser(
    codes: Codes, places: npt.NDArray[np.intp], pixels: float, axis: int
) -> tuple[Codes, npt.NDArray[np.intp]]:
    """Pairs along one axis joined until none is smaller than a pixel, for maps stretched in one direction only."""
    steps = 0
    while pixels * 2**steps < 1.0 - 1e-9 and codes.shape[axis] > 2**steps:
        steps += 1
    if not steps or not len(places):
        return codes, places
    first = int(places[0]) >> steps << steps
    stop = min(((int(places[-1]) >> steps) + 1) << steps, codes.shape[axis])
    part = codes[first:stop] if axis == 0 else codes[:, first:stop]
    for _ in range(steps):
        part = halved(part, axis)
    return part, (places >> steps) - (first >> steps)


def _spread(codes: Codes, rows: npt.NDArray[np.intp], columns: npt.NDArray[np.intp]) -> Codes:
    """codes[rows][:, columns], each source row looked up once."""
    if not len(rows) or not len(columns):
        return np.zeros((len(rows), len(columns)), dtype=np.uint8)
    first, stop = int(rows[0]), int(rows[-1]) + 1
    left, right = int(columns[0]), int(columns[-1]) + 1
    wide = np.take(codes[first:stop, left:right], columns - left, axis=1)
    return wide if len(rows) == stop - first else np.take(wide, rows - first, axis=0)


def _rule(made: Codes, viewport: Viewport, window: Window) -> None:
    """Draws the lines between cells: the last pixels of each row and column."""
    thick = max(1, floor(window.unit))
    made[_last_pixels(viewport.top, viewport.rows, window.height, window.rows, thick)] = GRID
    made[:, _last_pixels(viewport.left, viewport.columns, window.width, window.columns, thick)] = GRID


def _last_pixels(start: float, length: float, pixels: int, own: tuple[int, int], thick: int) -> npt.NDArray[np.intp]:
    edges = np.arange(np.floor(start) + 1, np.ceil(start + length))
    ends = np.ceil((edges - start) * (pixels / length) - 0.5).astype(np.intp)  # the first pixel of the next cell
    found = (ends[:, np.newaxis] - 1 - np.arange(thick)).ravel()
    return np.asarray(found[(found >= own[0]) & (found < own[1])] - own[0])


def _hatch(made: Codes, window: Window) -> None:
    """Draws lines rising to the right over masked pixels, on one lattice for the whole map."""
    masked = (made == 0).view(np.uint8)
    if not masked.any():
        return
    height, width = made.shape
    along = np.arange(height + width - 1) + (window.rows[0] + window.columns[0])
    step = HATCH_STEP * window.unit
    off = np.abs(along % step - step / 2) / 2**0.5  # from the middle of the nearest line
    cover = np.clip(0.5 + HATCH_WIDTH * max(window.unit, 1.0) / 2 - off, 0.0, 1.0)
    line = np.rint(cover * len(HATCHES)).astype(np.uint8)
    masked *= np.lib.stride_tricks.sliding_window_view(line, width)[:height]
    made += masked
