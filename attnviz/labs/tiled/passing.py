"""A head on its way through the scores: the steps of the present block, and the outputs compared at last."""

from __future__ import annotations

from dataclasses import dataclass, replace

import numpy as np

from attnviz.engine.amounts import is_large
from attnviz.engine.arrays import Array
from attnviz.engine.scenario import Scenario
from attnviz.engine.tracing import trace
from attnviz.labs.protocol import Progress, Stopped
from attnviz.labs.tiled.program import Moment, names_of, run_block, tile_lines
from attnviz.labs.tiled.visits import Plan, Visit, plan_of

_EQUAL = {"float64": 1e-9, "float32": 1e-4}  # relative: the tiles add in another order than the whole


@dataclass(frozen=True)
class Way:
    """What was chosen. tile: its queries and keys at most. window: keys that a query sees. step: from 1."""

    name: str
    tile: tuple[int, int]
    window: int
    step: int


@dataclass(frozen=True)
class Found:
    """A head on the way that was chosen. step: from 0. moments: of the block of that step, tile by tile.

    output: of the block, or of all queries where the end is shown; ordinary: the engine's own for the same queries.
    """

    scenario: Scenario
    way: str
    plan: Plan
    step: int
    moments: tuple[Moment, ...]
    output: Array
    ordinary: Array

    @property
    def visit(self) -> Visit:
        """The present step."""
        return self.plan.visits[self.step]

    @property
    def moment(self) -> Moment:
        """What the present step left behind."""
        return self.moments[self.plan.block_of(self.step).index(self.visit)]

    @property
    def difference(self) -> float:
        """The largest distance of the outputs that were made from the ordinary ones."""
        return float(np.abs(self.output - self.ordinary).max())

    @property
    def is_equal(self) -> bool:
        """True if they differ by no more than adding in another order makes of them."""
        return self.difference <= _EQUAL[self.scenario.dtype] * max(float(np.abs(self.ordinary).max()), 1.0)

    @property
    def by_blocks(self) -> bool:
        """True if the engine too keeps no weights for its output at this size."""
        return is_large(self.scenario.sizes)


def found_on(given: Scenario, way: Way, head: int, progress: Progress, *, everything: bool) -> Found:
    """The block of the step; everything: all blocks, for the whole output. Raises Stopped when progress says so.

    Raises AttentionError as the trace does, such as for a query that sees no key.
    """
    plan = plan_of(given, way.name, way.tile, way.window)
    scenario = replace(given, mask=plan.mask)
    traced = trace(scenario)
    ordinary = traced.at("head_output", head)
    lines, names = tile_lines(scenario), names_of(traced, head)
    step = min(way.step, len(plan.visits)) - 1
    block = plan.block_of(step)
    moments, output = run_block(lines, names, block)
    if not everything:
        own = ordinary[slice(*block[0].rows)]
        return Found(scenario, way.name, plan, step, tuple(moments), output, own)
    blocks: dict[tuple[int, int], list[Visit]] = {}
    for visit in plan.visits:
        blocks.setdefault(visit.rows, []).append(visit)
    outputs = []
    for number, visits in enumerate(blocks.values()):
        outputs.append(run_block(lines, names, visits)[1])
        if not progress((number + 1) / len(blocks)):
            raise Stopped
    return Found(scenario, way.name, plan, step, tuple(moments), np.concatenate(outputs), ordinary)
