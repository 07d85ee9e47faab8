"""A scenario as JSON text that people read and diff: one field a line, one row of a matrix a line."""

from __future__ import annotations

import json
import math
from collections.abc import Mapping
from typing import Any

import numpy as np

from attnviz.content.numerals import full

_WHOLE_BELOW = 1e16  # repr turns to exponents here


def text_of(fields: Mapping[str, Any]) -> str:
    """The fields as JSON; arrays among the values become lists of numbers at full precision."""
    return _object(fields, "") + "\n"


class Rendered(str):
    """JSON that stands as it is in the text of what it is a value of."""

    __slots__ = ()


def rendered(fields: Mapping[str, Any]) -> Rendered:
    """The fields as `text_of` writes them within a line."""
    return Rendered(_value(fields, ""))


def _value(value: Any, indent: str) -> str:
    if isinstance(value, Rendered):
        return value
    if isinstance(value, np.ndarray):
        return _matrix(value, indent)
    if isinstance(value, Mapping):
        inline = not any(isinstance(part, np.ndarray) for part in value.values()) and "kind" not in value
        return _line(value) if inline else _object(value, indent)
    if isinstance(value, tuple):
        return "[" + ", ".join(_value(part, indent) for part in value) + "]"
    return json.dumps(value, ensure_ascii=False)


def _object(fields: Mapping[str, Any], indent: str) -> str:
    deeper = indent + "  "
    lines = [f'{deeper}"{name}": {_value(value, deeper)}' for name, value in fields.items()]
    return "{\n" + ",\n".join(lines) + f"\n{indent}}}"


def _line(fields: Mapping[str, Any]) -> str:
    return "{" + ", ".join(f'"{name}": {_value(value, "")}' for name, value in fields.items()) + "}"


def _matrix(values: np.ndarray[Any, Any], indent: str) -> str:
    if values.ndim == 1 and values.dtype == np.float64:
        return "[" + ", ".join(map(_float64, values.tolist())) + "]"  # a file may hold millions
    if values.ndim == 1:
        cell = _boolean if values.dtype == np.bool_ else _number
        return "[" + ", ".join(map(cell, values)) + "]"
    deeper = indent + "  "
    rows = ",\n".join(deeper + _matrix(row, deeper) for row in values)
    return f"[\n{rows}\n{indent}]"


def _boolean(value: np.bool_) -> str:
    return "true" if value else "false"


def _float64(value: float) -> str:
    """As `_number`, of the usual format and without asking NumPy."""
    if value.is_integer() and -_WHOLE_BELOW < value < _WHOLE_BELOW:
        return str(int(value)) if value or math.copysign(1, value) > 0 else "-0.0"
    return "-1e999" if value == -math.inf else repr(value)


def _number(value: float | np.floating[Any]) -> str:
    """The shortest text that reads back as the same number; −∞ as a number too small for any format."""
    if np.isneginf(value):
        return "-1e999"
    if value == 0 and np.signbit(value):
        return "-0.0"
    if abs(float(value)) < _WHOLE_BELOW and float(value).is_integer():
        return str(int(value))
    text = full(value)
    if isinstance(value, np.float32) and np.float32(float(text)) != value:  # read as float64 first, then rounded again
        return repr(float(value))
    return text
