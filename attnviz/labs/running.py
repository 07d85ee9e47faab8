"""One run of a laboratory for whoever wants its named numbers only: lessons' claims, commands, tests."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from attnviz.engine.arrays import Array
from attnviz.engine.scenario import Scenario
from attnviz.labs.catalogue import lab
from attnviz.labs.parameters import settle
from attnviz.labs.protocol import unhurried


def numbers_of(name: str, values: Mapping[str, Any], scenario: Scenario | None) -> Mapping[str, float | Array]:
    """The numbers that a laboratory makes of these values, defaults taking the place of those not given.

    Raises AttentionError for an unknown laboratory, parameter or value, or a scenario that does not fit.
    """
    found = lab(name)
    given = scenario if found.takes_scenario else None
    return found.run(settle(found.parameters(given), values), given, unhurried).numbers
