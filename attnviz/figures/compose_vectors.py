"""The vectors of the selected query: values, their shares and the output in the plane, or components as bars."""

from __future__ import annotations

from math import isnan
from typing import Literal

import numpy as np

from attnviz.content.wording import head_name
from attnviz.engine.arrays import Array, Bools
from attnviz.engine.inputs import GivenWeights
from attnviz.engine.rules import matched_stages
from attnviz.engine.tracing import Trace
from attnviz.figures.bars import Bars
from attnviz.figures.compose_bars import chosen, components_of, output_title, whose
from attnviz.figures.numbers import shown_numbers, shown_row
from attnviz.figures.vector_ticks import Bounds
from attnviz.figures.vectors import TOO_LONG, Arrow, Point, Vectors, name_of, too_long
from attnviz.figures.veil import without_found
from attnviz.figures.view import Selection, Veil, View

MOST_ARROWS = 64  # of each kind, up to which those of all keys are drawn
FEW_ARROWS = 16  # beyond it: of the keys with the largest weights
_OF_KEYS = frozenset({"keys", "rotated_keys", "values", "K", "V", "source"})
_OF_PAIRS = frozenset({"scores", "scaled", "capped", "biased", "tempered", "masked", "exponentials", "weights"})

What = Literal["values", "keys", "both"]


def vectors_of(
    trace: Trace, selection: Selection, view: View, *, what: What = "values", bounds: Bounds | None = None
) -> Vectors | Bars:
    """Values, weighted values tip to tail and the output of the selected query where d_v = 2; else its components.

    what: "keys" draws the query among the keys instead, "both" draws all of them in one plane, each where d_k = 2.
    bounds: the part of the plane that stays in sight while an arrow is dragged.
    """
    head, query = chosen(trace, selection)
    size, selected = trace.sizes, _selected_key(selection)
    has_values = size.d_v is not None
    planes = (what != "keys" and size.d_v == 2, what != "values" and size.d_k == 2 and "keys" in trace.stages)
    if not any(planes):
        return components_of(trace, selection, view)
    arrows: list[Arrow] = []
    reason, veil = "", without_found(trace, view.veil)
    if planes[0] and has_values:
        own, reason = _value_arrows(trace, head, query, veil, selected)
        arrows += own
    if planes[1]:
        arrows += _key_arrows(trace, head, query, veil, selected)
    arrows = [arrow for arrow in arrows if not _is_veiled(arrow)]
    if not arrows and not reason:
        reason = "These numbers are not shown yet."
    if too_long(arrows):
        arrows, reason = [], TOO_LONG
    if planes[0]:
        title, formula = output_title(trace, head, query), "values × weights, tip to tail"
        if not {"share", "output"} & {arrow.kind for arrow in arrows}:
            title, formula = (f"{head_name(head)}: values" if trace.sizes.heads > 1 else "Values"), ""
    else:
        title, formula = f"{whose(trace, head, query)} and the keys", "score = q · k"
    return Vectors(
        title,
        formula,
        head,
        query,
        tuple(arrows),
        view.decimals,
        bounds=bounds,
        numbers=view.numbers,
        dim_reason=reason,
    )


def _is_veiled(arrow: Arrow) -> bool:
    """True if a veiled number is part of it: that is NaN, and so is every share after it."""
    return any(isnan(number) for number in (*arrow.start, *arrow.tip))


def _value_arrows(trace: Trace, head: int, query: int, veil: Veil, selected: int | None) -> tuple[list[Arrow], str]:
    """Values, shares and the output, and why some of them are missing."""
    values, reason, name, cell_head, column = _values(trace, head, veil)
    labels = trace.scenario.key_labels
    weights, why, masked, _ = shown_row(trace, "weights", head, query, veil)
    reason = reason or why
    if values is None:
        return [], reason
    hidden = masked if masked is not None else np.zeros(len(values), dtype=np.bool_)
    row = np.zeros(len(values)) if weights is None else weights
    drawn = _drawn(row, hidden, selected)
    arrows = [
        Arrow(
            "value", key, (0.0, 0.0), _point(values[key]), name_of("v", labels[key]), "values", bool(hidden[key]),
            0.0 if np.isnan(row[key]) else float(row[key]), (name, cell_head, key, column),
        )
        for key in drawn
    ]  # fmt: skip
    if weights is None:
        return arrows, reason
    output, reason, _, _ = shown_numbers(trace, "head_output", head, veil)
    if output is None or np.isnan(output[query]).any():  # the path would end where the output is
        return arrows, reason
    at = (0.0, 0.0)
    for key in drawn:
        if not hidden[key]:
            share = float(row[key])
            tip = at[0] + share * float(values[key, 0]), at[1] + share * float(values[key, 1])
            cell = ("weights", head, query, key)
            arrows.append(Arrow("share", key, at, tip, name_of("v", labels[key]), "values", weight=share, cell=cell))
            at = tip
    if len(drawn) < len(values):
        others = f"{len(values) - len(drawn)} others"
        arrows.append(Arrow("share", -1, at, _point(output[query]), others, "values"))
    cell = ("head_output", head, query, 0)
    arrows.append(Arrow("output", query, (0.0, 0.0), _point(output[query]), "output", "output", cell=cell))
    return arrows, reason


def _drawn(weights: Array, hidden: Bools, selected: int | None) -> list[int]:
    """The keys whose arrows are drawn: all, or of very many those with the largest weights, and the selected one."""
    if len(weights) <= MOST_ARROWS:
        return list(range(len(weights)))
    size = np.where(hidden, -1.0, np.abs(np.nan_to_num(weights)))
    if selected is not None and selected < len(size):
        size[selected] = np.inf
    return sorted(np.argsort(-size, kind="stable")[:FEW_ARROWS].tolist())


def _key_arrows(trace: Trace, head: int, query: int, veil: Veil, selected: int | None) -> list[Arrow]:
    """The query among the keys, turned by their positions where scores compare them so."""
    asking, asked = matched_stages(trace.scenario)
    keys = shown_numbers(trace, asked, head, veil)[0]
    queries = shown_numbers(trace, asking, head, veil)[0]
    if keys is None or queries is None:
        return []
    labels = trace.scenario.key_labels
    drawn = list(range(len(keys)))
    if len(keys) > MOST_ARROWS:
        weights, _, hidden, _ = shown_row(trace, "weights", head, query, veil)
        unseen = np.zeros(len(keys), dtype=np.bool_) if hidden is None else hidden
        drawn = _drawn(np.zeros(len(keys)) if weights is None else weights, unseen, selected)
    arrows = [
        Arrow("key", key, (0.0, 0.0), _point(keys[key]), name_of("k", labels[key]), "keys", cell=(asked, head, key, 0))
        for key in drawn
    ]
    name = name_of("q", trace.scenario.query_labels[query])
    arrows.append(
        Arrow("query", query, (0.0, 0.0), _point(queries[query]), name, "queries", cell=(asking, head, query, 0))
    )
    return arrows


def _values(trace: Trace, head: int, veil: Veil) -> tuple[Array | None, str, str, int | None, int]:
    """The head's values, or why there are none, and how a Cell names the first of them.

    Given weights have no stage of values, only V.
    """
    if not isinstance(trace.scenario.inputs, GivenWeights):
        values, reason, _, _ = shown_numbers(trace, "values", head, veil)
        return values, reason, "values", head, 0
    width = trace.sizes.d_v or 1
    first = head * trace.sizes.kv_heads // trace.sizes.heads * width
    given = shown_numbers(trace, "V", 0, veil)[0]
    return (trace.at("V") if given is None else given)[:, first : first + width], "", "V", None, first


def _selected_key(selection: Selection) -> int | None:
    """The key that the selected cell belongs to, None where it is none of a key."""
    cell = selection.cell
    if cell is None:
        return None
    return cell.row if cell.name in _OF_KEYS else cell.column if cell.name in _OF_PAIRS else None


def _point(row: Array) -> Point:
    return float(row[0]), float(row[1])
