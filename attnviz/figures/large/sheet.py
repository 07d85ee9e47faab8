"""The size of a large map in a file: as it likes, as wide as it is told, or with so many pixels for each cell."""

from __future__ import annotations

from dataclasses import replace

from PySide6.QtCore import QSizeF

from attnviz.figures.large.around import ROOMY, Around, names_at, title_width
from attnviz.figures.large.large_legend import height_under, least_height
from attnviz.figures.large.large_map import LargeMap
from attnviz.figures.large.shape import height_at, map_size, proportion
from attnviz.figures.theme import Theme

_SIDE = 640.0  # units of the longer side of the map, on a sheet of free size
_LEAST_MAP = 48.0  # units of width below which a map shows nothing
_HIGHEST, _LOWEST = 2.0, 0.5  # times its width: no page has room for a higher one
_WIDE_ENOUGH = 1e4  # so that a share of the width limits no label


def large_size(model: LargeMap, theme: Theme) -> QSizeF:
    """The size that the map likes: its longer side like a hand's width, or what its cells need."""
    return sized(model, theme)[1]


def sized(model: LargeMap, theme: Theme) -> tuple[LargeMap, QSizeF]:
    """The map with its cells decided, and the size of all of it."""
    width, height = map_size(model, theme, _SIDE, _SIDE)
    cell = width / model.seen.columns, height / model.seen.rows
    around = Around.of(model, theme, _WIDE_ENOUGH, names_at(model, theme, *cell))
    words = title_width(model, theme)
    size = QSizeF(
        around.left + max(width + around.legend, words) + 2, around.top + max(height, least_height(model, theme)) + 2
    )
    return replace(model, cell=cell, minimap=False), size


def sized_to_width(model: LargeMap, theme: Theme, width: float) -> tuple[LargeMap, QSizeF] | None:
    """The map in exactly that width, and as high as it then is; None if that is too narrow for it."""
    rows, columns = model.seen.rows, model.seen.columns
    share = proportion(model, min(max(columns / rows, 1 / _HIGHEST), 1 / _LOWEST))
    model = replace(model, under=width < ROOMY)
    around = Around.of(model, theme, width)
    room = max(width - around.left - around.legend - 2, 1.0)
    around = Around.of(
        model, theme, width, names_at(model, theme, room / columns, height_at(model, theme, room, share) / rows)
    )
    room = width - around.left - around.legend - 2
    if room < _LEAST_MAP:
        return None
    height = height_at(model, theme, room, share)
    below = height_under(model, theme) if model.under else max(least_height(model, theme) - height, 0.0)
    shown = replace(model, cell=(room / columns, height / rows), minimap=False)
    return shown, QSizeF(width, around.top + height + below + 2)
