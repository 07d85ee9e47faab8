"""Which cells one stage reads from another, as data: each pair once, to be followed upstream or downstream."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from itertools import pairwise
from typing import Literal

import numpy as np

from attnviz.engine.arrays import Bools
from attnviz.engine.errors import AttentionError
from attnviz.engine.inputs import Direct, GivenWeights, Projected
from attnviz.engine.mask import Mask
from attnviz.engine.positions import Alibi, Rotary
from attnviz.engine.rotation import columns_of_pairs
from attnviz.engine.rules import matched_stages
from attnviz.engine.sight import Ruled, Sight, Table
from attnviz.engine.stages import BY_NAME
from attnviz.engine.tracing import Trace

# A stage's or input's name and the head it belongs to: a key/value head for keys and values, None for inputs.
Node = tuple[str, int | None]

# How cell (i, j) of a result depends on its operand: on cell (i, j), on row i, on column j, on row j (a score on its
# key), as a softmax on all that its row sees, as a mixture on the weights of row i, on column j of the values, or as
# a turned pair on both its numbers in row i.
Kind = Literal["cell", "row", "column", "key", "softmax", "weights", "values", "pair"]


@dataclass(frozen=True)
class Link:
    """A result and one operand of it.

    operand_columns, result_columns: the part of either that one head takes. seen: (T, S), the pairs that count, where
    masks matter. pairs: the columns of the first and of the second number of each pair that turns.
    """

    result: Node
    operand: Node
    kind: Kind
    operand_columns: slice = field(default_factory=lambda: slice(None))
    result_columns: slice = field(default_factory=lambda: slice(None))
    seen: Sight | None = None
    pairs: tuple[slice, slice] | None = None

    def upstream(self, reached: Bools, operand: Bools) -> None:
        """Marks the operand's cells on which the reached cells of the result depend."""
        part = operand[:, self.operand_columns]
        part |= self._follow(_UPSTREAM, reached[:, self.result_columns])

    def downstream(self, reached: Bools, result: Bools) -> None:
        """Marks the result's cells that depend on the reached cells of the operand."""
        part = result[:, self.result_columns]
        part |= self._follow(_DOWNSTREAM, reached[:, self.operand_columns])

    def _follow(self, way: dict[Kind, _Follow], reached: Bools) -> Bools:
        if self.pairs is not None:  # both numbers of a turned pair depend on both of the pair
            first, second = self.pairs
            either = reached.copy()
            either[:, first] |= reached[:, second]
            either[:, second] |= reached[:, first]
            return either
        return way[self.kind](reached, _EVERY_PAIR if self.seen is None else self.seen.whole())


def _rows(cells: Bools) -> Bools:
    return np.logical_or.reduce(cells, axis=1, keepdims=True)


def _columns(cells: Bools) -> Bools:
    return np.logical_or.reduce(cells, axis=0, keepdims=True)


_EVERY_PAIR = np.ones((1, 1), dtype=np.bool_)

_Follow = Callable[[Bools, Bools], Bools]

_UPSTREAM: dict[Kind, _Follow] = {
    "cell": lambda reached, seen: reached & seen,
    "row": lambda reached, _: _rows(reached),
    "column": lambda reached, _: _columns(reached),
    "key": lambda reached, _: _columns(reached).T,
    "softmax": lambda reached, seen: _rows(reached & seen) & seen,
    "weights": lambda reached, seen: _rows(reached) & seen,
    "values": lambda reached, seen: seen.T @ reached,
}

_DOWNSTREAM: dict[Kind, _Follow] = {
    "cell": lambda reached, seen: reached & seen,
    "row": lambda reached, _: _rows(reached),
    "column": lambda reached, _: _columns(reached),
    "key": lambda reached, _: _rows(reached).T,
    "softmax": lambda reached, seen: _rows(reached & seen) & seen,
    "weights": lambda reached, seen: _rows(reached & seen),
    "values": lambda reached, seen: seen @ reached,
}


def links(trace: Trace, *, ruled: bool = False, about: int | None = None, heads: range | None = None) -> Iterator[Link]:
    """Every result with each of its operands, in the order in which stages are computed.

    ruled: which pairs count is not read from the trace but found from masks and biases when it is asked for. about:
    the one head of which it is then read whether its exponentials are shifted. heads: those of which anything but their
    rotation is told, where all the others are of no matter.
    """
    size, inputs = trace.sizes, trace.scenario.inputs
    group = size.heads // size.kv_heads
    own = range(size.heads) if heads is None else heads
    if not isinstance(inputs, GivenWeights):
        for head in own:
            yield from _projection("queries", "Q", head, size.d_k, trace)
        for head in dict.fromkeys(head // group for head in own):
            yield from _projection("keys", "K", head, size.d_k, trace)
            yield from _projection("values", "V", head, size.d_v, trace)
        if isinstance(trace.scenario.positions, Rotary):
            yield from _rotation(trace, trace.scenario.positions)
    for head in own:
        seen = _ruled(trace, head) if ruled else Table(visible_pairs(trace, head))
        if not isinstance(inputs, GivenWeights):
            shifted = (not ruled or head == about) and _is_shifted(trace, head)
            yield from _scores_to_weights(trace, head, seen, ruled=ruled, shifted=shifted)
        if "head_output" in trace.stages:
            yield from _mixture(trace, head, seen)
    if "output" in trace.stages:
        yield from _output(trace)


def visible_pairs(trace: Trace, head: int) -> Bools:
    """(T, S): True where that head's softmax reads the key, which neither a mask nor a bias of −∞ hides."""
    size = trace.sizes
    if isinstance(trace.scenario.inputs, GivenWeights):
        return np.ones((size.T, size.S), dtype=np.bool_)
    try:
        return ~np.isneginf(trace.at("masked", head))
    except AttentionError:  # a number beyond its format: the masks still say who may see whom
        return trace.scenario.mask.allowed(size.T, size.S)


def shape_of(trace: Trace, name: str) -> tuple[int, int]:
    """Rows and columns of a stage, computed or not, or of an input."""
    size = trace.sizes
    if name in ("alibi", "bias"):
        return size.T, size.S
    if name not in trace.stages:
        rows, columns = trace.at(name, 0).shape
        return rows, columns
    lengths = {"queries": size.T, "keys": size.S, "d_k": size.d_k, "d_v": size.d_v, "d_out": size.d_out}
    lengths["heads·d_v"] = size.heads * (size.d_v or 0)
    rows, columns = (lengths[axis] or 0 for axis in BY_NAME[name].axes)
    return rows, columns


def node_of(trace: Trace, name: str, head: int | None) -> Node:
    """Where a stage or input stands among the links, for a query head."""
    if name in trace.stages:
        return name, trace.slot(name, head)
    bias = trace.scenario.bias
    by_head = name == "alibi" or (name == "bias" and bias is not None and bias.ndim == 3)
    return name, ((head or 0) if by_head else None)


def _projection(stage: str, letter: str, head: int, width: int | None, trace: Trace) -> Iterator[Link]:
    assert width is not None
    inputs, own = trace.scenario.inputs, slice(head * width, (head + 1) * width)
    if isinstance(inputs, Direct):
        yield Link((stage, head), (letter, None), "cell", own)
        return
    assert isinstance(inputs, Projected)
    rows = "X" if letter == "Q" or inputs.source is None else "source"
    yield Link((stage, head), (rows, None), "row")
    yield Link((stage, head), (f"W_{letter}", None), "column", own)
    if getattr(inputs, f"b_{letter}") is not None:
        yield Link((stage, head), (f"b_{letter}", None), "column", own)


def _rotation(trace: Trace, rotary: Rotary) -> Iterator[Link]:
    size = trace.sizes
    assert size.d_k is not None
    pairs = columns_of_pairs(rotary, size.d_k)
    for side, heads in (("queries", size.heads), ("keys", size.kv_heads)):
        for head in range(heads):
            yield Link((f"rotated_{side}", head), (side, head), "pair", pairs=pairs)


def _ruled(trace: Trace, head: int, *, mask: bool = True, biased: bool = True) -> Sight:
    scenario = trace.scenario
    return Ruled(scenario, head, scenario.mask if mask else Mask(), biased)


def _scores_to_weights(trace: Trace, head: int, seen: Sight, *, ruled: bool, shifted: bool) -> Iterator[Link]:
    queries, keys = matched_stages(trace.scenario)
    yield Link(("scores", head), (queries, head), "row")
    yield Link(("scores", head), node_of(trace, keys, head), "key")
    chain = trace.stages[trace.stages.index("scores") : trace.stages.index("masked") + 1]
    allowed = _ruled(trace, head, biased=False)
    if not ruled:
        allowed = Table(trace.scenario.mask.allowed(trace.sizes.T, trace.sizes.S))
    for before, after in pairwise(chain):
        counts: Sight | None = None
        if after == "biased":
            if isinstance(trace.scenario.positions, Alibi):
                yield Link((after, head), node_of(trace, "alibi", head), "cell")
            if trace.scenario.bias is not None:
                counts = _ruled(trace, head, mask=False)  # a score to which −∞ is added no longer matters
                if not ruled:
                    counts = Table(~np.isneginf(trace.at("bias", head)))
                yield Link((after, head), node_of(trace, "bias", head), "cell")
        elif after == "masked":
            counts = allowed
        yield Link((after, head), (before, head), "cell", seen=counts)
    yield Link(("exponentials", head), ("masked", head), "softmax" if shifted else "cell", seen=seen)
    yield Link(("weights", head), ("exponentials", head), "softmax", seen=seen)


def _is_shifted(trace: Trace, head: int) -> bool:
    try:
        return trace.shifted(head)
    except AttentionError:
        return False


def _mixture(trace: Trace, head: int, seen: Sight) -> Iterator[Link]:
    size = trace.sizes
    assert size.d_v is not None
    yield Link(("head_output", head), ("weights", head), "weights", seen=seen)
    kv_head = head * size.kv_heads // size.heads
    if isinstance(trace.scenario.inputs, GivenWeights):
        own = slice(kv_head * size.d_v, (kv_head + 1) * size.d_v)
        yield Link(("head_output", head), ("V", None), "values", own, seen=seen)
    else:
        yield Link(("head_output", head), ("values", kv_head), "values", seen=seen)


def _output(trace: Trace) -> Iterator[Link]:
    size, inputs = trace.sizes, trace.scenario.inputs
    assert size.d_v is not None
    for head in range(size.heads):
        own = slice(head * size.d_v, (head + 1) * size.d_v)
        yield Link(("concatenated", None), ("head_output", head), "cell", result_columns=own)
    has_matrix = getattr(inputs, "W_O", None) is not None
    yield Link(("output", None), ("concatenated", None), "row" if has_matrix else "cell")
    if has_matrix:
        yield Link(("output", None), ("W_O", None), "column")
    if getattr(inputs, "b_O", None) is not None:
        yield Link(("output", None), ("b_O", None), "column")
