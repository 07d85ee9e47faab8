"""Every form of attention at once against PyTorch: a plain forward pass of its own operations, and its autograd."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest
import torch
from hypothesis import assume, given, settings
from hypothesis import strategies as st
from strategies import hides_a_row, scenarios
from torch.nn.functional import scaled_dot_product_attention

from attnviz import Alibi, Direct, Mask, Projected, Rotary, Scenario, attention, gradients, trace

Tensor = torch.Tensor


def tensors_of(scenario: Scenario) -> dict[str, Tensor]:
    """Every input as a leaf, the score bias among them."""
    found = {name: torch.tensor(np.array(values), requires_grad=True) for name, values in scenario.inputs.items()}
    if scenario.bias is not None:
        found["bias"] = torch.tensor(np.array(scenario.bias), requires_grad=True)
    return found


def projected(scenario: Scenario, given: dict[str, Tensor], letter: str) -> Tensor:
    """(heads, rows, width) of the queries, keys or values."""
    size = scenario.sizes
    if isinstance(scenario.inputs, Direct):
        rows = given[letter]
    else:
        x = given["source"] if letter != "Q" and "source" in given else given["X"]
        rows = x @ given[f"W_{letter}"] + given.get(f"b_{letter}", torch.zeros(()))
    heads = size.heads if letter == "Q" else size.kv_heads
    return rows.reshape(rows.shape[0], heads, -1).transpose(0, 1)


def rotated(vectors: Tensor, rotary: Rotary, first: int) -> Tensor:
    """Pairs of numbers as complex numbers, times e^(i·angle)."""
    width = rotary.width or vectors.shape[-1]
    turning, rest = vectors[..., :width], vectors[..., width:]
    half = width // 2
    if rotary.pairing == "half":
        pairs = torch.complex(turning[..., :half].contiguous(), turning[..., half:].contiguous())
    else:
        pairs = torch.view_as_complex(turning.reshape(*turning.shape[:-1], half, 2).contiguous())
    each = torch.tensor(
        rotary.frequencies or [rotary.base ** (-2 * i / width) for i in range(half)], dtype=torch.float64
    )
    places = torch.arange(first, first + vectors.shape[-2], dtype=torch.float64)
    turned = pairs * torch.exp(1j * torch.outer(places, each))
    back = (
        torch.cat([turned.real, turned.imag], -1)
        if rotary.pairing == "half"
        else torch.view_as_real(turned).flatten(-2)
    )
    return torch.cat([back, rest], -1)


def logits_of(scenario: Scenario, q: Tensor, k: Tensor, bias: Tensor | None) -> Tensor:
    """(heads, T, S): what softmax reads."""
    size, mask = scenario.sizes, scenario.mask
    if isinstance(scenario.positions, Rotary):
        start = scenario.positions.start
        q, k = rotated(q, scenario.positions, start + size.S - size.T), rotated(k, scenario.positions, start)
    scale = {True: size.d_k**-0.5, False: 1.0}[scenario.scale] if isinstance(scenario.scale, bool) else scenario.scale
    logits = q @ k.repeat_interleave(size.heads // size.kv_heads, 0).transpose(1, 2) * scale
    if scenario.softcap is not None:
        logits = torch.tanh(logits / scenario.softcap) * scenario.softcap
    i, j = torch.arange(size.T)[:, None] + size.S - size.T, torch.arange(size.S)
    if isinstance(scenario.positions, Alibi):
        default = [2 ** (-8 * (h + 1) / size.heads) for h in range(size.heads)]
        logits = logits + torch.tensor(scenario.positions.slopes or default, dtype=torch.float64)[:, None, None] * (
            j - i
        )
    if bias is not None:
        logits = logits + bias
    logits = logits / scenario.temperature
    seen = torch.ones(size.T, size.S, dtype=torch.bool)
    if mask.causal:
        seen &= j <= (i if mask.alignment == "bottom_right" else torch.arange(size.T)[:, None])
    if mask.window is not None:
        left, right = (size.T + size.S if side is None else side for side in mask.window)
        seen &= (i - j <= left) & (j - i <= right)
    seen[:, list(mask.padding)] = False
    if mask.custom is not None:
        seen &= torch.tensor(np.array(mask.custom))
    return logits.masked_fill(~seen, -torch.inf)


def forward(scenario: Scenario, given: dict[str, Tensor]) -> tuple[Tensor, Tensor]:
    """The output and the weights."""
    size = scenario.sizes
    q, k, v = (projected(scenario, given, letter) for letter in "QKV")
    weights = torch.softmax(logits_of(scenario, q, k, given.get("bias")), -1)
    heads = weights @ v.repeat_interleave(size.heads // size.kv_heads, 0)
    output = heads.transpose(0, 1).reshape(size.T, -1)
    if "W_O" in given:
        output = output @ given["W_O"]
    return output + given.get("b_O", torch.zeros(())), weights


@given(scenarios(kinds="pd", exact=True), st.integers(0, 2**31))
@settings(max_examples=300)
def test_output_weights_and_gradients_of_any_scenario_are_those_of_torch(scenario: Scenario, seed: int) -> None:
    assume(not hides_a_row(scenario))
    given = tensors_of(scenario)
    output, weights = forward(scenario, given)
    traced = trace(scenario)
    np.testing.assert_allclose(traced.weights, weights.detach().numpy(), rtol=1e-9, atol=1e-11)
    np.testing.assert_allclose(traced.output, output.detach().numpy(), rtol=1e-9, atol=1e-11)
    pull = np.random.default_rng(seed).normal(size=output.shape)
    output.backward(torch.tensor(pull))
    found = gradients(scenario, pull)
    assert found.keys() == given.keys()
    for name, tensor in given.items():
        expected = np.zeros(tensor.shape) if tensor.grad is None else tensor.grad.numpy()
        np.testing.assert_allclose(found[name], expected, rtol=1e-8, atol=1e-10, err_msg=name)


@pytest.mark.parametrize("pairing", ["half", "interleaved"])
@pytest.mark.parametrize("start", [-1000, -3, 0, 100_000])
@pytest.mark.parametrize("width", [None, 4])
def test_rotary_positions_anywhere_turn_shared_keys_as_torch_does(pairing: str, start: int, width: int | None) -> None:
    rng = np.random.default_rng(8)
    inputs = Direct(rng.normal(size=(3, 4 * 8)), rng.normal(size=(7, 2 * 8)), rng.normal(size=(7, 2 * 5)))
    rotary = Rotary(pairing, 500.0, start, width)  # type: ignore[arg-type]
    scenario = Scenario(
        inputs, heads=4, kv_heads=2, positions=rotary, mask=Mask(True, "bottom_right", window=(3, None))
    )
    output, weights = forward(scenario, tensors_of(scenario))
    np.testing.assert_allclose(trace(scenario).weights, weights.detach().numpy(), rtol=1e-9, atol=1e-11)
    np.testing.assert_allclose(trace(scenario).output, output.detach().numpy(), rtol=1e-9, atol=1e-11)


@given(scenarios(kinds="pd", exact=True))
@settings(max_examples=60)
def test_in_float32_any_scenario_comes_near_the_float64_of_torch(scenario: Scenario) -> None:
    assume(not hides_a_row(scenario))
    output, weights = forward(scenario, tensors_of(scenario))
    traced = trace(replace(scenario, dtype="float32"))
    assert traced.output.dtype == np.float32
    scale = 1 + float(weights.new_tensor(np.nan_to_num(trace(scenario).scores)).abs().max())  # errors grow with scores
    np.testing.assert_allclose(traced.weights, weights.detach().numpy(), atol=2e-5 * scale)
    np.testing.assert_allclose(traced.output, output.detach().numpy(), rtol=1e-4 * scale, atol=1e-4 * scale)


@given(scenarios(kinds="d", exact=True))
def test_dead_rows_are_zeros_where_asked_and_all_others_are_those_of_torch(scenario: Scenario) -> None:
    given = tensors_of(scenario)
    q, k, v = (projected(scenario, given, letter) for letter in "QKV")
    logits = logits_of(scenario, q, k, given.get("bias")).detach()
    expected = torch.softmax(logits, -1).nan_to_num(0.0).numpy()
    size, traced = scenario.sizes, trace(scenario)
    turns = isinstance(scenario.positions, Rotary)
    own = (traced.rotated_queries, traced.rotated_keys) if turns else (traced.queries, traced.keys)
    bias = scenario.bias
    if isinstance(scenario.positions, Alibi):
        bias = np.stack([traced.at("alibi", head) for head in range(size.heads)]) + (0 if bias is None else bias)
    output, weights = attention(
        *own, traced.values, scenario.mask.allowed(size.T, size.S), bias=bias, scale=scenario.factor,
        softcap=scenario.softcap, temperature=scenario.temperature, empty_rows="zero",
    )  # fmt: skip
    values = v.repeat_interleave(size.heads // size.kv_heads, 0).detach().numpy()
    np.testing.assert_allclose(weights, expected, rtol=1e-9, atol=1e-11)
    np.testing.assert_allclose(output, expected @ values, rtol=1e-9, atol=1e-11)


@pytest.mark.parametrize("causal", [True, False])
def test_shared_keys_and_a_mask_are_those_of_scaled_dot_product_attention(causal: bool) -> None:
    rng = np.random.default_rng(4)
    q, k, v = rng.normal(size=(1, 6, 5, 4)), rng.normal(size=(1, 2, 5, 4)), rng.normal(size=(1, 2, 5, 3))
    tensors = (torch.tensor(values) for values in (q, k, v))
    expected = scaled_dot_product_attention(*tensors, is_causal=causal, enable_gqa=True).numpy()
    inputs = Direct(*(values[0].transpose(1, 0, 2).reshape(5, -1) for values in (q, k, v)))
    traced = trace(Scenario(inputs, heads=6, kv_heads=2, mask=Mask(causal=causal)))
    np.testing.assert_allclose(traced.head_output, expected[0], rtol=1e-12, atol=1e-13)


def test_a_source_of_another_length_is_cross_attention_of_torch() -> None:
    rng = np.random.default_rng(6)
    layer = torch.nn.MultiheadAttention(6, 3, kdim=4, vdim=4, batch_first=True, dtype=torch.float64)
    x, source = rng.normal(size=(5, 6)), rng.normal(size=(8, 4))
    expected, weights = layer(
        torch.tensor(x)[None], torch.tensor(source)[None], torch.tensor(source)[None], average_attn_weights=False
    )
    W = {name: weight.detach().numpy().T for name, weight in layer.named_parameters() if name.endswith("weight")}
    b_Q, b_K, b_V = np.split(layer.in_proj_bias.detach().numpy(), 3)
    inputs = Projected(
        x, W["q_proj_weight"], W["k_proj_weight"], W["v_proj_weight"], W["out_proj.weight"], source, b_Q, b_K, b_V,
        layer.out_proj.bias.detach().numpy(),
    )  # fmt: skip
    traced = trace(Scenario(inputs, heads=3))
    np.testing.assert_allclose(traced.output, expected[0].detach().numpy(), rtol=1e-12, atol=1e-13)
    np.testing.assert_allclose(traced.weights, weights[0].detach().numpy(), rtol=1e-12, atol=1e-13)
