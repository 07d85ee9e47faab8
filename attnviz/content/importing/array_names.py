"""What arrays are called in papers, notebooks and models, and what each name stands for here."""

from __future__ import annotations

import re
from dataclasses import dataclass


@dataclass(frozen=True)
class Known:
    """What a name says: the target, how products are written with it ("" unknown), and whether it holds several fused.

    fused: "rows" or "columns" along which the matrices of queries, keys and values lie, "" if it is one. head: the
    number of the head that it is of, as in W_Q2. turned: it is written with ᵀ.
    """

    target: str
    product: str = ""
    fused: str = ""
    head: int | None = None
    turned: bool = False


_LETTERS = {"q": "Q", "query": "Q", "queries": "Q", "k": "K", "key": "K", "keys": "K", "v": "V", "value": "V",
            "values": "V", "o": "O", "out": "O", "output": "O"}  # fmt: skip
_PLAIN = re.compile(r"(?P<kind>[wb])_?(?P<letter>[qkvo])", re.IGNORECASE)
# As papers and sheets write them: W^Q, W_{Q}, Wq, W Q, W_Q1, W^Q_2, W_2^Q, and with ᵀ behind.
_WRITTEN = re.compile(
    r"(?P<kind>[wb])[ _^]*(?:(?P<before>[0-9]{1,3})[ _^]*)?(?P<letter>[qkvo])"
    r"(?:[ _^,]*(?:h|head)?[ _]*(?P<head>[0-9]{1,3}))?",
    re.IGNORECASE,
)
_TURNED = re.compile(r"(?:[ _]*\^[ ]*[T⊤]|[ᵀ⊤]|\.T|')$")
_SYMBOL = re.compile(r"[A-Z]|[Ww][\W_]*[QKVOqkvo]\w{0,4}")
_MASK = re.compile(r"mask(?!ed|ing)", re.IGNORECASE)
_LINEAR = re.compile(
    r"(?P<letter>query|key|value|out|q|k|v|o)(?:_?(?:proj|lin|linear|layer))?(?:[./]0)?[./](?P<kind>weight|bias|kernel)",
    re.IGNORECASE,
)
_WORDED = re.compile(r"to_(?P<letter>q|k|v|out)(?:[./]0)?[./](?P<kind>weight|bias)", re.IGNORECASE)
_DENSE = re.compile(
    r"(?:output[./]dense|attn[./]c_proj|c_proj|(?<![a-z0-9])(?:sa|mha|attn|attention|self_attn)[./]proj)[./](?P<kind>weight|bias)",
    re.IGNORECASE,
)
_FUSED = {
    "in_proj_weight": Known("W_Q", "XWt", "rows"), "in_proj_bias": Known("b_Q", "", "columns"),
    "c_attn.weight": Known("W_Q", "XW", "columns"), "c_attn.bias": Known("b_Q", "", "columns"),
    "qkv.weight": Known("W_Q", "XWt", "rows"), "qkv.bias": Known("b_Q", "", "columns"),
    "qkv_proj.weight": Known("W_Q", "XWt", "rows"), "qkv_proj.bias": Known("b_Q", "", "columns"),
    "wqkv.weight": Known("W_Q", "XWt", "rows"), "wqkv.bias": Known("b_Q", "", "columns"),
    "query_key_value.weight": Known("W_Q", "XWt", "rows"), "query_key_value.bias": Known("b_Q", "", "columns"),
}  # fmt: skip
_OTHERS = {
    "ingresso": "X", "entrada": "X", "entrée": "X", "eingabe": "X",
    "x": "X", "inputs": "X", "input": "X", "embeddings": "X", "embedding": "X", "hidden_states": "X", "hidden": "X",
    "source": "source", "memory": "source", "encoder_hidden_states": "source",
    "q": "Q", "queries": "Q", "query": "Q", "k": "K", "keys": "K", "key": "K", "v": "V", "values": "V", "value": "V",
    "weights": "weights", "attention": "weights", "attentions": "weights", "attn": "weights", "attn_weights": "weights",
    "attention_weights": "weights", "attention_probs": "weights", "attn_probs": "weights", "a": "weights",
    "bias": "bias", "attn_bias": "bias", "position_bias": "bias", "mask": "mask", "attn_mask": "mask",
    "attention_mask": "mask", "key_padding_mask": "mask", "mask.custom": "mask", "allowed": "mask",
    "tokens": "tokens", "labels": "tokens", "words": "tokens", "query_labels": "tokens",
    "source_tokens": "source_tokens", "key_labels": "source_tokens",
}  # fmt: skip

# "Weights Q", "Pesi Query", "Pesos de K": the matrix that makes the queries or keys, not these themselves.
_WEIGHTS = re.compile(
    r"(?:weights?|pesi|peso|pesos|poids|gewichte?|wagi|ваги|веса)(?: (?:of|for|de|di|des?|für|la|le|el))*[ _]+(\w+)",
    re.IGNORECASE,
)
_SIDES = {
    **{word: letter for word, letter in _LETTERS.items() if letter != "O"},
    "chiave": "K", "clave": "K", "chave": "K", "clé": "K", "schlüssel": "K", "valore": "V", "valor": "V", "valeur": "V",
    "wert": "V", "consulta": "Q", "requête": "Q", "anfrage": "Q",
}  # fmt: skip


def known(name: str) -> Known | None:
    """What the name of an array says, judged by its last parts; None for a name that says nothing.

    PyTorch keeps the matrix of a linear layer as (d_out, d_in), Keras, Flax and GPT-2's Conv1D as (d_in, d_out).
    """
    plain = name.strip().removesuffix(".npy").rstrip(" :=").strip()
    if "=" in plain:
        return known(plain.partition("=")[0])  # "Q = W_Q X" is Q
    weights = _WEIGHTS.fullmatch(plain)
    if weights is not None and weights[1].lower() in _SIDES:
        return Known(f"W_{_SIDES[weights[1].lower()]}")
    written = _written(plain)
    if written is not None:
        return written
    if len(_symbols(plain)) > 1:
        return None
    lower = plain.lower()
    for ending, meaning in _FUSED.items():
        if lower == ending or lower.endswith((f".{ending}", f"/{ending}", f"_{ending}")):
            return meaning
    last = re.split(r"[/ ]", plain)[-1]
    found = _PLAIN.fullmatch(re.split(r"[./ ]", plain)[-1])
    if found is not None:
        return Known(f"{'W' if found['kind'].lower() == 'w' else 'b'}_{found['letter'].upper()}")
    dense = _DENSE.search(lower)
    if dense is not None and lower.endswith(dense.group()):
        conv = "c_proj" in dense.group()
        return Known("W_O", "XW" if conv else "XWt") if dense["kind"] == "weight" else Known("b_O")
    linear = _ending(_WORDED, plain) or _ending(_LINEAR, plain)
    if linear is not None:
        letter, kind = _LETTERS[linear["letter"].lower()], linear["kind"].lower()
        if kind == "bias":
            return Known(f"b_{letter}")
        return Known(f"W_{letter}", "XWt" if kind == "weight" else "XW")
    target = _OTHERS.get(lower) or _OTHERS.get(last.split(".")[-1].lower())
    if target is None and _MASK.search(plain):
        return Known("mask")
    return Known(target) if target else _among_words(plain)


def numbered(name: str) -> tuple[str, int] | None:
    """What stands around the last number of a name, and the number: ("layer_#", 3) of layer_3; None without one."""
    found = re.fullmatch(r"(.*?)([0-9]{1,4})(\D*)", name, re.DOTALL)
    return (f"{found[1]}#{found[3]}", int(found[2])) if found is not None else None


def prefix_of(name: str) -> str:
    """What the names of one layer have in common: all before the last number between dots, and that number."""
    found = re.match(r"(.*[./][0-9]+)[./]", name)
    return found[1] if found else ""


def _written(plain: str) -> Known | None:
    """A symbol as papers and sheets write it, braces and a ᵀ among it; None for anything else."""
    bare = re.sub(r"[{}()$\\]", "", plain).replace("\u2019", "'").strip()
    ended = _TURNED.search(bare)
    turned = ended is not None and ended.start() > 0
    stem = bare[: ended.start()].strip() if ended is not None and turned else bare
    found = _WRITTEN.fullmatch(stem)
    if found is not None and not (found["before"] and found["head"]):
        number = found["before"] or found["head"]
        kind, letter = found["kind"].upper(), found["letter"].upper()
        product = "XWt" if turned and kind == "W" else ""
        target = f"{'W' if kind == 'W' else 'b'}_{letter}"
        return Known(target, product, head=int(number) if number else None, turned=turned)
    if turned and stem in ("X", "Q", "K", "V", "A"):
        return Known(_OTHERS[stem.lower()], turned=True)
    return None


def _among_words(plain: str) -> Known | None:
    """The one symbol among the words of a title, as in "Osadzenia (X)" and "W_Q: zapytania"."""
    symbols = _symbols(plain)
    return symbols[0] if len(symbols) == 1 else None


def _symbols(plain: str) -> list[Known]:
    """What each word says that is a symbol; none for a single word."""
    words = [word.strip("()[]:;,.–-") for word in plain.split()]
    if len(words) == 1:
        return []
    found = [known(word) for word in words if _SYMBOL.fullmatch(word)]
    return [one for one in found if one is not None]


def _ending(pattern: re.Pattern[str], name: str) -> re.Match[str] | None:
    """The match that ends the name and begins at a dot, a slash or an underscore."""
    for found in pattern.finditer(name):
        if found.end() == len(name) and (found.start() == 0 or name[found.start() - 1] in "./_"):
            return found
    return None
