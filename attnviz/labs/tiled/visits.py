"""Which part of the scores is computed when: each way of going through the matrix of queries and keys."""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import cached_property

from attnviz.engine.errors import AttentionError, Where
from attnviz.engine.inputs import Projected
from attnviz.engine.mask import Mask
from attnviz.engine.scenario import Scenario
from attnviz.labs.traffic import CAUSAL, FULL, TILED, WINDOW

Span = tuple[int, int]  # from, to: half-open


@dataclass(frozen=True)
class Visit:
    """One step: the queries and the keys whose scores are computed together."""

    rows: Span
    keys: Span

    @property
    def scores(self) -> int:
        """How many scores it computes."""
        return (self.rows[1] - self.rows[0]) * (self.keys[1] - self.keys[0])


@dataclass(frozen=True)
class Plan:
    """All steps of one way in their order. mask: what hides keys on that way. skipped: tiles that need no step."""

    visits: tuple[Visit, ...]
    mask: Mask
    skipped: int = 0

    @cached_property
    def height(self) -> int:
        """The most queries of a step."""
        return max(visit.rows[1] - visit.rows[0] for visit in self.visits)

    @property
    def scores(self) -> int:
        """How many scores are computed in all."""
        return sum(visit.scores for visit in self.visits)

    def block_of(self, step: int) -> tuple[Visit, ...]:
        """The steps on the same queries as one of them, up to the last."""
        rows = self.visits[step].rows
        return tuple(visit for visit in self.visits if visit.rows == rows)


def plan_of(scenario: Scenario, way: str, tile: tuple[int, int], window: int) -> Plan:
    """The steps of a way. tile: its queries and keys at most. window: how many keys a query sees, its own included.

    Raises AttentionError where the keys are not the tokens so far, and so cannot be kept from step to step.
    """
    T, S = scenario.sizes.T, scenario.sizes.S
    mask = _mask(scenario, way, window)
    if way == FULL:
        return Plan((Visit((0, T), (0, S)),), mask)
    if way not in (TILED, CAUSAL):
        spans = [visible_span(mask, (row, row + 1), T, S) for row in range(T)]
        return Plan(tuple(Visit((row, row + 1), span) for row, span in enumerate(spans)), mask)
    blocks, every = _spans(T, tile[0]), _spans(S, tile[1])
    visits: list[Visit] = []
    for rows in blocks:
        last = S if way == TILED else visible_span(mask, rows, T, S)[1]
        visits += [Visit(rows, keys) for keys in every if keys[0] < last]
    return Plan(tuple(visits), mask, len(blocks) * len(every) - len(visits))


def visible_span(mask: Mask, rows: Span, T: int, S: int) -> Span:
    """From the first key to the last that the causal mask and the window leave to some of the queries in `rows`."""
    first, last = 0, S
    shift = S - T
    if mask.causal:
        last = min(last, rows[1] + (shift if mask.alignment == "bottom_right" else 0))
    if mask.window is not None:
        left, right = mask.window
        first = first if left is None else max(first, rows[0] + shift - left)
        last = last if right is None else min(last, rows[1] + shift + right)
    first = min(max(first, 0), S - 1)
    return first, min(max(last, first + 1), S)


def _mask(scenario: Scenario, way: str, window: int) -> Mask:
    mask, size = scenario.mask, scenario.sizes
    if way in (FULL, TILED):
        return mask
    if way != CAUSAL and isinstance(scenario.inputs, Projected) and scenario.inputs.source is not None:
        raise AttentionError(
            "Keys come from a source that is there from the start, so no cache grows. Choose another way.",
            Where("source"),
        )
    if way == WINDOW:
        return replace(mask, window=(window - 1, 0))
    if mask.causal:
        return mask
    return replace(mask, causal=True, alignment="bottom_right" if size.T < size.S else mask.alignment)


def _spans(stop: int, length: int) -> list[Span]:
    return [(first, min(first + length, stop)) for first in range(0, stop, length)]
