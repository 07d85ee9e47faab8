"""Mistakes made in an earlier step and carried on: the same cell of a scenario in which that step is different."""

from __future__ import annotations

import math
from collections.abc import Iterator
from dataclasses import replace

import numpy as np

from attnviz.engine.cells import Cell
from attnviz.engine.errors import AttentionError
from attnviz.engine.inputs import GivenWeights, Projected
from attnviz.engine.mask import Mask
from attnviz.engine.scenario import Scenario
from attnviz.engine.tracing import Trace, trace

Candidate = tuple[str, float]


def earlier_mistakes(traced: Trace, cell: Cell) -> Iterator[Candidate]:
    """(sentence, value) of the cell in each scenario in which something before it went wrong."""
    scenario = traced.scenario
    if isinstance(scenario.inputs, GivenWeights):
        return
    right = float(traced.at(cell.name, cell.head)[cell.row, cell.column])
    for what, changes in _changes(scenario):
        try:
            other = trace(replace(scenario, **changes))  # type: ignore[arg-type]
            if cell.name not in other.stages:
                continue
            value = float(other.at(cell.name, cell.head)[cell.row, cell.column])
        except (AttentionError, IndexError):  # the mistake leads to no number, or to none at that place
            continue
        if value != right:
            yield f"This is what you get {what}.", value


def _changes(scenario: Scenario) -> Iterator[tuple[str, dict[str, object]]]:
    size = scenario.sizes
    if scenario.scale is True and size.d_k is not None:
        yield "without dividing by √d_k", {"scale": False}
        yield "dividing by d_k instead of √d_k", {"scale": 1.0 / size.d_k}
        if isinstance(scenario.inputs, Projected):
            width = scenario.inputs.X.shape[1]
            yield "dividing by √d_model instead of √d_k", {"scale": 1.0 / math.sqrt(width)}
            yield "dividing by d_model", {"scale": 1.0 / width}
    mask = scenario.mask
    if not mask.hides_nothing:
        yield "without the mask, or with it after softmax", {"mask": Mask()}
        if size.T == size.S:
            turned = mask.allowed(size.T, size.S).T
            yield "hiding earlier keys instead of later ones", {"mask": Mask(custom=turned)}
    if scenario.temperature != 1.0:
        yield "without the temperature", {"temperature": 1.0}
        yield "multiplying by the temperature", {"temperature": 1.0 / scenario.temperature}
    if isinstance(scenario.inputs, Projected):
        for what, inputs in _inputs(scenario.inputs):
            yield what, {"inputs": inputs}


def _inputs(inputs: Projected) -> Iterator[tuple[str, Projected]]:
    for letter in "QKVO":
        matrix, bias = getattr(inputs, f"W_{letter}"), getattr(inputs, f"b_{letter}")
        if matrix is not None and matrix.shape[0] == matrix.shape[1]:
            yield f"with W_{letter} transposed", replace(inputs, **{f"W_{letter}": np.array(matrix.T)})
        if bias is not None:
            yield f"without the bias b_{letter}", replace(inputs, **{f"b_{letter}": 0 * bias})
            yield f"adding the bias b_{letter} twice", replace(inputs, **{f"b_{letter}": 2 * bias})
    if inputs.W_Q.shape == inputs.W_K.shape:
        yield "with W_Q in place of W_K", replace(inputs, W_K=inputs.W_Q)
        yield "with W_Q and W_K swapped", replace(inputs, W_Q=inputs.W_K, W_K=inputs.W_Q)
    if inputs.W_K.shape == inputs.W_V.shape:
        yield "with W_K in place of W_V", replace(inputs, W_V=inputs.W_K)
    if inputs.source is not None and inputs.source.shape[1] == inputs.X.shape[1]:
        yield "with keys and values made of X instead of the source", replace(inputs, source=None)
