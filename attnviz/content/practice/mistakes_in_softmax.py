"""Mistakes between a score and a weight: the scale, the mask, the exponentials, and what is divided by what."""

from __future__ import annotations

import math
from collections.abc import Iterator

import numpy as np

from attnviz.engine.arrays import Array, Bools
from attnviz.engine.cells import Cell
from attnviz.engine.inputs import GivenWeights, Projected
from attnviz.engine.tracing import Trace

Candidate = tuple[str, float]
_LARGEST = 300.0  # powers beyond it are nobody's answer


def mistaken_scores(trace: Trace, cell: Cell) -> Iterator[Candidate]:
    """(sentence, value) of each mistake in scaling, capping, tempering and masking one score."""
    score = float(trace.at("scores", cell.head)[cell.row, cell.column])
    before = _before(trace, cell)
    if cell.name == "masked" and not _seen(trace, cell)[cell.column]:
        yield "0 is not −∞: e⁰ is 1, and the key would still take part.", 0.0
        yield "This key is hidden from this query: its score becomes −∞.", before
        return
    scale, d_k = trace.scenario.scale, trace.sizes.d_k or 1
    if cell.name == "scaled" and scale is True:
        yield "This is what you get without dividing by √d_k.", score
        yield f"This is divided by d_k = {d_k}: divide by its root.", score / d_k
        yield "This is multiplied by √d_k: divide by it.", score * math.sqrt(d_k)
    elif cell.name == "scaled":
        yield "This is divided by √d_k, which this scenario does not do.", score / math.sqrt(d_k)
        yield "This is the score itself: scale it.", score
    inputs = trace.scenario.inputs
    if isinstance(inputs, Projected) and scale is True:
        width = inputs.X.shape[1]
        yield "This is divided by √d_model: divide by √d_k, the width of a head.", score / math.sqrt(width)
        yield "This is divided by d_model: divide by √d_k.", score / width
    if cell.name == "tempered":
        yield "This is before the temperature: divide by it.", before
        yield "This is multiplied by the temperature: divide by it.", before * trace.scenario.temperature
    elif cell.name in ("capped", "biased"):
        yield "This is the number before this step.", before


def mistaken_shares(trace: Trace, cell: Cell) -> Iterator[Candidate]:
    """(sentence, value) of each mistake in an exponential or a weight."""
    if isinstance(trace.scenario.inputs, GivenWeights):
        return
    masked = trace.at("masked", cell.head)
    seen = _seen(trace, cell)
    if not seen[cell.column]:
        yield from _hidden(trace, cell)
        return
    yield from (_exponential if cell.name == "exponentials" else _weight)(trace, cell, masked, seen)


def _hidden(trace: Trace, cell: Cell) -> Iterator[Candidate]:
    """What somebody gives a key that the query may not see."""
    before = _before(trace, Cell("masked", cell.head, cell.row, cell.column))
    none = "0: it takes no part"
    if before < _LARGEST:
        yield f"This key is hidden from this query: e^−∞ is {none}.", math.exp(before)
    yield "e⁰ is 1, but a hidden score is −∞, not 0: e^−∞ is 0.", 1.0
    yield f"This key is hidden from this query: here stands {none}.", before


def _exponential(trace: Trace, cell: Cell, masked: Array, seen: Bools) -> Iterator[Candidate]:
    score, top = float(masked[cell.row, cell.column]), float(masked[cell.row][seen].max())
    score_before = float(trace.at("scores", cell.head)[cell.row, cell.column])
    yield "This is the score itself: take e to its power.", score
    for sentence, power in (
        ("The row's maximum is subtracted here, which leaves the weights as they are: e to the plain score is asked.",
         score - top),
        ("The row's maximum is to be subtracted first.", score if trace.shifted(cell.head or 0) else math.inf),
        ("This is what you get without dividing by √d_k.", score_before),
        ("This is e to minus the score.", -score),
        ("This is 2 to the power of the score: take e.", score * math.log(2)),
        ("This is 10 to the power of the score: take e.", score * math.log(10)),
    ):  # fmt: skip
        if abs(power) < _LARGEST:
            yield sentence, math.exp(power)
    yield "This is e times the score: take e to its power.", math.e * score
    yield "This is divided by the row's sum already.", float(trace.at("weights", cell.head)[cell.row, cell.column])


def _weight(trace: Trace, cell: Cell, masked: Array, seen: Bools) -> Iterator[Candidate]:
    row, i, j = masked[cell.row][seen], cell.row, cell.column
    powers = trace.at("exponentials", cell.head)
    own, total = float(powers[i, j]), float(powers[i].sum())
    score = float(masked[i, j])
    if not seen.all():
        before = trace.at(trace.stages[trace.stages.index("masked") - 1], cell.head)[i]
        if np.isfinite(before).all():
            yield "This is what you get without the mask, or with it after softmax.", _softmax(before, score)
    yield "This is the exponential: divide it by the row's sum.", own
    yield "This is the row's sum: divide the exponential by it.", total
    yield "This is the score: take exponentials, then divide by the row's sum.", score
    if row.sum():
        yield "This shares out the scores themselves: take their exponentials first.", score / float(row.sum())
    raw = trace.at("scores", cell.head)[i][seen]
    if raw.sum():
        own_raw = float(trace.at("scores", cell.head)[i, j])
        yield "This shares out the scores: scale them and take exponentials first.", own_raw / float(raw.sum())
    column = float(powers[:, j].sum())
    if column:
        yield "This divides by the column's sum: softmax runs along the row, over the keys.", own / column
    whole = float(powers.sum())
    yield "This divides by the sum of the whole matrix: divide by the row's.", own / whole
    if total > own:
        yield "This divides by the sum of the others: the sum has all of the row, this one too.", own / (total - own)
    yield "This is an even share: a better match gets more.", 1.0 / int(seen.sum())
    if score == row.max() and len(row) > 1:
        yield "Softmax shares: the best match gets most of the weight, not all of it.", 1.0
    yield "This is what 2 to the power of the scores gives: take e.", _softmax(row * math.log(2), score * math.log(2))
    if not seen.all():
        finite = np.where(seen, masked[i], 0.0)
        yield "Hidden scores count as 0 here: they must be −∞, so that e^−∞ is 0.", _softmax(finite, score)
    yield "The weights of a row add up to 1: this is what the others get together.", 1.0 - own / total


def _softmax(row: Array, score: float) -> float:
    top = float(row.max())
    return math.exp(score - top) / float(np.exp(row - top).sum())


def _before(trace: Trace, cell: Cell) -> float:
    """The same cell of the stage just before."""
    name = trace.stages[trace.stages.index(cell.name) - 1]
    return float(trace.at(name, cell.head)[cell.row, cell.column])


def _seen(trace: Trace, cell: Cell) -> Bools:
    """Which keys of the row no mask hides."""
    seen: Bools = np.isfinite(trace.at("masked", cell.head)[cell.row])
    return seen
