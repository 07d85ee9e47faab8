"""What each stage's number was computed from: one rule a stage, the operation and its operands."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Literal

import numpy as np

from attnviz.engine.cells import Cell, Region
from attnviz.engine.inputs import Direct, GivenWeights, Projected
from attnviz.engine.positions import Alibi, Rotary
from attnviz.engine.rotation import first_position, turn_of
from attnviz.engine.rules import matched_stages
from attnviz.engine.softmax import row_sums
from attnviz.engine.tracing import Trace

Operation = Literal[
    "input", "project", "rotate", "dot", "scale", "cap", "penalty", "bias", "temper", "hide", "keep", "exp", "softmax",
    "mix", "concatenate",
]  # fmt: skip


@dataclass(frozen=True)
class Operand:
    """Numbers that enter an operation: their symbol, their values in order, and their cells (None for a setting)."""

    symbol: str
    values: tuple[float, ...]
    region: Region | None


_Rule = tuple[Operation, tuple[Operand, ...]]


def _whole(trace: Trace, name: str, head: int | None, row: int | None, column: int | None, symbol: str) -> Operand:
    """One cell, one row (column None) or one column (row None) of a stage or input."""
    values = trace.at(name, head) if row is None else trace.row(name, row, head)[np.newaxis]
    rows = (0, len(values)) if row is None else (row, row + 1)
    columns = (0, values.shape[1]) if column is None else (column, column + 1)
    part = values[:, slice(*columns)]
    return Operand(symbol, tuple(part.astype(np.float64).ravel().tolist()), Region(name, head, rows, columns))


def _before(trace: Trace, cell: Cell) -> Operand:
    """The same cell of the stage just before."""
    name = trace.stages[trace.stages.index(cell.name) - 1]
    return _whole(trace, name, cell.head, cell.row, cell.column, name)


def _projected(letter: str) -> Callable[[Trace, Cell], _Rule]:
    def rule(trace: Trace, cell: Cell) -> _Rule:
        inputs, size = trace.scenario.inputs, trace.sizes
        width = size.d_v if letter == "V" else size.d_k
        assert width is not None
        slot = cell.head or 0
        if letter != "Q":
            slot = slot * size.kv_heads // size.heads
        column = slot * width + cell.column
        if isinstance(inputs, Direct):
            return "input", (_whole(trace, letter, None, cell.row, column, letter),)
        assert isinstance(inputs, Projected)
        rows = "X" if letter == "Q" or inputs.source is None else "source"
        operands = [
            _whole(trace, rows, None, cell.row, None, rows),
            _whole(trace, f"W_{letter}", None, None, column, f"W_{letter}"),
        ]
        if getattr(inputs, f"b_{letter}") is not None:
            operands.append(_whole(trace, f"b_{letter}", None, 0, column, f"b_{letter}"))
        return "project", tuple(operands)

    return rule


def _scores(trace: Trace, cell: Cell) -> _Rule:
    queries, keys = matched_stages(trace.scenario)
    query = _whole(trace, queries, cell.head, cell.row, None, "q")
    return "dot", (query, _whole(trace, keys, cell.head, cell.column, None, "k"))


def _rotated(side: str) -> Callable[[Trace, Cell], _Rule]:
    def rule(trace: Trace, cell: Cell) -> _Rule:
        rotary, size = trace.scenario.positions, trace.sizes
        assert isinstance(rotary, Rotary)
        assert size.d_k is not None
        position = first_position(rotary, size, side) + cell.row
        turn = turn_of(rotary, size.d_k, position, cell.column)
        own = _whole(trace, side, cell.head, cell.row, cell.column, side)
        if turn is None:
            return "keep", (own,)
        cos, sin = float(np.cos(turn.angle)), turn.sign * float(np.sin(turn.angle))
        return "rotate", (
            own, Operand("cos", (cos,), None),
            _whole(trace, side, cell.head, cell.row, turn.partner, "partner"),
            Operand("sin", (sin,), None), Operand("angle", (turn.angle,), None),
        )  # fmt: skip

    return rule


def _scaled(trace: Trace, cell: Cell) -> _Rule:
    scale = trace.scenario.scale
    if scale is True:
        assert trace.sizes.d_k is not None
        return "scale", (_before(trace, cell), Operand("√d_k", (float(np.sqrt(trace.sizes.d_k)),), None))
    return "scale", (_before(trace, cell), Operand("scale", (trace.scenario.factor,), None))


def _capped(trace: Trace, cell: Cell) -> _Rule:
    assert trace.scenario.softcap is not None
    return "cap", (_before(trace, cell), Operand("c", (trace.scenario.softcap,), None))


def _biased(trace: Trace, cell: Cell) -> _Rule:
    bias = trace.scenario.bias
    operands = [_before(trace, cell)]
    if isinstance(trace.scenario.positions, Alibi):
        operands += _alibi(trace, cell)[1]
    if bias is not None:
        head = cell.head if bias.ndim == 3 else None
        operands.append(_whole(trace, "bias", head, cell.row, cell.column, "bias"))
    return "bias", tuple(operands)


def _alibi(trace: Trace, cell: Cell) -> _Rule:
    alibi, size = trace.scenario.positions, trace.sizes
    assert isinstance(alibi, Alibi)
    slope = alibi.of(size.heads)[cell.head or 0]
    distance = float(cell.column - cell.row - (size.S - size.T))
    place = Region("alibi", cell.head, (cell.row, cell.row + 1), (cell.column, cell.column + 1))
    own = place if cell.name != "alibi" else None
    return "penalty", (Operand("slope", (slope,), None), Operand("distance", (distance,), own))


def _tempered(trace: Trace, cell: Cell) -> _Rule:
    return "temper", (_before(trace, cell), Operand("temperature", (trace.scenario.temperature,), None))


def _masked(trace: Trace, cell: Cell) -> _Rule:
    hidden = np.isneginf(trace.number(cell))
    return ("hide" if hidden else "keep"), (_before(trace, cell),)


def _exponentials(trace: Trace, cell: Cell) -> _Rule:
    score = _before(trace, cell)
    if cell.head is None or not trace.shifted(cell.head):
        return "exp", (score,)
    top = int(np.argmax(trace.row("masked", cell.row, cell.head)))
    return "exp", (score, _whole(trace, "masked", cell.head, cell.row, top, "row maximum"))


def _weights(trace: Trace, cell: Cell) -> _Rule:
    if isinstance(trace.scenario.inputs, GivenWeights):
        return "input", ()
    row = _whole(trace, "exponentials", cell.head, cell.row, None, "row")
    total = row_sums(trace.row("exponentials", cell.row, cell.head)[np.newaxis], trace.scenario.pencil)
    own = _whole(trace, "exponentials", cell.head, cell.row, cell.column, "exponential")
    return "softmax", (own, row, Operand("sum", (float(total[0, 0]),), row.region))


def _head_output(trace: Trace, cell: Cell) -> _Rule:
    weights = _whole(trace, "weights", cell.head, cell.row, None, "weights")
    size = trace.sizes
    if not isinstance(trace.scenario.inputs, GivenWeights):
        return "mix", (weights, _whole(trace, "values", cell.head, None, cell.column, "values"))
    assert size.d_v is not None
    column = (cell.head or 0) * size.kv_heads // size.heads * size.d_v + cell.column
    return "mix", (weights, _whole(trace, "V", None, None, column, "V"))


def _concatenated(trace: Trace, cell: Cell) -> _Rule:
    assert trace.sizes.d_v is not None
    head, column = divmod(cell.column, trace.sizes.d_v)
    return "concatenate", (_whole(trace, "head_output", head, cell.row, column, "head output"),)


def _output(trace: Trace, cell: Cell) -> _Rule:
    inputs = trace.scenario.inputs
    has_bias = getattr(inputs, "b_O", None) is not None
    bias = (_whole(trace, "b_O", None, 0, cell.column, "b_O"),) if has_bias else ()
    if getattr(inputs, "W_O", None) is not None:
        row = _whole(trace, "concatenated", None, cell.row, None, "concatenated")
        return "project", (row, _whole(trace, "W_O", None, None, cell.column, "W_O"), *bias)
    own = _whole(trace, "concatenated", None, cell.row, cell.column, "concatenated")
    return ("bias" if has_bias else "keep"), (own, *bias)


DERIVATIONS: dict[str, Callable[[Trace, Cell], _Rule]] = {
    "queries": _projected("Q"),
    "keys": _projected("K"),
    "values": _projected("V"),
    "rotated_queries": _rotated("queries"),
    "rotated_keys": _rotated("keys"),
    "scores": _scores,
    "scaled": _scaled,
    "capped": _capped,
    "alibi": _alibi,
    "biased": _biased,
    "tempered": _tempered,
    "masked": _masked,
    "exponentials": _exponentials,
    "weights": _weights,
    "head_output": _head_output,
    "concatenated": _concatenated,
    "output": _output,
}
