"""How numbers enter the engine: copied, checked, and read-only from then on."""

from __future__ import annotations

from dataclasses import fields, is_dataclass
from typing import Any, cast

import numpy as np
import numpy.typing as npt

from attnviz.engine.errors import FieldError, NonFinite, ShapeError, Where

Array = npt.NDArray[np.floating[Any]]
Bools = npt.NDArray[np.bool_]


def frozen(values: npt.ArrayLike, name: str, dimensions: int, *, minus_infinity: bool = False) -> Array:
    """A read-only copy of `values` with that number of axes; float32 stays float32, all else becomes float64.

    An array that is already frozen comes back as the same object.
    Raises ShapeError for ragged or empty input or another number of axes, NonFinite with row and column for NaN or an
    infinity (unless `minus_infinity` allows −∞), FieldError for what is not numbers.
    """
    if isinstance(values, np.ndarray) and _is_frozen(values) and values.ndim == dimensions:
        array = values
    else:
        array = _copied(values, name)
        array.flags.writeable = False
    if array.ndim != dimensions:
        raise ShapeError(
            f"{name} has {array.ndim} axes but needs {dimensions}. Give it as {_AXES_WORDS[dimensions]}.", Where(name)
        )
    if array.size == 0:
        raise ShapeError(f"{name} is empty. Give it at least one row and one column.", Where(name))
    check_finite(array, name, minus_infinity=minus_infinity)
    return array


def check_finite(array: Array, name: str, *, minus_infinity: bool = False) -> None:
    """Raises NonFinite at the first NaN or infinity, in reading order."""
    bad = ~np.isfinite(array)
    if minus_infinity:
        bad &= array != -np.inf
    if not bad.any():
        return
    place = [int(index) for index in np.argwhere(bad)[0]]
    row, column = ([0, 0, *place])[-2:]
    where = Where(name, row, column)
    raise NonFinite(f"{where} is {array[tuple(place)]}. Give a finite number there.", where)


def frozen_bools(values: npt.ArrayLike, name: str, dimensions: int) -> Bools:
    """A read-only copy of true/false values with that number of axes. Raises FieldError if they are not booleans."""
    if (
        isinstance(values, np.ndarray)
        and values.dtype == np.bool_
        and not values.flags.writeable
        and values.flags.owndata
    ):
        array = values
    else:
        try:
            array = np.array(values)
        except ValueError as error:
            raise ShapeError(f"{name} has rows of different lengths. Make them equal.", Where(name)) from error
        if array.dtype != np.bool_:
            raise FieldError(f"{name} holds {array.dtype} where true or false is needed.", Where(name))
        array.flags.writeable = False
    if array.ndim != dimensions:
        raise ShapeError(
            f"{name} has {array.ndim} axes but needs {dimensions}. Give it as {_AXES_WORDS[dimensions]}.", Where(name)
        )
    return array


def same(left: object, right: object) -> bool:
    """True if two values are identical: same type, same shape, same numbers, same number format."""
    if left is right:
        return True
    if isinstance(left, np.ndarray) and isinstance(right, np.ndarray):
        return left.dtype == right.dtype and left.shape == right.shape and bool(np.array_equal(left, right))
    if type(left) is not type(right):
        return False
    if is_dataclass(left) and not isinstance(left, type):
        return all(same(getattr(left, field.name), getattr(right, field.name)) for field in fields(left))
    return bool(left == right)


class Record:
    """A frozen dataclass whose equality looks into its arrays."""

    def __eq__(self, other: object) -> bool:
        return same(self, other) if type(self) is type(other) else NotImplemented

    __hash__ = None  # type: ignore[assignment]


_AXES_WORDS = {
    1: "one row of numbers",
    2: "rows and columns",
    3: "one matrix a head",
}


def _is_frozen(array: npt.NDArray[Any]) -> bool:
    return array.dtype in (np.float32, np.float64) and not array.flags.writeable and array.flags.owndata


def _copied(values: npt.ArrayLike, name: str) -> Array:
    if isinstance(values, np.ma.MaskedArray):
        raise FieldError(f"{name} is a masked array. Fill it or give a mask of its own.", Where(name))
    try:
        array = np.array(values)
    except ValueError as error:
        raise ShapeError(
            f"{name} has rows of different lengths. Make them equal.", _ragged_place(values, name)
        ) from error
    if array.dtype == np.float32:
        return cast(Array, array)
    if array.dtype.kind not in "fiu":
        raise FieldError(f"{name} holds {array.dtype} where real numbers are needed.", Where(name))
    return array.astype(np.float64)


def _ragged_place(values: Any, name: str) -> Where:
    """The first row that differs in length from row 1, where rows can be counted."""
    try:
        lengths = [len(row) for row in values]
    except TypeError:
        return Where(name)
    odd = next((row for row, length in enumerate(lengths) if length != lengths[0]), None)
    return Where(name, odd)
