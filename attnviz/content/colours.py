"""The colours of the program as data that knows no Qt: two palettes, and each colour map by its control colours."""

from __future__ import annotations

import math
from typing import Any

import numpy as np
import numpy.typing as npt

DRAWN_SINGLY = 64 * 64  # cells of a matrix up to which each is drawn by itself; more are a map
LONGEST_SINGLY = 256  # rows or columns up to which they are: of more a cell is too narrow to be seen
Limits = tuple[float, float]
ENTRIES = 256
_FEW = 256  # numbers that are looked at one by one faster than all at once
MIDDLE = 128  # the entry that stands for 0 on a diverging map
READABLE_ON_BLACK = 0.179  # WCAG: at this luminance black and white text contrast equally, 4.58:1

# In the order of a palette's fields: background panel border text soft accent accent_text error hover grid hatch
PALETTE_COLOURS = {
    "light": "f6f7f9 ffffff dde1e8 1a1f29 5b6472 1769aa ffffff b3261e eef2f7 e3e7ed 8a93a1",
    "dark": "14181f 1c212a 343b47 e8ebf0 a3acba 6fb6ee 10141a ff8a80 262d38 2d3440 727c8b",
}
ROLE_COLOURS = {
    "light": {
        "queries": "1769aa", "keys": "c05408", "values": "12805c", "output": "8a3f8f",
        "scores": "1a1f29", "weights": "38498a", "input": "1a1f29",
    },
    "dark": {
        "queries": "6fb6ee", "keys": "f0965a", "values": "4fc79a", "output": "d08ad6",
        "scores": "e8ebf0", "weights": "e0c860", "input": "e8ebf0",
    },
}  # fmt: skip

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


def is_drawn_singly(rows: int, columns: int) -> bool:
    """True if each cell of such a matrix is drawn by itself; False for a map, of which parts are looked at."""
    return rows * columns <= DRAWN_SINGLY and max(rows, columns) <= LONGEST_SINGLY


def is_diverging(choice: str, *, signed: bool) -> bool:
    """True if figures drawn with that choice of map centre their scale on 0."""
    return signed if choice == "auto" else choice in DIVERGING


def named_map(choice: str, theme_name: str, *, signed: bool) -> str:
    """The map that a choice stands for: "auto" is the diverging one for signed numbers, else the theme's own."""
    if choice == "auto":
        choice = "blue–brown" if signed else ("ink" if theme_name == "light" else "amber")
    return "blue–brown, dark" if choice == "blue–brown" and theme_name == "dark" else choice


def colour_table(name: str) -> npt.NDArray[np.uint8]:
    """The map's 256 colours from the low end to the high one, (256, 3) from 0 to 255."""
    control = np.array([[int(text[i : i + 2], 16) for i in (0, 2, 4)] for text in _CONTROL[name].split()]) / 255
    places = np.linspace(0, 1, len(control))
    # On a diverging map entry 128 is the middle exactly; 0…128 and 128…255 are its two halves.
    at = np.linspace(0, 1, ENTRIES)
    if name in DIVERGING:
        at = np.concatenate((np.linspace(0, 0.5, MIDDLE + 1), np.linspace(0.5, 1, ENTRIES - MIDDLE)[1:]))
    lab = _to_oklab(control)
    mixed = np.stack([np.interp(at, places, lab[:, axis]) for axis in range(3)], axis=1)
    return np.clip(np.round(_from_oklab(mixed) * 255), 0, 255).astype(np.uint8)  # (256, 3)


def luminance(colours: npt.NDArray[np.uint8]) -> npt.NDArray[np.float64]:
    """Relative luminance of (…, 3) colours, 0…1. Source: WCAG 2.2, definition of relative luminance."""
    return np.asarray(_linear(np.asarray(colours) / 255.0) @ np.array([0.2126, 0.7152, 0.0722]))


def per_one(room: float, limits: Limits) -> float:
    """How much of the room between two limits a 1 takes, as of limits 0 and 1 where they are the same."""
    half = _half(limits)
    return room * half / ((limits[1] * half - limits[0] * half) or 1.0)


def steps_between(ends: Limits, count: int) -> npt.NDArray[np.float64]:
    """So many numbers from one end to the other, (count,), at equal steps however far apart the ends are."""
    share = np.linspace(0.0, 1.0, count)
    return np.asarray(ends[0] * (1 - share) + ends[1] * share)


def entries_of(values: npt.NDArray[np.floating[Any]], limits: Limits, *, diverging: bool) -> npt.NDArray[np.uint8]:
    """The entry of a colour map for each number; meaningless where it is not finite.

    limits: where the scale begins and ends; on a diverging map the larger of the two sizes is the reach on both sides.
    """
    low, high = limits
    finite = np.where(np.isfinite(values), values, 0.0).astype(np.float64)
    if diverging:
        reach = max(abs(low), abs(high)) or 1.0
        share = finite / reach
        entries = MIDDLE + np.where(share < 0, share * MIDDLE, share * (ENTRIES - 1 - MIDDLE))
    else:
        half = _half(limits)
        entries = (finite * half - low * half) / ((high * half - low * half) or 1.0) * (ENTRIES - 1)
    return np.clip(np.round(entries), 0, ENTRIES - 1).astype(np.uint8)


def entry_rows_of(values: npt.NDArray[np.floating[Any]], limits: Limits, *, diverging: bool) -> list[list[int]]:
    """The same as plain numbers, which are painted faster; of few numbers each is made by itself, without arrays."""
    if values.size > _FEW:
        return entries_of(values, limits, diverging=diverging).tolist()  # type: ignore[no-any-return]
    low, high = limits
    reach, last, half = max(abs(low), abs(high)) or 1.0, ENTRIES - 1, _half(limits)
    start, length = low * half, (high * half - low * half) or 1.0

    def entry(value: float) -> int:
        value = value if math.isfinite(value) else 0.0
        if diverging:
            share = value / reach
            place = MIDDLE + (share * MIDDLE if share < 0 else share * (last - MIDDLE))
        else:
            place = (value * half - start) / length * last
        return round(min(max(place, 0.0), last))

    return [[entry(value) for value in row] for row in values.tolist()]


def _half(limits: Limits) -> float:
    """By what numbers are multiplied to be measured: a length beyond all numbers is measured by its half."""
    return 1.0 if math.isfinite(limits[1] - limits[0]) else 0.5


def scale_for(ends: Limits | None, *, signed: bool, fixed: Limits | None, choice: str) -> Limits:
    """Where the colour scale begins and ends: symmetrical about 0 on a diverging map, else fixed, else the true ends.

    Constant and all-zero matrices get a scale of length above 0, so that their one colour is the one of their number.
    """
    low, high = fixed or ends or (0.0, 1.0)
    if is_diverging(choice, signed=signed):
        reach = max(abs(low), abs(high)) or 1.0
        return -reach, reach
    if fixed is not None:
        return fixed
    if not signed:
        low = min(low, 0.0)
    return (low, high) if high > low else (low - (0.5 if low else 0.0), low + (0.5 if low else 1.0))


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
