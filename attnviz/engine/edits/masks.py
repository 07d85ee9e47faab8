"""Changes to what each query may see."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import fields, replace
from typing import Any

import numpy as np

from attnviz.engine.arrays import Bools
from attnviz.engine.edits.arrays import changed
from attnviz.engine.errors import FieldError, Where, brief
from attnviz.engine.mask import Mask
from attnviz.engine.replacing import filled_but, with_block
from attnviz.engine.scenario import Scenario
from attnviz.engine.settings import position


def set_mask(scenario: Scenario, **changes: Any) -> Scenario:
    """The scenario with fields of its mask replaced: causal, alignment, padding, window, custom."""
    unknown = set(changes) - {field.name for field in fields(Mask)}
    if unknown:
        name = f"mask.{min(unknown)}"
        raise FieldError(f"There is no {name}. Choose causal, alignment, padding, window or custom.", Where(name))
    return changed(scenario, mask=replace(scenario.mask, **changes))


def toggle_padding(scenario: Scenario, key: int) -> Scenario:
    """The scenario with that key hidden from every query, or shown again."""
    _check_key(scenario, key)
    return set_mask(scenario, padding=set(scenario.mask.padding) ^ {key})


def paint_custom(scenario: Scenario, query: int, key: int, visible: bool) -> Scenario:
    """The scenario with one cell of the custom mask painted; a custom mask that hides nothing is no custom mask."""
    if not isinstance(visible, bool | np.bool_):
        raise FieldError(f"visible is {brief(visible)}. Give true or false.", Where("mask.custom", query, key))
    return paint_cells(scenario, [(query, key)], bool(visible))


def paint_cells(scenario: Scenario, cells: Sequence[tuple[int, int]], visible: bool) -> Scenario:
    """The scenario with some cells of the custom mask, each a query and a key, shown or hidden."""
    for query, key in cells:
        _check_query(scenario, query)
        _check_key(scenario, key)
    custom = scenario.mask.custom
    if not cells or (custom is None and visible):
        return scenario
    size = scenario.sizes
    rows, columns = np.array(cells, dtype=np.intp).T
    top, bottom = int(rows.min()), int(rows.max()) + 1
    left, right = int(columns.min()), int(columns.max()) + 1
    if custom is None:
        hidden = filled_but((size.T, size.S), rows * size.S + columns, np.zeros(rows.size, dtype=np.bool_))
        return set_mask(scenario, custom=hidden)
    block = custom[top:bottom, left:right].copy()
    block[rows - top, columns - left] = visible
    custom = with_block(custom, block, top, left)
    return set_mask(scenario, custom=None if visible and custom.all() else custom)


def show_a_key(scenario: Scenario, query: int) -> tuple[Scenario, int]:
    """The least change that lets that query see a key in every head, and the key; the same scenario if it does so.

    Of all keys it takes the one that the weakest masks hide (one painted cell before a padded token, that before a
    bias of −∞, that before the window, that before the causal mask), and among equals the query's own position, then
    the first; where there is a window, the nearest.
    """
    _check_query(scenario, query)
    size = scenario.sizes
    sees = _seen(scenario, query)
    if sees.any(axis=1).all():
        return scenario, int(np.argmax(sees[0]))
    barriers = _barriers(scenario, query)
    cost = np.array(_COSTS) @ barriers
    key = query if query < size.S and cost[query] == cost.min() else int(np.argmin(cost))
    if scenario.mask.window is not None:
        equal = np.flatnonzero(cost == cost.min())
        key = int(equal[np.argmin(np.abs(equal - query - (size.S - size.T)))])
    return _shown(scenario, query, key, barriers[:, key]), key


_COSTS = (1, 2, 4, 8, 16)  # custom, padding, bias, window, causal; each outweighs all before it


def _seen(scenario: Scenario, query: int) -> Bools:
    """(heads or 1, S): the keys that the query sees, head by head where a bias differs between heads."""
    size = scenario.sizes
    seen = np.ones((1, size.S), dtype=np.bool_)
    for _, allowed in scenario.mask.parts_of_row(query, size.T, size.S):
        seen = seen & allowed
    return seen if scenario.bias is None else seen & ~np.isneginf(np.atleast_2d(scenario.bias[..., query, :]))


def _barriers(scenario: Scenario, query: int) -> Bools:
    """(5, S): which of custom, padding, bias, window and causal hides each key from that query."""
    size = scenario.sizes
    hidden = np.zeros((5, size.S), dtype=np.bool_)
    for name, allowed in scenario.mask.parts_of_row(query, size.T, size.S):
        hidden[("custom", "padding", "bias", "window", "causal").index(name)] = ~allowed
    if scenario.bias is not None:
        row = np.isneginf(scenario.bias[..., query, :])
        hidden[2] = row.any(axis=0) if row.ndim == 2 else row
    return hidden


def _shown(scenario: Scenario, query: int, key: int, barriers: Bools) -> Scenario:
    """The scenario with those barriers between query and key taken away."""
    custom, padding, bias, window, causal = barriers
    mask = scenario.mask
    if custom:
        mask = paint_custom(scenario, query, key, True).mask
    if padding:
        mask = replace(mask, padding=tuple(other for other in mask.padding if other != key))
    if window:
        mask = replace(mask, window=_widened(scenario, query, key))
    if causal:
        mask = replace(mask, alignment="top_left") if key <= query else replace(mask, causal=False)
    if not bias:
        return changed(scenario, mask=mask)
    assert scenario.bias is not None
    numbers = scenario.bias.copy()
    column = numbers[..., query, key]
    numbers[..., query, key] = np.where(np.isneginf(column), 0.0, column)
    return changed(scenario, mask=mask, bias=numbers)


def _widened(scenario: Scenario, query: int, key: int) -> tuple[int | None, int | None]:
    """The window, just wide enough for that query to see that key."""
    assert scenario.mask.window is not None
    left, right = scenario.mask.window
    before = query + scenario.sizes.S - scenario.sizes.T - key  # how far the key lies before the query's own place
    return left if left is None else max(left, before), right if right is None else max(right, -before)


def _check_query(scenario: Scenario, query: int) -> None:
    if not 0 <= position(query, "query", "mask") < scenario.sizes.T:
        raise FieldError(
            f"There is no query {query + 1}. Choose one from 1 to {scenario.sizes.T}.", Where("mask", row=query)
        )


def _check_key(scenario: Scenario, key: int) -> None:
    if not 0 <= position(key, "key", "mask") < scenario.sizes.S:
        raise FieldError(
            f"There is no key {key + 1}. Choose one from 1 to {scenario.sizes.S}.", Where("mask", column=key)
        )
