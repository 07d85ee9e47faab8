"""Which values of a laboratory a person chose, and which of them hold for other parameters."""

from __future__ import annotations

from collections.abc import Mapping

import numpy as np

from attnviz.engine.errors import AttentionError
from attnviz.engine.scenario import Scenario
from attnviz.labs.parameters import Parameter, Value, settle, whole
from attnviz.labs.protocol import Lab


def chosen_values(parameters: tuple[Parameter, ...], values: Mapping[str, Value]) -> dict[str, Value]:
    """The values that differ from the defaults: another scenario's defaults take the place of the others."""
    return {
        parameter.name: values[parameter.name]
        for parameter in parameters
        if not np.array_equal(np.asarray(parameter.default), np.asarray(values[parameter.name]))
    }


def kept_values(parameters: tuple[Parameter, ...], values: Mapping[str, Value]) -> dict[str, Value]:
    """The values that these parameters still accept, defaults in place of the others."""
    settled = settle(parameters, {})
    for parameter in parameters:
        if parameter.name in values:
            try:
                settled[parameter.name] = parameter.accept(values[parameter.name])
            except AttentionError:
                continue  # the scenario has become another one, and that value no longer fits it
    return settled


def ended(lab: Lab, values: dict[str, Value], scenario: Scenario | None) -> tuple[dict[str, Value], Mapping[str, int]]:
    """The values with whole numbers no larger than the others let them be, and how far these go.

    The same object where none is larger. What changes nothing at present stays as it was left.
    """
    last, idle = lab.last(values, scenario), lab.idle(values)
    beyond = {name: end for name, end in last.items() if name not in idle and whole(values, name) > end}
    return {**values, **beyond} if beyond else values, last
