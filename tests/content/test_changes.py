"""What an edit moved, as numbers and in words: the three facts of one query, and what cannot be compared."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from attnviz.content import changes_summary
from attnviz.content.changes import Moves, difference_in_words, move_in_words, moved_cells, moves_of
from attnviz.content.changes_summary import summary
from attnviz.content.presets import preset
from attnviz.engine.arrays import Array, Bools
from attnviz.engine.edits import set_cell, set_mask
from attnviz.engine.inputs import Direct, Projected
from attnviz.engine.scenario import Scenario
from attnviz.engine.tracing import Trace, trace


def traced(scenario: Scenario) -> Trace:
    made = trace(scenario)
    made.compute()
    return made


def told(name: str, row: int, column: int, value: float, start: str = "one-query") -> str:
    before = traced(preset(start))
    return summary(before, traced(set_cell(before.scenario, name, row, column, value)))


def test_a_value_moves_the_mixture_and_no_weight() -> None:
    # Only the first number of the output mixes the first numbers of the values.
    assert told("V", 0, 0, 3.0) == "V row 1, column 1 from 1 to 3: 1 of 2 output numbers moved, no weight, no score."


def test_a_key_moves_its_own_score_and_through_the_sum_every_weight() -> None:
    said = told("K", 0, 0, 3.0)
    assert said == "K row 1, column 1 from 1 to 3: 2 of 2 output numbers moved, 3 of 3 weights, 1 of 3 scores."


def test_a_query_moves_its_own_row_alone() -> None:
    given = Direct([[1, 0], [0, 1], [1, 1]], [[1, 0], [0, 1], [1, 1]], [[1, 0], [0, 2], [2, 1]])
    before = traced(Scenario(given))
    now = traced(set_cell(before.scenario, "Q", 1, 0, 2.0))
    for name in ("scores", "weights", "head_output"):
        moves = moves_of(before, now, name, 0, 3)
        assert moves is not None
        assert moves.moved.any(axis=1).tolist() == [False, True, False]


def test_a_key_with_the_selected_query_at_right_angles_moves_nothing() -> None:
    # q = (1, 0) does not see the second number of a key.
    assert told("K", 1, 1, 2.0) == "K row 2, column 2 from 1 to 2: no output number moved, no weight, no score."


def test_a_setting_is_named_as_the_cause() -> None:
    before = traced(preset("by-hand"))
    assert summary(before, traced(set_mask(before.scenario, causal=True))).startswith("The mask changed: ")
    assert summary(before, traced(replace(before.scenario, temperature=2.0))).startswith("The temperature changed: ")


def test_other_names_move_nothing() -> None:
    before = traced(preset("by-hand"))
    now = traced(replace(before.scenario, tokens=("x", "y", "z")))
    assert summary(before, now) == "Only names changed: no output number moved, no weight, no score."


def test_other_sizes_cannot_be_compared_one_by_one() -> None:
    assert "nothing can be compared" in summary(traced(preset("by-hand")), traced(preset("one-query")))


def test_numbers_that_are_still_to_come_are_not_taken_for_a_hidden_row() -> None:
    before = trace(preset("by-hand"))
    before.compute()
    now = trace(set_mask(before.scenario, causal=True)).deferred()
    assert summary(before, now) == "The mask changed."


def test_a_query_that_sees_no_key_leaves_no_output_to_compare() -> None:
    before = traced(preset("one-query"))
    now = traced(set_mask(before.scenario, custom=np.zeros((1, 3), dtype=bool)))
    assert summary(before, now) == "The mask changed: now some query sees no key, so there is no output to compare."


def test_the_same_document_has_nothing_to_tell() -> None:
    before = traced(preset("by-hand"))
    assert summary(before, before) == ""


def test_rounding_noise_is_no_move() -> None:
    before = np.array([[0.1 + 0.2, 1.0, -np.inf]])
    now = np.array([[0.3, 1.0 + 1e-12, -np.inf]])
    assert moved_cells(before, now).tolist() == [[False, True, False]]


def test_a_move_is_told_with_both_numbers_and_the_difference() -> None:
    assert move_in_words(1.72, 1.64, 3) == "1.720 → 1.640 (−0.080)"
    assert difference_in_words(0.576, 0.612, 3) == "+0.036"


def test_a_move_too_small_for_the_decimals_gets_as_many_as_it_needs() -> None:
    assert move_in_words(1.0, 1.00001, 3) == "1 → 1.00001 (+0.00001)"


@pytest.mark.parametrize(
    ("before", "now", "words"),
    [
        # 0.57649 − 0.61251 is 0.03602, but a reader subtracts what is written.
        (0.57649, 0.61251, "0.576 → 0.613 (+0.037)"),
        # At four decimals 0.0022 → 0.0021 (−0.0002) would not add up, and 0.0001 is half of what happened too.
        (0.002231, 0.0020755, "0.00223 → 0.00208 (−0.00015)"),
        (0.576, 0.578, "0.576 → 0.578 (+0.002)"),
        (0.000231, 0.0000755, "2.310×10⁻⁴ → 7.550×10⁻⁵ (−1.555×10⁻⁴)"),
        (0.0, 1.25e-8, "0 → 1.250×10⁻⁸ (+1.250×10⁻⁸)"),
        (0.5, 1e-9, "0.500 → ≈0 (−0.500)"),
    ],
)
def test_the_words_of_a_move_add_up(before: float, now: float, words: str) -> None:
    assert move_in_words(before, now, 3) == words


@pytest.mark.parametrize(
    ("before", "now", "words"),
    [(0.5, -np.inf, "0.500 → −∞ (hidden now)"), (-np.inf, 0.5, "−∞ → 0.500 (visible now)")],
)
def test_a_number_that_is_hidden_or_shown_says_so(before: float, now: float, words: str) -> None:
    assert move_in_words(before, now, 3) == words


def test_moves_know_what_rose_and_by_how_much() -> None:
    moves = Moves(np.array([[1.0, 2.0]]), np.array([[1.5, 2.0]]), 2)
    assert moves.rows == [[True, False]]
    assert moves.rose(0, 0)
    assert moves.in_words(0, 0) == "1 → 1.50 (+0.50)"
    assert moves.in_words(0, 1) == ""


def test_stages_that_one_of_the_traces_lacks_have_no_moves() -> None:
    plain = traced(preset("by-hand"))
    capped = traced(replace(plain.scenario, softcap=5.0))
    assert moves_of(plain, capped, "capped", 0, 3) is None
    assert moves_of(plain, capped, "weights", 0, 3) is not None


def thousands() -> Scenario:
    rng = np.random.default_rng(4)
    X, W = rng.standard_normal((1200, 8)), rng.standard_normal((8, 8))
    return Scenario(Projected(X, W, W, W), dtype="float64")


def test_of_a_large_scenario_only_the_cause_is_told_and_nothing_is_computed() -> None:
    before = thousands()
    after = set_cell(before, "X", 700, 2, 3.0)
    now = trace(after)
    was = before.matrix("X")[700, 2]
    assert summary(trace(before), now) == f"X row 701, column 3 from {was:.3f} to 3.".replace("-", "−")
    assert now.peek("weights", 0) is None


def test_moved_cells_are_looked_for_only_where_an_edit_is_known_to_have_been(monkeypatch: pytest.MonkeyPatch) -> None:
    before = thousands()
    after = set_cell(before, "X", 700, 2, 3.0)
    looked_at: list[int] = []
    real = np.isfinite

    def isfinite(values: Array) -> Bools:
        looked_at.append(values.size)
        return real(values)

    monkeypatch.setattr(np, "isfinite", isfinite)
    moved = moved_cells(before.matrix("X"), after.matrix("X"))
    assert np.argwhere(moved).tolist() == [[700, 2]]
    assert max(looked_at) == 8


def test_of_many_numbers_that_moved_those_are_marked_that_moved_by_a_tenth_of_the_largest() -> None:
    before, now = np.zeros((7, 7)), np.full((7, 7), 0.01)
    now[2, 3], now[4, 4], now[5, 5] = 0.5, -0.05, 0.049
    moves = Moves(before, now, 3)
    assert moves.thinned
    assert [(i, j) for i, row in enumerate(moves.marks) for j, own in enumerate(row) if own] == [(2, 3), (4, 4)]


def test_of_few_numbers_all_that_moved_are_marked() -> None:
    before, now = np.zeros((6, 6)), np.full((6, 6), 0.01)
    now[0, 0] = 5.0
    moves = Moves(before, now, 3)
    assert not moves.thinned
    assert moves.marks == moves.rows == [[True] * 6] * 6


def test_a_number_that_was_hidden_or_shown_is_marked_among_many() -> None:
    before, now = np.zeros((7, 7)), np.full((7, 7), 0.01)
    now[0, 0], before[1, 1], now[3, 3] = -np.inf, -np.inf, 1.0
    marks = Moves(before, now, 3).marks
    assert [(i, j) for i, row in enumerate(marks) for j, own in enumerate(row) if own] == [(0, 0), (1, 1), (3, 3)]


def test_a_summary_that_is_asked_for_again_compares_nothing_again(monkeypatch: pytest.MonkeyPatch) -> None:
    before = traced(preset("one-query"))
    now = traced(set_cell(before.scenario, "V", 0, 0, 3.0))
    said = summary(before, now)
    monkeypatch.setattr(changes_summary, "moves_of", None)  # from now on nothing can be compared
    assert summary(before, now) == said


def test_a_summary_without_what_is_still_to_come_is_not_kept() -> None:
    before = traced(preset("one-query"))
    now = trace(set_cell(before.scenario, "V", 0, 0, 3.0))
    now.at("weights", 0)  # and no output yet
    assert summary(before, now) == "V row 1, column 1 from 1 to 3: no weight moved, no score."
    now.compute()
    assert "1 of 2 output numbers moved" in summary(before, now)
