"""The scale of one axis: from numbers to pixels and back, and where its ticks stand."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from math import ceil, floor, isfinite, log10

import numpy as np

from attnviz.figures.labs.amounts import power_text, tick_text
from attnviz.figures.vector_ticks import round_step

_AIR = 0.04  # of the range stays free beyond the outermost number
_MOST_TICKS = 60
_PARTS_OF_A_TURN = (1.0, 5.0, 15.0, 30.0, 45.0, 90.0, 180.0, 360.0)  # degrees


@dataclass(frozen=True)
class Scale:
    """From low to high along `start` to `stop` in pixels; `log` multiplies instead of adding.

    whole: only whole numbers are ticks. turn: the numbers are degrees.
    """

    low: float
    high: float
    start: float
    stop: float
    log: bool = False
    whole: bool = False
    turn: bool = False

    def to_pixel(self, value: float) -> float:
        """Where a number stands. A number ≤ 0 stands far beyond the low end of a logarithmic axis."""
        if self.log:
            if value <= 0:
                return self.start - 1e4 * (1 if self.stop > self.start else -1)
            share = (log10(value) - log10(self.low)) / ((log10(self.high) - log10(self.low)) or 1.0)
        else:
            share = (value - self.low) / ((self.high - self.low) or 1.0)
        return self.start + min(max(share, -1e3), 1e3) * (self.stop - self.start)

    def to_value(self, pixel: float) -> float:
        """The number at a pixel, within the ends."""
        share = min(max((pixel - self.start) / ((self.stop - self.start) or 1.0), 0.0), 1.0)
        if self.log:
            return float(self.low * (self.high / self.low) ** share)
        return self.low + share * (self.high - self.low)

    def holds(self, value: float) -> bool:
        """True between the ends."""
        slack = 1e-9 * abs(self.high - self.low)
        return self.low - slack <= value <= self.high + slack

    def ticks(self, apart: float) -> list[tuple[float, str]]:
        """Round numbers at least `apart` pixels from each other, with their texts."""
        length = abs(self.stop - self.start)
        return self._powers(length, apart) if self.log else self._steps(length, apart)

    def _steps(self, length: float, apart: float) -> list[tuple[float, str]]:
        span = self.high - self.low
        least = max(apart / max(length, 1.0) * span, span / _MOST_TICKS)
        step = round_step(max(least, 1.0) if self.whole else least)
        if self.turn:
            step = next((part for part in _PARTS_OF_A_TURN if part >= least), step)
        first, last = ceil(self.low / step - 1e-9), floor(self.high / step + 1e-9)
        return [(number * step, tick_text(number * step, step)) for number in range(first, last + 1)]

    def _powers(self, length: float, apart: float) -> list[tuple[float, str]]:
        low, high = log10(self.low), log10(self.high)
        decade = length / ((high - low) or 1.0)  # pixels
        digits = (1, 2, 5) if decade * log10(2) >= apart else (1,)
        each = max(1, ceil(apart / decade)) if len(digits) == 1 else 1
        known = [
            (power, value, power_text(digit, power))
            for power in range(floor(low), ceil(high) + 1)
            for digit in digits
            if self.low * (1 - 1e-9) <= (value := digit * 10.0**power) <= self.high * (1 + 1e-9)
        ]
        # Every third power is a multiple of three, unless others leave room for one more.
        rows = ([one[1:] for one in known if one[0] % each == rest] for rest in range(each))
        found = max(rows, key=len)
        return found if len(found) > 1 else self._steps_of_log(length, apart)

    def _steps_of_log(self, length: float, apart: float) -> list[tuple[float, str]]:
        """Ticks where less than a decade is shown."""
        ticks, last = [], -1e9
        for value, text in Scale(self.low, self.high, 0, length)._steps(length, apart / 2):
            place = self.to_pixel(value)
            if value > 0 and abs(place - last) >= apart:
                ticks.append((value, text))
                last = place
        return ticks


def ends_of(
    numbers: Iterable[float], *, log: bool, low: float | None, high: float | None, hold: float | None = None
) -> tuple[float, float]:
    """The ends of an axis that shows these numbers: the given ones, else the data's with a little air.

    hold: a number that stays in sight and is an end itself if it is one, such as the 0 of bars.
    """
    known = np.array([number for number in numbers if isfinite(number) and (number > 0 or not log)])
    if hold is not None and (hold > 0 or not log):
        known = np.append(known, hold)
    least, most = (float(known.min()), float(known.max())) if known.size else ((0.1, 10.0) if log else (0.0, 1.0))
    if log:
        factor = max((most / least) ** _AIR, 1.05)
        first = low if low is not None and low > 0 else least / factor
        last = high if high is not None and high > first else max(most * factor, first * 1.1)
        return first, last
    if least == most:
        least, most = (least - 0.5 * abs(least), most + 0.5 * abs(most)) if least else (0.0, 1.0)
    air = _AIR * (most - least)
    first = low if low is not None else (least if least == hold else least - air)
    last = high if high is not None else (most if most == hold else most + air)
    return (first, last) if last > first else (first, first + 1.0)
