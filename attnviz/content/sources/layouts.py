"""How families of models name and turn their projection matrices: recognised by the names in a file."""

from __future__ import annotations

import os
import re
from collections.abc import Iterable
from dataclasses import dataclass

import numpy as np

from attnviz.content.atomic import FileProblem
from attnviz.content.sources.family_names import families
from attnviz.content.sources.stored import numbers, refuse_beyond, shape_of, worded
from attnviz.content.tensors.tensors import Tensors, quoted
from attnviz.engine.arrays import Array


@dataclass(frozen=True)
class Layout:
    """One family's names. block: what every name of layer {} begins with; q, k, v, o: the four projections' names.

    fused: True if q names one matrix that holds queries, keys and values side by side. turned: True if matrices are
    stored (d_out, d_in), as PyTorch's Linear does. norm: what normalises the row before it enters W_Q; "" where X
    enters as it is. causal: True if no token looks at a later one.
    """

    family: str
    words: str
    prefixes: tuple[str, ...]
    block: str
    q: str
    k: str
    v: str
    o: str
    turned: bool = True
    fused: bool = False
    norm: str = ""
    causal: bool = False

    def names(self, prefix: str, layer: int) -> str:
        """What the names of one layer begin with."""
        return prefix + self.block.format(layer)


BERT = Layout(
    "bert", "BERT", ("", "bert.", "roberta.", "electra.", "model.", "encoder."), "encoder.layer.{}.attention.",
    "self.query", "self.key", "self.value", "output.dense",
)  # fmt: skip
DISTILBERT = Layout(
    "distilbert", "DistilBERT", ("", "distilbert."), "transformer.layer.{}.attention.",
    "q_lin", "k_lin", "v_lin", "out_lin",
)  # fmt: skip
GPT2 = Layout(
    "gpt2", "GPT-2", ("", "transformer.", "model."), "h.{}.", "attn.c_attn", "", "", "attn.c_proj",
    turned=False, fused=True, norm="ln_1", causal=True,
)  # fmt: skip
LLAMA = Layout(
    "llama", "Llama", ("", "model.", "language_model.model.", "model.language_model."), "layers.{}.",
    "self_attn.q_proj", "self_attn.k_proj", "self_attn.v_proj", "self_attn.o_proj",
    norm="input_layernorm", causal=True,
)  # fmt: skip
LAYOUTS = (BERT, DISTILBERT, GPT2, LLAMA)


@dataclass(frozen=True)
class Found:
    """A layout with the prefix of its names in one file, and how many layers are there."""

    layout: Layout
    prefix: str
    layers: int


def recognise(names: Iterable[str], path: str | os.PathLike[str]) -> Found:
    """The family whose names these are. Raises FileProblem if none, saying what was looked for."""
    names = frozenset(names)
    for layout in LAYOUTS:
        for prefix in layout.prefixes:
            first = f"{layout.names(prefix, 0)}{layout.q}.weight"
            if first in names:
                return Found(layout, prefix, _count(names, layout, prefix))
    example = quoted(next(iter(sorted(names)), ""))
    raise FileProblem(
        path,
        f"its names, such as {example}, are of no family that is read here: {families()}. "
        "Save its attention weights as an array instead.",
    )


def is_checkpoint(names: Iterable[str]) -> bool:
    """True if one of the families has such names."""
    names = frozenset(names)
    return any(
        f"{layout.names(prefix, 0)}{layout.q}.weight" in names for layout in LAYOUTS for prefix in layout.prefixes
    )


def projections(tensors: Tensors, found: Found, layer: int) -> dict[str, Array]:
    """W_Q, W_K, W_V, W_O and those of b_Q, b_K, b_V, b_O that there are, each W as (d_in, d_out).

    Half-precision numbers come as float32, which holds each exactly. Raises FileProblem for what is missing or has
    another shape than a matrix.
    """
    layout, start = found.layout, found.layout.names(found.prefix, layer)
    if layout.fused:
        return _fused(tensors, start, layout)
    matrices = {}
    for letter, name in zip("QKVO", (layout.q, layout.k, layout.v, layout.o), strict=True):
        weight = numbers(tensors, f"{start}{name}.weight", 2)
        matrices[f"W_{letter}"] = weight.T if layout.turned else weight
    for letter, name in zip("QKVO", (layout.q, layout.k, layout.v, layout.o), strict=True):
        bias = f"{start}{name}.bias"
        if bias in tensors.entries:
            matrices[f"b_{letter}"] = numbers(tensors, bias, 1)
    return matrices


def widths(tensors: Tensors, found: Found) -> tuple[int, int, int]:
    """d_model, and the columns of W_Q and W_K, by the shapes alone. Raises FileProblem for what is no matrix."""
    layout, start = found.layout, found.layout.names(found.prefix, 0)
    shapes = []
    for name in (layout.q,) if layout.fused else (layout.q, layout.k):
        shapes.append(shape_of(tensors, f"{start}{name}.weight", 2))
    if layout.fused:
        d_model = min(shapes[0])
        return d_model, d_model, d_model
    (d_q, d_model), (d_k, _) = shapes
    return d_model, d_q, d_k


def _fused(tensors: Tensors, start: str, layout: Layout) -> dict[str, Array]:
    """GPT-2's one matrix (d_model, 3·d_model), taken apart; turned, as nanoGPT saves it, its shape tells so."""
    name = f"{start}{layout.q}.weight"
    both, out = numbers(tensors, name, 2), numbers(tensors, f"{start}{layout.o}.weight", 2)
    rows, columns = both.shape
    if rows == 3 * columns:
        both, out = both.T, out.T
    elif columns != 3 * rows:
        raise FileProblem(
            tensors.path,
            f"{worded(name)} is {rows}×{columns}: neither side is three times the other. Get the file again.",
        )
    width = both.shape[1] // 3
    found = {f"W_{letter}": both[:, part * width : (part + 1) * width] for part, letter in enumerate("QKV")}
    found["W_O"] = out
    bias = f"{start}{layout.q}.bias"
    if bias in tensors.entries:
        values = numbers(tensors, bias, 1)
        if values.shape[0] != 3 * width:
            raise FileProblem(
                tensors.path, f"{worded(bias)} holds {values.shape[0]} numbers, not {3 * width}. Get the file again."
            )
        found |= {f"b_{letter}": values[part * width : (part + 1) * width] for part, letter in enumerate("QKV")}
    if f"{start}{layout.o}.bias" in tensors.entries:
        found["b_O"] = numbers(tensors, f"{start}{layout.o}.bias", 1)
    return found


def _count(names: frozenset[str], layout: Layout, prefix: str) -> int:
    """How many layers follow one another from the first."""
    pattern = re.compile(
        re.escape(prefix) + re.escape(layout.block).replace(r"\{\}", "([0-9]{1,4})") + re.escape(layout.q) + r"\.weight"
    )
    counted = {int(match[1]) for name in names if (match := pattern.fullmatch(name))}
    count = 0
    while count in counted:
        count += 1
    return count


def layer_norm(
    tensors: Tensors, found: Found, layer: int, rows: Array, eps: float, *, centred: bool, plus_one: bool
) -> Array:
    """The rows after the norm that stands before a layer's attention.

    centred: LayerNorm, which subtracts the mean, else RMSNorm. plus_one: the gain is stored less 1, as Gemma does.
    Source: Ba et al. 2016, section 3; Zhang and Sennrich 2019, section 4.
    """
    start = f"{found.layout.names(found.prefix, layer)}{found.layout.norm}"
    gain = numbers(tensors, f"{start}.weight", 1) + (1.0 if plus_one else 0.0)
    bias = f"{start}.bias"
    shift = numbers(tensors, bias, 1) if bias in tensors.entries else 0.0
    with np.errstate(over="ignore", invalid="ignore"):  # what is not finite is refused below
        away = rows - rows.mean(axis=1, keepdims=True) if centred else rows
        result: Array = away / np.sqrt((away * away).mean(axis=1, keepdims=True) + eps) * gain + shift
    refuse_beyond(tensors, result, f"{start}.weight")
    return result
