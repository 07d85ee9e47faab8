"""The partial derivatives of the selected number, computed only while they are shown and once for each trace."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING
from weakref import ref

import numpy as np

from attnviz.engine.arrays import Array
from attnviz.engine.cells import Cell
from attnviz.engine.errors import AttentionError
from attnviz.engine.tracing import Trace

if TYPE_CHECKING:
    from attnviz.app.session import State


@dataclass(frozen=True, eq=False)
class Influence:
    """∂cell/∂input for each input by its name. reach: the largest size among all of them, 0 where nothing moves it.

    problem: why there are none, such as a row that sees no key.
    """

    cell: Cell
    partials: dict[str, Array]
    reach: float
    problem: str = ""


# The latest one, with the trace that it belongs to; no trace is kept alive by it.
_latest: list[tuple[ref[Trace], Influence]] = []


def influence_of(state: State) -> Influence | None:
    """What moves the selected number; None where that is not asked for or no number is selected."""
    cell = state.selection.cell
    if not state.view.moves or cell is None:
        return None
    for trace, known in _latest:
        if trace() is state.trace and known.cell == cell:
            return known
    made = _influence(state.trace, cell)
    _latest[:] = [(ref(state.trace), made)]
    return made


def _influence(trace: Trace, cell: Cell) -> Influence:
    from attnviz.engine.influence import partials  # only those who ask wait for it

    try:
        found = partials(trace, cell)
    except AttentionError as error:
        return Influence(cell, {}, 0.0, str(error))
    reach = max((float(np.abs(values).max()) for values in found.values() if values.size), default=0.0)
    return Influence(cell, found, reach)


def symbol_of(cell: Cell, heads: int) -> str:
    """The cell as one writes it, counted from 1: "weights[2,3]", with several heads "weights@2[2,3]"."""
    head = f"@{cell.head + 1}" if cell.head is not None and heads > 1 else ""
    return f"{cell.name}{head}[{cell.row + 1},{cell.column + 1}]"
