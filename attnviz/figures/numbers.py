"""The numbers of a figure as the trace has them: one head's matrix, what is hidden in it, and its ends."""

from __future__ import annotations

from weakref import ref

import numpy as np

from attnviz.content.colours import Limits
from attnviz.engine.arrays import Array, Bools
from attnviz.engine.errors import AttentionError, HiddenRow, NoSuchStage
from attnviz.engine.inputs import GivenWeights
from attnviz.engine.positions import Alibi
from attnviz.engine.tracing import Trace
from attnviz.figures.veil import Cover, cover_of
from attnviz.figures.view import Veil

_VEILED = frozenset({"masked", "exponentials", "weights"})
_PENALISED = frozenset({"alibi", "biased"})  # ALiBi gives keys after the query the largest numbers, which count nothing


def values_of(trace: Trace, name: str, head: int) -> tuple[Array | None, str]:
    """The numbers, or None and the reason why there are none."""
    try:
        values = trace.at(name, head)
    except NoSuchStage:
        raise
    except HiddenRow as error:
        return None, str(error) if error.where.row is None else f"Row {error.where.row + 1} sees no key."
    except AttentionError as error:
        return None, str(error)
    if values.ndim == 3:  # a bias of its own for each head, or given weights
        values = values[head]
    return values, ""


def shown_numbers(
    trace: Trace, name: str, head: int, veil: Veil
) -> tuple[Array | None, str, Bools | None, Cover | None]:
    """The numbers that may be shown, why there are none, where keys are hidden, and which cells are veiled.

    Veiled numbers are NaN, and nothing tells whether a mask hides one of them.
    """
    values, reason = values_of(trace, name, head)
    if values is None:
        return None, reason, None, None
    hidden, cover = hidden_in(trace, name, head, values), cover_of(trace, veil, name, head)
    if cover is None:
        return values, reason, hidden, None
    return cover.over(values), reason, None if hidden is None else hidden & ~cover.cells, cover


def shown_row(
    trace: Trace, name: str, head: int, query: int, veil: Veil
) -> tuple[Array | None, str, Bools | None, Cover | None]:
    """One row of what `shown_numbers` gives, the cover whole; of a large stage no more than some rows are computed."""
    if not trace.large or veil.regions or veil.unseen:
        values, reason, hidden, cover = shown_numbers(trace, name, head, veil)
        return (
            None if values is None else values[query], reason, None if hidden is None else hidden[query], cover
        )  # fmt: skip
    try:
        row = trace.row(name, query, head)
        seen = trace.row("masked", query, head) if name in _VEILED and "masked" in trace.stages else row
    except NoSuchStage:
        raise
    except AttentionError as error:
        return None, str(error), None, None
    hidden = np.isneginf(seen)
    return row, "", hidden if hidden.any() else None, None


def blind_rows(trace: Trace, name: str, head: int) -> tuple[int, ...]:
    """The rows of queries that see no key, for which there are no numbers; none if that is not what is missing."""
    try:
        trace.at(name, head)
    except HiddenRow:
        masked = values_of(trace, "masked", head)[0]
        return () if masked is None else tuple(np.flatnonzero(np.isneginf(masked).all(axis=1)).tolist())
    except AttentionError:
        return ()
    return ()


# The same veil for the same scores, so that faces are found again; it goes when the scores go.
_veils: dict[int, tuple[ref[Array], Bools]] = {}


def hidden_in(trace: Trace, name: str, head: int, values: Array | None) -> Bools | None:
    """Where a key is hidden from a query, None where nothing is or where a number before is too large to tell."""
    penalised = name in _PENALISED and isinstance(trace.scenario.positions, Alibi)
    if penalised or (name in _VEILED and not isinstance(trace.scenario.inputs, GivenWeights)):
        scores = values_of(trace, "masked", head)[0]
    else:
        scores = values
    if scores is None or name in ("X", "source"):
        return None
    known = _veils.get(id(scores))
    if known is not None and known[0]() is scores:
        return known[1]
    veil = np.isneginf(scores)
    if not veil.any():
        return None
    place = id(scores)
    _veils[place] = ref(scores, lambda _: _veils.pop(place, None)), veil
    return veil


def ends_of(values: Array, hidden: Bools | None) -> Limits | None:
    """The smallest and largest number that is neither hidden nor veiled (NaN), None if all are."""
    shown = values if hidden is None else values[~hidden]
    if not shown.size:
        return None
    low, high = float(np.fmin.reduce(shown, axis=None)), float(np.fmax.reduce(shown, axis=None))
    return None if np.isnan(low) else (low, high)
