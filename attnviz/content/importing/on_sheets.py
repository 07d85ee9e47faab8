"""What tables without a known name are, by what stands beside them on one sheet and what can be multiplied."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import permutations
from math import prod

import numpy as np

from attnviz.content.importing.by_values import LOOKED_AT, by_values
from attnviz.content.importing.found import FoundArray
from attnviz.content.importing.plans import Part

_PROJECTIONS = ("W_Q", "W_K", "W_V")
_MOST_COMPARED = 12  # tables of which products are looked for


def of_a_sheet(bare: Sequence[FoundArray], named: Sequence[Part], *, by_hand: bool = True) -> tuple[Part, ...]:
    """Parts of tables without a name, beside those that are named; fewer than there are tables where it is not clear.

    Left times right, or lower times upper, is W·X with tokens in columns, as on sheets made by hand, unless labels or
    a name say which is X. by_hand: it is a sheet; printouts one after the other are X and then W.
    """
    known = {part.target: part.array for part in named if isinstance(part.array, FoundArray)}
    looks = _who_looks(bare, known)
    taken = [part.array for part in looks]
    rest = _without_products([array for array in bare if array not in taken], list(known.values()))
    given = [known[name] for name in _PROJECTIONS if name in known]
    if given and "X" not in known:
        x = _only(rest, given[0])
        return (*looks, Part(x, "X")) if x is not None else looks
    if "X" in known and not given:
        wide = [array for array in rest if _fit(array, known["X"])]
        return (*looks, *_projections(wide)) if _are_projections(wide) else looks
    if named or not 1 < len(rest) <= 1 + len(_PROJECTIONS):
        return looks
    return (*looks, *_unnamed(rest, by_hand=by_hand))


def x_of_names(bare: Sequence[FoundArray], named: Sequence[Part]) -> tuple[Part, ...]:
    """The one array that can be X beside projections that are named, in a file that is no sheet."""
    known = {part.target: part.array for part in named if isinstance(part.array, FoundArray)}
    given = next((known[name] for name in _PROJECTIONS if name in known), None)
    if given is None or "X" in known or "source" in known:
        return ()
    fit = [array for array in bare if array.shape[-1] in given.shape and array.dtype.startswith("float")]
    return (Part(fit[0], "X"),) if len(fit) == 1 else ()


def _who_looks(bare: Sequence[FoundArray], known: Mapping[str, FoundArray]) -> tuple[Part, ...]:
    """Weights beside V alone, and a mask beside anything that it can be the mask of."""
    found: list[Part] = []
    for array in bare:
        says = by_values(array)[:1]
        if says == ["weights"] and "V" in known and not {"weights", "Q", "K"} & {*known, *(p.target for p in found)}:
            found.append(Part(array, "weights"))
        elif says == ["mask"] and (known.keys() & {"X", "Q"}) and all(part.target != "mask" for part in found):
            found.append(Part(array, "mask"))
    return tuple(found)


def _unnamed(rest: Sequence[FoundArray], *, by_hand: bool) -> tuple[Part, ...]:
    """X and projections of tables of which none has a name."""
    labelled = sorted(rest, key=lambda array: not (has_words(array.row_labels) or has_words(array.column_labels)))
    for x in rest[:1] if len(rest) == len(("X", "W_Q")) else labelled:
        others = [array for array in rest if array is not x]
        if len(others) > 1 and not (_are_projections(others) and others[0].shape != x.shape):
            continue
        for first, second, tokens, product in _orders(x, others[0], pair=len(others) == 1, by_hand=by_hand):
            if first.shape[1] != second.shape[0]:
                continue
            own = others if len(others) > 1 else [first if tokens == "columns" else second]
            whole = x if len(others) > 1 else (second if tokens == "columns" else first)
            return (Part(whole, "X", hints=(("tokens", tokens),)), *_projections(own, product))
    return ()


def _orders(
    x: FoundArray, other: FoundArray, *, pair: bool, by_hand: bool
) -> list[tuple[FoundArray, FoundArray, str, str]]:
    """Left and right of a product, with the conventions that it stands for, the likeliest first."""
    if not pair:
        by_columns, by_rows = (other, x, "columns", "XWt"), (x, other, "rows", "XW")
        return [by_rows, by_columns] if has_words(x.row_labels) or not by_hand else [by_columns, by_rows]
    left, right = (x, other) if x.shape[1] == other.shape[0] else (other, x)
    if not by_hand and left is x:
        return [(left, right, "rows", "XW")]
    if has_words(left.row_labels) and not has_words(right.column_labels):
        return [(left, right, "rows", "XW")]
    return [(left, right, "columns", "XWt")]


def _only(arrays: Sequence[FoundArray], projection: FoundArray) -> FoundArray | None:
    """The one table that a projection can be multiplied with, or the only one there is."""
    if len(arrays) == 1:
        return arrays[0]
    fit = [array for array in arrays if _fit(projection, array)]
    return fit[0] if len(fit) == 1 else None


def _fit(projection: FoundArray, x: FoundArray) -> bool:
    return bool(set(projection.shape[-2:]) & set(x.shape[-2:]))


def _are_projections(arrays: Sequence[FoundArray]) -> bool:
    """One to three of which the first two are alike, as those of queries and keys are."""
    return 1 <= len(arrays) <= len(_PROJECTIONS) and len({array.shape for array in arrays[:2]}) == 1


def _projections(arrays: Sequence[FoundArray], product: str = "") -> tuple[Part, ...]:
    hints = (("product", product),) if product else ()
    return tuple(Part(array, name, hints=hints) for array, name in zip(arrays, _PROJECTIONS, strict=False))


def _without_products(bare: list[FoundArray], known: Sequence[FoundArray]) -> list[FoundArray]:
    """The tables without those that are the product of two others, as sheets show results beside what they are of."""
    every = [array for array in (*bare, *known) if len(array.shape) == len(("rows", "columns"))]
    if not 2 < len(every) <= _MOST_COMPARED or any(prod(array.shape) > LOOKED_AT for array in every):
        return bare
    results: list[FoundArray] = []
    for left, right in permutations(every, 2):
        if left.shape[1] != right.shape[0]:
            continue
        shape = (left.shape[0], right.shape[1])
        for array in bare:
            if array is left or array is right or array.shape != shape or any(array is one for one in results):
                continue
            with np.errstate(all="ignore"):
                if np.allclose(left.values @ right.values, array.values, rtol=1e-3, atol=1e-3):
                    results.append(array)
    return [array for array in bare if all(array is not one for one in results)]


def has_words(labels: tuple[str, ...] | None) -> bool:
    """True for labels that are more than numbers, as of tokens."""
    return labels is not None and not all(label.strip().isdigit() for label in labels)
