"""Every intermediate of one scenario under its one name, computed when asked for and kept."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Any

import numpy as np

from attnviz.engine.arrays import Array, check_finite
from attnviz.engine.attention import cap, hidden_row, hide
from attnviz.engine.errors import AttentionError, NonFinite, NoSuchStage, Overflow, Where
from attnviz.engine.inputs import Direct, GivenWeights, Projected
from attnviz.engine.pencil import rounded
from attnviz.engine.scenario import Scenario
from attnviz.engine.stages import BY_NAME, STAGES

EXPONENT_LIMIT = 80.0  # e^80 ≈ 5.5e34 fits in float32 with room for the sum of thousands of keys


def trace(scenario: Scenario, previous: Trace | None = None) -> Trace:
    """The intermediates of `scenario`; arrays whose inputs did not change are the same objects as in `previous`."""
    return Trace(scenario, previous)


@dataclass(frozen=True)
class _Known:
    operands: tuple[Any, ...]
    result: Array


class Trace:
    """One scenario's intermediates, lazy by stage and head, read-only, each computed once.

    `trace.weights` and so on are whole arrays: per-head stages lead with the head axis, (h, T, S) for the scores to
    the weights, (h, T, d_k) for queries, (kv_heads, S, d_k) for keys, (kv_heads, S, d_v) for values, (h, T, d_v) for
    head_output; concatenated is (T, h·d_v), output (T, d_out).
    """

    def __init__(self, scenario: Scenario, previous: Trace | None = None) -> None:
        self.scenario = scenario
        self.sizes = scenario.sizes
        self.stages = _stages_of(scenario)
        self._done: dict[tuple[str, int | None], _Known] = {}
        self._before = previous._done if previous is not None else {}
        self._exact: Trace | None = None
        self._previous_exact = previous._exact if previous is not None else None

    def at(self, name: str, head: int | None = None) -> Array:
        """The (rows, columns) of one stage for one query head, or of an input by its name; a bias is one row.

        Raises NoSuchStage, HiddenRow from exponentials on, Overflow where a result is too large for its format.
        """
        if name not in self.stages:
            return self._input(name)
        key = (name, self._slot(name, head))
        known = self._done.get(key)
        if known is None:
            operands, rule = _RULES[name](self, key[1] or 0)
            known = self._known(key, operands, rule)
        return known.result

    def peek(self, name: str, head: int | None = None) -> Array | None:
        """As `at`, but None where it is not computed yet."""
        if name not in self.stages:
            return self._input(name)
        known = self._done.get((name, self._slot(name, head)))
        return None if known is None else known.result

    def compute(self) -> AttentionError | None:
        """Computes every stage of every head; comes back with the first error on the way, or None."""
        problem: AttentionError | None = None
        for name in self.stages:
            for head in range(self.sizes.heads) if BY_NAME[name].per_head else (None,):
                try:
                    self.at(name, head)
                except AttentionError as error:
                    problem = problem or error
        return problem

    @property
    def exact(self) -> Trace:
        """The same scenario without pencil precision; this trace itself if it has none."""
        if self.scenario.pencil is None:
            return self
        if self._exact is None:
            self._exact = Trace(replace(self.scenario, pencil=None), self._previous_exact)
        return self._exact

    def shifted(self, head: int) -> bool:
        """True if this head's exponentials are e^(s − row maximum) and not plain e^s."""
        masked = self.at("masked", head)
        top = masked.max(axis=1)
        if (np.abs(top) > EXPONENT_LIMIT).any():
            return True
        decimals = self.scenario.pencil
        return decimals is not None and bool((rounded(np.exp(top), decimals) == 0).any())

    def __getattr__(self, name: str) -> Array:
        if name.startswith("_") or name not in BY_NAME:
            raise AttributeError(name)
        if name not in self.stages:
            raise self._no_such_stage(name)
        stage = BY_NAME[name]
        if not stage.per_head:
            return self.at(name)
        group = self.sizes.heads // self.sizes.kv_heads if name in _BY_KV_HEAD else 1
        stacked = np.stack([self.at(name, head) for head in range(0, self.sizes.heads, group)])
        stacked.flags.writeable = False
        return stacked

    def _slot(self, name: str, head: int | None) -> int | None:
        if not BY_NAME[name].per_head:
            return None
        head = 0 if head is None else head
        if not 0 <= head < self.sizes.heads:
            raise NoSuchStage(f"There is no head {head + 1}. Choose one from 1 to {self.sizes.heads}.", Where("head"))
        return head * self.sizes.kv_heads // self.sizes.heads if name in _BY_KV_HEAD else head

    def _input(self, name: str) -> Array:
        for own, values in self.scenario.inputs.items():
            if own == name:
                return values[np.newaxis] if values.ndim == 1 else values
        if name == "bias" and self.scenario.bias is not None:
            return self.scenario.bias
        raise self._no_such_stage(name)

    def _no_such_stage(self, name: str) -> NoSuchStage:
        names = ", ".join((*self.stages, *(own for own, _ in self.scenario.inputs.items() if own not in self.stages)))
        return NoSuchStage(f"This scenario has no stage {name!r}. Choose one of: {names}.", Where(name))

    def _known(self, key: tuple[str, int | None], operands: tuple[Any, ...], rule: Callable[..., Array]) -> _Known:
        before = self._before.get(key)
        if before is not None and _unchanged(before.operands, operands):
            known = before
        else:
            with np.errstate(over="ignore", invalid="ignore"):
                result = rule(*operands)
            if not (result.base is None and not result.flags.writeable):
                result.flags.writeable = False
            _refuse_overflow(result, key[0])
            known = _Known(operands, result)
        self._done[key] = known
        return known

    def _slice(self, name: str, head: int, width: int) -> Array | None:
        """One head's columns of a matrix; the same object as before if its numbers are the same."""
        values = getattr(self.scenario.inputs, name)
        if values is None:
            return None
        key = (name, head)
        known = self._done.get(key)
        if known is not None:
            return known.result
        before = self._before.get(key)
        part = values if values.shape[-1] == width else values[..., head * width : (head + 1) * width].copy()
        if before is not None and np.array_equal(before.result, part) and before.result.dtype == part.dtype:
            part = before.result
        part.flags.writeable = False
        self._done[key] = _Known((values,), part)
        return part

    def _round(self, values: Array) -> Array:
        return values if self.scenario.pencil is None else rounded(values, self.scenario.pencil)


_BY_KV_HEAD = frozenset({"keys", "values", "rotated_keys"})
_MAY_HIDE = frozenset({"biased", "tempered", "masked"})

_Rule = tuple[tuple[Any, ...], Callable[..., Array]]


def _stages_of(scenario: Scenario) -> tuple[str, ...]:
    """The stages that exist for these inputs and settings, in reading order."""
    if isinstance(scenario.inputs, GivenWeights):
        after = ("head_output", "concatenated", "output") if scenario.inputs.V is not None else ()
        return ("weights", *after)
    unused = {"rotated_queries", "rotated_keys"}
    unused |= {"capped"} if scenario.softcap is None else set()
    unused |= {"biased"} if scenario.bias is None else set()
    unused |= {"tempered"} if scenario.temperature == 1.0 else set()
    return tuple(stage.name for stage in STAGES if stage.name not in unused)


def _unchanged(before: tuple[Any, ...], now: tuple[Any, ...]) -> bool:
    """True if arrays are the same objects and settings are equal."""
    if len(before) != len(now):
        return False
    return all(
        a is b or (not isinstance(a, np.ndarray) and type(a) is type(b) and a == b)
        for a, b in zip(before, now, strict=True)
    )


def _refuse_overflow(values: Array, stage: str) -> None:
    try:
        check_finite(values, stage, minus_infinity=stage in _MAY_HIDE)
    except NonFinite as error:
        where = error.where
        raise Overflow(
            f"{where} is too large for {values.dtype}. Make the numbers that enter it smaller.", where
        ) from error


def _project(which: str, width: str) -> Callable[[Trace, int], _Rule]:
    def rule(trace: Trace, head: int) -> _Rule:
        inputs = trace.scenario.inputs
        columns = getattr(trace.sizes, width)
        if isinstance(inputs, Direct):
            return (trace._slice(which, head, columns), trace.scenario.pencil), lambda part, _: trace._round(part)
        assert isinstance(inputs, Projected)
        rows = inputs.X if which == "Q" or inputs.source is None else inputs.source
        weights, bias = trace._slice(f"W_{which}", head, columns), trace._slice(f"b_{which}", head, columns)
        return (rows, weights, bias, trace.scenario.pencil), lambda x, w, b, _: trace._round(_affine(x, w, b))

    return rule


def _affine(x: Array, w: Array | None, b: Array | None) -> Array:
    product = x if w is None else x @ w
    return product if b is None else product + b


def _scores(trace: Trace, head: int) -> _Rule:
    operands = (trace.at("queries", head), trace.at("keys", head), trace.scenario.pencil)
    return operands, lambda q, k, _: trace._round(q @ k.T)


def _scaled(trace: Trace, head: int) -> _Rule:
    operands = (trace.at("scores", head), trace.scenario.factor, trace.scenario.pencil)
    return operands, lambda s, f, _: s if f == 1.0 else trace._round(s * s.dtype.type(f))


def _capped(trace: Trace, head: int) -> _Rule:
    operands = (trace.at("scaled", head), trace.scenario.softcap, trace.scenario.pencil)
    return operands, lambda s, c, _: trace._round(cap(s, c))


def _biased(trace: Trace, head: int) -> _Rule:
    bias = trace.scenario.bias
    operands = (_last(trace, "biased", head), bias, trace.scenario.pencil)
    return operands, lambda s, b, _: trace._round(s + (b[head] if b.ndim == 3 else b))


def _tempered(trace: Trace, head: int) -> _Rule:
    operands = (_last(trace, "tempered", head), trace.scenario.temperature, trace.scenario.pencil)
    return operands, lambda s, t, _: trace._round(s / s.dtype.type(t))


def _masked(trace: Trace, head: int) -> _Rule:
    before, mask = _last(trace, "masked", head), trace.scenario.mask
    return (before, mask), lambda s, m: s if m.hides_nothing else hide(s, m.allowed(*s.shape))


def _exponentials(trace: Trace, head: int) -> _Rule:
    masked = trace.at("masked", head)
    _refuse_hidden_rows(trace, masked)
    operands = (masked, trace.shifted(head), trace.scenario.pencil)
    return operands, lambda s, shift, _: trace._round(np.exp(s - s.max(axis=1, keepdims=True) if shift else s))


def _weights(trace: Trace, head: int) -> _Rule:
    if isinstance(trace.scenario.inputs, GivenWeights):
        return (trace.scenario.inputs.weights,), lambda given: given[head].copy()
    operands = (trace.at("exponentials", head), trace.scenario.pencil)
    return operands, lambda e, _: trace._round(e / trace._round(e.sum(axis=1, keepdims=True)))


def _head_output(trace: Trace, head: int) -> _Rule:
    if isinstance(trace.scenario.inputs, GivenWeights):
        assert trace.sizes.d_v is not None
        values = trace._slice("V", head * trace.sizes.kv_heads // trace.sizes.heads, trace.sizes.d_v)
    else:
        values = trace.at("values", head)
    operands = (trace.at("weights", head), values, trace.scenario.pencil)
    return operands, lambda w, v, _: trace._round(w @ v)


def _concatenated(trace: Trace, _head: int) -> _Rule:
    outputs = tuple(trace.at("head_output", head) for head in range(trace.sizes.heads))
    return outputs, lambda *parts: parts[0] if len(parts) == 1 else np.concatenate(parts, axis=1)


def _output(trace: Trace, _head: int) -> _Rule:
    inputs = trace.scenario.inputs
    operands = (
        trace.at("concatenated"), getattr(inputs, "W_O", None), getattr(inputs, "b_O", None), trace.scenario.pencil,
    )  # fmt: skip
    return operands, lambda c, w, b, _: c if w is None and b is None else trace._round(_affine(c, w, b))


def _last(trace: Trace, before: str, head: int) -> Array:
    """The stage that comes just before `before` in this scenario."""
    return trace.at(trace.stages[trace.stages.index(before) - 1], head)


def _refuse_hidden_rows(trace: Trace, masked: Array) -> None:
    hidden = np.isneginf(masked).all(axis=1)
    if hidden.any():
        row = int(np.argmax(hidden))
        raise hidden_row(row, trace.scenario.tokens[row] if trace.scenario.tokens else None)


_RULES: dict[str, Callable[[Trace, int], _Rule]] = {
    "queries": _project("Q", "d_k"),
    "keys": _project("K", "d_k"),
    "values": _project("V", "d_v"),
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
