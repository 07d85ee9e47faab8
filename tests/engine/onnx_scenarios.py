"""The ONNX operators Attention and FlexAttention in this project's words: their conventions are translated here."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any

import numpy as np
from answers import Case, side_by_side, split

from attnviz import Direct, Mask, Scenario
from attnviz.engine.mask import causal

REACHABLE = {np.dtype(np.float32): 2e-6, np.dtype(np.float64): 1e-13}  # absolute, for numbers of about 1


@dataclass(frozen=True)
class Call:
    """What attention reads: q (B, h, T, d_k), k and v with the past before them, and for each pair two masks.

    allowed and bias broadcast to (B, h, T, S), or are None. offset: (B,), by how many keys the causal mask and the
    window reach beyond the query's own number.
    """

    q: np.ndarray
    k: np.ndarray
    v: np.ndarray
    allowed: np.ndarray | None
    bias: np.ndarray | None
    offset: tuple[int, ...]
    settings: dict[str, float]

    @property
    def pairs(self) -> np.ndarray:
        """(B, h, T, S): True where neither a mask nor a bias of −∞ hides the key."""
        shape = (*self.q.shape[:3], self.k.shape[2])
        pairs = np.ones(shape, bool) if self.allowed is None else np.broadcast_to(self.allowed, shape)
        return pairs if self.bias is None else pairs & ~np.isneginf(np.broadcast_to(self.bias, shape))


def call_of(case: Case) -> Call:
    """The case with 3-D inputs cut into heads, the past put before the keys, and every mask written out."""
    q, k, v = (case.given[name] for name in "QKV")
    if q.ndim == 3:
        kv_heads = case.params["kv_num_heads"]
        q, k, v = split(q, case.params["q_num_heads"]), split(k, kv_heads), split(v, kv_heads)
    batches, queries = len(q), q.shape[2]
    offset = (0,) * batches
    if "past_key" in case.given:
        offset = (case.given["past_key"].shape[2],) * batches
        k, v = (np.concatenate([case.given[f"past_{name}"], new], axis=2) for name, new in (("key", k), ("value", v)))
    visible = np.ones((batches, 1, queries, k.shape[2]), bool)
    if "nonpad_kv_seqlen" in case.given:
        lengths = case.given["nonpad_kv_seqlen"]
        offset = tuple(int(length) - queries for length in lengths)
        visible &= np.arange(k.shape[2]) < lengths[:, None, None, None]
    visible &= _by_place(case, offset, queries, k.shape[2])
    bias = None
    mask = case.given.get("attn_mask")
    if mask is not None and mask.dtype != np.bool_:
        bias = _padded(mask, k.shape[2], -np.inf).astype(wide(mask.dtype))
    elif mask is not None:
        visible = visible & _padded(mask, k.shape[2], False)
    if case.kind == "FlexAttention":
        visible, bias = _modified(case, visible, bias)
    settings = {name: case.params[name] for name in ("scale", "softcap") if name in case.params}
    if case.name == "test_flexattention_soft_cap":
        settings["softcap"] = 20.0
    return Call(q, k, v, None if visible.all() else visible, bias, offset, settings)


def scenario_of(call: Call, batch: int, rows: np.ndarray) -> Scenario:
    """One batch element with some of its queries, float16 as float32; what differs between heads is a bias of −∞."""
    q, k, v = (array[batch].astype(wide(array.dtype)) for array in (call.q[:, :, rows], call.k, call.v))
    shape = call.pairs.shape
    bias, custom = call.bias, None
    if bias is not None:
        bias = np.broadcast_to(bias, shape)[batch][:, rows]
    if call.allowed is not None:
        allowed = np.broadcast_to(call.allowed, shape)[batch][:, rows]
        if (allowed == allowed[0]).all():
            custom = allowed[0]
        else:
            bias = np.where(allowed, 0.0 if bias is None else bias, -np.inf)
    return Scenario(
        Direct(side_by_side(q), side_by_side(k), side_by_side(v)), dtype=str(q.dtype),
        heads=q.shape[0], kv_heads=k.shape[0], bias=bias, mask=Mask(custom=custom), **call.settings,
    )  # fmt: skip


def named_mask(case: Case, call: Call, batch: int) -> Mask | None:
    """The causal mask, window and padding under their own names; None where this project has no name for them."""
    queries, keys = call.q.shape[2], call.k.shape[2]
    left, right = (case.params.get(f"{side}_window_size", -1) for side in ("left", "right"))
    offset, aligned = call.offset[batch], keys - queries
    mask = case.given.get("attn_mask")
    if (mask is not None and mask.dtype == np.bool_) or case.kind == "FlexAttention":
        return None
    if offset != aligned and (left >= 0 or right >= 0 or (offset and case.params.get("is_causal"))):
        return None
    found = Mask(bool(case.params.get("is_causal")), "bottom_right" if offset == aligned else "top_left")
    if left >= 0 or right >= 0:
        found = replace(found, window=(left if left >= 0 else None, right if right >= 0 else None))
    if "nonpad_kv_seqlen" in case.given:
        found = replace(found, padding=range(int(case.given["nonpad_kv_seqlen"][batch]), keys))
    return found


def as_given(case: Case, heads: np.ndarray, expected: np.ndarray) -> np.ndarray:
    """(B, h, T, d_v) in the layout of the case's own output."""
    return np.swapaxes(heads, -2, -3).reshape(expected.shape) if expected.ndim == 3 else heads


def close(got: np.ndarray, expected: np.ndarray, case: Case) -> None:
    """Within the operator's own tolerance and within what the format can reach, whichever is smaller; 1e-7 where 0.

    float16 and bfloat16 numbers are computed in float32 here and rounded to their format at the end: one unit in the
    last place of a float16 is the operator's own tolerance; in bfloat16, whose operator rounds on the way too, two.
    """
    assert got.shape == expected.shape
    finite = np.isfinite(expected)
    assert np.isneginf(got[~finite]).all()
    distance, size = np.abs(got[finite] - expected[finite]), np.abs(expected[finite].astype(np.float64))
    unit = {"float16": 2.0**-10, "bfloat16": 2 * 2.0**-7}
    narrow = next((unit[tag] for tag in case.tags if tag in unit), None)
    if narrow is not None:
        assert np.all(distance <= 1e-7 + narrow * size)
    else:
        assert np.all(distance <= np.minimum(1e-7 + case.tolerance * size, REACHABLE[expected.dtype]))


def in_format(values: np.ndarray, case: Case) -> np.ndarray:
    """The values rounded to the number format of the case."""
    if "float16" in case.tags:
        return values.astype(np.float16)
    if "bfloat16" not in case.tags:
        return values
    bits = values.astype(np.float32).view(np.uint32)
    nearest = bits + 0x7FFF + ((bits >> 16) & 1)  # the upper half of a float32, ties to even
    return (nearest & np.uint32(0xFFFF0000)).view(np.float32)


def wide(dtype: Any) -> np.dtype:
    """The format that this project computes in."""
    return np.dtype(np.float64) if dtype == np.float64 else np.dtype(np.float32)


def _by_place(case: Case, offset: tuple[int, ...], queries: int, keys: int) -> np.ndarray:
    """(B, 1, T, S): the causal mask and the window, counted from each batch element's own offset."""
    left, right = (case.params.get(f"{side}_window_size", -1) for side in ("left", "right"))
    place = np.arange(queries)[:, None] + np.array(offset)[:, None, None, None]
    key = np.arange(keys)
    visible = np.ones((len(offset), 1, queries, keys), bool)
    if case.params.get("is_causal"):
        visible &= key <= place
    if left >= 0:
        visible &= place - key <= left
    if right >= 0:
        visible &= key - place <= right
    return visible


def _padded(mask: np.ndarray, keys: int, hidden: Any) -> np.ndarray:
    """The mask with keys that it does not reach hidden."""
    missing = [(0, 0)] * (mask.ndim - 1) + [(0, keys - mask.shape[-1])]
    return np.pad(mask, missing, constant_values=hidden)


def _modified(case: Case, visible: np.ndarray, bias: np.ndarray | None) -> tuple[np.ndarray, np.ndarray | None]:
    """What the case's score_mod does, as a mask or a bias."""
    queries, keys = visible.shape[-2:]
    if case.name == "test_flexattention_causal_mask":
        return visible & causal(queries, keys), bias
    if case.name == "test_flexattention_score_mod":
        return visible, np.full((queries, keys), 0.5, np.float32)
    if case.name == "test_flexattention_relative_positional":
        return visible, np.subtract.outer(np.arange(queries), np.arange(keys)).astype(np.float32)
    return visible, bias
