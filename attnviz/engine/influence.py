"""What moves a number: its exact partial derivatives with respect to every input."""

from __future__ import annotations

import numpy as np

from attnviz.engine.arrays import Array
from attnviz.engine.backward import pulled_back
from attnviz.engine.backward_rules import Gradients
from attnviz.engine.cells import Cell
from attnviz.engine.dependencies import node_of, shape_of
from attnviz.engine.derivation import HIDERS, hidden_by
from attnviz.engine.errors import AttentionError, Where
from attnviz.engine.links import check_cell
from attnviz.engine.scenario import DTYPES
from attnviz.engine.stages import BY_NAME
from attnviz.engine.tracing import Trace


class Unmoved(AttentionError):
    """A number that no input moves: a hidden pair's score, −∞ whatever the numbers are, or a penalty by distance."""


def partials(trace: Trace, cell: Cell) -> dict[str, Array]:
    """∂cell/∂input for each input by its name, in the input's own shape; zeros where it does not depend on one.

    With pencil precision these are the slopes of the exact function, for rounding has none. A weight or exponential
    that a mask hides is 0 whatever the numbers are, and so has zeros.
    Raises Unmoved for a hidden score and for ALiBi's penalties, NoSuchStage if there is no such cell, HiddenRow where
    the trace has no number.
    """
    check_cell(trace, cell)
    exact = trace.exact
    if cell.name == "alibi":
        where = Where(cell.name, cell.row, cell.column)
        raise Unmoved(f"{where} is slope times distance: no input moves it. Change the slope instead.", where)
    if cell.name not in exact.stages:
        return _of_input(exact, cell)
    if np.isneginf(exact.number(cell)):
        by = " and ".join(HIDERS[name] for name in hidden_by(exact, cell))
        where = Where(cell.name, cell.row, cell.column)
        raise Unmoved(f"{where} is −∞ whatever the numbers are: {by} hides it. Show that key to move it.", where)
    rows = slice(cell.row, cell.row + 1) if BY_NAME[cell.name].axes[0] == "queries" else slice(None)
    shape = shape_of(exact, cell.name)
    seed = np.zeros((1 if rows.start is not None else shape[0], shape[1]), DTYPES[exact.scenario.dtype])
    seed[cell.row if rows.start is None else 0, cell.column] = 1
    return pulled_back(exact, cell.name, (cell.head or 0) if BY_NAME[cell.name].per_head else None, seed, rows)


def _of_input(exact: Trace, cell: Cell) -> dict[str, Array]:
    """1 at the number itself, which nothing else moves."""
    found = Gradients(exact).inputs
    own = found[cell.name]
    head = node_of(exact, cell.name, cell.head)[1]
    matrix = own[head or 0] if own.ndim == 3 else own[np.newaxis] if own.ndim == 1 else own
    matrix[cell.row, cell.column] = 1
    return found
