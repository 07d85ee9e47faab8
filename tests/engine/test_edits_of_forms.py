"""Edits of positions, window, bias, soft cap, shared keys and the source: what changes, what stays, what is refused."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import numpy as np
import pytest
from examples import by_hand, layer, two_heads
from hypothesis import given
from hypothesis import strategies as st
from strategies import hides_a_row, scenarios

from attnviz import Alibi, Direct, GivenWeights, Mask, Projected, Rotary, Scenario, trace
from attnviz.engine.edits import (
    add_head,
    drop_source,
    head_choices,
    insert,
    kv_head_choices,
    kv_heads_words,
    make_cross,
    remove,
    remove_head,
    set_bias,
    set_cell,
    set_heads,
    set_kv_heads,
    set_positions,
    set_softcap,
    set_window,
    show_a_key,
)
from attnviz.engine.errors import FieldError, ShapeError


def grouped(heads: int = 4, kv_heads: int | None = None, **settings: Any) -> Scenario:
    """Three tokens, heads of width 2."""
    rng = np.random.default_rng(9)
    kv = kv_heads or heads
    inputs = Projected(
        rng.normal(size=(3, 5)), rng.normal(size=(5, 2 * heads)), rng.normal(size=(5, 2 * kv)),
        rng.normal(size=(5, 2 * kv)), b_K=rng.normal(size=2 * kv),
    )  # fmt: skip
    return Scenario(inputs, heads=heads, kv_heads=kv_heads, **settings)


def test_positions_are_set_changed_and_taken_away() -> None:
    scenario = by_hand()
    turned = set_positions(scenario, Rotary())
    assert turned.positions == Rotary()
    assert set_positions(turned, Rotary()) is turned
    assert set_positions(set_positions(turned, Alibi()), None) == scenario


def test_heads_of_odd_width_are_not_turned_and_the_error_says_what_to_do() -> None:
    scenario = Scenario(Direct([[1.0, 2, 3]], [[1.0, 2, 3]], [[1.0]]))
    words = r"turn 3 of the d_k = 3 numbers of a head in pairs\. Make d_k even, or give positions\.width an even number"
    with pytest.raises(FieldError, match=words):
        set_positions(scenario, Rotary())
    assert set_positions(scenario, Rotary(width=2)).positions == Rotary(width=2)


def test_positions_and_windows_do_not_apply_to_given_weights() -> None:
    for edit in (lambda s: set_positions(s, Alibi()), lambda s: set_window(s, (1, 1)), lambda s: set_softcap(s, 2.0)):
        with pytest.raises(FieldError, match="does not apply to given weights"):
            edit(Scenario(GivenWeights([[[1.0]]])))


def test_a_window_is_set_and_one_without_limits_is_none() -> None:
    scenario = by_hand(mask=Mask(causal=True))
    assert set_window(scenario, (1, 0)).mask == Mask(causal=True, window=(1, 0))
    assert set_window(set_window(scenario, (1, 0)), None) == scenario
    assert set_window(scenario, (None, None)) is scenario
    with pytest.raises(FieldError, match="two numbers of keys"):
        set_window(scenario, (1,))  # type: ignore[arg-type]


def test_a_soft_cap_is_set_and_taken_away() -> None:
    scenario = by_hand()
    assert set_softcap(scenario, 2.0).softcap == 2.0
    assert set_softcap(set_softcap(scenario, 2.0), None) == scenario
    with pytest.raises(FieldError, match="softcap is 0"):
        set_softcap(scenario, 0.0)


def test_a_new_bias_is_zeros_for_all_heads_or_for_each() -> None:
    scenario = two_heads()
    for kind, shape in (("shared", (3, 3)), ("per_head", (2, 3, 3))):
        biased = set_bias(scenario, kind)
        assert biased.bias is not None
        assert biased.bias.shape == shape
        assert not biased.bias.any()
        assert set_bias(biased, None) == scenario


def test_a_shared_bias_is_repeated_for_each_head_and_equal_ones_become_one() -> None:
    numbers = np.arange(9.0).reshape(3, 3)
    shared = set_bias(two_heads(), numbers)
    each = set_bias(shared, "per_head")
    assert each.bias is not None
    assert each.bias.tolist() == [numbers.tolist()] * 2
    assert set_bias(each, "shared") == shared
    assert set_bias(shared, "shared") is shared


def test_a_bias_repeated_for_each_head_takes_no_memory_and_a_number_of_one_head_is_its_own() -> None:
    shared = set_bias(two_heads(), np.arange(9.0).reshape(3, 3))
    each = set_bias(shared, "per_head")
    assert each.bias is not None
    assert shared.bias is not None
    assert np.shares_memory(each.bias, shared.bias)
    with pytest.raises(ValueError, match="WRITEABLE"):
        each.bias.flags.writeable = True
    other = set_cell(each, "bias", 1, 2, 7.0, head=1)
    assert other.bias is not None
    assert (other.bias[1, 1, 2], other.bias[0, 1, 2], each.bias[1, 1, 2]) == (7.0, 5.0, 5.0)


def test_biases_that_differ_are_not_made_one_in_silence() -> None:
    with pytest.raises(FieldError, match="The heads' biases differ"):
        set_bias(two_heads(bias=np.arange(18.0).reshape(2, 3, 3)), "shared")
    with pytest.raises(FieldError, match="Choose shared or per_head"):
        set_bias(two_heads(), "each")  # type: ignore[arg-type]


def test_key_value_heads_can_be_any_divisor_of_the_heads() -> None:
    assert kv_head_choices(grouped(6)) == (1, 2, 3, 6)
    with pytest.raises(FieldError, match=r"6 heads cannot share 4\. Choose one of: 1, 2, 3, 6\."):
        set_kv_heads(grouped(6), 4)


def test_more_key_value_heads_change_no_result() -> None:
    scenario = grouped(4, 1)
    more = set_kv_heads(scenario, 2)
    assert more.matrix("W_K").shape == (5, 4)
    assert more.matrix("W_Q") is scenario.matrix("W_Q")
    np.testing.assert_allclose(trace(more).output, trace(scenario).output, rtol=1e-13)
    assert set_kv_heads(more, 1) == scenario
    assert kv_heads_words(scenario, 2) == "1 key/value head becomes 2: each is repeated, and no result changes."


def test_fewer_key_value_heads_are_averages_of_those_that_were_read() -> None:
    scenario = grouped(4)
    fewer = set_kv_heads(scenario, 2)
    heads = scenario.matrix("W_K").reshape(5, 2, 2, 2)  # (d_model, group, of the group, d_k)
    np.testing.assert_allclose(fewer.matrix("W_K"), heads.mean(axis=2).reshape(5, 4), rtol=1e-15)
    assert fewer.matrix("b_K").shape == (4,)
    assert "the average of those" in kv_heads_words(scenario, 2)
    assert kv_heads_words(scenario, 4) == "There are 4 key/value heads already."


@given(scenarios(), st.data())
def test_any_choice_of_key_value_heads_can_be_taken(scenario: Scenario, data: st.DataObject) -> None:
    now = scenario.sizes.kv_heads
    choice = data.draw(st.sampled_from(kv_head_choices(scenario)))
    after = set_kv_heads(scenario, choice)
    assert after.sizes.kv_heads == choice
    assert replace(after.sizes, kv_heads=now) == scenario.sizes
    if choice % now == 0 and scenario.sizes.d_v and not hides_a_row_of(scenario):
        np.testing.assert_allclose(trace(after).output, trace(scenario).output, rtol=1e-4, atol=1e-5)


def hides_a_row_of(scenario: Scenario) -> bool:
    return not isinstance(scenario.inputs, GivenWeights) and hides_a_row(scenario)


def test_a_source_of_its_own_is_x_again_at_first() -> None:
    scenario = by_hand(mask=Mask(padding=(2,)))
    cross = make_cross(scenario)
    assert cross.matrix("source").tolist() == scenario.matrix("X").tolist()
    assert (cross.source_tokens, cross.mask) == (("a", "b", "c"), scenario.mask)
    np.testing.assert_array_equal(trace(cross).output, trace(scenario).output)
    assert make_cross(cross) is cross
    assert drop_source(cross) == scenario
    assert drop_source(scenario) is scenario


def test_a_source_has_a_row_for_each_of_its_tokens() -> None:
    custom = np.array([[True, False, True]] * 3)
    scenario = by_hand(mask=Mask(padding=(2,), custom=custom), bias=np.ones((3, 3)))
    short = make_cross(scenario, ["x", "y"])
    assert (short.source_tokens, short.sizes.S) == (("x", "y"), 2)
    assert short.matrix("source").tolist() == [[1, 0], [0, 1]]
    assert short.mask == Mask(custom=custom[:, :2])
    long = make_cross(scenario, list("vwxyz"))
    assert long.matrix("source")[3:].tolist() == [[0, 0], [0, 0]]
    assert long.mask.custom is not None
    assert long.mask.custom[0].tolist() == [True, False, True, True, True]
    assert long.bias is not None
    assert long.bias[0].tolist() == [1, 1, 1, 0, 0]
    assert long.mask.padding == (2,)


def test_dropping_a_source_fits_the_projections_to_x() -> None:
    before = layer()  # X is 2×3, the source 4×5
    after = drop_source(before)
    assert after.sizes.S == 2
    np.testing.assert_array_equal(after.matrix("W_K"), before.matrix("W_K")[:3])
    assert after.mask.padding == (1,)
    assert after.bias is not None
    assert after.bias.shape == (2, 2, 2)
    assert trace(set_bias(replace(after, mask=Mask()), None)).output.shape == (2, 2)


def test_only_projected_inputs_can_get_a_source_and_it_needs_a_token() -> None:
    with pytest.raises(FieldError, match="projected from X"):
        make_cross(Scenario(Direct([[1.0]], [[1.0]], [[1.0]])))
    with pytest.raises(FieldError, match="source_tokens is empty"):
        make_cross(by_hand(), [])


def test_d_k_stays_even_while_numbers_turn_in_pairs() -> None:
    scenario = by_hand(positions=Rotary())
    with pytest.raises(FieldError, match=r"d_k would be 3.*Let 2 numbers turn \(positions\.width\) first"):
        insert(scenario, "d_k", 0)
    with pytest.raises(FieldError, match=r"d_k would be 1.*Turn rotary positions off first"):
        remove(scenario, "d_k", 0)
    partly = set_positions(scenario, Rotary(width=2))
    assert insert(partly, "d_k", 2).sizes.d_k == 3


def test_frequencies_of_ones_own_keep_their_number_of_pairs() -> None:
    scenario = by_hand(positions=Rotary(frequencies=(0.5,)))
    with pytest.raises(FieldError, match=r"d_k would be 4.*Let 2 numbers turn"):
        insert(scenario, "d_k", 0, count=2)
    assert insert(set_positions(scenario, Rotary(width=2, frequencies=(0.5,))), "d_k", 0).sizes.d_k == 3


def test_only_cuts_that_leave_pairs_are_offered_with_rotary_positions() -> None:
    scenario = two_heads(positions=Rotary())  # 4 columns
    assert head_choices(scenario) == (1, 2)
    with pytest.raises(FieldError, match="turn 1 of the d_k = 1 numbers"):
        set_heads(scenario, 4)


def test_slopes_of_ones_own_fix_the_number_of_heads_when_cut_anew() -> None:
    scenario = two_heads(positions=Alibi((0.5, 0.25)))
    assert head_choices(scenario) == (2,)
    with pytest.raises(FieldError, match=r"positions\.slopes holds 2 numbers but there are 4 heads"):
        set_heads(scenario, 4)
    assert head_choices(two_heads(positions=Alibi())) == (1, 2, 4)


def test_heads_come_and_go_with_their_slopes() -> None:
    scenario = two_heads(positions=Alibi((0.5, 0.25)))
    assert add_head(scenario).positions == Alibi((0.5, 0.25, 0.0))
    assert remove_head(scenario, 0).positions == Alibi((0.25,))
    assert add_head(two_heads(positions=Alibi())).positions == Alibi()


@given(scenarios(), st.sampled_from(["T", "S", "d_model", "d_source", "d_k", "d_v", "d_out"]), st.data())
def test_no_size_changes_positions_or_window(scenario: Scenario, dimension: str, data: st.DataObject) -> None:
    edit = data.draw(st.sampled_from([insert, remove]))
    try:
        after = edit(scenario, dimension, 0)
    except (FieldError, ShapeError):
        return
    assert after.positions == scenario.positions
    assert after.mask.window == scenario.mask.window
    assert after.kv_heads == scenario.kv_heads


def test_a_query_whose_window_holds_no_key_gets_the_nearest_one() -> None:
    # Four queries on two keys stand at −2, −1, 0 and 1: the first sees key 1 only two places ahead.
    inputs = Direct(np.ones((4, 1)), np.ones((2, 1)), np.ones((2, 1)))
    scenario = Scenario(inputs, mask=Mask(window=(0, 0)))
    after, key = show_a_key(scenario, 0)
    assert (key, after.mask.window) == (0, (0, 2))


@given(scenarios(kinds="pd"), st.data())
def test_a_key_can_be_shown_to_any_query_under_any_masks(scenario: Scenario, data: st.DataObject) -> None:
    query = data.draw(st.integers(0, scenario.sizes.T - 1))
    after, key = show_a_key(scenario, query)
    assert after.mask.allowed(after.sizes.T, after.sizes.S)[query, key]
    for head in range(after.heads):
        assert not np.isneginf(trace(after).at("masked", head)[query]).all()
