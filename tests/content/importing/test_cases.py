"""The files that came with the project: each is read as what it says, to the last digit and sign."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from attnviz.content.importing import Part, place, read_path
from attnviz.content.presets import preset
from attnviz.engine.edits import insert

CASES = Path(__file__).parents[2] / "cases"


def test_a_paste_from_polish_excel_has_labels_and_decimal_commas() -> None:
    (array,) = read_path(CASES / "excel_paste_pl.txt").arrays
    np.testing.assert_array_equal(array.values, [[3, 7.4, 5, 5], [5, 9, 8, 5]])
    assert array.column_labels == ("A", "B", "C", "D")


def test_a_numpy_printout_is_read() -> None:
    (array,) = read_path(CASES / "numpy_repr.txt").arrays
    np.testing.assert_array_equal(array.values, [[1, 0], [0, 1], [1, 1]])


def test_semicolons_with_decimal_commas_are_read() -> None:
    (array,) = read_path(CASES / "q_semicolon_decimal_comma.csv").arrays
    np.testing.assert_array_equal(array.values, [[1.5, 0], [-0.25, 0.001], [2, 1]])


def test_a_ragged_file_is_refused_with_its_row() -> None:
    found = read_path(CASES / "ragged.csv")
    assert found.arrays == ()
    assert found.problem is not None
    assert found.problem.where.row == 1
    assert "row 2 has 3 numbers but row 1 has 2" in str(found.problem)


def test_tokens_survive_exactly() -> None:
    labels = read_path(CASES / "tokens_hard.txt").as_tokens().texts
    assert labels == (
        "the", "the", "Ġcat", "▁sat", "هذا اختبار", "你好", "👨\u200d👩\u200d👧", "\ufffd", " ", "\\n", "\u202eabc",
        "Donaudampfschifffahrtsgesellschaftskapitän", "<b>x</b>", "$x_1$",
    )  # fmt: skip


def test_tokens_go_into_a_scenario_of_as_many_queries() -> None:
    labels = read_path(CASES / "tokens_hard.txt").as_tokens()
    before = preset("by-hand")
    while len(labels.texts) > before.sizes.T:
        before = insert(before, "T", before.sizes.T)
    made = place([Part(labels, "tokens")], before)
    assert made.tokens == labels.texts


@pytest.mark.parametrize("name", ["excel_paste_pl.txt", "q_semicolon_decimal_comma.csv"])
def test_the_decimal_comma_is_certain_where_nothing_else_fits(name: str) -> None:
    (decimal,) = [made for made in read_path(CASES / name).choices if made.key == "decimal"]
    assert (decimal.value, decimal.certain, decimal.guessed) == ("comma", True, True)
