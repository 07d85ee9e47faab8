"""The reverse pass against central differences, and what it refuses."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import numpy as np
import pytest
from examples import by_hand, layer, two_heads
from hypothesis import assume, given, settings
from hypothesis import strategies as st
from strategies import hides_a_row, scenarios

from attnviz import AttentionError, Direct, GivenWeights, HiddenRow, Mask, Projected, Scenario, gradients, trace
from attnviz.engine.errors import NonFinite, Overflow, ShapeError

STEP = 1e-5


def open_layer(**settings: Any) -> Scenario:
    """The layer with everything in it, where each query sees some key."""
    return replace(layer(), **({"mask": Mask(padding=(1, 3))} | settings))


def names_of(scenario: Scenario) -> list[str]:
    return [name for name, _ in scenario.inputs.items()] + (["bias"] if scenario.bias is not None else [])


def values_of(scenario: Scenario, name: str) -> np.ndarray:
    return scenario.bias if name == "bias" else scenario.matrix(name)


def moved(scenario: Scenario, name: str, by: np.ndarray) -> Scenario:
    values = values_of(scenario, name) + by
    if name == "bias":
        return replace(scenario, bias=values)
    return replace(scenario, inputs=replace(scenario.inputs, **{name: values}))


@given(scenarios(exact=True), st.integers(0, 2**32 - 1))
@settings(max_examples=100)
def test_gradients_are_the_slopes_that_central_differences_find(scenario: Scenario, seed: int) -> None:
    assume(isinstance(scenario.inputs, GivenWeights) or not hides_a_row(scenario))
    assume(scenario.sizes.d_out is not None)
    rng = np.random.default_rng(seed)
    pull = rng.normal(size=trace(scenario).output.shape)
    found = gradients(scenario, pull)
    for name in names_of(scenario):
        way = rng.normal(size=values_of(scenario, name).shape)
        way[np.isneginf(values_of(scenario, name))] = 0
        up, down = (float((trace(moved(scenario, name, sign * STEP * way)).output * pull).sum()) for sign in (1, -1))
        slope = float((found[name] * way).sum())
        assert slope == pytest.approx((up - down) / (2 * STEP), rel=1e-5, abs=1e-6)


@given(scenarios(exact=True))
def test_gradients_have_the_names_and_shapes_of_the_inputs_that_are_there(scenario: Scenario) -> None:
    assume(isinstance(scenario.inputs, GivenWeights) or not hides_a_row(scenario))
    assume(scenario.sizes.d_out is not None)
    found = gradients(scenario, np.zeros_like(trace(scenario).output))
    assert {name: values.shape for name, values in found.items()} == {
        name: values_of(scenario, name).shape for name in names_of(scenario)
    }


def test_an_output_gradient_of_zero_gives_zeros() -> None:
    found = gradients(open_layer(), np.zeros((2, 2)))
    assert all(not values.any() for values in found.values())


def test_two_keys_pull_by_p_times_one_less_p() -> None:
    # One query 0 over keys 8 and −8 with values 1 and 0, no scale: softmax gives p = 1/2; its slope in each score is
    # ±p(1 − p) = ±1/4, so the query moves the output by 8/4 − (−8)/4 = 4.
    scenario = Scenario(Direct([[0.0]], [[8.0], [-8.0]], [[1.0], [0.0]]), scale=False)
    assert gradients(scenario, [[1.0]])["Q"] == pytest.approx(4.0, abs=1e-15)


def test_a_value_moves_the_output_by_its_weight() -> None:
    # Curriculum, unit 2: token 2 gives its keys 0.283995, 0.140029, 0.575975, and V = X W_V has W_V = diag(2, 1).
    pull = np.zeros((3, 2))
    pull[1, 0] = 1
    found = gradients(by_hand(), pull)["W_V"]
    # ∂output(2,1)/∂W_V(1,1) = Σ_j w_2j X_j1 = 0.283995·1 + 0.140029·0 + 0.575975·1
    assert found[0, 0] == pytest.approx(0.85997, abs=2e-6)


def test_a_hidden_key_gets_no_gradient() -> None:
    scenario = by_hand(mask=Mask(padding=(2,)))
    direct = Scenario(
        Direct(*(trace(scenario).at(name, 0) for name in ("queries", "keys", "values"))), mask=Mask(padding=(2,))
    )
    found = gradients(direct, np.ones((3, 2)))
    assert not found["K"][2].any()
    assert not found["V"][2].any()


def test_query_heads_that_share_keys_add_their_gradients_up() -> None:
    rng = np.random.default_rng(3)
    Q, K, V = rng.normal(size=(2, 4)), rng.normal(size=(3, 2)), rng.normal(size=(3, 2))
    pull = rng.normal(size=(2, 4))
    shared = gradients(Scenario(Direct(Q, K, V), heads=2, kv_heads=1), pull)
    apart = gradients(Scenario(Direct(Q, np.hstack([K, K]), np.hstack([V, V])), heads=2), pull)
    np.testing.assert_allclose(shared["K"], apart["K"][:, :2] + apart["K"][:, 2:], atol=1e-14)
    np.testing.assert_allclose(shared["V"], apart["V"][:, :2] + apart["V"][:, 2:], atol=1e-14)


def test_float32_stays_float32_and_near_the_gradients_in_float64() -> None:
    pull = np.array([[1.0, -2.0], [0.5, 3.0]])
    wide = gradients(open_layer(), pull)
    narrow = gradients(open_layer(dtype="float32"), pull)
    for name, values in narrow.items():
        assert values.dtype == np.float32
        np.testing.assert_allclose(values, wide[name], rtol=2e-4, atol=2e-5)


def test_a_pencil_changes_no_gradient() -> None:
    pull = np.ones((3, 4))
    exact = gradients(two_heads(), pull)
    assert all((values == exact[name]).all() for name, values in gradients(two_heads(pencil=1), pull).items())


@pytest.mark.parametrize("shape", [(2, 2), (3, 3), (3,), (1, 3, 2)])
def test_an_output_gradient_of_another_shape_is_refused(shape: tuple[int, ...]) -> None:
    with pytest.raises(ShapeError) as caught:
        gradients(by_hand(), np.ones(shape))
    assert caught.value.where.name == "output_gradient"


@pytest.mark.parametrize("bad", [np.nan, np.inf, -np.inf])
def test_an_output_gradient_that_is_not_finite_is_refused_by_its_place(bad: float) -> None:
    pull = np.zeros((3, 2))
    pull[2, 1] = bad
    with pytest.raises(NonFinite, match="output_gradient, row 3, column 2"):
        gradients(by_hand(), pull)


@pytest.mark.parametrize("bad", ["many", [["x", "y"]] * 3, [[True, False]] * 3, [[1, 2], [3], [4, 5]], None])
def test_an_output_gradient_that_is_no_matrix_of_numbers_is_refused(bad: Any) -> None:
    with pytest.raises(AttentionError):
        gradients(by_hand(), bad)


def test_a_query_that_sees_no_key_has_no_gradients() -> None:
    with pytest.raises(HiddenRow):
        gradients(by_hand(mask=Mask(padding=(0, 1, 2))), np.ones((3, 2)))


def test_weights_without_values_have_no_output_to_pull_at() -> None:
    with pytest.raises(AttentionError, match="no stage 'output'"):
        gradients(Scenario(GivenWeights([[[1.0]]])), [[1.0]])


def test_a_gradient_too_large_for_its_format_is_refused() -> None:
    inputs = Projected([[1e200]], [[1.0]], [[1e-200]], [[1.0]])
    with pytest.raises(Overflow, match="the gradient of X, row 1, column 1 is too large for float64"):
        gradients(Scenario(inputs), [[1e200]])
