"""What can be done to a matrix from its pane, as functions from one scenario to the next."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from attnviz.app.panes.matrix_words import plane
from attnviz.content.numerals import MINUS, parse_number
from attnviz.engine.arrays import Array
from attnviz.engine.edits import dimensions_of, insert, remove, set_block, set_cell, set_matrix
from attnviz.engine.errors import FieldError, ShapeError, Where
from attnviz.engine.inputs import GivenWeights
from attnviz.engine.scenario import Scenario

if TYPE_CHECKING:
    from attnviz.content.blocks import Block

LONGEST_SIDE = 4096  # rows or columns to which a paste may stretch a matrix; as wide as a new one can be made
_HIDES = frozenset({"-inf", "-infinity", "-∞"})
_RANDOM_DECIMALS = 2  # random numbers are short, so that what is shown is what is computed with


@dataclass(frozen=True)
class Rectangle:
    """A block of cells of one matrix."""

    row: int
    column: int
    rows: int = 1
    columns: int = 1

    def holds(self, row: int, column: int) -> bool:
        """True if that cell is inside."""
        return 0 <= row - self.row < self.rows and 0 <= column - self.column < self.columns

    def of(self, values: Array) -> Array:
        """The numbers inside."""
        return values[self.row : self.row + self.rows, self.column : self.column + self.columns]


def read_number(name: str, text: str) -> float:
    """What is typed into a cell of that matrix; in a score bias −∞, typed as "-inf", hides a key.

    Raises BadNumber with the reason.
    """
    if name == "bias" and text.strip().lower().replace(MINUS, "-") in _HIDES:
        return -math.inf
    return parse_number(text)


def put_number(scenario: Scenario, name: str, head: int, row: int, column: int, value: float) -> Scenario:
    """The scenario with one number changed; `head` counts for given weights and a bias of each head only."""
    return set_cell(scenario, name, row, column, value, head=head)


def put_block(scenario: Scenario, name: str, head: int, at: Rectangle, values: Array) -> Scenario:
    """The scenario with the block's numbers put in from the rectangle's first cell on."""
    return set_block(scenario, name, at.row, at.column, values, head=head)


def zeros(scenario: Scenario, name: str, head: int) -> Scenario:
    """The scenario with the matrix filled with 0."""
    return _refilled(scenario, name, head, np.zeros_like(plane(scenario.matrix(name), head)))


def identity(scenario: Scenario, name: str, head: int) -> Scenario:
    """The scenario with ones on the matrix's diagonal and 0 elsewhere, whatever its shape."""
    return _refilled(scenario, name, head, np.eye(*plane(scenario.matrix(name), head).shape))


def random(scenario: Scenario, name: str, head: int, seed: int) -> Scenario:
    """The scenario with the matrix drawn from a standard normal distribution; the same seed gives the same numbers.

    Given weights are drawn so that each row sums to one.
    """
    generator = np.random.default_rng(seed)
    shape = plane(scenario.matrix(name), head).shape
    if name == "weights" and isinstance(scenario.inputs, GivenWeights):
        values = generator.dirichlet(np.ones(shape[1]), size=shape[0])
    else:
        values = np.round(generator.standard_normal(shape), _RANDOM_DECIMALS)
    return _refilled(scenario, name, head, values)


def fit(scenario: Scenario, name: str, head: int, at: Rectangle, block: Block) -> tuple[int, int] | None:
    """The shape that the matrix must take for the block to be pasted at the selection, or None if it fits as it is.

    A block replaces a matrix that is selected whole; on any other selection it is laid from the first cell on.
    """
    rows, columns = plane(scenario.matrix(name), head).shape
    whole = (at.rows, at.columns) == (rows, columns) and at.rows * at.columns > 1
    laid = max(rows, at.row + block.shape[0]), max(columns, at.column + block.shape[1])
    wanted = (block.shape[0], block.shape[1]) if whole else laid
    return None if wanted == (rows, columns) else wanted


def paste(scenario: Scenario, name: str, head: int, at: Rectangle, block: Block) -> Scenario:
    """The scenario with the block pasted; the matrix, and all that share its dimensions, change size if they must.

    A single number fills the whole selection.
    """
    if block.size == 1:
        return put_block(scenario, name, head, at, np.full((at.rows, at.columns), block[0, 0]))
    wanted = fit(scenario, name, head, at, block)
    if wanted is None:
        return put_block(scenario, name, head, at, block)
    before = plane(scenario.matrix(name), head)
    canvas = np.zeros(wanted)
    kept = tuple(min(a, b) for a, b in zip(before.shape, wanted, strict=True))
    canvas[: kept[0], : kept[1]] = before[: kept[0], : kept[1]]
    canvas[at.row : at.row + block.shape[0], at.column : at.column + block.shape[1]] = block
    resized = resize(scenario, name, head, wanted)
    return put_block(resized, name, head, Rectangle(0, 0), canvas)


def resize(scenario: Scenario, name: str, head: int, wanted: tuple[int, int]) -> Scenario:
    """The scenario with the matrix in another shape; rows and columns come and go at the end, with all that share them.

    Raises ShapeError if a side is no multiple of the heads that share it, or beyond what this program is made for.
    """
    for axis, word in ((0, "rows"), (1, "columns")):
        have = plane(scenario.matrix(name), head).shape[axis]
        if wanted[axis] == have:
            continue
        dimension = dimensions_of(scenario, name)[axis]
        if dimension == "one":
            raise ShapeError(f"{name} is one row of numbers. Paste one row.", Where(name))
        if wanted[axis] > LONGEST_SIDE:
            raise ShapeError(f"{wanted[axis]} {word} are too many for {name}. Paste up to {LONGEST_SIDE}.", Where(name))
        width = getattr(scenario.sizes, dimension)
        groups = have // width
        if wanted[axis] % groups:
            raise ShapeError(
                f"{name} holds {groups} heads side by side, so {wanted[axis]} {word} cannot be shared out. "
                f"Paste a multiple of {groups}.",
                Where(name),
            )
        more = wanted[axis] // groups - width
        if more > 0:
            scenario = insert(scenario, dimension, width, count=more)
        else:
            scenario = remove(scenario, dimension, width + more, count=-more)
    return scenario


def grown(scenario: Scenario, name: str, axis: int, place: int, *, after: bool) -> Scenario:
    """The scenario with a row (axis 0) or column (axis 1) put in before or after that one, wherever it is shared."""
    dimension, position = position_in(scenario, name, axis, place)
    return insert(scenario, dimension, position + after)


def shrunk(scenario: Scenario, name: str, axis: int, place: int) -> Scenario:
    """The scenario without that row or column, in every matrix that shares it."""
    return remove(scenario, *position_in(scenario, name, axis, place))


def position_in(scenario: Scenario, name: str, axis: int, place: int) -> tuple[str, int]:
    """The dimension that a row or column lies on, and its position there; d_k and d_v count inside one head."""
    dimension = dimensions_of(scenario, name)[axis]
    if dimension == "one":
        raise FieldError(f"{name} has one row of numbers. Keep it.", Where(name))
    return dimension, place % int(getattr(scenario.sizes, dimension))


def _refilled(scenario: Scenario, name: str, head: int, values: Array) -> Scenario:
    whole = scenario.matrix(name)
    if whole.ndim == 3:
        stacked = whole.copy()
        stacked[head] = values
        values = stacked
    same = np.array_equal(values.reshape(whole.shape), whole)
    return scenario if same else set_matrix(scenario, name, values.astype(whole.dtype))
