"""Numbers of laboratories in words: whole ones in full, ticks of axes, sentences with numbers in them."""

from __future__ import annotations

import math
import re
from collections.abc import Mapping

import numpy as np

from attnviz.content.numerals import MINUS, format_number, format_result
from attnviz.engine.arrays import Array

THIN = "\u202f"  # a narrow space that no line breaks at, between thousands: 16 777 216
_GROUPED_FROM = 10_000
_WHOLE_UP_TO = 1e15
_SMALLEST = 1e-3
_SUPERSCRIPT = str.maketrans("-0123456789", "⁻⁰¹²³⁴⁵⁶⁷⁸⁹")
_PLACE = re.compile(r"\{(?P<name>[A-Za-z_][A-Za-z_0-9]*)(?:\[(?P<index>[0-9, ]+)\])?\}")
_MOST_LISTED = 8  # numbers of a list that a sentence holds


def amount(value: float, decimals: int) -> str:
    """A number to be read: as results are, but whole ones in full with thin spaces, small ones as 1.1×10⁻⁷.

    From ten thousand on there are no decimals.
    """
    size = abs(float(value))
    if math.isfinite(size) and _GROUPED_FROM <= size < (_WHOLE_UP_TO if size.is_integer() else 1e6):
        text = f"{round(size):,}".replace(",", THIN)
        return MINUS + text if value < 0 else text
    if size and (size < min(_SMALLEST, 10.0**-decimals) or size >= 1e6) and math.isfinite(size):
        mantissa, _, power = f"{size:.{min(decimals, 3)}e}".partition("e")
        text = f"{mantissa}×10{superscript(int(power))}"
        return MINUS + text if value < 0 else text
    return format_result(value, decimals)


def superscript(power: int) -> str:
    """A power as small raised digits."""
    return str(power).translate(_SUPERSCRIPT)


def tick_text(value: float, step: float) -> str:
    """The number at a tick of a linear axis whose ticks are `step` apart, with no more decimals than they need."""
    if value == 0 or abs(value) < step * 1e-9:
        return "0"
    decimals = max(0, -math.floor(math.log10(step) + 1e-9)) if step > 0 else 0
    if decimals > 6 or abs(value) >= 1e7:
        return amount(float(f"{value:.12g}"), 1)
    number = round(value, decimals) + 0.0
    if abs(number) >= _GROUPED_FROM and float(number).is_integer():
        return amount(number, 0)
    return format_number(number, decimals) if not decimals else format_result(number, decimals)


def power_text(digit: int, power: int) -> str:
    """The number digit × 10^power at a tick of a logarithmic axis."""
    if -3 <= power <= 3:
        return format_number(float(f"{digit}e{power}"), 3)
    return f"10{superscript(power)}" if digit == 1 else f"{digit}×10{superscript(power)}"


def filled(text: str, numbers: Mapping[str, float | Array], decimals: int) -> str:
    """The sentence with each {name}, or {name[0]} of a list, replaced by that number; an unknown name stays."""

    def number(match: re.Match[str]) -> str:
        if match["name"] not in numbers:
            return match.group()
        value = np.asarray(numbers[match["name"]])
        if match["index"]:
            value = value[tuple(int(part) for part in match["index"].split(","))]
        return _in_words(value, decimals)

    return _PLACE.sub(number, text)


def _in_words(value: Array, decimals: int) -> str:
    if value.ndim == 0:
        return amount(float(value), decimals)
    if value.ndim == 1 and len(value) <= _MOST_LISTED:
        return ", ".join(amount(float(number), decimals) for number in value)
    if value.ndim == 2 and value.size <= _MOST_LISTED:
        return "; ".join(_in_words(row, decimals) for row in value)
    return f"a table of {'×'.join(map(str, value.shape))} numbers"
