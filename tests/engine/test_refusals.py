"""How a scenario says no: what is wrong, where, and one thing to do."""

from __future__ import annotations

import pickle
from collections.abc import Callable
from copy import copy
from typing import Any

import numpy as np
import pytest

from attnviz import AttentionError, Direct, GivenWeights, Mask, Projected, Scenario
from attnviz.content.atomic import FileProblem
from attnviz.content.sources.families import HeadsUnknown
from attnviz.engine.errors import FieldError, HiddenRow, NonFinite, Overflow, ShapeError, Where

EYE = np.eye(2)


def projected(**changes: Any) -> Projected:
    return Projected(**{"X": np.ones((3, 2)), "W_Q": EYE, "W_K": EYE, "W_V": EYE} | changes)


def refusal(make: Callable[[], object]) -> tuple[type[AttentionError], str, Where]:
    with pytest.raises(AttentionError) as caught:
        make()
    return type(caught.value), str(caught.value), caught.value.where


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
        ({"X": [[10**400, 2]]}, Overflow, "X, row 1, column 1 is too large for float64. Make it smaller."),
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


def test_given_weights_must_hold_as_many_heads_as_the_scenario_says() -> None:
    refused = refusal(lambda: Scenario(GivenWeights(np.ones((3, 1, 1))), heads=2))
    assert refused == (ShapeError, "weights holds 3 heads but heads is 2. Make them equal.", Where("weights"))


def test_non_finite_given_weights_name_the_head() -> None:
    weights = np.ones((2, 1, 3))
    weights[1, 0, 2] = np.nan
    kind, message, where = refusal(lambda: GivenWeights(weights))
    assert (kind, where) == (NonFinite, Where("weights", 0, 2, head=1))
    assert message == "weights, head 2, row 1, column 3 is nan. Give a finite number there."


@pytest.mark.parametrize(
    ("settings", "kind", "name", "message"),
    [
        ({"title": 3}, FieldError, "title", "title is 3. Give a text."),
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
        ({"positions": "alibi"}, FieldError, "positions", "positions is 'alibi'. Give Rotary(), Alibi() or None."),
        ({"mask": "causal"}, FieldError, "mask", "mask is 'causal'. Give a Mask."),
        ({"tokens": ("a", "b")}, ShapeError, "tokens",
         "tokens holds 2 labels but the scenario has 3 queries. Make them equal."),
        ({"source_tokens": ["a"]}, ShapeError, "source_tokens",
         "source_tokens holds 1 label but the scenario has 3 keys. Make them equal."),
        ({"tokens": "abc"}, FieldError, "tokens", "tokens is 'abc'. Give a list of texts."),
        ({"tokens": (1, 2, 3)}, FieldError, "tokens", "tokens, label 1 is 1. Give a text."),
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
    assert refusal(lambda: Scenario([[1.0]]))[1] == "inputs is of type list. Give Projected, Direct or GivenWeights."  # type: ignore[arg-type]


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
        (lambda: Mask(causal=1), "mask.causal", "mask.causal is 1. Make it true or false."),  # type: ignore[arg-type]
        (lambda: Mask(alignment="middle"), "mask.alignment",  # type: ignore[arg-type]
         "mask.alignment is 'middle'. Make it top_left or bottom_right."),
        (lambda: Mask(window=(1,)), "mask.window", "mask.window is (1,). Give two numbers of keys, [left, right]."),
        (lambda: Mask(window=(1, -1)), "mask.window",
         "mask.window holds -1. Give a whole number of keys from 0, or null for no limit."),
        (lambda: Mask(padding=(-1,)), "mask.padding",
         "mask.padding holds -1. Give key positions, counted from 0."),
        (lambda: Mask(padding=(True,)), "mask.padding",
         "mask.padding holds True. Give key positions, counted from 0."),
        (lambda: Mask(padding="all"), "mask.padding",  # type: ignore[arg-type]
         "mask.padding is 'all'. Give a list of key positions, counted from 0."),
        (lambda: Mask(custom=[[1, 0]]), "mask.custom",  # type: ignore[arg-type]
         "mask.custom holds int64. Give true and false: true = the key may be seen."),
        (lambda: Mask(custom=[[True], [True, False]]), "mask.custom",  # type: ignore[arg-type]
         "mask.custom, row 2 has another length than row 1. Make all rows equal."),
        (lambda: Mask(custom=np.ones((0, 2), bool)), "mask.custom",
         "mask.custom is empty. Give it at least one row and one column."),
        (lambda: Scenario(projected(), mask=Mask(padding=(3,))), "mask.padding",
         "mask.padding hides key 4 of 3. Leave it out."),
        (lambda: Scenario(projected(), mask=Mask(custom=np.ones((3, 2), bool))), "mask.custom",
         "mask.custom is 3×2 but the scores are 3×3. Make them equal."),
    ],
)  # fmt: skip
def test_masks_that_cannot_be_taken_are_refused_by_field(make: Any, name: str, message: str) -> None:
    _, said, where = refusal(make)
    assert (said, where.name) == (message, name)


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
    assert (
        refusal(lambda: Scenario(projected()).matrix("W_O"))[1]
        == "This scenario has no matrix W_O. Choose one of: X, W_Q, W_K, W_V."
    )


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


def test_a_copied_error_is_the_same_whatever_its_kind_takes() -> None:
    for error in (
        HiddenRow("Query 1 sees no key. Show it one.", Where("masked", 0)),
        FileProblem("a.attn", "there is no such file. Check the name."),
        HeadsUnknown("m/config.json", "it is not there. Give the number of heads.", 8, config=False),
    ):
        again = copy(error)
        assert (type(again), str(again), again.__dict__) == (type(error), str(error), error.__dict__)
