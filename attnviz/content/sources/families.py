"""What a checkpoint's settings say beyond its names: heads, positions, masks and scale of each family."""

from __future__ import annotations

from dataclasses import dataclass

from attnviz.content.atomic import FileProblem
from attnviz.content.sources import asking
from attnviz.content.sources.config import Config
from attnviz.content.sources.family_names import BERTS, LLAMAS
from attnviz.content.sources.layouts import BERT, DISTILBERT, GPT2, LLAMA, Found
from attnviz.content.sources.rotary_settings import BASE, rotary_of
from attnviz.content.sources.stored import worded
from attnviz.content.tensors.tensors import Tensors
from attnviz.engine.errors import brief, counted
from attnviz.engine.mask import Mask
from attnviz.engine.positions import Rotary

_HEADS = {"bert": "num_attention_heads", "distilbert": "n_heads", "gpt2": "n_head", "llama": "num_attention_heads"}
_KINDS = {"bert": frozenset(BERTS), "distilbert": {"distilbert"}, "gpt2": {"gpt2"}, "llama": frozenset(LLAMAS)}
_INSTEAD = f"{asking.sentence(asking.MATRICES)}, or save its attention weights as an array."


class HeadsUnknown(FileProblem):
    """There is no config.json, or not in it, how many heads a checkpoint has, and nothing else says so.

    columns: of W_Q, which the heads divide. config: whether there is a config.json.
    """

    def __init__(self, path: str, message: str, columns: int, *, config: bool) -> None:
        super().__init__(path, message)
        self.columns, self.config = columns, config


@dataclass(frozen=True)
class Family:
    """The attention of one checkpoint. words: what people call it. note: what was assumed, or "".

    kv_heads: None where each head has its own keys and values. scale: what scores are multiplied by; True is 1/√d_k.
    windows: how many earlier keys each layer sees at most, None for all. plus_one: True if the gain of the norm before
    attention is stored less 1. refused: why no numbers can be computed, in one sentence, or "".
    """

    words: str
    heads: int
    kv_heads: int | None = None
    rotary: Rotary | None = None
    causal: bool = False
    scale: float | bool = True
    by_layer: bool = False
    softcap: float | None = None
    windows: tuple[int | None, ...] = ()
    eps: float = 1e-5
    plus_one: bool = False
    note: str = ""
    refused: str = ""

    def mask(self, layer: int) -> Mask:
        """What queries of a layer may see."""
        window = self.windows[layer] if self.windows else None
        return Mask(causal=self.causal, window=None if window is None else (window, None))

    def factor(self, layer: int, d_k: int) -> float | bool:
        """The scale of a layer."""
        return d_k**-0.5 / (layer + 1) if self.by_layer else self.scale


def family_of(config: Config, found: Found, tensors: Tensors, d_q: int, d_kv: int, heads: int | None) -> Family:
    """The family with the settings that its config.json gives.

    d_q, d_kv: columns of W_Q and W_K. heads: in place of what config.json says.
    Raises HeadsUnknown without either, FileProblem for settings that do not fit the matrices.
    """
    kind = config.word("model_type", found.layout.family)
    other = next((one for one, kinds in _KINDS.items() if kind in kinds and one != found.layout.family), None)
    if other is not None:
        raise FileProblem(
            config.path,
            f"model_type is {brief(kind)} but the arrays have the names of {found.layout.words}. "
            "Get config.json and the arrays from one model.",
        )
    names = frozenset(tensors.names)
    key = _HEADS[found.layout.family]
    count = heads if heads is not None else config.whole(key, "num_attention_heads")
    if count is None:
        where = f"{key} is missing in it" if config.found else "it is not there"
        text = f"{where}, and nothing else says how many heads there are. Put it there, or {asking.HEADS}."
        raise HeadsUnknown(config.path, text, d_q, config=config.found)
    if d_q % count:
        query = worded(f"{found.layout.names(found.prefix, 0)}{found.layout.q}.weight")
        columns = f"{counted(count, 'head')} do not divide the {d_q} columns of W_Q in {query}."
        path = config.path if heads is None else tensors.path
        raise FileProblem(path, f"{columns} {asking.sentence(asking.OTHER_HEADS)}.")
    if found.layout is LLAMA:
        return _llama(config, found, names, count, d_q // count, d_kv)
    if found.layout is GPT2:
        return Family(
            "GPT-2", count, causal=True, eps=config.number("layer_norm_epsilon", 1e-5),
            scale=config.flag("scale_attn_weights", True),
            by_layer=config.flag("scale_attn_by_inverse_layer_idx", False), refused=_unknown(kind, "gpt2"),
        )  # fmt: skip
    words = "DistilBERT" if found.layout is DISTILBERT else BERTS.get(kind, kind)
    refused, places = _unknown(kind, found.layout.family), config.word("position_embedding_type", "absolute")
    if places != "absolute":
        refused = f"Its positions are of the kind {brief(places)}, which is not built. {_INSTEAD}"
    return Family(words, count, causal=found.layout is BERT and config.flag("is_decoder", False), refused=refused)


def _unknown(kind: str, family: str) -> str:
    """Why a model of that model_type is not computed, in a sentence and what to do; "" if it is."""
    if kind in _KINDS[family]:
        return ""
    return f"Its model_type is {brief(kind)}, whose positions and scale are not built. {_INSTEAD}"


def _llama(config: Config, found: Found, names: frozenset[str], heads: int, d_k: int, d_kv: int) -> Family:
    kind = config.word("model_type", "llama")
    words = LLAMAS.get(kind, kind)
    refused = _unknown(kind, "llama")
    if f"{found.layout.names(found.prefix, 0)}self_attn.q_norm.weight" in names:
        refused = f"{words} normalises queries and keys, a stage that is not built. {_INSTEAD}"
    if d_kv % d_k or heads % (d_kv // d_k):
        key = worded(f"{found.layout.names(found.prefix, 0)}{found.layout.k}.weight")
        columns = f"{counted(heads, 'head')} of {d_k} numbers do not fit the {d_kv} columns of W_K in {key}."
        raise FileProblem(config.path, f"{columns} {asking.sentence(asking.OTHER_HEADS)}.")
    gemma = kind.startswith("gemma")
    scale: float | bool = True
    if gemma and config.values.get("query_pre_attn_scalar") is not None:
        scale = config.number("query_pre_attn_scalar", 1.0) ** -0.5
    if kind == "granite":
        scale = config.number("attention_multiplier", 1.0)
    softcap = config.number("attn_logit_softcapping", 1.0) if config.values.get("attn_logit_softcapping") else None
    return Family(
        words, heads, d_kv // d_k,
        rotary=None if refused else rotary_of(config, d_k), causal=True, scale=scale, softcap=softcap,
        windows=_windows(config, kind, found.layers), eps=config.number("rms_norm_eps", 1e-6), plus_one=gemma,
        note="" if config.found else f"Without config.json the base of its rotary positions is taken as {BASE:.0f}.",
        refused=refused,
    )  # fmt: skip


def _windows(config: Config, kind: str, layers: int) -> tuple[int | None, ...]:
    """How many keys before its own each layer's queries see; () if all."""
    width = config.whole("sliding_window")
    if width is None or not config.flag("use_sliding_window", not kind.startswith("qwen2")):
        return ()
    kinds = config.values.get("layer_types")
    if isinstance(kinds, list) and len(kinds) >= layers:
        slides = [one == "sliding_attention" for one in kinds[:layers]]
    elif kind == "gemma2":
        slides = [layer % 2 == 0 for layer in range(layers)]
    else:
        first = (config.whole("max_window_layers") or 0) if kind.startswith("qwen2") else 0
        slides = [layer >= first for layer in range(layers)]
    return tuple(width - 1 if one else None for one in slides)
