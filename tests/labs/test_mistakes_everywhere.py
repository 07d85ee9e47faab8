"""Each symptom is made by its wrong lines and absent from the right ones, on many scenarios."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import numpy as np
import pytest
from trials import odd_scenarios, random_layer

from attnviz import AttentionError, Mask, Scenario, load
from attnviz.labs.given import with_scores
from attnviz.labs.mistakes.catalogue import MISTAKES, Mistake
from attnviz.labs.mistakes.comparison import Comparison, compare
from attnviz.labs.mistakes.outcome import made_by, made_by_engine
from attnviz.labs.mistakes.program import lines_of, program
from attnviz.labs.mistakes.symptoms import Symptom

EACH = pytest.mark.parametrize("mistake", MISTAKES, ids=[one.name for one in MISTAKES])
FACTOR = 1000.0


def layers() -> list[Scenario]:
    """Random layers, masked and not, in both formats, with every setting."""
    settings: list[dict[str, Any]] = [
        {}, {"mask": Mask(causal=True)}, {"mask": Mask(padding=(0,))}, {"dtype": "float32"},
        {"softcap": 4.0, "temperature": 0.7}, {"scale": False}, {"scale": 0.3, "mask": Mask(causal=True)},
    ]  # fmt: skip
    return [random_layer(seed, **chosen) for seed in range(4) for chosen in settings]


def comparisons(mistake: Mistake) -> list[Comparison]:
    return [compare(mistake, layer, FACTOR) for layer in [*layers(), load("two-heads"), load("trophy-layer")]]


def symptom_of_right(found: Comparison) -> Symptom | None:
    """What the search for the mistake's symptom finds on the right side, where it must find nothing."""
    return found.mistake.find(replace(found.case, outcome=found.right, parts=found.right_parts))


@EACH
def test_the_wrong_lines_make_the_symptom(mistake: Mistake) -> None:
    for found in comparisons(mistake):
        assert found.symptom is not None, found.scenario
        assert found.symptom.broken.any()


@EACH
def test_the_right_side_has_no_symptom(mistake: Mistake) -> None:
    for found in comparisons(mistake):
        assert symptom_of_right(found) is None


@EACH
def test_the_right_lines_have_no_symptom_either(mistake: Mistake) -> None:
    for layer in layers():
        found = compare(mistake, layer, FACTOR)
        if mistake.refuses:
            continue  # they end in an error, as another test shows
        own = made_by(found.right_parts, found.scenario)
        assert mistake.find(replace(found.case, outcome=own, parts=found.right_parts)) is None


@EACH
def test_the_wrong_lines_differ_from_the_right_ones(mistake: Mistake) -> None:
    for layer in layers():
        found = compare(mistake, layer, FACTOR)
        assert lines_of(found.wrong_parts, found.wrong_parts) != lines_of(found.right_parts, found.right_parts)


@EACH
def test_only_the_shown_lines_differ(mistake: Mistake) -> None:
    found = compare(mistake, load("two-heads"), FACTOR)
    shown = mistake.shown_parts(found.right_parts, found.scenario)
    assert all(found.right_parts[part] == found.wrong_parts[part] for part in found.right_parts if part not in shown)


def computable() -> dict[str, Scenario]:
    """The odd scenarios that have scores and right weights, in full precision."""
    left_out = ("given weights", "given weights and V", "hidden row", "hidden by a bias", "overflowing")
    return {name: replace(one, pencil=None) for name, one in odd_scenarios().items() if name not in left_out}


@pytest.mark.parametrize("name", computable())
def test_the_right_program_is_what_the_engine_computes(name: str) -> None:
    scenario = computable()[name]
    own, engines = made_by(program(scenario), scenario), made_by_engine(scenario)
    for stage in ("queries", "keys", "values", "scaled", "weights", "concatenated", "output"):
        ours, theirs = getattr(own, stage), getattr(engines, stage)
        assert ours.dtype == theirs.dtype
        np.testing.assert_allclose(ours, theirs, rtol=1e-5 if scenario.dtype == "float32" else 1e-12, atol=1e-6)


@EACH
@pytest.mark.parametrize("name", computable())
def test_where_no_symptom_is_found_the_numbers_are_right(mistake: Mistake, name: str) -> None:
    found = compared(mistake, computable()[name])
    if found is not None and found.symptom is None:
        np.testing.assert_allclose(found.wrong.weights, found.right.weights, atol=1e-3)
        np.testing.assert_allclose(found.wrong.output, found.right.output, atol=1e-2)


@EACH
@pytest.mark.parametrize("name", odd_scenarios())
def test_no_scenario_shows_a_symptom_on_its_right_side(mistake: Mistake, name: str) -> None:
    found = compared(mistake, odd_scenarios()[name])
    assert found is None or symptom_of_right(found) is None


def compared(mistake: Mistake, scenario: Scenario) -> Comparison | None:
    """The comparison; None where the scenario is refused with an error."""
    try:
        return compare(mistake, with_scores(scenario), FACTOR)
    except AttentionError:
        return None
