"""Cells as spreadsheets of others hold them: percent, brackets for minus, ticks, and nothing at all."""

from __future__ import annotations

import numpy as np
import pytest

from attnviz.content.importing import Reading, place, read, suggest


@pytest.mark.parametrize(
    ("cell", "value"), [("23 %", 0.23), ("7,1%", 0.071), ("100\u00a0%", 1.0), ("-5 %", -0.05), ("1/4 %", 0.0025)]
)
def test_percent_are_hundredths_and_it_is_said(cell: str, value: float) -> None:
    found = read(f"{cell}\t1\n2\t3\n", "sheet")
    assert found.arrays[0].values[0, 0] == value
    assert any("Percent are hundredths" in sentence for sentence in found.skipped)


def test_a_sheet_of_percent_is_attention() -> None:
    found = read(";A;B\nA;75 %;25 %\nB;10 %;90 %\n", "sheet")
    assert [part.target for part in suggest([found])] == ["weights"]


@pytest.mark.parametrize(
    ("cell", "words"), [("(3)", "may be 3 or −3"), ("( 1,5 )", "may be 1,5 or −1,5"), ("4,", "ends in a comma")]
)
def test_what_may_be_two_numbers_is_refused_with_its_place(cell: str, words: str) -> None:
    found = read(f"1\t2\n{cell}\t4\n", "sheet")
    assert found.problem is not None
    assert words in str(found.problem)
    assert (found.problem.where.row, found.problem.where.column) == (1, 0)


def test_an_empty_cell_is_a_fault_that_can_be_said_to_be_0() -> None:
    text = "A;B;C\n1;;3\n4;5;\n"
    found = read(text, "sheet")
    assert found.problem is not None
    (asked,) = [choice for choice in found.choices if choice.key == "empty"]
    assert asked.value == "fault"
    again = read(text, "sheet", Reading().choosing("empty", "zero"))
    np.testing.assert_array_equal(again.arrays[0].values, [[1, 0, 3], [4, 5, 0]])
    assert [choice.value for choice in again.choices if choice.key == "empty"] == ["zero"]


@pytest.mark.parametrize("sign", ["x", "✓", "●"])
def test_ticks_and_empty_cells_are_a_mask(sign: str) -> None:
    found = read("\n".join("\t".join(sign if seen else "" for seen in row) for row in np.tri(4)), "sheet")
    np.testing.assert_array_equal(found.arrays[0].values, np.tri(4, dtype=bool))
    (part,) = suggest([found])
    assert part.target == "mask"


def test_ticks_between_labels_are_a_mask_with_tokens() -> None:
    sheet = read("\tthe\tcat\nthe\tx\t\ncat\tx\tx\n", "sheet")
    rows = read("1\t2\n3\t4\n", "rows")
    made = place(suggest([rows, sheet]))
    np.testing.assert_array_equal(made.mask.custom, [[True, False], [True, True]])


def test_words_are_no_ticks() -> None:
    assert read("a\tb\nc\td\n", "words").arrays == ()


def test_a_factor_above_a_matrix_is_refused_rather_than_dropped() -> None:
    found = read("1.0e+03 *\n\n    0.0010    2.0000\n    0.5000    0.1000\n", "matlab")
    assert "“1.0e+03 *” multiplies all numbers below it" in str(found.problem)


def test_scalars_of_numpy_in_a_list_are_numbers() -> None:
    (array,) = read("[np.float64(1.5), np.float64(-2e-3)]", "cell").arrays
    np.testing.assert_array_equal(array.values, [1.5, -0.002])


def test_an_array_of_three_axes_with_numbers_below_0_is_a_bias() -> None:
    rows, bias = read("[[1, 2], [3, 4]]", "rows"), read("[[[1, -2], [3, 4]], [[1, 2], [-3, 4]]]", "bias")
    assert [part.target for part in suggest([rows, bias])] == ["X", "bias"]


def test_weights_whose_columns_nearly_sum_to_1_have_queries_on_columns() -> None:
    found = read(";a;b;c\na;0,5;0,33;0,1\nb;0,25;0,33;0,2\nc;0,25;0,33;0,69\n", "sheet")
    made = place(suggest([found]))
    np.testing.assert_array_equal(made.matrix("weights")[0, 0], [0.5, 0.25, 0.25])
