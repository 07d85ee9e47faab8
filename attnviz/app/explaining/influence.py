"""The partial derivatives of the selected number, computed only while they are shown and once for each trace."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING
from weakref import ref

from attnviz.content.labels import HEADING, isolated
from attnviz.content.numerals import MINUS, NEARLY_0, format_result, superscript
from attnviz.engine.arrays import Array
from attnviz.engine.cells import Cell
from attnviz.engine.errors import AttentionError, NotYet
from attnviz.engine.tracing import Trace
from attnviz.figures.view import Veil

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


_NOISE = 1e-12
_OF_KEYS = frozenset({"source", "K", "V"})
_BY_PAIRS = frozenset({"weights", "bias"})

# The latest one, with the trace that it belongs to; no trace is kept alive by it.
_latest: list[tuple[ref[Trace], Veil, Influence]] = []


def influence_of(state: State) -> Influence | None:
    """What moves the selected number; None where that is not asked for or no number is selected."""
    cell = state.selection.cell
    if not state.view.moves or cell is None:
        return None
    for trace, veil, known in _latest:
        if trace() is state.trace and veil is state.view.veil and known.cell == cell:
            return known
    try:
        made = _influence(state, cell)
    except NotYet as error:  # asked again when it is there
        return Influence(cell, {}, 0.0, str(error))
    _latest[:] = [(ref(state.trace), state.view.veil, made)]
    return made


def _influence(state: State, cell: Cell) -> Influence:
    from attnviz.engine.influence import partials  # only those who ask wait for it

    veil = state.view.veil
    if veil.regions or veil.unseen:  # ∂output/∂V is a weight, and so on: each would tell another number
        return Influence(cell, {}, 0.0, "Not while numbers are to be predicted.")
    try:
        found = partials(state.trace, cell)
    except NotYet:
        raise
    except AttentionError as error:
        return Influence(cell, {}, 0.0, str(error))
    reach = max((float(max(values.max(), -values.min())) for values in found.values() if values.size), default=0.0)
    return Influence(cell, found, reach)


def signed(value: float, decimals: int, reach: float) -> str:
    """A derivative with its sign, "+0.212"; one that so many decimals would show as 0 as "+2×10⁻⁵".

    reach: the largest of its kind; what is nothing beside it but rounding noise is "0".
    """
    size = abs(value)
    if size <= _NOISE * reach:
        return "0"
    text = format_result(size, decimals)
    if text == NEARLY_0:
        digits, _, power = f"{size:.0e}".partition("e")
        text = f"{digits}×10{superscript(int(power))}"
    return f"{'+' if value > 0 else MINUS}{text}"


def input_name(trace: Trace, cell: Cell) -> str:
    """A number of an input as one finds it: "X: “c”, number 1", "W_Q: row 2, column 2", "b_Q: number 2"."""
    name, number = cell.name, f"number {cell.column + 1}"
    head = f" of head {cell.head + 1}" if cell.head is not None and trace.sizes.heads > 1 else ""
    if name.startswith("b_"):
        return f"{name}: {number}"
    labels = trace.scenario.key_labels if name in _OF_KEYS else trace.scenario.query_labels
    if name in _BY_PAIRS:
        of = trace.scenario.query_labels[cell.row], trace.scenario.key_labels[cell.column]
        return f"{name}{head}: {called(cell.row, of[0])} with {called(cell.column, of[1])}"
    if name.startswith("W_"):
        return f"{name}: row {cell.row + 1}, column {cell.column + 1}"
    return f"{name}: {called(cell.row, labels[cell.row])}, {number}"


def called(place: int, label: str) -> str:
    """A token by its label, or by its place where it has none."""
    return f"row {place + 1}" if label == str(place + 1) else f"“{isolated(label, HEADING)}”"


def symbol_of(cell: Cell, heads: int) -> str:
    """The cell as one writes it, counted from 1: "weights[2,3]", with several heads "weights@2[2,3]"."""
    head = f"@{cell.head + 1}" if cell.head is not None and heads > 1 else ""
    return f"{cell.name}{head}[{cell.row + 1},{cell.column + 1}]"
