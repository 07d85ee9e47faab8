"""How large the numbers in a large map are and how many decimals they have room for: the same wherever it is moved."""

from __future__ import annotations

import re
from dataclasses import dataclass

from attnviz.content.numerals import MINUS, NEARLY_0, format_results
from attnviz.engine.arrays import Array
from attnviz.figures.labels import ruler
from attnviz.figures.large.large_map import LargeMap
from attnviz.figures.theme import Theme, font

_AIR, _LESS_AIR = 6.0, 4.0  # pixels beside a number, and beside one with few decimals
_HIGH = 1.45  # the height of a cell in that of its number
_LARGEST = 2.4  # times the theme's numbers
NEARLY_1 = "≈1"
_FEWEST, _FEWEST_OF_WEIGHTS = 1, 2  # decimals that still say something
_ENOUGH = 3  # decimals of which the last figure alone tells weights of thousands apart: 0.002 from 0.009
_LAST_FIGURE = re.compile(r"0?\.0+[1-9]")


@dataclass(frozen=True)
class Digits:
    """The size of numbers, 0 where there are none, and how many decimals they have. bare: ".14" for 0.14.

    fewer: than there would be with more room. Then "≈0" says nothing that the colour does not, and is left out. scant:
    and an even share is "≈0" too, so that few cells would have a number, of their last figure alone: 0.01 is left out.
    """

    pixels: int
    decimals: int
    bare: bool = False
    fewer: bool = False
    scant: bool = False

    def texts(self, values: Array) -> tuple[tuple[str, ...], ...]:
        """The numbers of a matrix in words, row by row; "" for none."""
        texts = format_results(values, self.decimals)
        if self.bare:
            texts = tuple(tuple(map(_bared, line)) for line in texts)
        if self.fewer:
            texts = tuple(tuple("" if self._says_nothing(text) else text for text in line) for line in texts)
        return texts

    def _says_nothing(self, text: str) -> bool:
        return text == NEARLY_0 or (self.scant and _LAST_FIGURE.fullmatch(text) is not None)


def digits_of(model: LargeMap, theme: Theme, cell_width: float, cell_height: float) -> Digits:
    """The numbers of cells that large: none where none can be read, or there are none.

    Where all decimals have no room there are fewer of them, for a rounded number says more than none; weights, which
    are never above 1, may at last go without the 0 before the point.
    """
    none = Digits(0, model.decimals)
    if not model.numbers or model.values is None or model.picture is None or model.compact:
        return none
    fewest = _FEWEST_OF_WEIGHTS if model.key == "weights" else _FEWEST
    for decimals in range(model.decimals, min(model.decimals, fewest) - 1, -1):
        air = _AIR if decimals == model.decimals else _LESS_AIR
        pixels = _pixels(widest_number(model, decimals), theme, cell_width - air, cell_height)
        if pixels:
            fewer = decimals < model.decimals
            return Digits(pixels, decimals, fewer=fewer, scant=fewer and _is_scant(model, decimals))
    ends = model.picture.ends
    if model.key == "weights" and model.decimals >= fewest and ends is not None and ends[0] >= 0 and ends[1] < 1.5:
        pixels = _pixels("." + "0" * fewest, theme, cell_width - _LESS_AIR, cell_height)
        return Digits(pixels, fewest, bare=True, fewer=True, scant=_is_scant(model, fewest)) if pixels else none
    return none


def _is_scant(model: LargeMap, decimals: int) -> bool:
    """True if an even share of the weights of a row has no figure among so many decimals, and these are very few."""
    return model.key == "weights" and decimals < _ENOUGH and 10**decimals < 0.5 * model.shape[1]


def widest_number(model: LargeMap, decimals: int) -> str:
    """A text as wide as the widest number of the whole map, so that panning changes no size."""
    ends = (model.picture.ends if model.picture is not None else None) or (0.0, 0.0)
    size = max(abs(end) for end in ends)
    digits = len(str(int(size))) if size < 1e6 else 6  # 1.234×10¹⁵ from a million on
    sign = MINUS if ends[0] < 0 else ""
    return sign + "0" * digits + ("." + "0" * decimals if decimals else "")


def _bared(text: str) -> str:
    """Without the 0 before the point; what rounds to 1 and may be less says so."""
    return NEARLY_1 if text.startswith("1.") else text.removeprefix("0") if text.startswith("0.") else text


def _pixels(text: str, theme: Theme, room: float, cell_height: float) -> int:
    for pixels in range(round(_LARGEST * theme.number_px), max(1, round(theme.least_number)) - 1, -1):
        if _HIGH * pixels + 1 <= cell_height and ruler(font(pixels)).width(text) <= room:
            return pixels
    return 0
