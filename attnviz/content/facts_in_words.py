"""Sentences with numbers of a result in them."""

from __future__ import annotations

import re
from collections.abc import Mapping

import numpy as np

from attnviz.content.numerals import THIN, amount
from attnviz.engine.arrays import Array

_PLACE = re.compile(r"\{(?P<name>[A-Za-z_][A-Za-z_0-9]*)(?:\[(?P<index>[0-9, ]+)\])?(?P<bytes>:bytes)?\}")
_UNITS = ("kB", "MB", "GB", "TB", "PB")
_MOST_LISTED = 8  # numbers of a list that a sentence holds


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
