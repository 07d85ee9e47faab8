"""The arithmetic of a cell, read step by step, against the page worked by hand."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest
from explained import explained, numbers, titles, words

from attnviz.content.explanation import Explanation, Part
from attnviz.content.presets import preset
from attnviz.engine.cells import Cell
from attnviz.engine.errors import NoSuchStage
from attnviz.engine.inputs import Direct, Projected
from attnviz.engine.scenario import Scenario


def one_number(found: Explanation, text: str) -> Part:
    """The only number part with that text, wherever it stands."""
    parts = {part for step in found.steps for part in step.numbers if part.text == text and part.value is not None}
    assert len({part.cell for part in parts}) == 1
    return parts.pop()


def test_the_weight_of_unit_two_is_told_from_the_dot_product_to_its_share_of_the_output() -> None:
    # Curriculum, unit 2, token 2: 2.121; 8.342; 14.484; 0.576; and 0.576·(2, 1) = (1.152, 0.576).
    assert numbers(preset("by-hand"), Cell("weights", 0, 1, 2)) == [
        "1·1 + 1·2 = 3",
        "3 ÷ √2 = 2.121…",
        "e^2.121… = 8.342…",
        "key 1 “a”: e^1.414… = 4.113…",
        "key 2 “b”: e^0.707… = 2.028…",
        "4.113… + 2.028… + 8.342… = 14.484…",
        "8.342… ÷ 14.484… = 0.576",
        "0.576… · (2, 1) = (1.152, 0.576)",
    ]


def test_the_steps_of_a_weight_have_titles() -> None:
    assert titles(preset("by-hand"), Cell("weights", 0, 1, 2)) == [
        "Dot product",
        "Scale by √d_k",
        "Exponential",
        "The other exponentials of the row",
        "Sum over what “b” may see",
        "Its share of the sum",
        "Its share of the output",
    ]


def test_words_name_the_tokens() -> None:
    found = explained(preset("by-hand"), Cell("scores", 0, 1, 2))
    assert found.title == "Scores: query 2 “b”, key 3 “c”"
    assert found.steps[0].said == (
        "Query 2 “b” looks at key 3 “c”: their numbers are multiplied pair by pair, and the products added up. "
        "That makes 3."
    )


def test_words_say_about_where_a_number_is_rounded() -> None:
    assert "That makes about 2.121." in words(preset("by-hand"), Cell("scaled", 0, 1, 2))


@pytest.mark.parametrize(
    ("cell", "formula"),
    [
        (Cell("queries", 0, 1, 0), r"q_{2,1} = \sum_{m=1}^{d_{\text{model}}} X_{2,m} \, (W_Q)_{m,1}"),
        (Cell("scores", 0, 1, 2), r"s_{2,3} = \sum_{i=1}^{d_k} q_{2,i} \, k_{3,i}"),
        (Cell("scaled", 0, 1, 2), r"\tilde{s}_{2,3} = \frac{s_{2,3}}{\sqrt{d_k}}"),
        (Cell("head_output", 0, 1, 1), r"o_{2,2} = \sum_{j=1}^{S} w_{2,j} \, v_{j,2}"),
    ],
)
def test_formulas_have_the_fields_symbols_and_indices_from_one(cell: Cell, formula: str) -> None:
    assert explained(preset("by-hand"), cell).steps[-1].formula == formula


def test_the_formula_of_a_weight_is_its_softmax() -> None:
    steps = explained(preset("by-hand"), Cell("weights", 0, 1, 2)).steps
    share = next(step for step in steps if step.title == "Its share of the sum")
    assert share.formula == r"w_{2,3} = \frac{e^{\tilde{s}_{2,3}}}{\sum_{j=1}^{S} e^{\tilde{s}_{2,j}}}"
    assert share.substituted == r"\frac{8.342\ldots}{14.484\ldots} = 0.576"


def test_heads_stand_above_the_symbols_where_there_are_several() -> None:
    formula = explained(preset("two-heads"), Cell("scores", 1, 0, 2)).steps[0].formula
    assert formula == r"s^{(2)}_{1,3} = \sum_{i=1}^{d_k} q^{(2)}_{1,i} \, k^{(2)}_{3,i}"


def test_each_operand_leads_to_its_own_cell() -> None:
    found = explained(preset("by-hand"), Cell("weights", 0, 1, 2))
    assert one_number(found, "3").cell == Cell("scores", 0, 1, 2)
    assert one_number(found, "1.414…").cell == Cell("masked", 0, 1, 0)
    assert one_number(found, "4.113…").cell == Cell("exponentials", 0, 1, 0)


def test_the_operands_of_a_projection_lead_to_the_inputs() -> None:
    step = explained(preset("by-hand"), Cell("keys", 0, 2, 1)).steps[0]
    assert [part.cell for part in step.numbers if part.value is not None][:4] == [
        Cell("X", None, 2, 0), Cell("W_K", None, 0, 1), Cell("X", None, 2, 1), Cell("W_K", None, 1, 1),
    ]  # fmt: skip


def test_with_a_pencil_every_operand_is_what_stands_on_the_page() -> None:
    assert numbers(replace(preset("by-hand"), pencil=3), Cell("weights", 0, 1, 2))[:7] == [
        "1·1 + 1·2 = 3",
        "3 ÷ √2 = 2.121",
        "e^2.121 = 8.339",
        "key 1 “a”: e^1.414 = 4.112",
        "key 2 “b”: e^0.707 = 2.028",
        "4.112 + 2.028 + 8.339 = 14.479",
        "8.339 ÷ 14.479 = 0.576",
    ]


def test_the_distance_of_the_pencil_is_told() -> None:
    # Exact: 0.5759753452153619; the pencil's 0.576 is 0.0000246… above.
    gap = explained(replace(preset("by-hand"), pencil=3), Cell("weights", 0, 1, 2)).gap
    assert gap is not None
    assert gap.distance == pytest.approx(0.0000246547846381, abs=1e-15)
    assert "".join(part.text for part in gap.words) == (
        "With pencil: the exact result is 0.575975…, the pencil is 0.000025 above it."
    )


def test_without_a_pencil_there_is_no_distance() -> None:
    assert explained(preset("by-hand"), Cell("weights", 0, 1, 2)).gap is None


def test_where_pencil_and_exact_agree_that_is_said() -> None:
    gap = explained(replace(preset("by-hand"), pencil=3), Cell("scores", 0, 1, 2)).gap
    assert gap is not None
    assert gap.words[0].text == "With pencil: the same as the exact result."


def test_a_given_number_that_the_pencil_rounds_shows_both() -> None:
    scenario = Scenario(Direct([[0.26]], [[1.0]], [[1.0]]), pencil=1)
    assert numbers(scenario, Cell("queries", 0, 0, 0), 2) == ["0.26 → 0.30"]
    assert titles(scenario, Cell("queries", 0, 0, 0)) == ["Given in Q, rounded with the pencil"]


def test_every_setting_that_is_on_has_its_step() -> None:
    scenario = replace(
        preset("by-hand"), softcap=5.0, temperature=0.5, bias=np.array([[0.0] * 3, [-1.0] * 3, [0.0] * 3]), scale=0.5
    )
    cell = Cell("tempered", 0, 1, 0)
    assert titles(scenario, cell) == [
        "Dot product", "Scale", "Cap softly", "Add the bias", "Divide by the temperature",
    ]  # fmt: skip
    # 5·tanh(0.2) = 0.98688, by a table of tanh
    assert numbers(scenario, cell)[1:] == [
        "2 · 0.5 = 1",
        "5 · tanh(1 ÷ 5) = 0.987…",
        "0.987… + (−1) = −0.013…",
        "−0.013… ÷ 0.5 = −0.026",
    ]


def test_large_scores_are_exponentiated_less_the_row_maximum() -> None:
    scenario = Scenario(Direct(Q=[[1.0]], K=[[1000.0], [999.0]], V=[[1.0], [2.0]]), scale=False)
    lines = numbers(scenario, Cell("exponentials", 0, 0, 1))
    assert lines[-2:] == ["max(1000, 999) = 1000", "e^(999 − 1000) = 0.368"]


def test_a_negative_power_stands_in_brackets() -> None:
    scenario = Scenario(Direct(Q=[[1.0]], K=[[-1.0]], V=[[1.0]]), scale=False)
    assert numbers(scenario, Cell("exponentials", 0, 0, 0))[-1] == "e^(−1) = 0.368"


def test_a_projection_is_a_row_times_a_column_and_a_bias() -> None:
    scenario = Scenario(
        Projected(X=[[1.0, -2.0]], W_Q=[[3.0], [-4.0]], W_K=[[1.0], [1.0]], W_V=[[1.0], [1.0]], b_Q=[0.5])
    )
    (step,) = explained(scenario, Cell("queries", 0, 0, 0)).steps
    assert step.title == "Row 1 of X times W_Q + b_Q"
    assert step.text == "1·3 + (−2)·(−4) + 0.5 = 11.500"
    assert step.formula == r"q_{1,1} = \sum_{m=1}^{d_{\text{model}}} X_{1,m} \, (W_Q)_{m,1} + (b_Q)_{1}"


def test_values_are_called_values_and_not_keys() -> None:
    assert words(preset("by-hand"), Cell("values", 0, 2, 0)).startswith("Number 1 of value 3 “c” is row 3 of X")


def test_cross_attention_has_more_keys_than_queries_and_names_each() -> None:
    scenario = preset("cross-attention")
    last = scenario.sizes.S - 1
    assert f"key {last + 1}" in words(scenario, Cell("keys", 0, last, 0))


@pytest.mark.parametrize("name", ["output", "concatenated", "head_output"])
def test_the_output_of_one_head_without_W_O_is_told_as_its_mixture(name: str) -> None:
    # Curriculum, unit 2: 0.284·2 + 0.140·0 + 0.576·2 = 1.720
    assert numbers(preset("by-hand"), Cell(name, None, 1, 0)) == ["0.284…·2 + 0.140…·0 + 0.576…·2 = 1.720"]


def test_a_concatenated_number_is_told_as_the_mixture_of_its_head() -> None:
    found = explained(preset("two-heads"), Cell("concatenated", None, 0, 2))
    assert [step.title for step in found.steps] == [
        "Head 2: values mixed by its weights", "Heads side by side: from head 2",
    ]  # fmt: skip
    assert found.steps[-1].numbers[0].cell == Cell("head_output", 1, 0, 0)


def test_an_output_shows_the_heads_side_by_side_before_W_O() -> None:
    steps = explained(preset("two-heads"), Cell("output", None, 1, 0)).steps
    assert [step.title for step in steps] == ["Heads side by side", "Row 2 of concatenated times W_O"]
    assert steps[0].text == "(0.105…, 0.003… | −0.799…, 0)"
    assert steps[1].text == "0.105…·1 + 0.003…·0 + (−0.799…)·1 + 0·0 = −0.694"


def test_a_bias_without_W_O_is_added_to_the_mixture() -> None:
    inputs = Projected(X=[[1.0]], W_Q=[[1.0]], W_K=[[1.0]], W_V=[[4.0]], b_O=[0.5])
    assert numbers(Scenario(inputs), Cell("output", None, 0, 0)) == ["1·4 = 4", "4 + 0.5 = 4.500"]


def test_what_is_concatenated_and_W_O_can_be_told_apart() -> None:
    step = explained(preset("two-heads"), Cell("output", None, 0, 0)).steps[-1]
    assert [part.role for part in step.numbers if part.value is not None][:2] == ["output", "input"]


def test_only_the_number_that_was_asked_for_is_strong() -> None:
    steps = explained(preset("by-hand"), Cell("weights", 0, 1, 0)).steps
    assert [part.text for step in steps for part in step.numbers if part.strong] == ["0.284"]


def test_from_the_inputs_on_each_number_has_its_step_once() -> None:
    steps = explained(preset("by-hand"), Cell("head_output", 0, 1, 0), from_inputs=True).steps
    cells = [step.cell for step in steps if step.cell is not None]
    assert len(cells) == len(set(cells))
    # q₂ (2 numbers), k₁ k₂ k₃ (6), a column of the values (3), then 3 scores and 3 weights
    counted = [sum(cell.name == name for cell in cells) for name in ("queries", "keys", "values", "scores", "weights")]
    assert counted == [2, 6, 3, 3, 3]
    assert sum(step.title.startswith("Sum over") for step in steps) == 1


def test_a_number_that_is_too_large_says_so() -> None:
    scenario = Scenario(Direct([[1e200]], [[1e200]], [[1.0]]), scale=False)
    assert "too large for float64" in numbers(scenario, Cell("weights", 0, 0, 0))[-1]


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
    assert numbers(preset(name), cell) == expected


def test_a_copied_number_leads_to_where_it_stands() -> None:
    found = explained(preset("one-query"), Cell("queries", 0, 0, 0))
    assert found.steps[0].numbers[0].cell == Cell("Q", None, 0, 0)


def test_an_input_says_what_it_feeds() -> None:
    assert words(preset("by-hand"), Cell("X", None, 2, 1)) == (
        "It is number 2 of token 3 “c” and feeds its query, key and value."
    )


def test_a_cell_that_does_not_exist_is_refused() -> None:
    with pytest.raises(NoSuchStage):
        explained(preset("by-hand"), Cell("weights", 0, 9, 0))
