"""The numbers of the ONNX operator Attention; its conventions are translated here, not in the engine."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from answers import Case, onnx_cases, side_by_side, split

from attnviz import Direct, HiddenRow, Mask, Scenario, Trace, attention, trace
from attnviz.engine.mask import causal

REACHABLE = 2e-6  # absolute, for float32 numbers of about 1


def test_the_collection_holds_exactly_47_cases() -> None:
    assert len(onnx_cases()) == 47


@pytest.mark.parametrize("case", onnx_cases(), ids=str)
def test_attention_gives_the_output_of_the_operator(case: Case) -> None:
    q, k, v = heads_of(case)
    bias, allowed = masks_of(case)
    output, weights = attention(
        q, k, v, allowed, bias=bias, empty_rows="zero" if case.dead_rows else "raise", **settings(case)
    )
    assert output.dtype == np.float32
    expected = case.expected["Y"]
    close(np.swapaxes(output, -2, -3).reshape(expected.shape) if expected.ndim == 3 else output, expected)
    if case.params.get("qk_matmul_output_mode") == 3:
        close(weights, case.expected["qk_matmul_output"])


@pytest.mark.parametrize("case", [case for case in onnx_cases() if not case.dead_rows], ids=str)
def test_trace_gives_the_output_of_the_operator_and_its_intermediate(case: Case) -> None:
    batches, heads = heads_of(case)[0].shape[:2]
    outputs, inner = [], []
    for batch in range(batches):
        traced = trace(scenario_of(case, batch))
        outputs.append(traced.output)
        inner.append(intermediate(traced, case.params.get("qk_matmul_output_mode", 0)))
    expected = case.expected["Y"]
    got = np.stack(outputs)
    assert got.dtype == np.float32
    close(got if expected.ndim == 3 else split(got, heads), expected)
    if "qk_matmul_output" in case.expected:
        close(np.stack(inner), case.expected["qk_matmul_output"])


@pytest.mark.parametrize("case", [case for case in onnx_cases() if case.dead_rows], ids=str)
def test_trace_refuses_a_case_with_a_fully_masked_row(case: Case) -> None:
    traced = trace(scenario_of(case, 0))
    with pytest.raises(HiddenRow) as caught:
        traced.at("output")
    allowed = masks_of(case)[1]
    assert allowed is not None
    assert caught.value.where.row == int(np.argmin(allowed.any(axis=-1)))


def close(got: np.ndarray, expected: np.ndarray) -> None:
    """Within the operator's own tolerance and within what float32 can reach, whichever is smaller; 1e-7 where 0."""
    assert got.shape == expected.shape
    assert np.all(np.abs(got - expected) <= np.minimum(1e-7 + 1e-3 * np.abs(expected), REACHABLE))


def heads_of(case: Case) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """Q, K and V as (batch, heads, rows, columns)."""
    q, k, v = (case.given[name] for name in "QKV")
    if q.ndim == 4:
        return q, k, v
    kv_heads = case.params["kv_num_heads"]
    return split(q, case.params["q_num_heads"]), split(k, kv_heads), split(v, kv_heads)


def masks_of(case: Case) -> tuple[np.ndarray | None, np.ndarray | None]:
    """The additive mask, and the boolean one together with the causal one, which is top-left."""
    mask = case.given.get("attn_mask")
    bias = mask if mask is not None and mask.dtype != np.bool_ else None
    allowed = mask if mask is not None and mask.dtype == np.bool_ else None
    if case.params.get("is_causal"):
        q, k, _ = heads_of(case)
        triangle = causal(q.shape[-2], k.shape[-2])
        allowed = triangle if allowed is None else allowed & triangle
    return bias, allowed


def settings(case: Case) -> dict[str, Any]:
    return {name: case.params[name] for name in ("scale", "softcap") if name in case.params}


def scenario_of(case: Case, batch: int) -> Scenario:
    """One batch element; a boolean mask that differs between heads goes in as a bias of −∞."""
    q, k, v = heads_of(case)
    pairs = (len(q), q.shape[1], q.shape[2], k.shape[2])
    bias, custom = case.given.get("attn_mask"), None
    if bias is not None and bias.dtype == np.bool_:
        bias, custom = (None, bias) if bias.ndim == 2 else (np.where(bias, np.float32(0), np.float32(-np.inf)), None)
    if bias is not None:
        bias = np.broadcast_to(bias, pairs)[batch]
    return Scenario(
        Direct(side_by_side(q[batch]), side_by_side(k[batch]), side_by_side(v[batch])), dtype="float32",
        heads=q.shape[1], kv_heads=k.shape[1], bias=bias,
        mask=Mask(causal=bool(case.params.get("is_causal")), custom=custom), **settings(case),
    )  # fmt: skip


def intermediate(traced: Trace, mode: int) -> np.ndarray:
    """What the operator calls raw (scaled already), after softcap, after the mask, and weights."""
    if mode == 3:
        return traced.weights
    if mode == 2:
        return traced.masked
    name = "capped" if mode == 1 and "capped" in traced.stages else "scaled"
    return getattr(traced, name)
