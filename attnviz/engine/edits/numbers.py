"""Changes to numbers and labels: one cell, a pasted block, a whole matrix, a token."""

from __future__ import annotations

from dataclasses import replace
from typing import Literal

import numpy as np
import numpy.typing as npt

from attnviz.engine.arrays import Array, Format, checked, frozen
from attnviz.engine.edits.arrays import AnyArray, arrays_of, changed, with_arrays
from attnviz.engine.errors import AttentionError, FieldError, ShapeError, Where, brief, counted
from attnviz.engine.replacing import with_block
from attnviz.engine.scenario import Scenario
from attnviz.engine.settings import position


def set_cell(
    scenario: Scenario, name: str, row: int, column: int, value: float, *, head: int | None = None
) -> Scenario:
    """The scenario with one number of an input changed; a bias such as b_Q is one row. Rows and columns from 0.

    head: which matrix, for given weights and for a score bias with one matrix a head.
    """
    return set_block(scenario, name, row, column, [[value]], head=head)


def set_block(
    scenario: Scenario, name: str, row: int, column: int, values: npt.ArrayLike, *, head: int | None = None
) -> Scenario:
    """The scenario with a rectangle of numbers of one input replaced from (row, column) on.

    Raises ShapeError if the rectangle does not fit into the matrix, and NonFinite and the like with the matrix's own
    row and column.
    """
    before = _matrix(scenario, name)
    row, column = position(row, "row", name), position(column, "column", name)
    head = _own_head(before, name, head)
    rows, columns = (1, *before.shape)[-2:]
    where = Where(name, row, column)
    if not (0 <= row < rows and 0 <= column < columns):
        raise ShapeError(f"{where} does not exist: {name} is {rows}×{columns}. Choose a cell inside it.", where)
    block = _block(values, where, before.dtype.type)
    high, wide = block.shape
    if row + high > rows or column + wide > columns:
        raise ShapeError(
            f"A block of {high}×{wide} does not fit into {name} ({rows}×{columns}) from row {row + 1}, "
            f"column {column + 1}. Start further up or left, or add rows or columns first.",
            where,
        )
    return with_arrays(scenario, {name: with_block(before, block, row, column, head=head)})


def set_matrix(scenario: Scenario, name: str, values: npt.ArrayLike | None) -> Scenario:
    """The scenario with one whole input replaced, or, given None, without it if it is optional.

    A bias such as b_Q may be given as one row. Raises ShapeError if it no longer agrees with the others.
    """
    if name == "bias":
        return changed(scenario, bias=values)
    if name not in scenario.inputs.dimensions:
        known = ", ".join(scenario.inputs.dimensions)
        raise FieldError(f"This scenario has no matrix {name}. Choose one of: {known}.", Where(name))
    if values is not None and scenario.inputs.dimensions[name] == 1:
        values = frozen(values, name, (1, 2))
        values = values[0] if values.ndim == 2 and len(values) == 1 else values
    return changed(scenario, inputs=replace(scenario.inputs, **{name: values}))  # type: ignore[arg-type]


def set_token(scenario: Scenario, side: Literal["tokens", "source_tokens"], index: int, text: str) -> Scenario:
    """The scenario with one label changed; where there were none, the numbers shown so far become labels."""
    if side not in ("tokens", "source_tokens"):
        raise FieldError(f"There are no labels {brief(side)}. Choose tokens or source_tokens.", Where(str(side)))
    shown = scenario.query_labels if side == "tokens" else scenario.key_labels
    if not 0 <= position(index, "token", side) < len(shown):
        raise FieldError(f"There is no token {index + 1}. Choose one from 1 to {len(shown)}.", Where(side, index))
    if shown[index] == text:
        return scenario
    labels = (*shown[:index], text, *shown[index + 1 :])
    return changed(scenario, **{side: labels})


def _matrix(scenario: Scenario, name: str) -> AnyArray:
    array = arrays_of(scenario).get(name)
    if array is None or array.dtype == np.bool_:
        known = ", ".join(own for own, values in arrays_of(scenario).items() if values.dtype != np.bool_)
        raise FieldError(f"This scenario has no matrix {name}. Choose one of: {known}.", Where(name))
    return array


def _own_head(array: AnyArray, name: str, head: int | None) -> int | None:
    """The head in whose matrix rows and columns count, None where the array has one matrix."""
    if array.ndim < 3:
        return None
    heads = array.shape[0]
    if head is None and heads == 1:
        return 0
    if head is None or not 0 <= position(head, "head", name) < heads:
        raise FieldError(f"{name} holds {counted(heads, 'head')}. Choose one from 1 to {heads}.", Where(name))
    return head


def _block(values: npt.ArrayLike, start: Where, dtype: Format) -> Array:
    """The numbers of a block that is to go into a matrix from `start` on; places of faults count in the matrix."""
    try:
        return checked(values, start.name, 2, dtype=dtype, minus_infinity=start.name == "bias")
    except AttentionError as error:
        inner = error.where
        if inner.row is None or start.row is None or start.column is None:
            raise
        column = None if inner.column is None else start.column + inner.column
        where = Where(start.name, start.row + inner.row, column)
        raise type(error)(str(error).replace(str(inner), str(where), 1), where) from error
