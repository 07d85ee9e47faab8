"""Edits of numbers, labels and sizes: pure, the same object where nothing changes, and undone by their opposite."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from strategies import hides_a_row, scenarios

from attnviz import AttentionError, Direct, GivenWeights, Mask, Projected, Scenario, trace
from attnviz.engine.edits import dimensions_of, insert, remove, set_block, set_cell, set_matrix, set_token
from attnviz.engine.errors import FieldError, NonFinite, Overflow, ShapeError, Where

DIMENSIONS = ("T", "S", "d_model", "d_source", "d_k", "d_v", "d_out")


def by_hand(**settings: Any) -> Scenario:
    inputs = Projected([[1, 0], [0, 1], [1, 1]], [[1, 0], [1, 1]], [[1, 1], [0, 1]], [[2, 0], [0, 1]])
    return Scenario(inputs, **({"tokens": ("a", "b", "c")} | settings))


def layer() -> Scenario:
    """Two heads, cross-attention, every optional matrix, a mask and a bias."""
    rng = np.random.default_rng(5)
    shapes = {"X": (2, 3), "W_Q": (3, 4), "W_K": (5, 4), "W_V": (5, 6), "W_O": (6, 2), "source": (4, 5),
              "b_Q": 4, "b_K": 4, "b_V": 6, "b_O": 2}  # fmt: skip
    return Scenario(
        Projected(**{name: rng.normal(size=shape) for name, shape in shapes.items()}),
        heads=2,
        tokens=("x", "y"),
        source_tokens=("a", "b", "c", "d"),
        mask=Mask(padding=(1, 3), custom=rng.random((2, 4)) < 0.7),
        bias=rng.normal(size=(2, 2, 4)),
    )


def test_one_cell_changes_and_nothing_else() -> None:
    before = by_hand()
    after = set_cell(before, "W_Q", 0, 1, 5.0)
    assert after.matrix("W_Q").tolist() == [[1, 5], [1, 1]]
    assert before.matrix("W_Q").tolist() == [[1, 0], [1, 1]]
    assert after.matrix("X") is before.matrix("X")
    assert replace(after, inputs=before.inputs) == before


@pytest.mark.parametrize("value", [1, 1.0, np.float32(1)])
def test_the_number_that_is_there_already_gives_the_same_object(value: float) -> None:
    scenario = by_hand()
    assert set_cell(scenario, "X", 0, 0, value) is scenario


def test_a_number_that_is_the_same_in_float32_gives_the_same_object() -> None:
    scenario = set_cell(by_hand(dtype="float32"), "X", 0, 0, 0.1)
    assert set_cell(scenario, "X", 0, 0, 0.1) is scenario


def test_a_bias_is_edited_as_one_row() -> None:
    after = set_cell(layer(), "b_Q", 0, 2, 9.0)
    assert after.matrix("b_Q")[2] == 9.0


def test_given_weights_and_score_biases_are_edited_head_by_head() -> None:
    weights = Scenario(GivenWeights(np.full((2, 1, 2), 0.5)))
    assert set_cell(weights, "weights", 0, 1, 0.75, head=1).matrix("weights")[1].tolist() == [[0.5, 0.75]]
    assert set_cell(layer(), "bias", 0, 0, -np.inf, head=1).bias[1, 0, 0] == -np.inf  # type: ignore[index]
    with pytest.raises(FieldError, match=r"^weights holds 2 heads\. Choose one from 1 to 2\.$"):
        set_cell(weights, "weights", 0, 1, 0.75)


@pytest.mark.parametrize(
    ("value", "kind", "message"),
    [
        (np.nan, NonFinite, "X, row 3, column 2 is nan. Give a finite number there."),
        (np.inf, NonFinite, "X, row 3, column 2 is inf. Give a finite number there."),
        (True, FieldError, "X, row 3, column 2 is True. Give a number there."),
        ("7", FieldError, "X, row 3, column 2 is '7'. Give a number there."),
        (10**400, FieldError, "X, row 3, column 2 is too large for a whole number. Write it as 1e20."),
    ],
)
def test_a_value_that_is_no_finite_number_is_refused_by_its_place(value: Any, kind: type, message: str) -> None:
    with pytest.raises(AttentionError) as caught:
        set_cell(by_hand(), "X", 2, 1, value)
    assert (type(caught.value), str(caught.value)) == (kind, message)
    assert caught.value.where == Where("X", 2, 1)


def test_a_value_beyond_float32_is_refused_by_its_place() -> None:
    with pytest.raises(Overflow, match=r"^X, row 3, column 2 is too large for float32\. Make it smaller\.$"):
        set_cell(by_hand(dtype="float32"), "X", 2, 1, 1e300)


@pytest.mark.parametrize(("row", "column"), [(3, 0), (0, 2), (-1, 0)])
def test_a_cell_outside_is_refused(row: int, column: int) -> None:
    with pytest.raises(ShapeError, match="does not exist: X is 3×2. Choose a cell inside it.") as caught:  # noqa: RUF043
        set_cell(by_hand(), "X", row, column, 1.0)
    assert caught.value.where == Where("X", row, column)


@pytest.mark.parametrize("name", ["W_O", "mask.custom", "Q", "weights"])
def test_a_matrix_that_is_not_there_cannot_be_edited(name: str) -> None:
    with pytest.raises(FieldError, match=f"This scenario has no matrix {name}"):
        set_cell(by_hand(mask=Mask(custom=np.ones((3, 3), bool))), name, 0, 0, 1.0)


def test_a_block_is_pasted_from_its_upper_left_cell() -> None:
    assert set_block(by_hand(), "X", 1, 0, [[7, 8], [9, 10]]).matrix("X").tolist() == [[1, 0], [7, 8], [9, 10]]


def test_a_block_that_does_not_fit_is_refused() -> None:
    with pytest.raises(ShapeError) as caught:
        set_block(by_hand(), "X", 1, 1, [[1, 2]])
    assert str(caught.value) == (
        "A block of 1×2 does not fit into X (3×2) from row 2, column 2. "
        "Start further up or left, or add rows or columns first."
    )
    assert caught.value.where == Where("X", 1, 1)


def test_a_fault_in_a_block_is_placed_in_the_matrix() -> None:
    with pytest.raises(NonFinite, match="X, row 3, column 1 is nan") as caught:
        set_block(by_hand(), "X", 1, 0, [[1, 2], [np.nan, 4]])
    assert caught.value.where == Where("X", 2, 0)


def test_a_whole_matrix_is_replaced_added_or_left_out() -> None:
    scenario = by_hand()
    with_output = set_matrix(scenario, "W_O", [[1, 0, 2], [0, 1, 2]])
    assert with_output.sizes.d_out == 3
    assert set_matrix(with_output, "W_O", None) == scenario
    assert set_matrix(scenario, "X", scenario.matrix("X").tolist()) is scenario


def test_a_bias_may_be_given_as_one_row_of_a_matrix() -> None:
    assert set_matrix(by_hand(), "b_Q", [[1, 2]]).matrix("b_Q").tolist() == [1, 2]
    assert set_matrix(by_hand(), "b_Q", [1, 2]).matrix("b_Q").tolist() == [1, 2]


@pytest.mark.parametrize(
    ("name", "values", "message"),
    [
        ("W_Q", np.ones((3, 2)), "W_Q has 3 rows but X has 2 columns. Make them equal."),
        ("X", np.ones((2, 2)), "tokens holds 3 labels but the scenario has 2 queries. Make them equal."),
        ("X", None, "X cannot be left out. Give it numbers."),
        ("Q", np.ones((2, 2)), "This scenario has no matrix Q."),
        ("b_Q", np.ones((2, 2)), "b_Q has 2 axes. Give it as one row of numbers."),
        ("bias", np.ones((2, 2)), "bias is 2×2 but the scores are 3×3. Make them equal."),
    ],
)
def test_a_matrix_that_does_not_fit_is_refused(name: str, values: Any, message: str) -> None:
    with pytest.raises(AttentionError) as caught:
        set_matrix(by_hand(), name, values)
    assert str(caught.value) == message


def test_a_token_is_renamed() -> None:
    assert set_token(by_hand(), "tokens", 1, "<b>é</b>").tokens == ("a", "<b>é</b>", "c")
    scenario = by_hand()
    assert set_token(scenario, "tokens", 1, "b") is scenario


def test_numbers_shown_so_far_become_labels_once_one_is_renamed() -> None:
    assert set_token(by_hand(tokens=None), "tokens", 0, "it").tokens == ("it", "2", "3")
    assert set_token(by_hand(), "source_tokens", 2, "z").source_tokens == ("a", "b", "z")
    scenario = by_hand(tokens=None)
    assert set_token(scenario, "tokens", 0, "1") is scenario


def test_a_token_that_does_not_exist_is_refused() -> None:
    with pytest.raises(FieldError, match="There is no token 4 among 3"):
        set_token(by_hand(), "tokens", 3, "d")
    with pytest.raises(FieldError, match="Choose tokens or source_tokens"):
        set_token(by_hand(), "labels", 0, "d")  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("scenario", "name", "dimensions"),
    [
        (by_hand(), "X", ("T", "d_model")),
        (by_hand(), "W_K", ("d_model", "d_k")),
        (layer(), "X", ("T", "d_model")),
        (layer(), "source", ("S", "d_source")),
        (layer(), "W_Q", ("d_model", "d_k")),
        (layer(), "W_V", ("d_source", "d_v")),
        (layer(), "W_O", ("d_v", "d_out")),
        (layer(), "b_K", ("one", "d_k")),
        (layer(), "b_O", ("one", "d_out")),
        (layer(), "bias", ("T", "S")),
        (Scenario(Direct([[1]], [[1]], [[1]])), "Q", ("T", "d_k")),
        (Scenario(Direct([[1]], [[1]], [[1]])), "V", ("S", "d_v")),
        (Scenario(GivenWeights([[[1]]], [[1]])), "weights", ("T", "S")),
        (Scenario(Projected([[1]], [[1]], [[1]], [[1]], b_O=[1])), "b_O", ("one", "d_v")),
    ],
)
def test_dimensions_name_the_rows_and_columns_of_an_input(scenario: Scenario, name: str, dimensions: Any) -> None:
    assert dimensions_of(scenario, name) == dimensions


def test_a_new_token_follows_through_X_labels_mask_and_bias() -> None:
    custom = np.array([[1, 0, 1], [1, 1, 0], [1, 1, 1]]) > 0
    before = by_hand(mask=Mask(padding=(1,), custom=custom), bias=np.arange(9.0).reshape(3, 3))
    after = insert(before, "T", 1)
    assert after.matrix("X").tolist() == [[1, 0], [0, 0], [0, 1], [1, 1]]
    assert after.tokens == ("a", "d", "b", "c")
    assert after.mask.padding == (2,)
    assert after.mask.custom is not None
    assert after.mask.custom.astype(int).tolist() == [[1, 1, 0, 1], [1, 1, 1, 1], [1, 1, 1, 0], [1, 1, 1, 1]]
    assert after.bias is not None
    assert after.bias.tolist() == [[0, 0, 1, 2], [0, 0, 0, 0], [3, 0, 4, 5], [6, 0, 7, 8]]


def test_a_wider_d_k_grows_every_head_of_queries_and_keys() -> None:
    before = layer()
    after = insert(before, "d_k", 2)
    for name in ("W_Q", "W_K"):
        old, new = before.matrix(name), after.matrix(name)
        np.testing.assert_array_equal(new[:, [0, 1, 3, 4]], old)
        assert not new[:, [2, 5]].any()
    assert after.matrix("b_Q")[[2, 5]].tolist() == [0, 0]
    assert after.sizes.d_k == 3
    assert after.matrix("W_V") is before.matrix("W_V")


def test_a_wider_d_v_grows_values_and_the_rows_of_W_O() -> None:
    after = insert(layer(), "d_v", 0)
    assert after.sizes.d_v == 4
    assert not after.matrix("W_V")[:, [0, 4]].any()
    assert not after.matrix("W_O")[[0, 4]].any()


def test_a_wider_d_v_without_W_O_grows_the_bias_of_the_output() -> None:
    scenario = Scenario(Projected([[1]], [[1, 1]], [[1, 1]], [[1, 1]], b_O=[5, 6]), heads=2)
    assert insert(scenario, "d_v", 1).matrix("b_O").tolist() == [5, 0, 6, 0]


@pytest.mark.parametrize("dimension", ["d_model", "d_source", "d_k", "d_v"])
@given(scenario=scenarios(kinds="pd", exact=True), data=st.data())
def test_more_room_filled_with_zeros_changes_no_weight(dimension: str, scenario: Scenario, data: st.DataObject) -> None:
    if hides_a_row(scenario) or scenario.scale is True:
        return  # the factor 1/√d_k would change
    try:
        place = data.draw(st.integers(0, getattr(scenario.sizes, dimension) or 0))
        wider = insert(scenario, dimension, place)
    except FieldError:
        return
    np.testing.assert_allclose(trace(wider).weights, trace(scenario).weights, rtol=1e-12)


@given(scenarios(), st.sampled_from(DIMENSIONS), st.data())
def test_inserting_and_removing_at_the_same_place_is_no_change(
    scenario: Scenario, dimension: str, data: st.DataObject
) -> None:
    size = getattr(scenario.sizes, dimension)
    if size is None:
        with pytest.raises(FieldError):
            insert(scenario, dimension, 0)
        return
    index = data.draw(st.integers(0, size))
    try:
        grown = insert(scenario, dimension, index)
    except FieldError as refused:
        assert dimension == "d_out"
        assert str(refused) == "Without W_O the output is as wide as the heads. Change d_v."  # noqa: PT017
        return
    assert getattr(grown.sizes, dimension) == size + 1
    assert remove(grown, dimension, index) == scenario


@given(scenarios(), st.sampled_from(DIMENSIONS), st.data())
def test_removing_leaves_a_scenario_one_smaller_or_refuses_the_last(
    scenario: Scenario, dimension: str, data: st.DataObject
) -> None:
    size = getattr(scenario.sizes, dimension)
    if size is None or (dimension == "d_out" and not hasattr_W_O(scenario)):
        return
    if size == 1:
        with pytest.raises(ShapeError, match="is 1 and cannot shrink"):
            remove(scenario, dimension, 0)
        return
    smaller = remove(scenario, dimension, data.draw(st.integers(0, size - 1)))
    assert getattr(smaller.sizes, dimension) == size - 1


def test_keys_from_X_itself_are_tokens() -> None:
    assert insert(by_hand(), "S", 0) == insert(by_hand(), "T", 0)
    assert insert(by_hand(), "d_source", 0) == insert(by_hand(), "d_model", 0)


@pytest.mark.parametrize(
    ("tokens", "fresh"),
    [(("a", "b", "c"), "d"), (("x", "y", "z"), "4"), (("the", "cat", "4"), "5"), (("a", "a", "c"), "d")],
)
def test_a_new_token_has_a_label_that_no_other_has(tokens: tuple[str, ...], fresh: str) -> None:
    assert insert(by_hand(tokens=tokens), "T", 3).tokens == (*tokens, fresh)


def test_labels_that_are_numbers_need_no_new_one() -> None:
    assert insert(by_hand(tokens=None), "T", 0).tokens is None


@pytest.mark.parametrize("change", [insert, remove])
def test_a_place_or_dimension_that_does_not_exist_is_refused(change: Any) -> None:
    with pytest.raises(FieldError, match="There is no position 5 among 3 for T"):
        change(by_hand(), "T", 4)
    with pytest.raises(FieldError, match="There is no position 0 among 3 for T"):
        change(by_hand(), "T", -1)
    with pytest.raises(FieldError, match="This scenario has no d_model. Choose one of: S, T, d_k, d_v"):  # noqa: RUF043
        change(Scenario(Direct([[1]], [[1]], [[1]])), "d_model", 0)


def hasattr_W_O(scenario: Scenario) -> bool:
    return getattr(scenario.inputs, "W_O", None) is not None
