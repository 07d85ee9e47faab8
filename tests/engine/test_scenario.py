"""What a scenario holds: its arrays for good, its sizes, its labels."""

from __future__ import annotations

import copy
import dataclasses
import pickle
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from strategies import scenarios

from attnviz import GivenWeights, Mask, Projected, Scenario

EYE = np.eye(2)


def projected(**changes: Any) -> Projected:
    return Projected(**{"X": np.ones((3, 2)), "W_Q": EYE, "W_K": EYE, "W_V": EYE} | changes)


def test_arrays_are_copied_on_the_way_in() -> None:
    mine = np.ones((3, 2))
    scenario = Scenario(projected(X=mine))
    mine[0, 0] = 99
    assert scenario.matrix("X")[0, 0] == 1


def test_a_read_only_array_of_somebody_else_is_copied_too() -> None:
    mine = np.ones((3, 2))
    mine.flags.writeable = False
    scenario = Scenario(projected(X=mine))
    mine.flags.writeable = True
    mine[0, 0] = 99
    assert scenario.matrix("X")[0, 0] == 1


def test_an_array_from_a_pickle_is_copied_though_it_lies_in_bytes() -> None:
    mine = pickle.loads(pickle.dumps(np.ones((50, 2))))
    scenario = Scenario(projected(X=mine))
    mine[0, 0] = 99
    assert scenario.matrix("X")[0, 0] == 1


def test_nobody_can_make_an_array_of_a_scenario_writable_again() -> None:
    values = Scenario(projected(), bias=np.zeros((3, 3))).matrix("X")
    with pytest.raises(ValueError, match="WRITEABLE"):
        values.flags.writeable = True


def test_an_array_that_is_in_a_scenario_already_is_taken_as_it_is() -> None:
    scenario = Scenario(projected())
    again = dataclasses.replace(scenario, inputs=dataclasses.replace(scenario.inputs, W_Q=2 * EYE))
    assert again.matrix("X") is scenario.matrix("X")


def test_a_scenario_cannot_be_changed() -> None:
    with pytest.raises(dataclasses.FrozenInstanceError):
        Scenario(projected()).heads = 2  # type: ignore[misc]


@given(scenarios())
def test_scenarios_are_equal_if_all_their_numbers_are(scenario: Scenario) -> None:
    fields = {field.name: getattr(scenario, field.name) for field in dataclasses.fields(scenario)}
    assert Scenario(**fields) == scenario
    assert scenario != dataclasses.replace(scenario, title="another")


def test_scenarios_of_another_number_format_differ() -> None:
    assert Scenario(projected()) != Scenario(projected(), dtype="float32")
    assert Scenario(projected()) != "a scenario"


@given(scenarios())
def test_a_scenario_survives_pickling_and_copying(scenario: Scenario) -> None:
    again = pickle.loads(pickle.dumps(scenario))
    assert again == scenario
    assert all(not values.flags.writeable for _, values in again.inputs.items())
    assert copy.deepcopy(scenario) is copy.copy(scenario) is scenario


def test_float32_numbers_are_widened_and_float64_ones_narrowed_to_the_scenarios_format() -> None:
    narrow = np.ones((3, 2), np.float32)
    assert Scenario(projected(X=narrow)).matrix("X").dtype == np.float64
    assert Scenario(projected(X=narrow), dtype="float32").matrix("W_Q").dtype == np.float32
    assert Scenario(projected(), dtype="float32", bias=np.zeros((3, 3))).bias.dtype == np.float32  # type: ignore[union-attr]


def test_integers_and_big_endian_numbers_are_taken() -> None:
    scenario = Scenario(projected(X=np.array([[1, 2]], dtype=">f8"), W_Q=np.eye(2, dtype=int)))
    assert scenario.matrix("X").tolist() == [[1.0, 2.0]]
    assert scenario.matrix("W_Q").dtype == np.float64


def test_whole_numbers_of_any_length_are_taken_as_long_as_float64_can_hold_them() -> None:
    assert Scenario(projected(X=[[10**30, -(2**64)]])).matrix("X").tolist() == [[1e30, -(2.0**64)]]
    assert Scenario(projected(X=np.array([[1, 2.5]], dtype=object))).matrix("X").tolist() == [[1.0, 2.5]]


def test_sizes_name_every_dimension() -> None:
    inputs = Projected(
        X=np.ones((2, 5)), W_Q=np.ones((5, 12)), W_K=np.ones((3, 6)), W_V=np.ones((3, 8)), W_O=np.ones((16, 7)),
        source=np.ones((4, 3)),
    )  # fmt: skip
    size = Scenario(inputs, heads=4, kv_heads=2).sizes
    assert (size.T, size.S, size.heads, size.kv_heads) == (2, 4, 4, 2)
    assert (size.d_model, size.d_source, size.d_k, size.d_v, size.d_out) == (5, 3, 3, 4, 7)


def test_given_weights_hold_as_many_heads_as_they_say() -> None:
    assert Scenario(GivenWeights(np.ones((3, 1, 1)))).heads == 3


def test_labels_fall_back_to_numbers_from_one() -> None:
    scenario = Scenario(projected())
    assert scenario.query_labels == scenario.key_labels == ("1", "2", "3")


def test_keys_that_are_the_same_tokens_have_the_same_labels() -> None:
    assert Scenario(projected(), tokens=("a", "b", "c")).key_labels == ("a", "b", "c")
    other = Scenario(projected(source=np.ones((3, 2))), tokens=("a", "b", "c"))
    assert other.key_labels == ("1", "2", "3")


def test_the_factor_is_the_inverse_root_of_d_k_one_or_the_number_given() -> None:
    factors = [Scenario(projected(), scale=scale).factor for scale in (True, False, 1.0, 0, -2)]
    assert factors == [pytest.approx(0.5**0.5), 1.0, 1.0, 0.0, -2.0]


def test_padding_is_kept_in_order_and_each_key_once() -> None:
    assert Mask(padding=[2, 0, 2]).padding == (0, 2)  # type: ignore[arg-type]
