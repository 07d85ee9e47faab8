"""Stages as tables: the same numbers and labels in every format."""

from __future__ import annotations

import csv
import io
import json
from dataclasses import replace

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from attnviz.content.presets import preset
from attnviz.content.tables import stage_table
from attnviz.engine.errors import HiddenRow, NoSuchStage
from attnviz.engine.inputs import Direct
from attnviz.engine.mask import Mask
from attnviz.engine.scenario import Scenario
from attnviz.engine.tracing import trace

CAUSAL = trace(preset("by-hand-causal"))
HEADS = trace(preset("two-heads"))


def _read(text: str, delimiter: str = ",") -> list[list[str]]:
    return list(csv.reader(io.StringIO(text, newline=""), delimiter=delimiter))


SHIFTED = Scenario(Direct(Q=[[1.0]], K=[[100.0], [99.0]], V=[[1.0], [3.0]]), scale=False)


def test_shifted_exponentials_say_so_above_their_text() -> None:
    table = stage_table(trace(SHIFTED), "exponentials")
    assert table.text(3).splitlines()[0] == "Exponentials, head 1: e^(s − row maximum)"
    assert list(json.loads(table.json())) == ["stage", "head", "rows", "columns", "values"]


def test_exponentials_that_the_pencil_shifts_say_so_too() -> None:
    scenario = replace(SHIFTED, inputs=Direct(Q=[[1.0]], K=[[-2.0], [-3.0]], V=[[1.0], [3.0]]), pencil=0)
    assert "e^(s − row maximum)" in stage_table(trace(scenario), "exponentials").text(0)


@pytest.mark.parametrize("stage", ["masked", "weights", "output", "Q"])
def test_no_other_stage_speaks_of_the_shift(stage: str) -> None:
    assert "e^" not in stage_table(trace(SHIFTED), stage).text(3)


def test_plain_exponentials_have_a_plain_heading() -> None:
    heading = stage_table(trace(replace(SHIFTED, scale=0.5)), "exponentials").text(3).splitlines()[0]
    assert heading == "Exponentials, head 1"


def test_json_names_stage_head_labels_and_values_at_full_precision() -> None:
    table = json.loads(stage_table(CAUSAL, "weights").json())
    assert list(table) == ["stage", "head", "rows", "columns", "values"]
    assert (table["stage"], table["head"]) == ("weights", 1)
    assert table["rows"] == table["columns"] == ["a", "b", "c"]
    # the figures of the worked page, full double precision
    assert table["values"][1] == pytest.approx([0.6697615493266569, 0.3302384506733431, 0.0], abs=1e-15)


def test_hidden_cells_are_null_in_json_and_minus_infinity_in_csv() -> None:
    masked = stage_table(CAUSAL, "masked")
    assert json.loads(masked.json())["values"][0][1:] == [None, None]
    assert _read(masked.csv())[1] == ["a", "0.7071067811865475", "-inf", "-inf"]


def test_csv_has_labels_on_top_and_at_the_left() -> None:
    assert _read(stage_table(CAUSAL, "queries").csv()) == [
        ["", "1", "2"],
        ["a", "1.0", "0.0"],
        ["b", "1.0", "1.0"],
        ["c", "2.0", "1.0"],
    ]


def test_tsv_is_the_same_with_tabs() -> None:
    table = stage_table(CAUSAL, "masked")
    assert _read(table.tsv(), "\t") == _read(table.csv())


def test_text_is_aligned_and_marks_rounded_numbers() -> None:
    assert stage_table(CAUSAL, "weights").text(3) == (
        "Weights, head 1\n"
        "       a      b      c\n"
        "a      1      0      0\n"
        "b  0.670  0.330      0\n"
        "c  0.306  0.074  0.620\n"
    )


@pytest.mark.parametrize(
    ("stage", "rows", "columns"),
    [
        ("keys", ("the", "cat", "drinks", "milk"), ("1", "2")),
        ("concatenated", ("the", "cat", "drinks", "milk"), ("1", "2", "3", "4")),
        ("X", ("the", "cat", "drinks", "milk"), ("1", "2", "3", "4")),
        ("W_O", ("1", "2", "3", "4"), ("1", "2", "3", "4")),
    ],
)
def test_rows_and_columns_are_labels_or_numbers(stage: str, rows: tuple[str, ...], columns: tuple[str, ...]) -> None:
    table = stage_table(HEADS, stage)
    assert (table.rows, table.columns) == (rows, columns)


def test_cross_attention_has_the_source_labels_over_its_columns() -> None:
    table = stage_table(trace(preset("cross-attention")), "weights")
    assert table.rows == ("je", "bois", "du", "lait")
    assert table.columns == ("I", "drink", "milk")


@pytest.mark.parametrize("stage", ["concatenated", "output", "X", "W_Q"])
def test_what_has_no_heads_has_head_null(stage: str) -> None:
    assert json.loads(stage_table(HEADS, stage).json())["head"] is None


def test_a_head_counts_from_zero_in_python_and_from_one_in_the_table() -> None:
    table = stage_table(HEADS, "weights", 1)
    assert table.head == 2
    np.testing.assert_array_equal(table.values, HEADS.at("weights", 1))


@pytest.mark.parametrize(
    ("stage", "head"), [("weights", 2), ("weights", -1), ("output", 0), ("X", 0), ("nothing", None)]
)
def test_a_stage_or_head_that_does_not_exist_is_refused(stage: str, head: int | None) -> None:
    with pytest.raises(NoSuchStage):
        stage_table(HEADS, stage, head)


def test_a_hidden_row_is_refused_where_softmax_would_begin() -> None:
    hidden = trace(replace(preset("by-hand"), mask=Mask(padding=(0, 1, 2))))
    assert stage_table(hidden, "masked").values[0, 0] == -np.inf
    with pytest.raises(HiddenRow):
        stage_table(hidden, "weights")


def test_a_bias_for_each_head_is_a_table_a_head() -> None:
    scenario = replace(preset("two-heads"), bias=np.stack([np.zeros((4, 4)), np.ones((4, 4))]))
    table = stage_table(trace(scenario), "bias", 1)
    assert (table.head, table.columns, float(table.values[0, 0])) == (2, scenario.tokens, 1.0)


def test_a_row_of_biases_is_one_row() -> None:
    table = stage_table(trace(preset("trophy")), "b_Q")
    assert (table.rows, len(table.columns)) == (("1",), 32)


def test_float32_numbers_have_their_own_digits() -> None:
    inputs = Direct(*(np.array([[0.1]], dtype=np.float32) for _ in "QKV"))
    table = stage_table(trace(Scenario(inputs, dtype="float32")), "Q")
    assert "[0.1]" in table.json()
    assert _read(table.csv())[1] == ["1", "0.1"]


def test_a_label_that_begins_like_a_formula_is_left_as_it_is() -> None:
    table = stage_table(trace(replace(preset("by-hand"), tokens=("=1+1", "@x", "-2"))), "weights")
    assert _read(table.csv())[0] == ["", "=1+1", "@x", "-2"]


@given(st.tuples(*[st.text(st.characters(exclude_categories=["Cs"], exclude_characters="\0"), max_size=5)] * 3))
def test_any_labels_come_back_from_every_format(labels: tuple[str, ...]) -> None:
    table = stage_table(trace(replace(preset("by-hand"), tokens=labels)), "weights")
    assert json.loads(table.json())["rows"] == list(labels)
    assert json.loads(table.json(ascii_only=True))["columns"] == list(labels)
    for text, delimiter in ((table.csv(), ","), (table.tsv(), "\t")):
        lines = _read(text, delimiter)
        assert lines[0] == ["", *labels]
        assert [line[0] for line in lines[1:]] == list(labels)


@given(st.tuples(*[st.text(max_size=5)] * 3))
def test_any_labels_can_be_written_to_a_file_and_printed_in_lines(labels: tuple[str, ...]) -> None:
    table = stage_table(trace(replace(preset("by-hand"), tokens=labels)), "weights")
    for text in (table.json(), table.csv(), table.tsv(), table.text(3)):
        assert text.encode()
    assert len(table.text(3).splitlines()) == 5
