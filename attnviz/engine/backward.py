"""The reverse pass: how a change of each input would change the output, computed analytically."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import numpy.typing as npt

from attnviz.engine.arrays import Array, frozen, refuse_overflow
from attnviz.engine.backward_rules import Gradients
from attnviz.engine.errors import ShapeError, Where
from attnviz.engine.scenario import DTYPES, Scenario, check_scenario
from attnviz.engine.tracing import Trace, trace


def gradients(scenario: Scenario, output_gradient: npt.ArrayLike) -> dict[str, Array]:
    """The vector-Jacobian product: Σ output_gradient · ∂output/∂input, by the name of each input that is present.

    output_gradient: (T, d_out), as the output. Each result has the shape and number format of its input; "bias" is
    there if the scenario has one, and 0 where it is −∞. With pencil precision these are the gradients of the exact
    function: rounding has no slope.
    Raises ShapeError or NonFinite for output_gradient, HiddenRow for a query that sees no key, NoSuchStage for given
    weights without V, Overflow for what its number format cannot hold.
    """
    check_scenario(scenario, "gradients")
    traced = trace(scenario)
    exact = trace(replace(scenario, pencil=None)) if scenario.pencil is not None else traced
    output = exact.at("output")
    given = frozen(output_gradient, "output_gradient", 2, dtype=DTYPES[scenario.dtype])
    if given.shape != output.shape:
        have, need = ("×".join(map(str, shape)) for shape in (given.shape, output.shape))
        raise ShapeError(
            f"output_gradient is {have} but the output is {need}. Make them equal.", Where("output_gradient")
        )
    return pulled_back(exact, "output", None, given)


def pulled_back(
    exact: Trace, name: str, head: int | None, gradient: Array, rows: slice = slice(None)
) -> dict[str, Array]:
    """The gradient of each input, given that of one stage. Raises Overflow for what its format cannot hold.

    rows: where the stage's rows are queries, those that `gradient` has; of all others it is 0.
    """
    found = Gradients(exact, rows)
    with np.errstate(over="ignore", invalid="ignore"):  # what is not finite is refused below, by its place
        found.to_stage(name, head, gradient)
        found.run_back()
    for own, values in found.inputs.items():
        refuse_overflow(values, f"the gradient of {own}")
    return found.inputs
