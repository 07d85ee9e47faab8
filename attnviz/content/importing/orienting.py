"""Found values turned to the house's layout: tokens in rows, Q = X W, heads side by side; nothing is guessed here."""

from __future__ import annotations

from typing import Any

import numpy as np
import numpy.typing as npt

from attnviz.engine.errors import ShapeError, Where

Values = npt.NDArray[Any]
PROJECTIONS = ("W_Q", "W_K", "W_V", "W_O")
ROWS_OF_TOKENS = ("X", "source", "Q", "K", "V")
BIASES = ("b_Q", "b_K", "b_V", "b_O")
HEADED = ("W_Q", "W_K", "W_V", "W_O", "Q", "K", "V")  # targets in which heads stand side by side


def turns(target: str, product: str, tokens: str) -> bool:
    """True if the matrices of that target are transposed under these conventions."""
    if target in PROJECTIONS:
        return product == "XWt"
    return target in ROWS_OF_TOKENS and tokens == "columns"


def shape_after(shape: tuple[int, ...], target: str, turned: bool, heads: str, count: int) -> tuple[int, int] | None:
    """Rows and columns of the matrix that `oriented` gives, without reading a number; None if it cannot be laid so."""
    if len(shape) == 3:
        several, rows, columns = shape if heads == "first" else (shape[1], shape[0], shape[2])
        rows, columns = (columns, rows) if turned else (rows, columns)
        return (several * rows, columns) if target == "W_O" else (rows, several * columns)
    if len(shape) != 2:
        return None
    rows, columns = shape[::-1] if turned else shape
    if target not in HEADED or count == 1:
        return rows, columns
    if target == "W_O" and heads == "side":
        return (rows * count, columns // count) if columns % count == 0 else None
    if target != "W_O" and heads == "stacked":
        return (rows // count, columns * count) if rows % count == 0 else None
    return rows, columns


def oriented(values: Values, target: str, turned: bool, heads: str, count: int) -> Values:
    """The matrix (rows, columns) with heads side by side; for W_O, whose rows are the heads' outputs, below each other.

    heads: side, stacked, or for three axes first (h, rows, columns) and middle (rows, h, columns); turned: each matrix
    is transposed. Raises ShapeError if so many heads cannot be laid so.
    """
    if values.ndim == 3:
        each = values if heads == "first" else values.swapaxes(0, 1)
        return _joined(each.swapaxes(1, 2) if turned else each, target)
    matrix = values.T if turned else values
    if target not in HEADED or count == 1:
        return matrix
    if target == "W_O":
        if heads != "side":
            return matrix
        return _joined(np.stack(_cut(matrix, 1, count, target)), target)
    if heads != "stacked":
        return matrix
    return _joined(np.stack(_cut(matrix, 0, count, target)), target)


def _joined(each: Values, target: str) -> Values:
    """(h, rows, columns) side by side, or below each other for W_O."""
    several, rows, columns = each.shape
    if target == "W_O":
        return np.ascontiguousarray(each).reshape(several * rows, columns)
    return np.ascontiguousarray(each.swapaxes(0, 1)).reshape(rows, several * columns)


def _cut(matrix: Values, axis: int, count: int, target: str) -> list[Values]:
    if matrix.shape[axis] % count:
        side = "columns" if axis else "rows"
        raise ShapeError(
            f"{target} has {matrix.shape[axis]} {side}, which do not divide into {count} heads. Change the heads.",
            Where(target),
        )
    return np.split(matrix, count, axis)
