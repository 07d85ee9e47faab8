"""How large the numbers in a large map are and how many decimals they have room for: the same wherever it is moved."""

from __future__ import annotations

from dataclasses import dataclass

from attnviz.content.numerals import MINUS, format_results
from attnviz.engine.arrays import Array
from attnviz.figures.labels import ruler
from attnviz.figures.large.large_map import LargeMap
from attnviz.figures.theme import Theme, font

_AIR, _LESS_AIR = 6.0, 4.0  # pixels beside a number, and beside one with few decimals
_HIGH = 1.45  # the height of a cell in that of its number
_LARGEST = 2.4  # times the theme's numbers
NEARLY_1 = "≈1"
_FEWEST, _FEWEST_OF_WEIGHTS = 1, 2  # decimals that still say something


@dataclass(frozen=True)
class Digits:
    """The size of numbers, 0 where there are none, and how many decimals they have. bare: ".14" for 0.14."""

    pixels: int
    decimals: int
    bare: bool = False

    def texts(self, values: Array) -> tuple[tuple[str, ...], ...]:
        """The numbers of a matrix in words, row by row."""
        texts = format_results(values, self.decimals)
        return tuple(tuple(map(_bared, line)) for line in texts) if self.bare else texts


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
            return Digits(pixels, decimals)
    ends = model.picture.ends
    if model.key == "weights" and model.decimals >= fewest and ends is not None and ends[0] >= 0 and ends[1] < 1.5:
        pixels = _pixels("." + "0" * fewest, theme, cell_width - _LESS_AIR, cell_height)
        return Digits(pixels, fewest, bare=True) if pixels else none
    return none


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
