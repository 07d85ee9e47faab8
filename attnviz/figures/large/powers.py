"""A colour scale by powers of ten, on which an even share among thousands of keys and a sink are both seen.

Of differences it goes to both sides of 0, down to where a scale of the numbers themselves begins.
"""

from __future__ import annotations

from dataclasses import dataclass
from math import floor, inf, log, log10

import numpy as np
import numpy.typing as npt

from attnviz.content.colours import ENTRIES, MIDDLE, Limits, entries_of
from attnviz.content.numerals import MINUS, superscript
from attnviz.engine.arrays import Array

WORDS = "powers of ten"
NONE = "0 ± "  # before how far around it a number counts as 0 on a scale to both sides
_BELOW_EVEN = 0.1  # of an even share: what is less counts nothing beside the others
_LEAST_REACH = 10.0  # times the low end: a scale is never shorter than one power
_MOST_REACH = 1e10  # and never longer than ten, which steps between eighth roots tell apart
_PLAIN = 1e-5  # from here on small numbers are written out: 0.00001, 10⁻⁶
_HAIR = 1e-9
_NEAR = 2.5  # times the low end: a power that is no more


@dataclass(frozen=True)
class Scale:
    """Which colour stands for which number: from one limit to the other, evenly or by powers of ten.

    least: above 0, powers of ten go to both sides of 0, and what is no further from it has the colour of 0; the limits
    are −reach and reach then.
    """

    limits: Limits
    powers: bool = False
    least: float = 0.0

    @property
    def two_sided(self) -> bool:
        """True if it goes by powers of ten to both sides of 0."""
        return self.powers and self.least > 0

    def entries(self, values: Array, *, diverging: bool) -> npt.NDArray[np.uint8]:
        """The entry of a colour map for each number."""
        if self.two_sided:
            return two_sided_entries(values, self.limits[1], self.least, diverging=diverging)
        return (power_entries if self.powers else entries_of)(values, self.limits, diverging=diverging)

    def along(self, ends: Limits, steps: int) -> npt.NDArray[np.float64]:
        """So many numbers from one end to the other, by powers of ten as the colours go."""
        if not self.two_sided:
            return np.geomspace(*ends, steps)
        reach = self.limits[1]
        low, high = two_sided_shares(np.array(ends), reach, self.least).tolist()
        shares = np.linspace(low, high, steps)
        return np.asarray(np.sign(shares) * self._up(np.abs(shares)))

    def _up(self, shares: npt.NDArray[np.float64]) -> npt.NDArray[np.float64]:
        """The numbers above 0 that lie so far up the scale."""
        reach, ratio = self.limits[1], self.limits[1] / self.least
        if ratio < inf:
            return np.asarray(self.least * ratio**shares)
        return np.minimum(np.exp((1 - shares) * log(self.least) + shares * log(reach)), reach)


def weight_powers(high: float, keys: int) -> Limits:
    """Where a scale of weights begins and ends: at a tenth of an even share among so many keys, and at `high`."""
    high = _or_one(high)
    return min(_BELOW_EVEN / max(keys, 1), high / _LEAST_REACH), high


def positive_powers(ends: Limits) -> Limits:
    """Where a scale of other positive numbers begins and ends: at the smallest, but not too far below the largest."""
    low, high = ends[0], _or_one(ends[1])
    return min(max(low, high / _MOST_REACH), high / _LEAST_REACH), high


def _or_one(high: float) -> float:
    """1 where all is 0, or so close to it that no smaller number is left for the low end."""
    return high if high / _LEAST_REACH > 0 else 1.0


def two_sided_powers(ends: Limits, least: float) -> tuple[float, float]:
    """Where a scale of differences begins and ends to both sides of 0: where that of the numbers does, and at the
    largest; if all are so small, at a tenth of that, which is 0 where no smaller number is left.
    """
    reach = max(-ends[0], ends[1])
    return min(least, reach / _LEAST_REACH), reach


def shares_of(values: Array, limits: Limits) -> npt.NDArray[np.float64]:
    """How far up the scale each number lies, from 0 to 1; 0 for all below it."""
    low, high = limits
    lifted = np.maximum(np.where(np.isfinite(values), values, 0.0).astype(np.float64), low)
    if high / low < inf:
        shares = np.log(lifted / low) / np.log(high / low)
    else:  # that ratio is more than a number can be; other colours stay as they are to the last bit
        shares = (np.log(lifted) - log(low)) / (log(high) - log(low))
    return np.asarray(np.clip(shares, 0.0, 1.0))


def power_entries(values: Array, limits: Limits, *, diverging: bool) -> npt.NDArray[np.uint8]:
    """The entry of a colour map for each number; a diverging map begins in its middle."""
    first = MIDDLE if diverging else 0
    return np.round(first + shares_of(values, limits) * (ENTRIES - 1 - first)).astype(np.uint8)


def two_sided_shares(values: Array, reach: float, least: float) -> npt.NDArray[np.float64]:
    """How far from 0 each number lies on a scale to both sides, from −1 to 1; 0 for all within `least`."""
    values = np.where(np.isfinite(values), values, 0.0).astype(np.float64)
    return np.copysign(shares_of(np.abs(values), (least, reach)), values)


def two_sided_entries(values: Array, reach: float, least: float, *, diverging: bool) -> npt.NDArray[np.uint8]:
    """The entry of a colour map for each number: the middle for 0, and evenly to both ends with the power."""
    shares = two_sided_shares(values, reach, least)
    high = MIDDLE + shares * (ENTRIES - 1 - MIDDLE)
    low = MIDDLE + shares * MIDDLE
    entries = np.where(shares > 0, high, low) if diverging else (1 + shares) / 2 * (ENTRIES - 1)
    return np.round(entries).astype(np.uint8)


def two_sided_ticks(ends: Limits, reach: float, least: float) -> tuple[tuple[float, str], ...]:
    """What the legend of such a scale says from one end of the numbers to the other: ends, powers, and what is 0."""
    low, high = ends
    inner = [sign * value for sign in (-1.0, 1.0) for value in _powers(least, reach) if value > least * (1 + _HAIR)]
    inner = sorted({0.0, *inner})
    values = [low, *(own for own in inner if low + _HAIR * reach < own < high - _HAIR * reach), high]
    shares = two_sided_shares(np.array(values), reach, least)
    places = (shares - shares[0]) / (shares[-1] - shares[0])
    none = f"{NONE}{tick_text(least, 1)}"
    texts = [none if abs(own) <= least else tick_text(own, 2) for own in values]
    return tuple(zip(places.tolist(), texts, strict=True))


def ticks(limits: Limits) -> tuple[tuple[float, str], ...]:
    """What the legend says, with its place from 0 to 1, from the low end upward: both ends and the powers between.

    A power close to the low end would look as far from it as from the next power, and is left out.
    """
    low, high = limits
    inner = [value for value in _powers(low, high) if low * _NEAR < value < high * (1 - _HAIR)]
    places = [0.0, *shares_of(np.array(inner), limits).tolist(), 1.0]
    texts = [f"≤ {tick_text(low, 1)}", *(tick_text(value, 1) for value in inner), tick_text(high, 2)]
    return tuple(zip(places, texts, strict=True))


def _powers(low: float, high: float) -> list[float]:
    """The powers of ten up to `high`, the first at or below `low`; the next one might be more than a number can be."""
    return [10.0**power for power in range(floor(log10(low)), floor(log10(high)) + 1)]


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
