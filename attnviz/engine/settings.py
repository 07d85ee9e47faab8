"""Numbers that steer the computation, such as temperature: checked where they enter."""

from __future__ import annotations

import numpy as np

from attnviz.engine.arrays import Format
from attnviz.engine.errors import FieldError, Where, brief

MOST_COUNTED = 10**9  # heads, keys, positions: more than any array here could hold


def finite(value: object, name: str, dtype: Format) -> float:
    """The value as a float that is finite in that number format. Raises FieldError."""
    if isinstance(value, bool | np.bool_) or not isinstance(value, int | float | np.integer | np.floating):
        raise FieldError(f"{name} is {brief(value)}. Give a number.", Where(name))
    try:
        number = float(value)
    except OverflowError as error:
        raise FieldError(f"{name} is too large. Give a smaller number.", Where(name)) from error
    if not np.isfinite(number):
        raise FieldError(f"{name} is {number}. Give a finite number.", Where(name))
    if abs(number) > float(np.finfo(dtype).max):
        raise FieldError(f"{name} is {number:g}, too large for {np.dtype(dtype)}. Give a smaller number.", Where(name))
    return number


def positive(value: object, name: str, dtype: Format) -> float:
    """The value as a float that is finite and above 0 in that number format. Raises FieldError."""
    number = finite(value, name, dtype)
    if number <= 0:
        raise FieldError(f"{name} is {number:g}. Give a number above 0.", Where(name))
    if number < float(np.finfo(dtype).tiny):
        raise FieldError(f"{name} is {number:g}, too small for {np.dtype(dtype)}. Give a larger number.", Where(name))
    return number


def count(value: object, name: str) -> int:
    """The value as a whole number from 1. Raises FieldError."""
    if isinstance(value, bool) or not isinstance(value, int | np.integer) or not 1 <= value <= MOST_COUNTED:
        most = f" to {MOST_COUNTED}" if isinstance(value, int | np.integer) and int(value) > MOST_COUNTED else ""
        raise FieldError(f"{name} is {brief(value)}. Give a whole number from 1{most}.", Where(name))
    return int(value)


def position(value: object, what: str, name: str) -> int:
    """The value as a place that is counted from 0: a row, a head and so on. Raises FieldError."""
    if isinstance(value, bool | np.bool_) or not isinstance(value, int | np.integer) or abs(int(value)) > MOST_COUNTED:
        raise FieldError(f"{what} is {brief(value)}. Give a whole number, counted from 0.", Where(name))
    return int(value)


def text(value: object, name: str, where: Where) -> str:
    """The value as a str of Python's own. Raises FieldError for what is no text, and for half a character in it."""
    if not isinstance(value, str):
        raise FieldError(f"{name} is {brief(value)}. Give a text.", where)
    half = None if value.isascii() else next((sign for sign in value if "\ud800" <= sign <= "\udfff"), None)
    if half is not None:
        raise FieldError(f"{name} holds half a character (\\u{ord(half):04x}). Write it whole.", where)
    return str.__str__(value)


def decimals(value: object, name: str, most: int) -> int | None:
    """The value as a number of decimals from 0 to `most`, or None. Raises FieldError."""
    if value is None:
        return None
    if isinstance(value, int | np.integer) and not isinstance(value, bool) and 0 <= value <= most:
        return int(value)
    raise FieldError(f"{name} is {brief(value)}. Give a number of decimals from 0 to {most}.", Where(name))
