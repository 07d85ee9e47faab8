"""Making a scenario able to show a mistake: a mask where there is none, heads where there is one; and saying so."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace

import numpy as np

from attnviz.engine.edits import head_choices, set_heads, set_mask
from attnviz.engine.errors import AttentionError, Where
from attnviz.engine.inputs import Projected
from attnviz.engine.scenario import Scenario
from attnviz.labs.given import visible
from attnviz.labs.mistakes.program import width_before_heads


@dataclass(frozen=True)
class Prepared:
    """The scenario that is compared, and a sentence on what was changed for it, "" if nothing."""

    scenario: Scenario
    note: str = ""


Preparation = Callable[[Scenario, float], Prepared]


def as_it_is(scenario: Scenario, _factor: float) -> Prepared:
    """Nothing is needed."""
    return Prepared(scenario)


def masked(scenario: Scenario, _factor: float) -> Prepared:
    """Some key is hidden from some query: by a causal mask, or the last key where a causal mask hides nothing."""
    size = scenario.sizes
    if not scenario.mask.allowed(size.T, size.S).all():
        return Prepared(scenario)
    if size.S == 1:
        raise AttentionError(
            "There is one key only, and a mask that hides it leaves nothing to see. Add a token.", Where("mask")
        )
    causal = set_mask(scenario, causal=True, alignment="top_left")
    return Prepared(causal, "No key is hidden in this scenario: a causal mask is turned on for both sides.")


def scaled(scenario: Scenario, _factor: float) -> Prepared:
    """Scores are divided by √d_k, and that is more than 1."""
    if scenario.sizes.d_k == 1:
        raise AttentionError(
            "d_k is 1 here, and √1 changes nothing. Open a scenario with wider heads, such as by-hand.", Where("d_k")
        )
    if scenario.scale is True:
        return Prepared(scenario)
    note = "This scenario does not divide by √d_k: it is turned on for both sides."
    return Prepared(replace(scenario, scale=True), note)


def wider_than_a_head(scenario: Scenario, _factor: float) -> Prepared:
    """d_model differs from d_k: where one head is as wide as the model, the same matrices are cut into more."""
    notes = []
    if scenario.scale is not True:
        scenario = replace(scenario, scale=True)
        notes.append("This scenario does not divide by √d_k: it is turned on for both sides.")
    if width_before_heads(scenario) == scenario.sizes.d_k:
        scenario, note = _cut(scenario, "d_model and d_k are equal here")
        notes.append(note)
    return Prepared(scenario, " ".join(notes))


def several_heads(scenario: Scenario, _factor: float) -> Prepared:
    """Two heads or more and two tokens or more: else a reshape without transpose moves nothing."""
    if scenario.sizes.T == 1:
        raise AttentionError("There is one query only, so no tokens can be mixed. Add a token.", Where("T"))
    if scenario.heads > 1:
        return Prepared(scenario)
    return Prepared(*_cut(scenario, "There is one head only"))


def square_projection(scenario: Scenario, _factor: float) -> Prepared:
    """Some projection is square: any other would be refused when transposed."""
    if not isinstance(scenario.inputs, Projected):
        raise AttentionError(
            "This scenario has no W_Q, W_K or W_V to transpose. Open one with projections, such as by-hand.",
            Where("inputs"),
        )
    if not square(scenario):
        rows, columns = scenario.inputs.W_Q.shape
        raise AttentionError(
            f"W_Q is {rows}×{columns} and no projection is square: NumPy refuses X @ W_Q.T, so this mistake cannot "
            "hide here. Open a scenario with square projections, such as by-hand.",
            Where("W_Q"),
        )
    return Prepared(scenario)


def square(scenario: Scenario) -> tuple[str, ...]:
    """Which of W_Q, W_K and W_V are square."""
    names = ("W_Q", "W_K", "W_V")
    return tuple(name for name, values in scenario.inputs.items() if name in names and len(set(values.shape)) == 1)


def with_output_projection(scenario: Scenario, _factor: float) -> Prepared:
    """There is a W_O to forget."""
    if getattr(scenario.inputs, "W_O", None) is None:
        raise AttentionError(
            "This scenario has no W_O to forget. Add one, or open one that has it, such as two-heads.", Where("W_O")
        )
    return Prepared(scenario)


def large_scores(scenario: Scenario, factor: float) -> Prepared:
    """Scores so large that e^s overflows; dividing the temperature multiplies what softmax reads."""
    if factor == 1.0:
        return Prepared(scenario)
    larger = replace(scenario, temperature=scenario.temperature / factor)
    return Prepared(larger, f"Scores are multiplied by {factor:g} on both sides, by dividing the temperature.")


def empty_row(scenario: Scenario, _factor: float) -> Prepared:
    """Some query sees no key; the first, if none is so yet."""
    size = scenario.sizes
    seen = np.array([visible(scenario, head) for head in range(size.heads)])
    if not seen.any(axis=-1).all():
        return Prepared(scenario)
    custom = np.ones((size.T, size.S), dtype=np.bool_) if scenario.mask.custom is None else scenario.mask.custom.copy()
    custom[0] = False
    return Prepared(set_mask(scenario, custom=custom), "Every key of query 1 is hidden for the comparison.")


def _cut(scenario: Scenario, problem: str) -> tuple[Scenario, str]:
    """The same matrices in the fewest heads that are more than one. Raises AttentionError if they cannot be cut."""
    more = [heads for heads in head_choices(scenario) if heads > scenario.heads]
    if not more:
        raise AttentionError(
            f"{problem}, and these matrices cannot be cut into more heads. Open another, such as two-heads.",
            Where("heads"),
        )
    return set_heads(scenario, more[0]), f"{problem}: the same matrices are cut into {more[0]} heads on both sides."
