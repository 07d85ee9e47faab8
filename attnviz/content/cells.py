"""Matrices out of a file: lists of JSON numbers or stored arrays, each wrong cell named by its row and column."""

from __future__ import annotations

from functools import reduce
from operator import getitem
from typing import Any, cast

import numpy as np
import numpy.typing as npt

from attnviz.content.strict_json import NotJson, brief
from attnviz.content.whole_numbers import EXACT_BELOW, REMEDY, ROUNDED, is_rounded_whole
from attnviz.engine.arrays import Array, Bools
from attnviz.engine.errors import FieldError, NonFinite, ShapeError, Where, counted

_FORMS = {1: "[1, 2]", 2: "[[1, 2], [3, 4]]", 3: "[[[1, 2], [3, 4]]], one matrix a head"}
_AXES = {1: ("column",), 2: ("row", "column"), 3: ("head", "row", "column")}


def numbers(value: object, name: str, axes: int) -> Array:
    """The numbers of one field, with that many axes; infinities pass, for the scenario knows where it takes them.

    Raises FieldError or NonFinite for a cell that is no JSON number or a whole one that would be rounded, ShapeError
    for rows of unequal length, each with its place.
    """
    if isinstance(value, np.ndarray):
        return cast(Array, _stored(value, name, axes, "fiu", "real numbers"))
    cells = _checked(value, name, axes, (), {int, float}, "a number")
    values = np.array(cells, dtype=np.float64)
    for path in np.argwhere(np.isfinite(values) & (np.abs(values) >= EXACT_BELOW)).tolist():
        cell: Any = reduce(getitem, path, cells)
        if type(cell) is int and is_rounded_whole(cell):
            fault = f"{place(name, axes, tuple(path))} is {brief(cell)}, which {ROUNDED}"
            raise FieldError(f"{fault}. {REMEDY}", _where(name, tuple(path)))
    return values


def booleans(value: object, name: str) -> Bools:
    """A table of true and false. Raises FieldError or ShapeError with the place."""
    if isinstance(value, np.ndarray):
        return cast(Bools, _stored(value, name, 2, "b", "true and false"))
    return np.array(_checked(value, name, 2, (), {bool}, "true or false"), dtype=np.bool_)


def place(name: str, axes: int, path: tuple[int, ...]) -> str:
    """A cell or row as people read it, from 1: "W_Q, row 2, column 1"."""
    words = [f"{word} {index + 1}" for word, index in zip(_AXES[axes], path, strict=False)]
    return ", ".join([name, *words])


def _where(name: str, path: tuple[int, ...]) -> Where:
    """The place as data; a list of numbers is one row."""
    row, column = ([0, *path] if len(path) == 1 else list(path))[-2:]
    return Where(name, row, column)


def _stored(array: npt.NDArray[Any], name: str, axes: int, kinds: str, words: str) -> npt.NDArray[Any]:
    if array.dtype.kind not in kinds:
        raise FieldError(f"{name} holds {array.dtype}. Store {words}.", Where(name))
    if array.ndim != axes or array.size == 0:
        raise ShapeError(f"{name} has the shape {array.shape}. Store it as {_FORMS[axes]}.", Where(name))
    return array


def _checked(value: object, name: str, axes: int, path: tuple[int, ...], types: set[type], wanted: str) -> list[Any]:
    """The nested list if every level is a list of one length and every cell is of these types."""
    here = place(name, axes, path)
    deeper = axes - len(path)
    where = Where(name, path[-1]) if path and axes > 1 else Where(name)
    if not isinstance(value, list):
        raise FieldError(f"{here} is {brief(value)}. Give {name} as {_FORMS[axes]}.", where)
    if not value:
        raise ShapeError(f"{here} is empty. Give it at least one {_AXES[axes][-deeper]}.", where)
    if deeper == 1:
        if not set(map(type, value)) <= types:
            column = next(index for index, cell in enumerate(value) if type(cell) not in types)
            _refuse_cell(value[column], name, axes, (*path, column), wanted)
        return value
    first = value[0]
    for index, row in enumerate(value):
        _checked(row, name, axes, (*path, index), types, wanted)
        if len(row) != len(first):
            word = "number" if deeper == 2 else "row"
            inner = (*path, index)
            raise ShapeError(
                f"{place(name, axes, inner)} has {counted(len(row), word)} but {place('', axes, (*path, 0))[2:]} has "
                f"{len(first)}. Make them equal.",
                Where(name, index),
            )
    return value


def _refuse_cell(cell: object, name: str, axes: int, path: tuple[int, ...], wanted: str) -> None:
    where = _where(name, path)
    message = f"{place(name, axes, path)} is {brief(cell)}. Give {wanted} there"
    if isinstance(cell, NotJson):
        hint = ", or -1e999 to hide a key" if name == "bias" and cell.text == "-Infinity" else ""
        raise NonFinite(f"{message}{hint}.", where)
    raise FieldError(f"{message}.", where)
