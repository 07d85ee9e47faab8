"""The three ways to give attention its numbers: projected from X, directly as Q K V, or as finished weights."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import ClassVar

from attnviz.engine.arrays import Array, Format, frozen, recast
from attnviz.engine.errors import FieldError, ShapeError, Where, counted
from attnviz.engine.records import Record


class _Matrices(Record):
    """What the kinds share: their matrices by name, in the order of the paper."""

    kind: ClassVar[str]
    required: ClassVar[tuple[str, ...]]
    dimensions: ClassVar[dict[str, int]]

    def __post_init__(self) -> None:
        for name, axes in self.dimensions.items():
            values = getattr(self, name)
            if values is not None:
                object.__setattr__(self, name, frozen(values, name, axes))
            elif name in self.required:
                raise FieldError(f"{name} cannot be left out. Give it numbers.", Where(name))

    def items(self) -> Iterator[tuple[str, Array]]:
        """Each matrix that is present, with its name."""
        for name in self.dimensions:
            values = getattr(self, name)
            if values is not None:
                yield name, values


@dataclass(frozen=True, eq=False)
class Projected(_Matrices):
    """Q = X W_Q + b_Q, K = source W_K + b_K, V = source W_V + b_V, output = concatenated W_O + b_O.

    X (T, d_model); source (S, d_source) for cross-attention, else X itself; W_Q (d_model, heads·d_k);
    W_K (d_source, kv_heads·d_k); W_V (d_source, kv_heads·d_v); W_O (heads·d_v, d_out); each b as wide as its W.
    """

    X: Array
    W_Q: Array
    W_K: Array
    W_V: Array
    W_O: Array | None = None
    source: Array | None = None
    b_Q: Array | None = None
    b_K: Array | None = None
    b_V: Array | None = None
    b_O: Array | None = None

    kind = "projected"
    required = ("X", "W_Q", "W_K", "W_V")
    dimensions = {  # noqa: RUF012 - a constant of the class, and dataclasses have no quieter way to say so
        "X": 2, "W_Q": 2, "W_K": 2, "W_V": 2, "W_O": 2, "source": 2, "b_Q": 1, "b_K": 1, "b_V": 1, "b_O": 1,
    }  # fmt: skip


@dataclass(frozen=True, eq=False)
class Direct(_Matrices):
    """Queries, keys and values as they are. Q (T, heads·d_k), K (S, kv_heads·d_k), V (S, kv_heads·d_v), W_O."""

    Q: Array
    K: Array
    V: Array
    W_O: Array | None = None

    kind = "direct"
    required = ("Q", "K", "V")
    dimensions = {"Q": 2, "K": 2, "V": 2, "W_O": 2}  # noqa: RUF012


@dataclass(frozen=True, eq=False)
class GivenWeights(_Matrices):
    """Attention weights from elsewhere, shown as they are. weights (heads, T, S); V (S, kv_heads·d_v) or None."""

    weights: Array
    V: Array | None = None

    kind = "weights"
    required = ("weights",)
    dimensions = {"weights": 3, "V": 2}  # noqa: RUF012


Inputs = Projected | Direct | GivenWeights


@dataclass(frozen=True)
class Sizes:
    """The named sizes of a scenario. T queries, S keys; widths are those of one head."""

    T: int
    S: int
    heads: int
    kv_heads: int
    d_model: int | None
    d_source: int | None
    d_k: int | None
    d_v: int | None
    d_out: int | None


def lengths(inputs: Inputs) -> tuple[int, int]:
    """T queries and S keys, as the rows of the matrices say; nothing else is looked at."""
    if isinstance(inputs, GivenWeights):
        return inputs.weights.shape[1], inputs.weights.shape[2]
    queries, keys = (inputs.Q, inputs.K) if isinstance(inputs, Direct) else (inputs.X, inputs.source)
    return len(queries), len(queries if keys is None else keys)


def sizes(inputs: Inputs, heads: int, kv_heads: int) -> Sizes:
    """The sizes on which all matrices agree. Raises ShapeError naming the two that do not, and what to do."""
    if isinstance(inputs, Projected):
        return _projected_sizes(inputs, heads, kv_heads)
    if isinstance(inputs, Direct):
        return _direct_sizes(inputs, heads, kv_heads)
    given, queries, keys = inputs.weights.shape
    if given != heads:
        raise ShapeError(
            f"weights holds {counted(given, 'head')} but heads is {heads}. Make them equal.", Where("weights")
        )
    d_v = None
    if inputs.V is not None:
        _equal("V", "row", inputs.V.shape[0], "weights", "column", keys)
        d_v = _width("V", inputs.V, kv_heads, "kv_heads" if kv_heads != heads else "heads")
    return Sizes(queries, keys, heads, kv_heads, None, None, None, d_v, None if d_v is None else heads * d_v)


def cast(inputs: Inputs, dtype: Format) -> Inputs:
    """The same inputs in another number format; a matrix already in it stays the same object. Raises Overflow."""
    changed = {name: recast(values, dtype, name) for name, values in inputs.items() if values.dtype != dtype}
    return replace(inputs, **changed) if changed else inputs  # type: ignore[arg-type]


def _projected_sizes(inputs: Projected, heads: int, kv_heads: int) -> Sizes:
    source, source_name = (inputs.X, "X") if inputs.source is None else (inputs.source, "source")
    d_model, d_source = inputs.X.shape[1], source.shape[1]
    _equal("W_Q", "row", inputs.W_Q.shape[0], "X", "column", d_model)
    _equal("W_K", "row", inputs.W_K.shape[0], source_name, "column", d_source)
    _equal("W_V", "row", inputs.W_V.shape[0], source_name, "column", d_source)
    kv_word = "kv_heads" if kv_heads != heads else "heads"
    d_k = _width("W_Q", inputs.W_Q, heads, "heads")
    _same_d_k("W_K", _width("W_K", inputs.W_K, kv_heads, kv_word), "W_Q", d_k)
    d_v = _width("W_V", inputs.W_V, kv_heads, kv_word)
    d_out = heads * d_v
    if inputs.W_O is not None:
        _output_rows(inputs.W_O, heads, d_v)
        d_out = inputs.W_O.shape[1]
    for bias, matrix, wanted in (
        ("b_Q", "W_Q", heads * d_k), ("b_K", "W_K", kv_heads * d_k), ("b_V", "W_V", kv_heads * d_v),
        ("b_O", "W_O" if inputs.W_O is not None else "concatenated", d_out),
    ):  # fmt: skip
        values = getattr(inputs, bias)
        if values is not None:
            _equal(bias, "number", values.shape[0], matrix, "column", wanted)
    return Sizes(inputs.X.shape[0], source.shape[0], heads, kv_heads, d_model, d_source, d_k, d_v, d_out)


def _direct_sizes(inputs: Direct, heads: int, kv_heads: int) -> Sizes:
    kv_word = "kv_heads" if kv_heads != heads else "heads"
    d_k = _width("Q", inputs.Q, heads, "heads")
    _same_d_k("K", _width("K", inputs.K, kv_heads, kv_word), "Q", d_k)
    _equal("V", "row", inputs.V.shape[0], "K", "row", inputs.K.shape[0])
    d_v = _width("V", inputs.V, kv_heads, kv_word)
    d_out = heads * d_v
    if inputs.W_O is not None:
        _output_rows(inputs.W_O, heads, d_v)
        d_out = inputs.W_O.shape[1]
    return Sizes(inputs.Q.shape[0], inputs.K.shape[0], heads, kv_heads, None, None, d_k, d_v, d_out)


def _equal(name: str, what: str, size: int, other: str, other_what: str, other_size: int) -> None:
    if size != other_size:
        raise ShapeError(
            f"{name} has {counted(size, what)} but {other} has {counted(other_size, other_what)}. Make them equal.",
            Where(name),
        )


def _width(name: str, values: Array, heads: int, word: str) -> int:
    columns = int(values.shape[1])
    if columns % heads:
        raise ShapeError(
            f"{name} has {counted(columns, 'column')}, which {word} = {heads} does not divide. "
            f"Give it a multiple of {heads} columns or change {word}.",
            Where(name),
        )
    return columns // heads


def _same_d_k(name: str, width: int, other: str, other_width: int) -> None:
    if width != other_width:
        raise ShapeError(
            f"{name} gives each head {counted(width, 'column')} but {other} gives {other_width}. "
            "Make them equal: both are d_k.",
            Where(name),
        )


def _output_rows(W_O: Array, heads: int, d_v: int) -> None:
    if W_O.shape[0] != heads * d_v:
        raise ShapeError(
            f"W_O has {counted(W_O.shape[0], 'row')} but the heads side by side have "
            f"{counted(heads * d_v, 'column')}. Make them equal.",
            Where("W_O"),
        )
