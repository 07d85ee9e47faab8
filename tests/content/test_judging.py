"""Answers judged by value: honest rounding, pencil chains, what is hidden, and what is no number."""

from __future__ import annotations

import numpy as np
import pytest
from by_hand_answers import by_hand, cell, note, verdict

from attnviz import Direct, GivenWeights, HiddenRow, Mask, Rotary, Scenario, trace
from attnviz.content.numerals import BadNumber
from attnviz.content.practice.computing import score
from attnviz.content.practice.judging import in_words, judge, judge_whole
from attnviz.engine.cells import Cell


@pytest.mark.parametrize("text", ["0.58", "0.576", "0.5760", "0.57598", "0,576", "0.5759753452153619"])
def test_an_honestly_rounded_weight_is_right(text: str) -> None:
    assert verdict("weights", text) == "right"


def test_the_number_of_decimals_is_said() -> None:
    assert note("weights", "0.58") == "Right to 2 decimals."


@pytest.mark.parametrize("text", ["0.57", "0.575", "0.59", "0.5", "0.7"])
def test_what_is_off_by_more_than_half_a_unit_is_wrong(text: str) -> None:
    assert verdict("weights", text) == "wrong"


def test_one_decimal_is_not_enough_to_tell() -> None:
    assert verdict("weights", "0.6") == "typed"
    assert "at least 2 decimals" in note("weights", "0.6")


@pytest.mark.parametrize("text", ["3", "3.0", "+3", "6/2", "√9"])
def test_a_whole_number_needs_no_decimals(text: str) -> None:
    assert verdict("scores", text) == "right"


def test_a_fraction_is_meant_exactly() -> None:
    assert verdict("scaled", "3/√2") == "right"
    assert verdict("scaled", "17/8") == "wrong"


@pytest.mark.parametrize("text", ["8.339", "8.342", "8.34"])
def test_a_pencil_that_exponentiates_the_rounded_score_is_right_too(text: str) -> None:
    assert verdict("exponentials", text) == "right"  # e^2.121 = 8.339, e^2.1213… = 8.342


def test_a_pencil_chain_is_named() -> None:
    assert note("exponentials", "8.339") == "Right, for a pencil that rounds to 3 decimals on the way."


def test_with_pencil_precision_on_both_chains_count() -> None:
    assert [verdict("exponentials", text, pencil=3) for text in ("8.339", "8.342")] == ["right", "right"]


def test_a_hidden_weight_is_zero() -> None:
    assert verdict("weights", "0", mask=Mask(causal=True)) == "right"
    assert "hidden" in note("weights", "0.576", mask=Mask(causal=True)) or "mask" in note(
        "weights", "0.576", mask=Mask(causal=True)
    )


@pytest.mark.parametrize("text", ["-inf", "−∞", "-∞"])
def test_a_hidden_score_is_minus_infinity(text: str) -> None:
    assert verdict("masked", text, mask=Mask(causal=True)) == "right"


def test_zero_is_not_minus_infinity() -> None:
    assert note("masked", "0", mask=Mask(causal=True)).startswith("0 is not −∞")


def test_a_visible_score_is_finite() -> None:
    assert note("masked", "-inf") == "This is a finite number: here nothing is hidden."


@pytest.mark.parametrize("text", ["", "apples", "1..2", "inf"])
def test_what_is_no_number_is_refused(text: str) -> None:
    with pytest.raises(BadNumber):
        judge(by_hand(), cell("weights"), text)


def test_a_row_without_numbers_cannot_be_judged() -> None:
    blind = by_hand(mask=Mask(custom=np.zeros((3, 3), dtype=bool)))
    with pytest.raises(HiddenRow):
        judge(blind, cell("weights"), "0.5")


def test_given_weights_can_be_mixed_and_judged() -> None:
    mixture = trace(Scenario(GivenWeights([[[0.2, 0.3, 0.5]]], [[1, 0], [0, 2], [2, 1]])))  # type: ignore[arg-type]
    judged = [judge(mixture, Cell("head_output", 0, 0, column), text) for column, text in enumerate(("1.2", "1.1"))]
    assert [one.verdict for one in judged] == ["right", "right"]


def test_a_count_needs_the_exact_number() -> None:
    assert [judge_whole(64, text, {}).verdict for text in ("64", "64.0", "63", "65")] == [
        "right", "right", "wrong", "wrong",
    ]  # fmt: skip


@pytest.mark.parametrize(
    ("where", "text", "told", "words"),
    [
        (cell("weights", 1, 0), "9", "Too high.", "query b, key a: 9 is too high."),
        (cell("weights"), "0.576", "Right to 3 decimals.", "query b, key c: 0.576 is right to 3 decimals."),
        (cell("queries", 1, 1), "5", "This adds the pairs.", "query b, number 2: 5. This adds the pairs."),
        (cell("weights", 1, 1), "9", "Too high.", "query b, key b: 9 is too high."),
        (cell("keys", 1, 0), "9", "Too high.", "key b, number 1: 9 is too high."),
        (cell("values", 1, 0), "9", "Too high.", "value b, number 1: 9 is too high."),
    ],
)
def test_a_judgement_names_the_cell_that_it_is_about(where: Cell, text: str, told: str, words: str) -> None:
    assert in_words(by_hand(), where, text, told) == words


def test_a_pencils_whole_number_is_right_as_it_stands() -> None:
    tiny = trace(Scenario(Direct([[0.0]], [[0.0], [1.0]], [[1.0], [2.0]]), bias=[[0.0, -9.0]], pencil=3))  # type: ignore[arg-type]
    assert judge(tiny, Cell("weights", 0, 0, 1), "0").verdict == "right"


@pytest.mark.parametrize(
    ("name", "column", "text"),
    [
        ("exponentials", 0, "e^1.414"),
        ("exponentials", 1, "exp(0.707)"),
        ("exponentials", 2, "e^2.121"),
        ("weights", 0, "4.112/14.479"),
        ("scaled", 0, "2/sqrt(2)"),
    ],
)
def test_an_expression_of_rounded_numbers_is_as_near_as_its_numbers(name: str, column: int, text: str) -> None:
    assert verdict(name, text, column) == "right"


@pytest.mark.parametrize(("name", "column", "text"), [("exponentials", 0, "e^1.4"), ("weights", 0, "4/14")])
def test_an_expression_of_other_numbers_is_wrong(name: str, column: int, text: str) -> None:
    assert verdict(name, text, column) == "wrong"


def test_a_score_of_vectors_that_turn_is_asked_with_the_turned_ones() -> None:
    asked = score(3, by_hand(positions=Rotary()).scenario)
    assert asked.given == ("rotated_queries", "rotated_keys")
    assert "turned by their positions" in asked.question
