"""Scaled dot-product attention in one call, for arrays with any leading axes."""

from __future__ import annotations

from typing import Any, Literal

import numpy as np
import numpy.typing as npt

from attnviz.engine.arrays import Array, Bools, check_finite
from attnviz.engine.errors import FieldError, HiddenRow, ShapeError, Where


def attention(
    q: npt.ArrayLike,
    k: npt.ArrayLike,
    v: npt.ArrayLike,
    allowed: npt.ArrayLike | None = None,
    *,
    scale: float | None = None,
    temperature: float = 1.0,
    bias: npt.ArrayLike | None = None,
    softcap: float | None = None,
    empty_rows: Literal["raise", "zero"] = "raise",
) -> tuple[Array, Array]:
    """The output (..., T, d_v) and the weights (..., T, S) of softmax(q kᵀ · scale) v.

    q (..., T, d_k), k (..., S, d_k), v (..., S, d_v); leading axes broadcast, and where k and v have fewer heads on
    axis -3 than q, query head h reads key/value head h // (heads / kv_heads). allowed: booleans that broadcast to
    (..., T, S), True = the key may be seen. scale: None = 1/√d_k. bias is added to the scaled and capped scores and
    may hold −∞. softcap: c in c·tanh(s/c). temperature divides the finished logits. float32 in, float32 out; integers
    become float64.
    Raises ShapeError, NonFinite or FieldError for bad input, and HiddenRow for a query that sees no key unless
    empty_rows="zero", which gives it weights and output 0.
    Source: Vaswani et al. 2017, section 3.2.1; grouped heads: Ainslie et al. 2023.
    """
    if empty_rows not in ("raise", "zero"):
        raise FieldError(f"empty_rows is {empty_rows!r}. Make it 'raise' or 'zero'.", Where("empty_rows"))
    queries, keys, values = _common_type(_operand(q, "q"), _operand(k, "k"), _operand(v, "v"))
    keys, values = _grouped(queries, keys, "k"), _grouped(queries, values, "v")
    _check_shapes(queries, keys, values)
    factor = 1 / np.sqrt(queries.shape[-1]) if scale is None else _number(scale, "scale")
    logits = np.matmul(queries, np.swapaxes(keys, -1, -2)) * queries.dtype.type(factor)  # (..., T, S)
    if softcap is not None:
        logits = cap(logits, _number(softcap, "softcap", positive=True))
    if bias is not None:
        logits = _added(logits, bias)
    if temperature != 1.0:
        logits = logits / queries.dtype.type(_number(temperature, "temperature", positive=True))
    if allowed is not None:
        logits = hide(logits, _visible(allowed, logits.shape))
    weights = softmax(logits, empty_rows=empty_rows)
    return np.matmul(weights, values), weights


def softmax(scores: Array, *, empty_rows: Literal["raise", "zero"] = "raise") -> Array:
    """Weights over the keys: positive, each row summing to one.

    scores: (..., T, S), −∞ where a key is hidden. Subtracting the row maximum changes nothing in the result and keeps
    exp from overflowing. Raises HiddenRow if a query sees no key, unless empty_rows="zero".
    Source: Vaswani et al. 2017, section 3.2.1.
    """
    top = scores.max(axis=-1, keepdims=True)
    empty = np.isneginf(top)
    if empty.any():
        if empty_rows == "raise":
            raise hidden_row(int(np.argwhere(empty)[0][-2]))
        top = np.where(empty, scores.dtype.type(0), top)
    exponentials = np.exp(scores - top)
    total = exponentials.sum(axis=-1, keepdims=True)
    return np.divide(exponentials, np.where(empty, scores.dtype.type(1), total), out=exponentials)


def cap(scores: Array, softcap: float) -> Array:
    """c·tanh(s/c): scores kept softly within ±c. Source: Gemma Team 2024, section 2."""
    c = scores.dtype.type(softcap)
    return np.tanh(scores / c) * c


def hide(scores: Array, allowed: Bools) -> Array:
    """The scores, −∞ where `allowed` is False."""
    return np.where(allowed, scores, scores.dtype.type(-np.inf))


def hidden_row(row: int, label: str | None = None) -> HiddenRow:
    """The error for a query, counted from 0, that sees no key."""
    name = f" {label!r}" if label is not None else ""
    return HiddenRow(f"Query {row + 1}{name} sees no key. Show it at least one.", Where("masked", row))


def _operand(values: npt.ArrayLike, name: str) -> Array:
    try:
        array = np.asarray(values)
    except ValueError as error:
        raise ShapeError(f"{name} has rows of different lengths. Make them equal.", Where(name)) from error
    if array.dtype.kind not in "fiu":
        raise FieldError(f"{name} holds {array.dtype} where real numbers are needed.", Where(name))
    if array.ndim < 2 or array.size == 0:
        raise ShapeError(
            f"{name} has shape {array.shape}. Give it rows and columns, at least one of each.", Where(name)
        )
    check_finite(array, name)
    return array


def _common_type(*arrays: Array) -> tuple[Array, ...]:
    """float32 only if all are; integers and float16 count as their wider type, float64 and float32."""
    narrow = all(array.dtype in (np.float32, np.float16) for array in arrays)
    dtype: type[np.floating[Any]] = np.float32 if narrow else np.float64
    return tuple(array.astype(dtype, copy=False) for array in arrays)


def _grouped(queries: Array, others: Array, name: str) -> Array:
    """`others` with each key/value head repeated for the query heads that read it."""
    if queries.ndim < 3 or others.ndim < 3:
        return others
    heads, kv_heads = queries.shape[-3], others.shape[-3]
    if kv_heads in (1, heads) or heads == 1:
        return others
    if heads % kv_heads:
        raise ShapeError(
            f"{name} has {kv_heads} heads, which do not divide the {heads} of q. Choose a divisor.", Where(name)
        )
    return np.repeat(others, heads // kv_heads, axis=-3)


def _check_shapes(q: Array, k: Array, v: Array) -> None:
    if k.shape[-1] != q.shape[-1]:
        raise ShapeError(
            f"k has {k.shape[-1]} columns but q has {q.shape[-1]}. Make them equal: both are d_k.", Where("k")
        )
    if v.shape[-2] != k.shape[-2]:
        raise ShapeError(f"v has {v.shape[-2]} rows but k has {k.shape[-2]}. Make them equal.", Where("v"))
    try:
        np.broadcast_shapes(q.shape[:-2], k.shape[:-2], v.shape[:-2])
    except ValueError as error:
        raise ShapeError(
            f"The leading axes of q {q.shape[:-2]}, k {k.shape[:-2]} and v {v.shape[:-2]} do not fit. Make them equal.",
            Where("q"),
        ) from error


def _number(value: object, name: str, *, positive: bool = False) -> float:
    if isinstance(value, bool | np.bool_) or not isinstance(value, int | float | np.integer | np.floating):
        raise FieldError(f"{name} is {value!r}. Give a number.", Where(name))
    number = float(value)
    if not np.isfinite(number) or (positive and number <= 0):
        raise FieldError(f"{name} is {number:g}. Give a finite number{' above 0' if positive else ''}.", Where(name))
    return number


def _added(logits: Array, bias: npt.ArrayLike) -> Array:
    array = np.asarray(bias)
    if array.dtype.kind not in "fiu":
        raise FieldError(f"bias holds {array.dtype} where real numbers are needed.", Where("bias"))
    check_finite(array, "bias", minus_infinity=True)
    return logits + _fits(array, logits.shape, "bias").astype(logits.dtype, copy=False)


def _visible(allowed: npt.ArrayLike, shape: tuple[int, ...]) -> Bools:
    array = np.asarray(allowed)
    if array.dtype != np.bool_:
        raise FieldError(f"allowed holds {array.dtype}. Give booleans: True = the key may be seen.", Where("allowed"))
    return _fits(array, shape, "allowed")


def _fits(array: npt.NDArray[Any], shape: tuple[int, ...], name: str) -> npt.NDArray[Any]:
    try:
        np.broadcast_shapes(array.shape, shape)
    except ValueError as error:
        raise ShapeError(
            f"{name} has shape {array.shape} but the scores are {shape}. Make them fit.", Where(name)
        ) from error
    return array
