"""The one protocol of all laboratories: parameters in, exhibits and named numbers out."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Protocol, runtime_checkable

from attnviz.engine.arrays import Array
from attnviz.engine.errors import Stopped
from attnviz.engine.scenario import Scenario
from attnviz.labs.exhibits import Exhibit
from attnviz.labs.parameters import Parameter, Values

__all__ = ["Fact", "Lab", "Progress", "Result", "Stopped", "tell", "unhurried"]

# Told the part done, 0 to 1; False asks the run to stop, and it raises Stopped.
Progress = Callable[[float], bool]


@dataclass(frozen=True)
class Fact:
    """One sentence about the result. {name} in it stands for a number of the result, formatted by who shows it.

    {name:bytes} is a count of bytes, written as 134 MB.

    kind: "symptom" names what is wrong, "right" what is well, "origin" where numbers come from, "note" anything else.
    """

    text: str
    kind: str = "note"


@dataclass(frozen=True)
class Cut:
    """The same exhibits with fewer rows and columns, for a page with less room, and their stand-ins as `Result.widest`.

    bands: as `Result.bands`.
    """

    exhibits: tuple[Exhibit, ...]
    widest: tuple[Exhibit, ...]
    bands: tuple[tuple[str, ...], ...]


@dataclass(frozen=True)
class Result:
    """What one run made. `numbers` are named for commands, files, lessons' claims and tests.

    widest: stand-ins of the exhibits, as large as they become in any step; a page is arranged for them, so that one
    state has one arrangement and nothing moves from step to step; longest: the same of the facts. () without steps.
    bands: names of exhibits that are read from left to right, line after line; those in none stand at the left of all.
    () lets the page find an arrangement. cuts: smaller pages of the same, the largest first. headline: what the step
    is, over the page. stepped: what the next step brings, such as "tile".
    """

    exhibits: tuple[Exhibit, ...]
    numbers: Mapping[str, float | Array] = field(default_factory=dict)
    facts: tuple[Fact, ...] = ()
    widest: tuple[Exhibit, ...] = ()
    longest: tuple[Fact, ...] = ()
    bands: tuple[tuple[str, ...], ...] = ()
    cuts: tuple[Cut, ...] = ()
    headline: str = ""
    stepped: str = "step"


class Lab(Protocol):
    """An experiment. It computes with the engine and draws nothing.

    name: as typed, such as "turn-the-query". unit: of the course. takes_scenario: whether it experiments on the
    scenario of the window. long: whether a run can take longer than a blink, and is to be run beside the window.
    most_at_once: weights of a scenario, of all heads, up to which a run on it takes no longer than that.
    """

    name: str
    title: str
    sentence: str
    unit: int
    takes_scenario: bool
    long: bool
    most_at_once: int

    def parameters(self, scenario: Scenario | None) -> tuple[Parameter, ...]:
        """What can be changed, for that scenario where the lab takes one."""
        ...

    def idle(self, values: Values) -> frozenset[str]:
        """The parameters that change nothing shown while these values hold, and need no control."""
        ...

    def last(self, values: Values, scenario: Scenario | None) -> Mapping[str, int]:
        """How far a Whole goes while these values hold, where that is less than its own end; run takes more as that."""
        ...

    def run(self, values: Values, scenario: Scenario | None, progress: Progress) -> Result:
        """The result for these values, which come from `settle`; the same values give the same result.

        Measured times are the one exception: a laboratory measures only while a Switch named "measure" is on, and
        only what it measured differs from run to run.

        Raises AttentionError where the scenario does not fit the experiment, Stopped if progress says so.
        """
        ...


@runtime_checkable
class Listener(Protocol):
    """A progress that wants to hear of results on the way, too."""

    def say(self, thing: object) -> None:
        """Hears one."""
        ...


def tell(progress: Progress, result: Result) -> None:
    """Shows a result that is not complete yet, where somebody wants to see it."""
    if isinstance(progress, Listener):
        progress.say(result)


def unhurried(_part: float) -> bool:
    """The progress of a run that nobody stops."""
    return True
