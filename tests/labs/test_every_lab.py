"""What holds for all laboratories: names, parameters, exhibits, determinism, and any scenario of a window."""

from __future__ import annotations

import re
from typing import Any

import numpy as np
import pytest
from trials import odd_scenarios, run

from attnviz import AttentionError, Scenario, load
from attnviz.engine.stages import STAGES
from attnviz.labs.catalogue import LABS, lab
from attnviz.labs.exhibits import Bars, Boxes, Code, Matrix, Plane, Plot, Table
from attnviz.labs.introductions import INTRODUCTIONS
from attnviz.labs.parameters import Choice, Grid, settle
from attnviz.labs.protocol import Lab, Result, unhurried

EACH = pytest.mark.parametrize("chosen", LABS, ids=[one.name for one in LABS])
ON_SCENARIOS = [one for one in LABS if one.takes_scenario]
SMALL = {"root-d-k": {"pairs": 200}}
ROLES = {stage.role for stage in STAGES} | {"input"}


def choices(chosen: Lab, scenario: Scenario | None) -> list[dict[str, Any]]:
    """The defaults, and each option of each Choice in its turn."""
    options = [
        {parameter.name: option.value}
        for parameter in chosen.parameters(scenario)
        if isinstance(parameter, Choice)
        for option in parameter.options
    ]
    return [SMALL.get(chosen.name, {}) | each for each in ({}, *options)]


def results(chosen: Lab, scenario: Scenario | None) -> list[Result]:
    """A result for each option that fits the scenario."""
    found = []
    for values in choices(chosen, scenario):
        settled = settle(chosen.parameters(scenario), values)
        try:
            found.append(chosen.run(settled, scenario, unhurried))
        except AttentionError as error:
            check_words(str(error))
    return found


def check_words(text: str) -> None:
    """A sentence or two that a person can act on."""
    assert text.endswith(".")
    assert len(text) < 220


def check_shapes(exhibit: Any) -> None:
    """Labels, series and marked cells agree with the numbers."""
    match exhibit:
        case Matrix():
            rows, columns = exhibit.values.shape
            assert len(exhibit.row_labels) in (0, rows)
            assert len(exhibit.column_labels) in (0, columns)
            assert exhibit.hidden is None or exhibit.hidden.shape == exhibit.values.shape
            assert all(0 <= row < rows and 0 <= column < columns for row, column in exhibit.broken)
            assert exhibit.role in ROLES
        case Plot():
            for series in exhibit.series:
                assert len(series.x) == len(series.y) + (series.kind == "bars")
                assert series.role in ROLES
                assert not exhibit.x.log or (series.x > 0).all()
        case Bars():
            assert exhibit.values.shape == (len(exhibit.labels),)
            assert exhibit.low < exhibit.high
        case Table():
            assert all(len(row) == len(exhibit.columns) for row in exhibit.rows)
        case Code():
            assert all(0 <= line < len(exhibit.lines) for line in exhibit.marked)
        case Boxes():
            for box in exhibit.boxes:
                assert box.values is None or box.values.shape == tuple(length for _, length in box.axes)
        case Plane():
            assert all(arrow.role in ROLES for arrow in exhibit.arrows)


def check(chosen: Lab, scenario: Scenario | None, result: Result) -> None:
    """The result keeps what the protocol promises to whoever draws it."""
    for exhibit in result.exhibits:
        check_shapes(exhibit)
    names = [exhibit.name for exhibit in result.exhibits]
    assert len(names) == len(set(names))
    for fact in result.facts:
        check_words(fact.text)
        assert fact.kind in ("symptom", "right", "note")
        for name in re.findall(r"\{(\w+)\}", fact.text):
            assert np.ndim(result.numbers[name]) == 0
    for value in result.numbers.values():
        assert np.ndim(value) <= 2
    parameters = {parameter.name: parameter for parameter in chosen.parameters(scenario)}
    for exhibit in result.exhibits:
        draggable = [arrow.parameter for arrow in getattr(exhibit, "arrows", ())]
        draggable += [mark.parameter for mark in getattr(exhibit, "marks", ())]
        assert set(draggable) - {""} <= set(parameters)
        for arrow in getattr(exhibit, "arrows", ()):
            if arrow.parameter and arrow.index >= 0:
                grid = parameters[arrow.parameter]
                assert isinstance(grid, Grid)
                assert arrow.index < len(grid.default)


def same(first: Result, second: Result) -> None:
    assert list(first.numbers) == list(second.numbers)
    for name, value in first.numbers.items():
        np.testing.assert_array_equal(value, second.numbers[name])
    assert first.facts == second.facts


def test_there_are_eleven_in_the_order_of_the_course() -> None:
    assert {one.name for one in LABS} == {
        "mixture", "one-query", "turn-the-query", "root-d-k", "masks", "mistakes", "shapes", "circuits", "cost",
        "decode", "tiles",
    }  # fmt: skip
    assert [one.unit for one in LABS] == sorted(one.unit for one in LABS)


def test_lists_name_them_in_the_order_of_the_catalogue() -> None:
    assert [one.name for one in INTRODUCTIONS] == [one.name for one in LABS]


def test_an_unknown_one_is_refused_with_the_names() -> None:
    with pytest.raises(AttentionError, match=r"no laboratory 'nope'.*mixture.*circuits"):
        lab("nope")


@EACH
def test_each_is_found_by_its_name(chosen: Lab) -> None:
    assert lab(chosen.name) is chosen


@EACH
def test_each_says_in_one_sentence_what_it_is_for(chosen: Lab) -> None:
    check_words(chosen.sentence)
    assert chosen.title


@EACH
def test_defaults_are_accepted_by_their_own_parameters(chosen: Lab) -> None:
    for parameter in chosen.parameters(None):
        np.testing.assert_array_equal(parameter.accept(parameter.default), parameter.default)


@EACH
def test_each_option_gives_what_the_protocol_promises(chosen: Lab) -> None:
    for result in results(chosen, None):
        check(chosen, None, result)


@EACH
def test_two_runs_are_identical(chosen: Lab) -> None:
    for first, second in zip(results(chosen, None), results(chosen, None), strict=True):
        same(first, second)


@pytest.mark.parametrize("chosen", ON_SCENARIOS, ids=[one.name for one in ON_SCENARIOS])
@pytest.mark.parametrize("name", odd_scenarios())
def test_any_scenario_gives_results_or_clear_errors(chosen: Lab, name: str) -> None:
    scenario = odd_scenarios()[name]
    for result in results(chosen, scenario):
        check(chosen, scenario, result)


@pytest.mark.parametrize("chosen", ON_SCENARIOS, ids=[one.name for one in ON_SCENARIOS])
def test_without_a_scenario_unit_2_is_used(chosen: Lab) -> None:
    for ours, theirs in zip(results(chosen, None), results(chosen, load("by-hand")), strict=True):
        same(ours, theirs)


@pytest.mark.parametrize("chosen", ON_SCENARIOS, ids=[one.name for one in ON_SCENARIOS])
def test_pencil_precision_is_left_out(chosen: Lab) -> None:
    for exact, pencil in zip(results(chosen, None), results(chosen, odd_scenarios()["pencil"]), strict=True):
        for name, value in exact.numbers.items():
            np.testing.assert_allclose(value, pencil.numbers[name], atol=1e-12)


def test_the_last_head_of_a_real_layer_can_be_chosen() -> None:
    assert run("masks", odd_scenarios()["a real layer"], head=12).numbers["before"].shape[0] > 1


def test_a_head_that_does_not_exist_is_refused() -> None:
    with pytest.raises(AttentionError, match="head is 13"):
        run("masks", odd_scenarios()["a real layer"], head=13)
