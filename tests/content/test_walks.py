"""A walk shows every number once, in the order in which one would compute them."""

from __future__ import annotations

from itertools import pairwise

import numpy as np
import pytest

from attnviz import Direct, GivenWeights, Scenario, load, trace
from attnviz.content.reveals import Reveal, unseen_at
from attnviz.content.walks import pipeline_walk
from attnviz.engine.cells import Cell


@pytest.fixture
def by_hand():
    return trace(load("by-hand"))


def seen(traced, reveal, cell):
    unseen = unseen_at(reveal, traced, cell.head or 0)
    return not any(
        (region.name, region.head) == (cell.name, cell.head) and region.holds(cell.row, cell.column)
        for region in unseen
    )


def test_the_walk_begins_with_what_is_given_and_ends_with_every_number(by_hand):
    beats = pipeline_walk(by_hand)
    assert (beats[0].figure, beats[-1].reveal) == ("inputs", None)


def test_each_press_shows_one_more_number_of_the_query(by_hand):
    cells = [beat.cell for beat in pipeline_walk(by_hand) if beat.cell is not None]
    # Three keys in scores, scaled, exponentials and weights, then an output of two.
    assert [cell.name for cell in cells] == [
        name for name in ("scores", "scaled", "exponentials", "weights") for _ in range(3)
    ] + ["output"] * 2


def test_the_number_of_a_press_is_seen_and_the_next_one_is_not(by_hand):
    cells = [beat for beat in pipeline_walk(by_hand) if beat.cell is not None]
    for now, after in pairwise(cells):
        assert seen(by_hand, now.reveal, now.cell)
        assert not seen(by_hand, now.reveal, after.cell)


def test_other_queries_wait_until_the_end(by_hand):
    beat = next(beat for beat in pipeline_walk(by_hand) if beat.cell == Cell("weights", 0, 1, 2))
    assert not seen(by_hand, beat.reveal, Cell("weights", 0, 0, 0))
    assert not seen(by_hand, beat.reveal, Cell("weights", 0, 2, 2))


def test_a_long_row_is_shown_at_once():
    trophy = trace(load("trophy"))
    beats = [beat for beat in pipeline_walk(trophy) if beat.reveal and beat.reveal.stage == "weights"]
    assert len(beats) == 1


def test_a_mask_that_hides_something_has_a_press_of_its_own():
    causal = trace(load("by-hand-causal"))
    assert any(beat.reveal and beat.reveal.stage == "masked" for beat in pipeline_walk(causal))


def test_a_stage_that_only_repeats_has_no_press(by_hand):
    stages = {beat.reveal.stage for beat in pipeline_walk(by_hand) if beat.reveal}
    assert not stages & {"masked", "head_output", "concatenated"}


def test_a_reveal_by_rows_leaves_the_rows_below_unseen(by_hand):
    reveal = Reveal("weights", 1)
    assert seen(by_hand, reveal, Cell("weights", 0, 1, 2))
    assert not seen(by_hand, reveal, Cell("weights", 0, 2, 0))


def test_nothing_is_unseen_without_a_reveal(by_hand):
    assert unseen_at(None, by_hand, 0) == ()


def test_given_weights_stand_whole_in_what_is_given_and_the_walk_goes_on_with_the_output():
    mixture = trace(load("mixture"))
    beats = pipeline_walk(mixture, query=0)
    assert beats[0].title == "What is given"
    assert all(seen(mixture, beats[0].reveal, Cell("weights", 0, 0, key)) for key in range(3))
    assert not seen(mixture, beats[0].reveal, Cell("output", None, 0, 0))
    assert [beat.cell.name for beat in beats if beat.cell] == ["output"] * 2


def test_the_walk_of_one_row_says_nothing_of_every_query():
    assert [(beat.title, beat.caption) for beat in pipeline_walk(trace(load("mixture")))][-1] == (
        "A weighted mixture", ""
    )  # fmt: skip
    assert pipeline_walk(trace(load("by-hand")))[-1].caption == "Each row is computed in the same way."


def test_the_walk_of_given_weights_alone_says_nothing_of_how_they_are_computed():
    alone = trace(Scenario(GivenWeights(np.full((1, 3, 3), 1 / 3))))
    beats = pipeline_walk(alone)
    assert [(beat.title, beat.figure) for beat in beats] == [("What is given", "inputs"), ("Attention", "board")]
    assert not any("computed" in beat.caption for beat in beats)


def test_many_given_weights_are_shown_as_given_before_what_is_made_of_them():
    rows = np.full((1, 9, 9), 1 / 9)
    beats = pipeline_walk(trace(Scenario(GivenWeights(rows, np.ones((9, 2))))))
    assert (beats[0].title, beats[0].figure) == ("What is given", "weights")
    assert "weights" not in [beat.figure for beat in beats[1:]]


def test_the_second_head_can_be_walked():
    heads = trace(load("two-heads"))
    beats = pipeline_walk(heads, head=1)
    assert {beat.cell.head for beat in beats if beat.cell and beat.cell.name == "weights"} <= {1}


def test_of_thousands_of_cells_a_walk_shows_every_row_of_each_stage_at_its_press():
    rows = np.arange(200 * 2, dtype=float).reshape(200, 2) / 400
    beats = pipeline_walk(trace(Scenario(Direct(rows, rows, rows))), query=3)
    assert [beat.figure for beat in beats] == [
        "queries", "keys", "values", "scores", "scaled", "exponentials", "weights", "output"
    ]  # fmt: skip
    assert {(beat.query, beat.reveal.only, beat.reveal.row) for beat in beats} == {(3, None, None)}
