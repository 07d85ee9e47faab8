"""Who looks at whom: finished weights, masks and biases, with queries on rows or on columns."""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from attnviz.content.adding_up import sums_along
from attnviz.content.importing.choices import Choice, choice
from attnviz.content.importing.found import FoundArray, Values
from attnviz.content.importing.head_axis import WORDS, head_axis, heads_first
from attnviz.content.importing.mask_values import allowed_by
from attnviz.content.importing.picking import Picked
from attnviz.content.importing.plans import Placed
from attnviz.content.sources.row_sums import NEAR, row_sums
from attnviz.engine.errors import NonFinite, ShapeError, Where

LOOKING = ("weights", "bias", "mask")
_ROUNDED_BY = 0.1  # how far sums of rounded weights are from 1, at most
_HEADED_AXES = 3  # of weights with a matrix a head
_MOST_NAMED = 8  # keys in a note
_QUERIES = {"rows": "rows: each row is a query", "columns": "columns: each column is a query"}


def looked(placed: Placed, picked: Picked, size: tuple[int | None, int | None], heads: int | None) -> Placed:
    """The part with its matrix, (T, S) or (heads, T, S), and its choices.

    size: queries and keys as far as the other parts or the scenario tell. Raises AttentionError for what is no mask,
    and for weights of −∞.
    """
    array = placed.part.array
    assert isinstance(array, FoundArray)
    values, lying = _heads_first(placed, picked.values(array))
    bent = lying is not None and lying.value != "first"
    if placed.target == "weights" and values.dtype.kind == "b":
        values = values.astype(np.float64)
    if placed.target == "weights" and np.isneginf(values.min()):
        where = Where("weights", *(int(at) for at in np.argwhere(np.isneginf(values))[0][-2:]))
        raise NonFinite(f"{where} is −∞: these are scores before softmax. Import them as bias.", where)
    if placed.target != "weights" and values.ndim == 3 and len(values) == 1:
        values = values[0]
    made = _queries(placed, values, size)
    turned = made is not None and made.value == "columns"
    if turned:
        values = values.swapaxes(-1, -2)
    choices = tuple(one for one in (*picked.choices, lying, made) if one is not None)
    notes: tuple[str, ...] = picked.notes
    if placed.target == "mask":
        values, true, note = allowed_by(values, placed.part.words.get("true"), array.name)
        choices = choices if true is None else (*choices, true)
        notes = (*notes, note) if note else notes
        notes = (*notes, _seen(values, size[0]))
    if placed.target == "weights":
        sums = row_sums(values if values.ndim == 3 else values[np.newaxis])
        notes = (*notes, sums.sentence) if sums.sentence else (*notes, "Each row sums to 1.")
    if placed.target == "bias":
        values = _bias(values, heads)
    rows, columns = (array.column_labels, array.row_labels) if turned else (array.row_labels, array.column_labels)
    if bent:  # labels of axes that are no longer there
        rows = columns = None
    return replace(
        placed, matrix=values, choices=choices, notes=notes, row_labels=rows, column_labels=columns,
    )  # fmt: skip


def _heads_first(placed: Placed, values: Values) -> tuple[Values, Choice | None]:
    """A matrix a head, and on which axis the heads were; None where there are no three axes."""
    if values.ndim != _HEADED_AXES or placed.target == "mask":
        return values, None
    layout, reason = head_axis(values, weights=placed.target == "weights")
    made = choice("heads", "Heads lie", WORDS, layout, reason, certain=False).settled(placed.part.words)
    return heads_first(values, made.value), replace(made, flag="--layout")


def _queries(placed: Placed, values: Values, size: tuple[int | None, int | None]) -> Choice | None:
    """Whether queries are on rows or columns; None for a mask of one row, which is about keys alone."""
    if placed.target != "weights" and values.shape[-2] == 1 and size[0] != 1:
        return None
    value, reason, certain = _guess(values, size, weights=placed.target == "weights")
    made = choice("queries", "Queries are on", _QUERIES, value, reason, certain=certain)
    return made.settled(placed.part.words)


def _guess(values: Values, size: tuple[int | None, int | None], *, weights: bool) -> tuple[str, str, bool]:
    high, wide = values.shape[-2:]
    if high != wide:
        as_rows = _agrees((high, wide), size)
        as_columns = _agrees((wide, high), size)
        if as_rows != as_columns:
            fits = (high, wide) if as_rows else (wide, high)
            there = f"{fits[0]} queries and {fits[1]} keys"
            return ("rows" if as_rows else "columns"), f"So there are {there}, as the other sizes say.", True
    if weights:
        rows = bool((np.abs(sums_along(values) - 1) <= NEAR).all())
        columns = bool((np.abs(sums_along(values, -2) - 1) <= NEAR).all())
        if rows != columns:
            found = "rows" if rows else "columns"
            return found, f"The {found} sum to 1.", False
        if rows:
            return "rows", "Rows and columns both sum to 1.", False
        off = [float(np.abs(sums_along(values, axis) - 1).max()) for axis in (-1, -2)]
        if off[1] < min(off[0], _ROUNDED_BY):
            return "columns", "The columns sum to nearly 1.", False
    return "rows", "Rows are queries in most programs.", False


def _agrees(shape: tuple[int, int], size: tuple[int | None, int | None]) -> bool:
    return all(known is None or known == given for known, given in zip(size, shape, strict=True))


def _seen(allowed: Values, queries: int | None) -> str:
    """How much may be seen, and whether it is a causal mask, or one of padding."""
    seen = int(allowed.sum())
    rows = np.atleast_2d(allowed)
    if rows.ndim == 2 and (rows == rows[0]).all() and not rows[0].all() and (len(rows) > 1 or queries != 1):
        hidden = [str(int(at) + 1) for at in np.flatnonzero(~rows[0])]
        some = ", ".join(hidden[:_MOST_NAMED]) + (", …" if len(hidden) > _MOST_NAMED else "")
        one = "one row for all queries" if len(rows) == 1 else "all rows are alike"
        return f"A mask of padding, {one}: {f'key {some} is' if len(hidden) == 1 else f'keys {some} are'} hidden."
    words = f"{seen} of {allowed.size} cells may be seen."
    if allowed.ndim == 2 and len(allowed) > 1 and np.array_equal(allowed, np.tri(*allowed.shape, dtype=bool)):
        return f"{words} This is a causal mask."
    return words


def _bias(values: Values, heads: int | None) -> Values:
    if values.dtype.kind == "b":
        raise ShapeError("This bias holds true and false. Import it as mask.", Where("bias"))
    if values.ndim == 3 and heads is not None and len(values) != heads:
        raise ShapeError(
            f"bias holds {len(values)} matrices but there are {heads} heads. Give one, or one a head.", Where("bias")
        )
    return values
