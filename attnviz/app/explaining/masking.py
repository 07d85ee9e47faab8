"""An explanation that keeps to itself what is to be predicted: "?" stands for every number that would give it away."""

from __future__ import annotations

from dataclasses import replace

from attnviz.content.explanation_parts import ExplainedStep, Explanation, Part
from attnviz.engine.cells import Cell
from attnviz.engine.tracing import Trace
from attnviz.figures.veil import ASK, kept_back
from attnviz.figures.view import Veil

_WITH_SETTINGS = frozenset({"scaled", "capped", "tempered"})  # what stands in no figure there was set by a person


def masked(explanation: Explanation, trace: Trace, veil: Veil) -> Explanation:
    """The explanation without veiled numbers, and without sums and shares, from which they could be worked out.

    What the figures show stays: the way to a veiled number is told, and only its end is "?".
    """
    if not veil.regions and not veil.unseen:
        return explanation
    if not veil.told and kept_back(trace, veil, explanation.cell):
        return replace(explanation, steps=(), gap=None)
    masking = _Masking(trace, veil)
    if not masking.touches(explanation):
        return explanation
    return replace(explanation, steps=tuple(map(masking.step, explanation.steps)), gap=None)


class _Masking:
    """What to hide in explanations of one trace under one veil."""

    def __init__(self, trace: Trace, veil: Veil) -> None:
        self._trace = trace
        self._veil = veil

    def touches(self, explanation: Explanation) -> bool:
        """True if something in it is veiled."""
        cells = (cell for step in explanation.steps for cell in _cells(step))
        return any(self._is_veiled(cell) for cell in (explanation.cell, *cells))

    def step(self, step: ExplainedStep) -> ExplainedStep:
        """The step as it may be shown; its formula stays, its numbers stand in the parts alone."""
        words, numbers = (self._parts(parts, step) for parts in (step.words, step.numbers))
        return replace(step, words=words, numbers=numbers, substituted="", result=None)

    def _parts(self, parts: tuple[Part, ...], step: ExplainedStep) -> tuple[Part, ...]:
        """Hidden numbers as "?", without the brackets that only negative ones have."""
        hidden = [part.value is not None and self._hides(part, step) for part in parts]
        bare = [
            replace(part, text=ASK, rounded=False, value=None) if hides else part
            for part, hides in zip(parts, hidden, strict=True)
        ]
        dropped = {
            place
            for middle in range(1, len(parts) - 1)
            if hidden[middle] and (parts[middle - 1].text, parts[middle + 1].text) == ("(", ")")
            for place in (middle - 1, middle + 1)
        }
        return tuple(part for place, part in enumerate(bare) if place not in dropped)

    def _hides(self, part: Part, step: ExplainedStep) -> bool:
        if part.cell is not None:
            return self._is_veiled(part.cell)
        if part.strong:
            return self._is_veiled(step.cell)
        if step.cell is None or step.cell.name not in _WITH_SETTINGS:
            return True
        return part.value == step.result and self._is_veiled(step.cell)  # sentences say what comes of it too

    def _is_veiled(self, cell: Cell | None) -> bool:
        return cell is not None and kept_back(self._trace, self._veil, cell)


def _cells(step: ExplainedStep) -> tuple[Cell, ...]:
    parts = (part.cell for part in (*step.words, *step.numbers) if part.cell is not None)
    return (*parts, step.cell) if step.cell is not None else tuple(parts)
