"""The values that honest arithmetic may come to when it rounds on the way, as with a pencil or from the screen."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator
from dataclasses import replace

from attnviz.engine.cells import Cell
from attnviz.engine.derivation import Derivation, derive
from attnviz.engine.errors import AttentionError
from attnviz.engine.tracing import Trace, trace

DECIMALS = range(2, 7)  # to which people round on the way

Rounding = Callable[[float], float]


def pencil_values(traced: Trace, cell: Cell) -> Iterator[tuple[int, float]]:
    """(decimals, value) of each chain that rounds on the way: every stage, or only the numbers that stand on screen.

    The first is the engine's own pencil. In the second the operands of the last step are rounded, and where it divides
    by √d_k or by a sum, that too, or not.
    """
    for decimals in DECIMALS:
        try:
            pencil = trace(replace(traced.scenario, pencil=decimals))
            yield decimals, float(pencil.at(cell.name, cell.head)[cell.row, cell.column])
            made = derive(traced.exact, cell)
        except AttentionError:  # rounding made a sum 0, or there is no such number
            continue

        def cut(value: float, decimals: int = decimals) -> float:
            return round_half_up(value, decimals)

        for whole in (True, False):
            value = recomputed(made, cut, cut if whole else float)
            if value is not None:
                yield decimals, value


def recomputed(made: Derivation, cut: Rounding, cut_divisor: Rounding) -> float | None:
    """The result of one step from rounded operands; None where nothing is computed or the result is not finite."""
    operands = [tuple(map(cut, operand.values)) for operand in made.operands]
    try:
        value = _result(made, operands, cut_divisor)
    except (OverflowError, ZeroDivisionError):
        return None
    return value if value is not None and math.isfinite(value) else None


def _result(made: Derivation, operands: list[tuple[float, ...]], cut_divisor: Rounding) -> float | None:
    match made.operation:
        case "project" | "dot" | "mix":
            products = sum(a * b for a, b in zip(operands[0], operands[1], strict=True))
            return products + sum(bias[0] for bias in operands[2:])
        case "scale":
            by = cut_divisor(made.operands[1].values[0])
            return operands[0][0] / by if made.operands[1].symbol == "√d_k" else operands[0][0] * by
        case "cap":
            return operands[1][0] * math.tanh(operands[0][0] / operands[1][0])
        case "bias":
            return operands[0][0] + operands[1][0]
        case "temper":
            return operands[0][0] / made.operands[1].values[0]
        case "exp":
            return math.exp(operands[0][0] - (operands[1][0] if len(operands) > 1 else 0.0))
        case "softmax":
            total = sum(operands[1]) if cut_divisor is float else operands[2][0]
            return operands[0][0] / total
    return None


def round_half_up(value: float, decimals: int) -> float:
    """To so many decimals, ties away from zero, as on paper; infinities stay."""
    if not math.isfinite(value):
        return value
    power = 10.0**decimals
    return math.copysign(math.floor(abs(value) * power + 0.5 + 1e-9), value) / power
