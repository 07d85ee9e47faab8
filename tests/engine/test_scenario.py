"""What a scenario may hold, and how it says no: what is wrong, where, and one thing to do."""

from __future__ import annotations

import copy
import dataclasses
import pickle
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from strategies import scenarios

from attnviz import AttentionError, Direct, GivenWeights, Mask, Projected, Scenario
from attnviz.engine.errors import FieldError, NonFinite, NotBuilt, Overflow, ShapeError, Where

EYE = np.eye(2)


def projected(**changes: Any) -> Projected:
    return Projected(**{"X": np.ones((3, 2)), "W_Q": EYE, "W_K": EYE, "W_V": EYE} | changes)


def refusal(make: Callable[[], object]) -> tuple[type[AttentionError], str, Where]:
    with pytest.raises(AttentionError) as caught:
        make()
    return type(caught.value), str(caught.value), caught.value.where


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
    assert copy.deepcopy(scenario) == scenario


def test_float32_numbers_are_widened_and_float64_ones_narrowed_to_the_scenarios_format() -> None:
    narrow = np.ones((3, 2), np.float32)
    assert Scenario(projected(X=narrow)).matrix("X").dtype == np.float64
    assert Scenario(projected(X=narrow), dtype="float32").matrix("W_Q").dtype == np.float32
    assert Scenario(projected(), dtype="float32", bias=np.zeros((3, 3))).bias.dtype == np.float32  # type: ignore[union-attr]


def test_integers_and_big_endian_numbers_are_taken() -> None:
    scenario = Scenario(projected(X=np.array([[1, 2]], dtype=">f8"), W_Q=np.eye(2, dtype=int)))
    assert scenario.matrix("X").tolist() == [[1.0, 2.0]]
    assert scenario.matrix("W_Q").dtype == np.float64


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


@pytest.mark.parametrize(
    ("changes", "kind", "message"),
    [
        ({"X": [[1, np.nan]]}, NonFinite, "X, row 1, column 2 is nan. Give a finite number there."),
        ({"W_Q": [[1, 0], [-np.inf, 1]]}, NonFinite, "W_Q, row 2, column 1 is -inf. Give a finite number there."),
        ({"b_K": [0, np.inf]}, NonFinite, "b_K, row 1, column 2 is inf. Give a finite number there."),
        ({"X": [[1, 2], [3]]}, ShapeError, "X, row 2 has another length than row 1. Make all rows equal."),
        ({"X": [1, 2]}, ShapeError, "X has 1 axis. Give it as rows and columns."),
        ({"X": 5}, ShapeError, "X has 0 axes. Give it as rows and columns."),
        ({"b_Q": [[1, 2]]}, ShapeError, "b_Q has 2 axes. Give it as one row of numbers."),
        ({"X": np.ones((0, 2))}, ShapeError, "X is empty. Give it at least one row and one column."),
        ({"X": []}, ShapeError, "X has 1 axis. Give it as rows and columns."),
        ({"X": np.ones((3, 0))}, ShapeError, "X is empty. Give it at least one row and one column."),
        ({"X": [[True, False]]}, FieldError, "X, row 1, column 1 is True. Give a number there."),
        ({"X": [[1, 2], [3, None]]}, FieldError, "X, row 2, column 2 is None. Give a number there."),
        ({"X": [["1", "2"]]}, FieldError, "X, row 1, column 1 is '1'. Give a number there."),
        ({"X": np.array([[1j, 2]])}, FieldError, "X holds complex128. Give real numbers."),
        ({"X": [[10**30, 2]]}, FieldError, "X, row 1, column 1 is too large for a whole number. Write it as 1e20."),
        ({"X": np.ma.masked_array([[1.0, 2.0]])}, FieldError, "X is a masked array. Fill its gaps with numbers."),
        ({"X": None}, FieldError, "X cannot be left out. Give it numbers."),
    ],
)
def test_numbers_that_cannot_be_taken_are_refused_by_their_place(changes: Any, kind: type, message: str) -> None:
    refused = refusal(lambda: Scenario(projected(**changes)))
    assert refused[:2] == (kind, message)
    assert refused[2].name == next(iter(changes))


@pytest.mark.parametrize(
    ("changes", "settings", "message"),
    [
        ({"W_Q": np.ones((3, 2))}, {}, "W_Q has 3 rows but X has 2 columns. Make them equal."),
        ({"W_K": np.ones((3, 2))}, {}, "W_K has 3 rows but X has 2 columns. Make them equal."),
        ({"W_V": np.ones((3, 2))}, {}, "W_V has 3 rows but X has 2 columns. Make them equal."),
        ({"W_K": np.ones((2, 3))}, {},
         "W_K gives each head 3 columns but W_Q gives 2. Make them equal: both are d_k."),
        ({"W_Q": np.ones((2, 3))}, {"heads": 2},
         "W_Q has 3 columns, which heads = 2 does not divide. Give it a multiple of 2 columns or change heads."),
        ({"W_V": np.ones((2, 3))}, {"heads": 2},
         "W_V has 3 columns, which heads = 2 does not divide. Give it a multiple of 2 columns or change heads."),
        ({"W_Q": np.ones((2, 4)), "W_K": np.ones((2, 3))}, {"heads": 4, "kv_heads": 2},
         "W_K has 3 columns, which kv_heads = 2 does not divide. Give it a multiple of 2 columns or change kv_heads."),
        ({"W_O": np.ones((3, 2))}, {},
         "W_O has 3 rows but the heads side by side have 2 columns. Make them equal."),
        ({"b_Q": [1.0]}, {}, "b_Q has 1 number but W_Q has 2 columns. Make them equal."),
        ({"b_K": [1.0]}, {}, "b_K has 1 number but W_K has 2 columns. Make them equal."),
        ({"b_V": [1.0]}, {}, "b_V has 1 number but W_V has 2 columns. Make them equal."),
        ({"b_O": [1.0]}, {}, "b_O has 1 number but concatenated has 2 columns. Make them equal."),
        ({"b_O": [1.0], "W_O": np.ones((2, 3))}, {}, "b_O has 1 number but W_O has 3 columns. Make them equal."),
    ],
)  # fmt: skip
def test_matrices_that_do_not_fit_together_are_named(changes: Any, settings: Any, message: str) -> None:
    kind, said, where = refusal(lambda: Scenario(projected(**changes), **settings))
    assert (kind, said) == (ShapeError, message)
    assert where == Where(message.split()[0])


@pytest.mark.parametrize(
    ("inputs", "message"),
    [
        (lambda: Direct(EYE, np.ones((2, 3)), EYE),
         "K gives each head 3 columns but Q gives 2. Make them equal: both are d_k."),
        (lambda: Direct(EYE, EYE, np.ones((3, 2))), "V has 3 rows but K has 2 rows. Make them equal."),
        (lambda: Direct(EYE, EYE, EYE, np.ones((3, 2))),
         "W_O has 3 rows but the heads side by side have 2 columns. Make them equal."),
        (lambda: GivenWeights(np.ones((1, 2, 3)), EYE), "V has 2 rows but weights has 3 columns. Make them equal."),
        (lambda: GivenWeights(EYE), "weights has 2 axes. Give it as one matrix a head."),
    ],
)  # fmt: skip
def test_direct_inputs_and_given_weights_must_fit_together(inputs: Any, message: str) -> None:
    assert refusal(lambda: Scenario(inputs()))[:2] == (ShapeError, message)


def test_non_finite_given_weights_name_the_head() -> None:
    weights = np.ones((2, 1, 3))
    weights[1, 0, 2] = np.nan
    kind, message, where = refusal(lambda: GivenWeights(weights))
    assert (kind, where) == (NonFinite, Where("weights", 0, 2, head=1))
    assert message == "weights, head 2, row 1, column 3 is nan. Give a finite number there."


@pytest.mark.parametrize(
    ("settings", "kind", "name", "message"),
    [
        ({"title": 3}, FieldError, "title", "title must be text."),
        ({"heads": 0}, FieldError, "heads", "heads is 0. Give a whole number from 1."),
        ({"heads": True}, FieldError, "heads", "heads is True. Give a whole number from 1."),
        ({"heads": 1.0}, FieldError, "heads", "heads is 1.0. Give a whole number from 1."),
        ({"kv_heads": 2}, FieldError, "kv_heads",
         "kv_heads is 2, which does not divide heads = 1. Choose a divisor."),
        ({"dtype": "float16"}, FieldError, "dtype", "dtype is 'float16'. Make it float64 or float32."),
        ({"dtype": ["float64"]}, FieldError, "dtype", "dtype is ['float64']. Make it float64 or float32."),
        ({"scale": np.nan}, FieldError, "scale", "scale is nan. Give a finite number."),
        ({"scale": "no"}, FieldError, "scale", "scale is 'no'. Give a number."),
        ({"scale": None}, FieldError, "scale", "scale is None. Give a number."),
        ({"temperature": 0}, FieldError, "temperature", "temperature is 0. Give a number above 0."),
        ({"temperature": 10**400}, FieldError, "temperature", "temperature is too large. Give a smaller number."),
        ({"temperature": 1e-60, "dtype": "float32"}, FieldError, "temperature",
         "temperature is 1e-60, too small for float32. Give a larger number."),
        ({"softcap": -1}, FieldError, "softcap", "softcap is -1. Give a number above 0."),
        ({"softcap": 1e60, "dtype": "float32"}, FieldError, "softcap",
         "softcap is 1e+60, too large for float32. Give a smaller number."),
        ({"pencil": -1}, FieldError, "pencil", "pencil is -1. Give a number of decimals from 0 to 12."),
        ({"pencil": 13}, FieldError, "pencil", "pencil is 13. Give a number of decimals from 0 to 12."),
        ({"pencil": True}, FieldError, "pencil", "pencil is True. Give a number of decimals from 0 to 12."),
        ({"positions": "alibi"}, NotBuilt, "positions",
         "positions: rotary and alibi are not built yet. Leave it null."),
        ({"mask": "causal"}, FieldError, "mask", "mask must be a Mask."),
        ({"tokens": ("a", "b")}, ShapeError, "tokens",
         "tokens holds 2 labels but the scenario has 3 queries. Make them equal."),
        ({"source_tokens": ["a"]}, ShapeError, "source_tokens",
         "source_tokens holds 1 label but the scenario has 3 keys. Make them equal."),
        ({"tokens": "abc"}, FieldError, "tokens", "tokens must be a list of texts."),
        ({"tokens": (1, 2, 3)}, FieldError, "tokens", "tokens must be a list of texts."),
        ({"bias": np.zeros((2, 3))}, ShapeError, "bias", "bias is 2×3 but the scores are 3×3. Make them equal."),
        ({"bias": np.zeros((2, 3, 3))}, ShapeError, "bias",
         "bias is 2×3×3 but the scores are 1×3×3. Make them equal."),
        ({"bias": [0, 0, 0]}, ShapeError, "bias", "bias has 1 axis. Give it as rows and columns or one matrix a head."),
        ({"bias": [[0], [0, 1]]}, ShapeError, "bias",
         "bias, row 2 has another length than row 1. Make all rows equal."),
        ({"bias": np.full((3, 3), np.inf)}, NonFinite, "bias",
         "bias, row 1, column 1 is inf. Give a finite number there."),
        ({"bias": np.full((3, 3), -1e300), "dtype": "float32"}, Overflow, "bias",
         "bias, row 1, column 1 is too large for float32. Make it smaller."),
    ],
)  # fmt: skip
def test_settings_that_cannot_be_taken_are_refused_by_name(settings: Any, kind: type, name: str, message: str) -> None:
    refused = refusal(lambda: Scenario(projected(), **settings))
    assert refused[:2] == (kind, message)
    assert refused[2].name == name


def test_inputs_must_be_one_of_the_three_kinds() -> None:
    assert refusal(lambda: Scenario([[1.0]]))[1] == "inputs must be Projected, Direct or GivenWeights."  # type: ignore[arg-type]


def test_numbers_that_float32_cannot_hold_are_refused_by_their_place() -> None:
    kind, message, where = refusal(lambda: Scenario(projected(X=[[1.0, 1e300]]), dtype="float32"))
    assert (kind, where) == (Overflow, Where("X", 0, 1))
    assert message == "X, row 1, column 2 is too large for float32. Make it smaller."


def test_long_double_numbers_that_float64_cannot_hold_are_refused() -> None:
    kind, message, _ = refusal(lambda: projected(X=np.array([[np.longdouble("1e4000"), 1]])))
    assert (kind, message) == (Overflow, "X, row 1, column 1 is too large for float64. Make it smaller.")


@pytest.mark.parametrize(
    ("make", "name", "message"),
    [
        (lambda: Mask(causal=1), "mask.causal", "mask.causal must be true or false."),  # type: ignore[arg-type]
        (lambda: Mask(alignment="middle"), "mask.alignment",  # type: ignore[arg-type]
         "mask.alignment must be top_left or bottom_right."),
        (lambda: Mask(window=(1, 1)), "mask.window",
         "mask.window: sliding windows are not built yet. Leave it null."),
        (lambda: Mask(padding=(-1,)), "mask.padding",
         "mask.padding holds -1; it lists key positions, counted from 0."),
        (lambda: Mask(padding=(True,)), "mask.padding",
         "mask.padding holds True; it lists key positions, counted from 0."),
        (lambda: Mask(padding="all"), "mask.padding",  # type: ignore[arg-type]
         "mask.padding must be a list of key positions."),
        (lambda: Mask(custom=[[1, 0]]), "mask.custom",  # type: ignore[arg-type]
         "mask.custom holds int64. Give true and false: true = the key may be seen."),
        (lambda: Mask(custom=[[True], [True, False]]), "mask.custom",  # type: ignore[arg-type]
         "mask.custom, row 2 has another length than row 1. Make all rows equal."),
        (lambda: Mask(custom=np.ones((0, 2), bool)), "mask.custom",
         "mask.custom is empty. Give it at least one row and one column."),
        (lambda: Scenario(projected(), mask=Mask(padding=(3,))), "mask.padding",
         "mask.padding hides key 4 but there are 3. Leave it out."),
        (lambda: Scenario(projected(), mask=Mask(custom=np.ones((3, 2), bool))), "mask.custom",
         "mask.custom is 3×2 but the scores are 3×3. Make them equal."),
    ],
)  # fmt: skip
def test_masks_that_cannot_be_taken_are_refused_by_field(make: Any, name: str, message: str) -> None:
    _, said, where = refusal(make)
    assert (said, where.name) == (message, name)


def test_padding_is_kept_in_order_and_each_key_once() -> None:
    assert Mask(padding=[2, 0, 2]).padding == (0, 2)  # type: ignore[arg-type]


@pytest.mark.parametrize(
    "settings",
    [{"mask": Mask(causal=True)}, {"scale": False}, {"temperature": 2.0}, {"softcap": 1.0}, {"bias": np.zeros((1, 1))}],
)
def test_settings_that_given_weights_cannot_use_are_refused(settings: Any) -> None:
    name = next(iter(settings))
    kind, message, where = refusal(lambda: Scenario(GivenWeights([[[1.0]]]), **settings))
    assert (kind, where) == (FieldError, Where(name))
    assert message == f"{name} does not apply to given weights. Leave it out."


def test_a_matrix_that_a_scenario_lacks_is_refused_by_name() -> None:
    assert refusal(lambda: Scenario(projected()).matrix("W_O"))[1] == "This scenario has no matrix W_O."


def test_an_error_survives_pickling_with_its_place() -> None:
    error = NonFinite("X, row 1 is bad.", Where("X", 0))
    again = pickle.loads(pickle.dumps(error))
    assert (type(again), str(again), again.where) == (NonFinite, str(error), error.where)


@pytest.mark.parametrize(
    ("where", "text"),
    [
        (Where("X"), "X"),
        (Where("X", 1), "X, row 2"),
        (Where("X", None, 2), "X, column 3"),
        (Where("X", 1, 2), "X, row 2, column 3"),
        (Where("scores", 1, 2, 0), "scores, head 1, row 2, column 3"),
    ],
)
def test_a_place_reads_as_people_count(where: Where, text: str) -> None:
    assert str(where) == text
