"""What is the same at every step of a head: its arrays, its ordinary output, and how large its scores become."""

from __future__ import annotations

import weakref
from dataclasses import dataclass, replace
from math import sqrt
from typing import Any

import numpy as np

from attnviz.engine.arrays import Array
from attnviz.engine.mask import Mask
from attnviz.engine.scenario import Scenario
from attnviz.engine.tracing import trace
from attnviz.labs.protocol import Progress
from attnviz.labs.tiled.program import Allowed, largest_score, names_of, run_block, tile_lines
from attnviz.labs.tiled.visits import Span, Visit


@dataclass(frozen=True, eq=False)
class Followed:
    """One head under the mask of a way. lines: of one tile; names: what they read. ordinary: the engine's own output.

    reach: the largest score of the head, of those that are not hidden, without its sign.
    """

    scenario: Scenario
    head: int
    lines: tuple[str, ...]
    names: dict[str, Any]
    ordinary: Array
    reach: float

    @property
    def rounding(self) -> float:
        """How far e^score can be off, as a part of it, because scores are rounded: their size times that of a bit.

        It is the size of what is added up to a score, which may cancel to a small one.
        """
        q, k = (float(np.abs(self.names[name]).max()) for name in ("Q", "K"))
        added = q * k * sqrt(self.names["d_k"]) * abs(self.scenario.factor) / self.scenario.temperature
        return max(self.reach, added) * float(np.finfo(self.scenario.dtype).eps)


def follow(given: Scenario, mask: Mask, head: int, progress: Progress) -> Followed:
    """The head of that scenario under that mask; from step to step it is found once.

    Raises Stopped when progress says so, AttentionError as the trace does, such as for a query that sees no key.
    """
    known = _last.get(given)
    if known is not None and known.scenario.mask == mask and known.head == head:
        return known
    scenario = replace(given, mask=mask)  # a copy, which keeps nobody from letting go of the one that was given
    traced = trace(scenario)
    traced.report = progress
    ordinary = traced.at("head_output", head)
    traced.report = None
    lines, names = tile_lines(scenario), names_of(traced, head)
    found = Followed(scenario, head, lines, names, ordinary, largest_score(lines, names, progress))
    _last.keep(given, found)
    return found


def without_mask(given: Scenario, followed: Followed, rows: Span) -> Array:
    """The output (r, d_v) of some queries under the scenario's own mask instead of the one of a way."""
    names = {name: value for name, value in followed.names.items() if name != "allowed"}
    if not given.mask.hides_nothing:
        names["allowed"] = Allowed(given.mask, given.sizes.T, given.sizes.S)
    return run_block(tile_lines(given), names, (Visit(rows, (0, given.sizes.S)),))[1]


class _Last:
    """What was followed last, for as long as its scenario is in use elsewhere; a step is then a matter of one block."""

    def __init__(self) -> None:
        self._kept: tuple[weakref.ref[Scenario], Followed] | None = None

    def get(self, given: Scenario) -> Followed | None:
        """What was found of that very scenario."""
        kept = self._kept
        return kept[1] if kept is not None and kept[0]() is given else None

    def keep(self, given: Scenario, found: Followed) -> None:
        """In place of what there was."""
        self._kept = weakref.ref(given, self._forget), found

    def _forget(self, gone: weakref.ref[Scenario]) -> None:
        if self._kept is not None and self._kept[0] is gone:
            self._kept = None


_last = _Last()
