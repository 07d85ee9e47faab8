"""What a laboratory is asked to run, and whether that is to be done beside the window."""

from __future__ import annotations

from dataclasses import dataclass

from attnviz.engine.scenario import Scenario
from attnviz.labs.parameters import Values
from attnviz.labs.protocol import Lab, Progress, Result


def takes_long(lab: Lab, scenario: Scenario) -> bool:
    """True for runs that take longer than a blink: those that say so, and any on a scenario too large for it."""
    if lab.long or not lab.takes_scenario:
        return lab.long
    size = scenario.sizes
    return size.heads * size.T * size.S > lab.most_at_once


@dataclass(frozen=True, eq=False)
class Asked:
    """What a run is asked for. The same means the very objects: values are never changed in place."""

    lab: Lab
    values: Values
    scenario: Scenario | None

    def run(self, progress: Progress) -> Result:
        """The result. Raises AttentionError where there is none, Stopped if progress says so."""
        return self.lab.run(self.values, self.scenario, progress)

    def same(self, other: Asked) -> bool:
        """True if a result of the other is one of this."""
        return self.lab is other.lab and self.values is other.values and self.scenario is other.scenario
