"""Growing and shrinking a scenario along one dimension; whatever shares the dimension follows."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from string import ascii_lowercase
from typing import Any

import numpy as np

from attnviz.engine.edits.arrays import AnyArray, arrays_of, axes_of, inserted, key_dimension, spread, with_arrays
from attnviz.engine.errors import FieldError, ShapeError, Where
from attnviz.engine.inputs import Projected
from attnviz.engine.positions import Rotary
from attnviz.engine.scenario import Scenario
from attnviz.engine.settings import position


def insert(scenario: Scenario, dimension: str, index: int, *, count: int = 1) -> Scenario:
    """The scenario with `count` more T, S, d_model, d_source, d_k, d_v or d_out, put in before position `index`.

    New numbers are 0, a new token gets a fresh label, a new key is visible. d_k and d_v count inside one head, and
    every head grows. Where keys come from X itself, S means T and d_source means d_model.
    """
    dimension = _present(scenario, dimension)
    size = size_of(scenario, dimension)
    if not 0 <= position(index, "position", dimension) <= size:
        raise FieldError(
            f"There is no position {index + 1} for {dimension}. Choose one from 1 to {size + 1}.", Where(dimension)
        )
    _refuse_odd_pairs(scenario, dimension, size + count)
    arrays: dict[str, AnyArray] = {}
    for name, array, along, places in _places(scenario, dimension, index):
        fill = True if array.dtype == np.bool_ else 0.0
        places = [place for place in places for _ in range(count)]
        arrays[name] = inserted(arrays.get(name, array), places, along, fill)
    return with_arrays(scenario, arrays, **_labels_and_padding(scenario, dimension, index, count))


def remove(scenario: Scenario, dimension: str, index: int, *, count: int = 1) -> Scenario:
    """The scenario without `count` positions of that dimension from `index` on.

    Raises ShapeError if no position would be left.
    """
    dimension = _present(scenario, dimension)
    size = size_of(scenario, dimension)
    if not 0 <= position(index, "position", dimension) <= size - count:
        last = index + count if index >= 0 else index + 1
        raise FieldError(f"There is no position {last} for {dimension}. Choose one from 1 to {size}.", Where(dimension))
    if size == count:
        raise ShapeError(f"{dimension} is {size} and cannot shrink to nothing. Keep the last one.", Where(dimension))
    _refuse_odd_pairs(scenario, dimension, size - count)
    arrays: dict[str, AnyArray] = {}
    for name, array, along, places in _places(scenario, dimension, index):
        places = [place + more for place in places for more in range(count)]
        arrays[name] = np.delete(arrays.get(name, array), places, axis=along)
    return with_arrays(scenario, arrays, **_labels_and_padding(scenario, dimension, index, -count))


def _refuse_odd_pairs(scenario: Scenario, dimension: str, size: int) -> None:
    """Raises FieldError where heads of that d_k could no longer be turned in pairs, with a width that would do."""
    rotary = scenario.positions
    if dimension != "d_k" or not isinstance(rotary, Rotary):
        return
    width = rotary.turning(size)
    if width % 2 or width > size or (rotary.frequencies is not None and len(rotary.frequencies) != width // 2):
        # With explicit frequencies as many numbers turn as before; else all pairs that are whole.
        turning = size // 2 * 2 if rotary.frequencies is None else 2 * len(rotary.frequencies)
        remedy = (
            f"Let {turning} numbers turn (positions.width)" if 2 <= turning <= size else "Turn rotary positions off"
        )
        raise FieldError(
            f"d_k would be {size}, and rotary positions turn {width} numbers of a head in pairs. {remedy} first.",
            Where("d_k"),
        )


def size_of(scenario: Scenario, dimension: str) -> int:
    """How many T, S, d_model and so on there are; d_k and d_v count inside one head."""
    return int(getattr(scenario.sizes, dimension))


def fresh_label(labels: Sequence[str]) -> str:
    """A label that none of the others has: the next letter where all are letters, else the next number."""
    if labels and all(label in ascii_lowercase and len(label) == 1 for label in labels):
        start = ascii_lowercase.index(max(labels)) + 1
        free = next((letter for letter in ascii_lowercase[start:] if letter not in labels), None)
        if free is not None:
            return free
    number = len(labels) + 1
    while str(number) in labels:
        number += 1
    return str(number)


def _present(scenario: Scenario, dimension: str) -> str:
    """The dimension's own name in this scenario; raises FieldError if nothing runs along it."""
    inputs = scenario.inputs
    if isinstance(inputs, Projected) and inputs.source is None:
        dimension = {"S": "T", "d_source": "d_model"}.get(dimension, dimension)
    present = {axis.dimension for axes in axes_of(scenario).values() for axis in axes} - {"heads"}
    if dimension in present:
        return dimension
    if dimension == "d_out":
        raise FieldError("Without W_O the output is as wide as the heads. Change d_v.", Where("d_out"))
    raise FieldError(
        f"This scenario has no {dimension}. Choose one of: {', '.join(sorted(present))}.", Where(dimension)
    )


def _places(scenario: Scenario, dimension: str, index: int) -> list[tuple[str, AnyArray, int, list[int]]]:
    """For each axis that runs along the dimension: array name, array, axis number, positions along it."""
    axes, arrays = axes_of(scenario), arrays_of(scenario)
    return [
        (name, array, along, spread(axis, array.shape[along], index))
        for name, array in arrays.items()
        for along, axis in enumerate(axes[name])
        if axis.dimension == dimension
    ]


def _labels_and_padding(scenario: Scenario, dimension: str, index: int, step: int) -> dict[str, Any]:
    """The changed tokens, source_tokens and padding, where the dimension counts queries or keys.

    step: how many positions come, or go where it is negative.
    """
    changes: dict[str, Any] = {}
    sides = [("tokens", "T"), ("source_tokens", key_dimension(scenario))]
    for side, counts in sides:
        labels = getattr(scenario, side)
        if labels is not None and counts == dimension:
            named = labels
            for _ in range(step):
                named = (*named, fresh_label(named))
            changes[side] = (*labels[:index], *named[len(labels) :], *labels[index + max(-step, 0) :])
    if dimension == key_dimension(scenario) and scenario.mask.padding:
        kept = (key for key in scenario.mask.padding if not index <= key < index - step)
        padding = tuple(key + step if key >= index else key for key in kept)
        changes["mask"] = replace(scenario.mask, padding=padding)
    return changes
