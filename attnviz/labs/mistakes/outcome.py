"""What a program, or the engine, made of a scenario: the same named arrays from both, to be compared."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from attnviz.engine.arrays import Array
from attnviz.engine.inputs import GivenWeights
from attnviz.engine.scenario import Scenario
from attnviz.engine.softmax import softmax
from attnviz.engine.tracing import trace
from attnviz.labs.mistakes.program import Parts, names_for, run_lines


@dataclass(frozen=True)
class Outcome:
    """queries (h, T, d_k), keys (h, S, d_k), values (h, S, d_v), scaled and weights (h, T, S), then without heads."""

    queries: Array
    keys: Array
    values: Array
    scaled: Array
    weights: Array
    concatenated: Array
    output: Array

    def of_head(self, stage: str, head: int) -> Array:
        """The (rows, columns) of one stage, of that head where it has heads."""
        values: Array = getattr(self, stage)
        matrix: Array = values[head] if values.ndim == 3 else values
        return matrix


def made_by(parts: Parts, scenario: Scenario) -> Outcome:
    """What those lines make of the scenario."""
    after = run_lines(parts, names_for(scenario))
    names = ("Q", "K", "V", "scaled", "weights", "concatenated", "output")
    return Outcome(*(after[name] for name in names))


def made_by_engine(scenario: Scenario) -> Outcome:
    """The engine's own numbers. Raises HiddenRow for a query that sees no key, and Overflow."""
    traced, size = trace(scenario), scenario.sizes
    group = size.heads // size.kv_heads
    keys, values = (np.repeat(stage, group, axis=0) for stage in (traced.keys, traced.values))
    return Outcome(
        traced.queries, keys, values, traced.scaled, traced.weights, traced.concatenated, traced.output
    )  # fmt: skip


def made_with_empty_rows(scenario: Scenario) -> Outcome:
    """As `made_by_engine`, but a query that sees no key gets zeros, so that the other rows can be shown."""
    traced, size = trace(scenario), scenario.sizes
    group = size.heads // size.kv_heads
    keys, values = (np.repeat(stage, group, axis=0) for stage in (traced.keys, traced.values))
    weights = softmax(traced.masked, empty_rows="zero")
    side_by_side = values.transpose(1, 0, 2).reshape(size.S, -1)
    concatenated = trace(Scenario(GivenWeights(weights, side_by_side), dtype=scenario.dtype)).concatenated
    W_O, b_O = getattr(scenario.inputs, "W_O", None), getattr(scenario.inputs, "b_O", None)
    output = concatenated if W_O is None else concatenated @ W_O
    return Outcome(
        traced.queries, keys, values, traced.scaled, weights, concatenated, output if b_O is None else output + b_O
    )  # fmt: skip
