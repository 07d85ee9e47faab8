"""Numbers as people type and read them: one parser for every cell and field, one way to show a number."""

from __future__ import annotations

import math
import re
from collections.abc import Sequence
from functools import lru_cache
from typing import Any

import numpy as np

from attnviz.content.expressions import BadNumber, evaluate
from attnviz.content.whole_numbers import EXACT_BELOW, REMEDY, ROUNDED, is_rounded_whole
from attnviz.engine.pencil import rounded

__all__ = [
    "FIGURES", "NEARLY_0", "THIN", "BadNumber", "amount", "format_in_sum", "format_number", "format_result",
    "format_results", "format_setting", "full", "grouped", "in_full", "is_rounded", "parse_number", "share_decimals",
    "superscript", "sure", "told",
]  # fmt: skip

MINUS = "−"  # U+2212, as wide as a digit, so that columns of numbers stay aligned
THIN = "\u202f"  # a narrow space that no line breaks at, between thousands; a comma would be read as a decimal mark
GROUPED_FROM = 10_000  # four digits are read at a glance: 4096, but 16 777 216
_EXPONENT_FROM = 1e6  # numbers this large are shown as 1.23×10⁷
NEARLY_0 = "≈0"  # what is not 0 and has nothing but zeros in so many decimals: no wider than a cell of weights is
_WHOLE_UP_TO = 1e15
_SMALLEST = 1e-3
_SUPERSCRIPT = str.maketrans("-0123456789", "⁻⁰¹²³⁴⁵⁶⁷⁸⁹")
_PLAIN = re.compile(r"[+-]?(?P<mantissa>[0-9]+(?:\.[0-9]*)?|\.[0-9]+)(?:[eE][+-]?[0-9]+)?")  # what most cells hold
FIGURES = 3  # that a number among many very small ones has at least
_FEWEST_OF_POWER = 2  # decimals before a power of ten
_LONGEST = 18  # decimals with which every number below 1 can be told from it
_OFF = 4096 * 2.0**-53  # by which roundings bring a sum of 4,096 off 1 at most
# In float32, where sums are made of short ones, outputs are at most 12 roundings off. That each of 4,096 addends might
# bring one of its own is no reason to allow for so many: 2×10⁻⁴ below 1 is another number.
_OFF_32 = 16 * 2.0**-24
_NEAR_TIE = 1e-5  # how close to a half counts as a tie worth the exact rule
_DIGITS_KEPT = 4096  # numbers whose digits are remembered: one is asked for them several times wherever it is written

Number = float | np.floating[Any]


def parse_number(text: str) -> float:
    """The number that `text` says: 0.5, 0,5, −2, 1e-3, 1/sqrt(2), √2/2, 2√2, pi/4, 2^3.

    '.' or ',' is the decimal mark and nothing groups thousands. log and ln are natural, as in NumPy.
    Raises BadNumber with the reason in words, for infinities and NaN too, and for a whole number that would be rounded.
    Never −0.
    """
    plain = _PLAIN.fullmatch(text.strip().replace(MINUS, "-", 1))
    value = float(plain.group()) if plain else evaluate(text)
    if plain and EXACT_BELOW <= abs(value) < math.inf:
        _check_whole(plain.group().lstrip("+-0"))
    if plain and (not math.isfinite(value) or (value == 0 and plain["mantissa"].strip("0."))):
        value = evaluate(text)  # which says why it is refused
    return value + 0.0


def _check_whole(digits: str) -> None:
    if digits.isdigit() and is_rounded_whole(int(digits)):
        raise BadNumber(f"This whole number {ROUNDED}. {REMEDY}")


def format_number(value: Number, decimals: int) -> str:
    """A number as it was typed: short if it is exact at so many decimals ("1", "0.5", "−2"), else with all of them.

    So "0.670" is a rounded number and "0.67" an exact one.
    From a million on as "1.23×10⁷"; what rounds to 0 and is not 0 as "≈0"; hidden is "−∞"; never "−0".
    Ties round half away from zero, as the pencil does. A float32 is exact if its own shortest form is.
    """
    if not math.isfinite(value):
        return "NaN" if math.isnan(value) else ("∞" if value > 0 else MINUS + "∞")
    digits, exponent = _shortest(value)
    size = abs(float(value))
    if size >= _EXPONENT_FROM:
        text = _with_exponent(size, digits, exponent, decimals)
    elif _places(digits, exponent) <= decimals:
        text = _short(digits, exponent)
    else:
        text = _rounded(size, decimals)
    return _signed(text, value)


def format_result(value: Number, decimals: int) -> str:
    """A computed number: short if it is whole ("1", "0", "−2"), else with all its decimals ("0.500", "0.140").

    So the decimals of a column stand under each other, and a result rounded by pencil keeps the zeros it was rounded
    to. Otherwise as `format_number`.
    """
    value = _meant(value, decimals)
    size = abs(float(value))
    if not math.isfinite(size) or size >= _EXPONENT_FROM or size.is_integer():
        return format_number(value, decimals)
    return _signed(_rounded(size, decimals), value)


def format_results(values: np.ndarray[Any, Any], decimals: int) -> tuple[tuple[str, ...], ...]:
    """`format_result` of every cell of a matrix, row by row."""
    rows: Sequence[Any] = values.tolist() if values.dtype == np.float64 else [list(row) for row in values]
    known: dict[float, str] = {}
    for row in rows:
        for value in row:
            if value not in known:
                known[value] = format_result(value, decimals)
    return tuple(tuple(known[value] for value in row) for row in rows)


def format_setting(value: Number, decimals: int) -> str:
    """A scale or a temperature as it was typed; "1×10⁻⁹" where so many decimals would show one digit of it or none."""
    size = abs(float(value))
    if 0 < size < 10.0 ** (1 - decimals) and is_rounded(value, decimals):
        digits, exponent = _shortest(value)
        return (MINUS if value < 0 else "") + _with_exponent(size, digits, exponent, max(decimals, 2))
    return format_number(value, decimals)


def grouped(number: int) -> str:
    """A whole number to be read: 4096, 16 777 216 with narrow spaces that no line breaks at, −65 536."""
    size = abs(number)
    text = f"{size:,}".replace(",", THIN) if size >= GROUPED_FROM else str(size)
    return MINUS + text if number < 0 else text


def share_decimals(count: int, decimals: int) -> int:
    """Decimals, at least so many, that show two digits of an even share among `count`."""
    return max(decimals, math.ceil(math.log10(max(count, 1))) + 1)


def amount(value: float, decimals: int) -> str:
    """A number in a sentence or a table of facts: as results are, but whole ones in full, others as 1.1×10⁻⁷.

    From ten thousand on there are no decimals.
    """
    size = abs(float(value))
    if math.isfinite(size) and GROUPED_FROM <= size < (_WHOLE_UP_TO if size.is_integer() else _EXPONENT_FROM):
        return grouped(round(float(value)))
    if size and (size < min(_SMALLEST, 10.0**-decimals) or size >= _EXPONENT_FROM) and math.isfinite(size):
        mantissa, _, power = f"{size:.{min(decimals, 3)}e}".partition("e")
        text = f"{mantissa}×10{superscript(int(power))}"
        return MINUS + text if value < 0 else text
    return format_result(value, decimals)


def superscript(power: int) -> str:
    """A power as small raised digits."""
    return str(power).translate(_SUPERSCRIPT)


def is_rounded(value: Number, decimals: int) -> bool:
    """True if `format_number` shows less than the whole number."""
    if not math.isfinite(value):
        return False
    digits, exponent = _shortest(value)
    if abs(float(value)) >= _EXPONENT_FROM:
        return len(digits) - 1 > decimals
    return _places(digits, exponent) > decimals


def format_in_sum(value: Number, decimals: int, *, given: bool = False, figures: int = 1) -> str:
    """A number as an operand of visible arithmetic: "…" follows the last digit of a rounded one: 1.414…, 1.125…×10⁻⁷.

    Never 0.000… or 1.000… for what is less, nor 0.001… for 0.00062, whose first
    digit is another one: that has a power of ten. given: it was typed, and is written as `format_number` writes it.
    figures: from the first that is no 0 on at least so many, as far as so many decimals would be for a number near 1:
    one more decimal where one is missing, else a power of ten, as selected numbers of large maps have it.
    """
    value = value if given else _meant(value, decimals)
    size, sign = abs(float(value)), MINUS if value < 0 else ""
    if size and math.isfinite(size) and is_rounded(value, decimals):
        digits, exponent = _shortest(value)
        told, wanted = decimals + exponent + 1, min(figures, max(decimals, 1))  # figures that it has, and should have
        if told < max(wanted - 1, 1):
            places = figures - 1 if figures > 1 else max(decimals, _FEWEST_OF_POWER)
            if len(digits) - 1 <= places:
                return f"{sign}{_short(digits, 0)}×10{superscript(exponent)}"
            mantissa, _, power = f"{size:.{places}e}".partition("e")
            return f"{sign}{mantissa}…×10{superscript(int(power))}"
        decimals += max(wanted - told, 0)
    text = (format_number if given else format_result)(value, decimals)
    if size < 1.0 and text.strip(f"0{MINUS}") == "1.":
        decimals = next(places for places in range(decimals, _LONGEST) if f"{size:.{places}f}".startswith("0"))
        text = f"{sign}{size:.{decimals}f}"
    text, times, power = text.partition("×")
    return f"{text}{'…' if is_rounded(value, decimals) else ''}{times}{power}"


def in_full(value: Number, decimals: int, figures: int = FIGURES) -> str:
    """The same for a number that stands alone, such as the selected one: with enough figures, and without dots."""
    return format_in_sum(value, decimals, figures=figures).replace("…", "")


def sure(value: Number) -> str:
    """A computed number by itself: all its digits, but "1.0" where rounding alone keeps a sum from that."""
    return told(_meant(value))


def told(value: Number) -> str:
    """The whole number to be read, as all results are written: "−9.843443×10⁻⁵", where `full` has "-9.843443e-05"."""
    mantissa, _, power = full(value).replace("-", MINUS).partition("e")
    return f"{mantissa}×10{superscript(int(power.replace(MINUS, '-')))}" if power else mantissa


def _meant(value: Number, decimals: int = 0) -> Number:
    """The whole number from which only the rounding of binary numbers keeps a computed one: 2 sin 30° is 1.

    Not where so many decimals tell the two apart.
    """
    size = float(value)
    whole = round(size) if 0.5 <= abs(size) < GROUPED_FROM else 0
    off = abs(size - whole)
    near = off <= abs(whole) * (_OFF_32 if isinstance(value, np.float32) else _OFF)
    return type(value)(whole) if near and off <= 0.5 * 10.0**-decimals else value


def full(value: Number) -> str:
    """The whole number for editing and copying, shortest that reads back the same: "0.7071067811865475"."""
    return str(value + value.dtype.type(0)) if isinstance(value, np.float32) else repr(float(value) + 0.0)


@lru_cache(maxsize=_DIGITS_KEPT, typed=True)  # a float32 equals the float64 of other digits
def _shortest(value: Number) -> tuple[str, int]:
    """Digits without trailing zeros, and the power of ten of the first: 0.25 is ("25", −1), 0 is ("0", 0)."""
    text = np.format_float_scientific(value, trim="-") if isinstance(value, np.float32) else repr(abs(float(value)))
    mantissa, _, power = text.lstrip("-").partition("e")
    whole, _, fraction = mantissa.partition(".")
    digits = (whole + fraction).lstrip("0")
    if not digits:
        return "0", 0
    leading = len(whole + fraction) - len(digits)
    return digits.rstrip("0"), len(whole) - 1 - leading + int(power or 0)


def _places(digits: str, exponent: int) -> int:
    """How many decimals the number needs."""
    return max(0, len(digits) - 1 - exponent)


def _short(digits: str, exponent: int) -> str:
    if exponent < 0:
        return "0." + "0" * (-exponent - 1) + digits if digits != "0" else "0"
    whole = digits[: exponent + 1].ljust(exponent + 1, "0")
    fraction = digits[exponent + 1 :]
    return f"{whole}.{fraction}" if fraction else whole


def _rounded(size: float, decimals: int) -> str:
    """`size` to so many decimals; near a tie the pencil's rule decides, so that both show the same digits."""
    if abs(size * 10.0**decimals % 1 - 0.5) < _NEAR_TIE:
        size = float(rounded(np.array([size]), decimals)[0])
    return f"{size:.{decimals}f}"


def _signed(text: str, value: Number) -> str:
    """With its sign; only zeros become 0 or, where the number is another one, nearly 0."""
    if not text.strip("0."):
        return NEARLY_0 if value else text
    return MINUS + text if value < 0 else text


def _with_exponent(size: float, digits: str, exponent: int, decimals: int) -> str:
    if len(digits) - 1 <= decimals:
        return f"{digits[0]}{'.' if len(digits) > 1 else ''}{digits[1:]}×10{superscript(exponent)}"
    mantissa, _, power = f"{size:.{decimals}e}".partition("e")
    return f"{mantissa}×10{superscript(int(power))}"
