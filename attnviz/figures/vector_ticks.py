"""The numbers at the grid lines of a plane: round ones, few, clear of each other, each told from its neighbours."""

from __future__ import annotations

from collections.abc import Callable
from math import ceil, floor, log10

from attnviz.content.numerals import MINUS, format_number, superscript
from attnviz.figures.labels import Ruler

Bounds = tuple[float, float, float, float]  # left, bottom, right, top in data coordinates

MOST_TICKS = 5  # on each axis, and three where they have room
LEAST_TICKS = 3
_POWER_FROM, _MOST_DECIMALS = 1e6, 5  # larger and finer numbers at grid lines have a power of ten


def steps_of(seen: Bounds, scale: float, small: Ruler) -> tuple[float, float]:
    """The finest steps across and up whose numbers are no more than MOST_TICKS and keep clear of each other."""
    left, bottom, right, top = seen

    def clear(step: float) -> float:
        ends = (tick_text(number * step, step) for number in (floor(left / step), ceil(right / step)))
        return max(map(small.width, ends)) + small.width("0")

    across = _finest(right - left, scale, clear)
    up = _finest(top - bottom, scale, lambda _: 1.6 * small.height)
    return (across, up) if len(multiples(bottom, top, across)) < LEAST_TICKS else (max(across, up),) * 2


def _finest(span: float, scale: float, clear: Callable[[float], float]) -> float:
    """The finest step with which so long an axis has no more ticks than it may, each clear of the next."""
    step = round_step(span / (MOST_TICKS + 1))
    while span / step >= MOST_TICKS or step * scale < clear(step):
        if step > span:
            return step
        step = round_step(1.5 * step)
    return step


def round_step(least: float) -> float:
    """The smallest 1, 2 or 5 times a power of ten that is at least `least`."""
    if not least > 0:
        return 1.0
    power = 10.0 ** floor(log10(least))
    return next(part * power for part in (1, 2, 5, 10) if part * power >= least * (1 - 1e-9))


def multiples(low: float, high: float, step: float) -> list[float]:
    """The multiples of a step from `low` to `high`."""
    first, last = ceil(low / step - 1e-9), floor(high / step + 1e-9)
    return [number * step for number in range(first, min(last, first + 200) + 1)]


def tick_decimals(step: float) -> int:
    """The decimals that numbers at such steps have."""
    return max(0, -_power(step))


def tick_text(number: float, step: float) -> str:
    """A multiple of a step in as many digits as tell it from its neighbours: "0.25", "−200000", "1.5×10⁶", "2×10⁻⁹"."""
    number = round(number / step) * step
    if not number or (abs(number) < _POWER_FROM and tick_decimals(step) <= _MOST_DECIMALS):
        return format_number(number, tick_decimals(step))
    digits = max(0, _power(number) - _power(step))
    mantissa, _, power = f"{abs(number):.{digits}e}".partition("e")
    mantissa = mantissa.rstrip("0").rstrip(".") if "." in mantissa else mantissa
    return f"{MINUS if number < 0 else ''}{mantissa}×10{superscript(int(power))}"


def _power(number: float) -> int:
    """The power of ten of the first digit."""
    return int(f"{number:e}".partition("e")[2])
