"""What if one forgets the mask: weights and output with it and without it, side by side."""

from __future__ import annotations

from dataclasses import replace

from attnviz.content.changes_summary import summary
from attnviz.engine.inputs import GivenWeights
from attnviz.engine.mask import Mask
from attnviz.engine.tracing import Trace, trace
from attnviz.figures.board import Board
from attnviz.figures.compose import map_of
from attnviz.figures.view import Selection, View

WITH, WITHOUT = "with the mask", "without the mask"
_SHOWN = (("weights", "Weights"), ("output", "Output"))


def mask_comparison(now: Trace, selection: Selection, view: View) -> tuple[Board | None, str]:
    """The board with the mask on the left and without it on the right, and in words what moves.

    A scenario without a mask is compared with a causal one. None for given weights, which no mask applies to.
    """
    if isinstance(now.scenario.inputs, GivenWeights):
        return None, "These weights are given: no mask applies to them."
    if now.defers:
        return None, "So many tokens cannot be computed twice at once. Switch the mask off to see what it does."
    other = trace(replace(now.scenario, mask=Mask(causal=True) if now.scenario.mask.hides_nothing else Mask()), now)
    masked, plain = (other, now) if now.scenario.mask.hides_nothing else (now, other)
    panels = tuple(
        map_of(name, each, selection, view, compact=True, title=f"{title} {words}", formula="")
        for name, title in _SHOWN
        for each, words in ((masked, WITH), (plain, WITHOUT))
    )
    told = summary(masked, plain) or "Nothing moves."
    if now.scenario.mask.hides_nothing:
        told = f"No key is hidden here, so a causal mask stands on the left. {told}"
    return Board("mask", panels, (0, 0, 1, 1), show_title=False), told
