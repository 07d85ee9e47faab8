"""Classic mistakes are known by their value, each worked out apart from the code."""

from __future__ import annotations

from math import e, exp, sqrt

import numpy as np
import pytest
from by_hand_answers import note

from attnviz import Direct, Mask, Projected, Rotary, Scenario, Trace, trace
from attnviz.content.practice.judging import judge, judge_whole
from attnviz.engine.cells import Cell


@pytest.mark.parametrize(
    ("name", "value", "said"),
    [
        ("scaled", 3.0, "without dividing by √d_k"),
        ("scaled", 3 / 2, "divided by d_k"),
        ("scaled", 3 * sqrt(2), "multiplied by √d_k"),
        ("exponentials", 3 / sqrt(2), "score itself"),
        ("exponentials", exp(3), "without dividing by √d_k"),
        ("exponentials", exp(-3 / sqrt(2)), "minus the score"),
        ("exponentials", 2 ** (3 / sqrt(2)), "2 to the power"),
        ("exponentials", e * 3 / sqrt(2), "e times the score"),
        ("weights", exp(3 / sqrt(2)), "divide it by the row's sum"),
        ("weights", 3 / 6, "take their exponentials first"),
        ("weights", exp(3) / (exp(2) + exp(1) + exp(3)), "without dividing by √d_k"),
        ("weights", exp(1.5) / (exp(1) + exp(0.5) + exp(1.5)), "dividing by d_k instead of √d_k"),
        ("weights", exp(3 / sqrt(2)) / sum(exp(s / sqrt(2)) for s in (1, 3, 4)), "softmax runs along the row"),
        ("weights", 1 / 3, "even share"),
        ("weights", 1.0, "not all of it"),
        ("weights", 0.074320, "Row and column are swapped"),
        ("weights", 1 - 0.575975, "what the others get"),
        ("scores", 3 / sqrt(2), "scaled already"),
        ("scores", 1.0, "Row and column are swapped|multiplies rows of X"),
        ("scores", -3.0, "the sign is not"),
        ("scores", 3 / (sqrt(2) * sqrt(5)), "cosine"),
        ("scores", 5.0, "multiply them, then add up"),
    ],
)  # fmt: skip
def test_a_classic_mistake_is_known_by_its_value(name: str, value: float, said: str) -> None:
    told = note(name, f"{value:.4f}" if value % 1 else f"{value:.0f}")
    assert any(part in told for part in said.split("|")), told


@pytest.mark.parametrize(
    ("value", "said"),
    [
        (2 + 0 + 2, "multiply each by its weight"),
        (4 / 3, "plain mean"),
        (8.342 * 2 + 4.113 * 2, "divide them by their sum"),
        (0.283995 * 1 + 0.575975 * 1, "mixes the keys|mixes rows of X"),
        (2 * 0.197776 + 2 * 0.074320, "column 2 of the weights"),
        (1.732, ""),
    ],
)
def test_a_mistaken_mixture_is_known_by_its_value(value: float, said: str) -> None:
    told = note("output", f"{value:.3f}", 0)
    assert any(part in told for part in said.split("|")), told


def layer(**changes: object) -> Trace:
    """Two tokens, two numbers, biases, W_O."""
    given = {
        "X": [[1, 2], [3, 1]], "W_Q": [[1, 2], [0, 1]], "W_K": [[2, 1], [1, 1]], "W_V": [[1, 1], [2, 0]],
        "W_O": [[1, 3], [2, 1]], "b_Q": [5, 7], "b_O": [10, 20],
    }  # fmt: skip
    return trace(Scenario(Projected(**(given | changes))))  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("8", "right"),  # 3·1 + 1·0 + 5
        ("3", "bias b_Q is missing"),
        ("13", "bias b_Q is added twice"),
        ("10", "W_Q transposed"),  # 3·1 + 1·2 + 5
        ("7", "what W_K gives"),  # 3·2 + 1·1
    ],
)
def test_a_mistaken_projection_is_known_by_its_value(text: str, said: str) -> None:
    judgement = judge(layer(), Cell("queries", 0, 1, 0), text)
    assert said in (judgement.verdict, *judgement.note.split("\n")) or said in judgement.note


def test_a_mistake_in_w_o_is_known_by_its_value() -> None:
    joined = layer().at("concatenated")[0]
    transposed = joined @ np.array([1.0, 3.0]) + 10  # its row 1 in place of its column 1
    assert "W_O transposed" in judge(layer(), Cell("output", None, 0, 0), f"{transposed:.4f}").note


def test_a_missing_output_bias_is_known_by_its_value() -> None:
    right = float(layer().at("output")[0, 0])
    assert judge(layer(), Cell("output", None, 0, 0), f"{right - 10:.4f}").note == "The bias b_O is missing: add it."


def test_the_mask_after_softmax_is_known_by_its_value() -> None:
    told = note("weights", "0.284", 0, mask=Mask(causal=True))  # 0.670 where the mask comes before
    assert "with it after softmax" in told


def test_a_hidden_score_that_counts_as_zero_is_known_by_its_value() -> None:
    wrong = exp(2 / sqrt(2)) / (exp(2 / sqrt(2)) + exp(1 / sqrt(2)) + 1)
    assert "must be −∞" in note("weights", f"{wrong:.4f}", 0, mask=Mask(causal=True))


def test_the_temperature_that_multiplies_is_known_by_its_value() -> None:
    told = note("weights", f"{exp(6 / sqrt(2)) / sum(exp(2 * s / sqrt(2)) for s in (2, 1, 3)):.4f}", temperature=2.0)
    assert "multiplying by the temperature" in told


def test_heads_in_the_wrong_order_are_known_by_their_value() -> None:
    made = trace(Scenario(Direct([[1, 0]], [[1, 0]], [[1, 2, 3, 4]][:1]), heads=1))
    assert made.at("output").shape == (1, 4)
    two = trace(Scenario(Direct([[1, 0]], [[1, 0]], [[1, 2, 3, 4]]), heads=2))
    told = judge(two, Cell("concatenated", None, 0, 1), "3").note  # head 1 is (1, 2), head 2 (3, 4)
    assert told == "The heads are shuffled together: first all of head 1, then all of head 2."


def test_an_unknown_mistake_is_told_only_its_direction() -> None:
    assert (note("weights", "0.9"), note("weights", "0.45")) == ("Too high.", "Too low.")


def test_a_slip_in_the_last_digit_is_told_as_such() -> None:
    assert note("weights", "0.577") == "A little too high: check the last digits."


@pytest.mark.parametrize("text", ["0.9", "0.45", "0.577", "8.342", "0.5"])
def test_no_note_about_a_wrong_answer_holds_the_right_one(text: str) -> None:
    assert "0.57" not in note("weights", text).replace("0.577", "")


def test_a_count_is_judged_by_its_own_mistakes() -> None:
    told = judge_whole(1_048_576, "786432", {786_432: "W_O is missing: it is learned too."})
    assert (told.verdict, told.note) == ("wrong", "W_O is missing: it is learned too.")


def test_one_lost_sign_is_told_from_numbers_that_were_added() -> None:
    # q = (2, -1), k = (1, 1): 2·1 + (-1)·1 = 1. With the second sign lost 3, which is also 2 - 1 + 1 + 1.
    two = trace(Scenario(Direct([[2, -1]], [[1, 1], [0, 1]], [[1], [2]])))  # type: ignore[arg-type]
    assert judge(two, Cell("scores", 0, 0, 0), "3").note == "A minus sign was lost: look at each product."


def test_the_score_before_turning_is_recognised() -> None:
    # Query 2 is (1, 1) and key 3 (1, 2): 3, before either turns.
    said = note("scores", "3", positions=Rotary())
    assert "before they are turned" in said
