"""Named colour maps as tables of 256 colours, and the text colour that can be read on each of them."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache

import numpy as np
import numpy.typing as npt
from PySide6.QtGui import QColor

from attnviz.engine.errors import FieldError, Where

ENTRIES = 256
MIDDLE = 128  # the entry that stands for 0 on a diverging map
READABLE_ON_BLACK = 0.179  # WCAG: at this luminance black and white text contrast equally, 4.58:1

# Each map by its control colours at equal steps; viridis, cividis and magma from their authors' tables (CC0).
_CONTROL: dict[str, str] = {
    "ink": "fbfbfe d9deee b0badb 8494c4 5a6daa 38498a 1f2c63",
    "amber": "1c212a 3f382b 5f5131 806c39 a08944 c0a851 e0c860",
    "blue–brown": "1f5f9e 5e97c9 a6c8e4 ffffff e6cdb4 cd9360 a85a17",
    "blue–brown, dark": "8cc4f2 4d86b8 2a4a68 1c212a 5e4630 a67744 f0b878",
    "blue–red": "2b5ca8 6b93cf b3c9ea f7f7f7 f2bfb0 d97a68 a82838",
    "purple–orange": "542788 8073ac b2abd2 f7f7f7 fdb863 e08214 b35806",
    "viridis": "440154 48186a 472d7b 424086 3b528b 33638d 2c728e 26828e 21918c 1fa088 28ae80 3fbc73 5ec962 84d44b "
    "addc30 d8e219 fde725",
    "cividis": "00224e 002e6a 1a386f 32436d 434e6c 535a6d 61656f 6f7073 7d7c78 8c8878 9b9476 aba072 bcae6c cdbb63 "
    "dec958 f0d846 fee838",
    "magma": "000004 0a0822 1d1147 36106b 51127c 6a1c81 832681 9c2e7f b73779 d0416f e75263 f56b5c fc8961 fea772 fec488 "
    "fde2a3 fcfdbf",
    "greys": "ffffff d9d9d9 b0b0b0 868686 5c5c5c 333333 111111",
}
DIVERGING = frozenset({"blue–brown", "blue–brown, dark", "blue–red", "purple–orange"})
CHOICES = ("auto", "ink", "amber", "cividis", "viridis", "magma", "greys", "blue–brown", "blue–red", "purple–orange")


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


def is_diverging(choice: str, *, signed: bool) -> bool:
    """True if figures drawn with that choice of map centre their scale on 0."""
    return signed if choice == "auto" else choice in DIVERGING


@lru_cache(maxsize=64)
def colour_map(choice: str, theme_name: str, *, signed: bool) -> ColourMap:
    """The map for a choice; "auto" is the diverging one for signed numbers, else the theme's sequential one.

    Raises FieldError for a name that is not among CHOICES.
    """
    if choice not in CHOICES:
        raise FieldError(
            f"There is no colour map {choice!r}. Choose one of: {', '.join(CHOICES)}.", Where("colour map")
        )
    if choice == "auto":
        choice = "blue–brown" if signed else ("ink" if theme_name == "light" else "amber")
    if choice == "blue–brown" and theme_name == "dark":
        choice = "blue–brown, dark"
    return _built(choice)


def text_colour(background: QColor) -> QColor:
    """Black where the WCAG luminance of the background is above 0.179, else white: at least 4.58:1 everywhere."""
    return BLACK if luminance(background) > READABLE_ON_BLACK else WHITE


def luminance(colour: QColor) -> float:
    """Relative luminance, 0…1. Source: WCAG 2.2, definition of relative luminance."""
    red, green, blue = (_linear(np.array(part / 255)) for part in (colour.red(), colour.green(), colour.blue()))
    return float(0.2126 * red + 0.7152 * green + 0.0722 * blue)


def contrast(one: QColor, other: QColor) -> float:
    """The contrast ratio of two colours, 1…21. Source: WCAG 2.2, definition of contrast ratio."""
    low, high = sorted((luminance(one), luminance(other)))
    return (high + 0.05) / (low + 0.05)


@lru_cache(maxsize=32)
def _built(name: str) -> ColourMap:
    control = np.array([[int(text[i : i + 2], 16) for i in (0, 2, 4)] for text in _CONTROL[name].split()]) / 255
    places = np.linspace(0, 1, len(control))
    # On a diverging map entry 128 is the middle exactly; 0…128 and 128…255 are its two halves.
    at = np.linspace(0, 1, ENTRIES)
    if name in DIVERGING:
        at = np.concatenate((np.linspace(0, 0.5, MIDDLE + 1), np.linspace(0.5, 1, ENTRIES - MIDDLE)[1:]))
    lab = _to_oklab(control)
    mixed = np.stack([np.interp(at, places, lab[:, axis]) for axis in range(3)], axis=1)
    whole = np.clip(np.round(_from_oklab(mixed) * 255), 0, 255).astype(np.uint32)  # (256, 3)
    colours = tuple(QColor(*(int(part) for part in row)) for row in whole)
    argb = (0xFF << 24) | (whole[:, 0] << 16) | (whole[:, 1] << 8) | whole[:, 2]
    light = tuple(text_colour(colour) is WHITE for colour in colours)
    return ColourMap(name, name in DIVERGING, colours, light, argb.astype(np.uint32))


# Colours are mixed in OKLab, where equal steps look equal. Source: Björn Ottosson 2020, "A perceptual color space".
_TO_LMS = np.array(
    [[0.4122214708, 0.5363325363, 0.0514459929], [0.2119034982, 0.6806995451, 0.1073969566],
     [0.0883024619, 0.2817188376, 0.6299787005]]
)  # fmt: skip
_TO_LAB = np.array(
    [[0.2104542553, 0.7936177850, -0.0040720468], [1.9779984951, -2.4285922050, 0.4505937099],
     [0.0259040371, 0.7827717662, -0.8086757660]]
)  # fmt: skip


def _to_oklab(rgb: npt.NDArray[np.float64]) -> npt.NDArray[np.float64]:
    return np.asarray(np.cbrt(_linear(rgb) @ _TO_LMS.T) @ _TO_LAB.T)


def _from_oklab(lab: npt.NDArray[np.float64]) -> npt.NDArray[np.float64]:
    linear = np.clip((lab @ np.linalg.inv(_TO_LAB).T) ** 3 @ np.linalg.inv(_TO_LMS).T, 0, 1)
    return np.where(linear <= 0.0031308, 12.92 * linear, 1.055 * linear ** (1 / 2.4) - 0.055)


def _linear(rgb: npt.NDArray[np.float64]) -> npt.NDArray[np.float64]:
    return np.where(rgb <= 0.04045, rgb / 12.92, ((rgb + 0.055) / 1.055) ** 2.4)
