"""attnviz: a laboratory for attention, in which every number can be edited, seen, explained, checked and exported."""

from attnviz.engine.attention import attention
from attnviz.engine.errors import AttentionError, HiddenRow
from attnviz.engine.inputs import Direct, GivenWeights, Projected
from attnviz.engine.mask import Mask
from attnviz.engine.scenario import Scenario
from attnviz.engine.tracing import Trace, trace

__version__ = "0.1.0"

__all__ = [
    "AttentionError",
    "Direct",
    "GivenWeights",
    "HiddenRow",
    "Mask",
    "Projected",
    "Scenario",
    "Trace",
    "attention",
    "trace",
]
