"""Edits of sizes: whatever shares the dimension follows, and the opposite edit undoes them."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from examples import by_hand, layer
from hypothesis import given
from hypothesis import strategies as st
from strategies import hides_a_row, scenarios

from attnviz import Direct, GivenWeights, Mask, Projected, Rotary, Scenario, trace
from attnviz.engine.edits import dimensions_of, insert, remove
from attnviz.engine.errors import FieldError, ShapeError

DIMENSIONS = ("T", "S", "d_model", "d_source", "d_k", "d_v", "d_out")


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


def test_an_input_that_is_not_there_has_no_dimensions() -> None:
    with pytest.raises(FieldError, match="This scenario has no matrix W_O"):
        dimensions_of(by_hand(), "W_O")


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
    if dimension == "d_k" and isinstance(scenario.positions, Rotary):
        return  # other numbers would turn together
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
        if dimension == "d_k" and scenario.positions is not None:
            assert "rotary positions turn" in str(refused)  # noqa: PT017
            return
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
    try:
        smaller = remove(scenario, dimension, data.draw(st.integers(0, size - 1)))
    except FieldError as refused:
        assert dimension == "d_k"
        assert "rotary positions turn" in str(refused)  # noqa: PT017
        return
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
    with pytest.raises(FieldError, match=r"There is no position 5 for T. Choose one from 1 to [34]"):
        change(by_hand(), "T", 4)
    with pytest.raises(FieldError, match=r"There is no position 0 for T. Choose one from 1 to [34]"):
        change(by_hand(), "T", -1)
    with pytest.raises(FieldError, match="This scenario has no d_model. Choose one of: S, T, d_k, d_v"):  # noqa: RUF043
        change(Scenario(Direct([[1]], [[1]], [[1]])), "d_model", 0)


def hasattr_W_O(scenario: Scenario) -> bool:
    return getattr(scenario.inputs, "W_O", None) is not None


@given(scenarios(), st.sampled_from(DIMENSIONS), st.integers(1, 3), st.data())
def test_several_positions_come_and_go_as_one_by_one(
    scenario: Scenario, dimension: str, count: int, data: st.DataObject
) -> None:
    size = getattr(scenario.sizes, dimension)
    if size is None or (dimension == "d_out" and not hasattr_W_O(scenario)):
        return
    if dimension == "d_k" and isinstance(scenario.positions, Rotary):
        return  # whose pairs come and go by two
    larger = scenario
    for more in range(count):
        larger = insert(larger, dimension, size + more)
    assert insert(scenario, dimension, size, count=count) == larger
    start = data.draw(st.integers(0, size - 1))
    smaller = larger
    for _ in range(count):
        smaller = remove(smaller, dimension, start)
    assert remove(larger, dimension, start, count=count) == smaller
