"""How each stage is computed from those before it: one rule a stage, each a step on the operands it names."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from attnviz.engine.arrays import Array, Bools
from attnviz.engine.inputs import Direct, GivenWeights, Projected
from attnviz.engine.pool import each
from attnviz.engine.positions import Alibi, Rotary
from attnviz.engine.rotation import first_position, turned
from attnviz.engine.scenario import Scenario
from attnviz.engine.softmax import cap, hidden_row, hide, shares
from attnviz.engine.stages import STAGES

if TYPE_CHECKING:
    from attnviz.engine.tracing import Trace

_BY_BLOCKS = 1 << 24  # products of two numbers from which threads share the rows
_BLOCK_ROWS = 512


class Step(NamedTuple):
    """The operands of one stage and the rule that makes its result of them; same operands, same result.

    computes: False where the rule only moves numbers, which are neither checked nor rounded again. hidden: where the
    result may be −∞.
    """

    operands: tuple[Any, ...]
    rule: Callable[..., Array]
    computes: bool = True
    hidden: Bools | None = None


def stages_of(scenario: Scenario) -> tuple[str, ...]:
    """The stages that exist for these inputs and settings, in reading order."""
    if isinstance(scenario.inputs, GivenWeights):
        return ("weights", *(("head_output", "concatenated", "output") if scenario.inputs.V is not None else ()))
    unused = set() if isinstance(scenario.positions, Rotary) else {"rotated_queries", "rotated_keys"}
    unused |= {"capped"} if scenario.softcap is None else set()
    unused |= {"biased"} if scenario.bias is None and not isinstance(scenario.positions, Alibi) else set()
    unused |= {"tempered"} if scenario.temperature == 1.0 else set()
    return tuple(stage.name for stage in STAGES if stage.name not in unused)


def _projection(letter: str) -> Callable[[Trace, int], Step]:
    def rule(trace: Trace, head: int) -> Step:
        inputs = trace.scenario.inputs
        width = trace.sizes.d_v if letter == "V" else trace.sizes.d_k
        assert width is not None
        if isinstance(inputs, Direct):
            given = trace.part(letter, head, width)
            return Step((given,), lambda part: part, computes=trace.scenario.pencil is not None)
        assert isinstance(inputs, Projected)
        rows = inputs.X if letter == "Q" or inputs.source is None else inputs.source
        return Step((rows, trace.part(f"W_{letter}", head, width), trace.part(f"b_{letter}", head, width)), _affine)

    return rule


def _affine(x: Array, w: Array | None, b: Array | None) -> Array:
    product = x if w is None else _product(x, w)
    return product if b is None else product + b


def _product(x: Array, w: Array) -> Array:
    """x w; a large one by blocks of rows, the same blocks however many threads compute them."""
    if x.size * w.shape[1] < _BY_BLOCKS:
        small: Array = x @ w
        return small
    result = np.empty((len(x), w.shape[1]), dtype=np.result_type(x, w))
    starts = range(0, len(x), _BLOCK_ROWS)
    each([partial(np.matmul, x[row : row + _BLOCK_ROWS], w, out=result[row : row + _BLOCK_ROWS]) for row in starts])
    return result


def _rotated(side: str) -> Callable[[Trace, int], Step]:
    def rule(trace: Trace, head: int) -> Step:
        rotary, size = trace.scenario.positions, trace.sizes
        assert isinstance(rotary, Rotary)
        # Keys are kept by key/value head; the first of the query heads that read it stands for it.
        own = head if side == "queries" else head * (size.heads // size.kv_heads)
        return Step((trace.at(side, own), rotary, first_position(rotary, size, side)), turned)

    return rule


def _scores(trace: Trace, head: int) -> Step:
    queries, keys = matched_stages(trace.scenario)
    return Step((trace.at(queries, head), trace.at(keys, head)), lambda q, k: q @ k.T)


def matched_stages(scenario: Scenario) -> tuple[str, str]:
    """The two stages whose rows the scores compare: queries and keys, or what positions made of them."""
    return ("rotated_queries", "rotated_keys") if isinstance(scenario.positions, Rotary) else ("queries", "keys")


def _scaled(trace: Trace, head: int) -> Step:
    factor = trace.scenario.factor
    return Step(
        (trace.at("scores", head), factor),
        lambda s, f: s if f == 1.0 else s * s.dtype.type(f),
        computes=factor != 1.0,
    )


def _capped(trace: Trace, head: int) -> Step:
    return Step((trace.at("scaled", head), trace.scenario.softcap), cap)


def _biased(trace: Trace, head: int) -> Step:
    scenario = trace.scenario
    alibi = trace.at("alibi", head) if isinstance(scenario.positions, Alibi) else None
    bias = trace.at("bias", head) if scenario.bias is not None else None
    hidden = None if bias is None else np.isneginf(bias)
    return Step((_last(trace, "biased", head), alibi, bias), _added, hidden=hidden)


def _added(scores: Array, alibi: Array | None, bias: Array | None) -> Array:
    total = scores if alibi is None else scores + alibi
    return total if bias is None else total + bias


def _tempered(trace: Trace, head: int) -> Step:
    before = _last(trace, "tempered", head)
    return Step((before, trace.scenario.temperature), lambda s, t: s / s.dtype.type(t), hidden=np.isneginf(before))


def _masked(trace: Trace, head: int) -> Step:
    return Step(
        (_last(trace, "masked", head), trace.scenario.mask),
        lambda s, m: s if m.hides_nothing else hide(s, m.allowed(*s.shape)),
        computes=False,
    )


def _exponentials(trace: Trace, head: int) -> Step:
    masked = trace.at("masked", head)
    _refuse_hidden_row(trace, masked, head)
    return Step(
        (masked, trace.shifted(head)),
        lambda s, shift: np.exp(s - s.max(axis=1, keepdims=True) if shift else s),
    )


def _refuse_hidden_row(trace: Trace, masked: Array, head: int) -> None:
    hidden = np.isneginf(masked).all(axis=1)
    if hidden.any():
        row, scenario = int(np.argmax(hidden)), trace.scenario
        one_head = scenario.heads > 1 and scenario.bias is not None and scenario.bias.ndim == 3
        raise hidden_row(row, scenario.tokens[row] if scenario.tokens else None, head if one_head else None)


def _weights(trace: Trace, head: int) -> Step:
    if isinstance(trace.scenario.inputs, GivenWeights):
        return Step((trace.part("weights", head, trace.sizes.S),), lambda given: given)
    decimals = trace.scenario.pencil
    return Step((trace.at("exponentials", head), trace.at("masked", head)), lambda e, s: shares(e, s, decimals))


def _head_output(trace: Trace, head: int) -> Step:
    if isinstance(trace.scenario.inputs, GivenWeights):
        assert trace.sizes.d_v is not None
        values = trace.part("V", head * trace.sizes.kv_heads // trace.sizes.heads, trace.sizes.d_v)
    else:
        values = trace.at("values", head)
    return Step((trace.at("weights", head), values), lambda w, v: w @ v)


def _concatenated(trace: Trace, _head: int) -> Step:
    outputs = tuple(trace.at("head_output", head) for head in range(trace.sizes.heads))
    return Step(outputs, beside_each_other, computes=False)


def beside_each_other(*outputs: Array) -> Array:
    """The heads' outputs as one matrix, (T, heads · d_v)."""
    return outputs[0] if len(outputs) == 1 else np.concatenate(outputs, axis=1)


def _output(trace: Trace, _head: int) -> Step:
    inputs = trace.scenario.inputs
    W_O, b_O = getattr(inputs, "W_O", None), getattr(inputs, "b_O", None)
    unchanged = W_O is None and b_O is None
    return Step((trace.at("concatenated"), W_O, b_O), _affine, computes=not unchanged)


def _last(trace: Trace, before: str, head: int) -> Array:
    """The stage that comes just before `before` in this scenario."""
    return trace.at(trace.stages[trace.stages.index(before) - 1], head)


RULES: dict[str, Callable[[Trace, int], Step]] = {
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
