"""Named colour maps as tables of 256 colours, and the text colour that can be read on each of them."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache

import numpy as np
import numpy.typing as npt
from PySide6.QtGui import QColor

from attnviz.content.colours import (
    CHOICES,
    DIVERGING,
    ENTRIES,
    MIDDLE,
    READABLE_ON_BLACK,
    colour_table,
    is_diverging,
    named_map,
)
from attnviz.content.colours import luminance as luminance_of
from attnviz.engine.errors import FieldError, Where

__all__ = [
    "BLACK", "CHOICES", "ENTRIES", "MIDDLE", "WHITE", "ColourMap", "colour_map", "contrast", "is_diverging",
    "luminance", "text_colour",
]  # fmt: skip


@dataclass(frozen=True, eq=False)
class ColourMap:
    """256 colours from the low end to the high one, and for each the text colour that can be read on it.

    argb: (256,) uint32, as Format_RGB32 images hold them.
    """

    name: str
    diverging: bool
    colours: tuple[QColor, ...]
    light_text: tuple[bool, ...]
    argb: npt.NDArray[np.uint32]

    def text(self, entry: int) -> QColor:
        """Black or white, whichever can be read on that entry."""
        return WHITE if self.light_text[entry] else BLACK


BLACK, WHITE = QColor(0, 0, 0), QColor(255, 255, 255)


@lru_cache(maxsize=64)
def colour_map(choice: str, theme_name: str, *, signed: bool) -> ColourMap:
    """The map for a choice; "auto" is the diverging one for signed numbers, else the theme's sequential one.

    Raises FieldError for a name that is not among CHOICES.
    """
    if choice not in CHOICES:
        raise FieldError(
            f"There is no colour map {choice!r}. Choose one of: {', '.join(CHOICES)}.", Where("colour map")
        )
    return _built(named_map(choice, theme_name, signed=signed))


def text_colour(background: QColor) -> QColor:
    """Black where the WCAG luminance of the background is above 0.179, else white: at least 4.58:1 everywhere."""
    return BLACK if luminance(background) > READABLE_ON_BLACK else WHITE


def luminance(colour: QColor) -> float:
    """Relative luminance, 0…1. Source: WCAG 2.2, definition of relative luminance."""
    return float(luminance_of(np.array([colour.red(), colour.green(), colour.blue()], dtype=np.uint8)))


def contrast(one: QColor, other: QColor) -> float:
    """The contrast ratio of two colours, 1…21. Source: WCAG 2.2, definition of contrast ratio."""
    low, high = sorted((luminance(one), luminance(other)))
    return (high + 0.05) / (low + 0.05)


@lru_cache(maxsize=32)
def _built(name: str) -> ColourMap:
    whole = colour_table(name).astype(np.uint32)  # (256, 3)
    colours = tuple(QColor(*(int(part) for part in row)) for row in whole)
    argb = (0xFF << 24) | (whole[:, 0] << 16) | (whole[:, 1] << 8) | whole[:, 2]
    light = tuple(text_colour(colour) is WHITE for colour in colours)
    return ColourMap(name, name in DIVERGING, colours, light, argb.astype(np.uint32))
