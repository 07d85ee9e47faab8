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
_WIDER = 2.0  # times, between the faint lines where cells are small: they leave a diagonal alone
_Places = npt.NDArray[np.intp]
_HAIR = 1e-9
LINED = 9.0  # units: cells at least so large have a line between them


@dataclass(frozen=True)
class Window:
    """Some pixels of a map that is `height` × `width` pixels: half-open ranges. unit: pixels of one unit of length.

    fine: where cells are smaller than pixels, each pixel shows the strongest of just those in it; else of a block of
    2, 4, 8, … no smaller than the pixel, which is quicker and up to twice as coarse. hatch: units between the lines
    over what is masked, along a row.
    """

    height: int
    width: int
    rows: tuple[int, int]
    columns: tuple[int, int]
    unit: float = 1.0
    fine: bool = True
    hatch: float = HATCH_STEP


@dataclass(frozen=True)
class _Side:
    """One direction of a window: from where on so many cells lie on so many pixels, of which some are its own."""

    start: float
    length: float
    pixels: int
    own: tuple[int, int]
    count: int

    def pixels_of(self, block: int) -> float:
        """The pixels of a block of so many cells."""
        return block * self.pixels / self.length

    def blocks(self, block: int) -> tuple[_Places, _Places]:
        """The first and last block that each pixel shows: the one under its middle, or all whose middles are in it.

        So every block is in one pixel; those at the ends of the map are, though their middles may lie outside.
        """
        most = -(-self.count // block) - 1
        pixel = np.arange(self.own[0], self.own[1] + 1)
        edges = (self.start + pixel * (self.length / self.pixels)) / block
        whole = self.pixels_of(block) >= 1 - _HAIR
        if whole:
            first = np.floor((edges[:-1] + edges[1:]) / 2 + _HAIR)  # on a border the next one, wherever counted from
            last = first.copy()
        else:
            bounds = np.ceil(edges - 0.5 - _HAIR)
            first, last = bounds[:-1], bounds[1:] - 1
        if not (whole and block == 1):  # half a pixel of a block at the edge may hold a whole cell
            first[pixel[:-1] == 0] = np.floor(edges[0] + _HAIR)
            last[pixel[1:] == self.pixels] = np.ceil(edges[-1] - _HAIR) - 1
        first = np.clip(first, 0, most).astype(np.intp)
        return first, np.maximum(np.clip(last, 0, most).astype(np.intp), first)


def raster(picture: Picture, viewport: Viewport, window: Window) -> Codes:
    """The code of each pixel in the window, with lines between large cells and hatches over what is masked.

    A pixel shows the cell under its middle, or where cells are smaller than pixels the strongest of several; blocks of
    cells begin at the same ones wherever the map is moved.
    """
    rows, columns = _sides(picture, viewport, window)
    least = 0.5 if window.fine else 1.0  # pixels of a block
    level = _level(picture, rows, columns, least)
    high, wide = picture.block(level)
    codes = picture.levels[level]
    down, across = _plan(rows, high, codes.shape[0], least), _plan(columns, wide, codes.shape[1], least)
    codes = codes[down.part, across.part]
    plans = ((0, down), (1, across))
    for axis, plan in plans if rows.pixels_of(high) < 1 else plans[::-1]:  # what shrinks goes first
        codes = _followed(codes, axis, plan)
    if high == wide == 1 and min(rows.pixels_of(1), columns.pixels_of(1)) >= LINED * window.unit:
        _rule(codes, viewport, window)
    _hatch(codes, window, faint=min(rows.pixels_of(1), columns.pixels_of(1)) < LINED * window.unit)
    return codes


def cells_of(picture: Picture, viewport: Viewport, window: Window) -> tuple[slice, slice]:
    """The rows and columns whose strongest cell the one pixel in the window shows."""
    rows, columns = _sides(picture, viewport, window)
    least = 0.5 if window.fine else 1.0
    level = _level(picture, rows, columns, least)
    found = []
    sides = zip((rows, columns), picture.block(level), picture.levels[level].shape, picture.corner, strict=True)
    for side, block, count, corner in sides:
        plan = _plan(side, block, count, least)
        joined = block << plan.steps
        start = plan.part.start * block
        stop = min(start + (int(plan.last[0]) + 1) * joined, side.count)
        found.append(slice(corner + start + int(plan.first[0]) * joined, corner + stop))
    return found[0], found[1]


def _sides(picture: Picture, viewport: Viewport, window: Window) -> tuple[_Side, _Side]:
    """Both directions, in cells of the picture, which may be of a part."""
    seen, (height, width) = picture.local(viewport), picture.covered
    return (
        _Side(seen.top, seen.rows, window.height, window.rows, height),
        _Side(seen.left, seen.columns, window.width, window.columns, width),
    )


def _level(picture: Picture, rows: _Side, columns: _Side, least: float) -> int:
    """The finest level of which no block is too small in its longer direction."""
    for level in range(len(picture.levels)):
        high, wide = picture.block(level)
        if max(rows.pixels_of(high), columns.pixels_of(wide)) >= least - _HAIR:
            return level
    return len(picture.levels) - 1


@dataclass(frozen=True)
class _Plan:
    """How codes become pixels in one direction: which of them, joined in pairs so often, and which go into each pixel.

    first, last: of the joined ones.
    """

    part: slice
    steps: int
    first: _Places
    last: _Places


def _plan(side: _Side, block: int, count: int, least: float) -> _Plan:
    """Blocks that are too small are joined before: no pixel has more than two, but at the ends of the map."""
    steps = 0
    while side.pixels_of(block << steps) < least - _HAIR and count > 1 << steps:
        steps += 1
    first, last = side.blocks(block << steps)
    if not len(first):
        return _Plan(slice(0, 0), 0, first, last)
    start = int(first[0])
    return _Plan(slice(start << steps, (int(last[-1]) + 1) << steps), steps, first - start, last - start)


def _followed(codes: Codes, axis: int, plan: _Plan) -> Codes:
    for _ in range(plan.steps):
        codes = halved(codes, axis)
    made: Codes = np.take(codes, plan.first, axis=axis)
    ahead = plan.last - plan.first
    if ahead.any():
        np.maximum(made, np.take(codes, plan.last, axis=axis), out=made)
    for pixel in np.flatnonzero(ahead > 1):  # at an end of the map
        between = slice(plan.first[pixel], plan.last[pixel] + 1)
        if axis == 0:
            made[pixel] = codes[between].max(axis=0)
        else:
            made[:, pixel] = codes[:, between].max(axis=1)
    return made


def _rule(made: Codes, viewport: Viewport, window: Window) -> None:
    """Draws the lines between cells: the last pixels of each row and column."""
    thick = max(1, floor(window.unit))
    made[_last_pixels(viewport.top, viewport.rows, window.height, window.rows, thick)] = GRID
    made[:, _last_pixels(viewport.left, viewport.columns, window.width, window.columns, thick)] = GRID


def _last_pixels(start: float, length: float, pixels: int, own: tuple[int, int], thick: int) -> npt.NDArray[np.intp]:
    edges = np.arange(np.floor(start) + 1, np.ceil(start + length))
    ends = np.ceil((edges - start) * (pixels / length) - 0.5 - _HAIR).astype(np.intp)  # first pixels of the next
    found = (ends[:, np.newaxis] - 1 - np.arange(thick)).ravel()
    return np.asarray(found[(found >= own[0]) & (found < own[1])] - own[0])


def _hatch(made: Codes, window: Window, *, faint: bool) -> None:
    """Draws lines rising to the right over masked pixels, on one lattice for the whole map; faint: with less ink."""
    masked = (made == 0).view(np.uint8)
    if not masked.any():
        return
    height, width = made.shape
    along = np.arange(height + width - 1) + (window.rows[0] + window.columns[0])
    step = window.hatch * window.unit * (_WIDER if faint else 1.0)
    off = np.abs(along % step - step / 2) / 2**0.5  # from the middle of the nearest line
    cover = np.clip(0.5 + HATCH_WIDTH * max(window.unit, 1.0) / 2 - off, 0.0, 1.0)
    line = np.rint(cover * (1 if faint else len(HATCHES))).astype(np.uint8)
    masked *= np.lib.stride_tricks.sliding_window_view(line, width)[:height]
    made += masked
