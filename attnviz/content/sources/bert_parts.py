"""The arrays that the forward pass of BERT's layout needs beside attention: all there, each of its proper size."""

from __future__ import annotations

from collections.abc import Iterator

from attnviz.content.atomic import FileProblem
from attnviz.content.sources.layouts import Found
from attnviz.content.sources.stored import shape_of, sized, worded
from attnviz.content.tensors.tensors import Tensors

_OLD = {"weight": "gamma", "bias": "beta"}  # what old files call gain and shift of a norm
_Wanted = tuple[str, tuple[int | None, ...]]


def name_of(tensors: Tensors, name: str) -> str:
    """The array's own name in this file, where the gain and shift of a norm may have an older one."""
    start, _, end = name.rpartition(".")
    old = f"{start}.{_OLD.get(end, end)}"
    return old if name not in tensors.entries and old in tensors.entries else name


def check_parts(tensors: Tensors, found: Found, d_model: int) -> None:
    """Raises FileProblem for the first array that is missing or has another size than the layer's others ask for."""
    for name, wanted in _parts(tensors, found, d_model):
        own = name_of(tensors, found.prefix + name)
        shape = shape_of(tensors, own, len(wanted))
        if any(size not in (None, given) for size, given in zip(wanted, shape, strict=True)):
            need = sized([given if size is None else size for size, given in zip(wanted, shape, strict=True)])
            raise FileProblem(
                tensors.entries[own].path,
                f"{worded(own)} is {sized(shape)} but the other arrays need {need}. Get all files of the model again.",
            )


def _parts(tensors: Tensors, found: Found, d_model: int) -> Iterator[_Wanted]:
    """Each array with its shape; None for a size that is its own."""
    for name in ("word_embeddings", "position_embeddings", "token_type_embeddings"):
        yield f"embeddings.{name}.weight", (None, d_model)
    yield from _norm("embeddings.LayerNorm", d_model)
    for layer in range(found.layers):
        start = f"encoder.layer.{layer}."
        yield from _norm(f"{start}attention.output.LayerNorm", d_model)
        yield f"{start}intermediate.dense.weight", (None, d_model)
        wide = tensors.shape(f"{found.prefix}{start}intermediate.dense.weight")[0]  # whoever asks has checked it
        yield f"{start}intermediate.dense.bias", (wide,)
        yield f"{start}output.dense.weight", (d_model, wide)
        yield f"{start}output.dense.bias", (d_model,)
        yield from _norm(f"{start}output.LayerNorm", d_model)


def _norm(name: str, d_model: int) -> Iterator[_Wanted]:
    yield f"{name}.weight", (d_model,)
    yield f"{name}.bias", (d_model,)
