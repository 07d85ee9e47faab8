"""A colour scale by powers of ten, on which an even share among thousands of keys and a sink are both seen."""

from __future__ import annotations

from dataclasses import dataclass
from math import ceil, floor, log10

import numpy as np
import numpy.typing as npt

from attnviz.content.colours import ENTRIES, MIDDLE, Limits, entries_of
from attnviz.content.numerals import MINUS, superscript
from attnviz.engine.arrays import Array

WORDS = "powers of ten"
_BELOW_EVEN = 0.1  # of an even share: what is less counts nothing beside the others
_LEAST_REACH = 10.0  # times the low end: a scale is never shorter than one power
_MOST_REACH = 1e10  # and never longer than ten, which steps between eighth roots tell apart
_PLAIN = 1e-5  # from here on small numbers are written out: 0.00001, 10⁻⁶
_HAIR = 1e-9


@dataclass(frozen=True)
class Scale:
    """Which colour stands for which number: from one limit to the other, evenly or by powers of ten."""

    limits: Limits
    powers: bool = False

    def entries(self, values: Array, *, diverging: bool) -> npt.NDArray[np.uint8]:
        """The entry of a colour map for each number."""
        return (power_entries if self.powers else entries_of)(values, self.limits, diverging=diverging)


def weight_powers(high: float, keys: int) -> Limits:
    """Where a scale of weights begins and ends: at a tenth of an even share among so many keys, and at `high`."""
    high = high if high > 0 else 1.0
    return min(_BELOW_EVEN / max(keys, 1), high / _LEAST_REACH), high


def positive_powers(ends: Limits) -> Limits:
    """Where a scale of other positive numbers begins and ends: at the smallest, but not too far below the largest."""
    low, high = ends
    high = high if high > 0 else 1.0
    return min(max(low, high / _MOST_REACH), high / _LEAST_REACH), high


def shares_of(values: Array, limits: Limits) -> npt.NDArray[np.float64]:
    """How far up the scale each number lies, from 0 to 1; 0 for all below it."""
    low, high = limits
    lifted = np.maximum(np.where(np.isfinite(values), values, 0.0).astype(np.float64), low)
    return np.asarray(np.clip(np.log(lifted / low) / np.log(high / low), 0.0, 1.0))


def power_entries(values: Array, limits: Limits, *, diverging: bool) -> npt.NDArray[np.uint8]:
    """The entry of a colour map for each number; a diverging map begins in its middle."""
    first = MIDDLE if diverging else 0
    return np.round(first + shares_of(values, limits) * (ENTRIES - 1 - first)).astype(np.uint8)


def ticks(limits: Limits) -> tuple[tuple[float, str], ...]:
    """What the legend says, with its place from 0 to 1, from the low end upward: both ends and the powers between."""
    low, high = limits
    inner = [10.0**power for power in range(floor(log10(low)), ceil(log10(high)) + 1)]
    inner = [value for value in inner if low * (1 + _HAIR) < value < high * (1 - _HAIR)]
    places = [0.0, *shares_of(np.array(inner), limits).tolist(), 1.0]
    texts = [f"≤ {tick_text(low, 1)}", *(tick_text(value, 1) for value in inner), tick_text(high, 2)]
    return tuple(zip(places, texts, strict=True))


def tick_text(value: float, digits: int) -> str:
    """A number in so many significant digits: "1", "0.1", "0.073", "2×10⁻⁶"."""
    if not value:
        return "0"
    mantissa, _, power = f"{abs(value):.{digits - 1}e}".partition("e")
    exponent, sign = int(power), MINUS if value < 0 else ""
    if _PLAIN <= abs(value) < 10.0**5:
        text = f"{float(f'{mantissa}e{power}'):.{max(digits - 1 - exponent, 0)}f}"
        return sign + (text.rstrip("0").rstrip(".") if "." in text else text)
    mantissa = mantissa.rstrip("0").rstrip(".") if "." in mantissa else mantissa
    return sign + ("" if mantissa == "1" else f"{mantissa}×") + f"10{superscript(exponent)}"


def apart(places: list[float], sizes: list[float]) -> list[bool]:
    """Which texts in a row stand, so that none touches another: the ends first, then what is left as it has room.

    places: of their middles, upward. sizes: how much room each takes.
    """
    kept = [False] * len(places)
    for index in dict.fromkeys((0, len(places) - 1, *range(len(places) - 2, 0, -1))):
        others = (other for other in range(len(places)) if kept[other])
        if len(places) and all(
            abs(places[index] - places[other]) >= (sizes[index] + sizes[other]) / 2 for other in others
        ):
            kept[index] = True
    return kept
