"""What heads, queries, keys and cells are called."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from attnviz.content.explanation import explain
from attnviz.content.labels import HEADING, quoted, visible
from attnviz.content.presets import preset
from attnviz.content.wording import (
    cell_name,
    head_name,
    number_in_full,
    place_name,
    query_looks_at,
    query_name,
    stage_title,
)
from attnviz.engine.cells import Cell
from attnviz.engine.inputs import Direct
from attnviz.engine.scenario import Scenario
from attnviz.engine.tracing import trace


def test_a_pair_is_said_with_numbers_from_one_and_labels() -> None:
    assert query_looks_at(trace(preset("by-hand")), 1, 2) == "query 2 “b” looks at key 3 “c”"


def test_without_labels_a_pair_is_said_with_numbers_alone() -> None:
    assert query_looks_at(trace(preset("raw-scores")), 1, 2) == "query 2 looks at key 3"


def test_a_head_counts_from_one() -> None:
    assert head_name(0) == "Head 1"


@pytest.mark.parametrize(
    ("cell", "name"),
    [
        (Cell("weights", 1, 1, 2), "Weights, head 2: query 2 “cat” looks at key 3 “drinks”"),
        (Cell("scores", 0, 1, 2), "Scores, head 1: query 2 “cat”, key 3 “drinks”"),
        (Cell("queries", 0, 1, 0), "Queries, head 1: query 2 “cat”, column 1"),
        (Cell("values", 0, 1, 0), "Values, head 1: value 2 “cat”, column 1"),
        (Cell("output", None, 3, 0), "Output: query 4 “milk”, column 1"),
        (Cell("W_Q", None, 3, 0), "W_Q: row 4, column 1"),
        (Cell("X", None, 3, 0), "X: token 4 “milk”, column 1"),
    ],
)
def test_a_cell_is_named_by_stage_head_and_labels(cell: Cell, name: str) -> None:
    assert cell_name(trace(preset("two-heads")), cell) == name


def test_the_only_head_is_not_counted() -> None:
    assert cell_name(trace(preset("by-hand")), Cell("weights", 0, 0, 0)) == "Weights: query 1 “a” looks at key 1 “a”"


def test_cross_attention_names_keys_by_the_source() -> None:
    assert place_name(trace(preset("cross-attention")), Cell("source", None, 2, 0)) == "source token 3 “milk”, column 1"


def test_a_right_to_left_label_keeps_its_direction_to_itself() -> None:
    scenario = replace(preset("by-hand"), tokens=("هذا", "b", "c"))
    assert query_looks_at(trace(scenario), 0, 1) == "query 1 “\u2068هذا\u2069” looks at key 2 “b”"


@pytest.mark.parametrize(
    ("label", "shown"),
    [
        ("", "(empty)"),
        (" ", "␣"),
        (" a b ", "␣a b␣"),
        ("\n", "⏎"),
        ("\t", "⇥"),
        ("\u202eabc", "\\u202eabc"),
        ("\ud800", "\\ud800"),
        ("\x00", "␀"),
        ("👨\u200d👩\u200d👧", "👨\u200d👩\u200d👧"),
        ("<b>x</b>", "<b>x</b>"),
        ("\ufffe", "\\ufffe"),
    ],
)
def test_nothing_in_a_label_stays_invisible(label: str, shown: str) -> None:
    assert visible(label) == shown


def test_a_label_that_is_its_own_number_is_not_repeated() -> None:
    assert quoted(2, "2") == "2"
    assert quoted(2, "3") == "2 “3”"


def test_a_heading_has_room_for_sixteen_signs_of_a_label() -> None:
    long = trace(Scenario(Direct(Q=[[1.0]], K=[[1.0]], V=[[1.0]]), tokens=("Donaudampfschifffahrt",)))
    assert query_name(long, 0, HEADING) == "query 1 “Donaudampfschif…”"
    assert query_name(long, 0) == "query 1 “Donaudampfschifffahrt”"


def test_the_only_heads_output_without_W_O_is_called_the_output() -> None:
    assert stage_title(trace(preset("by-hand")), "head_output") == "Output"
    assert stage_title(trace(preset("two-heads")), "head_output") == "Head output"


def test_a_sum_of_thousands_of_ones_is_1_and_what_was_given_is_as_it_was_typed() -> None:
    near = 1 - 1.5e-14  # what the weights of so many keys may sum to in binary numbers
    even = trace(Scenario(Direct(np.zeros((2, 4)), np.zeros((2900, 4)), np.ones((2900, 1)))))
    output = Cell("head_output", 0, 0, 0)
    assert number_in_full(even, "head_output", even.row("head_output", 0, 0)[0]) == "1"
    assert explain(even, output, 3).steps[-1].text.endswith("\n= 1")
    typed = trace(Scenario(Direct([[near]], [[1.0]], [[1.0]])))  # type: ignore[arg-type]
    assert number_in_full(typed, "queries", typed.row("queries", 0, 0)[0]) == repr(near)
    assert number_in_full(typed, "scores", np.float64(near)) == "1"


@pytest.mark.parametrize("keys", [512, 4096])
def test_a_float32_output_of_equal_values_is_told_as_that_value_however_many_are_summed(keys: int) -> None:
    draw = np.random.default_rng(keys)
    queries, against = (draw.normal(size=(rows, 16)).astype(np.float32) for rows in (8, keys))
    uneven = trace(Scenario(Direct(queries * 2, against, np.full((keys, 2), 7, np.float32)), dtype="float32"))
    shown = uneven.at("head_output", 0)
    assert {number_in_full(uneven, "head_output", value) for value in shown.ravel()} == {"7"}
    alone = [value for row in range(8) for value in uneven.row("head_output", row, 0)]
    assert {number_in_full(uneven, "head_output", value) for value in alone} == {"7"}
