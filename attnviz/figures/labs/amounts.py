"""Numbers of laboratories in words: ticks of axes, sentences with numbers in them."""

from __future__ import annotations

import math
import re
from collections.abc import Mapping

import numpy as np

from attnviz.content.numerals import GROUPED_FROM, THIN, amount, format_number, format_result, superscript
from attnviz.engine.arrays import Array

_PLACE = re.compile(r"\{(?P<name>[A-Za-z_][A-Za-z_0-9]*)(?:\[(?P<index>[0-9, ]+)\])?(?P<bytes>:bytes)?\}")
_UNITS = ("kB", "MB", "GB", "TB", "PB")
_MOST_LISTED = 8  # numbers of a list that a sentence holds


def tick_text(value: float, step: float) -> str:
    """The number at a tick of a linear axis whose ticks are `step` apart, with no more decimals than they need."""
    if value == 0 or abs(value) < step * 1e-9:
        return "0"
    decimals = max(0, -math.floor(math.log10(step) + 1e-9)) if step > 0 else 0
    if decimals > 6 or abs(value) >= 1e7:
        return amount(float(f"{value:.12g}"), 1)
    number = round(value, decimals) + 0.0
    if abs(number) >= GROUPED_FROM and float(number).is_integer():
        return amount(number, 0)
    return format_number(number, decimals) if not decimals else format_result(number, decimals)


def power_text(digit: int, power: int) -> str:
    """The number digit × 10^power at a tick of a logarithmic axis."""
    if -3 <= power <= 3:
        return format_number(float(f"{digit}e{power}"), 3)
    return f"10{superscript(power)}" if digit == 1 else f"{digit}×10{superscript(power)}"


def bytes_text(count: float) -> str:
    """A count of bytes in the unit in which it has one to three digits: 96 bytes, 4.1 kB, 134 MB, 17.2 GB."""
    for unit in ("bytes", *_UNITS):
        if count < 999.5 or unit == _UNITS[-1]:
            break
        count /= 1000
    if unit == "bytes":
        return f"{count:.0f} byte" + "s" * (count != 1)
    return f"{count:.1f} {unit}" if count < 99.95 else f"{count:,.0f} {unit}".replace(",", THIN)


def filled(text: str, numbers: Mapping[str, float | Array], decimals: int) -> str:
    """The sentence with each {name}, or {name[0]} of a list, replaced by that number; an unknown name stays.

    {name:bytes} becomes 134 MB.
    """

    def number(match: re.Match[str]) -> str:
        if match["name"] not in numbers:
            return match.group()
        value = np.asarray(numbers[match["name"]])
        if match["index"]:
            value = value[tuple(int(part) for part in match["index"].split(","))]
        return bytes_text(float(value)) if match["bytes"] else _in_words(value, decimals)

    return _PLACE.sub(number, text)


def _in_words(value: Array, decimals: int) -> str:
    if value.ndim == 0:
        return amount(float(value), decimals)
    if value.ndim == 1 and len(value) <= _MOST_LISTED:
        return ", ".join(amount(float(number), decimals) for number in value)
    if value.ndim == 2 and value.size <= _MOST_LISTED:
        return "; ".join(_in_words(row, decimals) for row in value)
    return f"a table of {'×'.join(map(str, value.shape))} numbers"
