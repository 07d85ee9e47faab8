"""What a checkpoint's settings say beyond its names: heads, positions, masks and scale of each family."""

from __future__ import annotations

from dataclasses import dataclass

from attnviz.content.atomic import FileProblem
from attnviz.content.sources.config import Config
from attnviz.content.sources.layouts import BERT, DISTILBERT, GPT2, LLAMA, Found
from attnviz.content.sources.rotary_settings import BASE, rotary_of
from attnviz.engine.mask import Mask
from attnviz.engine.positions import Rotary

_HEADS = {"bert": "num_attention_heads", "distilbert": "n_heads", "gpt2": "n_head", "llama": "num_attention_heads"}
# The relatives of Llama whose attention is Llama's, with what they add to it by name.
_WORDS = {
    "llama": "Llama", "mistral": "Mistral", "mixtral": "Mixtral", "qwen2": "Qwen2", "qwen2_moe": "Qwen2",
    "gemma": "Gemma", "gemma2": "Gemma 2", "granite": "Granite",
}  # fmt: skip
_BERTS = {"bert": "BERT", "roberta": "RoBERTa", "xlm-roberta": "XLM-RoBERTa", "camembert": "CamemBERT",
          "electra": "ELECTRA"}  # fmt: skip


class HeadsUnknown(FileProblem):
    """There is no config.json, and nothing else in a checkpoint says how many heads it has."""


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


def family_of(config: Config, found: Found, names: frozenset[str], d_q: int, d_kv: int, heads: int | None) -> Family:
    """The family with the settings that its config.json gives.

    d_q, d_kv: columns of W_Q and W_K. heads: in place of what config.json says.
    Raises HeadsUnknown without either, FileProblem for settings that do not fit the matrices.
    """
    key = _HEADS[found.layout.family]
    count = heads if heads is not None else config.whole(key, "num_attention_heads")
    if count is None:
        where = f"{key} is missing in it" if config.found else "it is not there"
        raise HeadsUnknown(
            config.path, f"{where}, and nothing else says how many heads there are. Put it there, or give the number."
        )
    if d_q % count:
        raise FileProblem(config.path, f"{count} heads do not divide the {d_q} columns of W_Q. Give another number.")
    if found.layout is LLAMA:
        return _llama(config, found, names, count, d_q // count, d_kv)
    if found.layout is GPT2:
        return Family(
            "GPT-2", count, causal=True, eps=config.number("layer_norm_epsilon", 1e-5),
            scale=config.flag("scale_attn_weights", True),
            by_layer=config.flag("scale_attn_by_inverse_layer_idx", False),
        )  # fmt: skip
    words = "DistilBERT" if found.layout is DISTILBERT else _BERTS.get(config.word("model_type", "bert"), "BERT")
    kind = config.word("position_embedding_type", "absolute")
    refused = "" if kind == "absolute" else f"Its positions are of the kind {kind!r}, which is not built."
    return Family(words, count, causal=found.layout is BERT and config.flag("is_decoder", False), refused=refused)


def _llama(config: Config, found: Found, names: frozenset[str], heads: int, d_k: int, d_kv: int) -> Family:
    kind = config.word("model_type", "llama")
    words = _WORDS.get(kind, kind)
    refused = ""
    if kind not in _WORDS:
        refused = f"Its model_type is {kind!r}, whose positions and scale are not built; its matrices can be seen."
    if f"{found.layout.names(found.prefix, 0)}self_attn.q_norm.weight" in names:
        refused = f"{words} normalises queries and keys, a stage that is not built; its matrices can be seen."
    if d_kv % d_k or heads % (d_kv // d_k):
        raise FileProblem(config.path, f"{heads} heads of {d_k} numbers do not fit the {d_kv} columns of W_K.")
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
