"""Which way round each array fits: all readings are tried against each other's sizes, by shapes alone."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from itertools import product
from typing import Self

from attnviz.content.importing.orienting import HEADED, PROJECTIONS, ROWS_OF_TOKENS, shape_after, turns
from attnviz.engine.errors import counted

Shapes = dict[str, tuple[int, int]]
_SOFT = 0.5  # what usually agrees, but need not
_AGAINST_NAME, _AGAINST_LABELS, _MIXED, _UNUSUAL = 0.3, 0.1, 0.05, 0.01
_QUERIES_SIDE, _KEYS_SIDE = ("W_Q", "Q", "W_O"), ("W_K", "K", "W_V", "V")


@dataclass(frozen=True)
class Piece:
    """What is known of one array before its numbers are read.

    hint: "XW" or "XWt" as its name says, else "". labels: "rows" or "columns" where only these have words for labels.
    """

    target: str
    shape: tuple[int, ...]
    said: Mapping[str, str] = field(default_factory=dict)
    hint: str = ""
    labels: str = ""


@dataclass(frozen=True)
class Reading:
    """One way to read one array. shape: rows and columns of the matrix, None where it cannot be laid so."""

    product: str
    tokens: str
    heads: str
    shape: tuple[int, int] | None

    def with_value(self, key: str, value: str) -> Self:
        """The same with one of product, tokens and heads read otherwise."""
        return replace(self, **{key: value})  # type: ignore[arg-type]  # these three are texts

    def turned(self, target: str) -> bool:
        """True if its matrices are transposed."""
        return turns(target, self.product, self.tokens)


@dataclass(frozen=True)
class Fit:
    """The readings of all pieces that fit best, with the numbers of heads; open: keys of each that could be otherwise.

    misfits: what does not agree even so, in words.
    """

    readings: tuple[Reading, ...]
    heads: int
    kv_heads: int
    open: tuple[frozenset[str], ...]
    misfits: tuple[str, ...]


@dataclass(frozen=True)
class _Tried:
    """wrong: how many sizes do not agree that must. in_columns: how many matrices have tokens on the rarer side."""

    score: float
    readings: tuple[Reading, ...]
    heads: int
    kv_heads: int
    wrong: int
    in_columns: int


def fit(
    pieces: Sequence[Piece],
    fixed: Shapes,
    *,
    heads: int | None,
    kv_heads: int | None,
    tokens: int | None,
    default: int = 1,
) -> Fit:
    """The best reading of the pieces beside matrices that stay as they are.

    heads, kv_heads: as said, else None; default: how many heads there are if nothing tells. tokens: how many labels.
    """
    tried = [
        _score(pieces, readings, fixed, heads, kv_heads, tokens, default)
        for readings in _all_readings(pieces, heads, default)
    ]
    best = min(tried, key=lambda one: one.score)
    if best.wrong:  # what nobody's reading makes fit is told of as one writes it: a token in each row
        best = min((one for one in tried if one.wrong <= best.wrong), key=lambda one: (one.in_columns, one.score))
    opened = tuple(
        frozenset(
            key for key in ("product", "tokens", "heads")
            if any(
                one.score < best.score + _SOFT
                and getattr(one.readings[index], key) != getattr(best.readings[index], key)
                for one in tried
            )
        )
        for index in range(len(pieces))
    )  # fmt: skip
    shapes = _shapes(pieces, best.readings, fixed)
    words = tuple(text for text, weight in disagreements(shapes, best.heads, best.kv_heads, tokens) if weight >= 1)
    return Fit(best.readings, best.heads, best.kv_heads, opened, words)


def disagreements(shapes: Shapes, heads: int, kv_heads: int, tokens: int | None) -> Iterator[tuple[str, float]]:
    """Each pair of sizes that should agree and does not, in words, with 1 if it must agree."""
    source = "source" if "source" in shapes else "X"
    for name, axis, other, other_axis, weight in (
        ("W_Q", 0, "X", 1, 1.0), ("W_K", 0, source, 1, 1.0), ("W_V", 0, source, 1, 1.0), ("W_K", 0, "W_Q", 0, _SOFT),
        ("W_V", 0, "W_K", 0, 1.0), ("W_O", 1, "X", 1, _SOFT), ("W_O", 1, "W_Q", 0, _SOFT), ("K", 0, "V", 0, 1.0),
        ("Q", 0, "K", 0, _SOFT), ("b_Q", 1, "W_Q", 1, 1.0), ("b_K", 1, "W_K", 1, 1.0), ("b_V", 1, "W_V", 1, 1.0),
        ("b_O", 1, "W_O", 1, 1.0), ("weights", 1, "V", 0, 1.0),
    ):  # fmt: skip
        if name in shapes and other in shapes and shapes[name][axis] != shapes[other][other_axis]:
            yield _words(name, axis, shapes[name], other, other_axis, shapes[other]), weight
    for name, other in (("W_Q", "W_K"), ("Q", "K")):
        if name in shapes and other in shapes and shapes[name][1] * kv_heads != shapes[other][1] * heads:
            yield _words(name, 1, shapes[name], other, 1, shapes[other]), 1.0
    for other in ("W_V", "V"):
        if "W_O" in shapes and other in shapes and shapes["W_O"][0] * kv_heads != shapes[other][1] * heads:
            yield _words("W_O", 0, shapes["W_O"], other, 1, shapes[other]), 1.0
    if heads % kv_heads:
        yield f"{heads} heads cannot share {kv_heads} key/value heads evenly.", 1.0
    for name in ("X", "Q", "weights"):
        if tokens is not None and name in shapes and shapes[name][0] != tokens:
            yield f"{name} has {shapes[name][0]} rows but there are {tokens} tokens.", _SOFT


def _words(
    name: str, axis: int, shape: tuple[int, int], other: str, other_axis: int, other_shape: tuple[int, int]
) -> str:
    sides = ("row", "column")
    there = counted(other_shape[other_axis], sides[other_axis])
    return f"{name} has {counted(shape[axis], sides[axis])}, {other} {there}."


def _all_readings(pieces: Sequence[Piece], heads: int | None, default: int) -> Iterator[tuple[Reading, ...]]:
    count = heads or default
    for tokens in ("rows", "columns"):
        yield from product(*(tuple(_readings(piece, tokens, count)) for piece in pieces))


def _readings(piece: Piece, tokens: str, count: int) -> Iterator[Reading]:
    """All readings of one piece that what was said leaves."""
    said = piece.said
    tokens = said.get("tokens", tokens)
    products = ("XW", "XWt") if piece.target in PROJECTIONS else ("XW",)
    if said.get("product") in products:
        products = (said["product"],)
    layouts: tuple[str, ...] = ("stacked" if piece.target == "W_O" else "side",)
    if len(piece.shape) == 3:
        layouts = ("first", "middle")
    elif piece.target in HEADED and count > 1:
        layouts = ("stacked", "side") if piece.target == "W_O" else ("side", "stacked")
    if said.get("heads") in layouts:
        layouts = (said["heads"],)
    for written in products:
        for layout in layouts:
            turned = turns(piece.target, written, tokens)
            several = count
            if len(piece.shape) == 3:
                several = piece.shape[0 if layout == "first" else 1]
            yield Reading(written, tokens, layout, shape_after(piece.shape, piece.target, turned, layout, several))


def _score(
    pieces: Sequence[Piece], readings: tuple[Reading, ...], fixed: Shapes, heads: int | None, kv_heads: int | None,
    tokens: int | None, default: int,
) -> _Tried:  # fmt: skip
    own, kv = _head_counts(pieces, readings, heads, kv_heads, default)
    shapes = _shapes(pieces, readings, fixed)
    told = {"W_Q", "W_K"} <= set(shapes) and any(piece.target in ("W_Q", "W_K") for piece in pieces)
    if kv_heads is None and kv == own and own > 1 and told:
        kv = _grouped(shapes, own)
    weights = [weight for _, weight in disagreements(shapes, own, kv, tokens)]
    unread = sum(reading.shape is None for reading in readings)
    score = sum(weights) + 2.0 * unread
    wrong, in_columns = unread + sum(weight >= 1 for weight in weights), 0
    written = set()
    sides = {
        reading.tokens
        for piece, reading in zip(pieces, readings, strict=True)
        if piece.target in ROWS_OF_TOKENS and "tokens" in piece.said
    }
    for piece, reading in zip(pieces, readings, strict=True):
        if piece.target in PROJECTIONS:
            usual = piece.hint or ("XWt" if reading.tokens == "columns" else "XW")
            score += 0 if reading.product == usual else (_AGAINST_NAME if piece.hint else _UNUSUAL)
            written.add(reading.product)
        elif piece.target in ROWS_OF_TOKENS:
            wanted = piece.labels or "rows"
            score += 0 if reading.tokens == wanted else (_AGAINST_LABELS if piece.labels else _UNUSUAL)
            in_columns += reading.tokens != wanted
        if piece.target in PROJECTIONS and sides and reading.tokens not in sides:
            score += _UNUSUAL  # with tokens in columns one writes W·X
        if reading.heads == "middle" or reading.heads == ("side" if piece.target == "W_O" else "stacked"):
            score += _UNUSUAL
    return _Tried(score + (_MIXED if len(written) > 1 else 0), readings, own, kv, wrong, in_columns)


def _head_counts(
    pieces: Sequence[Piece], readings: Sequence[Reading], heads: int | None, kv_heads: int | None, default: int
) -> tuple[int, int]:
    """Query heads and key/value heads: as said, as arrays have them on an axis, else as many as before."""
    axes = {
        piece.target: piece.shape[0 if reading.heads == "first" else 1]
        for piece, reading in zip(pieces, readings, strict=True) if len(piece.shape) == 3
    }  # fmt: skip
    own = heads or next((axes[name] for name in _QUERIES_SIDE if name in axes), None)
    kv = kv_heads or next((axes[name] for name in _KEYS_SIDE if name in axes), None)
    if own is None:  # key/value heads that were said are shared by the query heads that there were before
        own = default if kv is None or (kv_heads is not None and default % kv == 0) else kv
    return own, kv or own


def _grouped(shapes: Shapes, heads: int) -> int:
    """Fewer key heads than query heads, if W_K's width says so and divides them."""
    width, other = shapes["W_Q"][1], shapes["W_K"][1]
    kv, rest = divmod(other * heads, width)
    return kv if rest == 0 and kv and heads % kv == 0 else heads


def _shapes(pieces: Sequence[Piece], readings: Sequence[Reading], fixed: Shapes) -> Shapes:
    found = {
        piece.target: reading.shape
        for piece, reading in zip(pieces, readings, strict=True)
        if reading.shape is not None
    }
    return {**fixed, **found}
