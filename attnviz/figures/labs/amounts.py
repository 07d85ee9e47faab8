"""Numbers at the ticks of axes."""

from __future__ import annotations

import math

from attnviz.content.facts_in_words import bytes_text
from attnviz.content.numerals import GROUPED_FROM, amount, format_number, format_result, full, superscript
from attnviz.figures.vector_ticks import tick_text as with_power
from attnviz.labs.exhibits import Axis


def tick_text(value: float, step: float) -> str:
    """The number at a tick of a linear axis whose ticks are `step` apart, with no more decimals than they need."""
    if value == 0 or abs(value) < step * 1e-9:
        return "0"
    decimals = max(0, -math.floor(math.log10(step) + 1e-9)) if step > 0 else 0
    if decimals > 6 or abs(value) >= 1e7:
        return with_power(float(f"{value:.12g}"), step)
    number = round(value, decimals) + 0.0
    if abs(number) >= GROUPED_FROM and float(number).is_integer():
        return amount(number, 0)
    return format_number(number, decimals) if not decimals else format_result(number, decimals)


def worded(value: float, axis: Axis) -> str:
    """A round number with its unit, 10 MB, where its axis has one; else ""."""
    return bytes_text(value).replace(".0 ", " ") if axis.unit == "bytes" else ""


def told(value: float, axis: Axis) -> str:
    """A number of an axis in words: with its unit as in a table, whole numbers grouped, others in full."""
    return (
        bytes_text(value) if axis.unit == "bytes" else (amount(value, 0) if float(value).is_integer() else full(value))
    )


def in_short(value: float) -> str:
    """A count in three digits and a power, where it has many."""
    if abs(value) < 10 * GROUPED_FROM:
        return amount(value, 0)
    mantissa, _, power = f"{value:.2e}".partition("e")
    return f"{mantissa}×10{superscript(int(power))}"


def power_text(digit: int, power: int) -> str:
    """The number digit × 10^power at a tick of a logarithmic axis."""
    if -3 <= power <= 3:
        return format_number(float(f"{digit}e{power}"), 3)
    return f"10{superscript(power)}" if digit == 1 else f"{digit}×10{superscript(power)}"
