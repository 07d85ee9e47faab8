"""Blocks give PyTorch's outputs and weights, the figures worked out by hand, and what small traces give."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Any

import numpy as np
import pytest
from answers import Case, torch_cases
from hypothesis import given
from hypothesis import strategies as st
from strategies import scenarios
from torch_scenarios import additive, close, pairs_of, settings_of

from attnviz import Alibi, AttentionError, Mask, Scenario, Trace, trace
from attnviz.engine.blocks import Chain, mixed, shifted, stage_of
from attnviz.engine.blocks.chain import ORDER

SCALED = (*torch_cases("core"), *torch_cases("flex"))
ROWS = st.sampled_from([1, 2, 3, None])


def parts_of(case: Case) -> list[tuple[int, int, int]]:
    """Each batch element, query head and the key/value head that it reads."""
    heads, kv_heads = case.params["H"], case.params["H_kv"]
    return [
        (batch, head, head * kv_heads // heads)
        for batch in range(case.given["Q"].shape[0])
        for head in range(heads)
    ]  # fmt: skip


def factor_of(case: Case) -> float:
    return case.params.get("scale", 1 / np.sqrt(case.given["Q"].shape[-1]))


@pytest.mark.parametrize("rows", [2, None])
@pytest.mark.parametrize("case", SCALED, ids=str)
def test_masks_and_biases_written_out_give_the_answers_of_torch(case: Case, rows: int | None) -> None:
    bias, expected, settings = additive(case), case.expected, settings_of(case)
    for batch, head, shared in parts_of(case):
        pairs = pairs_of(case, batch)[head]
        live = pairs.any(axis=1)
        if live.any():
            added = None if bias is None else np.broadcast_to(bias, expected["weights"].shape)[batch, head][live]
            own = Chain(
                case.given["Q"][batch, head][live], case.given["K"][batch, shared], factor_of(case),
                settings.get("softcap"), None, added, settings.get("temperature", 1.0), Mask(custom=pairs[live]),
            )  # fmt: skip
            close(stage_of(own, "weights", rows=rows), expected["weights"][batch, head][live], case)
            output = mixed(own, case.given["V"][batch, shared], rows=rows, columns=rows)
            close(output, expected["Y"][batch, head][live], case)


@pytest.mark.parametrize("case", [case for case in torch_cases("flex") if not case.dead_rows], ids=str)
def test_ALiBi_windows_and_causal_masks_by_name_give_the_answers_of_torch(case: Case) -> None:
    params, settings = case.params, settings_of(case)
    mask = Mask("causal" in params, params.get("causal", "top_left"), window=params.get("window"))
    for batch, head, shared in parts_of(case):
        slope = 2.0 ** (-8 * (head + 1) / params["H"]) if params.get("alibi") else None
        own = Chain(
            case.given["Q"][batch, head], case.given["K"][batch, shared], factor_of(case),
            settings.get("softcap"), slope, None, settings.get("temperature", 1.0), mask,
        )  # fmt: skip
        close(stage_of(own, "weights", rows=3), case.expected["weights"][batch, head], case)
        output = mixed(own, case.given["V"][batch, shared], rows=3, columns=2)
        close(output, case.expected["Y"][batch, head], case)


def test_the_pencil_writes_the_rows_that_were_worked_out_by_hand() -> None:
    own = Chain(
        np.array([[1.0, 0.0], [1.0, 1.0], [2.0, 1.0]]), np.array([[1.0, 1.0], [0.0, 1.0], [1.0, 2.0]]),
        1 / np.sqrt(2), decimals=3,
    )  # fmt: skip
    values = np.array([[2.0, 0.0], [0.0, 1.0], [2.0, 1.0]])
    assert stage_of(own, "scores", rows=2)[1].tolist() == [2, 1, 3]
    assert stage_of(own, "scaled", rows=2)[1].tolist() == [1.414, 0.707, 2.121]
    assert stage_of(own, "exponentials", rows=2)[1].tolist() == [4.112, 2.028, 8.339]
    assert stage_of(own, "weights", rows=2)[1].tolist() == [0.284, 0.14, 0.576]
    assert mixed(own, values, rows=2)[1].tolist() == [1.72, 0.716]


def chain_of(traced: Trace, head: int) -> Chain:
    """What a trace computes one head's scores and weights from."""
    own = traced.scenario
    turned = "rotated_queries" in traced.stages
    return Chain(
        traced.at("rotated_queries" if turned else "queries", head),
        traced.at("rotated_keys" if turned else "keys", head),
        own.factor,
        own.softcap,
        own.positions.of(traced.sizes.heads)[head] if isinstance(own.positions, Alibi) else None,
        None if own.bias is None else traced.at("bias", head),
        own.temperature,
        own.mask,
        own.pencil,
    )


@given(scenarios(kinds="pd"), ROWS)
def test_blocks_give_what_small_traces_give_with_and_without_pencil(own: Scenario, rows: int | None) -> None:
    traced = trace(own)
    tolerance = 1e-12 if own.dtype == "float64" else 3e-5
    for head in range(traced.sizes.heads):
        chain = chain_of(traced, head)
        for name in (*(stage for stage in ORDER if stage in traced.stages), "head_output"):
            expected = outcome(partial(traced.at, name, head))
            got = outcome(partial(part, chain, name, traced, head, rows))
            if isinstance(expected, AttentionError):
                assert type(got) is type(expected)
                assert got.where._replace(head=None) == expected.where._replace(head=None)
                continue
            assert got.dtype == expected.dtype
            np.testing.assert_array_equal(np.isneginf(got), np.isneginf(expected))
            np.testing.assert_allclose(got, expected, rtol=tolerance, atol=tolerance)


@given(scenarios(kinds="pd", hide=False), ROWS)
def test_exponentials_are_shifted_where_those_of_small_traces_are(own: Scenario, rows: int | None) -> None:
    traced = trace(own)
    for head in range(traced.sizes.heads):
        assert shifted(chain_of(traced, head), rows=rows) == traced.shifted(head)


def part(chain: Chain, name: str, traced: Trace, head: int, rows: int | None) -> np.ndarray:
    """A stage by blocks, or the head's output by tiles."""
    if name == "head_output":
        return mixed(chain, traced.at("values", head), rows=rows, columns=rows)
    return stage_of(chain, name, rows=rows)


def outcome(compute: Callable[[], np.ndarray]) -> Any:
    """The result, or the error in its place."""
    try:
        return compute()
    except AttentionError as error:
        return error
