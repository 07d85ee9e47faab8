"""Scaled dot-product attention in one call, for arrays with any leading axes."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from typing import Any, Literal, NamedTuple, TypeVar

import numpy as np
import numpy.typing as npt

from attnviz.engine.arrays import (
    Array,
    Bools,
    Format,
    bools,
    check_amount,
    check_finite,
    format_of,
    in_format,
    numbers,
    refuse_overflow,
)
from attnviz.engine.blocks.chain import Chain, is_light, row_blocks
from attnviz.engine.blocks.folded import Folded, folded
from attnviz.engine.blocks.weights import fill_weights
from attnviz.engine.errors import FieldError, ShapeError, Where, brief, counted
from attnviz.engine.pool import each
from attnviz.engine.settings import finite, positive
from attnviz.engine.softmax import cap, hide, softmax

AnyArray = TypeVar("AnyArray", bound=npt.NDArray[Any])
EmptyRows = Literal["raise", "zero"]
_BY_BLOCKS = 1 << 16  # scores of a head, from which blocks are quicker than all heads at once


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
    empty_rows: EmptyRows = "raise",
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
    shape = _scores_shape(queries, keys, values)
    check_amount(shape, "scores")
    check_amount((*shape[:-1], values.shape[-1]), "output")
    number = queries.dtype.type
    factor = float(1 / np.sqrt(queries.shape[-1])) if scale is None else finite(scale, "scale", number)
    divisor = positive(temperature, "temperature", number)
    parts = _Parts(
        queries,
        keys,
        values,
        shape,
        factor,
        None if softcap is None else positive(softcap, "softcap", number),
        None if bias is None else _bias(bias, number, shape),
        divisor,
        None if allowed is None else _fits(bools(allowed, "allowed"), shape, "allowed"),
    )
    done = _by_blocks(parts, empty_rows) if shape[-2] * shape[-1] >= _BY_BLOCKS else None
    return _at_once(parts, empty_rows) if done is None else done


class _Parts(NamedTuple):
    """What a call is computed from, checked: shape is that of the scores, (..., T, S), with all leading axes."""

    queries: Array
    keys: Array
    values: Array
    shape: tuple[int, ...]
    factor: float
    softcap: float | None
    bias: Array | None
    divisor: float
    allowed: Bools | None


def _at_once(parts: _Parts, empty_rows: EmptyRows) -> tuple[Array, Array]:
    """All heads together, each step on whole arrays: quickest where they are small, and exact about what overflows."""
    number = parts.queries.dtype.type
    keys, values = _repeated(parts.queries, parts.keys), _repeated(parts.queries, parts.values)
    with np.errstate(over="ignore", invalid="ignore"):  # what is not finite is refused below, by its place
        logits = np.matmul(parts.queries, np.swapaxes(keys, -1, -2)) * number(parts.factor)  # (..., T, S)
        refuse_overflow(logits, "scores")
        if parts.softcap is not None:
            logits = cap(logits, parts.softcap)
        hidden: Bools | None = None
        if parts.bias is not None:
            hidden = np.isneginf(parts.bias)
            logits = logits + parts.bias
        if parts.divisor != 1.0:
            logits = logits / number(parts.divisor)
        refuse_overflow(logits, "scores", hidden=hidden)
        if parts.allowed is not None:
            logits = hide(logits, parts.allowed)
        weights = softmax(logits, empty_rows=empty_rows)
        output = np.matmul(weights, values)
        refuse_overflow(output, "output")
    return output, weights


def _by_blocks(parts: _Parts, empty_rows: EmptyRows) -> tuple[Array, Array] | None:
    """Head by head and block by block, in place; None where that would not tell what overflows."""
    *leading, queries, keys = parts.shape
    output = np.empty((*leading, queries, parts.values.shape[-1]), parts.queries.dtype)
    weights = np.empty(parts.shape, parts.queries.dtype)
    tasks: list[Callable[[], None]] = []
    for index in np.ndindex(*leading):
        own = _Own(index, tuple(leading))
        bias = None if parts.bias is None else own.pairs(parts.bias, queries, keys)
        chain = Chain(
            own.rows(parts.queries), own.rows(parts.keys), parts.factor, parts.softcap, None, bias, parts.divisor
        )
        fast = folded(chain, "masked", None if parts.allowed is None else own.pairs(parts.allowed, queries, keys))
        if fast is None:
            return None
        fill = partial(_fill, fast, own.rows(parts.values), weights[index], output[index], empty_rows)
        tasks += [partial(fill, rows) for rows in row_blocks(queries, keys)]
    each(tasks, light=is_light(weights.size))
    refuse_overflow(output, "output")
    return output, weights


def _fill(fast: Folded, values: Array, weights: Array, output: Array, empty_rows: EmptyRows, rows: slice) -> None:
    """One block of one head: its weights, and while they are at hand its output."""
    seen = fill_weights(fast, rows, weights, empty_rows=empty_rows)
    np.matmul(weights[rows, seen], values[seen], out=output[rows])


@dataclass(frozen=True)
class _Own:
    """The place of one head among the leading axes, and what it reads of arrays that have fewer of them."""

    place: tuple[int, ...]
    leading: tuple[int, ...]

    def rows(self, array: AnyArray) -> AnyArray:
        """Its matrix. Query head h of H reads head h·n // H of n: its own, the one it shares, or the only one."""
        axes = array.shape[:-2]
        beyond = len(self.leading) - len(axes)
        ours = zip(self.place[beyond:], self.leading[beyond:], axes, strict=True)
        part: AnyArray = array[tuple(place * own // all_ for place, all_, own in ours)]
        return part

    def pairs(self, array: AnyArray, queries: int, keys: int) -> AnyArray:
        """Its (T, S) of what broadcasts to the scores, as a view."""
        part: AnyArray = np.broadcast_to(array if array.ndim < 2 else self.rows(array), (queries, keys))  # type: ignore[assignment]
        return part


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
    narrow = all(format_of(array) in (np.float32, np.float16) for array in (q, k, v))
    dtype = np.float32 if narrow else np.float64
    return in_format(q, dtype, "q"), in_format(k, dtype, "k"), in_format(v, dtype, "v")


def _repeated(queries: Array, others: Array) -> Array:
    """`others` with each key/value head repeated for the query heads that read it."""
    if queries.ndim < 3 or others.ndim < 3 or others.shape[-3] in (1, queries.shape[-3]) or queries.shape[-3] == 1:
        return others
    return np.repeat(others, queries.shape[-3] // others.shape[-3], axis=-3)


def _leading(queries: Array, others: Array, name: str) -> tuple[int, ...]:
    """The leading axes of keys or values, with as many heads as the queries have where those share them."""
    axes = others.shape[:-2]
    if queries.ndim < 3 or others.ndim < 3:
        return axes
    heads, kv_heads = queries.shape[-3], others.shape[-3]
    if kv_heads in (1, heads) or heads == 1:
        return axes
    if heads % kv_heads:
        raise ShapeError(
            f"{name} has {counted(kv_heads, 'head')}, which do not divide the {heads} of q. Choose a divisor.",
            Where(name),
        )
    check_amount((*axes[:-1], heads, *others.shape[-2:]), name)
    return *axes[:-1], heads


def _scores_shape(q: Array, k: Array, v: Array) -> tuple[int, ...]:
    """(..., T, S) with all the leading axes. Raises ShapeError if the three do not fit together."""
    of_keys, of_values = _leading(q, k, "k"), _leading(q, v, "v")
    if k.shape[-1] != q.shape[-1]:
        raise ShapeError(
            f"k has {counted(k.shape[-1], 'column')} but q has {q.shape[-1]}. Make them equal: both are d_k.",
            Where("k"),
        )
    if v.shape[-2] != k.shape[-2]:
        raise ShapeError(f"v has {counted(v.shape[-2], 'row')} but k has {k.shape[-2]}. Make them equal.", Where("v"))
    try:
        leading = np.broadcast_shapes(q.shape[:-2], of_keys, of_values)
    except ValueError as error:
        raise ShapeError(
            f"The leading axes of q {q.shape[:-2]}, k {of_keys} and v {of_values} do not fit. Make them equal.",
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
