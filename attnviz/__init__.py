"""attnviz: a laboratory for attention, in which every number can be edited, seen, explained, checked and exported."""

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from attnviz.content.attn_file import load, save
    from attnviz.engine.attention import attention
    from attnviz.engine.backward import gradients
    from attnviz.engine.errors import AttentionError, HiddenRow
    from attnviz.engine.inputs import Direct, GivenWeights, Projected
    from attnviz.engine.mask import Mask
    from attnviz.engine.positions import Alibi, Rotary
    from attnviz.engine.scenario import Scenario
    from attnviz.engine.tracing import Trace, trace

__version__ = "0.1.0"

__all__ = [
    "Alibi",
    "AttentionError",
    "Direct",
    "GivenWeights",
    "HiddenRow",
    "Mask",
    "Projected",
    "Rotary",
    "Scenario",
    "Trace",
    "attention",
    "gradients",
    "load",
    "save",
    "trace",
]

# Where each public name lives. It is imported when first used, so that `attnviz --help` does not wait for NumPy.
_HOMES = {
    "Alibi": "attnviz.engine.positions",
    "AttentionError": "attnviz.engine.errors",
    "Direct": "attnviz.engine.inputs",
    "GivenWeights": "attnviz.engine.inputs",
    "HiddenRow": "attnviz.engine.errors",
    "Mask": "attnviz.engine.mask",
    "Projected": "attnviz.engine.inputs",
    "Rotary": "attnviz.engine.positions",
    "Scenario": "attnviz.engine.scenario",
    "Trace": "attnviz.engine.tracing",
    "attention": "attnviz.engine.attention",
    "gradients": "attnviz.engine.backward",
    "load": "attnviz.content.attn_file",
    "save": "attnviz.content.attn_file",
    "trace": "attnviz.engine.tracing",
}


def __getattr__(name: str) -> Any:
    """A public name, from its home. Raises AttributeError as any module does."""
    if name not in _HOMES:
        raise AttributeError(f"module 'attnviz' has no attribute {name!r}")
    value = getattr(import_module(_HOMES[name]), name)
    globals()[name] = value
    return value


def __dir__() -> list[str]:
    return sorted({*globals(), *__all__})
