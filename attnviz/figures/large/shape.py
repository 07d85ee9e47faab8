"""How wide and high a large map is in the room that it has: one rule wherever it stands."""

from __future__ import annotations

from math import floor

from attnviz.figures.large.large_map import LargeMap
from attnviz.figures.theme import Theme

_THINNEST = 0.5  # a map of queries and keys has at least so much of its longer side
_STRETCH = 2.0  # a cell of other maps, in its other side, so that maps fill their room
_STRETCHED = 2.2  # times the theme's numbers: so large stretched cells become
_ALONE = 8.0  # parts of the room of a map that stands alone: so large they become there
_LEAST_MAP = 8.0


def map_size(model: LargeMap, theme: Theme, wide: float, high: float) -> tuple[float, float]:
    """Width and height of the map in that room, in whole units."""
    rows, columns = model.seen.rows, model.seen.columns
    wide, high = max(wide, _LEAST_MAP), max(high, _LEAST_MAP)
    if model.cell is not None:
        return model.cell[0] * columns, model.cell[1] * rows
    share = proportion(model, wide / high)
    square = min(wide / columns, high / rows)
    alone = min(wide, high) / _ALONE if model.minimap and not model.compact else 0.0
    most = max(square, _STRETCHED * theme.number_px, alone)  # a side of a cell
    width, height = min(wide, most * columns), min(high, most * rows)
    if most * rows >= wide / share:  # rows so few that they are lower than that are seen as wide as their room is
        width = min(width, high * share)
    if most * columns >= high * share:
        height = min(height, wide / share)
    return float(max(floor(width), 1)), float(max(floor(height), 1))


def height_at(model: LargeMap, theme: Theme, width: float, share: float) -> float:
    """The height of a map of that width: `share` of it, but lower where so few rows would be seen as high blocks."""
    rows, columns = model.seen.rows, model.seen.columns
    return min(width / share, max(width / columns, _STRETCHED * theme.number_px) * rows)


def proportion(model: LargeMap, room: float) -> float:
    """The width of the map over its height, where its room has `room`.

    Queries × keys: square cells, so that the diagonal is one, but no thinner than half of the longer side. Where rows
    or columns are no tokens, whatever fills the room without stretching a cell too far.
    """
    own = model.seen.columns / model.seen.rows
    if model.follows == ("rows", "columns"):
        return min(max(own, _THINNEST), 1 / _THINNEST)
    low, high = min(own / _STRETCH, 1 / _THINNEST), max(own * _STRETCH, 1 / _THINNEST if model.broad else _THINNEST)
    return min(max(room, low), high)
