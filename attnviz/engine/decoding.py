"""Decoding with a cache of keys and values: a causal pass in steps, each of which projects its new tokens only."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from itertools import pairwise
from typing import NamedTuple

import numpy as np

from attnviz.engine.arrays import Array, refuse_overflow
from attnviz.engine.errors import AttentionError, FieldError, Where, brief, counted
from attnviz.engine.inputs import Direct, GivenWeights, Projected, Sizes
from attnviz.engine.mask import Mask
from attnviz.engine.positions import Rotary
from attnviz.engine.rules import matched_stages
from attnviz.engine.scenario import Scenario, check_scenario
from attnviz.engine.settings import count
from attnviz.engine.tracing import Trace, trace


class Cost(NamedTuple):
    """The multiply-adds of the matrix products of one step."""

    projections: int  # X W_Q, X W_K, X W_V
    scores: int  # each new query with each key so far, hidden ones too
    mix: int  # weights with values
    output: int  # W_O

    @property
    def total(self) -> int:
        """All of them together."""
        return sum(self)


@dataclass(frozen=True)
class DecodeStep:
    """What one step computes and reads. Positions count keys from 0: this step's tokens are start to stop − 1.

    queries (heads, n, d_k) and keys (kv_heads, n, d_k) of the n new tokens, turned by their position where positions
    are rotary, and values (kv_heads, n, d_v): keys and values go into the cache so. weights (heads, n, stop),
    head_output (heads, n, d_v), output (n, d_out). stored: how many numbers the cache holds after the step.
    cost_without_cache: of all tokens so far projected and compared anew.
    """

    start: int
    stop: int
    queries: Array
    keys: Array
    values: Array
    weights: Array
    head_output: Array
    output: Array
    stored: int
    cost: Cost
    cost_without_cache: Cost

    @property
    def cached(self) -> int:
        """How many keys and values are read from the cache, of each key/value head."""
        return self.start

    @property
    def multiplications(self) -> int:
        """The multiply-adds of this step."""
        return self.cost.total

    @property
    def multiplications_without_cache(self) -> int:
        """The multiply-adds of this step if nothing were kept."""
        return self.cost_without_cache.total


def decode(scenario: Scenario, chunks: Sequence[int] | None = None) -> tuple[DecodeStep, ...]:
    """The causal pass in steps: what is new in each, what it reads from the cache, its weights and output.

    chunks: how many tokens come in each step; None for one at a time. Given queries that are fewer than the keys are
    the last of them: the keys before them lie in the cache from the start. Together the steps equal the trace of the
    scenario, but for the pencil, which is left out.
    Raises FieldError for what cannot be decoded step by step and for chunks that are not all tokens, HiddenRow and the
    like as the trace does.
    Source: Shazeer 2019, section 2.3; Pope et al. 2022, section 3.3.
    """
    check_scenario(scenario, "decode")
    _check(scenario)
    scenario = replace(scenario, pencil=None)
    size = scenario.sizes
    bounds = np.cumsum([0, *_checked_chunks(chunks, size.T)]).tolist()
    past = size.S - size.T
    cache = _given_past(scenario, past)
    steps = []
    try:
        for first, last in pairwise(bounds):
            step, cache = _step(scenario, range(first, last), cache)
            steps.append(step)
    except AttentionError as error:  # its row counts within one step; the whole pass knows the true place
        raise trace(scenario).compute() or error from None
    return tuple(steps)


def difference(scenario: Scenario, steps: Iterable[DecodeStep]) -> float:
    """The largest distance of any step's weights and output from those of the whole pass."""
    whole = trace(replace(scenario, pencil=None))
    past = scenario.sizes.S - scenario.sizes.T
    largest = 0.0
    for step in steps:
        rows = slice(step.start - past, step.stop - past)
        weights, later = whole.weights[:, rows, : step.stop], whole.weights[:, rows, step.stop :]
        for got, expected in ((step.weights, weights), (step.output, whole.output[rows]), (0.0, later)):
            if expected.size:
                largest = max(largest, float(np.abs(got - expected).max()))
    return largest


class _Cache(NamedTuple):
    keys: Array  # (positions, kv_heads·d_k)
    values: Array  # (positions, kv_heads·d_v)


def _check(scenario: Scenario) -> None:
    """Raises FieldError unless every token can be computed before the next one is there."""
    inputs, mask, size = scenario.inputs, scenario.mask, scenario.sizes
    if isinstance(inputs, GivenWeights):
        raise FieldError("Given weights leave nothing to decode. Give queries, keys and values.", Where("inputs"))
    if isinstance(inputs, Projected) and inputs.source is not None:
        raise FieldError("Keys and values come from a source, not from the tokens so far. Drop it.", Where("source"))
    if not mask.causal and (mask.window is None or mask.window[1] != 0):
        raise FieldError("Decoding needs the causal mask: no token sees a later one. Switch it on.", Where("mask"))
    aligned = mask.alignment == "bottom_right" or not mask.causal
    if size.T > size.S or (size.T < size.S and not aligned):
        raise FieldError(
            f"{counted(size.T, 'query')} and {counted(size.S, 'key')} cannot be decoded step by step. Make them equal, "
            "or give fewer queries and align the causal mask bottom_right.",
            Where("mask.alignment"),
        )


def _checked_chunks(chunks: Sequence[int] | None, tokens: int) -> list[int]:
    if chunks is None:
        return [1] * tokens
    if not isinstance(chunks, Sequence) or isinstance(chunks, str):
        raise FieldError(f"chunks is {brief(chunks)}. Give a list of numbers of tokens.", Where("chunks"))
    each = [count(size, "chunks") for size in chunks]
    if sum(each) != tokens:
        raise FieldError(
            f"chunks add up to {sum(each)} but there are {counted(tokens, 'query')}. Make them equal.", Where("chunks")
        )
    return each


def _given_past(scenario: Scenario, past: int) -> _Cache:
    """The keys, turned if they turn, and values that are there before the first query."""
    whole, size = trace(scenario), scenario.sizes
    assert size.d_k is not None
    assert size.d_v is not None
    if past == 0:
        empty = (np.empty((0, size.kv_heads * width), whole.at("keys").dtype) for width in (size.d_k, size.d_v))
        return _Cache(*empty)
    keys = getattr(whole, matched_stages(scenario)[1])
    return _Cache(_side_by_side(keys)[:past], _side_by_side(whole.values)[:past])


def _step(scenario: Scenario, rows: range, cache: _Cache) -> tuple[DecodeStep, _Cache]:
    size = scenario.sizes
    start = len(cache.keys)
    stop = start + len(rows)
    new = _projected(scenario, rows, start)
    queries, keys = (getattr(new, name) for name in matched_stages(scenario))
    cache = _Cache(
        np.concatenate([cache.keys, _side_by_side(keys)]), np.concatenate([cache.values, _side_by_side(new.values)])
    )
    found = _attended(scenario, rows, queries, cache)
    output = _output(scenario, found.concatenated)
    step = DecodeStep(
        start, stop, queries, keys, new.values, found.weights, found.head_output, output,
        stored=cache.keys.size + cache.values.size,
        cost=_cost(scenario, size, len(rows), stop), cost_without_cache=_cost(scenario, size, stop, stop),
    )  # fmt: skip
    return step, cache


def _projected(scenario: Scenario, rows: range, start: int) -> Trace:
    """Queries, keys and values of the new tokens, which stand from position `start` on."""
    inputs = scenario.inputs
    own = slice(rows.start, rows.stop)
    alone: Projected | Direct
    if isinstance(inputs, Projected):
        alone = replace(inputs, X=inputs.X[own])
    else:
        assert isinstance(inputs, Direct)
        keys = slice(start, start + len(rows))
        alone = replace(inputs, Q=inputs.Q[own], K=inputs.K[keys], V=inputs.V[keys])
    positions = scenario.positions
    if isinstance(positions, Rotary):
        positions = replace(positions, start=positions.start + start)
    return trace(Scenario(alone, heads=scenario.heads, kv_heads=scenario.kv_heads, dtype=scenario.dtype,
                          positions=positions))  # fmt: skip


def _attended(scenario: Scenario, rows: range, queries: Array, cache: _Cache) -> Trace:
    """The new queries, which are the last ones, on all keys so far: they have turned already if they turn."""
    mask, bias, stop = scenario.mask, scenario.bias, len(cache.keys)
    own = slice(rows.start, rows.stop)
    so_far = Mask(
        causal=mask.causal, alignment="bottom_right", window=mask.window,
        padding=tuple(key for key in mask.padding if key < stop),
        custom=None if mask.custom is None else mask.custom[own, :stop],
    )  # fmt: skip
    return trace(replace(
        scenario, inputs=Direct(_side_by_side(queries), cache.keys, cache.values), tokens=None, source_tokens=None,
        mask=so_far, bias=None if bias is None else bias[..., own, :stop],
        positions=None if isinstance(scenario.positions, Rotary) else scenario.positions,
    ))  # fmt: skip


def _output(scenario: Scenario, concatenated: Array) -> Array:
    W_O, b_O = (getattr(scenario.inputs, name, None) for name in ("W_O", "b_O"))
    with np.errstate(over="ignore", invalid="ignore"):  # what is not finite is refused below, by its place
        product: Array = concatenated if W_O is None else concatenated @ W_O
        output = product if b_O is None else product + b_O
    refuse_overflow(output, "output")
    return output


def _cost(scenario: Scenario, size: Sizes, rows: int, keys: int) -> Cost:
    d_k, d_v, d_model = size.d_k or 0, size.d_v or 0, size.d_model or 0
    W_O = getattr(scenario.inputs, "W_O", None)
    return Cost(
        projections=rows * d_model * (size.heads * d_k + size.kv_heads * (d_k + d_v)),
        scores=size.heads * rows * keys * d_k,
        mix=size.heads * rows * keys * d_v,
        output=0 if W_O is None else rows * W_O.size,
    )


def _side_by_side(heads: Array) -> Array:
    """(h, n, d) as (n, h·d), heads from left to right."""
    return heads.transpose(1, 0, 2).reshape(heads.shape[1], -1)
