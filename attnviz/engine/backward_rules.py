"""How each stage passes a gradient on to what it was computed from: the reverse of each rule, by hand."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np

from attnviz.engine.arrays import Array
from attnviz.engine.dependencies import Node
from attnviz.engine.inputs import Direct, GivenWeights, Projected
from attnviz.engine.positions import Rotary
from attnviz.engine.rotation import first_position, turned_back
from attnviz.engine.rules import matched_stages
from attnviz.engine.stages import BY_NAME
from attnviz.engine.tracing import Trace


class Gradients:
    """What has come back so far: one array for each stage and head, and one for each input.

    A gradient has the shape of what it belongs to and says by how much a chosen number grows with each entry.
    rows: the queries that are followed; what belongs to queries has these rows only. One number depends on one row of
    scores, and of thousands of rows the others need not be computed.
    """

    def __init__(self, trace: Trace, rows: slice = slice(None)) -> None:
        self.trace = trace
        self.rows = rows
        self.stages: dict[Node, Array] = {}
        given = trace.scenario.given()
        self.inputs: dict[str, Array] = {name: np.zeros(values.shape, values.dtype) for name, values in given}

    def to_stage(self, name: str, head: int | None, gradient: Array) -> None:
        """Adds to a stage's gradient; query heads that share keys and values add up in theirs."""
        node = (name, self.trace.slot(name, head))
        before = self.stages.get(node)
        self.stages[node] = gradient if before is None else before + gradient

    def to_input(self, name: str, gradient: Array, head: int | None = None, *, of_queries: bool = False) -> None:
        """Adds to an input's gradient. head: to that head's columns, or its matrix, only. of_queries: to the rows of
        the queries that are followed."""
        whole = self.inputs[name]
        if head is not None and whole.ndim == 3:
            whole = whole[head]
        elif head is not None:
            width = gradient.shape[-1]
            whole = whole[..., head * width : (head + 1) * width]
        if of_queries:
            whole = whole[..., self.rows, :]
        whole += gradient

    def at(self, name: str, head: int | None = None) -> Array:
        """A stage of the trace; where its rows are queries, those that are followed."""
        if BY_NAME[name].axes[0] != "queries":
            return self.trace.at(name, head)
        row = self.row
        return self.trace.at(name, head)[self.rows] if row is None else self.trace.row(name, row, head)[np.newaxis]

    @property
    def row(self) -> int | None:
        """The one row of queries that is followed, None where all are."""
        return None if self.rows.start is None else int(self.rows.start)

    def run_back(self) -> None:
        """Passes everything back to the inputs, stage by stage, from the last to the first.

        From a head's output to its scores one head goes after another: of many T×S gradients those of one are there.
        """
        names = self.trace.stages[::-1]
        of_pairs = tuple(name for name in names if BY_NAME[name].axes == ("queries", "keys") or name == "head_output")
        first, last = names.index(of_pairs[0]), names.index(of_pairs[-1]) + 1
        self._pass_back(names[:first], None)
        for head in range(self.trace.sizes.heads):
            self._pass_back(of_pairs, head)
        self._pass_back(names[last:], None)

    def _pass_back(self, names: tuple[str, ...], head: int | None) -> None:
        """Passes back what has come to these stages, of one head or of all."""
        for name in names:
            for node in [node for node in self.stages if node[0] == name and head in (None, node[1])]:
                _REVERSED[name](self, node[1] or 0, self.stages.pop(node))


def softmax_reversed(weights: Array, gradient: Array) -> Array:
    """(T, S): the gradient of the scores, given that of the weights.

    ∂w_j/∂z_k = w_j (1 − w_j) for j = k and −w_j w_k otherwise; the sum over j of gradient_j ∂w_j/∂z_k is
    w_k (gradient_k − Σ_j gradient_j w_j). A hidden key has w_k = 0 and so gets none.
    """
    pulled: Array = weights * (gradient - (gradient * weights).sum(axis=-1, keepdims=True))
    return pulled


def _down(gradient: Array) -> Array:
    """The sum of each column, added in float64: one number after the other would lose digits of float32."""
    total: Array = gradient.sum(axis=0, dtype=np.float64).astype(gradient.dtype)
    return total


def _output(found: Gradients, _head: int, gradient: Array) -> None:
    inputs = found.trace.scenario.inputs
    if getattr(inputs, "b_O", None) is not None:
        found.to_input("b_O", _down(gradient))
    W_O = getattr(inputs, "W_O", None)
    if W_O is None:
        found.to_stage("concatenated", None, gradient)
        return
    found.to_input("W_O", found.at("concatenated").T @ gradient)
    found.to_stage("concatenated", None, gradient @ W_O.T)


def _concatenated(found: Gradients, _head: int, gradient: Array) -> None:
    for head, part in enumerate(np.split(gradient, found.trace.sizes.heads, axis=1)):
        found.to_stage("head_output", head, part)


def _head_output(found: Gradients, head: int, gradient: Array) -> None:
    trace, size = found.trace, found.trace.sizes
    weights = found.at("weights", head)
    kv_head = head * size.kv_heads // size.heads
    if isinstance(trace.scenario.inputs, GivenWeights):
        assert size.d_v is not None
        values = trace.part("V", kv_head, size.d_v)
        assert values is not None
        found.to_input("V", weights.T @ gradient, kv_head)
    else:
        values = found.at("values", head)
        found.to_stage("values", head, weights.T @ gradient)
    found.to_stage("weights", head, gradient @ values.T)


def _weights(found: Gradients, head: int, gradient: Array) -> None:
    if isinstance(found.trace.scenario.inputs, GivenWeights):
        found.to_input("weights", gradient, head, of_queries=True)
    else:
        found.to_stage("masked", head, softmax_reversed(found.at("weights", head), gradient))


def _exponentials(found: Gradients, head: int, gradient: Array) -> None:
    grown = gradient * found.at("exponentials", head)  # the slope of e^z is e^z
    if found.trace.shifted(head):  # e^(z − max): every exponential of a row falls as its maximum grows
        rows = np.arange(len(grown))
        top = found.at("masked", head).argmax(axis=1)
        grown[rows, top] -= grown.sum(axis=1)
    found.to_stage("masked", head, grown)


def _masked(found: Gradients, head: int, gradient: Array) -> None:
    size = found.trace.sizes
    mask, row = found.trace.scenario.mask, found.row
    if row is None:
        seen = mask.allowed(size.T, size.S)
    else:
        parts = [part for _, part in mask.parts_of_row(row, size.T, size.S)]
        seen = np.logical_and.reduce(parts, axis=0) if parts else np.ones(size.S, dtype=np.bool_)
    _to_stage_before(found, "masked", head, np.where(seen, gradient, gradient.dtype.type(0)))


def _tempered(found: Gradients, head: int, gradient: Array) -> None:
    number = gradient.dtype.type
    _to_stage_before(found, "tempered", head, gradient / number(found.trace.scenario.temperature))


def _biased(found: Gradients, head: int, gradient: Array) -> None:
    bias = found.trace.scenario.bias
    if bias is not None:  # ALiBi's penalty is a setting: it passes the gradient on and keeps none
        found.to_input("bias", gradient, head if bias.ndim == 3 else None, of_queries=True)
    _to_stage_before(found, "biased", head, gradient)


def _capped(found: Gradients, head: int, gradient: Array) -> None:
    softcap = found.trace.scenario.softcap
    assert softcap is not None
    tanh = found.at("capped", head) / gradient.dtype.type(softcap)
    _to_stage_before(found, "capped", head, gradient * (1 - tanh * tanh))


def _scaled(found: Gradients, head: int, gradient: Array) -> None:
    _to_stage_before(found, "scaled", head, gradient * gradient.dtype.type(found.trace.scenario.factor))


def _scores(found: Gradients, head: int, gradient: Array) -> None:
    queries, keys = matched_stages(found.trace.scenario)
    found.to_stage(queries, head, gradient @ found.at(keys, head))
    found.to_stage(keys, head, gradient.T @ found.at(queries, head))


def _rotated(side: str) -> Callable[[Gradients, int, Array], None]:
    def reverse(found: Gradients, head: int, gradient: Array) -> None:
        rotary, size = found.trace.scenario.positions, found.trace.sizes
        assert isinstance(rotary, Rotary)
        first = first_position(rotary, size, side)
        if side == "queries":
            found.to_stage(side, head, turned_back(gradient, rotary, first + (found.rows.start or 0)))
        else:
            found.to_stage(side, head * (size.heads // size.kv_heads), turned_back(gradient, rotary, first))

    return reverse


def _projection(letter: str) -> Callable[[Gradients, int, Array], None]:
    def reverse(found: Gradients, head: int, gradient: Array) -> None:
        inputs = found.trace.scenario.inputs
        if isinstance(inputs, Direct):
            found.to_input(letter, gradient, head, of_queries=letter == "Q")
            return
        assert isinstance(inputs, Projected)
        name = "X" if letter == "Q" or inputs.source is None else "source"
        rows, matrix = found.trace.scenario.matrix(name), found.trace.part(f"W_{letter}", head, gradient.shape[1])
        assert matrix is not None
        rows = rows[found.rows] if letter == "Q" else rows
        found.to_input(f"W_{letter}", rows.T @ gradient, head)
        found.to_input(name, gradient @ matrix.T, of_queries=letter == "Q")
        if getattr(inputs, f"b_{letter}") is not None:
            found.to_input(f"b_{letter}", _down(gradient), head)

    return reverse


def _to_stage_before(found: Gradients, name: str, head: int, gradient: Array) -> None:
    stages = found.trace.stages
    found.to_stage(stages[stages.index(name) - 1], head, gradient)


_REVERSED: dict[str, Callable[[Gradients, int, Array], None]] = {
    "queries": _projection("Q"),
    "keys": _projection("K"),
    "values": _projection("V"),
    "rotated_queries": _rotated("queries"),
    "rotated_keys": _rotated("keys"),
    "scores": _scores,
    "scaled": _scaled,
    "capped": _capped,
    "biased": _biased,
    "tempered": _tempered,
    "masked": _masked,
    "exponentials": _exponentials,
    "weights": _weights,
    "head_output": _head_output,
    "concatenated": _concatenated,
    "output": _output,
}
