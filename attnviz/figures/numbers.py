"""The numbers of a figure as the trace has them: one head's matrix, what is hidden in it, and its ends."""

from __future__ import annotations

import numpy as np

from attnviz.engine.arrays import Array, Bools
from attnviz.engine.errors import AttentionError, NoSuchStage
from attnviz.engine.inputs import GivenWeights
from attnviz.engine.tracing import Trace
from attnviz.figures.heatmap import Limits

_VEILED = frozenset({"masked", "exponentials", "weights"})


def values_of(trace: Trace, name: str, head: int) -> tuple[Array | None, str]:
    """The numbers, or None and the reason why there are none."""
    try:
        values = trace.at(name, head)
    except NoSuchStage:
        raise
    except AttentionError as error:
        return None, str(error)
    if values.ndim == 3:  # a bias of its own for each head, or given weights
        values = values[head]
    return values, ""


_veils: list[tuple[Array, Bools]] = []  # the same veil for the same scores, so that faces are found again
_MOST_VEILS = 64


def hidden_in(trace: Trace, name: str, head: int, values: Array | None) -> Bools | None:
    """Where a key is hidden from a query, None where nothing is or where a number before is too large to tell."""
    if name in _VEILED and not isinstance(trace.scenario.inputs, GivenWeights):
        scores = values_of(trace, "masked", head)[0]
    else:
        scores = values
    if scores is None or name in ("X", "source") or not np.isneginf(scores).any():
        return None
    for known, veil in _veils:
        if known is scores:
            return veil
    veil = np.isneginf(scores)
    _veils.insert(0, (scores, veil))
    del _veils[_MOST_VEILS:]
    return veil


def ends_of(values: Array, hidden: Bools | None) -> Limits | None:
    """The smallest and largest number that is not hidden, None if all are."""
    shown = values if hidden is None else values[~hidden]
    return (float(shown.min()), float(shown.max())) if shown.size else None
