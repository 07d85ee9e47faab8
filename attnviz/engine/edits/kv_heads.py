"""Changing how many heads of keys and values the query heads share."""

from __future__ import annotations

from typing import Any

import numpy as np

from attnviz.engine.arrays import Array
from attnviz.engine.edits.arrays import changed, with_arrays
from attnviz.engine.errors import FieldError, Where, counted
from attnviz.engine.scenario import Scenario
from attnviz.engine.settings import count

_OF_KEYS_AND_VALUES = ("W_K", "W_V", "b_K", "b_V", "K", "V")


def kv_head_choices(scenario: Scenario) -> tuple[int, ...]:
    """The numbers of key/value heads that the query heads can share, smallest first: the divisors of heads."""
    return tuple(number for number in range(1, scenario.heads + 1) if scenario.heads % number == 0)


def set_kv_heads(scenario: Scenario, kv_heads: int) -> Scenario:
    """The scenario whose query heads share that many heads of keys and values.

    d_k and d_v stay, so the matrices of keys and values get other columns. More heads: each is repeated for those that
    read it, which changes no result. Fewer: a new head is the average of those that its query heads read before.
    Raises FieldError for a number that does not divide heads.
    Source: Ainslie et al. 2023, section 2.1.
    """
    kv_heads, choices = count(kv_heads, "kv_heads"), kv_head_choices(scenario)
    if kv_heads not in choices:
        offered = ", ".join(map(str, choices))
        raise FieldError(
            f"{counted(scenario.heads, 'head')} cannot share {kv_heads}. Choose one of: {offered}.", Where("kv_heads")
        )
    before = scenario.sizes.kv_heads
    if kv_heads == before:
        return scenario
    arrays: dict[str, Any] = {
        name: _shared(values, scenario.heads, before, kv_heads)
        for name, values in scenario.inputs.items()
        if name in _OF_KEYS_AND_VALUES
    }
    after = None if kv_heads == scenario.heads else kv_heads
    return with_arrays(scenario, arrays, kv_heads=after) if arrays else changed(scenario, kv_heads=after)


def kv_heads_words(scenario: Scenario, kv_heads: int) -> str:
    """What `set_kv_heads` would do, in one sentence."""
    before = scenario.sizes.kv_heads
    now = counted(before, "key/value head")
    if kv_heads == before:
        return f"There {'is' if before == 1 else 'are'} {now} already."
    if kv_heads % before == 0:
        return f"{now} become{'s' if before == 1 else ''} {kv_heads}: each is repeated, and no result changes."
    return f"{now} become {kv_heads}: each new one is the average of those that its query heads read before."


def _shared(values: Array, heads: int, before: int, after: int) -> Array:
    """Columns of `before` heads side by side made into columns of `after` heads."""
    width = values.shape[-1] // before
    read = values.reshape(*values.shape[:-1], before, width)
    each = np.repeat(read, heads // before, axis=-2)  # what every query head reads
    groups = each.reshape(*values.shape[:-1], after, heads // after, width)
    first = groups[..., 0, :]
    # The average of equal numbers is that number, whatever rounding would make of their sum.
    same = (groups == groups[..., :1, :]).all(axis=-2)
    with np.errstate(over="ignore"):  # what does not fit is refused by its place in the new matrix
        average = np.where(same, first, groups.mean(axis=-2))
    return np.ascontiguousarray(average.reshape(*values.shape[:-1], after * width), dtype=values.dtype)
