"""A head on its way through the scores: the steps of the present block, and the outputs compared at last."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

import numpy as np

from attnviz.engine.amounts import is_large
from attnviz.engine.arrays import Array
from attnviz.engine.scenario import Scenario
from attnviz.labs.protocol import Progress, Stopped
from attnviz.labs.tiled.following import Followed, follow, without_mask
from attnviz.labs.tiled.program import Moment, run_block
from attnviz.labs.tiled.visits import Plan, Visit, plan_of
from attnviz.labs.traffic import CAUSAL, TILED

_EQUAL = {"float64": 1e-9, "float32": 1e-4}  # relative: the tiles add in another order than the whole
_ROUNDINGS = 4.0  # times what one rounding of a score makes of its share: there are several, on both ways


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
    unmasked: the output of the block under the scenario's own mask, None where that is the one of the way.
    """

    given: Scenario
    followed: Followed
    way: str
    plan: Plan
    step: int
    moments: tuple[Moment, ...]
    output: Array
    ordinary: Array
    unmasked: Array | None

    @property
    def scenario(self) -> Scenario:
        """The scenario under the mask of the way."""
        return self.followed.scenario

    @property
    def visit(self) -> Visit:
        """The present step."""
        return self.plan.visits[self.step]

    @property
    def moment(self) -> Moment:
        """What the present step left behind."""
        return self.moments[self.plan.block_of(self.step).index(self.visit)]

    @property
    def is_last(self) -> bool:
        """True at the last tile of a block: nothing but dividing is left."""
        return self.visit == self.plan.block_of(self.step)[-1]

    @cached_property
    def reaches(self) -> Array:
        """How far from 0 the outputs of all steps of the block go, in each dimension."""
        undivided = [] if self.way not in (TILED, CAUSAL) else [moment.output for moment in self.moments]
        first, last = self.visit.rows
        own = self.output if len(self.output) <= last - first else self.output[first:last]
        reaches: Array = np.abs(np.concatenate([*undivided, own])).max(axis=0)  # (d_v,)
        return reaches

    @property
    def difference(self) -> float:
        """The largest distance of the outputs that were made from the ordinary ones."""
        return float(np.abs(self.output - self.ordinary).max())

    @property
    def is_equal(self) -> bool:
        """True if they differ by no more than adding in another order, and rounding of the scores, makes of them."""
        return self.difference <= max(_EQUAL[self.scenario.dtype], self._rounding) * self._size

    @property
    def is_rough(self) -> bool:
        """True if they are equal only as far as scores of such a size are known in this number format."""
        return self.is_equal and self.difference > _EQUAL[self.scenario.dtype] * self._size

    @property
    def change(self) -> float:
        """How far the mask of the way takes the block's output from the one under the scenario's own."""
        if self.unmasked is None:
            return 0.0
        own = self.ordinary if len(self.ordinary) == len(self.unmasked) else self.ordinary[slice(*self.visit.rows)]
        return float(np.abs(self.unmasked - own).max())

    @property
    def is_changed(self) -> bool:
        """True if that is more than rounding."""
        return self.change > max(_EQUAL[self.scenario.dtype], self._rounding) * self._size

    @property
    def by_blocks(self) -> bool:
        """True if the engine too keeps no weights for its output at this size."""
        return is_large(self.scenario.sizes)

    @property
    def _rounding(self) -> float:
        return _ROUNDINGS * self.followed.rounding

    @property
    def _size(self) -> float:
        return max(float(np.abs(self.ordinary).max()), float(np.abs(self.followed.names["V"]).max()), 1.0)


def found_on(given: Scenario, way: Way, head: int, progress: Progress, *, everything: bool) -> Found:
    """The block of the step; everything: all blocks, for the whole output. Raises Stopped when progress says so.

    Raises AttentionError as the trace does, such as for a query that sees no key.
    """
    plan = plan_of(given, way.name, way.tile, way.window)
    followed = follow(given, plan.mask, head, progress)
    ordinary, lines, names = followed.ordinary, followed.lines, followed.names
    step = min(way.step, len(plan.visits)) - 1
    block = plan.block_of(step)
    moments, output = run_block(lines, names, block)
    rows = block[0].rows
    unmasked = None if plan.mask == given.mask else without_mask(given, followed, rows)
    if not everything:
        own = ordinary[slice(*rows)]
        return Found(given, followed, way.name, plan, step, tuple(moments), output, own, unmasked)
    blocks: dict[tuple[int, int], list[Visit]] = {}
    for visit in plan.visits:
        blocks.setdefault(visit.rows, []).append(visit)
    outputs = []
    for number, visits in enumerate(blocks.values()):
        outputs.append(run_block(lines, names, visits)[1])
        if not progress((number + 1) / len(blocks)):
            raise Stopped
    whole = np.concatenate(outputs)
    return Found(given, followed, way.name, plan, step, tuple(moments), whole, ordinary, unmasked)
