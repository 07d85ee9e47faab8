"""From codes to colours: the table that a picture is painted with, for a scale, a colour map and a palette."""

from __future__ import annotations

from functools import lru_cache

import numpy as np
from PySide6.QtGui import QColor, QImage

from attnviz.figures.colour_maps import ColourMap
from attnviz.figures.large.codes import FIRST, GRID, HATCHES, MASKED, Codes
from attnviz.figures.large.picture import Picture
from attnviz.figures.large.powers import Scale
from attnviz.figures.theme import Palette

_INK = (0.3, 0.65, 1.0)  # of the hatch's colour in its lines, from faint to full


def entries_for(picture: Picture, scale: Scale, colours: ColourMap) -> tuple[int, ...]:
    """The entry of the colour map for each code; 0 for those that stand for no number."""
    return _entries(picture.numbers.tobytes(), scale, colours.diverging)


def colour_table(picture: Picture, scale: Scale, colours: ColourMap, palette: Palette) -> list[int]:
    """The 256 colours of an indexed image."""
    return list(_table(entries_for(picture, scale, colours), colours, palette))


@lru_cache(64)
def _table(entries: tuple[int, ...], colours: ColourMap, palette: Palette) -> tuple[int, ...]:
    table = [colours.colours[entry].rgb() for entry in entries]
    table[MASKED] = palette.panel.rgb()
    for code, share in zip(HATCHES, _INK, strict=True):
        table[code] = _between(palette.panel, palette.hatch, share).rgb()
    table[GRID] = palette.grid.rgb()
    return tuple(table)


def image_of(codes: Codes, table: list[int]) -> QImage:
    """An indexed image that owns its pixels."""
    height, width = codes.shape
    codes = np.ascontiguousarray(codes)
    image = QImage(codes.data, width, height, codes.strides[0], QImage.Format.Format_Indexed8)
    image.setColorTable(table)
    return image.copy()  # the array goes away


@lru_cache(64)
def _entries(numbers: bytes, scale: Scale, diverging: bool) -> tuple[int, ...]:
    values = np.frombuffer(numbers, dtype=np.float64)
    entries = scale.entries(values, diverging=diverging)
    entries[:FIRST] = 0
    return tuple(entries.tolist())


def _between(one: QColor, other: QColor, share: float) -> QColor:
    """A mix, component by component, as smoothing at the edge of a line makes it."""
    ends = ((one.red(), other.red()), (one.green(), other.green()), (one.blue(), other.blue()))
    return QColor(*(round(a * (1 - share) + b * share) for a, b in ends))
