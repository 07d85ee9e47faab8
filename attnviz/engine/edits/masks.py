"""Changes to what each query may see."""

from __future__ import annotations

from dataclasses import fields, replace
from typing import Any

import numpy as np

from attnviz.engine.arrays import Bools
from attnviz.engine.edits.arrays import changed
from attnviz.engine.errors import FieldError, Where
from attnviz.engine.mask import Mask
from attnviz.engine.scenario import Scenario
from attnviz.engine.settings import position


def set_mask(scenario: Scenario, **changes: Any) -> Scenario:
    """The scenario with fields of its mask replaced: causal, alignment, padding, custom."""
    unknown = set(changes) - {field.name for field in fields(Mask)}
    if unknown:
        name = f"mask.{min(unknown)}"
        raise FieldError(f"There is no {name}. Choose causal, alignment, padding or custom.", Where(name))
    return changed(scenario, mask=replace(scenario.mask, **changes))


def toggle_padding(scenario: Scenario, key: int) -> Scenario:
    """The scenario with that key hidden from every query, or shown again."""
    _check_key(scenario, key)
    return set_mask(scenario, padding=set(scenario.mask.padding) ^ {key})


def paint_custom(scenario: Scenario, query: int, key: int, visible: bool) -> Scenario:
    """The scenario with one cell of the custom mask painted; a custom mask that hides nothing is no custom mask."""
    _check_query(scenario, query)
    _check_key(scenario, key)
    if not isinstance(visible, bool | np.bool_):
        raise FieldError(f"visible is {visible!r}. Give true or false.", Where("mask.custom", query, key))
    custom = _custom(scenario)
    custom[query, key] = visible
    return set_mask(scenario, custom=None if custom.all() else custom)


def show_a_key(scenario: Scenario, query: int) -> tuple[Scenario, int]:
    """The least change that lets that query see a key in every head, and the key; the same scenario if it does so.

    Of all keys it takes the one that the weakest masks hide (one painted cell before a padded token, that before a
    bias of −∞, that before the causal mask), and among equals the query's own position, then the first.
    """
    _check_query(scenario, query)
    size = scenario.sizes
    sees = _seen(scenario, query)
    if sees.any(axis=1).all():
        return scenario, int(np.argmax(sees[0]))
    barriers = _barriers(scenario, query)
    cost = np.array(_COSTS) @ barriers
    key = query if query < size.S and cost[query] == cost.min() else int(np.argmin(cost))
    return _shown(scenario, query, key, barriers[:, key]), key


_COSTS = (1, 2, 4, 8)  # custom, padding, bias, causal; each outweighs all before it


def _seen(scenario: Scenario, query: int) -> Bools:
    """(heads or 1, S): the keys that the query sees, head by head where a bias differs between heads."""
    size = scenario.sizes
    seen = scenario.mask.allowed(size.T, size.S)[np.newaxis, query]
    return seen if scenario.bias is None else seen & ~np.isneginf(np.atleast_2d(scenario.bias[..., query, :]))


def _barriers(scenario: Scenario, query: int) -> Bools:
    """(4, S): which of custom, padding, bias and causal hides each key from that query."""
    size, mask = scenario.sizes, scenario.mask
    hidden = np.zeros((4, size.S), dtype=np.bool_)
    if mask.custom is not None:
        hidden[0] = ~mask.custom[query]
    hidden[1, list(mask.padding)] = True
    if scenario.bias is not None:
        row = np.isneginf(scenario.bias[..., query, :])
        hidden[2] = row.any(axis=0) if row.ndim == 2 else row
    hidden[3] = ~replace(mask, padding=(), custom=None).allowed(size.T, size.S)[query]
    return hidden


def _shown(scenario: Scenario, query: int, key: int, barriers: Bools) -> Scenario:
    """The scenario with those barriers between query and key taken away."""
    custom, padding, bias, causal = barriers
    mask = scenario.mask
    if custom:
        mask = paint_custom(scenario, query, key, True).mask
    if padding:
        mask = replace(mask, padding=tuple(other for other in mask.padding if other != key))
    if causal:
        mask = replace(mask, alignment="top_left") if key <= query else replace(mask, causal=False)
    if not bias:
        return changed(scenario, mask=mask)
    assert scenario.bias is not None
    numbers = scenario.bias.copy()
    column = numbers[..., query, key]
    numbers[..., query, key] = np.where(np.isneginf(column), 0.0, column)
    return changed(scenario, mask=mask, bias=numbers)


def _custom(scenario: Scenario) -> Bools:
    size = scenario.sizes
    custom = scenario.mask.custom
    return np.ones((size.T, size.S), dtype=np.bool_) if custom is None else custom.copy()


def _check_query(scenario: Scenario, query: int) -> None:
    if not 0 <= position(query, "query", "mask") < scenario.sizes.T:
        raise FieldError(f"There is no query {query + 1} among {scenario.sizes.T}.", Where("mask", row=query))


def _check_key(scenario: Scenario, key: int) -> None:
    if not 0 <= position(key, "key", "mask") < scenario.sizes.S:
        raise FieldError(f"There is no key {key + 1} among {scenario.sizes.S}.", Where("mask", column=key))
