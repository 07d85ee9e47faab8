"""Mistakes in what multiplies and adds up: projections, scores, mixtures, the concatenation and W_O."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from attnviz.engine.arrays import Array
from attnviz.engine.cells import Cell
from attnviz.engine.derivation import derive
from attnviz.engine.inputs import Projected
from attnviz.engine.rules import matched_stages
from attnviz.engine.tracing import Trace

Candidate = tuple[str, float]
_LETTERS = {"queries": "Q", "keys": "K", "values": "V"}
_ADDED = "This adds the numbers of each pair: multiply them, then add up the products."


def mistaken_products(trace: Trace, cell: Cell) -> Iterator[Candidate]:
    """(sentence, value) of each mistake in a dot product, projection, mixture or concatenation."""
    match cell.name:
        case "queries" | "keys" | "values":
            yield from _projection(trace, cell)
        case "scores":
            yield from _score(trace, cell)
        case "head_output":
            yield from _mixture(trace, cell)
        case "concatenated":
            yield from _joined(trace, cell)
        case "output":
            yield from _output(trace, cell)


def _projection(trace: Trace, cell: Cell) -> Iterator[Candidate]:
    inputs = trace.scenario.inputs
    made = derive(trace, cell)
    if not isinstance(inputs, Projected) or made.operation != "project":
        return
    letter = _LETTERS[cell.name]
    own, weight = made.operands[0], made.operands[1]
    row, column = np.array(own.values), np.array(weight.values)
    bias = sum(operand.values[0] for operand in made.operands[2:])
    if bias:
        yield f"The bias b_{letter} is missing: add it.", float(row @ column)
        yield f"The bias b_{letter} is added twice.", float(row @ column) + 2 * bias
    assert weight.region is not None
    start = weight.region.columns[0] - cell.column
    matrix = trace.at(f"W_{letter}")[:, start : start + trace.at(cell.name, cell.head).shape[1]]
    if matrix.shape[0] == matrix.shape[1]:
        place = cell.column + 1
        yield (
            f"This is what you get with W_{letter} transposed: take its column {place}, not its row.",
            float(row @ matrix[cell.column]) + bias,
        )
    tokens = trace.at(own.symbol)
    if tokens.shape[0] == tokens.shape[1]:
        yield f"This takes column {cell.row + 1} of {own.symbol}: take its row.", float(tokens[:, cell.row] @ column)
    for other in "QKV":
        wrong = trace.at(f"W_{other}")
        if other != letter and wrong.shape[0] == len(row) and start + cell.column < wrong.shape[1]:
            yield f"This is what W_{other} gives: multiply by W_{letter}.", float(row @ wrong[:, start + cell.column])
    yield from _lost_signs(row, column, bias)
    yield _ADDED, float(row.sum() + column.sum())


def _score(trace: Trace, cell: Cell) -> Iterator[Candidate]:
    Q, K = (trace.at(name, cell.head) for name in matched_stages(trace.scenario))
    q, k = Q[cell.row], K[cell.column]
    score = float(q @ k)
    if "rotated_keys" in trace.stages:
        plain = trace.at("queries", cell.head)[cell.row] @ trace.at("keys", cell.head)[cell.column]
        yield "This compares query and key before they are turned: take the turned ones.", float(plain)
    scaled = float(trace.at("scaled", cell.head)[cell.row, cell.column])
    if scaled != score:
        yield "This is scaled already: the score is the plain dot product.", scaled
    if K.shape[0] == K.shape[1]:
        place = cell.column + 1
        yield f"This multiplies by column {place} of K: take the whole key, row {place}.", float(q @ K[:, cell.column])
    lengths = float(np.linalg.norm(q) * np.linalg.norm(k))
    if lengths:
        yield "This is the cosine: a score is not divided by the lengths.", score / lengths
    if "values" in trace.stages:
        V = trace.at("values", cell.head)
        if V.shape == K.shape:
            yield "This is the product with the value: take the key.", float(q @ V[cell.column])
    inputs = trace.scenario.inputs
    if isinstance(inputs, Projected):
        rows = inputs.X if inputs.source is None else inputs.source
        if rows.shape[1] == inputs.X.shape[1]:
            raw = float(inputs.X[cell.row] @ rows[cell.column])
            yield "This multiplies rows of X: take the query and the key made of them.", raw
    if cell.column < len(Q):
        yield "This compares two queries: multiply by the key.", float(q @ Q[cell.column])
    if cell.row < len(K):
        yield "This compares two keys: the row's own number is its query.", float(K[cell.row] @ k)
    yield from _lost_signs(q, k, 0.0)
    yield _ADDED, float(q.sum() + k.sum())


def _mixture(trace: Trace, cell: Cell) -> Iterator[Candidate]:
    made = derive(trace, cell)
    weights, values = (np.array(operand.values) for operand in made.operands[:2])
    yield "This adds the values: multiply each by its weight first.", float(values.sum())
    yield "This is the plain mean of the values: each has a weight of its own.", float(values.mean())
    best = int(weights.argmax())
    yield "This takes one value alone: attention blends all that the query may see.", float(values[best])
    if "exponentials" in trace.stages:
        shares = trace.at("exponentials", cell.head)[cell.row]
        yield "This weighs by the exponentials: divide them by their sum first.", float(shares @ values)
    whole = trace.at("weights", cell.head)
    if whole.shape[0] == whole.shape[1]:
        place = cell.row + 1
        yield f"This takes column {place} of the weights: take row {place}.", float(whole[:, cell.row] @ values)
    if "masked" in trace.stages:
        scores = trace.at("masked", cell.head)[cell.row]
        seen = np.isfinite(scores)
        yield "This weighs by the scores: take the weights.", float(scores[seen] @ values[seen])
    if "keys" in trace.stages:
        keys = trace.at("keys", cell.head)
        if cell.column < keys.shape[1]:
            yield "This mixes the keys: what is handed over are the values.", float(weights @ keys[:, cell.column])
    inputs = trace.scenario.inputs
    if isinstance(inputs, Projected):
        rows = inputs.X if inputs.source is None else inputs.source
        if cell.column < rows.shape[1]:
            yield "This mixes rows of X: project them to values first.", float(weights @ rows[:, cell.column])
    yield from _lost_signs(weights, values, 0.0)


def _joined(trace: Trace, cell: Cell) -> Iterator[Candidate]:
    heads, width = trace.sizes.heads, trace.sizes.d_v or 1
    outputs = [trace.at("head_output", head)[cell.row] for head in range(heads)]
    place, head = divmod(cell.column, heads)
    yield "The heads are shuffled together: first all of head 1, then all of head 2.", float(outputs[head][place])
    head, place = divmod(cell.column, width)
    yield "The heads stand in the wrong order: head 1 comes first.", float(outputs[heads - 1 - head][place])
    yield "This adds the heads: they stand side by side.", float(sum(output[place] for output in outputs))
    yield "This is the mean of the heads: they stand side by side.", float(np.mean([own[place] for own in outputs]))


def _output(trace: Trace, cell: Cell) -> Iterator[Candidate]:
    inputs = trace.scenario.inputs
    joined = trace.at("concatenated")[cell.row]
    W_O, b_O = getattr(inputs, "W_O", None), getattr(inputs, "b_O", None)
    bias = 0.0 if b_O is None else float(b_O[cell.column])
    if W_O is None and b_O is None:
        yield from _mixture(trace, Cell("head_output", 0, cell.row, cell.column)) if trace.sizes.heads == 1 else ()
        return
    if cell.column < len(joined):
        yield "This is before W_O: multiply by it.", float(joined[cell.column])
    if W_O is None:
        return
    product = float(joined @ W_O[:, cell.column])
    if bias:
        yield "The bias b_O is missing: add it.", product
        yield "The bias b_O is added twice.", product + 2 * bias
    if W_O.shape[0] == W_O.shape[1]:
        place = cell.column + 1
        yield (
            f"This is what you get with W_O transposed: take its column {place}, not its row.",
            float(joined @ W_O[cell.column]) + bias,
        )
    width = trace.sizes.d_v or len(joined)
    for head in range(trace.sizes.heads) if trace.sizes.heads > 1 else ():
        part = slice(head * width, (head + 1) * width)
        only = float(joined[part] @ W_O[part, cell.column]) + bias
        yield f"This is what head {head + 1} alone adds: all heads count.", only
    yield from _lost_signs(joined, W_O[:, cell.column], bias)


def _lost_signs(left: Array, right: Array, bias: float) -> Iterator[Candidate]:
    """All products counted as positive, or one of those with a minus in it with the other sign."""
    products = left * right
    if (products < 0).any():
        yield "A minus sign was lost: look at each product.", float(np.abs(products).sum()) + bias
    for place, product in enumerate(products.tolist()):
        if product and (left[place] < 0 or right[place] < 0):
            yield f"The sign of product {place + 1} is wrong.", float(products.sum()) - 2 * product + bias
