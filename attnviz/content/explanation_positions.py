"""How positions are told in an explanation: the angle of a pair, a number turned with its partner, a distance."""

from __future__ import annotations

from math import degrees

from attnviz.content.explanation_parts import ExplainedStep, Part
from attnviz.content.explanation_terms import Expression, Figures, equation, minus, plus, product
from attnviz.content.explanation_words import row_part, sentence
from attnviz.content.turning import position_of, rotary_of, turn
from attnviz.engine.derivation import Derivation
from attnviz.engine.tracing import Trace


def turned(own: Expression, cos: Expression, partner: Expression, sin: Expression, sign: int) -> Expression:
    """x·cos − y·sin for the first number of a pair, y·cos + x·sin for the second; sin without the sign."""
    join = plus if sign > 0 else minus
    return join(product(own, cos), product(partner, sin))


def angle_step(trace: Trace, made: Derivation, figures: Figures) -> ExplainedStep:
    """The angle by which a pair turns: its position times the angle from one position to the next."""
    cell, (rotary, d_k) = made.cell, rotary_of(trace)
    own, place = turn(trace, cell), position_of(trace, cell.name, cell.row)
    per_position = rotary.per_position(d_k)[own.pair]
    left = product(figures.given(float(place)), figures.operand(per_position), wide=True)
    line = equation(left, figures.operand(own.angle))
    whole = f" rad = {degrees_of(own.angle, figures)}"
    first, second = sorted((cell.column + 1, own.partner + 1))
    number = own.pair + 1
    words = sentence(
        row_part(trace, cell), f" stands at position {place}. Its numbers {first} and {second} are pair {number}, and "
        f"pair {number} turns by ", *figures.said(per_position), " rad from one position to the next: at this one by ",
        *figures.said(own.angle), f" rad, which is {degrees_of(own.angle, figures)}.",
    )  # fmt: skip
    exponent = rf" = b^{{-{2 * own.pair}/{rotary.turning(d_k)}}}" if rotary.frequencies is None else ""
    formula = rf"\theta_{{{number}}} = p \cdot \omega_{{{number}}}, \quad \omega_{{{number}}}{exponent}"
    formula = formula if exponent else formula.partition(",")[0]
    return ExplainedStep(
        f"Angle of pair {number} at position {place}", None, words, (*line.parts, Part(whole)), formula,
        rf"{line.latex} \text{{ rad}}", own.angle,
    )  # fmt: skip


def degrees_of(angle: float, figures: Figures) -> str:
    """An angle in degrees: "57.296°"."""
    return f"{figures.result(round(degrees(angle), 9), 'plain').parts[0].text}°"  # without binary noise: 60°
