"""One part after its reading was chosen: its matrix, the choices with their reasons, and what other readings give."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace

import numpy as np

from attnviz.content.importing.choices import Choice, choice
from attnviz.content.importing.fitting import Reading, Shapes, disagreements
from attnviz.content.importing.found import FoundArray, Values
from attnviz.content.importing.orienting import HEADED, PROJECTIONS, ROWS_OF_TOKENS, oriented, shape_after
from attnviz.content.importing.picking import Picked
from attnviz.content.importing.plans import Placed, Preview
from attnviz.engine.errors import AttentionError

PRODUCTS = {
    "XW": "{0} = {1} {2}",
    "XWt": "{0} = {1} {2}ᵀ, W·X on paper",
}
TOKENS = {"rows": "rows: a token is a row", "columns": "columns: a token is a column"}
_LAYOUTS = {
    "side": "side by side, in columns",
    "stacked": "below each other, in rows",
    "first": "on the first axis: a matrix a head",
    "middle": "on the middle axis",
}
_RESULTS = {"W_Q": ("Q", "X"), "W_K": ("K", "source"), "W_V": ("V", "source"), "W_O": ("output", "concatenated")}
_MOST_SHOWN = 2_000_000  # numbers of a product that is previewed


def matrix_for(array: FoundArray, target: str, picked: Picked, reading: Reading, count: int) -> Values:
    """The numbers as they go into the scenario. Raises AttentionError where they cannot be had or laid so."""
    values = picked.values(array)
    return oriented(values, target, reading.turned(target), reading.heads, count)


def choices_for(
    placed: Placed, picked: Picked, reading: Reading, opened: frozenset[str], count: int, shapes: Shapes, hint: str
) -> tuple[Choice, ...]:
    """How the array is laid, each with its reason; shapes: of all matrices as they are read now."""
    target, said, proofs = placed.target, placed.part.words, dict(placed.part.proofs)

    def made(key: str, title: str, options: Mapping[str, str], value: str, usual: str) -> Choice:
        other = next((option for option in options if option != value), value)
        reason, certain = usual, key not in opened
        if key in proofs and placed.part.likely.get(key) == value:
            reason, certain = proofs[key], True
        elif certain:
            against = _against(target, picked.shape, reading.with_value(key, other), count, shapes)
            reason, certain = (f"Else it would not fit: {against}", True) if against else (usual, key in said)
        return choice(key, title, options, value, reason, certain=certain).settled(said)

    found = []
    if target in ROWS_OF_TOKENS:
        found.append(made("tokens", "Tokens are in", TOKENS, reading.tokens, _tokens_reason(placed, reading)))
    if target in PROJECTIONS:
        result, left = _RESULTS[target]
        left = left if left == "concatenated" or left in shapes else "X"
        options = {key: words.format(result, left, target) for key, words in PRODUCTS.items()}
        found.append(
            made("product", "It is used as", options, reading.product, _product_reason(placed, reading, picked, hint))
        )
    if target in HEADED and (count > 1 or len(picked.shape) == 3):
        keys = ("first", "middle") if len(picked.shape) == 3 else ("side", "stacked")
        options = {key: _LAYOUTS[key] for key in keys}
        laid = made("heads", "Heads lie", options, reading.heads, "As most programs lay them.")
        found.append(replace(laid, flag="--layout"))
    return (*picked.choices, *found)


def previews_for(
    placed: Placed, picked: Picked, reading: Reading, count: int, matrix: Callable[[str], Values | None]
) -> tuple[Preview, ...]:
    """Q (or K, V) as each reading of a projection, or of X, makes it; matrix: of the other targets, None if unknown."""
    target, array = placed.target, placed.part.array
    if target not in ("X", "W_Q", "W_K", "W_V"):
        return ()
    assert isinstance(array, FoundArray)
    result = "Q" if target == "X" else target[-1]
    left = "X" if result == "Q" or matrix("source") is None else "source"
    right = "W_Q" if target == "X" else target
    other = matrix(right if target == "X" else left)
    if other is None:
        return ()
    values = picked.values(array)
    key, options = ("tokens", ("rows", "columns")) if target == "X" else ("product", ("XW", "XWt"))
    found = []
    for value in options:
        tried = reading.with_value(key, value)
        turned = "ᵀ" if value == "XWt" else ""
        title = f"{result} = {left} {right}{turned}" + (f", tokens in {value}" if target == "X" else "")
        product, note = None, ""
        try:
            own = oriented(values, target, tried.turned(target), tried.heads, count)
            product, note = _product(*((own, other) if target == "X" else (other, own)), left, right + turned)
        except AttentionError as error:
            note = str(error)
        found.append(Preview(title, key, value, value == getattr(reading, key), product, note))
    return tuple(found)


def _product(a: Values, b: Values, left: str, right: str) -> tuple[Values | None, str]:
    """The product and its size, or why there is none."""
    if a.shape[1] != b.shape[0]:
        return None, f"does not fit: {left} has {a.shape[1]} columns, {right} {b.shape[0]} rows"
    size = f"{a.shape[0]}×{b.shape[1]}"
    if a.shape[0] * b.shape[1] > _MOST_SHOWN:
        return None, f"{size}, too large to be shown"
    with np.errstate(over="ignore", invalid="ignore"):
        return a.astype(np.float64) @ b.astype(np.float64), size


def axis_labels(placed: Placed, reading: Reading) -> Placed:
    """The part with the labels of its rows and columns as they lie in the matrix."""
    array = placed.part.array
    assert isinstance(array, FoundArray)
    rows, columns = array.row_labels, array.column_labels
    if reading.turned(placed.target):
        rows, columns = columns, rows
    if placed.matrix is None:
        return placed
    high, wide = placed.matrix.shape[-2:]
    return replace(
        placed,
        row_labels=rows if rows is not None and len(rows) == high else None,
        column_labels=columns if columns is not None and len(columns) == wide else None,
    )


def _against(target: str, shape: tuple[int, ...], tried: Reading, count: int, shapes: Shapes) -> str:
    """What would not agree if it were read so, "" if nothing."""
    laid = shape_after(shape, target, tried.turned(target), tried.heads, count)
    if laid is None:
        return f"{target} does not divide into {count} heads."
    before = {text for text, _ in disagreements(shapes, count, count, None)}
    after = disagreements({**shapes, target: laid}, count, count, None)
    return next((text for text, weight in after if weight >= 1 and text not in before), "")


def _tokens_reason(placed: Placed, reading: Reading) -> str:
    array = placed.part.array
    assert isinstance(array, FoundArray)
    if array.row_labels and array.column_labels:
        return f"Rows and columns have labels; those of the {reading.tokens} are taken for tokens."
    side = array.row_labels if reading.tokens == "rows" else array.column_labels
    if side:
        return f"The {reading.tokens} have labels."
    return "As most programs lay them." if reading.tokens == "rows" else "So the sizes agree."


def _product_reason(placed: Placed, reading: Reading, picked: Picked, hint: str) -> str:
    if hint == reading.product:
        return f"Matrices with the name {getattr(placed.part.array, 'name', '')} are stored so."
    if reading.product == "XWt" and reading.tokens == "columns":
        return "With tokens in columns one writes W·X."
    square = picked.shape[-1] == picked.shape[-2]
    return "It is square, so both readings fit: compare the results." if square else "In the paper, Q = X W."
