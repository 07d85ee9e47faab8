"""Every figure of the curriculum stands in the course, as a claim that equals it."""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from attnviz.content.lessons.course import course
from attnviz.content.lessons.expressions import value_of
from attnviz.content.lessons.model import Claim
from attnviz.content.lessons.steps import beginnings
from attnviz.engine.tracing import trace
from attnviz.labs.running import numbers_of

FIGURES = Path(__file__).parents[2] / "golden" / "figures.json"


@dataclass(frozen=True)
class Claimed:
    """A claim with what the engine, or the step's laboratory, gives for it."""

    lesson: str
    step: int
    claim: Claim
    value: Any


def _claimed() -> Iterator[Claimed]:
    for lesson in course():
        for number, (step, scenario) in enumerate(zip(lesson.steps, beginnings(lesson), strict=True), 1):
            numbers = numbers_of(step.lab, step.lab_values, scenario) if step.lab else {}
            for claim in step.claims:
                yield Claimed(lesson.name, number, claim, value_of(claim.of, trace(scenario), numbers))


def _leaves(value: Any, path: str = "") -> Iterator[tuple[str, float]]:
    """Each single number of the figures with its place, such as by_hand.weights.1.2."""
    if isinstance(value, dict):
        for name, part in value.items():
            if name != "_":
                yield from _leaves(part, f"{path}.{name}" if path else name)
    elif isinstance(value, list):
        for index, part in enumerate(value):
            yield from _leaves(part, f"{path}.{index}")
    else:
        yield path, float(value)


CLAIMS = tuple(_claimed())
LEAVES = dict(_leaves(json.loads(FIGURES.read_text(encoding="utf-8"))))
SOURCED = [one for one in CLAIMS if one.claim.source]


@lru_cache
def _claimed_leaves() -> dict[str, float]:
    """What the lessons' sourced claims come to, by the figure's place."""
    found: dict[str, float] = {}
    for one in SOURCED:
        numbers = np.asarray(one.value, dtype=float).tolist()
        found |= dict(_leaves(numbers, one.claim.source))
    return found


def _name(one: Claimed) -> str:
    return f"{one.lesson}-{one.step}-{one.claim.source}"


@pytest.mark.parametrize("one", SOURCED, ids=_name)
def test_a_claim_equals_the_figure_that_it_names(one: Claimed) -> None:
    stated = {place: value for place, value in LEAVES.items() if f"{place}.".startswith(f"{one.claim.source}.")}
    assert stated, f"{one.claim.source} is no place in figures.json"
    claimed = dict(_leaves(np.asarray(one.value, dtype=float).tolist(), one.claim.source))
    assert claimed.keys() == stated.keys()
    assert all(abs(claimed[place] - stated[place]) <= 1e-9 for place in stated)


@pytest.mark.parametrize("place", LEAVES)
def test_every_figure_of_the_curriculum_is_claimed_in_a_lesson(place: str) -> None:
    assert place in _claimed_leaves()


@pytest.mark.parametrize("one", SOURCED, ids=_name)
def test_a_sourced_claim_states_the_figure_to_nine_decimals(one: Claimed) -> None:
    stated, given = np.asarray(one.claim.equals, dtype=float), np.asarray(one.value, dtype=float)
    assert np.abs(stated - given.reshape(stated.shape)).max() <= 1e-9
