"""Small random checkpoints of each family as its own library saves them: names, orientation, config.json."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import numpy as np
from safetensors_files import write, write_shards

from attnviz.content.sources.opening import open_source

LAYERS = 2
WORDS = ["[PAD]", "[UNK]", "[CLS]", "[SEP]", "[MASK]", "she", "sat", "by", "the", "river", "bank", "##s", "."]
BERT = {"model_type": "bert", "num_attention_heads": 3, "hidden_size": 12, "num_hidden_layers": LAYERS}
DISTILBERT = {"model_type": "distilbert", "n_heads": 3, "dim": 12}
GPT2 = {"model_type": "gpt2", "n_head": 3, "n_embd": 12}
LLAMA = {
    "model_type": "llama", "num_attention_heads": 4, "num_key_value_heads": 2, "hidden_size": 12, "head_dim": 6,
    "rope_theta": 500.0,
}  # fmt: skip

Arrays = dict[str, np.ndarray]


class Numbers:
    """Random float32 arrays, the same for the same seed."""

    def __init__(self, seed: int = 7) -> None:
        self._drawn = np.random.default_rng(seed)

    def __call__(self, *shape: int) -> np.ndarray:
        return (self._drawn.normal(size=shape) * 0.5).astype(np.float32)


def save(folder: Path, arrays: Arrays, config: dict[str, Any] | None, *, shards: int = 0, **options: Any) -> Path:
    """The folder with the arrays and config.json in it."""
    folder.mkdir(exist_ok=True)
    if shards:
        write_shards(folder, arrays, shards)
    else:
        write(folder / "model.safetensors", arrays, **options)
    if config is not None:
        (folder / "config.json").write_text(json.dumps(config), encoding="utf-8")
    return folder


def opened(folder: Path, arrays: Arrays, config: dict[str, Any] | None, **choices: Any) -> Any:
    """The checkpoint "my-model" in that folder, saved and opened."""
    return open_source(save(folder / "my-model", arrays, config), **choices)


def bert(prefix: str = "", width: int = 12, wide: int = 20, old_names: bool = False, positions: int = 16) -> Arrays:
    """Every array of a small BERT; old_names call gain and shift of the norms gamma and beta."""
    new = Numbers()
    gain, shift = ("gamma", "beta") if old_names else ("weight", "bias")
    arrays = {
        "embeddings.word_embeddings.weight": new(len(WORDS), width),
        "embeddings.position_embeddings.weight": new(positions, width),
        "embeddings.token_type_embeddings.weight": new(2, width),
        f"embeddings.LayerNorm.{gain}": new(width) + 1,
        f"embeddings.LayerNorm.{shift}": new(width),
        "pooler.dense.weight": new(width, width),
    }
    for layer in range(LAYERS):
        start = f"encoder.layer.{layer}."
        for name in ("attention.self.query", "attention.self.key", "attention.self.value", "attention.output.dense"):
            arrays |= {f"{start}{name}.weight": new(width, width), f"{start}{name}.bias": new(width)}
        arrays |= {f"{start}intermediate.dense.weight": new(wide, width), f"{start}intermediate.dense.bias": new(wide)}
        arrays |= {f"{start}output.dense.weight": new(width, wide), f"{start}output.dense.bias": new(width)}
        for name in ("attention.output.LayerNorm", "output.LayerNorm"):
            arrays |= {f"{start}{name}.{gain}": new(width) + 1, f"{start}{name}.{shift}": new(width)}
    return {prefix + name: values for name, values in arrays.items()}


def distilbert() -> Arrays:
    """The attention of a small DistilBERT."""
    new, arrays = Numbers(), {}
    for layer in range(LAYERS):
        for name in ("q_lin", "k_lin", "v_lin", "out_lin"):
            start = f"distilbert.transformer.layer.{layer}.attention.{name}"
            arrays |= {f"{start}.weight": new(12, 12), f"{start}.bias": new(12)}
    return arrays


def gpt2(prefix: str = "transformer.") -> Arrays:
    """The attention and norms of a small GPT-2, whose matrices are (in, out); with its buffer of the causal mask."""
    new, arrays = Numbers(), {}
    for layer in range(LAYERS):
        start = f"{prefix}h.{layer}."
        arrays |= {
            f"{start}attn.bias": np.tril(np.ones((1, 1, 8, 8), bool)),
            f"{start}attn.c_attn.weight": new(12, 36),
            f"{start}attn.c_attn.bias": new(36),
            f"{start}attn.c_proj.weight": new(12, 12),
            f"{start}attn.c_proj.bias": new(12),
            f"{start}ln_1.weight": new(12) + 1,
            f"{start}ln_1.bias": new(12),
        }
    return arrays


def llama(heads: int = 4, kv_heads: int = 2, d_k: int = 6, biases: bool = False, prefix: str = "model.") -> Arrays:
    """The attention and norms of a small Llama, or of Qwen2 with biases of queries, keys and values."""
    new, arrays = Numbers(), {}
    for layer in range(LAYERS):
        start = f"{prefix}layers.{layer}."
        for letter, rows in (("q", heads), ("k", kv_heads), ("v", kv_heads)):
            arrays[f"{start}self_attn.{letter}_proj.weight"] = new(rows * d_k, 12)
            if biases:
                arrays[f"{start}self_attn.{letter}_proj.bias"] = new(rows * d_k)
        arrays[f"{start}self_attn.o_proj.weight"] = new(12, heads * d_k)
        arrays[f"{start}input_layernorm.weight"] = new(12) + 1
    return arrays


def rows(*shape: int) -> np.ndarray:
    """Activations, float64."""
    return Numbers(11)(*shape).astype(np.float64)
