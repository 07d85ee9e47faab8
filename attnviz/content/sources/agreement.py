"""Whether the arrays of a checkpoint fit one another in every layer, and config.json tells of the same model."""

from __future__ import annotations

from collections.abc import Iterator

from attnviz.content.atomic import FileProblem
from attnviz.content.sources.config import Config
from attnviz.content.sources.layouts import BERT, DISTILBERT, GPT2, LLAMA, Found
from attnviz.content.sources.stored import shape_of, sized, worded
from attnviz.content.tensors.tensors import Tensors
from attnviz.engine.errors import counted

_LAYERS = ("num_hidden_layers", "n_layers", "n_layer")
_WIDTH = ("hidden_size", "dim", "n_embd")
# By layout: a setting, the array whose rows (axis 0) or columns (axis 1) it counts, and that axis.
_COUNTS = {
    BERT: (
        ("vocab_size", "embeddings.word_embeddings.weight", 0),
        ("max_position_embeddings", "embeddings.position_embeddings.weight", 0),
        ("intermediate_size", "encoder.layer.0.intermediate.dense.weight", 0),
    ),
    DISTILBERT: (
        ("vocab_size", "embeddings.word_embeddings.weight", 0),
        ("max_position_embeddings", "embeddings.position_embeddings.weight", 0),
        ("hidden_dim", "transformer.layer.0.ffn.lin1.weight", 0),
    ),
    GPT2: (
        ("vocab_size", "wte.weight", 0),
        ("n_positions", "wpe.weight", 0),
    ),
    LLAMA: (
        ("vocab_size", "embed_tokens.weight", 0),
        ("intermediate_size", "layers.0.mlp.gate_proj.weight", 0),
    ),
}
_ONE_MODEL = "Get config.json and the arrays from one model."


def check_layers(tensors: Tensors, found: Found) -> None:
    """Raises FileProblem, naming both, for the first two arrays of any layer whose shapes do not fit together."""
    for layer in range(found.layers):
        start = found.layout.names(found.prefix, layer)
        for one, size, other, wanted in _pairs(tensors, found, start):
            if size != wanted:
                shape, fit = sized(tensors.shape(one)), sized(tensors.shape(other))
                raise FileProblem(
                    tensors.path,
                    f"{worded(one)} is {shape} but {worded(other)} is {fit}: they do not fit. "
                    "Get all files of the model again.",
                )


def check_config(config: Config, tensors: Tensors, found: Found, d_model: int, d_q: int, d_kv: int, heads: int) -> None:
    """Raises FileProblem, with both numbers, where a setting says another size than the arrays have."""
    layers = _setting(config, _LAYERS)
    if layers is not None and layers[1] != found.layers:
        name, told = layers
        remedy = "Get all files of the model." if told > found.layers else _ONE_MODEL
        raise FileProblem(
            config.path, f"{name} is {told} but there are arrays of {counted(found.layers, 'layer')}. {remedy}"
        )
    query = f"{found.layout.names(found.prefix, 0)}{found.layout.q}.weight"
    key = query if found.layout.fused else f"{found.layout.names(found.prefix, 0)}{found.layout.k}.weight"
    width = _setting(config, _WIDTH)
    _compare(config, width, query, d_model, "numbers a token")
    head = config.whole("head_dim") if found.layout is LLAMA else None
    if head is not None and head * heads != d_q:
        raise FileProblem(
            config.path,
            f"head_dim is {head} for {counted(heads, 'head')} but {worded(query)} gives {d_q} numbers, not "
            f"{head * heads}. {_ONE_MODEL}",
        )
    groups = config.whole("num_key_value_heads") if found.layout is LLAMA else None
    if groups is not None and groups * d_q != d_kv * heads:
        raise FileProblem(
            config.path,
            f"num_key_value_heads is {groups} but {worded(key)} gives {d_kv} numbers, not "
            f"{groups * d_q // heads}. {_ONE_MODEL}",
        )
    for setting, name, axis in _COUNTS[found.layout]:
        whole = found.prefix + name
        if whole in tensors.entries and len(tensors.shape(whole)) == 2:
            _compare(config, _setting(config, (setting,)), whole, tensors.shape(whole)[axis], "rows")


def _compare(config: Config, told: tuple[str, int] | None, name: str, size: int, what: str) -> None:
    if told is not None and told[1] != size:
        raise FileProblem(config.path, f"{told[0]} is {told[1]} but {worded(name)} has {size} {what}. {_ONE_MODEL}")


def _setting(config: Config, names: tuple[str, ...]) -> tuple[str, int] | None:
    """The first of these settings that is there, with its value."""
    for name in names:
        value = config.whole(name)
        if value is not None:
            return name, value
    return None


def _pairs(tensors: Tensors, found: Found, start: str) -> Iterator[tuple[str, int, str, int]]:
    """Each time two arrays of a layer with the sizes in which they must agree."""
    layout = found.layout
    names = [f"{start}{name}.weight" for name in (layout.q, layout.k, layout.v, layout.o) if name]
    shapes = [shape_of(tensors, name, 2) for name in names]
    first = f"{layout.names(found.prefix, 0)}{layout.q}.weight"
    if layout.fused:
        (both, out), d_model = shapes, min(tensors.shape(first))
        yield names[0], min(both), first, d_model
        yield names[1], min(out), names[0], d_model
        yield names[1], max(out), names[0], d_model
    else:
        (q, k, v, o), d_model = shapes, tensors.shape(first)[1]
        if layout is not LLAMA:
            yield names[0], q[0], names[1], k[0]
        yield names[1], k[0], names[2], v[0]
        yield names[0], q[0], names[3], o[1]
        for name, shape in zip(names[:3], (q, k, v), strict=True):
            yield name, shape[1], first, d_model
        yield names[3], o[0], first, d_model
    gain = f"{start}{layout.norm}.weight"
    if layout.norm and gain in tensors.entries:
        yield gain, shape_of(tensors, gain, 1)[0], first, d_model
    for name, shape in zip(names, shapes, strict=True):
        bias = f"{name.removesuffix('weight')}bias"
        if bias in tensors.entries:
            wide = max(shape) if layout.fused else shape[0]
            yield bias, shape_of(tensors, bias, 1)[0], name, wide
