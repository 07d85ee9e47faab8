"""Finds the tokens that belong to a saved attention tensor: in the file itself, or in a small file beside it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from pathlib import Path

from attnviz.content import strict_json
from attnviz.content.atomic import FileProblem
from attnviz.content.tensors.tensors import Tensors, opened
from attnviz.engine.errors import AttentionError

_MOST_BYTES = 1 << 20
_NAMES = {"tokens": ("tokens", "labels", "words"), "source_tokens": ("source_tokens", "source_labels", "keys")}
SPECIAL = frozenset({
    "[CLS]", "[SEP]", "[PAD]", "[UNK]", "[MASK]", "<s>", "</s>", "<pad>", "<unk>", "<mask>", "<bos>", "<eos>",
    "<|endoftext|>", "<|begin_of_text|>", "<|end_of_text|>", "<|im_start|>", "<|im_end|>",
})  # fmt: skip

Labels = tuple[str, ...]


def labels_of(tensors: Tensors, batch: int, queries: int, keys: int) -> tuple[Labels | None, Labels | None, str]:
    """The labels of the queries, of the keys where they are others, and a sentence on what did not fit, or ""."""
    found = _in_file(tensors, batch) or _beside(Path(tensors.path))
    tokens, source = found.get("tokens"), found.get("source_tokens")
    if tokens is not None and source is None and queries != keys and len(tokens) == keys:
        tokens, source = None, tokens
    note = ""
    for labels, wanted, word in ((tokens, queries, "queries"), (source, keys, "keys")):
        if labels is not None and len(labels) != wanted:
            note = f"{len(labels)} tokens were found but there are {wanted} {word}, so they are left out."
    return (
        tokens if tokens is not None and len(tokens) == queries else None,
        source if source is not None and len(source) == keys else None,
        note,
    )


def special_places(labels: Labels | None) -> frozenset[int]:
    """Positions of the tokens that stand for no text in the models that are known."""
    return frozenset(place for place, label in enumerate(labels or ()) if label in SPECIAL)


def _in_file(tensors: Tensors, batch: int) -> dict[str, Labels]:
    """Labels in an array of texts, in bytes of JSON, or in the metadata."""
    found = {}
    for kind, names in _NAMES.items():
        for name in names:
            labels = _stored(tensors, name, batch)
            if labels is not None:
                found[kind] = labels
                break
    return found


def _stored(tensors: Tensors, name: str, batch: int) -> Labels | None:
    if name in tensors.metadata:
        return _listed(tensors.metadata[name].encode())
    if name not in tensors.entries:
        return None
    if tensors.dtype(name) == "text":
        labels, shape = tensors.texts(name), tensors.shape(name)
        if len(shape) == 2 and batch < shape[0]:
            return labels[batch * shape[1] : (batch + 1) * shape[1]]
        return labels
    if tensors.dtype(name) == "uint8" and len(tensors.shape(name)) == 1:
        return _listed(tensors.read(name).tobytes())
    return None


def _beside(path: Path) -> dict[str, Labels]:
    """Labels of a file that goes with this one: NAME.tokens.json, NAME.tokens.txt, tokens.json or tokens.txt."""
    for name in _companions(path):
        candidate = path.parent / name
        if candidate.is_file() and candidate.stat().st_size <= _MOST_BYTES:
            with opened(candidate) as file:
                text = file.read(_MOST_BYTES)
            value = _parsed(text)
            if isinstance(value, Mapping):
                parts = {kind: _texts(value.get(kind)) for kind in _NAMES}
                return {kind: labels for kind, labels in parts.items() if labels is not None}
            labels = _listed(text)
            if labels is None:
                raise FileProblem(candidate, "this should hold tokens: a JSON list of texts, or one a line. Mend it.")
            return {"tokens": labels}
    return {}


def _companions(path: Path) -> Iterator[str]:
    stem = path.name.split(".")[0] if path.is_file() else path.name
    for ending in (".tokens.json", ".tokens.txt"):
        yield stem + ending
    yield "tokens.json"
    yield "tokens.txt"


def _listed(raw: bytes) -> Labels | None:
    """A JSON list of texts, else the lines of a text; None for neither."""
    if raw.lstrip()[:1] in (b"[", b"{"):
        value = _parsed(raw)
        if isinstance(value, list):
            return _texts(value)
    try:
        lines = raw.decode("utf-8-sig").split("\n")
    except UnicodeDecodeError:
        return None
    return tuple(line.removesuffix("\r") for line in (lines[:-1] if lines[-1] == "" else lines))


def _parsed(raw: bytes) -> object:
    try:
        return strict_json.parse(raw, "tokens")
    except AttentionError:
        return None


def _texts(value: object) -> Labels | None:
    if not isinstance(value, list) or not all(isinstance(one, str) for one in value):
        return None
    return tuple(value)
