"""Every figure of the curriculum stands in the course, as a claim that equals it."""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from typing import Any

import numpy as np

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


@lru_cache
def _claimed() -> tuple[Claimed, ...]:
    """Every claim of the course that names a figure as its source."""
    found = []
    for lesson in course():
        for number, (step, scenario) in enumerate(zip(lesson.steps, beginnings(lesson), strict=True), 1):
            sourced = [claim for claim in step.claims if claim.source]
            if not sourced:
                continue
            numbers = numbers_of(step.lab, step.lab_values, scenario) if step.lab else {}
            traced = trace(scenario)
            found += [Claimed(lesson.name, number, one, value_of(one.of, traced, numbers)) for one in sourced]
    return tuple(found)


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


LEAVES = dict(_leaves(json.loads(FIGURES.read_text(encoding="utf-8"))))


def _numbers(one: Claimed) -> dict[str, float]:
    """What a claim comes to, number by number, by the figure's place."""
    return dict(_leaves(np.asarray(one.value, dtype=float).tolist(), one.claim.source))


def test_each_claim_equals_the_figure_that_it_names() -> None:
    assert len(_claimed()) > 50
    for one in _claimed():
        stated = {place: value for place, value in LEAVES.items() if f"{place}.".startswith(f"{one.claim.source}.")}
        assert stated, f"{one.claim.source} is no place in figures.json"
        claimed = _numbers(one)
        assert claimed.keys() == stated.keys(), one
        assert all(abs(claimed[place] - stated[place]) <= 1e-9 for place in stated), one


def test_every_figure_of_the_curriculum_is_claimed_in_a_lesson() -> None:
    assert len(LEAVES) > 150
    assert LEAVES.keys() - {place for one in _claimed() for place in _numbers(one)} == set()


def test_each_sourced_claim_states_the_figure_to_nine_decimals() -> None:
    for one in _claimed():
        stated, given = np.asarray(one.claim.equals, dtype=float), np.asarray(one.value, dtype=float)
        assert np.abs(stated - given.reshape(stated.shape)).max() <= 1e-9, one
