"""Arrays of a checkpoint: there, of the right kind and finite, or refused by file, layer and name."""

from __future__ import annotations

import re
from collections.abc import Sequence

import numpy as np

from attnviz.content.atomic import FileProblem
from attnviz.content.tensors.tensors import Tensors, quoted
from attnviz.engine.arrays import Array, refuse_overflow
from attnviz.engine.errors import Overflow, counted

REAL = frozenset({"float16", "bfloat16", "float32", "float64"})
_LAYER = re.compile(r"(?:^|\.)(?:layers?|h)\.([0-9]{1,4})\.")


def worded(name: str) -> str:
    """An array's name, with its layer counted from 1 where the name has one."""
    found = _LAYER.search(name)
    return quoted(name) + (f" (layer {int(found[1]) + 1})" if found else "")


def sized(shape: Sequence[int]) -> str:
    """A shape in words: 12×12, or 12 numbers."""
    return "×".join(map(str, shape)) if len(shape) != 1 else counted(shape[0], "number")


def shape_of(tensors: Tensors, name: str, axes: int) -> tuple[int, ...]:
    """The array's shape. Raises FileProblem unless it is there and holds real numbers along that many axes."""
    if name not in tensors.entries:
        raise FileProblem(tensors.path, f"{worded(name)} is missing. Get all files of the model.")
    shape, kind = tensors.shape(name), tensors.dtype(name)
    if kind not in REAL:
        raise FileProblem(
            _file(tensors, name),
            f"{worded(name)} holds {kind}: quantised models are not read here. Get the model in float16 or float32.",
        )
    if len(shape) != axes or 0 in shape:
        wanted = {1: "one row of numbers", 2: "a matrix"}[axes]
        raise FileProblem(
            _file(tensors, name), f"{worded(name)} has the shape {shape} but should be {wanted}. Get the file again."
        )
    return shape


def numbers(tensors: Tensors, name: str, axes: int) -> Array:
    """The array in float32, or float64 if it is stored so. Raises FileProblem also for NaN or an infinity in it."""
    shape_of(tensors, name, axes)
    values = tensors.read(name)
    _refuse_odd(tensors, name, values, None)
    return values.astype("float32") if values.dtype.itemsize == 2 else values


def some_rows(tensors: Tensors, name: str, rows: Sequence[int]) -> Array:
    """Rows of a matrix in float64, read without the others. Raises FileProblem as `numbers` does."""
    shape_of(tensors, name, 2)
    values = tensors.rows(name, rows)
    _refuse_odd(tensors, name, values, rows)
    return values.astype(np.float64)


def refuse_beyond(tensors: Tensors, values: Array, name: str) -> None:
    """Raises FileProblem where the arrays of that name made numbers that no float64 holds."""
    try:
        refuse_overflow(values, worded(name))
    except Overflow as error:
        raise FileProblem(
            tensors.path, f"{worded(name)} leads to numbers beyond {values.dtype}. Get the file again."
        ) from error


def _refuse_odd(tensors: Tensors, name: str, values: np.ndarray, rows: Sequence[int] | None) -> None:
    finite = np.isfinite(values)
    if finite.all():
        return
    index = tuple(int(place) for place in np.argwhere(~finite)[0])
    row = index[0] if rows is None else rows[index[0]]
    place = f"row {row + 1}, column {index[1] + 1}" if len(index) == 2 else f"place {row + 1}"
    raise FileProblem(
        _file(tensors, name), f"{worded(name)} holds {values[index]} in {place}. Get the file again or mend it there."
    )


def _file(tensors: Tensors, name: str) -> str:
    """The file in which the array lies, one of several perhaps."""
    return tensors.entries[name].path
