"""Markdown as md4c reads it, through Qt: tables have the numbers and labels of the trace, and no label is markup."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from hard_labels import HARD, every_form, hard_scenario
from hypothesis import given
from hypothesis import strategies as st
from PySide6.QtGui import QTextDocument, QTextTable

from attnviz.content.documents.export import Order, export_text
from attnviz.content.documents.extract import extract
from attnviz.content.documents.markdown import markdown_text
from attnviz.content.labels import visible
from attnviz.content.presets import PRESETS, preset
from attnviz.engine.cells import Cell
from attnviz.engine.tracing import trace

NO_HTML = QTextDocument.MarkdownFeature.MarkdownDialectGitHub
pytestmark = pytest.mark.usefixtures("qapp")  # fonts have a size only once there is an application
ISOLATES = str.maketrans("", "", "\u2066\u2067\u2068\u2069")


def tables_in(text: str) -> Iterator[list[list[str]]]:
    """The cells of each table."""
    document = QTextDocument()
    document.setMarkdown(text, NO_HTML)
    for frame in document.rootFrame().childFrames():
        if isinstance(frame, QTextTable):
            yield [
                [_text(document, frame, row, column) for column in range(frame.columns())]
                for row in range(frame.rows())
            ]


def _text(document: QTextDocument, table: QTextTable, row: int, column: int) -> str:
    cursor = table.cellAt(row, column).firstCursorPosition()
    cursor.setPosition(table.cellAt(row, column).lastCursorPosition().position(), cursor.MoveMode.KeepAnchor)
    return cursor.selectedText().translate(ISOLATES)


@pytest.mark.parametrize("name", [*every_form(), *(f"preset {one.name}" for one in PRESETS)])
def test_each_matrix_is_a_table_of_its_size(name: str) -> None:
    scenario = preset(name.removeprefix("preset ")) if name.startswith("preset ") else every_form()[name]
    text = export_text(trace(scenario), Order("markdown"))
    assert text.startswith("# ")
    for table in tables_in(text):
        assert len({len(row) for row in table}) == 1


def test_a_table_has_the_numbers_of_the_board_under_their_labels() -> None:
    text = export_text(trace(preset("by-hand-causal")), Order("markdown", ("masked", "weights"), content="matrices"))
    masked, weights = tables_in(text)
    assert masked[0] == ["", "a", "b", "c"]
    assert masked[1] == ["a", "0.707", "−∞", "−∞"]
    assert weights[2] == ["b", "0.670", "0.330", "0"]  # curriculum, unit 7


def test_hard_labels_stand_in_their_cells_as_they_read() -> None:
    text = export_text(trace(hard_scenario()), Order("markdown", ("weights",), 0, "matrices"))
    (table,) = tables_in(text)
    shown = [visible(label).translate(ISOLATES) for label in HARD]
    assert [cell.strip() for cell in table[0][1:]] == [label.strip() for label in shown]
    assert [row[0].strip() for row in table[1:]] == [label.strip() for label in shown]


@given(st.text(st.characters(exclude_categories=["Cs", "Cc", "Zl", "Zp"]), max_size=10))
def test_any_label_stays_in_its_cell(label: str) -> None:
    line = f"| | {markdown_text(visible(label))} |\n| --- | --- |\n| 1 | 2 |\n"
    (table,) = tables_in(line)
    assert [len(row) for row in table] == [2, 2]
    assert table[1] == ["1", "2"]


def test_formulas_stand_between_double_dollars() -> None:
    text = export_text(trace(preset("by-hand")), Order("markdown"))
    assert "$$\\text{scaled} = \\frac{\\text{scores}}{\\sqrt{2}}$$" in text
    assert all(line.count("$$") in (0, 2) for line in text.splitlines())


def test_a_large_matrix_is_shortened_unless_it_is_wanted_whole() -> None:
    traced = trace(preset("trophy"))
    (short,) = tables_in(export_text(traced, Order("markdown", ("W_Q",), content="matrices")))
    (whole,) = tables_in(export_text(traced, Order("markdown", ("W_Q",), content="matrices", whole=True)))
    assert len(short) < 50
    assert "⋮" in short[39]
    assert short[-1][0] == "384"
    assert (len(whole), len(whole[0])) == (385, 33)


def test_a_shortened_matrix_says_its_true_size() -> None:
    assert "384 × 32, shortened" in export_text(trace(preset("trophy")), Order("markdown"))


def test_the_arithmetic_of_one_number_is_that_of_the_explanation() -> None:
    order = Order("markdown", ("weights",), content="number", cell=Cell("weights", 0, 1, 2))
    text = export_text(trace(preset("by-hand")), order)
    assert text.startswith("### Weights: query 2 “b” looks at key 3 “c”")
    assert r"\frac{8.342\ldots}{14.484\ldots} = 0.576" in text


def test_keys_that_heads_share_are_there_once() -> None:
    traced = trace(preset("grouped-query"))
    text = export_text(traced, Order("markdown", ("keys",), content="matrices"))
    assert len(list(tables_in(text))) == len(extract(traced, ("keys",)).heads_of("keys")) == traced.sizes.kv_heads
