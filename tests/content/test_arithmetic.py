"""The arithmetic of a cell, read line by line, against the page worked by hand."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from attnviz.content.arithmetic import arithmetic
from attnviz.content.presets import preset
from attnviz.engine.cells import Cell
from attnviz.engine.errors import NoSuchStage
from attnviz.engine.inputs import Direct, Projected
from attnviz.engine.mask import Mask
from attnviz.engine.scenario import Scenario
from attnviz.engine.tracing import trace


def _lines(scenario: Scenario, cell: Cell, decimals: int = 3) -> list[str]:
    return [line.text for line in arithmetic(trace(scenario), cell, decimals)]


def _steps(scenario: Scenario, cell: Cell) -> list[str]:
    steps = [line.step for line in arithmetic(trace(scenario), cell, 3)]
    return [step for index, step in enumerate(steps) if index == 0 or steps[index - 1] != step]


def test_a_weight_is_told_from_the_dot_product_to_its_share_of_the_output() -> None:
    assert _lines(preset("by-hand"), Cell("weights", 0, 1, 0)) == [
        "1·1 + 1·1 = 2",
        "2 ÷ √2 = 1.414…",
        "e^1.414… = 4.113…",
        "4.113… + 2.028… + 8.342… = 14.484…",
        "4.113… ÷ 14.484… = 0.284",
        "0.284… · (2, 0) = (0.568, 0)",
    ]


def test_the_steps_of_a_weight_have_titles() -> None:
    assert _steps(preset("by-hand"), Cell("weights", 0, 1, 0)) == [
        "Dot product",
        "Scale by √d_k",
        "Softmax over what 'b' may see",
        "Its share of the output",
    ]


def test_a_hidden_key_is_left_out_of_the_sum() -> None:
    lines = _lines(preset("by-hand-causal"), Cell("weights", 0, 1, 1))
    assert "4.113… + 2.028… = 6.141…" in lines
    assert "2.028… ÷ 6.141… = 0.330" in lines


def test_a_hidden_cell_says_what_hides_it() -> None:
    scenario, cell = preset("by-hand-causal"), Cell("masked", 0, 1, 2)
    assert _steps(scenario, cell)[-1] == "Hidden by the causal mask"
    assert _lines(scenario, cell)[-1] == "2.121… → −∞"


def test_with_a_pencil_every_operand_is_what_stands_on_the_page() -> None:
    assert _lines(replace(preset("by-hand"), pencil=3), Cell("weights", 0, 1, 2))[:5] == [
        "1·1 + 1·2 = 3",
        "3 ÷ √2 = 2.121",
        "e^2.121 = 8.339",
        "4.112 + 2.028 + 8.339 = 14.479",
        "8.339 ÷ 14.479 = 0.576",
    ]


def test_every_setting_that_is_on_has_its_step() -> None:
    scenario = replace(
        preset("by-hand"), softcap=5.0, temperature=0.5, bias=np.array([[0.0] * 3, [-1.0] * 3, [0.0] * 3]), scale=0.5
    )
    cell = Cell("weights", 0, 1, 0)
    assert _steps(scenario, cell)[:5] == [
        "Dot product",
        "Scale",
        "Cap softly",
        "Add the bias",
        "Divide by the temperature",
    ]
    # 5·tanh(0.2) = 0.98688, by a table of tanh
    assert _lines(scenario, cell)[1:5] == [
        "2 · 0.5 = 1",
        "5 · tanh(1 ÷ 5) = 0.987…",
        "0.987… + (−1) = −0.013…",
        "−0.013… ÷ 0.5 = −0.026…",
    ]


def test_large_scores_are_exponentiated_less_the_row_maximum() -> None:
    scenario = Scenario(Direct(Q=[[1.0]], K=[[1000.0], [999.0]], V=[[1.0], [2.0]]), scale=False)
    assert _lines(scenario, Cell("exponentials", 0, 0, 1))[-1] == "e^(999 − 1000) = 0.368"


def test_a_projection_is_a_row_times_a_column_and_a_bias() -> None:
    scenario = Scenario(
        Projected(X=[[1.0, -2.0]], W_Q=[[3.0], [-4.0]], W_K=[[1.0], [1.0]], W_V=[[1.0], [1.0]], b_Q=[0.5])
    )
    (line,) = arithmetic(trace(scenario), Cell("queries", 0, 0, 0), 3)
    assert line.step == "Row 1 of X times W_Q + b_Q"
    assert line.text == "1·3 + (−2)·(−4) + 0.5 = 11.500"


def test_an_output_mixes_the_values_that_are_seen() -> None:
    assert _lines(preset("by-hand-causal"), Cell("head_output", 0, 1, 0)) == ["0.670…·2 + 0.330…·0 = 1.340"]


@pytest.mark.parametrize("name", ["output", "concatenated"])
def test_the_output_of_one_head_without_W_O_is_told_as_its_mixture(name: str) -> None:
    # Curriculum, unit 2: 0.284·2 + 0.140·0 + 0.576·2 = 1.720
    assert _lines(preset("by-hand"), Cell(name, None, 1, 0)) == ["0.284…·2 + 0.140…·0 + 0.576…·2 = 1.720"]


def test_a_concatenated_number_is_told_as_the_mixture_of_its_head() -> None:
    (line,) = arithmetic(trace(preset("two-heads")), Cell("concatenated", None, 0, 2), 3)
    assert line.step == "Head 2: values mixed by its weights"
    assert line.text.endswith(" = 0")


def test_a_bias_without_W_O_is_added_to_the_mixture() -> None:
    inputs = Projected(X=[[1.0]], W_Q=[[1.0]], W_K=[[1.0]], W_V=[[4.0]], b_O=[0.5])
    assert _lines(Scenario(inputs), Cell("output", None, 0, 0)) == ["1·4 = 4", "4 + 0.5 = 4.500"]


def test_what_is_concatenated_and_W_O_can_be_told_apart() -> None:
    (line,) = arithmetic(trace(preset("two-heads")), Cell("output", None, 0, 0), 3)
    roles = [span.role for span in line.spans if span.text not in (" + ", "·", " = ")]
    assert roles[:2] == ["output", "input"]


def test_one_product_that_is_left_out_is_not_counted_as_many() -> None:
    ones = np.ones((9, 1))
    inputs = Projected(X=np.ones((1, 9)), W_Q=ones, W_K=ones, W_V=ones)
    assert "(1 more product)" in _lines(Scenario(inputs), Cell("queries", 0, 0, 0))[0]


def test_a_query_that_sees_keys_is_not_said_to_see_none() -> None:
    scenario = replace(preset("by-hand"), mask=Mask(custom=[[True] * 3, [False] * 3, [True] * 3]))
    assert _lines(scenario, Cell("weights", 0, 0, 0))[-1] == "Softmax waits for query 2 'b', which sees no key."


def test_a_long_sum_counts_what_it_leaves_out() -> None:
    (line,) = _lines(preset("trophy"), Cell("queries", 0, 0, 0))
    assert "(376 more products)" in line
    assert line.count("·") == 8


def test_operands_have_the_roles_of_their_matrices() -> None:
    line = arithmetic(trace(preset("by-hand")), Cell("scores", 0, 1, 0), 3)[0]
    assert [span.role for span in line.spans if span.text == "1"] == ["queries", "keys", "queries", "keys"]


def test_only_the_number_that_was_asked_for_is_strong() -> None:
    lines = arithmetic(trace(preset("by-hand")), Cell("weights", 0, 1, 0), 3)
    assert [span.text for line in lines for span in line.spans if span.strong] == ["0.284"]


def test_a_query_that_sees_no_key_ends_with_the_reason() -> None:
    scenario = replace(preset("by-hand"), mask=Mask(padding=(0, 1, 2)))
    assert "sees no key" in _lines(scenario, Cell("weights", 0, 1, 0))[-1]


@pytest.mark.parametrize(
    ("name", "cell", "expected"),
    [
        ("mixture", Cell("weights", 0, 0, 2), ["0.500", "0.500 · (2, 1) = (1, 0.500)"]),
        ("mixture", Cell("head_output", 0, 0, 0), ["0.200·1 + 0.300·0 + 0.500·2 = 1.200"]),
        ("one-query", Cell("queries", 0, 0, 0), ["1"]),
        ("by-hand", Cell("X", None, 2, 1), ["1"]),
        ("raw-scores", Cell("scaled", 0, 0, 1), ["1·2 = 2", "2"]),
    ],
)
def test_given_and_copied_numbers_are_said_to_be_so(name: str, cell: Cell, expected: list[str]) -> None:
    assert _lines(preset(name), cell) == expected


def test_a_cell_that_does_not_exist_is_refused() -> None:
    with pytest.raises(NoSuchStage):
        arithmetic(trace(preset("by-hand")), Cell("weights", 0, 9, 0), 3)


def test_each_query_that_sees_no_key_is_told_so_itself() -> None:
    scenario = replace(preset("by-hand"), mask=Mask(padding=(0, 1, 2)))
    assert _lines(scenario, Cell("weights", 0, 1, 0))[-1] == "Query 2 'b' sees no key."
