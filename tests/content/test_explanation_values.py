"""Explanations are true: read again as arithmetic, by an evaluator of the tests, they give the numbers they explain."""

from __future__ import annotations

import math
from dataclasses import replace

import numpy as np
import pytest
from explained_value import Evaluator, Reader, lines
from hypothesis import given, settings
from hypothesis import strategies as st
from random_scenarios import scenarios

from attnviz.content.explanation import Part, explain
from attnviz.content.explanation_text import as_latex, as_markdown, as_text
from attnviz.content.presets import PRESETS, preset
from attnviz.engine.cells import Cell
from attnviz.engine.dependencies import shape_of
from attnviz.engine.errors import AttentionError
from attnviz.engine.scenario import Scenario
from attnviz.engine.stages import BY_NAME
from attnviz.engine.tracing import Trace, trace

RELATIVE = {"float64": 1e-9, "float32": 2e-3}  # float32: the error of every stage adds up
PATIENT = settings(max_examples=200)


def tamed(scenario: Scenario, seed: int = 0) -> Scenario:
    """The same scenario with numbers of ordinary size, with which chains of stages stay accurate."""
    rng = np.random.default_rng(seed)
    inputs = {name: rng.normal(size=values.shape) for name, values in scenario.inputs.items()}
    return replace(scenario, inputs=replace(scenario.inputs, **inputs))


def some_cell(traced: Trace, stage: str, data: st.DataObject) -> Cell | None:
    """A cell of the stage; None where it has no numbers because a query sees no key."""
    head = data.draw(st.integers(0, traced.sizes.heads - 1)) if BY_NAME[stage].per_head else None
    try:
        rows, columns = traced.at(stage, head).shape
    except AttentionError:
        return None
    return Cell(stage, head, data.draw(st.integers(0, rows - 1)), data.draw(st.integers(0, columns - 1)))


def value_of(traced: Trace, cell: Cell) -> float:
    return float(traced.at(cell.name, cell.head)[cell.row, cell.column])


@PATIENT
@given(scenarios(), st.data())
def test_every_stage_follows_from_the_inputs_by_what_its_explanations_say(
    scenario: Scenario, data: st.DataObject
) -> None:
    scenario = replace(tamed(scenario, data.draw(st.integers(0, 999))), pencil=None)
    traced, evaluator = trace(scenario), Evaluator(trace(scenario))
    for stage in traced.stages:
        cell = some_cell(traced, stage, data)
        if cell is not None:
            tolerance = RELATIVE[scenario.dtype]
            assert evaluator.cell(cell) == pytest.approx(value_of(traced, cell), rel=tolerance, abs=tolerance * 1e-3)


@PATIENT
@given(scenarios(), st.data())
def test_every_line_is_true_of_the_numbers_in_it_and_every_link_leads_to_the_number_printed(
    scenario: Scenario, data: st.DataObject
) -> None:
    """Whatever the numbers are: large ones, float32, with a pencil to half a unit of its last decimal."""
    traced = trace(scenario)
    for stage in traced.stages:
        cell = some_cell(traced, stage, data)
        if cell is None:
            continue
        found = explain(traced, cell, 3, terms=None, from_inputs=data.draw(st.booleans()))
        for line in lines(found):
            if line.sign == "=":
                assert_true(scenario, line)
        for part in (part for step in found.steps for part in (*step.words, *step.numbers) if part.cell is not None):
            assert value_of(traced, part.cell) == part.value


def assert_true(scenario: Scenario, line) -> None:
    value = Reader(line.left, lambda part: part.value).value()
    size = sum(abs(part.value) for part in line.left if isinstance(part, Part) and math.isfinite(part.value))
    if math.isinf(value) or math.isinf(line.result.value):
        assert value == line.result.value
        return
    products = (
        Reader(line.left, lambda part: abs(part.value)).value() if "e^" not in line.left else abs(value) * (1 + size)
    )
    unit = 1e-5 if scenario.dtype == "float32" else 1e-13
    half = 0.0 if scenario.pencil is None else 0.5000001 * 10.0**-scenario.pencil
    faint = float(np.finfo(scenario.dtype).tiny)  # below it a format keeps fewer digits
    assert abs(value - line.result.value) <= half + unit * max(products, abs(value)) + faint


PLAIN = str.maketrans("⁻⁰¹²³⁴⁵⁶⁷⁸⁹−", "-0123456789-")


@PATIENT
@given(scenarios(), st.integers(0, 6), st.data())
def test_every_number_is_printed_to_half_a_unit_and_marked_where_more_follows(
    scenario: Scenario, decimals: int, data: st.DataObject
) -> None:
    traced = trace(tamed(scenario))
    for stage in traced.stages:
        cell = some_cell(traced, stage, data)
        if cell is None:
            continue
        for step in explain(traced, cell, decimals).steps:
            for part in (part for part in step.numbers if part.value is not None and math.isfinite(part.value)):
                printed = float(part.text.replace("…", "").replace("×10", "e").translate(PLAIN))
                size = max(1.0, 10.0 ** math.floor(math.log10(abs(part.value)))) if abs(part.value) >= 1e6 else 1.0
                assert abs(printed - part.value) <= 0.50001 * 10.0**-decimals * size
                faint = float(np.finfo(scenario.dtype).tiny)  # below it a format keeps fewer digits
                assert part.rounded or printed == pytest.approx(part.value, rel=1e-6, abs=faint)


@PATIENT
@given(scenarios(), st.data())
def test_any_cell_of_any_scenario_is_explained_in_every_format_or_says_why_not(
    scenario: Scenario, data: st.DataObject
) -> None:
    traced = trace(scenario)
    names = dict.fromkeys((*traced.stages, *(name for name, _ in scenario.inputs.items())))
    name = data.draw(st.sampled_from([*names, *(["bias"] if scenario.bias is not None else [])]))
    rows, columns = shape_of(traced, name)
    heads = st.integers(0, scenario.sizes.heads - 1) | st.none()
    cell = Cell(name, data.draw(heads), data.draw(st.integers(0, rows - 1)), data.draw(st.integers(0, columns - 1)))
    found = explain(traced, cell, 3, from_inputs=data.draw(st.booleans()))
    assert found.steps[-1].numbers
    for write in (as_text, as_markdown, as_latex):
        assert write(found, "all")
    last = found.steps[-1]
    try:
        value = value_of(traced, cell)
    except AttentionError:
        assert last.result is None
    else:
        assert any(part.strong and part.value == value for step in found.steps for part in step.numbers)


@pytest.mark.parametrize("name", [example.name for example in PRESETS if not example.name.startswith("trophy")])
def test_the_last_row_of_every_example_follows_from_its_inputs(name: str) -> None:
    traced = trace(preset(name))
    last = traced.stages[-1]
    values = traced.at(last, None)
    cell = Cell(last, 0 if BY_NAME[last].per_head else None, values.shape[0] - 1, 0)
    assert Evaluator(traced).cell(cell) == pytest.approx(value_of(traced, cell), rel=2e-4)


def test_the_weight_of_unit_two_follows_from_its_inputs() -> None:
    # Curriculum, unit 2: 0.575975
    assert Evaluator(trace(preset("by-hand"))).cell(Cell("weights", 0, 1, 2)) == pytest.approx(0.575975, abs=5e-7)
