"""The size of a large map in a file: as it likes, as wide as it is told, or with so many pixels for each cell."""

from __future__ import annotations

from dataclasses import replace

from PySide6.QtCore import QSizeF

from attnviz.figures.labels import ruler
from attnviz.figures.large.large_map import LargeMap
from attnviz.figures.large.layout import Around, map_size
from attnviz.figures.theme import Theme

_SIDE = 640.0  # units of the longer side of the map, on a sheet of free size
_LEAST_MAP = 48.0  # units of width below which a map shows nothing
_HIGHEST, _LOWEST = 4.0, 0.25  # times its width
_WIDE_ENOUGH = 1e4  # so that a share of the width limits no label


def large_size(model: LargeMap, theme: Theme) -> QSizeF:
    """The size that the map likes: its longer side like a hand's width, or what its cells need."""
    return sized(model, theme)[1]


def sized(model: LargeMap, theme: Theme) -> tuple[LargeMap, QSizeF]:
    """The map with its cells decided, and the size of all of it."""
    width, height = map_size(model, theme, _SIDE, _SIDE)
    around = Around.of(model, theme, _WIDE_ENOUGH)
    words = _title_width(model, theme) if model.show_title else 0.0
    size = QSizeF(around.left + max(width + around.legend, words) + 2, around.top + height + 2)
    return replace(model, cell=(width / model.seen.columns, height / model.seen.rows), minimap=False), size


def sized_to_width(model: LargeMap, theme: Theme, width: float) -> tuple[LargeMap, QSizeF] | None:
    """The map in exactly that width, and as high as it then is; None if that is too narrow for it."""
    around = Around.of(model, theme, width)
    room = width - around.left - around.legend - 2
    if room < _LEAST_MAP:
        return None
    rows, columns = model.seen.rows, model.seen.columns
    high = min(max(room * rows / columns, _LOWEST * room), _HIGHEST * room)
    return replace(model, cell=(room / columns, high / rows), minimap=False), QSizeF(width, around.top + high + 2)


def _title_width(model: LargeMap, theme: Theme) -> float:
    return ruler(theme.title_font).width(model.title) + ruler(theme.small_font).width(model.subtitle) + 8
