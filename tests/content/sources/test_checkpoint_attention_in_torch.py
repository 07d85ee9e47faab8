"""Attention of each family's checkpoints is what PyTorch makes of the same arrays with plain tensor operations."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import checkpoint_files as files
import numpy as np
import pytest
import torch
from torch.nn import functional

from attnviz import trace
from attnviz.content.sources.opening import open_source
from attnviz.content.sources.source import Place

LEAST: dict[str, Any] = {"rtol": 0, "atol": 1e-12}
T = 7
X = files.rows(T, 12)


def _tensor(values: np.ndarray) -> torch.Tensor:
    return torch.from_numpy(np.ascontiguousarray(values, dtype=np.float64))


def _heads(x: torch.Tensor, many: int) -> torch.Tensor:
    """(T, h·d) as (h, T, d)."""
    return x.view(x.shape[0], many, -1).transpose(0, 1)


def _joined(x: torch.Tensor) -> torch.Tensor:
    return x.transpose(0, 1).reshape(x.shape[1], -1)


def _attended(q: torch.Tensor, k: torch.Tensor, v: torch.Tensor, causal: bool, scale: float | None = None) -> Any:
    """Weights and output of (h, T, d) by explicit operations."""
    scores = torch.einsum("hid,hjd->hij", q, k) * (q.shape[-1] ** -0.5 if scale is None else scale)
    if causal:
        scores = scores.masked_fill(torch.ones(T, T).triu(1).bool(), -torch.inf)
    weights = torch.softmax(scores, -1)
    return weights, _joined(weights @ v)


def _linear(arrays: files.Arrays, name: str, x: torch.Tensor) -> torch.Tensor:
    bias = arrays.get(f"{name}.bias")
    return functional.linear(x, _tensor(arrays[f"{name}.weight"]), None if bias is None else _tensor(bias))


def _agree(source: Any, layer: int, weights: torch.Tensor, output: torch.Tensor) -> None:
    """The layer's weights and output, and each head's weights, are those numbers."""
    np.testing.assert_allclose(source.weights(layer), weights.numpy(), **LEAST)
    np.testing.assert_allclose(trace(source.scenario(Place(layer, None))).output, output.numpy(), **LEAST)
    for head in range(source.heads):
        found = trace(source.scenario(Place(layer, head))).weights[0]
        np.testing.assert_allclose(found, weights[head].numpy(), **LEAST)


@pytest.mark.parametrize("prefix", ["", "bert.", "roberta."])
def test_bert_and_roberta(tmp_path: Path, prefix: str) -> None:
    arrays = files.bert(prefix)
    config = files.BERT | {"model_type": "roberta" if prefix == "roberta." else "bert"}
    source: Any = open_source(files.save(tmp_path / "m", arrays, config))
    source = source.with_x(X, 1)
    start = f"{prefix}encoder.layer.1.attention."
    q, k, v = (_heads(_linear(arrays, f"{start}self.{name}", _tensor(X)), 3) for name in ("query", "key", "value"))
    weights, mixed = _attended(q, k, v, causal=False)
    _agree(source, 1, weights, _linear(arrays, f"{start}output.dense", mixed))


def test_distilbert(tmp_path: Path) -> None:
    arrays = files.distilbert()
    source: Any = open_source(files.save(tmp_path / "m", arrays, files.DISTILBERT))
    start = "distilbert.transformer.layer.0.attention."
    q, k, v = (_heads(_linear(arrays, start + name, _tensor(X)), 3) for name in ("q_lin", "k_lin", "v_lin"))
    weights, mixed = _attended(q, k, v, causal=False)
    _agree(source.with_x(X, 0), 0, weights, _linear(arrays, f"{start}out_lin", mixed))


@pytest.mark.parametrize("prefix", ["", "transformer."])
@pytest.mark.parametrize("turned", [False, True])
def test_gpt2_fused_and_as_nanogpt_turns_it(tmp_path: Path, prefix: str, turned: bool) -> None:
    arrays = files.gpt2(prefix)
    stored = {name: values.T if turned and values.ndim == 2 else values for name, values in arrays.items()}
    source: Any = open_source(files.save(tmp_path / "m", stored, files.GPT2))
    start = f"{prefix}h.1.attn."
    fused = torch.addmm(_tensor(arrays[f"{start}c_attn.bias"]), _tensor(X), _tensor(arrays[f"{start}c_attn.weight"]))
    q, k, v = (_heads(part, 3) for part in fused.split(12, dim=1))
    weights, mixed = _attended(q, k, v, causal=True)
    output = torch.addmm(_tensor(arrays[f"{start}c_proj.bias"]), mixed, _tensor(arrays[f"{start}c_proj.weight"]))
    _agree(source.with_x(X, 1), 1, weights, output)


def test_gpt2_of_hidden_states_before_the_norm(tmp_path: Path) -> None:
    arrays = files.gpt2()
    source: Any = open_source(files.save(tmp_path / "m", arrays, files.GPT2 | {"layer_norm_epsilon": 1e-3}))
    states = files.rows(files.LAYERS + 1, T, 12)
    given = source.with_x(states)
    start = "transformer.h.1."
    normed = functional.layer_norm(
        _tensor(states[1]), (12,), _tensor(arrays[f"{start}ln_1.weight"]), _tensor(arrays[f"{start}ln_1.bias"]), 1e-3
    )
    np.testing.assert_allclose(given.scenario(Place(1, 0)).matrix("X"), normed.numpy(), **LEAST)
    np.testing.assert_array_equal(given.weights(1), source.with_x(states[1], 1, residual=True).weights(1))
    assert "before the layer norm" in given.note


def test_gpt2_scaled_by_its_layer(tmp_path: Path) -> None:
    arrays = files.gpt2()
    config = files.GPT2 | {"scale_attn_by_inverse_layer_idx": True}
    source: Any = open_source(files.save(tmp_path / "m", arrays, config))
    start = "transformer.h.1.attn.c_attn."
    fused = torch.addmm(_tensor(arrays[f"{start}bias"]), _tensor(X), _tensor(arrays[f"{start}weight"]))
    q, k, v = (_heads(part, 3) for part in fused.split(12, dim=1))
    np.testing.assert_allclose(
        source.with_x(X, 1).weights(1), _attended(q, k, v, True, 4**-0.5 / 2)[0].numpy(), **LEAST
    )


def _turned(x: torch.Tensor, frequencies: torch.Tensor) -> torch.Tensor:
    """(h, T, d) turned as complex numbers: number c of the first half is real, c of the second imaginary."""
    half = frequencies.numel()
    pairs = torch.complex(x[..., :half], x[..., half : 2 * half])
    angles = torch.arange(T, dtype=torch.float64)[:, None] * frequencies
    turned = pairs * torch.polar(torch.ones_like(angles), angles)
    return torch.cat([turned.real, turned.imag, x[..., 2 * half :]], -1)


def _llama_layer(arrays: files.Arrays, layer: int, frequencies: torch.Tensor, heads: int, kv_heads: int) -> Any:
    start = f"model.layers.{layer}.self_attn."
    q = _turned(_heads(_linear(arrays, f"{start}q_proj", _tensor(X)), heads), frequencies)
    k = _turned(_heads(_linear(arrays, f"{start}k_proj", _tensor(X)), kv_heads), frequencies)
    v = _heads(_linear(arrays, f"{start}v_proj", _tensor(X)), kv_heads)
    k, v = (one.repeat_interleave(heads // kv_heads, dim=0) for one in (k, v))
    weights, mixed = _attended(q, k, v, causal=True)
    return weights, _linear(arrays, f"{start}o_proj", mixed)


def _plain(base: float, width: int) -> torch.Tensor:
    return 1.0 / base ** (torch.arange(0, width, 2, dtype=torch.float64) / width)


@pytest.mark.parametrize(("heads", "kv_heads"), [(4, 2), (4, 1), (4, 4)])
@pytest.mark.parametrize("biases", [False, True])
def test_llama_and_qwen2_with_grouped_heads(tmp_path: Path, heads: int, kv_heads: int, biases: bool) -> None:
    arrays = files.llama(heads, kv_heads, biases=biases)
    config = files.LLAMA | {"num_key_value_heads": kv_heads, "model_type": "qwen2" if biases else "llama"}
    source: Any = open_source(files.save(tmp_path / "m", arrays, config))
    assert source.kv_heads == kv_heads
    _agree(source.with_x(X, 1), 1, *_llama_layer(arrays, 1, _plain(500.0, 6), heads, kv_heads))


def test_llama_with_linear_scaling_and_with_half_of_each_head_turning(tmp_path: Path) -> None:
    arrays = files.llama(d_k=8)
    config = files.LLAMA | {"head_dim": 8, "rope_scaling": {"type": "linear", "factor": 4.0}}
    source: Any = open_source(files.save(tmp_path / "m", arrays, config))
    _agree(source.with_x(X, 0), 0, *_llama_layer(arrays, 0, _plain(500.0, 8) / 4, 4, 2))
    source = open_source(
        files.save(tmp_path / "m", arrays, files.LLAMA | {"head_dim": 8, "partial_rotary_factor": 0.5})
    )
    _agree(source.with_x(X, 0), 0, *_llama_layer(arrays, 0, _plain(500.0, 4), 4, 2))


def test_llama3_scaling(tmp_path: Path) -> None:
    """Worked apart: each frequency by its wavelength, as Llama 3.1's reference code says it, one by one."""
    factor, low, high, length = 8.0, 1.0, 4.0, 64.0
    expected = []
    for plain in _plain(500.0, 16).tolist():
        wavelength = 2 * torch.pi / plain
        if wavelength < length / high:
            expected.append(plain)
        elif wavelength > length / low:
            expected.append(plain / factor)
        else:
            smooth = (length / wavelength - low) / (high - low)
            expected.append((1 - smooth) * plain / factor + smooth * plain)
    arrays = files.llama(d_k=16)
    told = {
        "rope_type": "llama3", "factor": factor, "low_freq_factor": low, "high_freq_factor": high,
        "original_max_position_embeddings": int(length), "rope_theta": 500.0,
    }  # fmt: skip
    for name in ("rope_scaling", "rope_parameters"):
        source: Any = open_source(files.save(tmp_path / "m", arrays, files.LLAMA | {"head_dim": 16, name: told}))
        np.testing.assert_allclose(
            source.with_x(X, 0).scenario(Place(0, 0)).positions.frequencies, expected, rtol=1e-14
        )
        _agree(source.with_x(X, 0), 0, *_llama_layer(arrays, 0, torch.tensor(expected, dtype=torch.float64), 4, 2))


def test_llama_of_hidden_states_before_the_norm(tmp_path: Path) -> None:
    arrays = files.llama()
    source: Any = open_source(files.save(tmp_path / "m", arrays, files.LLAMA | {"rms_norm_eps": 1e-3}))
    gain = _tensor(arrays["model.layers.1.input_layernorm.weight"])
    expected = functional.rms_norm(_tensor(X), (12,), gain, 1e-3)
    found = source.with_x(X, 1, residual=True).scenario(Place(1, None)).matrix("X")
    np.testing.assert_allclose(found, expected.numpy(), **LEAST)


def test_half_precision_is_read_exactly(tmp_path: Path) -> None:
    arrays = {
        name: (np.ascontiguousarray(values).view(np.uint32) & 0xFFFF0000).view(np.float32)
        for name, values in files.llama().items()
    }
    source: Any = open_source(files.save(tmp_path / "m", arrays, files.LLAMA, bfloat16=True))
    np.testing.assert_array_equal(
        source.matrices(Place(0, None))["W_Q"].T, arrays["model.layers.0.self_attn.q_proj.weight"]
    )
    _agree(source.with_x(X, 0), 0, *_llama_layer(arrays, 0, _plain(500.0, 6), 4, 2))


def test_shards_give_the_same_numbers_as_one_file(tmp_path: Path) -> None:
    arrays = files.llama()
    source: Any = open_source(files.save(tmp_path / "m", arrays, files.LLAMA, shards=3))
    _agree(source.with_x(X, 1), 1, *_llama_layer(arrays, 1, _plain(500.0, 6), 4, 2))


def _spoken(arrays: files.Arrays, ids: list[int], heads: int, old: bool, act: Any, eps: float) -> Any:
    """All of a small BERT in PyTorch: each layer's weights, and the last hidden state."""
    gain, shift = ("gamma", "beta") if old else ("weight", "bias")

    def norm(x: torch.Tensor, name: str) -> torch.Tensor:
        return functional.layer_norm(
            x, (12,), _tensor(arrays[f"{name}.{gain}"]), _tensor(arrays[f"{name}.{shift}"]), eps
        )

    tables = [
        _tensor(arrays[f"bert.embeddings.{name}_embeddings.weight"]) for name in ("word", "position", "token_type")
    ]
    x = norm(tables[0][ids] + tables[1][: len(ids)] + tables[2][0], "bert.embeddings.LayerNorm")
    seen = []
    for layer in range(files.LAYERS):
        start = f"bert.encoder.layer.{layer}."
        q, k, v = (_heads(_linear(arrays, f"{start}attention.self.{n}", x), heads) for n in ("query", "key", "value"))
        seen.append(torch.softmax(q @ k.mT / (q.shape[-1] ** 0.5), -1).numpy())
        mixed = _joined(functional.scaled_dot_product_attention(q, k, v))
        middle = norm(
            x + _linear(arrays, f"{start}attention.output.dense", mixed), f"{start}attention.output.LayerNorm"
        )
        wide = act(_linear(arrays, f"{start}intermediate.dense", middle))
        x = norm(middle + _linear(arrays, f"{start}output.dense", wide), f"{start}output.LayerNorm")
    return np.stack(seen), x.numpy()


@pytest.mark.parametrize("old", [False, True])
@pytest.mark.parametrize(
    ("name", "act"),
    [
        ("gelu", functional.gelu),
        ("gelu_new", lambda x: functional.gelu(x, approximate="tanh")),
        ("relu", functional.relu),
    ],
)
@pytest.mark.parametrize("heads", [1, 3, 6])
def test_a_bert_with_its_vocabulary_reads_a_sentence(
    tmp_path: Path, old: bool, name: str, act: Any, heads: int
) -> None:
    arrays = files.bert("bert.", old_names=old)
    config = files.BERT | {"num_attention_heads": heads, "hidden_act": name, "layer_norm_eps": 1e-5}
    folder = files.save(tmp_path / "m", arrays, config)
    (folder / "vocab.txt").write_text("\n".join(files.WORDS) + "\n", encoding="utf-8")
    model: Any = open_source(folder, text="She sat by the river banks.")
    assert model.tokens == ("[CLS]", "she", "sat", "by", "the", "river", "bank", "##s", ".", "[SEP]")
    weights, last = _spoken(arrays, [2, 5, 6, 7, 8, 9, 10, 11, 12, 3], heads, old, act, 1e-5)
    np.testing.assert_allclose(np.stack([model.weights(layer) for layer in range(model.layers)]), weights, **LEAST)
    np.testing.assert_allclose(model.hidden(model.layers), last, rtol=0, atol=1e-11)
