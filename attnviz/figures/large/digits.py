"""How large the numbers in a large map are and how many decimals they have room for: the same wherever it is moved."""

from __future__ import annotations

from attnviz.content.numerals import MINUS
from attnviz.figures.labels import ruler
from attnviz.figures.large.large_map import LargeMap
from attnviz.figures.theme import Theme, font

_AIR, _HIGH = 6.0, 1.45  # pixels beside a number, and the height of its cell in its own
_LARGEST = 1.6  # times the theme's numbers
_FEWEST, _FEWEST_OF_WEIGHTS = 1, 2  # decimals that still say something


def number_size(model: LargeMap, theme: Theme, cell_width: float, cell_height: float) -> tuple[int, int]:
    """The pixels and decimals of numbers in cells that large; 0 pixels where none can be read or there are none.

    Where all decimals have no room there are fewer of them, for a rounded number says more than none.
    """
    if not model.numbers or model.values is None or model.picture is None or model.compact:
        return 0, model.decimals
    fewest = _FEWEST_OF_WEIGHTS if model.key == "weights" else _FEWEST
    for decimals in range(model.decimals, min(model.decimals, fewest) - 1, -1):
        pixels = _pixels(widest_number(model, decimals), theme, cell_width, cell_height)
        if pixels:
            return pixels, decimals
    return 0, model.decimals


def widest_number(model: LargeMap, decimals: int) -> str:
    """A text as wide as the widest number of the whole map, so that panning changes no size."""
    ends = (model.picture.ends if model.picture is not None else None) or (0.0, 0.0)
    size = max(abs(end) for end in ends)
    digits = len(str(int(size))) if size < 1e6 else 6  # 1.234×10¹⁵ from a million on
    sign = MINUS if ends[0] < 0 else ""
    return sign + "0" * digits + ("." + "0" * decimals if decimals else "")


def _pixels(text: str, theme: Theme, cell_width: float, cell_height: float) -> int:
    for pixels in range(round(_LARGEST * theme.number_px), max(1, round(theme.least_number)) - 1, -1):
        if _HIGH * pixels + 1 <= cell_height and ruler(font(pixels)).width(text) + _AIR <= cell_width:
            return pixels
    return 0
