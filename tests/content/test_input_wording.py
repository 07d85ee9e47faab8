"""What an input's number is said to be and to feed."""

from __future__ import annotations

import pytest

from attnviz.content.input_wording import what_it_feeds, where_to_type
from attnviz.content.presets import preset
from attnviz.engine.cells import Cell
from attnviz.engine.inputs import Direct, GivenWeights, Projected
from attnviz.engine.scenario import Scenario
from attnviz.engine.tracing import trace


@pytest.mark.parametrize(
    ("name", "cell", "sentence"),
    [
        ("by-hand", Cell("X", None, 1, 0), "It is number 1 of token 2 “b” and feeds its query, key and value."),
        (
            "by-hand",
            Cell("W_Q", None, 1, 0),
            "It weighs column 2 of X in number 1 of all queries, and so feeds the scores.",
        ),
        (
            "by-hand",
            Cell("W_V", None, 0, 1),
            "It weighs column 1 of X in number 2 of all values, and so feeds the output.",
        ),
    ],
)
def test_an_input_of_a_preset_says_what_it_feeds(name: str, cell: Cell, sentence: str) -> None:
    assert what_it_feeds(trace(preset(name)), cell) == sentence


def test_a_source_feeds_keys_and_values_alone() -> None:
    eye = [[1.0, 0.0], [0.0, 1.0]]
    crossed = trace(Scenario(Projected(eye, eye, eye, eye, source=[[1.0, 2.0]]), source_tokens=("mot",)))
    assert what_it_feeds(crossed, Cell("X", None, 0, 0)) == "It is number 1 of token 1 and feeds its query."
    said = what_it_feeds(crossed, Cell("source", None, 0, 1))
    assert said == "It is number 2 of source token 1 “mot” and feeds its key and value."


def test_a_column_of_many_heads_is_counted_in_its_head() -> None:
    wide = [[1.0] * 4]
    heads = trace(Scenario(Direct(wide, wide, wide, [[1.0]] * 4), heads=2))
    assert what_it_feeds(heads, Cell("V", None, 0, 2)) == "It is number 1 of value 1 in head 2 and feeds the output."
    assert what_it_feeds(heads, Cell("W_O", None, 3, 0)) == "It weighs number 2 of head 2 in number 1 of every output."


def test_a_given_weight_is_how_much_a_query_takes() -> None:
    given = trace(Scenario(GivenWeights([[[1.0]]]), tokens=("a",), source_tokens=("b",)))
    assert what_it_feeds(given, Cell("weights", 0, 0, 0)) == "It is how much query 1 “a” takes of key 1 “b”."


def computed(names: str) -> str:
    return f"This number is computed. Change {names} in the panes and it follows."


@pytest.mark.parametrize(
    ("cell", "sentence"),
    [
        (Cell("keys", 0, 1, 0), computed("X or W_K")),
        (Cell("weights", 0, 1, 0), computed("X, W_Q or W_K")),
        (Cell("output", None, 1, 0), computed("X, W_Q, W_K or W_V")),
        (Cell("weights", 0, 1, 2), "No input changes this number, for its key is hidden from this query."),
        (Cell("X", None, 1, 0), "This number is given. Type it into the pane X."),
    ],
)
def test_what_changes_a_number_is_named_by_the_inputs_that_reach_it(cell: Cell, sentence: str) -> None:
    assert where_to_type(trace(preset("by-hand-causal")), cell) == sentence


def test_what_changes_a_number_is_named_by_the_kind_of_inputs() -> None:
    eye = [[1.0, 0.0], [0.0, 1.0]]
    direct = trace(Scenario(Direct(eye, eye, eye, W_O=eye)))
    assert where_to_type(direct, Cell("weights", 0, 0, 0)) == computed("Q or K")
    assert where_to_type(direct, Cell("output", None, 0, 0)) == computed("Q, K, V or W_O")
    given = trace(Scenario(GivenWeights([eye], eye)))
    assert where_to_type(given, Cell("head_output", 0, 0, 0)) == computed("weights or V")
    assert where_to_type(given, Cell("weights", 0, 0, 0)) == "This number is given. Type it into the pane weights."
