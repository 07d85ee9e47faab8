"""Scaled dot-product attention in one call, for arrays with any leading axes."""

from __future__ import annotations

from typing import Any, Literal, TypeVar

import numpy as np
import numpy.typing as npt

from attnviz.engine.arrays import (
    Array,
    Bools,
    Format,
    bools,
    check_amount,
    check_finite,
    in_format,
    numbers,
    refuse_overflow,
)
from attnviz.engine.errors import FieldError, ShapeError, Where, brief, counted
from attnviz.engine.settings import finite, positive
from attnviz.engine.softmax import cap, hide, softmax

AnyArray = TypeVar("AnyArray", bound=npt.NDArray[Any])


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
    Raises ShapeError, NonFinite or FieldError for bad input, Overflow for a result beyond its number format, and
    HiddenRow for a query that sees no key unless empty_rows="zero", which gives it weights and output 0. More than
    268 million numbers in one array (2 GB in float64, of which several are held at once) are a ShapeError.
    Source: Vaswani et al. 2017, section 3.2.1; grouped heads: Ainslie et al. 2023.
    """
    if empty_rows not in ("raise", "zero"):
        raise FieldError(f"empty_rows is {brief(empty_rows)}. Make it 'raise' or 'zero'.", Where("empty_rows"))
    queries, keys, values = _common_type(_operand(q, "q"), _operand(k, "k"), _operand(v, "v"))
    keys, values = _grouped(queries, keys, "k"), _grouped(queries, values, "v")
    shape = _scores_shape(queries, keys, values)
    check_amount(shape, "scores")
    check_amount((*shape[:-1], values.shape[-1]), "output")
    number = queries.dtype.type
    factor = 1 / np.sqrt(queries.shape[-1]) if scale is None else finite(scale, "scale", number)
    divisor = positive(temperature, "temperature", number)
    with np.errstate(over="ignore", invalid="ignore"):  # what is not finite is refused below, by its place
        logits = np.matmul(queries, np.swapaxes(keys, -1, -2)) * number(factor)  # (..., T, S)
        refuse_overflow(logits, "scores")
        if softcap is not None:
            logits = cap(logits, positive(softcap, "softcap", number))
        hidden: Bools | None = None
        if bias is not None:
            added = _bias(bias, number, shape)
            hidden = np.isneginf(added)
            logits = logits + added
        if divisor != 1.0:
            logits = logits / number(divisor)
        refuse_overflow(logits, "scores", hidden=hidden)
        if allowed is not None:
            logits = hide(logits, _fits(bools(allowed, "allowed"), shape, "allowed"))
        weights = softmax(logits, empty_rows=empty_rows)
        output = np.matmul(weights, values)
        refuse_overflow(output, "output")
    return output, weights


def _operand(values: npt.ArrayLike, name: str) -> Array:
    array = numbers(values, name)
    if array.ndim < 2 or array.size == 0:
        raise ShapeError(
            f"{name} has shape {array.shape}. Give it rows and columns, at least one of each.", Where(name)
        )
    check_finite(array, name)
    return array


def _common_type(q: Array, k: Array, v: Array) -> tuple[Array, Array, Array]:
    """float32 if all three are, or float16, which counts as float32; else float64."""
    narrow = all(array.dtype in (np.float32, np.float16) for array in (q, k, v))
    dtype = np.float32 if narrow else np.float64
    return in_format(q, dtype, "q"), in_format(k, dtype, "k"), in_format(v, dtype, "v")


def _grouped(queries: Array, others: Array, name: str) -> Array:
    """`others` with each key/value head repeated for the query heads that read it."""
    if queries.ndim < 3 or others.ndim < 3:
        return others
    heads, kv_heads = queries.shape[-3], others.shape[-3]
    if kv_heads in (1, heads) or heads == 1:
        return others
    if heads % kv_heads:
        raise ShapeError(
            f"{name} has {counted(kv_heads, 'head')}, which do not divide the {heads} of q. Choose a divisor.",
            Where(name),
        )
    check_amount((*others.shape[:-3], heads, *others.shape[-2:]), name)
    return np.repeat(others, heads // kv_heads, axis=-3)


def _scores_shape(q: Array, k: Array, v: Array) -> tuple[int, ...]:
    """(..., T, S) with all the leading axes. Raises ShapeError if the three do not fit together."""
    if k.shape[-1] != q.shape[-1]:
        raise ShapeError(
            f"k has {counted(k.shape[-1], 'column')} but q has {q.shape[-1]}. Make them equal: both are d_k.",
            Where("k"),
        )
    if v.shape[-2] != k.shape[-2]:
        raise ShapeError(f"v has {counted(v.shape[-2], 'row')} but k has {k.shape[-2]}. Make them equal.", Where("v"))
    try:
        leading = np.broadcast_shapes(q.shape[:-2], k.shape[:-2], v.shape[:-2])
    except ValueError as error:
        raise ShapeError(
            f"The leading axes of q {q.shape[:-2]}, k {k.shape[:-2]} and v {v.shape[:-2]} do not fit. Make them equal.",
            Where("q"),
        ) from error
    return (*leading, q.shape[-2], k.shape[-2])


def _bias(bias: npt.ArrayLike, dtype: Format, shape: tuple[int, ...]) -> Array:
    array = numbers(bias, "bias")
    check_finite(array, "bias", minus_infinity=True)
    return _fits(in_format(array, dtype, "bias"), shape, "bias")


def _fits(array: AnyArray, shape: tuple[int, ...], name: str) -> AnyArray:
    """The array, if it broadcasts to the scores without making them larger. Raises ShapeError."""
    try:
        fits = np.broadcast_shapes(array.shape, shape) == shape
    except ValueError:
        fits = False
    if not fits:
        raise ShapeError(f"{name} has shape {array.shape} but the scores are {shape}. Make them fit.", Where(name))
    return array
