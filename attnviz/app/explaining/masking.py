"""An explanation that keeps to itself what is to be predicted: "?" stands for every number that would give it away."""

from __future__ import annotations

from dataclasses import replace

from attnviz.content.explanation_parts import ExplainedStep, Explanation, Part
from attnviz.engine.cells import Cell
from attnviz.engine.tracing import Trace
from attnviz.figures.veil import ASK, veiled
from attnviz.figures.view import Veil

_WITH_SETTINGS = frozenset({"scaled", "capped", "tempered"})  # what stands in no figure there was set by a person


def masked(explanation: Explanation, trace: Trace, veil: Veil) -> Explanation:
    """The explanation without veiled numbers, and without sums and shares, from which they could be worked out.

    Of a veiled number itself only the way is told: every number on it is "?".
    """
    if not veil.regions and not veil.unseen:
        return explanation
    masking = _Masking(trace, veil, explanation)
    if not masking.touched:
        return explanation
    return replace(explanation, steps=tuple(map(masking.step, explanation.steps)), gap=None)


class _Masking:
    """What to hide in one explanation. touched: something in it is veiled."""

    def __init__(self, trace: Trace, veil: Veil, explanation: Explanation) -> None:
        self._trace = trace
        self._veil = veil
        self._everything = self._is_veiled(explanation.cell)
        cells = (cell for step in explanation.steps for cell in _cells(step))
        self.touched = self._everything or any(self._is_veiled(cell) for cell in cells)

    def step(self, step: ExplainedStep) -> ExplainedStep:
        """The step as it may be shown; its formula stays, its numbers stand in the parts alone."""
        words, numbers = (tuple(self._part(part, step) for part in parts) for parts in (step.words, step.numbers))
        return replace(step, words=words, numbers=numbers, substituted="", result=None)

    def _part(self, part: Part, step: ExplainedStep) -> Part:
        if part.value is None or not self._hides(part, step):
            return part
        return replace(part, text=ASK, rounded=False, value=None)

    def _hides(self, part: Part, step: ExplainedStep) -> bool:
        if self._everything or part.cell is not None:
            return self._everything or self._is_veiled(part.cell)
        if part.strong:
            return self._is_veiled(step.cell)
        return step.cell is None or step.cell.name not in _WITH_SETTINGS

    def _is_veiled(self, cell: Cell | None) -> bool:
        return cell is not None and veiled(self._trace, self._veil, cell) is not None


def _cells(step: ExplainedStep) -> tuple[Cell, ...]:
    parts = (part.cell for part in (*step.words, *step.numbers) if part.cell is not None)
    return (*parts, step.cell) if step.cell is not None else tuple(parts)
