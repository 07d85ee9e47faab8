"""Edits of numbers and labels: pure, the same object where nothing changes, and faults by their place."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import numpy as np
import pytest
from examples import by_hand, layer

from attnviz import AttentionError, GivenWeights, Mask, Scenario
from attnviz.engine.edits import set_block, set_cell, set_matrix, set_token
from attnviz.engine.errors import FieldError, NonFinite, Overflow, ShapeError, Where

DIMENSIONS = ("T", "S", "d_model", "d_source", "d_k", "d_v", "d_out")


def test_one_cell_changes_and_nothing_else() -> None:
    before = by_hand()
    after = set_cell(before, "W_Q", 0, 1, 5.0)
    assert after.matrix("W_Q").tolist() == [[1, 5], [1, 1]]
    assert before.matrix("W_Q").tolist() == [[1, 0], [1, 1]]
    assert after.matrix("X") is before.matrix("X")
    assert after.tokens is before.tokens
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
        (10**400, Overflow, "X, row 3, column 2 is too large for float64. Make it smaller."),
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


def test_a_block_of_rows_that_differ_in_length_is_refused() -> None:
    with pytest.raises(ShapeError, match="has another length than row 1"):
        set_block(by_hand(), "X", 0, 0, [[1, 2], [3]])
    with pytest.raises(ShapeError, match="X has 1 axis"):
        set_block(by_hand(), "X", 0, 0, [1, 2])


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
        (
            "Q",
            np.ones((2, 2)),
            "This scenario has no matrix Q. Choose one of: X, W_Q, W_K, W_V, W_O, source, b_Q, b_K, b_V, b_O.",
        ),
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
    with pytest.raises(FieldError, match=r"There is no token 4. Choose one from 1 to 3"):
        set_token(by_hand(), "tokens", 3, "d")
    with pytest.raises(FieldError, match="Choose tokens or source_tokens"):
        set_token(by_hand(), "labels", 0, "d")  # type: ignore[arg-type]
