"""Edits of heads and masks: the same matrices cut anew, heads added and removed, keys hidden and shown."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from strategies import hides_a_row, scenarios

from attnviz import Alibi, Direct, GivenWeights, HiddenRow, Mask, Projected, Scenario, trace
from attnviz.engine.edits import (
    add_head,
    head_choices,
    paint_custom,
    remove_head,
    set_heads,
    set_mask,
    show_a_key,
    toggle_padding,
)
from attnviz.engine.errors import FieldError, ShapeError


def wide(columns: int, **settings: Any) -> Scenario:
    rng = np.random.default_rng(2)
    shapes = ((3, 4), (4, columns), (4, columns), (4, columns), (columns, 4))
    return Scenario(Projected(*(rng.normal(size=shape) for shape in shapes)), **settings)


def test_only_divisors_that_fit_every_matrix_are_offered() -> None:
    assert head_choices(wide(12)) == (1, 2, 3, 4, 6, 12)
    assert head_choices(Scenario(Direct(np.ones((1, 4)), np.ones((1, 4)), np.ones((1, 6))))) == (1, 2)


def test_heads_that_share_keys_keep_their_grouping_when_cut_anew() -> None:
    scenario = Scenario(Direct(np.ones((1, 8)), np.ones((1, 4)), np.ones((1, 4))), heads=4, kv_heads=2)
    assert head_choices(scenario) == (2, 4, 8)
    anew = set_heads(scenario, 8)
    assert (anew.heads, anew.kv_heads, anew.sizes.d_k) == (8, 4, 1)


def test_heads_with_numbers_of_their_own_cannot_be_cut_anew() -> None:
    assert head_choices(wide(12, heads=2, bias=np.zeros((2, 3, 3)))) == (2,)
    assert head_choices(Scenario(GivenWeights(np.ones((3, 1, 1))))) == (3,)


def test_the_same_matrices_are_cut_anew() -> None:
    before = wide(4, heads=1)
    after = set_heads(before, 2)
    assert after.inputs is before.inputs
    np.testing.assert_array_equal(trace(after).at("queries", 1), trace(before).at("queries")[:, 2:])
    assert set_heads(after, 1) == before
    assert set_heads(after, 2) is after


@given(scenarios(), st.data())
def test_every_head_choice_can_be_taken_and_taken_back(scenario: Scenario, data: st.DataObject) -> None:
    choices = head_choices(scenario)
    assert scenario.heads in choices
    anew = set_heads(scenario, data.draw(st.sampled_from(choices)))
    assert head_choices(anew) == choices
    assert set_heads(anew, scenario.heads) == scenario


@given(scenarios(kinds="pd"))
def test_no_other_number_of_heads_would_fit(scenario: Scenario) -> None:
    if scenario.bias is not None and scenario.bias.ndim == 3:
        return
    group = scenario.heads // scenario.sizes.kv_heads
    for kv_heads in range(1, 13):
        heads = group * kv_heads
        try:
            Scenario(scenario.inputs, heads=heads, kv_heads=kv_heads, positions=scenario.positions)
            fits = True
        except (ShapeError, FieldError):
            fits = False
        assert fits == (heads in head_choices(scenario))


def test_a_number_of_heads_that_does_not_fit_is_refused_with_the_choices() -> None:
    message = r"^These matrices cannot be cut into 3 heads\. Choose one of: 1, 2, 4\.$"
    with pytest.raises(FieldError, match=message):
        set_heads(wide(4), 3)


def test_a_new_head_adds_columns_and_rows_of_zeros() -> None:
    before = wide(4, heads=2)
    after = add_head(before)
    assert (after.heads, after.sizes.d_k, after.sizes.d_v) == (3, 2, 2)
    for name in ("W_Q", "W_K", "W_V"):
        np.testing.assert_array_equal(after.matrix(name)[:, :4], before.matrix(name))
        assert not after.matrix(name)[:, 4:].any()
    assert not after.matrix("W_O")[4:].any()
    np.testing.assert_allclose(trace(after).output, trace(before).output, rtol=1e-13)


@given(scenarios())
def test_adding_a_head_and_removing_it_is_no_change(scenario: Scenario) -> None:
    kv_heads = scenario.sizes.kv_heads
    if 1 < kv_heads < scenario.heads:
        with pytest.raises(ShapeError, match="share"):
            add_head(scenario)
        return
    grown = add_head(scenario)
    assert grown.heads == scenario.heads + 1
    assert remove_head(grown, scenario.heads) == scenario


@given(scenarios(exact=True), st.data())
def test_removing_a_head_leaves_the_others_as_they_were(scenario: Scenario, data: st.DataObject) -> None:
    kv_heads = scenario.sizes.kv_heads
    if hides_a_row(scenario) or scenario.heads == 1 or 1 < kv_heads < scenario.heads:
        return
    if scenario.positions == Alibi():  # its slopes follow from the number of heads
        scenario = replace(scenario, positions=Alibi(Alibi().of(scenario.heads)))
    gone = data.draw(st.integers(0, scenario.heads - 1))
    kept = [head for head in range(scenario.heads) if head != gone]
    left = trace(remove_head(scenario, gone)).weights
    np.testing.assert_allclose(left, trace(scenario).weights[kept], rtol=1e-12)


def test_the_only_head_and_one_that_is_not_there_cannot_be_removed() -> None:
    with pytest.raises(FieldError, match="There is only one head"):
        remove_head(wide(4), 0)
    with pytest.raises(FieldError, match="There is no head 3"):
        remove_head(wide(4, heads=2), 2)


def test_given_weights_get_a_head_with_an_even_share() -> None:
    after = add_head(Scenario(GivenWeights([[[0.25, 0.75]]], [[1.0], [2.0]])))
    assert after.matrix("weights")[1].tolist() == [[0.5, 0.5]]
    assert after.matrix("V").tolist() == [[1, 0], [2, 0]]


def test_mask_fields_are_set_by_name() -> None:
    scenario = wide(4)
    assert set_mask(scenario, causal=True, alignment="bottom_right").mask == Mask(True, "bottom_right")
    assert set_mask(scenario, causal=False) is scenario
    with pytest.raises(
        FieldError, match=r"There is no mask\.sliding\. Choose causal, alignment, padding, window or custom\."
    ):
        set_mask(scenario, sliding=3)


def test_padding_is_ticked_and_unticked() -> None:
    scenario = wide(4)
    hidden = toggle_padding(scenario, 2)
    assert hidden.mask.padding == (2,)
    assert toggle_padding(hidden, 2) == scenario
    with pytest.raises(FieldError, match=r"There is no key 4\. Choose one from 1 to 3"):
        toggle_padding(scenario, 3)


def test_a_custom_mask_begins_with_everything_visible_and_ends_when_all_is_visible_again() -> None:
    scenario = wide(4)
    painted = paint_custom(scenario, 0, 2, False)
    assert painted.mask.custom is not None
    assert painted.mask.custom.astype(int).tolist() == [[1, 1, 0], [1, 1, 1], [1, 1, 1]]
    assert paint_custom(painted, 0, 2, False) is painted
    assert paint_custom(painted, 0, 2, True) == scenario
    assert paint_custom(scenario, 0, 2, True) is scenario


def test_a_query_that_sees_a_key_needs_no_change() -> None:
    scenario = wide(4, mask=Mask(padding=(0,)))
    assert show_a_key(scenario, 1) == (scenario, 1)
    assert show_a_key(scenario, 1)[0] is scenario


@pytest.mark.parametrize(
    ("mask", "query", "mended", "key"),
    [
        (Mask(custom=np.array([[1, 1, 1], [0, 0, 0], [1, 1, 1]]) > 0), 1, Mask(custom=np.eye(3) + 1 > 0), 1),
        (Mask(padding=(0, 1, 2)), 1, Mask(padding=(0, 2)), 1),
        (Mask(causal=True, padding=(0,)), 0, Mask(causal=True), 0),
        (Mask(custom=np.array([[0, 0, 0], [1, 1, 1], [1, 1, 1]]) > 0, padding=(0,)), 0, None, 1),
    ],
)
def test_the_least_change_shows_one_key(mask: Mask, query: int, mended: Mask | None, key: int) -> None:
    after, shown = show_a_key(wide(4, mask=mask), query)
    assert shown == key
    if mended is not None and mended.custom is None:
        assert after.mask == mended
    assert after.mask.allowed(3, 3)[query, key]
    changed = after.mask.allowed(3, 3) & ~mask.allowed(3, 3)
    assert changed[query].sum() == 1


def test_a_key_before_the_first_under_a_bottom_right_mask_is_shown_by_aligning_top_left() -> None:
    scenario = Scenario(Direct(np.ones((3, 1)), np.ones((2, 1)), np.ones((2, 1))), mask=Mask(True, "bottom_right"))
    after, key = show_a_key(scenario, 0)
    assert key == 0
    assert after.mask == Mask(True, "top_left")


def test_a_bias_that_hides_a_row_in_one_head_is_mended_there_only() -> None:
    bias = np.ones((2, 3, 3))
    bias[1, 0] = -np.inf
    after, key = show_a_key(wide(4, heads=2, bias=bias), 0)
    assert key == 0
    expected = bias.copy()
    expected[1, 0, 0] = 0
    np.testing.assert_array_equal(after.bias, expected)


@given(scenarios(kinds="pd"))
def test_showing_a_key_mends_every_hidden_row(scenario: Scenario) -> None:
    for _ in range(scenario.sizes.T):
        problem = trace(scenario).compute()
        if problem is None:
            break
        assert isinstance(problem, HiddenRow)
        assert problem.where.row is not None
        scenario, key = show_a_key(scenario, problem.where.row)
        assert not np.isneginf(trace(scenario).at("masked")[problem.where.row, key])
    assert trace(scenario).compute() is None


def test_a_query_that_does_not_exist_is_refused() -> None:
    with pytest.raises(FieldError, match=r"There is no query 4. Choose one from 1 to 3"):
        show_a_key(wide(4), 3)
    with pytest.raises(FieldError, match=r"There is no query 4. Choose one from 1 to 3"):
        paint_custom(wide(4), 3, 0, False)
