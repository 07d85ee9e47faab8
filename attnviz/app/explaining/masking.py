"""An explanation that keeps to itself what is to be predicted: "?" stands for every number that would give it away."""

from __future__ import annotations

from dataclasses import replace

from attnviz.content.explanation import ExplainedStep, Explanation, Part
from attnviz.engine.cells import Cell
from attnviz.engine.tracing import Trace
from attnviz.figures.veil import ASK, veiled
from attnviz.figures.view import Veil


def masked(explanation: Explanation, trace: Trace, veil: Veil) -> Explanation:
    """The explanation without veiled numbers, their operands, and what is computed from them in the same step.

    Of a veiled number itself only the way is told: every number on it is "?".
    """
    if not veil.regions and not veil.unseen:
        return explanation
    asked = veiled(trace, veil, explanation.cell) is not None
    steps = tuple(_step(step, trace, veil, everything=asked) for step in explanation.steps)
    touched = any(step is not own for step, own in zip(steps, explanation.steps, strict=True))
    return replace(explanation, steps=steps, gap=None if touched else explanation.gap) if touched else explanation


def _step(step: ExplainedStep, trace: Trace, veil: Veil, *, everything: bool) -> ExplainedStep:
    def is_veiled(cell: Cell | None) -> bool:
        return cell is not None and veiled(trace, veil, cell) is not None

    parts = (*step.words, *step.numbers)
    if not everything and not is_veiled(step.cell) and not any(is_veiled(part.cell) for part in parts):
        return step

    def shown(part: Part) -> Part:
        if part.value is None or not (everything or part.cell is None or is_veiled(part.cell)):
            return part
        return replace(part, text=ASK, rounded=False, value=None)

    return replace(
        step,
        words=tuple(map(shown, step.words)),
        numbers=tuple(map(shown, step.numbers)),
        substituted="",
        result=None,
    )
