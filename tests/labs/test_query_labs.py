"""One query followed to its output, and a query turned between two keys."""

from __future__ import annotations

import math

import numpy as np
import pytest
from trials import equal, figures, run, said

from attnviz import AttentionError


def test_the_query_of_the_unit_gives_its_figures() -> None:
    given, numbers = figures()["one_query"], run("one-query").numbers
    for name in ("scores", "weights", "output"):
        equal(numbers[name], given[name])
    equal(numbers["scaled"], [math.sqrt(0.5), 0, math.sqrt(0.5)])


def test_under_the_causal_mask_the_first_query_gets_its_own_value() -> None:
    numbers = run("one-query", causal=True).numbers
    equal(numbers["weights"], [1, 0, 0])
    equal(numbers["output"], [1, 0])


@pytest.mark.parametrize("temperature", [0.01, 1.0, 100.0])
def test_no_temperature_brings_a_masked_key_back(temperature: float) -> None:
    assert run("one-query", query=2, causal=True, temperature=temperature).numbers["weights"][2] == 0


def test_a_value_moves_no_weight() -> None:
    edited = run("one-query", values=[[5, 5], [0, 2], [2, 1]]).numbers
    equal(edited["weights"], figures()["one_query"]["weights"])
    assert abs(edited["output"] - figures()["one_query"]["output"]).max() > 1


def test_one_key_moves_its_own_score_and_every_weight() -> None:
    before, after = run("one-query").numbers, run("one-query", keys=[[1, 0], [3, 1], [1, 1]]).numbers
    np.testing.assert_array_equal(before["scores"] != after["scores"], [False, True, False])
    assert (before["weights"] != after["weights"]).all()


def test_a_fourth_key_joins_with_its_value() -> None:
    numbers = run("one-query", fourth=True, fourth_pair=[[2, 0], [0, 1]]).numbers
    equal(numbers["scores"], [1, 0, 1, 2])
    shares = np.exp(np.array([1, 0, 1, 2]) / math.sqrt(2))
    equal(numbers["weights"], shares / shares.sum())


def test_the_smallest_score_still_has_weight() -> None:
    result = run("one-query")
    assert result.numbers["weights"][1] > 0.19
    assert "k₂, still gets weight" in said(result)


def test_numbers_too_large_are_refused_with_their_place() -> None:
    with pytest.raises(AttentionError, match="too large"):
        run("one-query", queries=[[1e200, 0], [0, 1], [1, 1]], keys=[[1e200, 0], [0, 1], [1, 1]])


@pytest.mark.parametrize("degrees", ["0", "30", "45", "90", "180"])
def test_the_query_turned_gives_the_units_figures(degrees: str) -> None:
    given, numbers = (
        figures()["turn_the_query"]["degrees"][degrees],
        run("turn-the-query", degrees=int(degrees)).numbers,
    )
    equal(numbers["weights"], given["weights"])
    equal(numbers["output"], given["output"])


@pytest.mark.parametrize("degrees", [0, 17, 30, 90, 250])
def test_the_mirror_is_the_output_with_x_and_y_exchanged(degrees: int) -> None:
    numbers = run("turn-the-query", degrees=degrees).numbers
    equal(numbers["mirror_output"], numbers["output"][::-1])


def test_a_whole_turn_ends_where_it_began() -> None:
    equal(run("turn-the-query", degrees=-270).numbers["output"], run("turn-the-query", degrees=90).numbers["output"])


def test_quarter_turns_are_exact() -> None:
    np.testing.assert_array_equal(run("turn-the-query", degrees=90).numbers["query"], [0, 1])


def test_the_curve_passes_through_the_present_angle() -> None:
    result = run("turn-the-query", degrees=30)
    curve = next(exhibit for exhibit in result.exhibits if exhibit.name == "turn")
    equal(curve.series[0].y[30], result.numbers["weights"][0])
    assert (curve.marks[0].at, curve.marks[0].parameter) == (30, "degrees")
