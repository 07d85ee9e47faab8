"""What a step does not show yet: the stages after the one it is about, whose numbers would give its answers away."""

from __future__ import annotations

from attnviz.content.lessons.model import Step
from attnviz.engine.cells import Region
from attnviz.engine.dependencies import shape_of
from attnviz.engine.stages import BY_NAME
from attnviz.engine.tracing import Trace

INPUTS = "inputs"  # `until` of a step that shows no stage at all


def not_yet(step: Step, trace: Trace) -> tuple[Region, ...]:
    """All cells of the stages after the step's `until`, else after the last stage that it asks to predict.

    A step without either shows everything. With several heads those of each.
    """
    asked = {place.name for place in step.blank}
    reached = step.until or next((name for name in reversed(trace.stages) if name in asked), "")
    if reached != INPUTS and reached not in trace.stages:
        return ()
    first = 0 if reached == INPUTS else trace.stages.index(reached) + 1
    return tuple(
        Region(name, head, (0, shape_of(trace, name)[0]), (0, shape_of(trace, name)[1]))
        for name in trace.stages[first:]
        for head in (range(trace.sizes.heads) if BY_NAME[name].per_head else (None,))
    )
