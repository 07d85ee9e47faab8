"""A state whose trace computes: for what is done beside the window with all its numbers, such as a file."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from attnviz.app.session import State
from attnviz.content.tables import has_heads
from attnviz.engine.tracing import Trace, trace

Report = Callable[[float], bool]
_MOST_AT_ONCE = 10_000  # numbers of which a document is written within a blink


class Share:
    """The part of a deed that is done, told to `report`; and whether to go on, which steps of it may ask that know
    nothing of the whole."""

    def __init__(self, report: Report) -> None:
        self._report = report
        self._part = 0.0

    def __call__(self, part: float) -> bool:
        self._part = part
        return self._report(part)

    def step(self, _part: float) -> bool:
        """As a report of one step: the part of the whole stays what it was."""
        return self._report(self._part)


def takes_long(state: State) -> bool:
    """True where what is made of the state's numbers is made beside the window: computed there, or many to be told."""
    return state.trace.defers or state.trace.large or _numbers_of(state.trace) > _MOST_AT_ONCE


def _numbers_of(traced: Trace) -> int:
    """How many all stages of all heads have."""
    shapes = ((traced.shape(stage), has_heads(traced, stage)) for stage in traced.stages)
    return sum(rows * columns * (traced.sizes.heads if of_heads else 1) for (rows, columns), of_heads in shapes)


def computing(state: State, share: Share) -> State:
    """The state with traces of its own that compute what is asked for, and begin with what is there already.

    Its trace is of the scenario as it is now, also where the window still shows an older picture. share: is asked
    between two blocks of a long computation whether to go on, and where it says no, Stopped is raised.
    """
    if not takes_long(state):
        return state

    def own(of: Trace | None) -> Trace | None:
        if of is None:
            return None
        made = trace(of.scenario, of)
        made.report = share.step
        return made

    now = trace(state.scenario, state.trace)
    now.report = share.step
    return replace(state, trace=now, before=own(state.before), pinned=own(state.pinned), pending=None)
