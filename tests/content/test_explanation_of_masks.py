"""How an explanation tells what a mask hides, and why."""

from __future__ import annotations

import math
from dataclasses import replace

import numpy as np
import pytest
from explained import explained, numbers, titles, words

from attnviz.content.presets import preset
from attnviz.engine.cells import Cell
from attnviz.engine.mask import Mask


def test_a_hidden_key_is_left_out_of_the_sum() -> None:
    lines = numbers(preset("by-hand-causal"), Cell("weights", 0, 1, 1))
    assert "4.113… + 2.028… = 6.141…" in lines
    assert "2.028… ÷ 6.141… = 0.330" in lines


def test_a_hidden_weight_is_nothing_over_what_is_left() -> None:
    lines = numbers(preset("by-hand-causal"), Cell("weights", 0, 1, 2))
    assert lines[2:4] == ["2.121… → −∞", "e^(−∞) = 0"]
    assert lines[-1] == "0 ÷ 6.141… = 0"


@pytest.mark.parametrize(
    ("mask", "title", "reason"),
    [
        (
            Mask(causal=True),
            "Hidden by the causal mask",
            "it comes later, and a query sees nothing that comes after it",
        ),
        (Mask(padding=(2,)), "Hidden by padding", "it is padding, which no query looks at"),
        (Mask(custom=[[True, True, False]] * 3), "Hidden by the custom mask", "the custom mask hides this pair"),
        (Mask(causal=True, padding=(2,)), "Hidden by the causal mask and padding", "; and it is padding"),
    ],
)
def test_a_hidden_score_says_which_mask_hides_it_and_why(mask: Mask, title: str, reason: str) -> None:
    scenario, cell = replace(preset("by-hand"), mask=mask), Cell("masked", 0, 1, 2)
    assert titles(scenario, cell)[-1] == title
    assert numbers(scenario, cell)[-1] == "2.121… → −∞"
    assert words(scenario, cell).startswith("Key 3 “c” is hidden from query 2 “b”: ")
    assert reason in words(scenario, cell)


def test_a_visible_score_under_a_mask_is_said_not_to_be_hidden() -> None:
    assert words(preset("by-hand-causal"), Cell("masked", 0, 1, 0)) == (
        "Nothing hides key 1 “a” from query 2 “b”: the score stays about 1.414."
    )


def test_a_bias_of_minus_infinity_is_added_and_hides() -> None:
    bias = np.zeros((3, 3))
    bias[1, 2] = -math.inf
    scenario = replace(preset("by-hand"), bias=bias)
    assert numbers(scenario, Cell("masked", 0, 1, 2))[-2:] == ["2.121… + (−∞) = −∞", "−∞ → −∞"]
    assert titles(scenario, Cell("masked", 0, 1, 2))[-1] == "Hidden by a bias of −∞"


def test_a_query_that_sees_no_key_ends_with_the_reason() -> None:
    scenario = replace(preset("by-hand"), mask=Mask(padding=(0, 1, 2)))
    last = explained(scenario, Cell("weights", 0, 1, 0)).steps[-1]
    assert (last.title, last.text, last.result) == ("No result", "Query 2 “b” sees no key.", None)
    assert last.numbers[0].role == "error"


def test_a_query_that_sees_keys_is_not_said_to_see_none() -> None:
    scenario = replace(preset("by-hand"), mask=Mask(custom=[[True] * 3, [False] * 3, [True] * 3]))
    last = explained(scenario, Cell("weights", 0, 0, 0)).steps[-1]
    assert (last.title, last.text) == ("Not computed", "Softmax waits for query 2 “b”, which sees no key.")
