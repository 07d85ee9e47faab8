"""The decoding of a scenario as the laboratory runs it: causal, in steps, with as many key/value heads as asked for."""

from __future__ import annotations

from dataclasses import dataclass, replace

import numpy as np

from attnviz.engine import edits
from attnviz.engine.arrays import Array
from attnviz.engine.decoding import DecodeStep, decode, difference
from attnviz.engine.rules import matched_stages
from attnviz.engine.scenario import Scenario
from attnviz.engine.tracing import trace

MOST_STEPS = 96  # that are run one token at a time; what is left of a longer text comes in one


@dataclass(frozen=True)
class Pass:
    """scenario: what was decoded. steps: all of them. shown: the place of the one that is looked at.

    difference: the largest distance of any weight or output from those of the whole pass. made_causal: whether the
    causal mask was off before. asked: the scenario that was given, its key/value heads, and the tokens of each step.
    """

    asked: tuple[Scenario, int, list[int]]
    scenario: Scenario
    steps: tuple[DecodeStep, ...]
    shown: int
    difference: float
    made_causal: bool

    @property
    def step(self) -> DecodeStep:
        """The step that is looked at."""
        return self.steps[self.shown]

    def keys(self, group: int) -> Array:
        """(stop, d_k): the keys of one key/value head in the cache after the step, turned where they turn."""
        before = trace(self.scenario).at(matched_stages(self.scenario)[1], self._reader(group))[: self.past]
        return np.concatenate([before, *(step.keys[group] for step in self.steps[: self.shown + 1])])

    def values(self, group: int) -> Array:
        """(stop, d_v): its values."""
        before = trace(self.scenario).at("values", self._reader(group))[: self.past]
        return np.concatenate([before, *(step.values[group] for step in self.steps[: self.shown + 1])])

    def _reader(self, group: int) -> int:
        """The first query head that reads a key/value head."""
        return group * (self.scenario.sizes.heads // self.scenario.sizes.kv_heads)

    @property
    def past(self) -> int:
        """Keys that lie in the cache before the first query."""
        return self.scenario.sizes.S - self.scenario.sizes.T


def decoded(given: Scenario, token: int, prompt: int, kv_heads: int, before: Pass | None = None) -> Pass:
    """The pass whose first step takes the prompt at once, and the step that makes the query `token`, from 0.

    before: another one, whose steps serve again where only the one that is looked at is another.
    Raises AttentionError for what cannot be decoded.
    """
    chunks = _chunks(given.sizes.T, token, prompt)
    ends = [sum(chunks[: place + 1]) for place in range(len(chunks))]
    shown = next(place for place, end in enumerate(ends) if token < end)
    if before is not None and before.asked[0] is given and before.asked[1:] == (kv_heads, chunks):
        return replace(before, shown=shown)
    scenario = given if kv_heads == given.sizes.kv_heads else edits.set_kv_heads(given, kv_heads)
    made_causal = not scenario.mask.causal and (scenario.mask.window is None or scenario.mask.window[1] != 0)
    if made_causal:
        corner = "bottom_right" if scenario.sizes.T < scenario.sizes.S else scenario.mask.alignment
        scenario = replace(scenario, mask=replace(scenario.mask, causal=True, alignment=corner))
    steps = decode(scenario, chunks)
    asked = given, kv_heads, chunks
    return Pass(asked, scenario, steps, shown, difference(scenario, steps), made_causal)


def _chunks(tokens: int, token: int, prompt: int) -> list[int]:
    """The prompt, then one token at a time; of a long text only around the token that is looked at."""
    first = max(prompt, token - MOST_STEPS // 2)
    singles = min(tokens - first, MOST_STEPS)
    rest = tokens - first - singles
    return [first, *[1] * singles, *([rest] if rest else [])]
