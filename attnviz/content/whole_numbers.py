"""Whole numbers that float64 would round: refused where they are written out, for nobody asked to have them changed."""

from __future__ import annotations

from decimal import Decimal

EXACT_BELOW = 2.0**53  # and from here on it has not every one
ROUNDED = "has more digits than are computed with"
REMEDY = "End it with .0 if it may be rounded."


def is_rounded_whole(number: int) -> bool:
    """True if float64 holds another number than that one.

    False for the digits with which programs write a number that float64 has: its shortest ones, filled up with zeros.
    """
    if abs(number) <= EXACT_BELOW:
        return False
    try:
        held = float(number)
    except OverflowError:  # beyond all numbers, which is another fault
        return False
    return number not in (int(held), int(Decimal(repr(held))))
