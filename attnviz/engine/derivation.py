"""The arithmetic behind one cell: the operation, its operands, its result, and where the operands stand."""

from __future__ import annotations

from dataclasses import dataclass, replace

import numpy as np

from attnviz.engine.cells import Cell, Region
from attnviz.engine.dependencies import node_of
from attnviz.engine.derivation_rules import DERIVATIONS, Operand, Operation
from attnviz.engine.inputs import GivenWeights
from attnviz.engine.links import check_cell
from attnviz.engine.scenario import Scenario
from attnviz.engine.stages import BY_NAME
from attnviz.engine.tracing import Trace

__all__ = ["HIDERS", "Derivation", "Operand", "Operation", "derive", "hidden_by", "hidden_in"]

# What each reason that `hidden_by` gives is called.
HIDERS = {
    "causal": "the causal mask",
    "window": "the window",
    "padding": "padding",
    "custom": "the custom mask",
    "bias": "a bias of −∞",
}


@dataclass(frozen=True)
class Derivation:
    """How one number was computed. `result` is the trace's own; with pencil precision it is the rounded one.

    The operands of each operation, in order:
    input: none. project: a row, a column of W, and the bias if there is one. rotate: the number, cos, its partner in
    the pair, sin with its sign, and the angle in radians; the number · cos + the partner · sin. dot: query, key. scale:
    the score, then "√d_k" to divide by or "scale" to multiply by. cap: the score, c. penalty: ALiBi's slope, the
    distance to multiply it by. bias: a number, then "slope" and "distance" whose product is added where ALiBi is on,
    then the bias if there is one. temper: the score, the temperature. hide, keep: the number before. exp: the score,
    and the row maximum to subtract first where exponentials are shifted. softmax: one exponential, the row of them,
    their sum. mix: the row of weights, a column of values; hidden keys take part with weight 0. concatenate: the
    head's number.
    """

    cell: Cell
    operation: Operation
    operands: tuple[Operand, ...]
    result: float

    @property
    def sources(self) -> tuple[Region, ...]:
        """The cells that this one was computed from directly."""
        return tuple(operand.region for operand in self.operands if operand.region is not None)

    @property
    def products(self) -> tuple[float, ...]:
        """The single products that a project, dot or mix adds up (without the bias); empty for the others."""
        if self.operation not in ("project", "dot", "mix"):
            return ()
        left, right = self.operands[:2]
        return tuple(a * b for a, b in zip(left.values, right.values, strict=True))


def derive(trace: Trace, cell: Cell) -> Derivation:
    """The arithmetic behind one cell of a stage or input, down to single products.

    Raises NoSuchStage if there is no such cell, HiddenRow or Overflow where the trace has no number for it.
    """
    check_cell(trace, cell)
    cell = replace(cell, head=_own_head(trace, cell))
    result = trace.number(cell)
    rule = DERIVATIONS.get(cell.name) if cell.name in trace.stages or cell.name == "alibi" else None
    operation, operands = rule(trace, cell) if rule else ("input", ())
    return Derivation(cell, operation, operands, result)


def hidden_by(trace: Trace, cell: Cell) -> tuple[str, ...]:
    """What hides that pair of query and key, each a name in HIDERS; empty if it is visible.

    Empty too for a cell that is no such pair.
    """
    return hidden_in(trace.scenario, cell)


def hidden_in(scenario: Scenario, cell: Cell) -> tuple[str, ...]:
    """As `hidden_by`, of a scenario that need not be traced yet."""
    stage = BY_NAME.get(cell.name)
    of_pairs = stage is not None and stage.axes == ("queries", "keys")
    if not of_pairs or isinstance(scenario.inputs, GivenWeights):
        return ()
    size, bias = scenario.sizes, scenario.bias
    parts = scenario.mask.parts_of_row(cell.row, size.T, size.S)
    reasons = [name for name, allowed in parts if not allowed[cell.column]]
    if bias is not None:
        own = bias[cell.head or 0] if bias.ndim == 3 else bias
        reasons += ["bias"] if np.isneginf(own[cell.row, cell.column]) else []
    return tuple(reasons)


def _own_head(trace: Trace, cell: Cell) -> int | None:
    """The cell's head: the first where none is named, None where the stage or input has none."""
    if cell.name in trace.stages:
        return (cell.head or 0) if BY_NAME[cell.name].per_head else None
    return node_of(trace, cell.name, cell.head)[1]
