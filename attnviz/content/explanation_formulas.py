"""The formula behind one number in the field's notation, with its indices, as LaTeX."""

from __future__ import annotations

from dataclasses import replace

from attnviz.content.turning import turn
from attnviz.engine.cells import Cell
from attnviz.engine.derivation import Derivation
from attnviz.engine.inputs import GivenWeights
from attnviz.engine.rules import matched_stages
from attnviz.engine.stages import BY_NAME
from attnviz.engine.tracing import Trace

_LETTERS = {
    "queries": "q", "keys": "k", "values": "v", "rotated_queries": r"\tilde{q}", "rotated_keys": r"\tilde{k}",
    "scores": "s", "scaled": r"\tilde{s}", "capped": r"\hat{s}",
    "biased": r"\bar{s}", "tempered": r"\check{s}", "masked": "z", "exponentials": "E", "weights": "w",
    "head_output": "o", "concatenated": "o", "output": "y",
}  # fmt: skip
_WIDTHS = {"X": r"d_{\text{model}}", "source": r"d_{\text{source}}"}
_DISTANCE = r"m \left( j - i \right)"  # slope times how far key j lies after query i
Index = int | str


def symbol(trace: Trace, name: str, head: int | None, row: Index, column: Index) -> str:
    """A number's symbol: w_{2,3}, q^{(2)}_{2,1} where there are several heads, (W_Q)_{1,1}, X_{2,1}.

    row, column: counted from 0, or the letter of a running index.
    """
    where = f"_{{{_index(row)},{_index(column)}}}"
    if name not in trace.stages:
        if name.startswith("b_"):
            return f"({name[0]}_{name[2:]})_{{{_index(column)}}}"
        letter = {"source": r"\text{source}", "bias": "B", "alibi": "A"}.get(name, name)
        return f"({letter}){where}" if "_" in letter else f"{letter}{where}"
    name = _drawn_from(trace, name)
    per_head = BY_NAME[name].per_head and trace.sizes.heads > 1
    slot = trace.slot(name, head) if per_head else None
    return _LETTERS[name] + ("" if slot is None else f"^{{({slot + 1})}}") + where


def formula_of(trace: Trace, made: Derivation) -> str:
    """How the number is computed, with symbols: s_{2,3} = \\sum_{i=1}^{d_k} q_{2,i} \\, k_{3,i}."""
    cell = made.cell
    own = symbol(trace, cell.name, cell.head, cell.row, cell.column)
    right = _right_side(trace, made)
    return own if right in ("", own) else f"{own} = {right}"


def row_sum(trace: Trace, cell: Cell) -> str:
    """What the row's exponentials add up to: \\sum_{j=1}^{S} e^{z_{2,j}}."""
    return rf"\sum_{{j=1}}^{{S}} {_exponential(trace, cell, 'j')}"


def named_sum(trace: Trace, cell: Cell) -> str:
    """The same with what is added up on its left: \\sum_{j=1}^{S} E_{2,j} = \\sum_{j=1}^{S} e^{z_{2,j}}."""
    return rf"\sum_{{j=1}}^{{S}} {symbol(trace, 'exponentials', cell.head, cell.row, 'j')} = {row_sum(trace, cell)}"


def exponential(trace: Trace, cell: Cell, column: Index | None = None) -> str:
    """e^{z_{2,3}}, less the row maximum where exponentials are shifted."""
    return _exponential(trace, cell, cell.column if column is None else column)


def row_maximum(trace: Trace, cell: Cell) -> str:
    """\\max_{j} z_{2,j}: the largest score of the row."""
    return rf"\max_{{j}} {symbol(trace, 'masked', cell.head, cell.row, 'j')}"


def weighted_value(trace: Trace, cell: Cell, mixed: str) -> str:
    """w_{2,3} v_{3}: what a weight takes of its value."""
    vector = symbol(trace, mixed, cell.head, cell.column, 0).rpartition("_")[0]
    return f"{symbol(trace, 'weights', cell.head, cell.row, cell.column)} \\, {vector}_{{{cell.column + 1}}}"


def joined_row(row: int) -> str:
    """o_2 as the heads' outputs side by side."""
    return rf"o_{{{row + 1}}} = \left( o^{{(1)}}_{{{row + 1}}}, \ldots, o^{{(h)}}_{{{row + 1}}} \right)"


def _right_side(trace: Trace, made: Derivation) -> str:
    cell = made.cell
    match made.operation:
        case "project":
            return _projection(trace, made)
        case "dot":
            queries, keys = matched_stages(trace.scenario)
            left = symbol(trace, queries, cell.head, cell.row, "i")
            right = symbol(trace, keys, cell.head, cell.column, "i")
            return rf"\sum_{{i=1}}^{{d_k}} {left} \, {right}"
        case "scale":
            return _scaled(trace, made)
        case "cap":
            before = _before(trace, cell)
            return rf"c \tanh\left( \frac{{{before}}}{{c}} \right)"
        case "rotate":
            return _turned(trace, made)
        case "penalty":
            return _DISTANCE
        case "bias":
            return _biased(trace, made)
        case "temper":
            return rf"\frac{{{_before(trace, cell)}}}{{\tau}}"
        case "hide":
            return r"-\infty"
        case "keep":
            return _before(trace, cell)
        case "exp":
            return f"{exponential(trace, cell)}{_where_it_is_kept(trace, cell)}"
        case "softmax":
            return rf"\frac{{{exponential(trace, cell)}}}{{{row_sum(trace, cell)}}}"
        case "mix":
            return _mixture(trace, made)
        case "concatenate" | "input":
            return _operand(trace, made, 0) if made.operands else ""


def _turned(trace: Trace, made: Derivation) -> str:
    """x cos θ − y sin θ, or y cos θ + x sin θ, by the angle of its pair."""
    own = turn(trace, made.cell)
    sign, angle = "+" if own.sign > 0 else "-", rf"\theta_{{{own.pair + 1}}}"
    return rf"{_operand(trace, made, 0)} \cos {angle} {sign} {_operand(trace, made, 2)} \sin {angle}"


def _biased(trace: Trace, made: Derivation) -> str:
    """What is added, in order: slope times distance, the bias of the pair or column."""
    count = len(made.operands) - 1
    before = _before(trace, made.cell)
    with_distance = f"{before} + {_DISTANCE}" if count > 1 else before
    return with_distance if count == 2 else f"{with_distance} + {_operand(trace, made, count)}"


def _projection(trace: Trace, made: Derivation) -> str:
    cell, rows, matrix = made.cell, made.operands[0], made.operands[1]
    assert rows.region is not None
    assert matrix.region is not None
    left = symbol(trace, rows.region.name, None, cell.row, "m")
    right = symbol(trace, matrix.region.name, None, "m", matrix.region.columns[0])
    bias = f" + {_operand(trace, made, 2)}" if len(made.operands) > 2 else ""
    most = r"h\,d_v" if rows.region.name == "concatenated" else _WIDTHS[rows.region.name]
    return rf"\sum_{{m=1}}^{{{most}}} {left} \, {right}{bias}"


def _scaled(trace: Trace, made: Derivation) -> str:
    before, by = _before(trace, made.cell), made.operands[1]
    if by.symbol == "√d_k":
        return rf"\frac{{{before}}}{{\sqrt{{d_k}}}}"
    return before if by.values[0] == 1.0 else rf"{before} \cdot \text{{scale}}"


def _mixture(trace: Trace, made: Derivation) -> str:
    cell, values = made.cell, made.operands[1]
    assert values.region is not None
    weight = symbol(trace, "weights", cell.head, cell.row, "j")
    value = symbol(trace, values.region.name, cell.head, "j", values.region.columns[0])
    return rf"\sum_{{j=1}}^{{S}} {weight} \, {value}"


def _exponential(trace: Trace, cell: Cell, column: Index) -> str:
    power = symbol(trace, "masked", cell.head, cell.row, column)
    if trace.shifted(cell.head or 0):
        power += f" - {row_maximum(trace, cell)}"
    return f"e^{{{power}}}"


def _where_it_is_kept(trace: Trace, cell: Cell) -> str:
    """What z is where the mask leaves a score alone, which is no step of its own: ", z_{2,1} = s_{2,1}"."""
    masked = replace(cell, name="masked")
    if "masked" not in trace.stages or trace.row("masked", cell.row, cell.head)[cell.column] == -float("inf"):
        return ""
    own, before = symbol(trace, "masked", cell.head, cell.row, cell.column), _before(trace, masked)
    return "" if own == before else rf",\quad {own} = {before}"


def _before(trace: Trace, cell: Cell) -> str:
    """The symbol of the same cell in the stage before."""
    name = trace.stages[trace.stages.index(cell.name) - 1]
    return symbol(trace, name, cell.head, cell.row, cell.column)


def _operand(trace: Trace, made: Derivation, index: int) -> str:
    region = made.operands[index].region
    assert region is not None
    return symbol(trace, region.name, region.head, region.rows[0], region.columns[0])


def _drawn_from(trace: Trace, name: str) -> str:
    """The stage whose symbol serves: one that changes nothing is called as the one before it.

    Scores over √1 keep a symbol of their own: that division is a step to be read.
    """
    if isinstance(trace.scenario.inputs, GivenWeights):
        return name
    if name == "masked" and trace.scenario.mask.hides_nothing:
        name = trace.stages[trace.stages.index(name) - 1]
    same = trace.scenario.scale is not True and trace.scenario.factor == 1.0
    return "scores" if name == "scaled" and same else name


def _index(place: Index) -> Index:
    return place + 1 if isinstance(place, int) else place
