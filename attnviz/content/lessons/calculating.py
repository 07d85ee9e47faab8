"""The arithmetic of expressions: functions, operators and comparisons on numbers, rows and tables."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import numpy as np

from attnviz.content.lessons.language import BadExpression
from attnviz.engine.arrays import Array, Bools
from attnviz.engine.softmax import softmax

Value = float | bool | Array | Bools

WITHIN = 1e-9  # what = tolerates, absolutely and in proportion


class Undefined(BadExpression):
    """An expression that can be read, but has no value in the present state."""


class Misused(Undefined):
    """An expression that has no value in any state: conditions where numbers belong, or a number that no lab makes."""


def text_of_kind(value: Value) -> str:
    """What a value is, in a word: condition, number, row or table."""
    array = np.asarray(value)
    if array.dtype == np.bool_:
        return "condition"
    return ("number", "row", "table", "block")[min(array.ndim, 3)]


def operation(text: str, at: int, sign: str, operands: Sequence[Value]) -> Value:
    """A sign before one value, or + − * / ^ between two of equal shape or with a plain number. Raises Undefined."""
    arrays = [_numbers(text, at, value, f"“{sign}”") for value in operands]
    if len(arrays) == 1:
        return _plain(-arrays[0] if sign == "-" else arrays[0])
    left, right = arrays
    _same_shape(text, at, left, right)
    if sign == "/" and (right == 0).any():
        raise Undefined(text, at, "this divides by 0.")
    with np.errstate(all="ignore"):
        result = _OPERATORS[sign](left, right)
    if not np.isfinite(result).all() and np.isfinite(left).all() and np.isfinite(right).all():
        raise Undefined(text, at, "this is no finite number.")
    return _plain(result)


def compare(text: str, at: int, operands: Sequence[Value], signs: Sequence[str]) -> bool | Bools:
    """Whether each neighbours' comparison is true, cell by cell; = and != within 1e-9. Raises Undefined."""
    result: Any = True
    for left, right, sign in zip(operands, operands[1:], signs, strict=False):
        a, b = (np.asarray(value, dtype=np.float64) for value in (left, right))
        _same_shape(text, at, a, b)
        true = _COMPARISONS[sign](a, b)
        result = true if result is True else result & true
    return _truth(result)


def function(text: str, at: int, name: str, arguments: Sequence[Value]) -> Value:
    """The value of a function of the language. Raises Undefined where it takes other shapes or has no value."""
    if name == "count":
        if text_of_kind(arguments[0]) != "condition":
            raise Misused(text, at, "count takes a condition, as in count(weights > 0.5).")
        return float(np.count_nonzero(arguments[0]))
    arrays = [_numbers(text, at, value, name) for value in arguments]
    first = arrays[0]
    if name == "finite":
        return _truth(np.isfinite(first))
    if name in ("max", "min") and len(arrays) == 2:
        _same_shape(text, at, first, arrays[1])
        return _plain((np.maximum if name == "max" else np.minimum)(first, arrays[1]))
    if name == "product":
        return _plain(_product(text, at, first, arrays[1]))
    if name in ("row_sums", "column_sums", "transpose", "rank") and first.ndim != 2:
        raise Undefined(text, at, f"{name} takes a table, such as weights.")
    if name == "softmax" and (first.ndim == 0 or np.isneginf(first).all(axis=-1).any()):
        raise Undefined(text, at, "softmax takes a row with at least one number above −∞.")
    result = _FUNCTIONS[name](first)
    if np.isnan(result).any() or (np.isposinf(result).any() and np.isfinite(first).all()):
        raise Undefined(text, at, f"{name} has no finite value here.")
    return _plain(result)


def _product(text: str, at: int, left: Array, right: Array) -> Array:
    if left.ndim == 0 or right.ndim == 0 or left.shape[-1] != right.shape[0]:
        raise Undefined(text, at, "product takes tables or rows: as many columns on the left as rows on the right.")
    result: Array = left @ right
    return result


def _softmax(values: Array) -> Array:
    return softmax(values[np.newaxis])[0] if values.ndim == 1 else softmax(values)


def _close(left: Array, right: Array) -> Bools:
    same: Bools = np.isclose(left, right, rtol=WITHIN, atol=WITHIN)
    return same


_OPERATORS: dict[str, Callable[[Array, Array], Array]] = {
    "+": np.add,
    "-": np.subtract,
    "*": np.multiply,
    "/": np.divide,
    "^": np.power,
}

_COMPARISONS: dict[str, Callable[[Array, Array], Bools]] = {
    "=": _close,
    "!=": lambda left, right: ~_close(left, right),
    "<": np.less,
    ">": np.greater,
    "<=": np.less_equal,
    ">=": np.greater_equal,
}

_FUNCTIONS: dict[str, Callable[[Array], Any]] = {
    "sum": np.sum,
    "row_sums": lambda values: values.sum(axis=1),
    "column_sums": lambda values: values.sum(axis=0),
    "max": np.max,
    "min": np.min,
    "mean": np.mean,
    "std": np.std,
    "abs": np.abs,
    "exp": np.exp,
    "sqrt": np.sqrt,
    "log": np.log,
    "rank": np.linalg.matrix_rank,
    "transpose": np.transpose,
    "softmax": _softmax,
}


def _numbers(text: str, at: int, value: Value, what: str) -> Array:
    if text_of_kind(value) == "condition":
        raise Misused(text, at, f"{what} takes numbers, not conditions.")
    return np.asarray(value, dtype=np.float64)


def _same_shape(text: str, at: int, left: Array, right: Array) -> None:
    if left.ndim and right.ndim and left.shape != right.shape:
        sizes = " and ".join("×".join(map(str, one.shape)) for one in (left, right))
        raise Undefined(text, at, f"the two sides are {sizes}. Compare and compute with equal shapes.")


def _truth(value: Any) -> bool | Bools:
    """A bool where it is one truth, else the array."""
    return value if isinstance(value, np.ndarray) and value.ndim else bool(value)


def _plain(value: Any) -> Value:
    """A float where it is one number, else the array."""
    return value if isinstance(value, np.ndarray) and value.ndim else float(value)
