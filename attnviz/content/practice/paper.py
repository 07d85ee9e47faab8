"""A scenario as it stands on paper: what can be read there is all that is computed with."""

from __future__ import annotations

from dataclasses import replace

from attnviz.engine.arrays import Array
from attnviz.engine.inputs import Inputs
from attnviz.engine.pencil import rounded
from attnviz.engine.scenario import Scenario

DECIMALS = 3
FEWEST, MOST = 2, 4  # decimals that tell weights apart, and that one still likes to write


def decimals_of(scenario: Scenario) -> int:
    """To how many decimals each result is rounded: as its pencil says, if that is fit for paper, else three."""
    pencil = scenario.pencil
    return pencil if pencil is not None and FEWEST <= pencil <= MOST else DECIMALS


def on_paper(scenario: Scenario) -> Scenario:
    """The scenario with pencil precision, and inputs that have no more decimals than are printed.

    So somebody who computes with the printed numbers, rounds each result, and goes on with what is written down comes
    to the very same answers. A scenario that is so already comes back as it is.
    """
    decimals = decimals_of(scenario)
    inputs = _written(scenario.inputs, decimals)
    scale = scenario.scale
    if not isinstance(scale, bool):
        scale = round(scale, decimals) or scale
    if inputs is scenario.inputs and scale == scenario.scale and (scenario.pencil, scenario.dtype) == (
        decimals, "float64",
    ):  # fmt: skip
        return scenario
    return replace(scenario, inputs=inputs, scale=scale, pencil=decimals, dtype="float64")


def _written(inputs: Inputs, decimals: int) -> Inputs:
    """The inputs with that many decimals; themselves if they have no more."""
    found: dict[str, Array] = {}
    for name, values in inputs.items():
        own = rounded(values.astype("float64"), decimals)
        if values.dtype != own.dtype or (own != values).any():
            found[name] = own
    return replace(inputs, **found) if found else inputs  # type: ignore[arg-type]
