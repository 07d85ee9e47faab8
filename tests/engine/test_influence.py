"""The partial derivatives of any one number, against central differences and by hand."""

from __future__ import annotations

import time

import numpy as np
import pytest
from answers import real
from examples import by_hand, layer
from hypothesis import assume, given, settings
from hypothesis import strategies as st
from strategies import hides_a_row, scenarios
from test_gradients import STEP, moved, names_of, open_layer, values_of

from attnviz import Direct, GivenWeights, HiddenRow, Mask, Projected, Scenario, trace
from attnviz.engine.cells import Cell
from attnviz.engine.errors import NoSuchStage
from attnviz.engine.influence import Unmoved, partials
from attnviz.engine.stages import BY_NAME

SETTINGS = {"softcap": 2.0, "temperature": 0.5, "bias": np.array([[0.0, 1, 2], [3, -1, 0], [0, 0, 1]])}


def slope(scenario: Scenario, cell: Cell, name: str, way: np.ndarray) -> float:
    """What central differences find for one cell and one direction."""
    up, down = (
        float(trace(moved(scenario, name, sign * STEP * way)).at(cell.name, cell.head)[cell.row, cell.column])
        for sign in (1, -1)
    )
    return (up - down) / (2 * STEP)


@given(scenarios(exact=True), st.data())
@settings(max_examples=150)
def test_partials_are_the_slopes_that_central_differences_find(scenario: Scenario, data: st.DataObject) -> None:
    assume(isinstance(scenario.inputs, GivenWeights) or not hides_a_row(scenario))
    traced = trace(scenario)
    stage = data.draw(st.sampled_from(traced.stages))
    head = data.draw(st.integers(0, scenario.sizes.heads - 1)) if BY_NAME[stage].per_head else None
    values = traced.at(stage, head)
    cell = Cell(stage, head, *(data.draw(st.integers(0, most - 1)) for most in values.shape))
    if np.isneginf(values[cell.row, cell.column]):
        with pytest.raises(Unmoved):
            partials(traced, cell)
        return
    found = partials(traced, cell)
    rng = np.random.default_rng(1)
    for name in names_of(scenario):
        way = rng.normal(size=values_of(scenario, name).shape)
        way[np.isneginf(values_of(scenario, name))] = 0
        assert float((found[name] * way).sum()) == pytest.approx(slope(scenario, cell, name, way), rel=1e-5, abs=1e-6)


@pytest.mark.parametrize(
    "stage", ["scores", "scaled", "capped", "biased", "tempered", "masked", "exponentials", "weights"]
)
def test_each_stage_of_one_pair_moves_with_each_number_of_every_input(stage: str) -> None:
    scenario = by_hand(**SETTINGS)
    cell = Cell(stage, 0, 1, 2)
    found = partials(trace(scenario), cell)
    for name in names_of(scenario):
        for place in np.ndindex(values_of(scenario, name).shape):
            way = np.zeros(values_of(scenario, name).shape)
            way[place] = 1
            assert found[name][place] == pytest.approx(slope(scenario, cell, name, way), rel=1e-5, abs=1e-6)


def test_a_score_moves_with_the_key_by_the_query() -> None:
    traced = trace(Scenario(Direct([[3.0, -2.0]], [[1.0, 5.0]], [[1.0]])))
    found = partials(traced, Cell("scores", 0, 0, 0))
    assert found["K"].tolist() == [[3.0, -2.0]]
    assert found["Q"].tolist() == [[1.0, 5.0]]
    assert found["V"].tolist() == [[0.0]]


def test_a_weight_moves_with_its_own_score_by_p_times_one_less_p() -> None:
    # Curriculum, unit 6: scores (1, −1) have the slope p(1 − p) ≈ 0.104994.
    traced = trace(Scenario(Direct([[0.0]], [[1.0], [1.0]], [[0.0], [0.0]]), bias=np.array([[1.0, -1.0]])))
    found = partials(traced, Cell("weights", 0, 0, 0))["bias"]
    assert found[0] == pytest.approx([0.104994, -0.104994], abs=5e-7)


def test_shifted_exponentials_fall_as_the_largest_score_grows() -> None:
    # e^(999 − 1000) = 0.367879: its own score raises it by as much, the row's maximum lowers it by as much.
    traced = trace(Scenario(Direct([[1.0]], [[1000.0], [999.0]], [[1.0], [2.0]]), scale=False))
    found = partials(traced, Cell("exponentials", 0, 0, 1))["K"]
    assert found.ravel() == pytest.approx([-0.367879, 0.367879], abs=1e-6)


def test_the_largest_of_shifted_exponentials_is_one_whatever_moves() -> None:
    traced = trace(Scenario(Direct([[1.0]], [[1000.0], [999.0]], [[1.0], [2.0]]), scale=False))
    assert not partials(traced, Cell("exponentials", 0, 0, 0))["K"].any()


@pytest.mark.parametrize("stage", ["exponentials", "weights"])
def test_nothing_moves_what_a_mask_hides(stage: str) -> None:
    found = partials(trace(by_hand(mask=Mask(causal=True))), Cell(stage, 0, 0, 2))
    assert all(not values.any() for values in found.values())


def test_a_hidden_score_has_no_slope_and_the_reason_is_named() -> None:
    with pytest.raises(
        Unmoved, match="masked, row 1, column 3 is −∞ whatever the numbers are: the causal mask hides it"
    ):
        partials(trace(by_hand(mask=Mask(causal=True))), Cell("masked", 0, 0, 2))


def test_a_score_under_a_mask_still_moves() -> None:
    assert partials(trace(by_hand(mask=Mask(causal=True))), Cell("scaled", 0, 0, 2))["W_K"].any()


def test_a_bias_of_minus_infinity_leaves_no_slope() -> None:
    bias = np.zeros((3, 3))
    bias[0, 1] = -np.inf
    with pytest.raises(Unmoved, match="a bias of −∞"):
        partials(trace(by_hand(bias=bias)), Cell("biased", 0, 0, 1))


def test_a_query_that_sees_no_key_has_scores_with_slopes_and_no_weights() -> None:
    traced = trace(by_hand(mask=Mask(padding=(0, 1, 2))))
    assert partials(traced, Cell("scores", 0, 0, 0))["X"].any()
    with pytest.raises(HiddenRow):
        partials(traced, Cell("weights", 0, 0, 0))


def test_an_input_moves_only_with_itself() -> None:
    found = partials(trace(layer()), Cell("W_K", None, 2, 1))
    assert found["W_K"][2, 1] == 1
    assert sum(float(np.abs(values).sum()) for values in found.values()) == 1


@pytest.mark.parametrize("cell", [Cell("b_Q", None, 0, 3), Cell("bias", 1, 1, 2)])
def test_a_bias_moves_only_with_itself(cell: Cell) -> None:
    found = partials(trace(layer()), cell)
    assert sum(float(np.abs(values).sum()) for values in found.values()) == 1
    assert found[cell.name].reshape(-1, found[cell.name].shape[-1])[-1 if cell.name == "b_Q" else 3, cell.column] == 1


def test_a_given_weight_moves_only_with_itself() -> None:
    weights = np.full((2, 1, 2), 0.5)
    found = partials(trace(Scenario(GivenWeights(weights, [[1.0, 2.0], [3.0, 4.0]]))), Cell("weights", 1, 0, 1))
    assert found["weights"].tolist() == [[[0, 0]], [[0, 1]]]
    assert not found["V"].any()


def test_a_pencil_does_not_change_what_moves_a_number() -> None:
    cell = Cell("weights", 0, 1, 2)
    exact, pencil = (partials(trace(by_hand(pencil=decimals)), cell) for decimals in (None, 1))
    assert all((pencil[name] == values).all() for name, values in exact.items())


def test_float32_gives_float32() -> None:
    found = partials(trace(open_layer(dtype="float32")), Cell("output", None, 0, 0))
    assert {values.dtype for values in found.values()} == {np.dtype(np.float32)}


def test_a_cell_that_does_not_exist_is_refused() -> None:
    with pytest.raises(NoSuchStage):
        partials(trace(by_hand()), Cell("weights", 0, 3, 0))


def test_a_number_of_a_real_layer_is_quick() -> None:
    stored = real("real_minilm_L3")
    inputs = Projected(*(stored[name] for name in ("X", "W_Q", "W_K", "W_V", "W_O")))
    traced = trace(Scenario(inputs, heads=12))
    traced.compute()
    started = time.process_time()
    partials(traced, Cell("output", None, 3, 5))
    assert time.process_time() - started < 0.5  # about 5 ms on an idle machine
