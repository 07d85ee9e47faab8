"""Rotary positions, ALiBi, windows and biases: by hand, and what holds for any numbers."""

from __future__ import annotations

import math
from dataclasses import replace
from typing import Any

import numpy as np
import pytest
from examples import by_hand, two_heads
from hypothesis import assume, given
from hypothesis import strategies as st
from strategies import hides_a_row, scenarios

from attnviz import Alibi, Direct, Mask, Rotary, Scenario, Trace, trace
from attnviz.engine.cells import Cell, Region
from attnviz.engine.derivation import derive, hidden_by
from attnviz.engine.edits import set_cell, set_mask, set_positions
from attnviz.engine.errors import FieldError, NoSuchStage
from attnviz.engine.influence import Unmoved, partials
from attnviz.engine.links import feeds, sources
from attnviz.engine.mask import causal, window

QUARTER = math.pi / 2


def turned(pairing: Any, width: int | None = None, **settings: Any) -> Trace:
    """Two tokens with the key 1 2 3 4 at positions 0 and 1; each position turns by a quarter, then by a half."""
    rows = np.array([[1.0, 2, 3, 4]] * 2)
    angles = (QUARTER, 2 * QUARTER) if width is None else (QUARTER,)
    rotary = Rotary(pairing, width=width, frequencies=angles)
    return trace(Scenario(Direct(rows, rows, rows), positions=rotary, **settings))


def test_half_turns_a_number_with_the_one_half_a_width_on() -> None:
    # (1, 3) by a quarter is (−3, 1); (2, 4) by a half is (−2, −4).
    np.testing.assert_allclose(turned("half").at("rotated_keys"), [[1, 2, 3, 4], [-3, -2, 1, -4]], atol=1e-15)


def test_interleaved_turns_a_number_with_its_neighbour() -> None:
    # (1, 2) by a quarter is (−2, 1); (3, 4) by a half is (−3, −4).
    np.testing.assert_allclose(turned("interleaved").at("rotated_keys"), [[1, 2, 3, 4], [-2, 1, -3, -4]], atol=1e-15)


@pytest.mark.parametrize("pairing", ["half", "interleaved"])
def test_numbers_beyond_the_width_stay(pairing: str) -> None:
    np.testing.assert_allclose(turned(pairing, 2).at("rotated_keys"), [[1, 2, 3, 4], [-2, 1, 3, 4]], atol=1e-15)


def test_pairs_turn_by_powers_of_the_base() -> None:
    assert Rotary(base=100.0).per_position(8) == pytest.approx((1, 100**-0.25, 0.1, 100**-0.75), rel=1e-15)
    assert Rotary(base=100.0, width=4).per_position(8) == pytest.approx((1, 0.1), rel=1e-15)
    assert Rotary().pairs(4) == ((0, 2), (1, 3))
    assert Rotary("interleaved").pairs(4) == ((0, 1), (2, 3))


def test_fewer_queries_than_keys_stand_at_the_last_positions() -> None:
    rows = np.ones((3, 2))
    traced = trace(Scenario(Direct(rows[:1], rows, rows), positions=Rotary(frequencies=(1.0,), start=5)))
    np.testing.assert_array_equal(traced.at("rotated_queries")[0], traced.at("rotated_keys")[2])
    assert traced.at("rotated_keys")[0] == pytest.approx(
        [math.cos(5) - math.sin(5), math.sin(5) + math.cos(5)], rel=1e-15
    )


def test_alibi_adds_slope_times_distance() -> None:
    traced = trace(two_heads(positions=Alibi()))
    # Two heads: slopes 2⁻⁴ and 2⁻⁸.
    assert (traced.at("alibi", 0) * 16).tolist() == [[0, 1, 2], [-1, 0, 1], [-2, -1, 0]]
    assert (traced.at("alibi", 1) * 256).tolist() == [[0, 1, 2], [-1, 0, 1], [-2, -1, 0]]
    np.testing.assert_array_equal(traced.at("biased", 1), traced.at("scaled", 1) + traced.at("alibi", 1))


def test_alibi_counts_from_the_last_key_where_queries_are_fewer() -> None:
    traced = trace(Scenario(Direct([[1.0]] * 2, [[1.0]] * 4, [[1.0]] * 4), positions=Alibi((1.0,))))
    assert traced.at("alibi").tolist() == [[-2, -1, 0, 1], [-3, -2, -1, 0]]


def test_alibi_is_always_there_and_never_a_stage() -> None:
    traced = trace(two_heads(positions=Alibi()))
    assert traced.peek("alibi", 1) is not None
    assert "alibi" not in traced.stages
    with pytest.raises(NoSuchStage):
        trace(two_heads()).at("alibi")
    with pytest.raises(NoSuchStage, match="There is no head 3"):
        traced.at("alibi", 2)


def test_alibi_and_a_bias_are_both_added() -> None:
    traced = trace(two_heads(positions=Alibi(), bias=np.full((3, 3), 0.5)))
    np.testing.assert_allclose(traced.at("biased", 0), traced.at("scaled", 0) + traced.at("alibi", 0) + 0.5, atol=1e-15)


@given(scenarios(kinds="pd", exact=True, turning=True), st.integers(-50, 50))
def test_scores_depend_on_distance_and_not_on_the_first_position(scenario: Scenario, start: int) -> None:
    assert isinstance(scenario.positions, Rotary)
    moved = replace(scenario, positions=replace(scenario.positions, start=start))
    np.testing.assert_allclose(trace(moved).scores, trace(scenario).scores, rtol=1e-9, atol=1e-11)


@given(scenarios(kinds="pd", exact=True, turning=True))
def test_turning_changes_no_length(scenario: Scenario) -> None:
    traced = trace(scenario)
    for before, after in ((traced.queries, traced.rotated_queries), (traced.keys, traced.rotated_keys)):
        np.testing.assert_allclose(np.linalg.norm(after, axis=-1), np.linalg.norm(before, axis=-1), rtol=1e-12)


@given(st.integers(1, 6), st.integers(1, 6), st.integers(0, 6), st.integers(0, 6))
def test_a_window_and_a_causal_mask_hide_what_either_hides(queries: int, keys: int, left: int, right: int) -> None:
    both = Mask(causal=True, alignment="bottom_right", window=(left, right)).allowed(queries, keys)
    np.testing.assert_array_equal(both, causal(queries, keys, "bottom_right") & window(queries, keys, (left, right)))
    # A query that sees no later key sees the same through a window without later keys.
    np.testing.assert_array_equal(both, Mask(window=(left, 0)).allowed(queries, keys))


@given(st.integers(1, 6), st.integers(1, 6))
def test_a_window_as_wide_as_all_keys_hides_nothing(queries: int, keys: int) -> None:
    assert Mask(window=(queries + keys, queries + keys)).allowed(queries, keys).all()
    assert Mask(window=(None, None)).allowed(queries, keys).all()


def test_with_a_pencil_cosines_stay_exact_and_each_result_is_rounded() -> None:
    traced = turned("half", pencil=1, scale=0.1)
    for name in ("rotated_queries", "rotated_keys"):
        values = traced.at(name)
        np.testing.assert_array_equal(values, values.round(1))
    by_one = trace(Scenario(Direct([[1.0, 1]] * 2, [[1.0, 1]] * 2, [[1.0]] * 2), positions=Rotary(), pencil=2))
    # cos 1 − sin 1 = −0.3012, cos 1 + sin 1 = 1.3818; rounding the cosine 0.5403 first would give 1.38 too, but −0.30.
    assert by_one.at("rotated_keys")[1].tolist() == [-0.3, 1.38]
    alibi = trace(by_hand(positions=Alibi((0.0625,)), pencil=1))
    assert alibi.at("alibi")[0, 1] == 0.0625  # the slope is no result
    np.testing.assert_array_equal(alibi.at("biased"), alibi.at("biased").round(1))


def test_a_rotated_number_came_from_its_pair_and_its_partner_feeds_it() -> None:
    traced = turned("half")
    found = sources(traced, Cell("rotated_queries", 0, 1, 0))
    assert {(region.name, region.columns) for region in found} == {
        ("Q", (0, 1)), ("Q", (2, 3)), ("queries", (0, 1)), ("queries", (2, 3)),
    }  # fmt: skip
    assert {region.rows for region in found} == {(1, 2)}
    fed = [region for region in feeds(traced, Cell("keys", 0, 1, 3)) if region.name == "rotated_keys"]
    assert fed == [Region("rotated_keys", 0, (1, 2), (1, 2)), Region("rotated_keys", 0, (1, 2), (3, 4))]


def test_how_a_number_turns_is_derived_with_its_angle() -> None:
    found = derive(turned("half"), Cell("rotated_keys", 0, 1, 2))
    assert [operand.symbol for operand in found.operands] == ["keys", "cos", "partner", "sin", "angle"]
    own, cos, partner, sin, angle = (operand.values[0] for operand in found.operands)
    assert (own, partner, angle) == (3.0, 1.0, QUARTER)
    assert found.result == own * cos + partner * sin
    first = derive(turned("half"), Cell("rotated_keys", 0, 1, 0))
    assert first.operands[3].values[0] == -math.sin(QUARTER)
    assert derive(turned("half", 2), Cell("rotated_keys", 0, 1, 3)).operation == "keep"


def test_alibis_slope_and_distance_are_told_and_no_input_moves_them() -> None:
    traced = trace(two_heads(positions=Alibi(), bias=np.ones((3, 3))))
    found = derive(traced, Cell("biased", 1, 2, 0))
    assert [operand.symbol for operand in found.operands] == ["scaled", "slope", "distance", "bias"]
    assert [operand.values[0] for operand in found.operands[1:]] == [2**-8, -2, 1]
    assert found.sources[1] == Region("alibi", 1, (2, 3), (0, 1))
    own = derive(traced, Cell("alibi", 1, 2, 0))
    assert (own.operation, own.result) == ("penalty", -(2**-7))
    assert Region("biased", 1, (2, 3), (0, 1)) in feeds(traced, Cell("alibi", 1, 2, 0))
    assert sources(traced, Cell("alibi", 1, 2, 0)) == ()
    with pytest.raises(Unmoved, match="alibi, row 3, column 1 is slope times distance"):
        partials(traced, Cell("alibi", 1, 2, 0))


def test_a_window_is_named_as_what_hides_a_pair() -> None:
    traced = trace(by_hand(mask=Mask(causal=True, window=(0, None))))
    assert hidden_by(traced, Cell("masked", 0, 2, 0)) == ("window",)
    assert hidden_by(traced, Cell("masked", 0, 0, 2)) == ("causal",)
    with pytest.raises(Unmoved, match="the window hides it"):
        partials(traced, Cell("masked", 0, 2, 0))


def test_what_an_edit_leaves_alone_is_handed_on_with_positions_too() -> None:
    before = two_heads(positions=Rotary())
    first = trace(before)
    first.compute()
    after = trace(set_cell(before, "W_Q", 0, 3, 9.0), first)
    after.compute()
    assert after.at("rotated_queries", 0) is first.at("rotated_queries", 0)
    assert after.at("rotated_keys", 1) is first.at("rotated_keys", 1)
    assert after.at("rotated_queries", 1) is not first.at("rotated_queries", 1)
    masked = trace(set_mask(before, window=(1, 0)), first)
    assert masked.at("scores", 1) is first.at("scores", 1)
    penalised = set_positions(before, Alibi())
    second = trace(penalised, first)
    second.compute()
    assert second.at("queries", 1) is first.at("queries", 1)
    third = trace(set_cell(penalised, "W_V", 0, 0, 5.0), second)
    assert third.at("alibi", 1) is second.at("alibi", 1)
    assert third.at("biased", 1) is second.at("biased", 1)
    assert trace(set_positions(penalised, Alibi((0.5, 2**-8))), second).at("biased", 1) is second.at("biased", 1)


@pytest.mark.parametrize(
    ("make", "name"),
    [
        (lambda: Rotary("both"), "positions.pairing"),  # type: ignore[arg-type]
        (lambda: Rotary(base=-1.0), "positions.base"),
        (lambda: Rotary(base=1e-7), "positions.base"),
        (lambda: Rotary(start=0.5), "positions.start"),  # type: ignore[arg-type]
        (lambda: Rotary(start=10**10), "positions.start"),
        (lambda: Rotary(width=3), "positions.width"),
        (lambda: Rotary(width=0), "positions.width"),
        (lambda: Rotary(frequencies=()), "positions.frequencies"),
        (lambda: Rotary(frequencies=(math.nan,)), "positions.frequencies"),
        (lambda: Rotary(frequencies=(1e7,)), "positions.frequencies"),
        (lambda: Alibi("steep"), "positions.slopes"),  # type: ignore[arg-type]
        (lambda: Alibi((True,)), "positions.slopes"),
        (lambda: by_hand(positions=Rotary(width=4)), "positions.width"),
        (lambda: by_hand(positions=Rotary(frequencies=(1.0, 2.0))), "positions.frequencies"),
        (lambda: by_hand(positions=Alibi((1.0, 2.0))), "positions.slopes"),
    ],
)
def test_positions_that_cannot_be_taken_are_refused_by_field(make: Any, name: str) -> None:
    with pytest.raises(FieldError) as caught:
        make()
    assert caught.value.where.name == name


@given(scenarios(kinds="pd", exact=True))
def test_positions_far_apart_and_huge_slopes_stay_finite(scenario: Scenario) -> None:
    assume(not hides_a_row(scenario))
    far = {
        "rotary": Rotary(base=1e-6, start=10**9, width=2),
        "alibi": Alibi((1e6,) * scenario.heads),
    }["rotary" if scenario.sizes.d_k and scenario.sizes.d_k > 1 else "alibi"]
    assert np.isfinite(trace(replace(scenario, positions=far)).weights).all()
