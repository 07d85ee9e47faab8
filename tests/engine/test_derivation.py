"""The arithmetic behind a cell: its operands give its result, and its result is the trace's own."""

from __future__ import annotations

import math

import numpy as np
import pytest
from answers import figures
from hypothesis import given
from hypothesis import strategies as st
from strategies import hides_a_row, scenarios

from attnviz import Direct, GivenWeights, HiddenRow, Mask, Projected, Scenario, trace
from attnviz.engine.cells import Cell, Region
from attnviz.engine.derivation import Derivation, derive, hidden_by
from attnviz.engine.errors import NoSuchStage
from attnviz.engine.links import sources
from attnviz.engine.pencil import rounded

BY_HAND = Projected([[1, 0], [0, 1], [1, 1]], [[1, 0], [1, 1]], [[1, 1], [0, 1]], [[2, 0], [0, 1]])


def recomputed(found: Derivation, softcap: float | None) -> float:
    """The result by ordinary arithmetic on the operands."""
    values = [operand.values for operand in found.operands]
    match found.operation:
        case "project" | "dot" | "mix":
            return math.fsum(found.products) + (values[2][0] if len(values) == 3 else 0.0)
        case "scale":
            by, factor = found.operands[1].symbol, values[1][0]
            return values[0][0] / factor if by == "√d_k" else values[0][0] * factor
        case "cap":
            assert values[1][0] == softcap
            return values[1][0] * math.tanh(values[0][0] / values[1][0])
        case "rotate":
            own, cos, partner, sin, angle = (operand[0] for operand in values)
            assert (cos, abs(sin)) == pytest.approx((math.cos(angle), abs(math.sin(angle))), abs=1e-12)
            return own * cos + partner * sin
        case "bias":
            symbols = [operand.symbol for operand in found.operands]
            by_distance = values[1][0] * values[2][0] if "slope" in symbols else 0.0
            return values[0][0] + by_distance + (0.0 if symbols[-1] == "distance" else values[-1][0])
        case "temper":
            return values[0][0] / values[1][0]
        case "hide":
            return -math.inf
        case "exp":
            return math.exp(values[0][0] - (values[1][0] if len(values) == 2 else 0.0))
        case "softmax":
            return values[0][0] / values[2][0]
        case "keep" | "concatenate":
            return values[0][0]
        case "input":
            return values[0][0] if values else found.result
    raise AssertionError(found.operation)


@given(scenarios(exact=True), st.data())
def test_the_operands_of_every_cell_give_its_result(scenario: Scenario, data: st.DataObject) -> None:
    if hides_a_row(scenario):
        return
    traced = trace(scenario)
    name = data.draw(st.sampled_from(traced.stages))
    head = data.draw(st.integers(0, scenario.heads - 1))
    values = traced.at(name, head)
    row, column = (data.draw(st.integers(0, size - 1)) for size in values.shape)
    found = derive(traced, Cell(name, head, row, column))
    assert found.result == values[row, column]
    size = math.fsum(abs(product) for product in found.products) or abs(
        found.operands[0].values[0] if found.operands else 1
    )
    again = recomputed(found, scenario.softcap)
    assert again == found.result or abs(again - found.result) <= 1e-12 * max(size, 1)


@given(scenarios(kinds="pd"), st.data())
def test_with_pencil_the_rounded_operands_give_the_rounded_result(scenario: Scenario, data: st.DataObject) -> None:
    if hides_a_row(scenario) or scenario.pencil is None or scenario.dtype == "float32" or scenario.pencil > 3:
        return
    traced = trace(scenario)
    name = data.draw(st.sampled_from(traced.stages))
    values = traced.at(name, 0)
    row, column = (data.draw(st.integers(0, size - 1)) for size in values.shape)
    found = derive(traced, Cell(name, 0, row, column))
    again = np.array([recomputed(found, scenario.softcap)])
    assert rounded(again, scenario.pencil)[0] == found.result


@given(scenarios(), st.data())
def test_direct_sources_are_among_all_sources_but_for_hidden_cells(scenario: Scenario, data: st.DataObject) -> None:
    if hides_a_row(scenario):
        return
    traced = trace(scenario)
    name = data.draw(st.sampled_from(traced.stages))
    values = traced.at(name, 0)
    row, column = (data.draw(st.integers(0, size - 1)) for size in values.shape)
    cell = derive(traced, Cell(name, 0, row, column)).cell
    direct = {region.name for region in derive(traced, cell).sources}
    if not hidden_by(traced, cell):
        assert direct <= {region.name for region in sources(traced, cell)}


def test_operand_values_are_those_of_the_cells_they_name() -> None:
    traced = trace(Scenario(BY_HAND))
    for name in traced.stages:
        for operand in derive(traced, Cell(name, 0, 1, 1)).operands:
            region = operand.region
            if region is not None and operand.symbol != "sum":
                part = traced.at(region.name, region.head)[slice(*region.rows), slice(*region.columns)]
                assert operand.values == tuple(part.ravel())


def test_a_score_is_the_sum_of_single_products() -> None:
    found = derive(trace(Scenario(BY_HAND)), Cell("scores", 0, 1, 2))
    assert (found.operation, found.products, found.result) == ("dot", (1.0, 2.0), 3.0)
    assert found.sources == (Region("queries", 0, (1, 2), (0, 2)), Region("keys", 0, (2, 3), (0, 2)))


def test_a_query_is_projected_from_a_row_and_a_column_and_its_bias() -> None:
    inputs = Projected([[1, 2]], [[3, 0], [4, 1]], np.eye(2), np.eye(2), b_Q=[0.5, 0.25])
    found = derive(trace(Scenario(inputs)), Cell("queries", 0, 0, 0))
    assert [operand.symbol for operand in found.operands] == ["X", "W_Q", "b_Q"]
    assert found.products == (3.0, 8.0)
    assert found.result == 11.5


def test_scaling_divides_by_the_root_of_d_k() -> None:
    found = derive(trace(Scenario(BY_HAND)), Cell("scaled", 0, 1, 2))
    root = found.operands[1]
    assert (root.symbol, root.region) == ("√d_k", None)
    assert root.values == (math.sqrt(2),)


def test_a_scale_of_ones_own_multiplies() -> None:
    found = derive(trace(Scenario(BY_HAND, scale=0.5)), Cell("scaled", 0, 1, 2))
    assert (found.operands[1].symbol, found.operands[1].values, found.result) == ("scale", (0.5,), 1.5)


def test_cap_bias_and_temperature_each_name_their_number() -> None:
    traced = trace(Scenario(BY_HAND, softcap=4.0, bias=np.full((3, 3), 0.25), temperature=0.5))
    steps = {name: derive(traced, Cell(name, 0, 1, 2)) for name in ("capped", "biased", "tempered")}
    assert [step.operation for step in steps.values()] == ["cap", "bias", "temper"]
    assert [step.operands[1].values for step in steps.values()] == [(4.0,), (0.25,), (0.5,)]
    for step in steps.values():
        assert recomputed(step, 4.0) == pytest.approx(step.result, rel=1e-14)


def test_given_weights_mix_the_column_of_V_that_their_head_reads() -> None:
    weights = np.array([[[0.25, 0.75]], [[0.5, 0.5]]])
    traced = trace(Scenario(GivenWeights(weights, [[1.0, 10.0], [3.0, 30.0]])))
    found = derive(traced, Cell("head_output", 1, 0, 0))
    assert found.products == (5.0, 15.0)
    assert found.sources[1] == Region("V", None, (0, 2), (1, 2))


def test_a_weight_is_an_exponential_over_the_sum_of_its_row() -> None:
    found = derive(trace(Scenario(BY_HAND, pencil=3)), Cell("weights", 0, 1, 2))
    one, row, total = found.operands
    expected = figures()["by_hand"]["pencil_3_decimals_row2"]
    assert one.values[0] == expected["exp"][2]
    assert list(row.values) == expected["exp"]
    assert total.values[0] == expected["sum"]
    assert found.result == expected["weights"][2]


def test_a_hidden_score_keeps_the_number_that_was_hidden() -> None:
    traced = trace(Scenario(BY_HAND, mask=Mask(causal=True)))
    found = derive(traced, Cell("masked", 0, 1, 2))
    assert (found.operation, found.result) == ("hide", -math.inf)
    assert found.operands[0].values == (traced.at("scaled")[1, 2],)


def test_what_hides_a_pair_is_named() -> None:
    custom = np.array([[1, 1, 1], [1, 0, 1], [1, 1, 1]]) > 0
    bias = np.zeros((3, 3))
    bias[2, 2] = -np.inf
    traced = trace(Scenario(BY_HAND, mask=Mask(causal=True, padding=(2,), custom=custom), bias=bias))
    assert hidden_by(traced, Cell("masked", 0, 1, 0)) == ()
    assert hidden_by(traced, Cell("masked", 0, 1, 1)) == ("custom",)
    assert hidden_by(traced, Cell("masked", 0, 1, 2)) == ("causal", "padding")
    assert hidden_by(traced, Cell("masked", 0, 2, 2)) == ("padding", "bias")
    assert hidden_by(traced, Cell("values", 0, 2, 1)) == ()


def test_a_shifted_exponential_names_the_row_maximum() -> None:
    traced = trace(Scenario(Direct([[100.0]], [[1.0], [2.0]], [[1.0], [1.0]])))
    score, top = derive(traced, Cell("exponentials", 0, 0, 0)).operands
    assert (score.values, top.values) == ((100.0,), (200.0,))
    assert top.region == Region("masked", 0, (0, 1), (1, 2))


def test_the_output_of_a_head_mixes_its_values_with_hidden_ones_at_weight_zero() -> None:
    found = derive(trace(Scenario(BY_HAND, mask=Mask(causal=True))), Cell("head_output", 0, 0, 0))
    assert found.operation == "mix"
    assert found.operands[0].values == (1.0, 0.0, 0.0)
    assert found.result == 2.0


def test_a_concatenated_number_comes_from_one_head() -> None:
    rng = np.random.default_rng(0)
    traced = trace(Scenario(Direct(*(rng.normal(size=(2, 4)) for _ in range(3))), heads=2))
    found = derive(traced, Cell("concatenated", None, 1, 3))
    assert found.operation == "concatenate"
    assert found.sources == (Region("head_output", 1, (1, 2), (1, 2)),)


def test_queries_given_directly_are_read_from_the_heads_columns() -> None:
    traced = trace(Scenario(Direct(np.arange(8.0).reshape(2, 4), np.ones((2, 4)), np.ones((2, 4))), heads=2))
    found = derive(traced, Cell("queries", 1, 0, 1))
    assert (found.operation, found.result, found.sources) == ("input", 3.0, (Region("Q", None, (0, 1), (3, 4)),))


def test_the_output_without_W_O_is_kept_or_gets_its_bias() -> None:
    kept = derive(trace(Scenario(BY_HAND)), Cell("output", None, 0, 0))
    assert kept.operation == "keep"
    inputs = Projected(*(values for _, values in BY_HAND.items()), b_O=[1, 2])
    added = derive(trace(Scenario(inputs)), Cell("output", None, 0, 1))
    assert (added.operation, added.operands[1].values) == ("bias", (2.0,))


def test_an_input_is_its_own_result() -> None:
    found = derive(trace(Scenario(BY_HAND)), Cell("W_V", None, 0, 0))
    assert (found.operation, found.operands, found.result) == ("input", (), 2.0)
    weights = trace(Scenario(GivenWeights([[[0.25, 0.75]]])))
    assert derive(weights, Cell("weights", 0, 0, 1)).operation == "input"


def test_a_cell_after_a_hidden_row_or_outside_has_no_derivation() -> None:
    traced = trace(Scenario(BY_HAND, mask=Mask(padding=(0, 1, 2))))
    with pytest.raises(HiddenRow):
        derive(traced, Cell("weights", 0, 0, 0))
    with pytest.raises(NoSuchStage):
        derive(traced, Cell("scores", 0, 0, 3))
