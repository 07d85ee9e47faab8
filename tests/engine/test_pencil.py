"""Arithmetic as with a pencil: rounded after each step, half away from zero."""

from __future__ import annotations

from dataclasses import replace
from decimal import ROUND_HALF_UP, Decimal, localcontext

import numpy as np
import pytest
from hypothesis import given as examples
from hypothesis import strategies as st
from strategies import hides_a_row, scenarios

from attnviz import Direct, GivenWeights, Scenario, trace
from attnviz.engine.cells import Cell
from attnviz.engine.derivation import derive
from attnviz.engine.pencil import rounded


def to(decimals: int, *values: float) -> list[float]:
    return rounded(np.array(values, dtype=np.float64), decimals).tolist()


def decimal_rounding(value: float, decimals: int) -> float:
    """The exact binary value rounded half away from zero, by the standard library's decimal arithmetic."""
    with localcontext() as context:
        context.prec = 60
        return float(Decimal(value).quantize(Decimal(1).scaleb(-decimals), ROUND_HALF_UP))


def test_ties_go_away_from_zero() -> None:
    assert to(0, 0.5, 1.5, 2.5, -0.5, -1.5, -2.5) == [1, 2, 3, -1, -2, -3]
    assert to(3, 2.0005, -2.0005, 1.0005, 0.0005) == [2.001, -2.001, 1.001, 0.001]


def test_a_tie_on_paper_that_binary_misses_is_still_a_tie() -> None:
    assert to(2, 1.005, 2.675, 1.115, 8.575, 0.285, -0.285) == [1.01, 2.68, 1.12, 8.58, 0.29, -0.29]
    assert to(1, 0.1 + 0.2 - 0.25) == [0.1]


def test_what_is_clearly_below_a_tie_stays_below() -> None:
    assert to(3, 1.0004999, 1.00049999) == [1.0, 1.0]


@pytest.mark.parametrize(
    ("decimals", "value"),
    [(12, 100.0000000000003), (12, 78.20682459412225), (12, 10.00000000000046), (8, -1492012.278866364)],
)
def test_large_numbers_with_many_decimals_round_as_decimal_arithmetic_does(decimals: int, value: float) -> None:
    assert to(decimals, value) == [decimal_rounding(value, decimals)]


def test_a_float32_that_is_clearly_below_a_tie_stays_below() -> None:
    (value,) = rounded(np.array([1000.0003], dtype=np.float32), 3)
    assert value == np.float32(1000.0)


@pytest.mark.parametrize("dtype", [np.float64, np.float32])
@pytest.mark.parametrize("decimals", [0, 2, 3, 6, 8, 10, 12])
@pytest.mark.parametrize("spread", [1.0, 10.0, 100.0, 1000.0])
def test_only_numbers_within_a_thousandth_of_the_last_decimal_may_count_as_ties(
    dtype: type, decimals: int, spread: float
) -> None:
    values = np.random.default_rng(decimals).normal(scale=spread, size=500).astype(dtype)
    for value, ours in zip(values, rounded(values, decimals), strict=True):
        exact = decimal_rounding(float(value), decimals)
        if ours != dtype(exact) and abs(float(value)) * 10**decimals < 2**51:
            fraction = abs(Decimal(float(value))).scaleb(decimals) % 1
            assert Decimal("0.499") <= fraction < Decimal("0.5")


def test_a_tie_that_is_left_after_most_of_a_sum_cancels_is_still_a_tie() -> None:
    assert to(1, 1.5 * 0.7 - 1, 10.55 - 10.5, 10.45 - 10.4) == [0.1, 0.1, 0.1]


def test_no_result_is_a_negative_zero() -> None:
    assert not np.signbit(to(2, -0.001, -0.0)).any()


def test_infinities_and_very_large_numbers_stay() -> None:
    assert to(3, -np.inf, 1e300, -1e16, 1.7e308) == [-np.inf, 1e300, -1e16, 1.7e308]


def test_float32_stays_float32_and_its_ties_are_ties() -> None:
    values = rounded(np.array([2.0005, 0.125, -1.005], dtype=np.float32), 3)
    assert values.dtype == np.float32
    np.testing.assert_array_equal(values, np.array([2.001, 0.125, -1.005], dtype=np.float32))


@examples(st.integers(-(10**9), 10**9), st.integers(0, 6))
def test_a_number_that_is_exact_at_its_decimals_stays(digits: int, decimals: int) -> None:
    value = digits / 10**decimals
    assert to(decimals, value) == [value]


@examples(st.integers(-(10**7), 10**7), st.integers(0, 5))
def test_a_five_behind_the_last_decimal_rounds_away(digits: int, decimals: int) -> None:
    sign = -1 if digits < 0 else 1
    tie = (10 * digits + sign * 5) / 10 ** (decimals + 1)
    assert to(decimals, tie) == [(digits + sign) / 10**decimals]


def test_a_row_whose_exponentials_all_round_to_zero_is_shifted() -> None:
    scenario = Scenario(Direct([[-20.0]], [[1.0], [2.0]], [[1.0], [3.0]]), scale=False, pencil=3)
    traced = trace(scenario)
    assert traced.shifted(0)
    assert traced.at("exponentials").tolist() == [[1.0, 0.0]]
    assert traced.at("weights").tolist() == [[1.0, 0.0]]
    assert not traced.exact.shifted(0)


def test_with_no_decimals_a_whole_chain_is_whole() -> None:
    traced = trace(Scenario(Direct([[1.0]], [[1.0], [0.0]], [[4.0], [8.0]]), scale=False, pencil=0))
    assert traced.at("exponentials").tolist() == [[3.0, 1.0]]
    assert traced.at("weights").tolist() == [[1.0, 0.0]]
    assert traced.output.tolist() == [[4.0]]


def test_the_root_of_d_k_stays_exact() -> None:
    traced = trace(Scenario(Direct([[1000.0, 0.0]], [[1.0, 0.0]], [[1.0]]), pencil=1))
    assert traced.at("scaled").tolist() == [[707.1]]


def test_the_sum_of_the_exponentials_is_rounded_before_it_divides() -> None:
    scenario = Scenario(Direct([[1.0]], [[0.5], [0.25], [1.5]], np.eye(3)), scale=False, pencil=1)
    traced = trace(scenario)
    assert traced.at("scores").tolist() == [[0.5, 0.3, 1.5]]
    assert traced.at("exponentials").tolist() == [[1.6, 1.3, 4.5]]
    assert traced.at("weights").tolist() == [[0.2, 0.2, 0.6]]


@pytest.mark.parametrize("stage", ["queries", "scores", "scaled", "exponentials", "weights", "output"])
@examples(scenario=scenarios(kinds="pd"))
def test_every_number_of_a_pencil_chain_has_no_more_decimals(stage: str, scenario: Scenario) -> None:
    if scenario.pencil is None or scenario.dtype == "float32" or hides_a_row(scenario):
        return
    values = getattr(trace(scenario), stage)
    np.testing.assert_array_equal(values, rounded(values, scenario.pencil))


@examples(scenarios(kinds="pd"))
def test_the_exact_trace_is_that_of_the_scenario_without_pencil(scenario: Scenario) -> None:
    traced = trace(scenario)
    assert traced.exact.scenario.pencil is None
    assert traced.exact.exact is traced.exact
    if scenario.pencil is None:
        assert traced.exact is traced


@pytest.mark.parametrize("whole", [2.0**50 + 1, 3e14 + 1, 123456789012345.0])
def test_large_whole_numbers_stay(whole: float) -> None:
    assert to(0, whole, -whole) == [whole, -whole]
    assert to(3, whole / 1000) == [whole / 1000]


def given(**settings: object) -> Scenario:
    return Scenario(GivenWeights([[[0.125, 0.875]]], [[1.004], [3.0]]), pencil=2, **settings)  # type: ignore[arg-type]


def test_given_weights_and_their_values_are_rounded_before_they_mix() -> None:
    traced = trace(given())
    assert traced.at("weights").tolist() == [[0.13, 0.88]]
    assert traced.at("V").tolist() == [[1.0], [3.0]]
    assert traced.output.tolist() == [[2.77]]


def test_the_mixture_of_given_weights_shows_the_numbers_that_it_used() -> None:
    derived = derive(trace(given()), Cell("head_output", 0, 0, 0))
    assert derived.products == (0.13, 2.64)
    assert [operand.values for operand in derived.operands] == [(0.13, 0.88), (1.0, 3.0)]


def test_without_pencil_given_numbers_are_used_as_they_are() -> None:
    traced = trace(given()).exact
    assert traced.at("V").tolist() == [[1.004], [3.0]]
    assert traced.output.tolist() == [[0.125 * 1.004 + 0.875 * 3]]


def test_rounded_given_values_are_handed_on() -> None:
    before = trace(given())
    before.compute()
    renamed = trace(replace(before.scenario, title="new"), before)
    assert renamed.at("V") is before.at("V")
    assert renamed.output is before.output
