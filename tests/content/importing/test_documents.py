"""Documents as files: tables of Markdown are read, pages bring their scenario, LaTeX says where its numbers are."""

from __future__ import annotations

import numpy as np
import pytest

from attnviz import trace
from attnviz.content.documents.export import Order, export_text
from attnviz.content.importing import read
from attnviz.content.presets import preset


def test_exported_markdown_gives_the_rounded_weights_of_all_heads() -> None:
    traced = trace(preset("two-heads"))
    found = read(export_text(traced, Order("markdown", ("weights",), content="matrices")), "w.md")
    (array,) = found.arrays
    assert (array.name, array.shape, array.row_labels) == ("weights", (2, 4, 4), ("the", "cat", "drinks", "milk"))
    np.testing.assert_allclose(array.values[1], traced.at("weights", 1), atol=0.0005)
    assert found.skipped == ("Documents show rounded numbers.",)


def test_a_worked_example_in_markdown_gives_its_inputs_by_name() -> None:
    found = read(export_text(trace(preset("by-hand")), Order("markdown")), "x.md")
    arrays = {array.name: array.values for array in found.arrays}
    for name, values in preset("by-hand").inputs.items():
        np.testing.assert_array_equal(arrays[name], values)


def test_hidden_cells_of_markdown_are_minus_infinity() -> None:
    text = export_text(trace(preset("by-hand-causal")), Order("markdown", ("masked",), content="matrices"))
    (array,) = read(text, "x.md").arrays
    assert np.isneginf(array.values[0]).tolist() == [False, True, True]


def test_a_table_of_somebody_elses_markdown_is_read() -> None:
    (array,) = read("a note\n\na \\| b | x\n:-- | --:\none | 1.5\ntwo | -2\n", "note.md").arrays
    assert array.values.tolist() == [[1.5], [-2.0]]
    assert array.row_labels == ("one", "two")


def test_a_shortened_table_is_no_matrix() -> None:
    found = read("|  | a | … |\n| --- | ---: | ---: |\n| **x** | 1 | … |\n", "x.md")
    assert "leaves numbers out" in str(found.problem)


@pytest.mark.parametrize("standalone", [False, True])
def test_latex_says_which_export_to_use(standalone: bool) -> None:
    order = Order("latex", ("weights",), content="matrices", standalone=standalone)
    found = read(export_text(trace(preset("by-hand")), order), "x.tex")
    assert "Export CSV, JSON or NPZ" in str(found.problem)


def test_a_pasted_page_brings_its_scenario() -> None:
    page = export_text(trace(preset("by-hand-causal")), Order("html"))
    assert read(page, "clipboard").scenario == preset("by-hand-causal")
    assert read(page.encode(), "page.html").scenario == preset("by-hand-causal")


def test_a_page_of_somebody_else_is_refused_in_words() -> None:
    found = read("<!DOCTYPE html><table><tr><td>1</td></tr></table>", "clipboard")
    assert "carries no scenario" in str(found.problem)
